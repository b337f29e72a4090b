"""Chance: fair draws that depend on a seed and a number, and on nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_BLOCK_BITS = 512


class Chance:
    """The draws of move `number` in the game with this `seed`, the same on every Python and machine."""

    __slots__ = ("_block", "_left", "_number", "_pool", "_seed")

    def __init__(self, seed: bytes, number: int) -> None:
        self._seed = seed
        self._number = number
        self._block = 0
        self._pool = 0
        self._left = 0

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1, each equally likely."""
        if n < 1:
            raise ValueError(f"cannot draw below {n}: ask for at least 1")
        bits = (n - 1).bit_length()
        # Draws that do not fit are thrown away, so that no number is likelier than another.
        while True:
            if self._left < bits:
                self._refill()
            value = self._pool & ((1 << bits) - 1)
            self._pool >>= bits
            self._left -= bits
            if value < n:
                return value

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a random order (Fisher-Yates)."""
        out = list(items)
        below = self.below
        for i in range(len(out) - 1, 0, -1):
            j = below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def _refill(self) -> None:
        text = b"%d/%d" % (self._number, self._block)
        block = int.from_bytes(blake2b(text, key=self._seed).digest(), "little")
        self._pool |= block << self._left
        self._left += _BLOCK_BITS
        self._block += 1


def seed_of(number: int) -> bytes:
    """Turn a whole number, as given on a command line, into a seed."""
    return blake2b(b"cartable seed %d" % number, digest_size=32).digest()
