"""A game of Karta Doppio, gone through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.analysis import AnyStudy, KartaStudy, RowSwing, accuracy, puzzles, study, verdict
from cartable.analysis.choices import asked
from cartable.analysis.karta import answered, chance, gathered, hinted, judge, scored
from cartable.analysis.puzzles import RULES, SETUP, after, moves_of
from cartable.bots.karta.board import LAST
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
from cartable.games.karta import CARDS, Line, Place, Position
from tests.recorded import RECORDS, newest

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


def test_the_accuracy_of_each_seat_is_told_game_by_game() -> None:
    series = decode((RECORDS / "1" / "karta-2-2.json").read_bytes(), GAMES)
    made = [judge(one, "easy") for one in asked(series) if one.game == 0 or one.seat == 1]
    found = gathered(series, "easy", made)
    assert [one.game for one in found.games] == [0, 1]
    assert found.games[1].accuracy[0] is None
    for one in found.games:
        for seat, share in enumerate(one.accuracy):
            losses = [move.loss for move in made if (move.game, move.seat) == (one.game, seat)]
            assert share == (accuracy(losses) if losses else None)


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


def last_cards() -> Iterator[Position]:
    """Yield positions before the last card, after a wrong card in a puzzle with two left."""
    for puzzle in [puzzle for puzzle in puzzles() if puzzle.kind == "two"][:12]:
        state = RULES.read(puzzle.position, SETUP)
        other = next(place for place in moves_of(state) if place != puzzle.line[0])
        if not after(state, other).over:
            yield after(state, other)


@pytest.mark.rule("KARTA-15")
def test_a_blunder_with_the_last_card_names_the_rows_that_count() -> None:
    blunders = 0
    for state in last_cards():
        worst = min(moves_of(state), key=lambda place: lead(after(state, place)))
        judged = answered(RULES.write(state), worst, "easy")
        if judged.better is None or lead(after(state, worst)) == lead(after(state, judged.better)):
            continue  # As many tokens: dots decide (KARTA-16).
        blunders += 1
        assert judged.verdict == "blunder"
        assert 0 < len(judged.rows) <= 3
        for row in judged.rows:
            # It is blue's with the better card, or red's with the one that was laid.
            assert row.swing == -1
            then, laid = after(state, judged.better), after(state, worst)
            assert dots(then, row) == {"blue"} or dots(laid, row) == {"red"}
    assert blunders > 3


def lead(state: Position) -> int:
    """Return how many more tokens the side has that lays the last card, which is blue."""
    red, blue = state.tokens
    return blue - red


def dots(state: Position, row: RowSwing) -> set[str | None]:
    """Return what the four squares of a row show."""
    shown = {(square.x, square.y): square.dot for square in RULES.view(state, None).squares}
    return {shown.get((row.x + n * row.across, row.y + n * row.down)) for n in range(4)}


@pytest.mark.rule("KARTA-15")
@pytest.mark.parametrize(
    ("laid", "better", "rows"),
    [
        # A row of blue that is made, and none that only moves along its own line.
        ((), (Line("blue", 0, 0, 1, 0, 4),), (RowSwing(0, 0, 1, 0, -1),)),
        ((Line("blue", 1, 0, 1, 0, 4),), (Line("blue", 0, 0, 1, 0, 5),), ()),
        ((Line("blue", 5, 0, 1, 0, 4),), (Line("blue", 0, 0, 1, 0, 4),), ()),
        # One of eight counts twice: its second half is new.
        ((Line("blue", 0, 0, -1, 1, 4),), (Line("blue", 0, 0, -1, 1, 8),), (RowSwing(-4, 4, -1, 1, -1),)),
        # A row of red that is broken, and none that red loses with the card that was laid.
        ((Line("red", 2, 1, 0, 1, 4),), (), (RowSwing(2, 1, 0, 1, -1),)),
        ((), (Line("red", 2, 1, 0, 1, 4),), ()),
        # Two short runs in the place of one.
        (
            (Line("blue", 2, 2, 1, 1, 4),),
            (Line("blue", 0, 0, 1, 1, 4), Line("blue", 5, 5, 1, 1, 4)),
            (RowSwing(0, 0, 1, 1, -1), RowSwing(5, 5, 1, 1, -1)),
        ),
    ],
)
def test_the_rows_of_the_last_card_are_those_that_bring_more_tokens(
    laid: tuple[Line, ...], better: tuple[Line, ...], rows: tuple[RowSwing, ...]
) -> None:
    assert scored(LAST, laid, better) == rows
    # For red it is the other way round.
    assert scored(LAST - 1, better, laid) == tuple(replace(row, swing=-row.swing) for row in rows)


def test_a_hint_for_the_last_card_names_the_rows_that_it_makes_or_breaks() -> None:
    told = 0
    for state in last_cards():
        before, hint = lead(state), hinted(RULES.write(state))
        then = after(state, hint.better)
        assert bool(hint.rows) >= (lead(then) > before)
        assert all(dots(then, row) == {"blue"} or dots(state, row) == {"red"} for row in hint.rows)
        told += bool(hint.rows)
    assert told > 3


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
