"""Seals: how a node knows that a request comes from another node, unchanged, and for the first time.

Whoever has the secret can seal. A seal is for one request to one life of one node: method, target, host,
body and the address of whoever asked are in it, and the time, and a number that is used once. Used numbers
are in memory alone: a node that is started again has another life.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import deque
from collections.abc import Callable, Container
from secrets import token_hex
from typing import Final

from msgspec import Struct

HEADER: Final = "X-Cartable-Seal"
NAME: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
"""The names a node can have."""
WINDOW: Final = 30_000
"""How far apart the clocks of two nodes may be, in milliseconds."""
LONGEST: Final = 500


class Sent(Struct, frozen=True):
    """A request from node to node, without its seal."""

    method: str
    target: str
    """Path and query."""
    host: str
    """The name by which people asked for it."""
    client: str
    """The address of whoever asks."""
    body: bytes = b""


class Unsealed(Exception):
    """A request that no node sealed, or that was sealed for another node, or that came before."""


class Receiver(Struct, frozen=True):
    """Whom a request is sealed for."""

    name: str
    life: int | None
    """None before it is in the roll: no request is sealed for that."""


def seal(secret: bytes, sent: Sent, sender: str, receiver: Receiver, time: int, nonce: str = "") -> str:
    """Return the seal of a request."""
    nonce = nonce or token_hex(16)
    mac = _mac(secret, sent, sender, receiver, str(time), nonce)
    return ";".join((sender, str(time), nonce, sent.client, mac))


class Gate:
    """Lets requests of known nodes in, each once."""

    def __init__(
        self,
        secret: bytes,
        receiver: Callable[[], Receiver],
        known: Callable[[], Container[str]],
        clock: Callable[[], int],
    ) -> None:
        self._secret = secret
        self._receiver = receiver
        self._known = known
        self._clock = clock
        self._used: set[str] = set()
        self._order: deque[tuple[int, str]] = deque()

    def check(self, sealed: str, method: str, target: str, host: str, body: bytes) -> str:
        """Return the address of whoever asks; raise Unsealed."""
        parts = sealed.split(";")
        if len(sealed) > LONGEST or not sealed.isascii() or len(parts) != 5 or not parts[1].isdecimal():
            raise Unsealed("no seal")
        sender, time, nonce, client, mac = parts
        receiver = self._receiver()
        right = _mac(self._secret, Sent(method, target, host, client, body), sender, receiver, time, nonce)
        if not hmac.compare_digest(mac, right):
            raise Unsealed("wrong seal, or one for an earlier life")
        now = self._clock()
        if abs(now - int(time)) > WINDOW:
            raise Unsealed("too old or too new: are the clocks of all nodes right?")
        if sender == receiver.name or sender not in self._known():
            raise Unsealed("unknown node")
        while self._order and self._order[0][0] < now - 2 * WINDOW:
            self._used.discard(self._order.popleft()[1])
        if nonce in self._used:
            raise Unsealed("sent before")
        self._used.add(nonce)
        self._order.append((now, nonce))
        return client


def _mac(secret: bytes, sent: Sent, sender: str, receiver: Receiver, time: str, nonce: str) -> str:
    parts = (
        sent.method,
        sent.target,
        sent.host,
        sent.client,
        hashlib.sha256(sent.body).hexdigest(),
        sender,
        receiver.name,
        str(receiver.life or 0),
        time,
        nonce,
    )
    # Each with its length, so that no two requests read the same.
    text = "".join(f"{len(part)}:{part}" for part in parts)
    return hmac.new(secret, text.encode("utf-8", "surrogateescape"), hashlib.sha256).hexdigest()
