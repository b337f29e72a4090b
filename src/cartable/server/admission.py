"""Admissions: what lets a television in at a locked table, once, because the host shows the table there."""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from secrets import token_hex
from typing import Final

from cartable.core import Refused
from cartable.server.book import Book
from cartable.server.chairs import key_of

GOOD: Final = 60
"""For how many seconds a television may come in."""


def admission(book: Book, member: int, now: int) -> str:
    """Return what a screen of this member comes in with, nothing where the door is open; raise Refused.

    It is signed and kept nowhere, so that any node can give one and the table's own node knows it.
    """
    if book.host == member and book.secret:
        until = f"{now + GOOD}.{token_hex(4)}"
        return f"{until}.{_signature(book, until)}"
    if book.locked:
        raise Refused("TABLE-7", "table.locked")
    return ""


def admits(book: Book, token: str, now: int) -> bool:
    """Return whether a token is an admission to this table that is still good and was not used before."""
    until, _, signature = token.rpartition(".")
    return (
        token.isascii()
        and key_of(token) not in book.screens
        and book.secret != ""
        and compare_digest(signature, _signature(book, until))
        and now <= int(until.partition(".")[0])
    )


def _signature(book: Book, until: str) -> str:
    key = bytes.fromhex(book.secret)
    return blake2b(until.encode(), key=key, digest_size=16, person=b"screen").hexdigest()
