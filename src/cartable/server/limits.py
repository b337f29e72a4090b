"""How much one address may do: messages, connections, tables, guesses."""

from __future__ import annotations

from typing import Final

from cartable.server.clock import Clock

MESSAGE_BYTES: Final = 8 * 1024
MESSAGES_A_SECOND: Final = 40
CONNECTIONS_AN_ADDRESS: Final = 200
"""A school or a flat share is one address."""
OPENED_A_MINUTE: Final = 60
GUESSES_A_MINUTE: Final = 30


class Bucket:
    """So much a time, and as much at once; what is over is refused."""

    __slots__ = ("_at", "_clock", "_full", "_left", "_refill")

    def __init__(self, clock: Clock, most: int, millis: int) -> None:
        self._clock = clock
        self._full = most * millis
        self._refill = most
        self._left = self._full
        self._at = clock.now()

    @property
    def full(self) -> bool:
        """Whether nothing is missing, so that a new one would be the same."""
        return self._left + (self._clock.now() - self._at) * self._refill >= self._full

    def take(self) -> bool:
        """Take one, if there is one."""
        now = self._clock.now()
        self._left = min(self._full, self._left + (now - self._at) * self._refill)
        self._at = now
        one = self._full // self._refill
        if self._left < one:
            return False
        self._left -= one
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
