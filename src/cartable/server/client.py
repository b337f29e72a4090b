"""A client at a table: its connection, its distance, what it was shown and when, what waits to be sent."""

from __future__ import annotations

from collections import deque
from typing import Final, Protocol

import msgspec

from cartable.core import Chance, Millis, Seat
from cartable.fair import Entrant, Lag, Preset, lead, pause
from cartable.fair.lag import BURST
from cartable.server import messages
from cartable.server.asking import Asking
from cartable.server.clock import Alarm, Clock
from cartable.texts import Language

UNANSWERED: Final = 16
DEAF: Final = 30_000
"""A client is gone if it leaves this many pings unanswered, one of them for this many milliseconds."""
UNSEEN: Final = 4_000
"""A television that leaves a ping unanswered for this many milliseconds is off: phones show its cards."""

SILENCE: Final = Millis(2000)
"""After this long without a message, the server says it is still there."""

FORGETTING: Final = 32
"""How many reveals are remembered before the old ones are cleared out."""
PLAYING: Final = 10_000
"""For this many milliseconds after a reveal, people search the cards: pings come more often (FAIR-7)."""
RIDE: Final = 3_000
"""How many milliseconds a busy server's ping waits for a message to travel with before it goes alone."""
NOW: Final = Millis(0)
"""A time that has come, by any clock."""
NEVER: Final = Millis(0)
"""When something was done that has not been done yet."""

_encode = msgspec.json.Encoder().encode
ALIVE: Final = _encode(messages.Alive())


class Connection(Protocol):
    """A connection to one client, whatever carries it."""

    def send(self, *messages: bytes) -> None:
        """Write messages at once, in this order."""
        ...

    def close(self) -> None:
        """Write what was sent, then close."""
        ...


class Client:
    """One connection at one table; all seats it holds share it."""

    # One piece of memory each instead of two: with many tables a call is mostly waiting for memory.
    __slots__ = (
        "_alarm",
        "_asking",
        "_clock",
        "_lead",
        "_lots",
        "_median",
        "_next_ping",
        "_nonces",
        "_outbox",
        "_p95",
        "_pinged",
        "_pings",
        "_revealed",
        "_stirs",
        "_tv",
        "_wrote",
        "adds",
        "connection",
        "first",
        "here",
        "lag",
        "language",
        "member",
        "met",
        "over",
        "page",
        "shown",
        "unverified",
    )

    def __init__(
        self,
        connection: Connection,
        clock: Clock,
        member: int,
        language: Language,
        preset: Preset,
        seed: bytes,
        page: int,
        asking: Asking,
        adds: bool = False,
        tv: bool = False,
    ) -> None:
        self.connection = connection
        self.member = member
        self.page = page
        """Tells one page's requests from another's; 0: nothing is asked again."""
        self.adds = adds
        """Whether it adds a number to a shuffle when it is asked to (TABLE-12)."""
        self.language = language
        self.lag = Lag.fresh(preset)
        self.unverified = False
        """Whether its times do not fit its pings (FAIR-10), as of its latest call."""
        self.here = False
        """Whether it was let in; any request before that is too early."""
        self.over = False
        """Whether the connection has ended."""
        self.shown: dict[int, tuple[Millis, Millis]] = {}
        """For every reveal that still matters its common moment, and when it was written to this client."""
        self.first = 0
        """The reveal that the client was shown on arrival: all cards at once."""
        self.met: frozenset[int] = frozenset()
        """The reveals whose cards lay there when the client came."""
        self._tv = tv
        self._clock = clock
        self._asking = asking
        self._outbox: deque[tuple[Millis, tuple[bytes, ...], tuple[int, ...]]] = deque()
        self._alarm: Alarm | None = None
        self._pings: dict[str, Millis] = {}
        self._pinged = 0
        self._lots = Chance(seed, 0)
        """The client's own secret randomness: nobody can foresee when a ping comes."""
        self._nonces = Chance(seed, 1)
        """A second one: nobody can answer a ping before it comes."""
        self._next_ping = NOW
        self._revealed = Millis(-PLAYING)
        self._wrote = NEVER
        """When something was last written to it."""
        self._stirs: Alarm | None = None
        self._lead = self._median = self._p95 = Millis(0)

    def tell(self, message: messages.Message) -> None:
        """Send a message, after those that wait."""
        self.post(_encode(message))

    def send(self, messages: tuple[bytes, ...], now: Millis) -> None:
        """Send encoded messages, after those that wait."""
        if self._outbox:
            self._outbox.append((NOW, messages, ()))
        else:
            self._wrote = now
            self.connection.send(*messages)

    def post(
        self,
        *messages: bytes,
        at: Millis = NOW,
        reveals: tuple[int, ...] = (),
        common: Millis = NOW,
    ) -> None:
        """Send encoded messages at a time, after those that wait, and note when the reveals go out."""
        for number in reveals:
            self.shown[number] = (common, common)
        now = self._clock.now()
        if not self._outbox and at <= now:
            self._write(messages, reveals, now)
            return
        self._outbox.append((at, messages, reveals))
        if self._alarm is None:
            self._alarm = self._clock.at(at, self._flush)

    @property
    def lead(self) -> Millis:
        """How long before the common moment a reveal is sent here (FAIR-2)."""
        return self._lead

    @property
    def trip(self) -> Millis:
        """The usual round-trip time of a message."""
        return self._median

    def reveal(
        self,
        number: int,
        messages: tuple[bytes, ...],
        common: Millis,
        preset: Preset,
        known: tuple[int, ...],
    ) -> None:
        """Send a reveal to be seen at the common moment; `known` are those that a call can be about."""
        if self.lag.spare < preset.bucket:
            # What every reveal puts back into the bucket (FAIR-5).
            self.lag = self.lag.revealed(preset)
        before, self._revealed = self._revealed, self._clock.now()
        if self._revealed - before >= PLAYING and self._stirs and not self.over:
            self._stirs.cancel()
            self._expect()
        if len(self.shown) >= FORGETTING:
            self.shown = {of: self.shown[of] for of in (*known, self.first) if of in self.shown}
        self.post(*messages, at=Millis(common - self._lead), reveals=(number,), common=common)

    def entrant(self, seat: Seat, common: Millis, sent: Millis, handicap: Millis) -> Entrant:
        """Return one of this client's seats with what is known about its connection."""
        lag = self.lag
        # Not `Entrant.over`: its rank test is done once a call, in `called`.
        verified = not self.unverified
        return Entrant(seat, common, sent, self._median, self._p95, lag.spare, verified, False, handicap)

    def called(self, implied: Millis) -> None:
        """Note the lag that a call implied, and whether the client's story still fits (FAIR-10)."""
        self.lag = self.lag.called(implied)
        self.unverified = not self.lag.verified

    def spent(self, spike: Millis) -> None:
        """Take out of the bucket what a verdict forgave (FAIR-5)."""
        self.lag = self.lag.spent(spike)

    def keep_pinging(self) -> None:
        """Ping at irregular times, more often at first; a client that answers none is dropped."""
        self.ping()
        self._expect()

    def ping(self) -> None:
        """Ping once more."""
        self._wrote = self._clock.now()
        self.connection.send(self._ping(self._wrote))

    def ponged(self, pong: messages.Pong, read: Millis) -> bool:
        """Measure a round trip; return whether there was such a ping."""
        sent = self._pings.pop(pong.nonce, None)
        if sent is None:
            return False
        self.lag = self.lag.measured(Millis(read - sent))
        self._median, self._p95 = self.lag.median, self.lag.p95
        self._lead = lead(self._median)
        return True

    def close(self) -> None:
        """Send what waits, at once, and end the connection."""
        self.stop()
        self.connection.close()

    def stop(self) -> None:
        """Send what waits, then do nothing more."""
        self.over = True
        if self._stirs:
            self._stirs.cancel()
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        while self._outbox:
            _, messages, reveals = self._outbox.popleft()
            self._write(messages, reveals, self._clock.now())

    def _ping(self, now: Millis) -> bytes:
        nonce = f"{self._nonces.below(1 << 32):08x}"
        self._pings[nonce] = now
        self._pinged += 1
        return _encode(messages.Ping(nonce))

    def _expect(self) -> None:
        """Choose when the next ping comes, from what everyone has been told and from chance (FAIR-7)."""
        now = self._clock.now()
        self._choose(now)
        self._wait(now)

    def _choose(self, now: Millis) -> None:
        often = self._asking.asks and now - self._revealed < PLAYING
        self._next_ping = Millis(now + pause(self._pinged, self._lots, often))

    def _rides(self, now: Millis) -> bool:
        """Whether a ping waits for something to travel with: cards are searched, and no hold asks for one."""
        in_play = now - self._revealed < PLAYING
        return in_play and not self._asking.asks and self._pinged >= BURST and not self.over

    def _wait(self, now: Millis) -> None:
        alone = self._next_ping + RIDE if self._rides(now) else self._next_ping
        silent = self._wrote + SILENCE
        self._stirs = self._clock.at(Millis(alone if alone < silent else silent), self._stir)

    def _stir(self) -> None:
        """Ping where it is time, or break a silence: when depends on nothing that is not told (FAIR-7)."""
        now = self._clock.now()
        if self._deaf(now):
            self.close()
            return
        if now >= self._next_ping and (now >= self._next_ping + RIDE or not self._rides(now)):
            self.keep_pinging()
            return
        if now >= self._wrote + SILENCE:
            self._write((ALIVE,), (), now)
        self._wait(now)

    def _deaf(self, now: Millis) -> bool:
        waited = now - next(iter(self._pings.values()), now)
        return waited >= UNSEEN if self._tv else len(self._pings) >= UNANSWERED and waited >= DEAF

    def _flush(self) -> None:
        self._alarm = None
        now = self._clock.now()
        while self._outbox and self._outbox[0][0] <= now:
            _, messages, reveals = self._outbox.popleft()
            self._write(messages, reveals, now)
        if self._outbox:
            self._alarm = self._clock.at(self._outbox[0][0], self._flush)

    def _write(self, messages: tuple[bytes, ...], reveals: tuple[int, ...], now: Millis) -> None:
        self._wrote = now
        for number in reveals:
            if number in self.shown:
                self.shown[number] = (self.shown[number][0], now)
        if now >= self._next_ping and self._stirs and self._rides(now) and len(self._pings) < UNANSWERED:
            # Ahead of what it travels with: the page answers before it draws.
            messages = (self._ping(now), *messages)
            self._choose(now)
        self.connection.send(*messages)
