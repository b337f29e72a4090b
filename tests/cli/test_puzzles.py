"""`cartable puzzles`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from cartable.analysis import (
    Puzzle,
    mining,
    puzzles,
)
from cartable.analysis.puzzles import moves_of, solved
from tests.cli.command import Command
from tests.recorded import newest

TWO = next(puzzle for puzzle in puzzles() if puzzle.kind == "two")


def test_puzzles_are_counted_by_kind_and_level(cartable: Command) -> None:
    counted = cartable("puzzles", "--json").json
    assert {kind: sum(numbers) for kind, numbers in counted.items()} == {
        "two": 100,
        "three": 253,
        "four": 159,
        "five": 159,
    }
    said = [line.split() for line in cartable("puzzles").out.splitlines()]
    assert [line[-1] for line in said if line][-4:] == ["100", "253", "159", "159"]


def mined(file: Path, *found: Puzzle) -> str:
    """Write a file as `puzzles make` does, with a game for each puzzle."""
    games = (msgspec.json.encode({"seed": seed, "found": [one]}) for seed, one in enumerate(found))
    file.write_bytes(b"\n".join(games))
    return str(file)


def test_gathered_puzzles_are_no_two_alike_and_few_of_them_have_two_cards(
    cartable: Command, tmp_path: Path
) -> None:
    three = next(puzzle for puzzle in puzzles() if puzzle.kind == "three")
    found = mined(tmp_path / "one", TWO, three), mined(tmp_path / "other", three, TWO)
    to = tmp_path / "gathered"
    assert cartable("puzzles", "gather", *found, "--to", str(to)).code == 0
    kept = [msgspec.json.decode(line, type=Puzzle) for line in to.read_bytes().splitlines()]
    assert sorted(kept, key=lambda puzzle: puzzle.kind) == [three, TWO]
    assert [puzzle.level for puzzle in kept] == sorted(puzzle.level for puzzle in kept)
    cartable("puzzles", "gather", *found, "--to", str(to), "--two", "0")
    assert [msgspec.json.decode(line, type=Puzzle) for line in to.read_bytes().splitlines()] == [three]
    ran = cartable("puzzles", "gather", str(newest("karta")), "--to", str(to))
    assert ran.code == 2


def test_checking_puzzles_prints_how_many_are_refuted(cartable: Command, tmp_path: Path) -> None:
    state, place = next(solved(TWO))
    other = next(move for move in moves_of(state) if move != place)
    file = mined(tmp_path / "mined", TWO, replace(TWO, line=(other,)))
    assert "1 of 2" in cartable("puzzles", "check", file).out
    assert "of 1." in cartable("puzzles", "check", file, "--count", "1").out


def test_checking_puzzles_claims_no_proof_with_five_cards_left(
    cartable: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mining, "refuted", lambda puzzle: puzzle.kind == "five")
    five = next(puzzle for puzzle in puzzles() if puzzle.kind == "five")
    searched = "Five cards left: searched with ten times as many replies as in mining, but not with all."
    ran = cartable("puzzles", "check", mined(tmp_path / "five", five)).out
    assert " ".join(ran.split()) == f"{searched} Refuted: 1 of 1."
    both = cartable("puzzles", "check", mined(tmp_path / "both", five, TWO, TWO)).out
    proved = "Up to four cards left: every placement tried against every answer to the end."
    assert " ".join(both.split()) == f"{proved} Refuted: 0 of 2. {searched} Refuted: 1 of 1."


@pytest.mark.parametrize(
    "content",
    [
        b"my notes",
        b"a line\nand another\nwithout an end",
        b'{"seed":1}',
        b"\xff\xfe\n",
        newest("karta").read_bytes(),
    ],
)
def test_a_file_that_is_not_of_puzzles_is_refused_and_left_as_it_is(
    cartable: Command, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    for command in ("make", "check"):
        ran = cartable("puzzles", command, str(file))
        assert (ran.code, ran.out) == (2, "")
        assert "is not a file of puzzles" in ran.err
        assert file.read_bytes() == content


def test_only_a_broken_last_line_of_puzzles_is_cut_off(
    cartable: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.analysis.mining.mined", lambda seed, kinds: ())
    file = tmp_path / "mined"
    one, other = (b'{"seed":%d,"found":[]}' % seed for seed in (1, 2))
    for begun, whole in (
        (b"", one),
        (one[:20], one),
        (one, one),
        (one + b"\n", one),
        (one + b"\n" + other[:3], one),
        (other + b"\n" + one, other + b"\n" + one),
        (other, other + b"\n" + one),
    ):
        file.write_bytes(begun)
        assert cartable("puzzles", "make", str(file), "--games", "1").code == 0
        assert file.read_bytes() == whole + b"\n"
