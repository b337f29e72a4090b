"""A game of Karta Doppio, gone through."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cartable.analysis import AnyStudy, KartaStudy, accuracy, study, verdict
from cartable.analysis.choices import asked
from cartable.analysis.karta import answered, chance, hinted
from cartable.bots.karta.search import WON
from cartable.core import (
    Game,
    OtherVersion,
    Played,
    Record,
    Refused,
    Seat,
    TakenBack,
    decode,
    record,
    seed_of,
)
from cartable.games import GAMES
from cartable.games.karta import CARDS, Place
from tests.recorded import newest

KARTA = decode(newest("karta").read_bytes(), GAMES)


@pytest.fixture(scope="module")
def studied() -> KartaStudy:
    return whole(study(KARTA, "medium"))


def whole(found: AnyStudy) -> KartaStudy:
    assert isinstance(found, KartaStudy)
    return found


def test_every_placement_is_judged_once_and_in_order(studied: KartaStudy) -> None:
    placed = [
        entry.move for entry in KARTA.log if isinstance(entry, Played) and isinstance(entry.move, Place)
    ]
    assert [move.played for move in studied.moves] == placed
    assert [move.step for move in studied.moves] == sorted(move.step for move in studied.moves)


@pytest.mark.rule("TABLE-9")
def test_a_placement_that_was_taken_back_is_not_judged() -> None:
    rules = GAMES["karta"]
    game: Game[Any, Any, Any, Any] = Game(rules, rules.info.setup(), seed_of(5))

    def lay(which: int) -> None:
        seat = next(Seat(seat) for seat in range(2) if rules.sample(game.state, Seat(seat), game.chance()))
        game.play(seat, list(rules.moves(game.state, seat))[which], game.now)

    lay(0)
    lay(0)
    mover = game.log[-1]
    assert isinstance(mover, Played)
    game.note(TakenBack(mover.seat, game.now))
    lay(7)
    lay(0)
    assert [one.step for one in asked(record(game))] == [1, 4, 5]
    mover = game.log[-1]
    assert isinstance(mover, Played)
    game.note(TakenBack(mover.seat, game.now))
    assert [one.step for one in asked(record(game))] == [1, 4]
    # Nor does it count for how well its seat played.
    found = whole(study(record(game), "easy"))
    assert len(found.moves) == 2
    assert found.accuracy == tuple(
        accuracy([move.loss]) for move in sorted(found.moves, key=lambda one: one.seat)
    )


def test_a_loss_is_the_movers_and_the_chance_is_reds(studied: KartaStudy) -> None:
    for number, move in enumerate(studied.moves):
        red = number % 2 == 0
        lost = move.before - move.after if red else move.after - move.before
        assert lost == pytest.approx(move.loss)
        assert 0 <= move.loss <= 1
        assert move.better is None or move.better != move.played
        assert move.verdict == verdict(move.loss)


def test_the_last_card_is_judged_by_the_rules_and_not_by_a_guess(studied: KartaStudy) -> None:
    last = studied.moves[-1]
    assert last.exact
    assert KARTA.result is not None
    (winners,) = KARTA.result.ranking[:1]
    first = studied.moves[0].seat
    assert last.after == (0.5 if len(winners) > 1 else float(winners == (KARTA.setup.teams[first],)))


def test_the_same_record_is_judged_the_same_every_time(studied: KartaStudy) -> None:
    assert study(KARTA, "medium") == studied


def test_the_best_card_of_the_search_itself_is_never_called_a_mistake() -> None:
    rules = GAMES["karta"]
    game: Game[Any, Any, Any, Any] = Game(rules, rules.info.setup(), seed_of(3))
    from cartable.bots.karta.decision import judged

    while game.result is None:
        seat = Seat(next(seat for seat in range(2) if rules.sample(game.state, Seat(seat), game.chance())))
        moves = [move for move in rules.moves(game.state, seat) if isinstance(move, Place)]
        best = judged(rules.view(game.state, None).game, moves, 300, lambda: False)
        game.play(seat, best.place, game.now)
    assert all(move.loss == 0 for move in whole(study(record(game), "medium")).moves)


def test_the_rows_of_a_mistake_favour_whoever_should_have_played_otherwise(studied: KartaStudy) -> None:
    named = [(number, move) for number, move in enumerate(studied.moves) if move.rows]
    assert named
    for number, move in named:
        assert all((row.swing > 0) == (number % 2 == 0) for row in move.rows)
        assert len(move.rows) <= 3


def test_progress_is_told_move_by_move() -> None:
    heard: list[tuple[int, int]] = []
    study(KARTA, "easy", lambda done, of: heard.append((done, of)))
    count = len(heard)
    assert heard == [(done, count) for done in range(1, count + 1)]


def test_a_record_of_other_rules_is_not_judged() -> None:
    other: Record[Any] = msgspec.structs.replace(KARTA, version=999)
    with pytest.raises(OtherVersion):
        study(other)


def test_chances_accuracy_and_verdicts() -> None:
    assert chance(0) == 0.5
    assert (chance(WON + 3), chance(-WON)) == (1.0, 0.0)
    assert chance(256) == pytest.approx(0.802, abs=0.001)
    assert chance(-(1 << 22)) == pytest.approx(0)
    assert chance(1 << 22) == pytest.approx(1)
    assert accuracy([]) == 1.0
    assert accuracy([0.0]) == pytest.approx(1.0, abs=0.001)
    assert accuracy([0.5]) < accuracy([0.1]) < accuracy([0.01])
    assert [verdict(loss) for loss in (0.049, 0.05, 0.1, 0.15)] == ["", "inaccuracy", "mistake", "blunder"]


@pytest.mark.rule("KARTA-7")
def test_a_placement_by_a_corner_is_judged_where_corners_touch() -> None:
    position = "0c abcdefgh ijklmnop a0+0+0"
    place = Place(CARDS[8], 0, False, 2, 3)
    judged = answered(position, place, "easy")
    assert judged.played == place
    assert hinted(f"{position} i0+2+3", 0.01).better.card in CARDS[1:8]
    with pytest.raises(Refused, match="KARTA-7"):
        answered(position.replace("c ", " ", 1), place, "easy")
