"""The herald of a table: everything that follows a decision.

Its rows go to the store; what is to be told is kept as it was at that moment until the store calls back. The
store calls back in order, so nobody is ever told what could still be lost, and a newcomer's welcome queues up
behind everything before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec import Struct

from cartable.core import Millis, Refused, Seat
from cartable.fair import Preset
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.clock import Watch
from cartable.server.decision import Decision
from cartable.server.guard import Guard
from cartable.server.house import House
from cartable.server.marks import EVERY, mark
from cartable.server.moment import Moment
from cartable.server.portrait import portrait, refreshed
from cartable.server.presence import Presence
from cartable.server.rows import Asked, Row, encode
from cartable.server.sentences import closing
from cartable.server.store import UNASKED, Append, Finish

Told = Callable[[Millis], None]
"""Called when everyone has been told, with the moment at which screens change together (FAIR-2)."""

_encode = msgspec.json.Encoder().encode


class Announcement(Struct):
    """What to tell once it is durable, as it was when it was decided."""

    moment: Moment | None
    about: messages.Table | None
    answers: list[tuple[Client, messages.Message]]
    goodbyes: list[tuple[int, str]]
    preset: Preset
    then: Told | None


class Herald:
    """Writes a table's rows and tells its people."""

    def __init__(
        self,
        house: House,
        guard: Guard,
        home: int,
        book: Book,
        watch: Watch,
        presence: Presence,
        written: int,
    ) -> None:
        self._house = house
        self._guard = guard
        self._home = home
        self._book = book
        self._watch = watch
        self._presence = presence
        self._written = written
        self._silent = False
        self._coming: set[Client] = set()
        """The people whose welcome waits for the store."""
        self.pending = 0
        """How many appends are not yet durable."""

    def publish(self, made: Decision, moment: Moment | None, then: Told | None) -> None:
        """Write a decision; once it is durable, tell everyone, then whoever waits for that."""
        about = self._portrait() if made.table else None
        if made.rows or about or moment or made.answers or made.goodbyes:
            told = Announcement(moment, about, made.answers, made.goodbyes, self._book.preset, then)
            self.write(made.rows, partial(self._announce, told), made.finish, made.asked)

    def admit(
        self,
        client: Client,
        welcome: messages.Welcome,
        rows: list[Row],
        moment: Moment | None,
        then: Callable[[Client], None],
    ) -> None:
        """Write a newcomer's rows, then let them in: they are sent everything, and the others are told."""
        self._coming.add(client)
        self.write(rows, partial(self._enter, client, welcome, self._portrait(), moment, then, bool(rows)))

    def react(self, client: Client, request: messages.React) -> None:
        """Pass on someone's reaction; it is not written."""
        seat = request.seat
        if seat is not None and not self._book.plays(client.member, seat):
            raise Refused("TABLE-6", "table.not-yours")
        said = _encode(messages.Reacted(client.member, seat, request.reaction))
        for other in self._presence.clients.values():
            if request.reaction != "cooperate" or self._same_team(other.member, seat):
                other.post(said)
        client.tell(messages.Done(request.id))

    def write(
        self,
        rows: list[Row],
        tell: Callable[[], None],
        finish: Finish | None = None,
        asked: Mapping[int, Asked] = UNASKED,
    ) -> None:
        """Write rows, then tell people; whatever was written earlier is told earlier."""
        number = self._written
        self._written += len(rows)
        self.pending += 1
        marked, book = None, self._book
        if self._written >= book.marked + EVERY and book.rows == self._written and (marked := mark(book)):
            book.marked = self._written
        encoded = [encode(row) for row in rows]
        then = partial(self._committed, tell)
        self._house.store.append(Append(self._home, number, encoded, then, finish, asked, marked))

    def dismiss(self, key: str, again: bool) -> None:
        """Let everyone go and say nothing more, whatever is still being written."""
        self._silent = True
        coming = [client for client in self._coming if not client.over]
        for client in [*self._presence.clients.values(), *coming]:
            client.tell(closing(key, client.language, again))
            client.close()
        self._presence.clients.clear()
        self._coming.clear()

    def _committed(self, tell: Callable[[], None], failure: Exception | None) -> None:
        self.pending -= 1
        if self._silent:
            return
        if failure is not None:
            self._house.unwritten(failure)
            return
        try:
            tell()
        except Exception as fault:
            self._guard.failed(fault)

    def _announce(self, told: Announcement) -> None:
        clients = self._presence.clients.values()
        # By connection and not by person: whoever comes back may count their requests from 1 again.
        answered: dict[Client, list[bytes]] = {}
        for client, message in told.answers:
            answered.setdefault(client, []).append(_encode(message))
        moment = told.moment
        reveal = moment.reveal if moment else None
        now = common = self._guard.now()
        if reveal:
            # The moment at which screens change together (FAIR-2).
            common = Millis(common + max((client.lead for client in clients), default=0))
        news: tuple[bytes, ...] = ()
        if told.about:
            news = (_encode(refreshed(told.about, self._presence)),)
        apart = moment
        if moment and moment.same:
            news += (moment.message(()),)
            apart = None
        for client in clients:
            parts = news
            if apart and apart.concerns(seats := self._book.sees_from(client.member)):
                parts += (apart.message(seats),)
            if client in answered:
                parts += tuple(answered[client])
            if moment and reveal:
                client.reveal(reveal.number, parts, common, told.preset, moment.known)
            elif parts:
                client.send(parts, now)
        for member, key in told.goodbyes:
            self._send_away(member, key)
        if told.then:
            told.then(common)

    def _enter(
        self,
        client: Client,
        welcome: messages.Welcome,
        about: messages.Table,
        moment: Moment | None,
        then: Callable[[Client], None],
        news: bool,
    ) -> None:
        self._coming.discard(client)
        if client.over:
            if news:
                self._tell_all(about)
            return
        if before := self._presence.came(client):
            before.tell(closing("closing.elsewhere", before.language, again=False))
            before.close()
        client.tell(welcome)
        self._tell_all(about)
        if moment:
            reveal = moment.reveal
            numbers = (*moment.known, reveal.number) if reveal else ()
            client.first = reveal.number if reveal else 0
            client.met = frozenset(numbers)
            message = moment.message(self._book.sees_from(client.member))
            client.post(message, reveals=numbers, common=self._guard.now())
        client.keep_pinging()
        then(client)

    def _tell_all(self, about: messages.Table) -> None:
        told = _encode(refreshed(about, self._presence))
        for client in self._presence.clients.values():
            client.post(told)

    def _send_away(self, member: int, key: str) -> None:
        if client := self._presence.gone(member):
            client.tell(closing(key, client.language, again=False))
            client.close()

    def _same_team(self, member: int, seat: Seat | None) -> bool:
        teams = self._book.teams()
        return seat is not None and any(teams[own] == teams[seat] for own in self._book.seats_of(member))

    def _portrait(self) -> messages.Table:
        now, resumes = self._watch.now(), self._watch.resumes
        return portrait(self._book, self._presence, now, resumes, self._house.wall())
