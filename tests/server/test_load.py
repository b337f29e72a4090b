"""The benchmark's own clock starts when a verdict could fall, and not at some ping's answer."""

from __future__ import annotations

from cartable.core import Millis, Seat
from cartable.fair import PRESETS, Contest, Entrant, Press, Promise
from cartable.lab.load import decidable

HOME = PRESETS["home"]


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
