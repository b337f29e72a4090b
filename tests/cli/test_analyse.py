"""`cartable analyse`."""

from __future__ import annotations

import re
from pathlib import Path

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
    ReflexStudy,
    RowSwing,
    catatac,
)
from cartable.cli.moves import chosen
from cartable.core import Millis, Seat
from cartable.decks.theme import theme
from cartable.designs import Symbol
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
from cartable.texts import LANGUAGES, Language, say
from tests.cli.command import Command, spoken
from tests.recorded import newest


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
