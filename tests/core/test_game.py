"""A game in progress, its log and its record."""

from __future__ import annotations

import pytest
from msgspec import Raw
from msgspec.structs import replace

from cartable.core import (
    Abandoned,
    Agreed,
    Chance,
    Expired,
    Game,
    Millis,
    Played,
    Refused,
    Replaced,
    Resigned,
    Result,
    Seat,
    Sight,
    TakenBack,
    Team,
    Toggle,
    carried,
    decode,
    encode,
    record,
    replay,
    seed_of,
)
from cartable.core.result import Why
from cartable.games.karta import KARTA
from cartable.games.reflex.calls import LateCall
from cartable.games.spot import TOWER
from tests.nim import NIM, Heap, Nim, NimView, Take, Taken

NimGame = Game[Heap, Take, Taken, NimView]


def nim(seats: int = 2) -> NimGame:
    return Game(NIM, NIM.info.setup(seats, options={"heap": 5}), seed_of(1))


class LooseNim(Nim):
    """Nim where the last move can be taken back."""

    info = replace(Nim.info, takeback=True)


LOOSE = LooseNim()


def loose(heap: int = 9) -> NimGame:
    return Game(LOOSE, LOOSE.info.setup(2, options={"heap": heap}), seed_of(1))


def now(at: int) -> Millis:
    return Millis(at)


def test_a_move_is_logged_with_its_seat_and_time() -> None:
    game = nim()
    seat = game.state.turn
    assert game.play(seat, Take(2), now(40)) == (Taken(seat, 2),)
    assert game.log == [Played(seat, now(40), Take(2))]
    assert (game.state.left, game.now, game.moves_made) == (3, 40, 1)


def test_a_refused_move_changes_nothing() -> None:
    game = nim()
    with pytest.raises(Refused):
        game.play(game.state.turn, Take(4), now(40))
    assert (game.log, game.state.left, game.now) == ([], 5, 0)


def test_time_never_runs_backwards_in_a_log() -> None:
    game = nim()
    game.play(game.state.turn, Take(1), now(40))
    game.play(game.state.turn, Take(1), now(10))
    assert [entry.at for entry in game.log] == [40, 40]


def test_what_is_due_happens_before_a_later_move() -> None:
    game = Game(TOWER, TOWER.info.setup(2), seed_of(1))
    due = TOWER.due(game.state)
    assert due is not None
    call = next(TOWER.moves(TOWER.proceed(game.state, due[0], game.chance()).state, Seat(0)))
    game.play(Seat(0), call, Millis(due[0] + 500))
    first, second = game.log
    assert isinstance(first, Played)
    assert (first.seat, first.mover, first.at, first.move) == (-1, None, due[0], due[1])
    assert isinstance(second, Played)
    assert second.seat == second.mover == 0


@pytest.mark.rule("TABLE-2")
def test_nothing_is_played_or_noted_after_the_end() -> None:
    game = nim()
    game.play(game.state.turn, Take(3), now(0))
    game.play(game.state.turn, Take(2), now(0))
    assert game.result is not None
    with pytest.raises(Refused, match="TABLE-2"):
        game.play(game.state.turn, Take(1), now(0))
    with pytest.raises(Refused, match="TABLE-2"):
        game.note(Agreed(now(0)))


@pytest.mark.rule("TABLE-2")
def test_the_last_team_that_has_not_resigned_wins() -> None:
    game = nim(3)
    game.note(Resigned(Seat(1), now(5)))
    assert not game.result
    game.note(Resigned(Seat(0), now(9)))
    assert game.result == Result(((Team(2),), (Team(0),), (Team(1),)), (0, 0, 0), "resigned")
    assert game.now == 9


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize(
    "again", [Resigned(Seat(1), now(7)), Expired(Seat(1), now(7), lost=True)], ids=["resigned", "expired"]
)
def test_a_seat_that_is_out_cannot_leave_again(again: Resigned | Expired) -> None:
    game = nim(3)
    game.note(Resigned(Seat(1), now(5)))
    for one in (game, Game.resumed(NIM, game.setup, game.seed, game.bookmark())):
        with pytest.raises(Refused, match=r"table\.resigned"):
            one.note(again)
        assert one.log == [Resigned(Seat(1), now(5))]
        assert one.now == 5


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_there_is_not_cannot_leave(seat: int) -> None:
    game = nim(3)
    for leaving in (Resigned(Seat(seat), now(5)), Expired(Seat(seat), now(5), lost=True)):
        with pytest.raises(Refused, match=r"table\.no-seat"):
            game.note(leaving)
    assert game.log == []


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize(("entry", "why"), [(Agreed(now(3)), "agreed"), (Abandoned(now(3)), "abandoned")])
def test_an_agreed_draw_and_an_abandoned_table_leave_all_level(entry: Agreed | Abandoned, why: Why) -> None:
    game = nim()
    game.note(entry)
    assert game.result == Result(((Team(0), Team(1)),), (0, 0), why)


@pytest.mark.rule("TABLE-11")
def test_a_time_that_ran_out_is_an_entry_and_loses_the_game_only_where_it_says_so() -> None:
    game = nim(3)
    game.note(Expired(Seat(0), now(3)))
    assert not game.result
    game.note(Expired(Seat(0), now(5), lost=True))
    assert not game.result
    game.note(Expired(Seat(2), now(7), lost=True))
    assert game.result == Result(((Team(1),), (Team(2),), (Team(0),)), (0, 0, 0), "expired")
    assert replay(decode(encode(record(game)), {"nim": NIM}), NIM).log == game.log


@pytest.mark.parametrize("note", [Abandoned(now(3)), Agreed(now(3))])
def test_nobody_gets_a_point_for_a_draw_or_an_abandoned_game(note: Abandoned | Agreed) -> None:
    game = nim(2)
    game.note(note)
    assert game.result
    assert carried((1, 0), game.result) == (1, 0)


def test_a_seat_given_to_a_bot_is_an_entry_that_ends_nothing() -> None:
    game = nim()
    game.note(Replaced(Seat(1), now(3), bot="greedy"))
    assert game.result is None
    game.play(game.state.turn, Take(3), now(9))
    again = replay(decode(encode(record(game)), {"nim": NIM}), NIM)
    assert again.log == game.log


@pytest.mark.rule("TABLE-9")
def test_the_last_move_is_taken_back_and_another_made_instead() -> None:
    game = loose()
    seat, before = game.state.turn, game.state
    assert (game.takeback, before.left) == (None, 9)
    game.play(seat, Take(3), now(5))
    assert (game.takeback, game.state.left) == (seat, 6)
    game.note(TakenBack(seat, now(8)))
    assert (game.state, game.now, game.takeback) == (before, 8, None)
    game.play(seat, Take(1), now(9))
    assert game.state.left == 8
    assert [type(entry) for entry in game.log] == [Played, TakenBack, Played]
    again = replay(decode(encode(record(game)), {"nim": LOOSE}), LOOSE)
    assert (again.log, again.state) == (game.log, game.state)


@pytest.mark.rule("TABLE-9")
def test_what_is_played_instead_stands_and_the_next_turn_is_free_again() -> None:
    game = loose()
    seat = game.state.turn
    game.play(seat, Take(3), now(5))
    game.note(TakenBack(seat, now(8)))
    game.play(seat, Take(1), now(9))
    with pytest.raises(Refused, match="TABLE-9"):
        game.note(TakenBack(seat, now(9)))
    assert game.state.left == 8
    other = game.state.turn
    game.play(other, Take(1), now(12))
    game.note(TakenBack(other, now(13)))
    assert game.state.left == 8


@pytest.mark.rule("TABLE-9")
def test_nobody_takes_back_what_another_played_or_answered() -> None:
    game = loose()
    first = game.state.turn
    with pytest.raises(Refused, match="TABLE-9"):
        game.note(TakenBack(first, now(0)))
    game.play(first, Take(1), now(5))
    second = game.state.turn
    with pytest.raises(Refused, match="TABLE-9"):
        game.note(TakenBack(second, now(6)))
    game.play(second, Take(1), now(7))
    with pytest.raises(Refused, match="TABLE-9"):
        game.note(TakenBack(first, now(8)))
    assert (game.state.left, len(game.log), game.now) == (7, 2, 7)


@pytest.mark.rule("TABLE-9")
def test_in_most_games_and_after_the_end_nothing_is_taken_back() -> None:
    strict = nim()
    seat = strict.state.turn
    strict.play(seat, Take(1), now(0))
    assert strict.takeback is None
    with pytest.raises(Refused, match="TABLE-9"):
        strict.note(TakenBack(seat, now(0)))
    over = loose(heap=1)
    seat = over.state.turn
    over.play(seat, Take(1), now(0))
    assert over.takeback is None
    with pytest.raises(Refused, match="TABLE-2"):
        over.note(TakenBack(seat, now(0)))


@pytest.mark.rule("TABLE-9")
def test_the_first_of_two_games_is_over_in_the_break_and_what_the_table_does_stays_done() -> None:
    game = Game(KARTA, KARTA.info.setup(options={"return": True}), seed_of(1))
    while game.state.resumes is None:
        seat = game.state.game.turn
        assert seat is not None
        assert game.takeback != seat
        move = KARTA.sample(game.state, seat, game.chance())
        assert move is not None
        game.play(seat, move, now(game.now + 5))
    assert game.takeback is None
    game.advance(game.state.resumes)
    assert game.state.index == 1
    assert game.takeback is None


def test_a_game_begun_before_an_option_was_there_has_its_default() -> None:
    rules = LooseNim()
    old = rules.info.setup(2, options={"heap": 5})
    rules.info = replace(rules.info, options=(*rules.info.options, Toggle("last", default=True)))
    game: NimGame = Game(rules, old, seed_of(1))
    assert game.setup.toggle("last")
    assert game.setup.number("heap") == 5
    later = Game.resumed(rules, old, seed_of(1), game.bookmark())
    assert later.setup == game.setup


def test_the_chance_of_a_move_depends_on_the_seed_and_its_number_alone() -> None:
    game = nim()
    first = game.chance().below(1000)
    assert game.chance().below(1000) == first
    game.play(game.state.turn, Take(1), now(0))
    assert game.chance().below(1000) == Chance(game.seed, 2).below(1000)


def test_a_sight_shows_what_the_rules_show() -> None:
    game = nim()
    sight = Sight(NIM, game.setup, game.state, game.state.turn)
    assert sight.view == NimView(5, game.state.turn)
    assert sight.moves() == [Take(1), Take(2), Take(3)]
    assert sight.sample(game.chance()) in sight.moves()


def finished() -> NimGame:
    game = nim()
    while game.result is None:
        game.play(game.state.turn, Take(1), now(game.now + 5))
    return game


def test_a_record_keeps_the_arbiters_evidence() -> None:
    game = nim()
    game.play(game.state.turn, Take(1), now(5), Raw(b'{"why":"first"}'))
    game.play(game.state.turn, Take(1), now(9))
    again = replay(decode(encode(record(game)), {"nim": NIM}), NIM)
    assert again.log == game.log


def test_a_record_is_json_and_replays() -> None:
    game = finished()
    again = replay(decode(encode(record(game)), {"nim": NIM}), NIM)
    assert (again.state, again.log, again.result) == (game.state, game.log, game.result)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"cartable":1', b'"cartable":2', "form 2"),
        (b'"game":"nim"', b'"game":"chess"', "none of: nim"),
        (b'"count":1', b'"count":"one"', "not a record"),
        (b"{", b"", "not a record"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(old: bytes, new: bytes, why: Why) -> None:
    with pytest.raises(ValueError, match=why):
        decode(encode(record(finished())).replace(old, new, 1), {"nim": NIM})


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"version":1', b'"version":3', "version 3"),
        (b'"why":"played"', b'"why":"agreed"', "was changed"),
    ],
)
def test_a_record_that_was_changed_does_not_replay(old: bytes, new: bytes, why: Why) -> None:
    changed = decode(encode(record(finished())).replace(old, new, 1), {"nim": NIM})
    with pytest.raises(ValueError, match=why):
        replay(changed, NIM)


def test_a_game_that_answers_nothing_refuses_every_question() -> None:
    game = nim()
    assert (NIM.question_type, NIM.answer_type, NIM.moves_on_demand) == (None, None, False)
    with pytest.raises(Refused, match=r"TABLE-8 table\.no-question"):
        NIM.answer(game.state, game.state.turn, "How many are left?")


def test_an_event_is_late_for_nobody_unless_it_says_so() -> None:
    taken, late = Taken(Seat(0), 1), LateCall(Seat(1), ())
    assert not taken.late_for(Seat(0))
    assert (late.late_for(Seat(0)), late.late_for(Seat(1))) == (False, True)
