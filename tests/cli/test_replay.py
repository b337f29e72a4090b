"""`cartable replay`, and what is no record."""

from __future__ import annotations

import json
import os
import re
import sys
from codecs import BOM_UTF8
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from cartable.core import Game, Seat, Share, Shuffle, commitment, encode, record
from cartable.games import GAMES
from cartable.texts import Language
from tests.cli.command import Command, spoken
from tests.recorded import newest


@pytest.mark.parametrize("command", ["analyse", "replay"])
def test_what_is_no_record_is_refused_and_a_sentence_says_why(
    cartable: Command, tmp_path: Path, command: str
) -> None:
    good = newest("karta").read_bytes()
    file = tmp_path / "game.json"

    def said(content: bytes) -> str:
        file.write_bytes(content)
        ran = cartable(command, str(file))
        assert ran.code == 2
        return " ".join(ran.err.split())

    assert "this is not a record" in said(good[:-40])
    assert "this is not a record" in said(good.replace(b'"karta"', b'"kart\xe9"', 1))
    assert "this is not a record" in said(b"[" * 100_000)
    assert "none of: " in said(good.replace(b'"karta"', b'"chess"', 1))
    assert "version 99" in said(good.replace(b'"version":', b'"version":99', 1))
    assert "was changed" in said(good.replace(b'"seat":0', b'"seat":1', 1))
    assert "was changed" in said(good.replace(b'"teams":[0,1]', b'"teams":[0,1,2,3]', 1))
    log = json.loads(good)["log"]
    notes = [{"type": "replaced", "seat": 0, "at": 0, "bot": ""}] * 20_001
    assert "more than 20000 entries" in said(json.dumps({**json.loads(good), "log": notes + log}).encode())


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "{}"),
        ("analyse", "{}"),
        ("puzzles", "gather", "{}", "--to", "chosen"),
        ("sim", "catatac", "--option", "cards=@{}"),
        ("backup", "all", "--config", "{}"),
        ("deck", "new", "Words", "--words", "{}"),
    ],
)
def test_a_file_that_is_none_or_too_large_is_refused_before_it_is_read(
    cartable: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    with Path("large").open("wb") as large:
        large.truncate(100 << 20)
    missing, long = "No such file|no file", "a" * 300
    refused = {"folder": "not a file", "large": "[0-9]+.MB", "none": missing, long: f"{missing}|too long"}
    if sys.platform != "win32":
        os.mkfifo("pipe")
        refused |= dict.fromkeys(("pipe", "/dev/zero"), refused["folder"])
    for name, why in refused.items():
        ran = cartable(*(word.format(name) for word in words))
        assert ran.code == 2
        assert re.search(why, ran.err)


def test_records_are_written_and_replayed(cartable: Command, tmp_path: Path) -> None:
    cartable("sim", "spot/gift", "--games", "1", "--seed", "3", "--records", str(tmp_path))
    (path,) = tmp_path.iterdir()
    path.write_bytes(BOM_UTF8 + path.read_bytes())
    ran = cartable("replay", str(path), "--json")
    assert ran.json["game"] == "spot/gift"
    assert ran.json["result"]["why"] == "played"
    assert "1. team" in cartable("replay", str(path)).out


def test_a_record_is_compared_with_what_was_promised(cartable: Command, tmp_path: Path) -> None:
    shuffle = Shuffle("5e" * 32, (Share((Seat(0),), "1" * 32), Share((Seat(1),))))
    game = Game(GAMES["karta"], GAMES["karta"].info.setup(), shuffle.seed)
    path = tmp_path / "game.json"
    path.write_bytes(encode(replace(record(game), shuffle=shuffle)))
    promised = commitment(shuffle.secret)
    kept = cartable("replay", str(path), "--commitment", promised.upper())
    assert kept.code == 0
    assert (
        "Commitment, seed, deal and moves agree. The seed has the numbers of 1 page; 1 missing." in kept.out
    )
    assert promised in cartable("replay", str(path)).out
    told = cartable("replay", str(path), "--json").json
    assert told["commitment"] == promised
    assert msgspec.convert(told["shuffle"], Shuffle) == shuffle
    broken = cartable("replay", str(path), "--commitment", "0" * 64)
    assert (broken.code, broken.out) == (2, "")
    assert promised in broken.err
    path.write_bytes(encode(record(game)))
    alone = commitment(shuffle.seed.hex())
    by_itself = "No page added a number: the server or a program chose this shuffle alone."
    said = cartable("replay", str(path)).out
    assert f"Seed, deal and moves agree. {by_itself} Compare the commitment with yours: {alone}" in said
    said = cartable("replay", str(path), "--commitment", alone).out
    assert f"Commitment, seed, deal and moves agree. {by_itself}" in said
    assert cartable("replay", str(path), "--json").json["shuffle"] is None


def test_of_a_given_position_no_deal_is_vouched_for_and_a_day_has_no_numbers(
    cartable: Command, tmp_path: Path
) -> None:
    rules, shuffle = GAMES["karta"], Shuffle("5e" * 32)
    game = Game(rules, rules.info.setup(), shuffle.seed)
    path = tmp_path / "game.json"
    given = replace(record(game), shuffle=shuffle, position=rules.write(game.state))
    path.write_bytes(encode(given))
    words = ("replay", str(path), "--commitment", given.commitment)
    said = cartable(*words).out
    assert "Commitment, seed and moves agree. The position it began with was given, not dealt." in said
    assert "No page added a number. That is right only for a deck of the day" in said
    assert "Seed and moves agree. The position" in cartable(*words[:2]).out
    path.write_bytes(encode(replace(given, position="")))
    assert "Commitment, seed, deal and moves agree. No page added a number." in cartable(*words).out


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "needs version 9 of The Well; the rules here are version {}."),
        ("fr", "demande la version 9 du jeu Le puits ; les règles d’ici sont la version {}."),
    ],
)
def test_a_record_of_another_version_names_the_one_it_needs(
    cartable: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: Language, said: str
) -> None:
    spoken(monkeypatch, language, "app", "sim")
    cartable("sim", "spot/well", "--games", "1", "--records", str(tmp_path))
    (path,) = tmp_path.iterdir()
    ours = GAMES["spot/well"].info.version
    path.write_bytes(path.read_bytes().replace(b'"version":%d' % ours, b'"version":9', 1))
    ran = cartable("replay", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert said.format(ours) in ran.err
