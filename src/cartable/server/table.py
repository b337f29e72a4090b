"""A live table: everything that happens to it goes through here, in the order decide, write down, tell.

It holds no task and waits for nothing. A request is decided at once, its rows go to the store, and what
is to be told is kept as it was at that moment until the store calls back. The store calls back in order, so
nobody is ever told what could still be lost, and a newcomer's welcome queues up behind everything before it.
Time comes from a `Clock` and messages leave through `Connection`s: it can be tested without either.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from secrets import token_bytes, token_hex, token_urlsafe
from typing import Any, Final

import msgspec
from msgspec import Raw

from cartable.core import Millis, Note, Refused, Replaced, Result, Seat
from cartable.fair import PRESETS, Preset, Reveal, Tally
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.book import Book, key_of
from cartable.server.bots import Bots
from cartable.server.client import Client, Connection
from cartable.server.clock import Alarm, Watch
from cartable.server.herald import Herald, House
from cartable.server.live import Decision, Live
from cartable.server.moment import Moment
from cartable.server.names import cleaned
from cartable.server.presence import Presence
from cartable.server.questions import Answers
from cartable.server.rows import Ended, GameBegan, Hosted, MemberCame, OwnRow, Paused, Resumed, Row
from cartable.server.seating import DOOR, HOST, SEAT, WHEN, Seating
from cartable.server.sentences import error, refusal
from cartable.server.store import Finish

CROWD: Final = 64
"""How many people may be at a table."""
COUNTDOWN: Final = 3_000
"""How long before a paused game goes on, in milliseconds."""

_encode = msgspec.json.Encoder().encode


class Table:
    """One table and everybody at it."""

    def __init__(self, house: House, home: int, book: Book, written: int) -> None:
        self.home = home
        self.book = book
        self.presence = Presence(book, house.clock)
        self.used = house.clock.now()
        """When somebody was here last, by the clock."""
        self._house = house
        self._clock = house.clock
        self._herald = Herald(house, home, book, self.presence, written)
        self._watch = Watch(house.clock, book.at)
        self._bots = Bots(house.clock, house.think, self._bot_plays)
        self._alarm: Alarm | None = None
        self._waking: Millis | None = None
        self._counting: tuple[Millis, Alarm] | None = None
        self._answers = Answers(house.think)
        self._live: Live | None = None
        if book.under_way:
            self._go_live().referee.look(self._clock.now())
        if book.phase == "paused":
            self._watch.stop()

    @property
    def clients(self) -> dict[int, Client]:
        """Everybody who is connected."""
        return self.presence.clients

    # Coming and going

    def join(self, connection: Connection, hello: messages.Hello, came: Callable[[Client], None]) -> None:
        """Let somebody in, or back in, and call back then; raise Refused at a closed door."""
        rows: list[Row] = []
        token = hello.token
        member = self.book.member_with(key_of(token)) if token else None
        if member is None:
            token = token_urlsafe(16)
            member = self._newcomer(hello.name, key_of(token), hello.tv, rows)
        client = Client(connection, self._clock, member, hello.language, self._preset)
        welcome = messages.Welcome(messages.VERSION, hello.id, self.book.code, member, token)
        about = _encode(self._portrait(member))
        live = self._live
        reveal = (
            live.referee.afresh(self._clock.now()) if live and live.arbiter and self._watch.running else None
        )
        moment = self._moment(reveal=reveal)
        self._herald.write(rows, partial(self._enter, client, welcome, about, moment, came))

    def invite(self, name: str) -> tuple[int, str, list[Row]]:
        """Enter the host of a new table into its book before anybody is connected."""
        rows: list[Row] = []
        token = token_urlsafe(16)
        return self._newcomer(name, key_of(token), False, rows), token, rows

    def begin(self, rows: list[Row], then: Callable[[], None]) -> None:
        """Write down the first rows of a new table."""
        self._herald.write(rows, then)

    def gone(self, client: Client) -> None:
        """Note that a connection is lost."""
        client.stop()
        self.used = self._clock.now()
        if self.clients.get(client.member) is not client:
            return
        self.presence.gone(client.member)
        out = Decision()
        if self._live:
            for seat in self.book.seats_of(client.member):
                self._live.referee.froze(seat)
            self._live.wake(out)
        over = Millis(self.used + self.presence.patience + 1)
        self._clock.at(over, partial(self._impatient, client.member))
        self._publish(out, table=True)

    def stop(self, key: str) -> None:
        """Decide what is held, write it down, then let everybody go."""
        out = Decision()
        if self._live:
            self._live.settle(out)
        self._publish(out)
        self._herald.write([], partial(self.dismiss, key, again=True))

    def dismiss(self, key: str, again: bool) -> None:
        """Let everybody go at once, and be at rest."""
        self.drop()
        self._herald.dismiss(key, again)

    def drop(self) -> None:
        """Be at rest at once, and tell nobody."""
        self._bots.stop()
        if self._alarm:
            self._alarm.cancel()
        if self._counting:
            self._counting[1].cancel()
        for client in self.clients.values():
            client.stop()

    # Requests

    def receive(self, client: Client, request: messages.FromClient, read: Millis) -> None:
        """Take a message in that was read at this time of the clock."""
        if isinstance(request, messages.Pong):
            self._ponged(client, request, read)
            return
        out = Decision()
        if client.member not in self.book.persons:
            return
        try:
            about_table = self._decide(client, request, read, out)
        except Refused as refused:
            self._publish(out)
            client.tell(refusal(request.id, refused, client.language))
            return
        except msgspec.MsgspecError:
            self._publish(out)
            client.tell(error(request.id, "error.move", client.language))
            return
        self._publish(out, about_table)

    def tally(self) -> Tally:
        """Return how the arbiter fares in the game being played."""
        return self._live.referee.tally if self._live else Tally()

    def found(self) -> messages.Found:
        """Return what somebody at the door is told."""
        book = self.book
        seated = sum(not chair.empty for chair in book.chairs)
        return messages.Found(
            book.code, book.agreement.game, book.phase, seated, len(self.clients), book.locked
        )

    def _decide(self, client: Client, request: messages.Request, read: Millis, out: Decision) -> bool:
        """Decide a request; return whether more than the game changed."""
        match request:
            case messages.Play():
                before = client.unverified
                self._play(client, request, read, out)
                return client.unverified != before
            case messages.Ask():
                self._ask(client, request)
                return False
            case messages.React():
                self._react(client, request)
                return False
            case messages.Start():
                self._start(client.member, request.fresh, out)
            case messages.Pause():
                self._pause(client.member, out)
            case messages.Resume():
                self._resume(client.member)
            case messages.Hello():
                raise Refused(DOOR, "table.here")
            case _:
                self._seat(client, request, out)
        out.answers.append((client, messages.Done(request.id)))
        return True

    def _seat(self, client: Client, request: messages.Request, out: Decision) -> None:
        self._wake()
        seating = Seating(self.book, client.member, self._watch.now(), self.presence.spare, self.clients)
        self._apply(seating.decide(request), out)
        if isinstance(request, messages.Leave):
            out.after.append(partial(self._herald.send_away, client.member, "closing.left"))
        if isinstance(request, messages.Remove):
            out.after.append(partial(self._herald.send_away, request.member, "closing.removed"))

    def _play(self, client: Client, request: messages.Play, read: Millis, out: Decision) -> None:
        live = self._playing()
        self._own(client, request.seat)
        if not self._watch.running:
            raise Refused(WHEN, "table.paused")
        if self.book.chairs[request.seat].resigned:
            raise Refused("TABLE-2", "table.resigned")
        move = live.decode(request.move)
        live.play(request.seat, move, read, out, client, request)

    def _ask(self, client: Client, request: messages.Ask) -> None:
        live = self._playing()
        self._own(client, request.seat)
        self._answers.ask(
            live.game, request.seat, request.question, partial(self._answered, client, request.id)
        )

    def _answered(self, client: Client, id: int, answer: Raw | Exception) -> None:
        if isinstance(answer, Refused):
            client.tell(refusal(id, answer, client.language))
        elif isinstance(answer, Exception):
            raise answer
        else:
            client.tell(messages.Answered(id, answer))

    def _react(self, client: Client, request: messages.React) -> None:
        if request.seat is not None:
            self._own(client, request.seat)
        said = _encode(messages.Reacted(client.member, request.seat, request.reaction))
        for other in self.clients.values():
            other.post(said)
        client.tell(messages.Done(request.id))

    def _start(self, member: int, fresh: bool, out: Decision) -> None:
        book = self.book
        if book.host != member:
            raise Refused(HOST, "table.host")
        if book.under_way:
            raise Refused(WHEN, "table.playing")
        agreed = book.agreement
        taken = [
            (chair, team) for chair, team in zip(book.chairs, book.teams(), strict=True) if not chair.empty
        ]
        chosen = [chair.team for chair, _ in taken]
        # Where nobody chose a team, and a chair is put away, the usual teams are those of the chairs left.
        teams = None if all(team is None for team in chosen) else [team for _, team in taken]
        rules = GAMES[agreed.game]
        if not taken:
            raise Refused("TABLE-1", "table.nobody-sits")
        setup = rules.info.setup(len(taken), teams=teams, deck=agreed.deck, options=agreed.options)
        now = self._watch.now()
        setup = msgspec.structs.replace(setup, begins=now)
        row = GameBegan(now, agreed.game, rules.info.version, setup, token_bytes(32).hex(), fresh)
        self._apply([row], out)
        self._go_live()

    def _pause(self, member: int, out: Decision) -> None:
        if self.book.host != member:
            raise Refused(HOST, "table.host")
        live = self._playing()
        if not self._watch.running:
            raise Refused(WHEN, "table.paused")
        live.settle(out)
        live.wake(out)
        self._watch.stop()
        self._bots.stop()
        self._apply([Paused(self._watch.now())], out)

    def _resume(self, member: int) -> None:
        if self.book.host != member:
            raise Refused(HOST, "table.host")
        if self.book.phase != "paused" or self._counting:
            raise Refused(WHEN, "table.not-paused")
        when = Millis(self._clock.now() + COUNTDOWN)
        self._counting = when, self._clock.at(when, self._go_on)

    def _go_on(self) -> None:
        self._counting = None
        out = Decision()
        live = self._live
        if live is None or self.book.phase != "paused":
            return
        self._watch.go()
        self._apply([Resumed(self._watch.now())], out)
        reveal = live.referee.uncover(self._clock.now()) if live.arbiter else None
        self._publish(out, table=True, game=True, reveal=reveal)

    # What happens by itself

    def _alarmed(self) -> None:
        self._alarm = self._waking = None
        self._wake()

    def _wake(self) -> None:
        out = Decision()
        if self._live:
            self._live.wake(out)
        self._publish(out)

    def _ponged(self, client: Client, pong: messages.Pong, read: Millis) -> None:
        if client.ponged(pong, read) and self._live and self._live.referee.holds:
            out = Decision()
            self._live.ponged(client, pong, read, out)
            self._publish(out)

    def _bot_plays(self, seat: Seat, move: Any) -> bool:
        out = Decision()
        live = self._live
        if live is None or not self._watch.running:
            return True
        try:
            live.play(seat, move, self._clock.now(), out, None, None)
        except Refused:
            self._publish(out)
            return False
        self._publish(out)
        return True

    def _impatient(self, member: int) -> None:
        """Let the host's powers pass on, and the seats be given to bots, once patience is over."""
        if member in self.clients or member not in self.book.persons:
            return
        out = Decision()
        heirs = [other for other in self.clients if not self.book.persons[other].tv]
        if member == self.book.host and heirs:
            self._apply([Hosted(min(heirs))], out)
        if self.clients:
            self._publish(out, table=True)

    # Writing down, then telling

    def _apply(self, rows: list[OwnRow | Note], out: Decision) -> None:
        for row in rows:
            self.book.apply(row)
            out.rows.append(row)
            if isinstance(row, Replaced) and self._live:
                self._live.referee.froze(row.seat)

    def _publish(
        self, out: Decision, table: bool = False, game: bool = False, reveal: Reveal | None = None
    ) -> None:
        """Write down what came of an input, and tell everybody once it is."""
        live = self._live
        result = live.game.result if live and out.rows else None
        finish = self._finish(result, out) if result else None
        table = table or finish is not None or self.book.lapsed
        self.book.lapsed = False
        moment = None
        if live and (out.rows or game):
            if live.arbiter and reveal is None and self._watch.running:
                reveal = live.referee.look(self._clock.now())
            moment = self._moment(out, reveal)
        if out.rows or table or moment or out.answers:
            about = _encode(self._portrait()) if table else None
            self._herald.write(out.rows, partial(self._tell, live, moment, about, out.answers), finish)
        for do in out.after:
            self._herald.write([], do)
        if finish:
            self._house.tallied(self.tally())
            self._live = None
            self._bots.stop()
        self._set_alarm()

    def _finish(self, result: Result, out: Decision) -> Finish:
        """Close the book on a game that has ended."""
        book = self.book
        last = book.rows - 1
        record = token_hex(16)
        names = tuple(self.presence.name(Seat(seat)) for seat in range(len(book.chairs)))
        listed = messages.Listed(record, book.playing, int(time.time()), names, result)
        self._apply([Ended(record)], out)
        self._watch.go()
        return Finish(book.first, last, listed)

    def _tell(
        self,
        live: Live | None,
        moment: Moment | None,
        about: bytes | None,
        answers: list[tuple[Client, messages.Message]],
    ) -> None:
        common = self._herald.tell(live, self._preset, moment, about, answers)
        if moment and live and live is self._live:
            self._look(live, common)

    def _look(self, live: Live, shown: Millis) -> None:
        bots = self.presence.bots()
        if bots and self._watch.running:
            self._bots.look(live.game, bots, shown, live.referee.lain(shown))

    def _enter(
        self,
        client: Client,
        welcome: messages.Welcome,
        about: bytes,
        moment: Moment | None,
        came: Callable[[Client], None],
    ) -> None:
        self.used = self._clock.now()
        if client.over:
            return
        self._herald.welcome(client, self._live, welcome, about, moment)
        came(client)
        if self._live:
            self._look(self._live, self.used)
        self._set_alarm()

    def _set_alarm(self) -> None:
        due = self._live.due() if self._live else None
        if due == self._waking:
            return
        if self._alarm:
            self._alarm.cancel()
        self._waking = due
        self._alarm = None if due is None else self._clock.at(due, self._alarmed)

    # What there is to see

    def _go_live(self) -> Live:
        arbiter = self._house.arbiter
        live = Live(self.book, self._clock, self._watch, self._preset, arbiter, self.presence.seated)
        self._live = live
        return live

    def _moment(self, out: Decision | None = None, reveal: Reveal | None = None) -> Moment | None:
        book = self.book
        if book.game is None:
            return None
        live = self._live
        return Moment(
            book.game,
            book.games,
            book.moves,
            self._watch.now(),
            tuple(out.events) if out else (),
            tuple(out.verdicts) if out else (),
            reveal,
            live.until if live else None,
            book.takeback,
            covered=live is not None and live.reflex and not self._watch.running,
        )

    def _portrait(self, coming: int = 0) -> messages.Table:
        resumes = Millis(max(0, self._counting[0] - self._clock.now())) if self._counting else None
        return self.presence.portrait(self._watch.now(), resumes, coming)

    @property
    def _preset(self) -> Preset:
        return PRESETS[self.book.agreement.terms.fairness]

    def _playing(self) -> Live:
        if self._live is None:
            raise Refused(WHEN, "table.no-game")
        return self._live

    def _own(self, client: Client, seat: Seat) -> None:
        if not self.book.plays(client.member, seat):
            raise Refused(SEAT, "table.not-yours")

    def _newcomer(self, name: str, key: str, tv: bool, rows: list[Row]) -> int:
        book = self.book
        if book.locked:
            raise Refused(DOOR, "table.locked")
        if len(book.persons) >= CROWD:
            raise Refused(DOOR, "table.crowd", most=CROWD)
        member = book.newest + 1
        rows.append(MemberCame(member, cleaned(name), key, tv))
        if book.host is None and not tv:
            rows.append(Hosted(member))
        for row in rows:
            book.apply(row)
        return member
