"""A contest: the calls about the same cards between the first valid one and the verdict.

The server holds the timers and the sockets. It opens a contest at the first valid call, pings each waiting
seat at the time that `ask` names, tells the contest what it reads, and decides when `due` has come.
Nothing of a contest is told to anyone before that (FAIR-7).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Millis, Seat
from cartable.fair.presets import Preset
from cartable.fair.press import Entrant, Press, Score, score


class Promise(Struct, frozen=True, array_like=True):
    """A ping's answer: the client's reaction clock, and so that no earlier press is on its way (FAIR-6)."""

    seat: Seat
    common: Millis
    """The common moment of the reveal that the clock runs from."""
    clock: Millis
    read: Millis


class Contest(Struct, frozen=True, dict=True, array_like=True):
    """Everything that enters a verdict: the evidence, logged so that it can be decided again (FAIR-11).

    It is most of what a log holds, and so it and its parts are arrays there; fields are only added last.

    What follows from it is worked out once, and kept with it (`dict`).
    """

    preset: Preset
    about: tuple[int, ...]
    """The cards that are contested; a call about none of them is no rival (FAIR-2)."""
    search: bool
    """Whether one has to search, so that a very quick call is suspicious (FAIR-4)."""
    opened: Millis
    entrants: tuple[Entrant, ...]
    presses: tuple[Press, ...] = ()
    promises: tuple[Promise, ...] = ()
    frozen: tuple[Seat, ...] = ()

    @classmethod
    def open(
        cls,
        preset: Preset,
        about: Iterable[int],
        entrants: Iterable[Entrant],
        press: Press,
        search: bool = True,
    ) -> Contest:
        """Open a contest with its first valid call; entrants are the eligible seats, the caller included."""
        empty = cls(preset, tuple(about), search, press.read, tuple(sorted(entrants, key=lambda e: e.seat)))
        return empty.heard(press)

    def heard(self, press: Press) -> Contest:
        """Add a valid call; a seat's first call stands."""
        if press.seat not in {entrant.seat for entrant in self.entrants}:
            raise ValueError(
                f"seat {press.seat} may not call in this contest: refuse its call as late or frozen"
            )
        if any(press.seat == earlier.seat for earlier in self.presses):
            return self
        return replace(self, presses=(*self.presses, press))

    def promised(self, promise: Promise) -> Contest:
        """Add the answer to a ping."""
        return self._same_calls(replace(self, promises=(*self.promises, promise)))

    def froze(self, seat: Seat) -> Contest:
        """Stop waiting for a seat that froze, by a wrong call or a false start, or that left."""
        return self._same_calls(replace(self, frozen=(*self.frozen, seat)))

    def concerns(self, contested: Iterable[int]) -> bool:
        """Return whether a call about these cards competes here."""
        return not set(self.about).isdisjoint(contested)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """What each call scores, best first, whatever the order in which they were read."""
        entrants = {entrant.seat: entrant for entrant in self.entrants}
        scored = (score(press, entrants[press.seat], self.preset, self.search) for press in self.presses)
        return tuple(sorted(scored, key=lambda s: (s.moment, s.seat)))

    @property
    def deadline(self) -> Millis:
        """When the verdict comes at the latest."""
        return Millis(self.opened + self.preset.wait)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose call could still win, going by what their pings have said so far."""
        return tuple(entrant.seat for entrant in self._waiting)

    def ask(self, seat: Seat) -> Millis | None:
        """Return when to ping a seat, or None: to be asked as the contest opens and after each answer.

        The first ping goes at once. An answer that falls short is followed by another ping as soon as its
        clock is sure to be past.
        """
        for entrant in self._waiting:
            if entrant.seat == seat and not entrant.bot:
                last = max((p for p in self.promises if p.seat == seat), key=lambda p: p.read, default=None)
                if last is None:
                    return self.opened
                return Millis(last.read + self._past - last.common - last.clock - entrant.handicap)
        return None

    @property
    def due(self) -> Millis:
        """When the verdict is ready if nothing more is read.

        A seat need not answer: once the server's own time less all that the seat could be forgiven is past
        the best call, no claim of its client can win.
        """
        past, preset = self._past, self.preset
        certain = [
            entrant.sent + past - entrant.common - entrant.handicap + entrant.bound(preset)
            for entrant in self._waiting
        ]
        return Millis(min(self.deadline, max(self.opened, *certain))) if certain else self.opened

    def ready(self, now: Millis) -> bool:
        """Return whether nothing can change the verdict any more, or the hold is over."""
        return now >= self.due

    def _same_calls(self, later: Contest) -> Contest:
        later.__dict__["scores"] = self.scores
        return later

    @property
    def _past(self) -> Millis:
        """The first moment past the best call's: a call from then on loses to it (FAIR-6)."""
        return Millis(self.scores[0].moment + 1)

    @cached_property
    def _waiting(self) -> tuple[Entrant, ...]:
        past = self._past
        settled = {press.seat for press in self.presses}
        settled.update(self.frozen)
        handicaps = {entrant.seat: entrant.handicap for entrant in self.entrants}
        settled.update(
            promise.seat
            for promise in self.promises
            if promise.common + promise.clock + handicaps.get(promise.seat, 0) >= past
        )
        return tuple([entrant for entrant in self.entrants if entrant.seat not in settled])
