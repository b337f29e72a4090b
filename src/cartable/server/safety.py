"""What a server does not let through: other sites' pages, false names, guessing, floods."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from cartable.server.clock import Clock

MESSAGE_BYTES: Final = 8 * 1024
MESSAGES_A_SECOND: Final = 40
CONNECTIONS_AN_ADDRESS: Final = 200
"""A school or a flat share is one address."""
OPENED_A_MINUTE: Final = 60
GUESSES_A_MINUTE: Final = 30

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def policy(host: str) -> str:
    """Return the Content-Security-Policy of a page that was asked for by this name."""
    # Some browsers do not count a socket to the page's own host as 'self'.
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        f"font-src 'self'; media-src 'self'; connect-src 'self' ws://{host} wss://{host}; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def known_host(host: str, names: Iterable[str]) -> bool:
    """Tell whether a server is known by this name: no page may rebind its own name to us.

    Numbers are always right: nobody else can make a browser send them.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name == "localhost" or name.endswith(".localhost") or name in {own, f"{own}.local", *names}
    return True


def same_origin(origin: str | None, host: str, public_url: str) -> bool:
    """Tell whether a request comes from our own page, or from no page at all."""
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == host.lower() or (
        bool(public_url) and urlsplit(origin)[:2] == urlsplit(public_url)[:2]
    )


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
