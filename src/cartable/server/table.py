"""A live table: it decides every input at once, and leaves what follows to its herald.

It holds no task and waits for nothing. Time comes from a `Clock` and messages leave through `Connection`s: it
can be tested without either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from secrets import token_urlsafe
from typing import Any, Final

import msgspec

from cartable.core import Abandoned, Millis, Note, Refused, Replaced, Result, Seat, ranked
from cartable.fair import Tally
from cartable.server import messages
from cartable.server.answers import Answers
from cartable.server.book import Book, key_of
from cartable.server.bots import Bots
from cartable.server.client import Client, Connection
from cartable.server.clock import Alarm, Watch
from cartable.server.dealing import Dealing
from cartable.server.decision import Decision
from cartable.server.guard import Guard, guarded
from cartable.server.herald import Herald
from cartable.server.hints import Hints
from cartable.server.house import House
from cartable.server.live import Live
from cartable.server.records import listing
from cartable.server.rows import Ended, GameBegan, Hosted, OwnRow, Resumed, Row
from cartable.server.seating import Seating, arriving
from cartable.server.sentences import error, refusal
from cartable.server.store import DayTry, Finish

COUNTDOWN: Final = 3_000
"""How long before a paused game goes on, in milliseconds."""

NOTHING: Final[Mapping[tuple[int, int], bool]] = {}

_encode = msgspec.json.Encoder().encode


class Table:
    """One table and everyone at it."""

    def __init__(self, house: House, home: int, book: Book, written: int, address: str = "") -> None:
        self.home = home
        self.book = book
        self.used = house.clock.now()
        """When someone was here last, by the clock."""
        self._house = house
        self._guard = Guard(house, book.code, address)
        self._watch = Watch(self._guard, book.at)
        self._bots = Bots(self._guard, self._guard.think, self._bot_plays)
        self._answers = Answers(self._guard.think)
        self._hints = Hints(self._guard.think)
        self._herald = Herald(house, self._guard, home, book, self._watch, self._bots, written)
        self.presence = self._herald.presence
        self._alarm: Alarm | None = None
        self._waking: Millis | None = None
        self._counting: Alarm | None = None
        self._absent: Alarm | None = None
        self._dealing = Dealing(self._guard, book, self.presence, self._deal, self._publish)
        # Earlier servers wrote down none: it is then a new one until the next start.
        book.secret = book.secret or house.draw(32).hex()
        self._live: Live | None = None
        if book.under_way and book.game is None:
            self._end_outdated()
        elif book.under_way:
            self._go_live().referee.look(self._guard.now())
            if book.agreement.day:
                # Its clock stood still: a time that was measured so is not listed (TABLE-17).
                made = Decision()
                self._apply([Resumed(self._watch.now())], made)
                self._herald.publish(made, None)
        if book.phase == "paused":
            self._watch.stop()

    @property
    def clients(self) -> dict[int, Client]:
        """Everyone who is connected."""
        return self.presence.clients

    @property
    def settled(self) -> bool:
        """Whether everything it wrote is durable, so that it may be read again."""
        return self._herald.pending == 0

    def tally(self) -> Tally:
        """Return what the arbiter has counted in the game being played."""
        return self._live.referee.tally if self._live else Tally()

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
            raise Refused("TABLE-7", "table.unknown")
        if member is None:
            member, token, rows = self.invite(hello.name, hello.tv)
        seed = self._house.draw(16)
        preset, page = self._herald.preset, hello.page
        asking, adds = self._house.asking, hello.adds
        client = Client(connection, self._guard, member, hello.language, preset, seed, page, asking, adds)
        welcome = messages.Welcome(messages.VERSION, hello.id, self.book.code, member, token)
        coming(client)
        self._herald.admit(client, welcome, rows, self._live, self._came)

    def invite(self, name: str, tv: bool = False, token: str = "") -> tuple[int, str, list[Row]]:
        """Enter someone new into the book; return their number, their token, and the rows to write."""
        token = token or token_urlsafe(16)
        rows = arriving(self.book, name, key_of(token), tv, self.presence.away)
        for row in rows:
            self.book.apply(row)
        return self.book.newest, token, rows

    def begin(self, rows: list[Row], then: Callable[[], None]) -> None:
        """Write down the first rows of a new table."""
        self._herald.write(rows, then)

    @guarded
    def gone(self, client: Client) -> None:
        """Note that a connection is lost."""
        client.stop()
        self.used = self._guard.now()
        if self.clients.get(client.member) is not client:
            if client.member not in self.clients and client.member in self.book.persons:
                self.presence.gone(client.member)
            return
        self.presence.gone(client.member)
        made = Decision(table=True)
        if self._live:
            for seat in self.book.seats_of(client.member):
                self._live.referee.froze(seat)
            self._live.wake(made)
        self._publish(made)
        self._mind_absent()

    @guarded
    def stop(self, key: str) -> None:
        """Decide the calls that are held, write them down, then let everyone go."""
        made = Decision()
        if self._live:
            self._live.settle(made)
        self._publish(made)
        self._herald.write([], partial(self.dismiss, key, again=True))

    def dismiss(self, key: str, again: bool) -> None:
        """Let everyone go at once, and be at rest."""
        self.drop()
        self._herald.dismiss(key, again)

    @guarded
    def drop(self) -> None:
        """Be at rest at once, and tell nobody."""
        self._bots.leave()
        self._dealing.cancel()
        for alarm in filter(None, (self._alarm, self._counting, self._absent)):
            alarm.cancel()
        for client in self.clients.values():
            client.stop()

    def _came(self, client: Client) -> None:
        self.used = self._guard.now()
        client.here = True
        self._set_alarm()
        self._mind_absent()

    # Requests

    @guarded
    def receive(self, client: Client, request: messages.FromClient, read: Millis) -> None:
        """Accept a message that was read at this time of the clock."""
        if isinstance(request, messages.Pong):
            self._ponged(client, request, read)
            return
        if client.member not in self.book.persons:
            return
        made = Decision()
        late = self.book.asked.get(client.member, NOTHING).get((client.page, request.id))
        if late is not None:
            # Behind what is still being written, its own rows perhaps.
            made.answers.append((client, messages.Late(request.id) if late else messages.Done(request.id)))
            self._publish(made)
            return
        try:
            self._decide(client, request, read, made)
        except Refused as refused:
            self._publish(made)
            client.tell(refusal(request.id, refused, client.language))
        except msgspec.MsgspecError:
            self._publish(made)
            client.tell(error(request.id, "error.move", client.language))
        else:
            self._publish(made)

    def _decide(self, client: Client, request: messages.Request, read: Millis, made: Decision) -> None:
        match request:
            case messages.Play():
                before = client.unverified
                try:
                    self._play(client, request, read, made)
                finally:
                    # What a refused call tells of its client's times is told as well (FAIR-10).
                    made.table = made.table or client.unverified != before
            case messages.Ask():
                self._own(client, request.seat)
                self._answers.ask(self._playing().game, client, request)
            case messages.Hint():
                self._own(client, request.seat)
                self._hints.ask(self._playing().game, self.book, self._watch.running, client, request)
            case messages.React():
                self._react(client, request)
            case messages.Hello():
                raise Refused("TABLE-7", "table.here")
            case messages.Start():
                self._start(client, request, made)
            case messages.Add():
                self._dealing.add(client, request, made)
            case _:
                self._arrange(client, request, made)

    def _play(self, client: Client, request: messages.Play, read: Millis, made: Decision) -> None:
        live = self._playing()
        self._own(client, request.seat)
        if not self._watch.running:
            raise Refused("TABLE-8", "table.paused")
        if self.book.chairs[request.seat].resigned:
            raise Refused("TABLE-2", "table.resigned")
        if request.moves is not None and not live.reflex and request.moves != self.book.moves:
            raise Refused("TABLE-8", "table.moved-on")
        live.play(request.seat, live.decode(request.move), read, made, client, request)

    def _react(self, client: Client, request: messages.React) -> None:
        if request.seat is not None:
            self._own(client, request.seat)
        said = _encode(messages.Reacted(client.member, request.seat, request.reaction))
        for other in self.clients.values():
            if request.reaction != "cooperate" or self._same_team(other.member, request.seat):
                other.post(said)
        client.tell(messages.Done(request.id))

    def _same_team(self, member: int, seat: Seat | None) -> bool:
        teams = self.book.teams()
        return seat is not None and any(teams[own] == teams[seat] for own in self.book.seats_of(member))

    def _arrange(self, client: Client, request: messages.Request, made: Decision) -> None:
        """Decide whatever is not part of the game: seats, agreement, beginning, pausing, leaving."""
        self._wake()
        if self._dealing.under_way and not isinstance(request, messages.Leave):
            raise Refused("TABLE-8", "table.dealing")
        rows = self._seating(client).decide(request)
        match request:
            case messages.Pause():
                self._pause(made)
            case messages.Resume():
                self._count_down()
            case messages.Leave():
                made.goodbyes.append((client.member, "closing.left"))
            case messages.Remove():
                made.goodbyes.append((request.member, "closing.removed"))
        self._apply(rows, made)
        made.table = True
        if rows:
            self.book.heard(made.owe(client, request.id))
        else:
            made.answers.append((client, messages.Done(request.id)))
        self._dealing.look(made)

    def _seating(self, client: Client) -> Seating:
        return Seating(self.book, client.member, self._watch.now(), self.presence.spare, self.clients)

    def _start(self, client: Client, request: messages.Start, made: Decision) -> None:
        self._wake()
        if not self._dealing.asked_again(client, request):
            self._seating(client).may_start()
            self._dealing.begin(client, request, made)

    def _deal(
        self, client: Client, request: messages.Start, numbers: Mapping[int, str], made: Decision
    ) -> None:
        try:
            row = self._seating(client).start(request.fresh, numbers)
        except Refused as refused:
            # Whoever asked has left, or with them somebody without whom nothing can be dealt.
            made.answers.append((client, refusal(request.id, refused, client.language)))
            return
        self._apply([row], made)
        self.book.heard(made.owe(client, request.id))

    def _pause(self, made: Decision) -> None:
        live = self._playing()
        live.settle(made)
        live.wake(made)
        if live.game.result is not None:
            raise Refused("TABLE-8", "table.no-game")
        self._watch.stop()
        self._bots.stop()

    def _count_down(self) -> None:
        if self._watch.resumes is not None:
            raise Refused("TABLE-8", "table.not-paused")
        when = Millis(self._guard.now() + COUNTDOWN)
        self._watch.count_down(when)
        self._counting = self._guard.at(when, self._resume)

    # What happens by itself

    def _resume(self) -> None:
        live = self._live
        if live is None or self.book.phase != "paused":
            return
        self._watch.go()
        made = Decision(table=True, game=True)
        self._apply([Resumed(self._watch.now())], made)
        made.reveal = live.referee.uncover(self._guard.now()) if live.arbiter else None
        self._publish(made)

    def _alarmed(self) -> None:
        self._alarm = self._waking = None
        self._wake()

    def _wake(self) -> None:
        made = Decision()
        if self._live:
            self._live.wake(made)
        self._publish(made)

    def _ponged(self, client: Client, pong: messages.Pong, read: Millis) -> None:
        if client.ponged(pong, read) and self._live and self._live.referee.holds:
            made = Decision()
            self._live.ponged(client, pong, read, made)
            self._publish(made)

    def _bot_plays(self, seat: Seat, move: Any, weaker: bool) -> bool:
        live = self._live
        if live is None or not self._watch.running:
            return True
        made = Decision(table=weaker and self.presence.weaken(seat))
        try:
            live.play(seat, move, self._guard.now(), made, None, None)
        except Refused:
            self._publish(made)
            return False
        self._publish(made)
        return True

    def _mind_absent(self, over: bool = False) -> None:
        """Stop waiting for anyone who has been away for longer than the table's patience.

        Their seats may then be given to bots, and the host's powers pass on. Asked whenever someone comes or
        goes, and when the next one's patience is `over`: what counts is how long each has really been away.
        """
        if self._absent:
            self._absent.cancel()
            self._absent = None
        if not self.clients:
            return
        book, patience = self.book, self.presence.patience
        made = Decision(table=over)
        away = {member: time for member in book.persons if (time := self.presence.away(member)) is not None}
        hosted = book.host is not None and away.get(book.host, Millis(0)) <= patience
        heirs = [other for other in self.clients if other in book.persons and not book.persons[other].tv]
        if not hosted and heirs:
            self._apply([Hosted(min(heirs))], made)
            made.table = True
        if waits := [patience - time for time in away.values() if time <= patience]:
            when = Millis(self._guard.now() + min(waits) + 1)
            self._absent = self._guard.at(when, partial(self._mind_absent, over=True))
        self._publish(made)

    # From a decision to what follows

    def _apply(self, rows: list[OwnRow | Note], made: Decision) -> None:
        for row in rows:
            self.book.apply(row)
            made.rows.append(row)
            if isinstance(row, GameBegan):
                self._go_live()
            elif isinstance(row, Replaced) and self._live:
                self._live.referee.froze(row.seat)
                self._live.spare()

    def _publish(self, made: Decision) -> None:
        live = self._live
        if live and made.rows and live.game.result is not None:
            self._conclude(live, made)
        made.table = made.table or self.book.lapsed
        self.book.lapsed = False
        self._herald.publish(made, live)
        self._set_alarm()

    def _conclude(self, live: Live, made: Decision) -> None:
        """Close the book on a game that has ended."""
        assert live.game.result is not None
        live.conclude(made)
        self._end(live.game.result, made)
        made.table = True
        self._house.tallied(live.referee.tally)
        self._watch.go()
        self._bots.stop()
        self._live = None

    def _end_outdated(self) -> None:
        """End a game that today's rules would play differently from those it began with (TABLE-10)."""
        assert self.book.began is not None
        level = [0] * self.book.began.setup.team_count
        made = Decision()
        self._apply([Abandoned(self.book.at)], made)
        self._end(ranked(level, level, "abandoned"), made, outdated=True)
        self._herald.publish(made, None)

    def _end(self, result: Result, made: Decision, outdated: bool = False) -> None:
        listed, day = listing(self.book, result), self.book.agreement.day
        counted = DayTry(day.day, day.key, self.home) if day and day.counted else None
        made.finish = Finish(self.book.first, self.book.rows - 1, listed, counted)
        self._apply([Ended(listed.record, result, outdated)], made)

    def _set_alarm(self) -> None:
        due = self._live.due() if self._live else None
        if due == self._waking:
            return
        if self._alarm:
            self._alarm.cancel()
        self._waking = due
        self._alarm = None if due is None else self._guard.at(due, self._alarmed)

    def _go_live(self) -> Live:
        live = Live(
            self.book,
            self._guard,
            self._watch,
            self._herald.preset,
            self._house.arbiter,
            self.presence.seated,
            self._house.asking,
        )
        self._live = live
        self.presence.weaker.clear()
        return live

    def _playing(self) -> Live:
        if self._live is None:
            raise Refused("TABLE-8", "table.no-game")
        return self._live

    def _own(self, client: Client, seat: Seat) -> None:
        if not self.book.plays(client.member, seat):
            raise Refused("TABLE-6", "table.not-yours")
