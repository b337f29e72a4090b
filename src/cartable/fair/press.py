"""A press, and what it scores: the server's time for it, less the lag that may be believed.

All times are whole milliseconds. Microseconds would be false precision: scores closer than 8 ms are a tie,
and what screens and touch panels hide is larger still.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from cartable.core import Millis, Seat
from cartable.fair.lag import Lag
from cartable.fair.presets import Preset

MARGIN: Final = Millis(15)
"""What may be forgiven beyond the p95 round trip (FAIR-5)."""

Sifted = Literal["false start", "wrong", "contest"]


class Press(Struct, frozen=True, array_like=True):
    """One call as it reached the server."""

    seat: Seat
    common: Millis
    """The common moment of the call's reveal (FAIR-2)."""
    sent: Millis
    """When that reveal was written to this seat's connection."""
    read: Millis
    """When the call was read from it."""
    reaction: Millis | None = None
    """The client's own time from paint to press (FAIR-3); None where it sends none."""

    @property
    def elapsed(self) -> Millis:
        """The server's own time for the press."""
        return Millis(self.read - self.sent)

    @property
    def implied(self) -> Millis | None:
        """The lag that the client implies, None where it sends no reaction."""
        return None if self.reaction is None else Millis(self.read - self.sent - self.reaction)


class Entrant(Struct, frozen=True, array_like=True):
    """A seat that may call in a contest, and all that is known of its connection as the contest opens.

    `common` and `sent` are those of the latest reveal that a call of this seat could be about.
    """

    seat: Seat
    common: Millis
    sent: Millis
    median: Millis = Millis(0)
    p95: Millis = Millis(0)
    spare: Millis = Millis(0)
    verified: bool = True
    bot: bool = False
    handicap: Millis = Millis(0)

    @classmethod
    def over(cls, lag: Lag, seat: Seat, common: Millis, sent: Millis, handicap: int = 0) -> Entrant:
        """Return a person's seat on a connection with this lag."""
        return cls(
            seat, common, sent, lag.median, lag.p95, lag.spare, lag.verified, handicap=Millis(handicap)
        )

    @property
    def trusted(self) -> bool:
        """Whether any lag is believed: not a bot's (FAIR-12), not where the story does not fit (FAIR-10)."""
        return self.verified and not self.bot

    def base(self, preset: Preset) -> Millis:
        """Return the lag that is believed without touching the bucket (FAIR-5)."""
        return Millis(min(self.p95 + MARGIN, preset.cap) if self.trusted else 0)

    def bound(self, preset: Preset) -> Millis:
        """Return the most that this seat can be forgiven, whatever its client says."""
        return Millis(min(self.p95 + MARGIN, preset.cap) + self.spare if self.trusted else 0)


class Score(Struct, frozen=True):
    """What a press scored and why; what its seat may see after the round (FAIR-11)."""

    seat: Seat
    elapsed: Millis
    implied: Millis | None
    credit: Millis
    """What was forgiven, the spike included."""
    spike: Millis
    """What of it comes out of the bucket."""
    score: Millis
    """Elapsed less credit, plus the seat's handicap."""
    moment: Millis
    """The score on the table's clock, so that calls that answer different reveals compare (FAIR-2)."""
    flagged: bool
    """Quicker than a person searches (FAIR-4)."""


def score(press: Press, entrant: Entrant, preset: Preset, search: bool = True) -> Score:
    """Return what the press scores (FAIR-5, FAIR-12)."""
    base, elapsed, implied = entrant.base(preset), press.elapsed, press.implied
    credit = _credit(press, entrant, preset)
    result = Millis(elapsed - credit + entrant.handicap)
    return Score(
        press.seat,
        elapsed,
        implied,
        credit,
        spike=Millis(max(0, credit - base)),
        score=result,
        moment=Millis(press.common + result),
        flagged=search and _reaction(press, credit) < preset.suspicious,
    )


def sift(press: Press, entrant: Entrant, preset: Preset, right: bool) -> Sifted:
    """Return what becomes of a call as it is read; only a right call is a contest (FAIR-4, FAIR-7)."""
    if _reaction(press, _credit(press, entrant, preset)) < preset.false_start:
        return "false start"
    return "contest" if right else "wrong"


def _credit(press: Press, entrant: Entrant, preset: Preset) -> Millis:
    implied = press.implied
    if implied is None:
        # FAIR-12, inside the bound: unanswered pings must not buy more than a reaction would.
        return min(entrant.median, entrant.base(preset))
    return Millis(max(0, min(implied, entrant.bound(preset))))


def _reaction(press: Press, credit: Millis) -> Millis:
    # The server's time counts as well: claiming a long reaction must not excuse a press before the cards.
    return Millis(press.elapsed - credit) if press.reaction is None else min(press.reaction, press.elapsed)
