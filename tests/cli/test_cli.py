"""The command line: what it prints, and how it fails."""

from __future__ import annotations

import json
import os
import re
import sys
from codecs import BOM_UTF8
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from cartable.analysis import (
    CatatacGame,
    CatatacStudy,
    KartaGame,
    KartaMove,
    KartaStudy,
    Lateness,
    MistakenSymbol,
    Pace,
    Puzzle,
    ReflexStudy,
    RowSwing,
    catatac,
    mining,
    puzzles,
)
from cartable.analysis.puzzles import moves_of, solved
from cartable.cli import main
from cartable.cli.app import system_language
from cartable.cli.moves import chosen
from cartable.core import Game, Millis, Seat, Share, Shuffle, commitment, decode, encode, record
from cartable.decks.theme import theme
from cartable.designs import Symbol
from cartable.games import GAMES
from cartable.games.catatac.cards import box
from cartable.games.catatac.moves import (
    Carry,
    CatatacMove,
    Cooperate,
    Counter,
    Decline,
    Distract,
    EndTurn,
    Lay,
    Steal,
    StoreYarn,
    Toss,
    Use,
)
from cartable.games.catatac.yarn import PLACES
from cartable.games.karta import CARDS, Place
from cartable.lab.files import CALLS, SHAPES, files
from cartable.lab.load import Load
from cartable.lab.stored import StoreCost
from cartable.lab.studied import StudyTime, StudyTimes
from cartable.server.outside import Examine, read
from cartable.texts import LANGUAGES, Language, say
from cartable.texts.rulebook import done_by, rulebook
from tests.recorded import newest

TESTS = Path(__file__).parents[1]


class Ran:
    """What one command printed, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Command:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *words: str) -> Ran:
        self.monkeypatch.setattr(sys, "argv", ["cartable", *words])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        printed = self.capsys.readouterr()
        return Ran(code, printed.out, printed.err)


@pytest.fixture
def cartable(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)


def test_games_lists_every_game_with_seats_and_options(cartable: Command) -> None:
    listed = cartable("games").out
    assert "spot/tower" in listed
    assert "penalty 0…[2000]…10000 ms" in listed
    assert "on|[off]" in listed
    assert "2, 4 or 6" in listed
    names = [game["name"] for game in cartable("games", "--json").json]
    assert {"spot/tower", "island/ports", "catatac", "karta"} <= set(names)


def test_the_same_seed_prints_the_same_bytes(cartable: Command) -> None:
    words = ("sim", "karta", "--games", "3", "--seed", "7", "--json")
    first = cartable(*words)
    assert first.code == 0
    assert first.out == cartable(*words).out
    assert first.out != cartable("sim", "karta", "--games", "3", "--seed", "8", "--json").out
    assert [game["seed"] for game in first.json["games"]] == [7, 8, 9]


def test_processes_change_nothing_but_the_time(cartable: Command) -> None:
    words = ("sim", "spot/well", "--games", "70", "--json", "--jobs")
    assert cartable(*words, "1").out == cartable(*words, "2").out


def test_options_seats_deck_and_bots_reach_the_game(cartable: Command) -> None:
    ran = cartable(
        *("sim", "spot/tower", "--games", "2", "--seats", "3", "--option", "penalty=0", "--order", "5"),
        *("--cards", "20", "--bots", "random,greedy", "--json"),
    )
    assert ran.json["setup"]["options"] == {"penalty": 0}
    assert ran.json["setup"]["deck"] == {"order": 5, "cards": 20}
    assert ran.json["bots"] == ["random", "greedy", "random"]
    assert sum(ran.json["games"][0]["result"]["scores"]) == 20


def test_a_toggle_takes_true_and_false(cartable: Command) -> None:
    ran = cartable("sim", "catatac", "--seats", "6", "--option", "kittens=true", "--games", "2", "--json")
    assert ran.json["setup"]["options"]["kittens"] is True


def test_without_json_the_summary_is_a_table_in_words(cartable: Command) -> None:
    ran = cartable("sim", "spot/tower", "--games", "2")
    assert "2 games" in ran.out
    assert "greedy" in ran.out


@pytest.mark.parametrize("game", ["karta", "catatac", "spot/tower", "island/ports"])
def test_a_game_is_analysed_in_words_as_json_and_as_a_picture(
    cartable: Command, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(catatac.NODES, "hard", 8)
    path, picture = str(newest(game)), tmp_path / "graph.svg"
    ran = cartable("analyse", path, "--json", "--picture", str(picture))
    found = ran.json
    assert found["type"] == (game if game in ("karta", "catatac") else "reflex")
    assert picture.read_text().startswith("<svg")
    said = cartable("analyse", path).out
    assert ("like a" if found["type"] == "reflex" else "accuracy") in said
    assert "numba" not in said
    monkeypatch.setattr("cartable.cli.analyse.COMPILED", False)
    plain = cartable("analyse", path).out
    assert ("Without numba" in plain) == (found["type"] != "reflex")


def spoken(monkeypatch: pytest.MonkeyPatch, language: Language, *modules: str) -> None:
    """Let the commands speak a language."""
    # All are loaded first: one that is loaded later keeps the language that it finds.
    for module in [import_module(f"cartable.cli.{name}") for name in modules]:
        monkeypatch.setattr(module, "LANGUAGE", language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["karta", "catatac"])
def test_each_move_of_an_analysis_is_said_in_words_on_one_line_of_80_columns(
    cartable: Command, game: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(catatac.NODES, "hard", 8)
    spoken(monkeypatch, language, "app", "moves", "sim", "analyse")
    monkeypatch.setattr("cartable.cli.analyse.out", Console(highlight=False, soft_wrap=True, width=80))
    path = str(newest(game))
    moves = cartable("analyse", path, "--json").json["moves"]
    said = cartable("analyse", path).out
    assert not set('{}"…') & set(said)
    lines = [line for line in said.splitlines() if "░" in line or "█" in line]
    assert [int(line.split()[0]) for line in lines] == [move["step"] for move in moves]
    for line, move in zip(lines, moves, strict=True):
        assert len(line) <= 80
        assert re.search(rf"[█░] +{100 * move['after']:.0f}( |$)", line)
        assert not move["verdict"] or not move["better"] or len(re.split("  +", line.strip())) == 7
    assert ("↻1" if game == "karta" else say("web.catatac.place.4", language)) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_choices_of_catatac_are_said_alike(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken(monkeypatch, language, "app", "moves")
    faces = box("").faces
    choices: list[CatatacMove] = [lay(face.card) for lay in (Lay, Cooperate) for face in faces]
    choices += [Carry(place) for place in PLACES]
    choices += [Use(way, place) for way in (0, 1) for place in PLACES]
    choices += [Steal(), StoreYarn(), Counter(), Toss(), Distract(), Decline(), EndTurn()]
    said = [chosen(choice, faces) for choice in choices]
    assert len(set(said)) == len(said)
    assert max(map(len, said)) <= 16
    assert all(one[0].isupper() for one in said)


def test_a_picture_that_cannot_be_written_is_said_before_anything_is_analysed(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("cartable.cli.analyse.study")
    ran = cartable("analyse", str(newest("karta")), "--picture", "/no/such/folder/graph.svg")
    assert (ran.code, ran.out) == (2, "")
    assert "Cannot write “/no/such/folder/graph.svg”: No such file or directory." in ran.err


def test_the_accuracy_of_a_series_is_told_game_by_game(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses = ((0, 0, 0.0), (0, 1, 0.3), (1, 0, 0.3), (1, 1, 0.0))
    place = Place(CARDS[0], 0, False, 0, 0)
    moves = tuple(
        KartaMove(number, "", game, Seat(seat), place, None, 0.5, 0.5, loss, "", 2, False, ())
        for number, (game, seat, loss) in enumerate(losses, 1)
    )
    games = (KartaGame(0, (1.0, 0.25)), KartaGame(1, (0.25, 1.0)))
    monkeypatch.setattr(
        "cartable.cli.analyse.study", lambda *_: KartaStudy("hard", moves, (0.63, 0.63), games)
    )
    said = cartable("analyse", str(newest("karta"))).out
    shares = re.findall(r"(\d+)%", said)
    assert shares == ["63", "100", "25", "63", "25", "100"]
    monkeypatch.setattr(
        "cartable.cli.analyse.study", lambda *_: KartaStudy("hard", moves[:2], (1.0, 0.25), games[:1])
    )
    assert "in game" not in cartable("analyse", str(newest("karta"))).out
    monkeypatch.setattr(
        "cartable.cli.analyse.study", lambda *_: KartaStudy("hard", moves[:1], (1.0, 1.0), games[:1])
    )
    assert re.findall(r"Seat \d", cartable("analyse", str(newest("karta"))).out) == ["Seat 1"]


def test_the_rows_that_speak_for_a_better_card_are_told_by_their_first_and_last_square(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(CARDS[0], 0, False, 0, 0)
    rows = (RowSwing(-1, 2, -1, 1, 1.5), RowSwing(0, 0, 1, 0, 1.0))
    moves = (
        KartaMove(1, "", 0, Seat(0), place, place, 0.5, 0.3, 0.2, "blunder", 2, False, rows),
        KartaMove(2, "", 0, Seat(1), place, place, 0.5, 0.49, 0.01, "", 2, False, rows),
    )
    monkeypatch.setattr("cartable.cli.analyse.study", lambda *_: KartaStudy("hard", moves, (0.5, 0.9), ()))
    said = cartable("analyse", str(newest("karta"))).out
    assert "or keeps the other side from making them:\n  step 1: -1,2 to -4,5; 0,0 to 3,0\n" in said
    assert "step 2" not in said
    monkeypatch.setattr(
        "cartable.cli.analyse.study", lambda *_: KartaStudy("hard", moves[1:], (1.0, 0.9), ())
    )
    assert "rows of four" not in cartable("analyse", str(newest("karta"))).out


def test_luck_and_what_each_seat_gave_away_are_told_with_how_each_game_ended(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tuple(
        CatatacGame(number, (0.9, None), (0.12, 0.01), end, 0.3, -0.2)
        for number, end in enumerate((1.0, 0.0, 0.5, None))
    )
    studied = CatatacStudy("hard", (), (1.0, 1.0), (0.48, 0.04), (), 1.2, -0.8, games)
    monkeypatch.setattr("cartable.cli.analyse.study", lambda *_: studied)
    said = cartable("analyse", str(newest("catatac"))).out.splitlines()[-20:]
    luck = "Chance brought White +30 points, -20 of them by tosses."
    given = ["Seat 1 gave away 12 points.", "Seat 2 gave away 1 point."]
    ends = ["White won.", "Black won.", "It was a draw.", "It was not played to its end."]
    assert said == [
        line for number, end in enumerate(ends, 1) for line in (f"Game {number}:", end, luck, *given)
    ]
    monkeypatch.setattr("cartable.cli.analyse.study", lambda *_: replace(studied, games=games[:1]))
    assert "Game" not in cartable("analyse", str(newest("catatac"))).out


def test_symbols_that_are_found_late_or_mistaken_are_told_by_name(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(Seat(0), 6, 1, Millis(900), "casual")
    late = (Lateness(Seat(0), Symbol(0), 2, 0.25),)
    wrong = (
        MistakenSymbol(Seat(0), Symbol(1), Symbol(0), 2),
        MistakenSymbol(Seat(1), Symbol(2), Symbol(3), 1),
    )
    studied = ReflexStudy("hard", (), (pace,), late, wrong, ())
    monkeypatch.setattr("cartable.cli.analyse.study", lambda *_: studied)
    tower, ports = str(newest("spot/tower")), str(newest("island/ports"))
    first, second = (emblem.en for emblem in theme("everyday").emblems[:2])
    said = cartable("analyse", tower).out
    assert f"slow to find {first}: 25%" in said
    assert f"Seat 1 called {first} where {second} was right (2×)." in said
    assert "Seat 2" not in said
    assert f"find {theme('backyard').emblems[0].en}:" in cartable("analyse", tower, "--theme", "backyard").out
    assert f"find {theme('island').emblems[0].en}:" in cartable("analyse", ports).out
    # A theme with too few symbols for the deck has no names for them.
    assert "find 0:" in cartable("analyse", ports, "--theme", "insects").out


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


@pytest.mark.rule("DECK-5")
def test_a_deck_is_checked_in_words(cartable: Command) -> None:
    said = cartable("deck", "--order", "8", "--check").out
    assert "73 cards, 73 symbols, 9 on each card" in said
    assert "every pair shares exactly one symbol" in said


def test_a_deck_is_printed_card_by_card(cartable: Command) -> None:
    assert len(cartable("deck", "--order", "2").out.splitlines()) == 7
    made = cartable("deck", "--order", "3", "--cards", "5", "--json", "--check").json
    assert len(made["cards"]) == 5
    assert made["check"]["wrong"] is None


def test_rules_are_printed_by_id_family_and_page(cartable: Command) -> None:
    assert "TOWER-3" in cartable("rules", "tower-3").out
    assert "TOWER-4" in cartable("rules", "TOWER").out
    assert "KARTA-1" in cartable("rules", "karta").out
    assert "CTC-39" in cartable("rules").out
    (ours,), (theirs,) = (cartable("rules", number, "--json").json for number in ("KARTA-2", "KARTA-13"))
    assert (ours["house"], theirs["house"]) == (True, False)
    assert cartable("rules", "KARTA-2").out.split()[1] == "house"
    assert cartable("rules", "KARTA-13").out.split()[1] != "house"


def test_bench_compares_tables_alone_beside_bots_and_beside_analyses(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = []

    def measure(paced: bool, tables: int, seconds: float, bots: int, analyses: int = 0) -> Load:
        beside.append((bots, analyses))
        late = 0.5 if bots else 0.25 if analyses else 0
        return Load(tables, seconds, 1000, 100, 1, 2 + late, 3, 4, 5, 6, 7, 8, 9, 10, judged=33 * analyses)

    monkeypatch.setattr("cartable.lab.load.measure", measure)
    found = cartable("bench", "bots", "--bots", "3", "--analyses", "4", "--json").json
    assert list(found) == ["idle", "busy", "studied"]
    assert beside == [(0, 0), (3, 0), (0, 4)]
    said = " ".join(cartable("bench", "bots", "--analyses", "1").out.split())
    assert "alongside 1 person having games analysed" in said
    assert "Moves analysed meanwhile 0 0 33" in said
    assert "with bots thinking: p50 +0.00 ms, p99 +0.50 ms" in said
    assert "with games analysed: p50 +0.00 ms, p99 +0.25 ms" in said


def test_what_people_have_analysed_meanwhile_are_true_records_of_every_kind() -> None:
    ones = [list(islice(files(number), 5)) for number in range(4)]
    assert len({file for each in ones for file in each}) == 20
    for each in ones:
        assert all(isinstance(read(file, Examine()), bytes) for file in each)
    games = [[decode(file, GAMES) for file in each] for each in ones]
    kinds = [[(found.game, found.setup.seats) for found in each] for each in games]
    every = [("spot/tower", 2), *SHAPES]
    assert [each[:4] for each in kinds] == [every[n:] + every[:n] for n in range(4)]
    assert len(games[0][0].log) == CALLS


def test_bench_measures_analyses_from_request_to_result(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.lab.studied.SHAPES", [("karta", 2)])
    monkeypatch.setattr("cartable.lab.files.COMPILED", False)
    found = cartable("bench", "analyses", "--times", "2", "--json").json
    (kind,) = found["kinds"]
    assert (kind["game"], kind["seats"], kind["level"], kind["runs"], kind["moves"]) == (
        "karta",
        2,
        "hard",
        2,
        16,
    )
    assert 0 < kind["fastest"] <= kind["median"] <= kind["slowest"]
    again = StudyTimes(1.5, (StudyTime(**kind),))
    monkeypatch.setattr("cartable.lab.studied.measure", lambda times: again)
    said = cartable("bench", "analyses").out
    assert "The very first analysis took 1.50\N{NO-BREAK SPACE}s" in said
    assert re.search(r"karta +2 +hard +2 +16 +\d", said)


def test_bench_measures_decks_and_games(cartable: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.lab.bench.ORDERS", (7, 8))
    ran = cartable("bench", "--seconds", "0.001", "--json").json
    assert [deck["order"] for deck in ran["decks"]] == [7, 8]
    assert all(game["moves"] > 0 for game in ran["games"])


def test_bench_prints_what_a_full_file_costs_beside_its_aims(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(rows: int) -> StoreCost:
        return StoreCost(rows, 12, 5000, 31.5, 400, 300, 90, 9, 1.5, 4, 1, 210, 2, 7000, 40, 21)

    monkeypatch.setattr("cartable.lab.stored.measure", measure)
    assert cartable("bench", "store", "--rows", "3000", "--json").json["rows"] == 3000
    said = " ".join(cartable("bench", "store").out.split())
    assert "Rows in the file 1,000,000 Tables 12" in said
    assert "Server start after a crash, ms 400 < 1,000" in said
    ran = cartable("bench", "store", "--rows", "199")
    assert (ran.code, "at least 200" in ran.err) == (2, True)


def test_other_servers_are_measured_beside_ours_where_the_tools_are(
    cartable: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    servers = import_module("cartable.lab.servers")
    tools = tmp_path / "compare.py"
    monkeypatch.setattr(servers, "COMPARE", tools)
    ran = cartable("bench", "server", "--peers")
    assert (ran.code, "in the repository" in ran.err) == (2, True)
    tools.write_text("import sys; sys.exit('There is no compiler.')", "utf-8")
    ran = cartable("bench", "server", "--peers")
    assert (ran.code, "not compared" in ran.err) == (2, True)
    run = {"calls_per_s": 4e3, "cpu_us_per_call": 80, "to_cartable": 0.5, "p50_us": 140, "p99_us": 1300}
    report = {"notes": [], "medians": {"Colyseus": run}}
    tools.write_text(f"print({json.dumps(json.dumps(report))})", "utf-8")
    assert cartable("bench", "server", "--peers", "--json").json == [
        {"name": "Colyseus", "calls_a_second": 4000, "cpu_micros": 80, "ratio": 2, "p50": 0.14, "p99": 1.3}
    ]
    assert "× 2.0" in cartable("bench", "server", "--peers").out


def test_the_fairness_simulation_prints_a_row_for_each_race_and_order(cartable: Command) -> None:
    report = cartable("lab", "fairness", "--reveals", "4", "--json").json
    assert report["reveals"] == 4
    assert len(cartable("lab", "fairness", "--reveals", "4").out.splitlines()) > len(report["cells"])


def test_untested_rules_are_printed_and_end_with_one(cartable: Command, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text('@pytest.mark.rule("TOWER-1", "TOWER-2")\n')
    ran = cartable("rules", "--untested", "--tests", str(tmp_path))
    assert ran.code == 1
    assert "TOWER-3" in ran.out.split()
    assert "TOWER-2" not in ran.out.split()
    told = cartable("rules", "--untested", "--tests", str(tmp_path), "--json")
    assert told.code == 1
    assert "TOWER-3" in told.json["untested"]
    assert told.json["uncoded"] == []


def test_a_rule_without_code_is_printed_and_ends_with_one(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = {number: lines for number, lines in done_by().items() if number != "TOWER-3"}
    monkeypatch.setattr(import_module("cartable.cli.rules"), "done_by", lambda: without)
    ran = cartable("rules", "--untested", "--tests", str(TESTS))
    assert ran.code == 1
    assert ran.out.split()[-1] == "TOWER-3"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_rule_is_printed_with_its_test_and_its_code(
    cartable: Command, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    first = " ".join(rulebook(language)["TOWER-3"].text.split()[:3])
    spoken(monkeypatch, language, "app", "rules")
    said = cartable("rules", "TOWER-3", "--where", "--tests", str(TESTS)).out
    assert first in said
    assert "test_tower.py:" in said
    assert "tower.py:" in said.replace("test_tower.py:", "")
    (told,) = cartable("rules", "TOWER-3", "--where", "--tests", str(TESTS), "--json").json
    assert told["id"] == "TOWER-3"
    assert told["text"].startswith(first)
    assert {Path(place["file"]).name for place in told["test"]} >= {"test_tower.py"}
    assert {Path(place["file"]).name for place in told["code"]} == {"tower.py"}
    (plain,) = cartable("rules", "TOWER-3", "--json").json
    assert plain.keys() == {"id", "text", "page", "house"}


@pytest.mark.rule("DECK-3")
@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("6", ("5 and 7", "impossible")),
        ("10", ("9 and 11", "search")),
        ("12", ("11 and 13", "open problem")),
        ("1", ("first order that works is 2",)),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_its_neighbours(
    cartable: Command, order: str, said: tuple[str, ...]
) -> None:
    ran = cartable("deck", "--order", order)
    assert ran.code == 2
    assert all(part in ran.err for part in said)


@pytest.mark.parametrize(
    "words",
    [
        ("frobnicate",),
        ("sim",),
        ("sim", "chess"),
        ("sim", "karta", "--games", "0"),
        ("sim", "karta", "--games", "many"),
        ("sim", "karta", "--seats", "5"),
        ("sim", "karta", "--order", "7"),
        ("sim", "karta", "--option", "return"),
        ("sim", "karta", "--option", "speed=3"),
        ("sim", "karta", "--option", "return=perhaps"),
        ("sim", "karta", "--bots", "deep-blue"),
        ("sim", "spot/tower", "--order", "6"),
        ("sim", "spot/tower", "--order", "7", "--cards", "99"),
        ("sim", "spot/tower", "--cards", "3"),
        ("sim", "catatac", "--option", "cards=@/no/such/file"),
        ("lab", "fairness", "--reveals", "0"),
        ("deck", "--order", "9999"),
        ("deck", "--order", "7", "--cards", "0"),
        ("deck", "--colour", "red"),
        ("replay", "/no/such/file"),
        ("replay", str(Path(__file__))),
        ("puzzles", "make", "/no/such/folder/file"),
        ("puzzles", "make", "/"),
        ("puzzles", "make", "/no/such/folder/file", "--games", "-1"),
        ("puzzles", "check", "/no/such/file"),
        ("puzzles", "check", "--count", "0"),
        ("puzzles", "check", "--count", "-5"),
        ("puzzles", "gather", str(newest("karta")), "--to", "/no/such/folder/file"),
        ("puzzles", "gather", "--to", "/no/such/folder/file", "--two", "-1"),
        ("rules", "CHESS-1"),
        ("rules", "--untested", "--tests", "/no/such/folder"),
    ],
)
def test_a_mistake_is_one_sentence_exit_code_two_and_no_traceback(
    cartable: Command, words: tuple[str, ...]
) -> None:
    ran = cartable(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert 1 <= len(ran.err.strip().splitlines()) <= 2
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "fr_CA", "LANG": "de_DE"}, "fr"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_language_is_the_systems(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language
