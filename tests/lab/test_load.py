"""The benchmark's own clock starts when a verdict could fall, and not at some ping's answer."""

from __future__ import annotations

import msgspec

from cartable.core import DeckSpec, Millis, Seat, Setup, Team
from cartable.fair import PRESETS, Contest, Entrant, Press, Promise
from cartable.games.spot.spread import look, read
from cartable.lab.traffic import LoadClient, Room, Traffic
from cartable.lab.verdicts import decidable, first_told
from cartable.server import messages

HOME = PRESETS["home"]
SETUP = Setup((Team(0), Team(1), Team(2), Team(3)), {}, DeckSpec(31, 993))


def entrant(seat: int) -> Entrant:
    return Entrant(Seat(seat), common=Millis(0), sent=Millis(0))


def press(seat: int, read: int) -> Press:
    return Press(Seat(seat), common=Millis(0), sent=Millis(0), read=Millis(read), reaction=Millis(read))


def promise(seat: int, clock: int, read: int) -> Promise:
    return Promise(Seat(seat), common=Millis(0), clock=Millis(clock), read=Millis(read))


def contest(*seats: int) -> Contest:
    """Return a contest that seat 0 opens after a second."""
    return Contest.open(HOME, (5,), map(entrant, (0, *seats)), press(0, 1000))


def test_a_call_without_rivals_is_decidable_as_it_is_read() -> None:
    assert decidable(contest()) == (1.0, press(0, 1000))


def test_a_verdict_falls_on_the_answer_that_it_waited_for_and_on_no_later_one() -> None:
    short, enough = promise(1, 1000, 1002), promise(1, 1001, 1009)
    evidence = contest(1).promised(short).promised(enough).promised(promise(1, 1015, 1016))
    assert decidable(evidence) == (1.009, enough)


def test_a_verdict_falls_on_a_rivals_own_call() -> None:
    assert decidable(contest(1).heard(press(1, 1004))) == (1.004, press(1, 1004))


def test_a_rival_who_says_nothing_is_waited_for_until_time_has_passed() -> None:
    evidence = contest(1)
    assert evidence.due > 1000
    assert decidable(evidence) == (evidence.due / 1000, None)
    assert decidable(evidence.promised(promise(1, 2000, 1500))) == (evidence.due / 1000, None)


def test_a_verdict_is_told_of_with_the_calls_that_lost_to_it() -> None:
    told = {(1, 3): 5.0, (1, 6): 7.0, (2, 1): 9.0}
    assert first_told(told, (1, 3)) == 5.0
    assert first_told(told, (1, 4)) == 7.0, "two calls lost, and are moves of their own"
    assert first_told(told, (1, 7)) is None
    assert first_told(told, (2, 1)) == 9.0


def room(rate: int | None) -> tuple[Room, list[float]]:
    """Return a table at which nothing is sent, and the list of times at which somebody called."""
    found = Room(messages.Opened("CODE", "", 1, "token"), Traffic(False, rate), 0)
    called: list[float] = []
    found.seats = [LoadClient.__new__(LoadClient) for _ in range(4)]
    for number, one in enumerate(found.seats):
        one.number, one.reveal, one.sees = number, 0, ()
        one.send = lambda kind, **fields: called.append(found._called)  # type: ignore[method-assign]
    return found, called


def seen(moves: int, down: bool = False) -> messages.Game:
    """Return what a table of four is told after so many moves."""
    spread = read(f"{'9' if down else '-'} - 0,1 - 2/3/4/5 0/0/0/0 0 0/0/0/0 - -", SETUP)
    sight = messages.Sight(None, msgspec.Raw(msgspec.json.encode(look(spread))), (), None)
    return messages.Game(1, moves, Millis(0), None, (sight,), None, None, (), (), None)


def test_a_call_that_fell_due_while_the_last_was_not_decided_counts_from_then() -> None:
    table, called = room(rate=10)
    table._game(table.seats[0], seen(1))
    table.fall_due(5.0)
    table.fall_due(6.0)
    assert called == [5.0]
    table._game(table.seats[0], seen(2))
    assert called == [5.0, 6.0]


def test_between_two_games_nothing_falls_due() -> None:
    table, called = room(rate=10)
    table._game(table.seats[0], seen(1))
    table.fall_due(5.0)
    table.fall_due(6.0)
    table._game(table.seats[0], seen(2, down=True))
    table.fall_due(7.0)
    table._game(table.seats[0], seen(3))
    assert called == [5.0]
