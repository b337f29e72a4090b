"""How much one socket and one address may do."""

from __future__ import annotations

from typing import Final

from cartable.core import Millis
from cartable.server.clock import Clock

SECOND: Final = 1_000
MINUTE: Final = 60_000

MESSAGE_BYTES: Final = 8 * 1024
MESSAGES_A_SECOND: Final = 40
BRACKETS: Final = 400
"""With more opening brackets, JSON may be nested too deeply to be read."""
FRAMES_A_SECOND: Final = 100
"""Frames of one socket, of every kind; a socket that sends more is closed."""
FRAMES_AN_ADDRESS: Final = 2_000
"""Frames per second of all sockets of an address together; the rest wait."""
LOT: Final = 20
"""How many frames are counted at a time."""
SOCKETS_AN_ADDRESS: Final = 200
"""A school or a flat share is one address."""
CONNECTIONS_AN_ADDRESS: Final = 400
"""Sockets, and whatever else browsers open."""
KNOCKS: Final = 2_000
"""Connections and requests of one address in `KNOCKS_MILLIS`: sixty phones loading the page at once."""
KNOCKS_MILLIS: Final = 10_000
ARRANGED: Final = 400
"""Requests of one address in `ARRANGED_MILLIS` that all at a table are told of: names, seats, reactions."""
ARRANGED_MILLIS: Final = 10_000
ASKED: Final = 1_000
"""Questions about games of one address in `ARRANGED_MILLIS`: each may take two milliseconds to answer."""
HEAD_MILLIS: Final = 10_000
"""How long a new connection may take to send its first request."""
REQUEST_MILLIS: Final = 120_000
"""How long a request may take, its body and its answer included, or the next line of an analysis."""
HELLO_MILLIS: Final = 10_000
"""How long a socket may be open until someone has come to a table with it."""
IDLE_SECONDS: Final = 30
"""How long a connection is kept for the next request."""
OPENED_A_MINUTE: Final = 60
REPLAYED_A_MINUTE: Final = 20
WATCHED_A_MINUTE: Final = 60
"""Replays of stored games that one address may ask for; those still in memory do not count."""
DOWNLOADED_A_MINUTE: Final = 60
"""Records that one address has read as files, to keep or to analyse; those still in memory do not count."""
STUDIES_ASKED_A_MINUTE: Final = 60
"""Analyses that one address asks for, whether they are new, under way or done: each is read first."""
STUDIED_A_MINUTE: Final = 20
"""Analyses that one address begins, and positions and texts that cost as much."""
STUDIES_AN_ADDRESS: Final = 6
"""Analyses that one address began and that are under way, and as many files on their way to one."""
EXERCISED_A_MINUTE: Final = 600
"""Questions of one address about positions, or texts: each turn of a card, or pause in typing, asks one."""
GUESSES_A_MINUTE: Final = 30
TRIED_A_MINUTE: Final = 30
"""Tables of one address for the deck of the day: a class may sit behind one address."""
COUNTED_A_DAY: Final = 200
"""Tries of one address that count on a day, of all that count: a school may sit behind one address."""


class Bucket:
    """A number per period, which may be used all at once; anything beyond is refused."""

    __slots__ = ("_at", "_clock", "_full", "_left", "_one", "_refill")

    def __init__(self, clock: Clock, most: int, millis: int) -> None:
        self._clock = clock
        self._full = most * millis
        self._refill = most
        self._one = millis
        self._left = self._full
        self._at = clock.now()

    @property
    def full(self) -> bool:
        """Whether it is full, like a new one."""
        return self._left + (self._clock.now() - self._at) * self._refill >= self._full

    def take(self, now: Millis | None = None) -> bool:
        """Take one if there is one; `now` is the clock's time, if it was just read."""
        now = self._clock.now() if now is None else now
        self._left = min(self._full, self._left + (now - self._at) * self._refill)
        self._at = now
        if self._left < self._one:
            return False
        self._left -= self._one
        return True


class Limits:
    """A bucket for every address, forgotten once it is full again."""

    def __init__(self, clock: Clock, most: int, millis: int, on: bool = True) -> None:
        self._clock = clock
        self._on = on
        self._most = most
        self._millis = millis
        self._buckets: dict[str, Bucket] = {}
        self._swept = clock.now()

    def take(self, address: str) -> bool:
        """Take one for an address, if there is one."""
        if not self._on:
            return True
        now = self._clock.now()
        if now - self._swept > self._millis:
            self._buckets = {of: bucket for of, bucket in self._buckets.items() if not bucket.full}
            self._swept = now
        if address not in self._buckets:
            self._buckets[address] = Bucket(self._clock, self._most, self._millis)
        return self._buckets[address].take()


class Lots:
    """A number of frames per second, taken in lots: reading the clock for each would take too long."""

    __slots__ = ("_clock", "_left", "_most", "_since")

    def __init__(self, clock: Clock, frames: int) -> None:
        self._clock = clock
        self._most = self._left = frames // LOT
        self._since = clock.now()

    def wait(self) -> Millis:
        """Take a lot; return 0, or how long to wait for one."""
        now = self._clock.now()
        if now - self._since >= SECOND:
            self._since, self._left = now, self._most
        if self._left:
            self._left -= 1
            return Millis(0)
        return Millis(SECOND - (now - self._since))


class Sockets:
    """The sockets of one address: how many there are, and what they may send together."""

    __slots__ = ("count", "frames")

    def __init__(self, clock: Clock, on: bool) -> None:
        self.count = 0
        self.frames = Lots(clock, FRAMES_AN_ADDRESS) if on else None
