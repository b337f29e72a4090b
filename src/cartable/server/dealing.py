"""From Start to the deal: the pages of those who play add their numbers to the shuffle (TABLE-12)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from cartable.core import Millis, Refused, commitment
from cartable.server import messages
from cartable.server.beginning import deal, shuffling
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.clock import Alarm, Watch
from cartable.server.decision import Decision
from cartable.server.guard import Guard
from cartable.server.playing import Playing
from cartable.server.presence import Presence
from cartable.server.sentences import not_allowed

PATIENCE: Final = 1_500
"""How long a start waits for the numbers of pages, in milliseconds."""


class Gathered(Struct):
    """A start that waits for numbers; nothing is written until the deal."""

    client: Client
    request: messages.Start
    wanted: tuple[int, ...]
    """Whose numbers."""
    alarm: Alarm
    numbers: dict[int, str] = {}


class Dealing:
    """Gathers the numbers for a start and deals once all have come or time is up."""

    def __init__(self, guard: Guard, book: Book, watch: Watch, presence: Presence, playing: Playing) -> None:
        self._guard = guard
        self._book = book
        self._watch = watch
        self._presence = presence
        self._playing = playing
        self._waiting: Gathered | None = None

    @property
    def under_way(self) -> bool:
        """Whether a start waits for numbers."""
        return self._waiting is not None

    def start(self, client: Client, request: messages.Start, made: Decision) -> None:
        """Ask the players' pages for their numbers; raise Refused if nothing can be dealt."""
        if waiting := self._waiting:
            asked = waiting.client.member, waiting.client.page, waiting.request.id
            if (client.member, client.page, request.id) != asked:
                raise Refused("TABLE-8", "table.dealing")
            waiting.client = client  # Whoever lost the connection asks again, and is answered there.
            return
        self._may_start(client)
        wanted = tuple(member for member in shuffling(self._book) if self._adds(member))
        alarm = self._guard.at(Millis(self._guard.now() + PATIENCE), self._hurry)
        self._waiting = Gathered(client, request, wanted, alarm)
        self._presence.adding = wanted
        made.table = True
        self.look(made)

    def add(self, client: Client, request: messages.Add, made: Decision) -> None:
        """Accept a page's number; only the first counts, so that nobody can try another."""
        waiting = self._waiting
        if waiting is None or client.member not in waiting.wanted:
            raise Refused("TABLE-12", "shuffle.not-asked")
        if request.commitment != commitment(self._book.next_secret):
            raise Refused("TABLE-12", "shuffle.other")
        if waiting.numbers.setdefault(client.member, request.number) != request.number:
            raise Refused("TABLE-12", "shuffle.twice")
        made.answers.append((client, messages.Done(request.id)))
        self.look(made)

    def look(self, made: Decision) -> None:
        """Deal if nobody's number is missing any more."""
        waiting = self._waiting
        if waiting and all(
            member in waiting.numbers or member not in self._book.persons for member in waiting.wanted
        ):
            self._end(waiting, made)

    def cancel(self) -> None:
        """Drop the waiting start."""
        if self._waiting:
            self._waiting.alarm.cancel()
            self._waiting = None

    def _adds(self, member: int) -> bool:
        clients = self._presence.clients
        return member in clients and clients[member].adds

    def _hurry(self) -> None:
        """Deal without the numbers of those who are silent."""
        if self._waiting:
            made = Decision()
            self._end(self._waiting, made)
            self._playing.publish(made)

    def _end(self, waiting: Gathered, made: Decision) -> None:
        waiting.alarm.cancel()
        self._waiting = None
        self._presence.adding = ()
        made.table = True
        client, request = waiting.client, waiting.request
        try:
            self._may_start(client)
            row = deal(self._book, self._watch.now(), request.fresh, waiting.numbers)
        except Refused as refused:
            # Whoever asked has left, or with them somebody without whom nothing can be dealt.
            made.answers.append((client, not_allowed(request.id, refused, client.language)))
            return
        self._playing.apply([row], made)
        self._book.heard(made.owe(client, request.id))

    def _may_start(self, client: Client) -> None:
        self._presence.may_start(client.member, self._watch.now())
