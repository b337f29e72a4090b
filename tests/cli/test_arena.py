"""`cartable arena` and `cartable bots`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartable.bots import names
from tests.cli.command import Command

SMALL = ("arena", "spot/faceoff", "--bots", "child6,expert", "--games", "6", "--jobs", "1")


def test_bots_are_listed_with_the_boxes_they_play(cartable: Command) -> None:
    listed = cartable("bots")
    assert listed.code == 0
    assert {line.split(" ")[0] for line in listed.out.splitlines()} >= {*names("spot"), *names("karta")}
    boxes = cartable("bots", "--json").json
    assert set(boxes) >= {"spot", "island", "catatac", "karta"}
    for players in boxes.values():
        assert players[:2] == ["random", "greedy"]
    assert {"easy", "medium", "hard", "expert", "child6"} <= set(boxes["spot"])


def test_the_arena_rates_the_bots(cartable: Command) -> None:
    printed = cartable(*SMALL)
    assert printed.code == 0
    assert "6 games per pairing" in printed.out
    assert "child6 – expert" in printed.out
    found = cartable(*SMALL, "--json").json
    assert [rating["bot"] for rating in found["ratings"]] == ["expert", "child6"]
    (pairing,) = found["pairings"]
    assert pairing["wins"] + pairing["draws"] + pairing["losses"] == found["games"] == 6


def test_the_same_seed_prints_the_same_bytes(cartable: Command) -> None:
    assert cartable(*SMALL, "--json").out == cartable(*SMALL, "--json").out
    assert cartable(*SMALL, "--json").out != cartable(*SMALL, "--json", "--seed", "9").out


def test_teams_and_options_are_those_asked_for(cartable: Command) -> None:
    words = (
        "arena",
        "island/barbarians",
        "--bots",
        "greedy,expert",
        "--games",
        "2",
        "--seats",
        "4",
        "--jobs",
        "1",
    )
    found = cartable(*words, "--option", "once=true", "--json").json
    assert found["setup"]["teams"] == [0, 1, 0, 1]
    assert found["setup"]["options"]["once"] is True


def test_the_ladder_is_kept(cartable: Command, tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    cartable(*SMALL, "--ladder", str(page))
    written = page.read_text("utf-8")
    assert "`cartable arena spot/faceoff --bots child6,expert --games 6 --seed 1`" in written
    cartable(*SMALL, "--ladder", str(page))
    assert page.read_text("utf-8") == written
    cartable(*SMALL, "--option", "penalty=0", "--seats", "3", "--ladder", str(page))
    assert "--seats 3 --option penalty=0 --seed 1" in page.read_text("utf-8")


def test_pairings_that_take_long_may_be_fewer(cartable: Command, tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    words = ("arena", "spot/faceoff", "--bots", "child6,casual,expert", "--games", "6", "--jobs", "1")
    fewer = ("--fewer", "expert=2", "--fewer", "casual/expert=4")
    found = cartable(*words, *fewer, "--ladder", str(page), "--json").json
    assert [pairing["wins"] + pairing["draws"] + pairing["losses"] for pairing in found["pairings"]] == [
        6,
        2,
        4,
    ]
    assert "--games 6 --fewer expert=2 --fewer casual/expert=4 --seed 1`" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("karta", "--fewer", "hard=2"), "“hard=2” does not say"),
        (("karta", "--fewer", "greedy=1000"), "does not say"),
        (("karta", "--fewer", "greedy"), "does not say"),
        (("karta", "--bots", "greedy"), "at least two bots"),
        (("karta", "--bots", "greedy,greedy"), "each named once"),
        (("karta", "--bots", "greedy,child6"), "There is no bot “child6”."),
        (("spot/practice", "--seats", "1"), "choose more seats"),
        (("karta", "--games", "0"), "at least 1"),
        (("chess",), "There is no game “chess”."),
        (
            ("spot/faceoff", "--games", "2", "--jobs", "1", "--ladder", "/no/such/folder/ladder.md"),
            "Cannot write",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    cartable: Command, words: tuple[str, ...], sentence: str
) -> None:
    ran = cartable("arena", *words)
    assert ran.code == 2
    assert sentence in ran.err
    assert not ran.out
