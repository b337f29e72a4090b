"""Seats and presses for the tests: times in plain numbers, one reveal at the common moment 10 000."""

from __future__ import annotations

from cartable.core import Chance, Millis, Seat, seed_of
from cartable.fair import HOME, Contest, Entrant, Preset, Press, Promise

COMMON = 10_000


def entrant(
    seat: int,
    *,
    median: int = 20,
    p95: int = 30,
    spare: int = 0,
    verified: bool = True,
    bot: bool = False,
    handicap: int = 0,
) -> Entrant:
    """Return a seat to which the reveal was written half its round trip before the common moment."""
    return Entrant(
        Seat(seat),
        Millis(COMMON),
        Millis(COMMON - median // 2),
        Millis(median),
        Millis(p95),
        Millis(spare),
        verified,
        bot,
        Millis(handicap),
    )


def press(who: Entrant, reaction: int | None, lag: int = 0) -> Press:
    """Return the call of a seat whose client claims this reaction and implies this lag."""
    return Press(
        who.seat,
        who.common,
        who.sent,
        Millis(who.sent + (reaction or 0) + lag),
        None if reaction is None else Millis(reaction),
    )


def promise(seat: int, clock: int, read: int) -> Promise:
    """Return the answer to a ping."""
    return Promise(Seat(seat), Millis(COMMON), Millis(clock), Millis(read))


def contest(first: Press, *entrants: Entrant, preset: Preset = HOME, search: bool = True) -> Contest:
    """Open a contest about card 7."""
    return Contest.open(preset, (7,), entrants, first, search)


def chance(number: int = 0) -> Chance:
    """Return a fresh chance."""
    return Chance(seed_of(1), number)
