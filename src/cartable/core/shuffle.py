"""A shuffle that can be checked: a secret that was promised, and a number from every page (TABLE-12)."""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from cartable.core.numbers import Seat


class Share(Struct, frozen=True):
    """What one page added: 32 hexadecimal digits, or nothing where it did not answer in time."""

    seats: tuple[Seat, ...]
    """The seats it holds; none where it is the host's, who only watches."""
    number: str = ""


class Shuffle(Struct, frozen=True):
    """Everything a seed is made of."""

    secret: str
    """The server's, hexadecimal; its commitment was told before any page had added anything."""
    shares: tuple[Share, ...] = ()

    @property
    def seed(self) -> bytes:
        """The seed: the SHA-256 of the secret and the numbers, each on a line of its own."""
        return sha256("\n".join((self.secret, *(share.number for share in self.shares))).encode()).digest()


def commitment(secret: str) -> str:
    """Return the hash by which a secret is promised: the SHA-256 of its bytes."""
    return sha256(bytes.fromhex(secret)).hexdigest()
