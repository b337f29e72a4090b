"""A live table: it decides every input at once and leaves the rest to its herald.

It holds no task and waits for nothing. Time comes from a `Clock` and messages leave through `Connection`s: it
can be tested without either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from secrets import token_urlsafe
from typing import Any, Final

import msgspec

from cartable.core import Millis, Refused, Seat
from cartable.fair import Tally
from cartable.server import messages
from cartable.server.admission import admits
from cartable.server.answers import Answers
from cartable.server.book import Book
from cartable.server.bots import Bots
from cartable.server.chairs import key_of
from cartable.server.client import Client, Connection
from cartable.server.clock import Watch
from cartable.server.dealing import Dealing
from cartable.server.decision import Decision
from cartable.server.guard import Guard, guarded
from cartable.server.herald import Herald
from cartable.server.hints import Hints
from cartable.server.house import House
from cartable.server.playing import Playing
from cartable.server.presence import Presence
from cartable.server.rows import Hosted, Row
from cartable.server.seating import arriving
from cartable.server.sentences import error, not_allowed

NOTHING: Final[Mapping[tuple[int, int], bool]] = {}


class Table:
    """One table and everyone at it."""

    def __init__(self, house: House, home: int, book: Book, written: int, address: str = "") -> None:
        self.home = home
        self.book = book
        self._house = house
        self._guard = guard = Guard(house, book.code, address)
        # Earlier servers wrote down none: it is then a new one until the next start.
        book.secret = book.secret or house.draw(32).hex()
        self._watch = Watch(guard, book.at)
        self.presence = Presence(book, guard, house.wall)
        bots = Bots(guard, guard.think, self._bot_plays)
        self._herald = Herald(house, guard, home, book, self._watch, self.presence, written)
        self._playing = Playing(house, guard, home, book, self._watch, bots, self.presence, self._herald)
        self._dealing = Dealing(guard, book, self._watch, self.presence, self._playing)
        self._answers = Answers(guard.think)
        self._hints = Hints(guard.think)
        self._playing.take_up()

    @property
    def settled(self) -> bool:
        """Whether everything it wrote is durable, so that it may be read again."""
        return self._herald.pending == 0

    @property
    def tally(self) -> Tally:
        """What the arbiter has counted in the game being played."""
        return self._playing.tally

    # Coming and going

    @guarded
    def join(self, connection: Connection, hello: messages.Hello, coming: Callable[[Client], None]) -> None:
        """Let someone in, or back in; raise Refused at a closed door.

        Who comes is named at once, and is `here` once that is written down; `gone` is right in between too.
        """
        rows: list[Row] = []
        token = hello.token
        member = self.book.member_with(key_of(token)) if token else None
        if token and member is None:
            if not admits(self.book, token, self._house.wall()):
                raise Refused("TABLE-7", "table.unknown")
            member, token, rows = self.invite(hello.name, hello.face, tv=True, token=token, shown=True)
        elif member is None:
            member, token, rows = self.invite(hello.name, hello.face, hello.tv)
        seed = self._house.draw(16)
        preset, page = self.book.preset, hello.page
        asking, adds = self._house.asking, hello.adds
        tv = self.book.persons[member].tv
        client = Client(connection, self._guard, member, hello.language, preset, seed, page, asking, adds, tv)
        welcome = messages.Welcome(messages.VERSION, hello.id, self.book.code, member, token)
        coming(client)
        self._playing.admit(client, welcome, rows, self._came)

    def invite(
        self, name: str, face: int = 0, tv: bool = False, token: str = "", shown: bool = False
    ) -> tuple[int, str, list[Row]]:
        """Enter someone new into the book; return their number, their token, and the rows to write."""
        token = token or token_urlsafe(16)
        rows = arriving(self.book, name, face, key_of(token), tv, self.presence.away, shown)
        for row in rows:
            self.book.apply(row)
        return self.book.newest, token, rows

    def begin(self, rows: list[Row], then: Callable[[], None]) -> None:
        """Write the first rows of a new table."""
        self._herald.write(rows, then)

    @guarded
    def gone(self, client: Client) -> None:
        """Note that a connection is lost."""
        client.stop()
        if self.presence.lost(client):
            self._playing.without(client.member)
            self._mind_absent()

    @guarded
    def stop(self, key: str) -> None:
        """Decide the calls that are held, write them, then disconnect everyone."""
        self._playing.settle()
        self._herald.write([], partial(self.dismiss, key, again=True))

    def dismiss(self, key: str, again: bool) -> None:
        """Stop at once, and disconnect everyone."""
        self.drop()
        self._herald.dismiss(key, again)

    @guarded
    def drop(self) -> None:
        """Stop at once, and tell nobody."""
        self._playing.rest()
        self._dealing.cancel()
        self.presence.rest()

    def _came(self, client: Client) -> None:
        client.here = True
        self._mind_absent()

    def _mind_absent(self, over: bool = False) -> None:
        """Stop waiting for anyone who has been away for longer than the table's patience.

        Their seats may then be given to bots, and the host's powers pass on. Asked whenever someone comes or
        goes, and when the next one's patience is `over`: what counts is how long each has really been away.
        """
        self.presence.wait(partial(self._mind_absent, over=True))
        if not self.presence.clients:
            return
        made = Decision(table=over)
        heir = self.presence.heir()
        if heir is not None:
            self._playing.apply([Hosted(heir)], made)
            made.table = True
        self._playing.publish(made)

    # Requests

    def receive(self, client: Client, request: messages.FromClient, read: Millis) -> None:
        """Accept a message that was read at this time of the clock."""
        # Not `guarded`, which takes as long as the rest of this.
        try:
            if isinstance(request, messages.Pong):
                self._playing.ponged(client, request, read)
            elif client.member in self.book.persons:
                self._answer(client, request, read)
        except Exception as fault:
            self._guard.failed(fault)

    def _bot_plays(self, seat: Seat, move: Any, weaker: bool) -> bool:
        return self._playing.bot_plays(seat, move, weaker)

    def _answer(self, client: Client, request: messages.Request, read: Millis) -> None:
        made = Decision()
        late = self.book.asked.get(client.member, NOTHING).get((client.page, request.id))
        if late is not None:
            # Behind what is still being written, its own rows perhaps.
            made.answers.append((client, messages.Late(request.id) if late else messages.Done(request.id)))
            self._playing.publish(made)
            return
        try:
            if isinstance(request, messages.Play):
                self._playing.play(client, request, read, made)
            else:
                self._decide(client, request, made)
        except Refused as refused:
            self._playing.publish(made)
            client.tell(not_allowed(request.id, refused, client.language))
        except msgspec.MsgspecError:
            self._playing.publish(made)
            client.tell(error(request.id, "error.move", client.language))
        else:
            self._playing.publish(made)

    def _decide(self, client: Client, request: messages.Request, made: Decision) -> None:
        playing = self._playing
        match request:
            case messages.Ask():
                self._answers.ask(playing.live_for(client, request.seat).game, client, request)
            case messages.Hint():
                game, running = playing.live_for(client, request.seat).game, self._watch.running
                self._hints.ask(game, self.book, running, client, request)
            case messages.React():
                self._herald.react(client, request)
            case messages.Hello():
                raise Refused("TABLE-7", "table.here")
            case messages.Start():
                playing.wake()
                self._dealing.start(client, request, made)
            case messages.Add():
                self._dealing.add(client, request, made)
            case _:
                self._arrange(client, request, made)

    def _arrange(self, client: Client, request: messages.Request, made: Decision) -> None:
        """Handle what is not part of the game: seats, agreement, pausing, leaving."""
        self._playing.wake()
        if self._dealing.under_way and not isinstance(request, messages.Leave):
            raise Refused("TABLE-8", "table.dealing")
        rows = self.presence.seating(client.member, self._watch.now()).decide(request)
        match request:
            case messages.Pause():
                self._playing.pause(made)
            case messages.Resume():
                self._playing.count_down()
            case messages.Leave():
                made.goodbyes.append((client.member, "closing.left"))
            case messages.Remove():
                made.goodbyes.append((request.member, "closing.removed"))
        self._playing.apply(rows, made)
        made.table = True
        if rows:
            self.book.heard(made.owe(client, request.id))
        else:
            made.answers.append((client, messages.Done(request.id)))
        self._dealing.look(made)
