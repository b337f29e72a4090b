"""The herald of a table: what was decided is written down, then told, to each at the right moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import msgspec

from cartable.core import Millis
from cartable.fair import Preset, Tally
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.clock import Clock
from cartable.server.live import Live
from cartable.server.moment import Moment
from cartable.server.presence import Presence
from cartable.server.rows import Row, encode
from cartable.server.sentences import closing
from cartable.server.store import Finish, Store
from cartable.server.think import Think

_encode = msgspec.json.Encoder().encode


class House(Protocol):
    """What all tables share."""

    store: Store
    clock: Clock
    think: Think
    arbiter: bool
    """Whether the arbiter decides who was first, and not arrival; off only to measure."""

    def failed(self, failure: Exception) -> None:
        """Be told that something could not be written."""
        ...

    def tallied(self, tally: Tally) -> None:
        """Be told what the arbiter of a finished game counted."""
        ...


class Herald:
    """Writes a table's rows, and speaks to its people."""

    def __init__(self, house: House, home: int, book: Book, presence: Presence, written: int) -> None:
        self._house = house
        self._home = home
        self._book = book
        self._presence = presence
        self._written = written
        self._silent = False

    def write(self, rows: list[Row], tell: Callable[[], None], finish: Finish | None = None) -> None:
        """Write rows down, then tell; whatever was written before is told before."""
        number = self._written
        self._written += len(rows)
        encoded = [encode(row) for row in rows]
        self._house.store.append(self._home, number, encoded, partial(self._wrote, tell), finish)

    def tell(
        self,
        live: Live | None,
        preset: Preset,
        moment: Moment | None,
        about: bytes | None,
        answers: list[tuple[Client, messages.Message]],
    ) -> Millis:
        """Tell everybody; return the moment at which screens change together (FAIR-2)."""
        clients = self._presence.clients.values()
        # By connection and not by person: whoever comes back may count their requests from 1 again.
        answered: dict[Client, list[bytes]] = {}
        for client, message in answers:
            answered.setdefault(client, []).append(_encode(message))
        reveal = moment.reveal if moment else None
        common = self._house.clock.now()
        if reveal and live:
            common = Millis(common + max((client.lead() for client in clients), default=0))
            live.referee.commons[reveal.number] = common
        same = moment.message(()) if moment and moment.same else None
        for client in clients:
            parts = [about] if about else []
            if same:
                parts.append(same)
            elif moment and moment.concerns(seats := self._book.seats_of(client.member)):
                parts.append(moment.message(seats))
            parts += answered.get(client, ())
            if reveal and live:
                client.refill(preset)
                client.forget(live.referee)
                at = Millis(common - client.lead())
                client.post(*parts, at=at, reveals=(reveal.number,), common=common)
            elif parts:
                client.post(*parts)
        return common

    def welcome(
        self,
        client: Client,
        live: Live | None,
        welcome: messages.Welcome,
        about: bytes,
        moment: Moment | None,
    ) -> None:
        """Let a client in: it is told all there is, and the others of its coming."""
        if before := self._presence.came(client):
            before.tell(closing("closing.elsewhere", before.language, again=False))
            before.close()
        client.tell(welcome)
        for other in self._presence.clients.values():
            other.post(about)
        if moment:
            reveal = moment.reveal
            numbers = (*live.referee.known(), reveal.number) if live and reveal else ()
            client.first = reveal.number if reveal else 0
            message = moment.message(self._book.seats_of(client.member))
            client.post(message, reveals=numbers, common=self._house.clock.now())
        client.start_pings()

    def send_away(self, member: int, key: str) -> None:
        """Let somebody go."""
        if client := self._presence.gone(member):
            client.tell(closing(key, client.language, again=False))
            client.close()

    def dismiss(self, key: str, again: bool) -> None:
        """Let everybody go, and say nothing more, whatever is still being written."""
        self._silent = True
        for client in list(self._presence.clients.values()):
            client.tell(closing(key, client.language, again))
            client.close()
        self._presence.clients.clear()

    def _wrote(self, tell: Callable[[], None], failure: Exception | None) -> None:
        if self._silent:
            return
        if failure is not None:
            self._house.failed(failure)
        else:
            tell()
