"""From the deal to the end: the game being played at a table, its clock and its bots, and what ends it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cartable.core import Abandoned, Millis, Note, Refused, Replaced, Result, Seat, ranked
from cartable.fair import Tally
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.bots import Bots
from cartable.server.client import Client
from cartable.server.clock import Alarm, Watch
from cartable.server.decision import Decision
from cartable.server.guard import Guard
from cartable.server.herald import Herald
from cartable.server.house import House
from cartable.server.live import Live
from cartable.server.moment import Moment
from cartable.server.presence import Presence
from cartable.server.records import finished
from cartable.server.rows import Ended, GameBegan, OwnRow, Resumed, Row

COUNTDOWN: Final = 3_000
"""How long before a paused game resumes, in milliseconds."""


class Playing:
    """The games of a table, one after another.

    Every decision is published here: any may end the game, and changes when it has to be woken.
    """

    def __init__(
        self,
        house: House,
        guard: Guard,
        home: int,
        book: Book,
        watch: Watch,
        bots: Bots,
        presence: Presence,
        herald: Herald,
    ) -> None:
        self.live: Live | None = None
        """The game that is being played or paused."""
        self._house = house
        self._guard = guard
        self._home = home
        self._book = book
        self._watch = watch
        self._bots = bots
        self._presence = presence
        self._herald = herald
        self._alarm: Alarm | None = None
        self._waking: Millis | None = None
        self._counting: Alarm | None = None

    def take_up(self) -> None:
        """Continue the game in which the book breaks off; one of other rules ends here."""
        book = self._book
        if book.under_way and book.game is None:
            self._end_outdated()
        elif book.under_way:
            if book.agreement.day:
                # Its clock stood still: a time that was measured so is not listed (TABLE-17).
                made = Decision()
                self.apply([Resumed(self._watch.now())], made)
                self.publish(made)
            self._begin().turn_up(Decision())
        if book.phase == "paused":
            self._watch.stop()

    @property
    def tally(self) -> Tally:
        """What the arbiter has counted in the game being played."""
        return self.live.referee.tally if self.live else Tally()

    # What people ask for

    def admit(
        self,
        client: Client,
        welcome: messages.Welcome,
        rows: list[Row],
        came: Callable[[Client], None],
    ) -> None:
        """Let a newcomer in and show them the game as it is."""
        live = self.live
        if live and not self._presence.clients:
            live.go_on()
        moment = self._moment(live, Decision(reveal=live.afresh() if live else None))
        self._herald.admit(client, welcome, rows, moment, partial(self._entered, live, came))

    def play(self, client: Client, request: messages.Play, read: Millis, made: Decision) -> None:
        """Accept someone's move; raise Refused where it is not allowed."""
        live = self.live_for(client, request.seat)
        if not self._watch.running:
            raise Refused("TABLE-8", "table.paused")
        if self._book.chairs[request.seat].resigned:
            raise Refused("TABLE-2", "table.resigned")
        if request.moves is not None and not live.reflex and request.moves != self._book.moves:
            raise Refused("TABLE-8", "table.moved-on")
        before = client.unverified
        try:
            live.play(request.seat, live.decode(request.move), read, made, client, request)
        finally:
            # What a refused call tells of its client's times is told as well (FAIR-10).
            made.table = made.table or client.unverified != before

    def live_for(self, client: Client, seat: Seat) -> Live:
        """Return the game that someone plays from a seat; raise Refused where they do not."""
        if self.live is None:
            raise Refused("TABLE-8", "table.no-game")
        if not self._book.plays(client.member, seat):
            raise Refused("TABLE-6", "table.not-yours")
        return self.live

    def pause(self, made: Decision) -> None:
        """Stop time once what is held is decided; raise Refused if that ends the game."""
        live = self.live
        assert live is not None
        live.settle(made)
        live.wake(made)
        if live.game.result is not None:
            raise Refused("TABLE-8", "table.no-game")
        self._watch.stop()
        self._bots.stop()

    def count_down(self) -> None:
        """Resume soon."""
        if self._watch.resumes is not None:
            raise Refused("TABLE-8", "table.not-paused")
        when = Millis(self._guard.now() + COUNTDOWN)
        self._watch.count_down(when)
        self._counting = self._guard.at(when, self._resume)

    # What happens by itself

    def wake(self) -> None:
        """Do everything that is due."""
        made = Decision()
        if self.live:
            self.live.wake(made)
        self.publish(made)

    def settle(self) -> None:
        """Decide the calls that are held."""
        made = Decision()
        if self.live:
            self.live.settle(made)
        self.publish(made)

    def without(self, member: int) -> None:
        """Stop waiting for someone who is gone."""
        made = Decision(table=True)
        if self.live:
            for seat in self._book.seats_of(member):
                self.live.referee.froze(seat)
            self.live.wake(made)
        self.publish(made)

    def ponged(self, client: Client, pong: messages.Pong, read: Millis) -> None:
        """Accept the answer to a ping."""
        if client.ponged(pong, read) and self.live and self.live.referee.holds:
            made = Decision()
            self.live.ponged(client, pong, read, made)
            self.publish(made)

    def rest(self) -> None:
        """Do nothing more."""
        self._bots.leave()
        for alarm in filter(None, (self._alarm, self._counting)):
            alarm.cancel()

    def bot_plays(self, seat: Seat, move: Any, weaker: bool) -> bool:
        """Accept a bot's move; return whether it need not look again."""
        live = self.live
        if live is None or not self._watch.running:
            return True
        made = Decision(table=weaker and self._presence.weaken(seat))
        try:
            live.play(seat, move, self._guard.now(), made, None, None)
        except Refused:
            self.publish(made)
            return False
        self.publish(made)
        return True

    def _resume(self) -> None:
        live = self.live
        if live is None or self._book.phase != "paused":
            return
        self._watch.go()
        made = Decision(table=True, game=True)
        self.apply([Resumed(self._watch.now())], made)
        live.uncover(made)
        self.publish(made)

    # From a decision to what follows

    def apply(self, rows: list[OwnRow | Note], made: Decision) -> None:
        """Add rows to a decision, as of now."""
        for row in rows:
            self._book.apply(row)
            made.rows.append(row)
            if isinstance(row, GameBegan):
                self._begin()
            elif isinstance(row, Replaced) and self.live:
                self.live.referee.froze(row.seat)
                self.live.veil()

    def publish(self, made: Decision) -> None:
        """Have a decision written and told, with the end of the game if it has ended."""
        live = self.live
        if live and made.rows and live.game.result is not None:
            self._conclude(live, live.game.result, made)
        made.table = made.table or self._book.lapsed
        self._book.lapsed = False
        moment = None
        if live and (made.rows or made.game):
            live.turn_up(made)
            moment = self._moment(live, made)
        self._herald.publish(made, moment, partial(self._told, live, moment) if live else None)
        due = self.live.due() if self.live else None
        if due != self._waking:
            if self._alarm:
                self._alarm.cancel()
            self._waking = due
            self._alarm = None if due is None else self._guard.at(due, self._alarmed)

    def _told(self, live: Live, moment: Moment | None, common: Millis) -> None:
        """Note when everyone sees a moment, and let the bots see it then."""
        if moment and moment.reveal:
            live.referee.shown(moment.reveal, common)
        if moment or not self._presence.clients:
            self._show_bots(live, common)

    def _entered(self, live: Live | None, came: Callable[[Client], None], client: Client) -> None:
        came(client)
        if live:
            self._show_bots(live, self._guard.now())

    def _show_bots(self, live: Live, shown: Millis) -> None:
        """Let the bots see the game; at an empty table they rest, and so does the turn clock."""
        if not self._presence.clients:
            self._bots.stop()
            live.rest()
        elif self._watch.running and (seats := self._presence.bots()):
            self._bots.look(live.game, seats, shown, live.referee.lain(shown))

    def _moment(self, live: Live | None, made: Decision) -> Moment | None:
        book, reveal = self._book, made.reveal
        if book.began is None:
            return None
        game = live.game if live else book.game if book.under_way else book.final()
        return Moment(
            game.rules if game else None,
            game.state if game else None,
            book.result,
            book.games,
            book.moves,
            self._watch.now(),
            tuple(made.events),
            tuple(made.verdicts),
            tuple(made.expired),
            reveal,
            live.referee.known() if live and reveal else (),
            live.until if live else None,
            book.takeback,
            live is not None and live.reflex and not self._watch.running,
            live.veiled if live else (),
            made.secret,
        )

    def _alarmed(self) -> None:
        self._alarm = self._waking = None
        self.wake()

    def _begin(self) -> Live:
        house, presence = self._house, self._presence
        self.live = Live(self._book, self._guard, self._watch, house.arbiter, presence.seated, house.asking)
        presence.weaker.clear()
        return self.live

    def _conclude(self, live: Live, result: Result, made: Decision) -> None:
        """Close the book on a game that has ended."""
        live.conclude(made)
        self._end(result, made)
        made.table = True
        self._house.tallied(live.referee.tally)
        # Nobody moves at an empty table, but the last to leave abandons the game.
        if result.why != "abandoned":
            self._house.finished(self._book.playing)
        if self._counting:
            self._counting.cancel()
        self._watch.go()
        self._bots.stop()
        self.live = None

    def _end_outdated(self) -> None:
        """End a game that today's rules would play differently from those it began with (TABLE-10)."""
        assert self._book.began is not None
        level = [0] * self._book.began.setup.team_count
        made = Decision()
        self.apply([Abandoned(self._book.at)], made)
        self._end(ranked(level, level, "abandoned"), made, outdated=True)
        self.publish(made)

    def _end(self, result: Result, made: Decision, outdated: bool = False) -> None:
        made.finish = finished(self._book, self._home, result, self._house.wall())
        self.apply([Ended(made.finish.listed.record, result, outdated)], made)
