"""Who comes to a table in a storm: honest people, and strangers who try to see their cards."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, Final

import msgspec
from msgspec import Raw

from cartable.core import Chance, Seat
from cartable.lab.company import StormGuest
from cartable.server import messages as m

PACE: Final = (0.6, 2.0)
"""How many seconds pass between two actions of somebody."""


class Honest(StormGuest):
    """Somebody who plays, speaks, looks away and comes back."""

    _ended = 0
    """How many games of the table they have seen the end of."""

    def _cut_off(self, why: str) -> None:
        self._seen.cut_off.append(f"{self.room.game}: {why}")

    def _answered(self, kind: str, since: float, answer: m.Message) -> None:
        self._seen.answered += 1
        if kind not in ("Ask", "Hello") and not (kind == "Play" and self.room.rules.info.reflex):
            self._seen.times.append(perf_counter() - since)
        if kind == "Play" and isinstance(answer, m.Done | m.Late):
            self._seen.moves += 1
            self.room.moves += 1

    def _tabled(self, table: m.Table) -> None:
        before, self._table = self._table, table
        if table.phase == "playing":
            self.held = tuple(chair.seat for chair in table.chairs if chair.member == self.member)
        if table.phase == "over" and table.games > self._ended and self is self.room.people[0]:
            self._ended = table.games
            if before and before.games == table.games:
                self.room.evening.fetch(self.room.over(table))

    async def _act(self) -> None:
        """Do something now and then."""
        while True:
            await asyncio.sleep(self._random.uniform(*PACE))
            table = self._table
            if not self.member or table is None or len(self._waiting) > 1:
                continue
            if self.room.evening.closing:
                if self.room.rules.info.hidden and self._playing and self.member == table.host:
                    await self._ask(m.Abandon)
            elif table.phase != "playing":
                await self._further(table)
            elif table.locked and self.member == table.host:
                await self._ask(m.Lock, locked=False)
            else:
                await self._play()

    async def _further(self, table: m.Table) -> None:
        """Help to start the next game."""
        mine = [chair for chair in table.chairs if chair.member == self.member]
        empty = [chair.seat for chair in table.chairs if chair.member is None and not chair.bot]
        free = empty[0] if empty else Seat(len(table.chairs))
        seated = sum(chair.member is not None or chair.bot != "" for chair in table.chairs)
        own = [person.member for person in self.room.people]
        if not mine:
            await self._ask(m.Sit, seat=free)
        elif self.member != table.host:
            await self._ask(m.Ready, seat=mine[0].seat, ready=True)
        elif 0 in own:
            await self._ask(m.React, reaction="hurry")
        elif not table.locked:
            await self._ask(m.Lock, locked=True)
        elif strangers := [person for person in table.persons if self.room.stranger(person, table.chairs)]:
            await self._ask(m.Remove, member=strangers[0].member)
        elif not {chair.member for chair in table.chairs}.issuperset(own):
            await self._ask(m.React, reaction="hurry")
        elif seated < self.room.seats:
            await self._ask(m.Bot, seat=free, bot=self.room.bot)
        else:
            await self._ask(m.Start)

    async def _play(self) -> None:
        game = self._game
        chosen = self._random.random()
        if chosen < 0.1:
            await self._ask(m.React, reaction=self._random.choice(("wow", "bravo", "oops")))
        elif chosen < 0.13:
            await self._ask(m.Rename, name=self._random.choice(("Ada", "Zoé", "Bob")))
        elif chosen < 0.2 and game and (asked := self._question(game)):
            seat, question = asked
            await self._ask(m.Ask, seat=seat, question=Raw(msgspec.json.encode(question)))
        elif game and game.sights and game.result is None and self.held:
            seat = Seat(self._random.choice(self.held))
            if (move := self._chosen(game, seat)) is not None:
                reveal, clock = self._clock()
                await self._ask(
                    m.Play, seat=seat, move=Raw(msgspec.json.encode(move)), reveal=reveal, reaction=clock
                )

    def _question(self, game: m.Game) -> tuple[Seat, dict[str, Any]] | None:
        """Return what a page asks for somebody, and for which seat; None where it asks nothing now."""
        if self.room.rules.question_type is None or not self.held or not game.sights:
            return None
        if self.room.game == "catatac":
            return Seat(self.held[0]), {"type": "what"}
        view = msgspec.json.decode(game.sights[0].view, type=self.room.rules.view_type).game
        own = next((side for side in (view.red, view.blue) if side.seat == view.turn), None)
        if own is None or own.seat not in self.held or not own.hand:
            return None
        card, turned = self._random.choice(own.hand), self._random.randrange(4)
        return own.seat, {"type": "where", "card": card, "turned": turned, "over": own.over}

    def _chosen(self, game: m.Game, seat: Seat) -> Any:
        sight = next((sight for sight in game.sights if sight.seat in (seat, None)), None)
        if sight is None:
            return None
        if sight.moves is not None:
            return self._random.choice(sight.moves) if sight.moves else None
        rules, table = self.room.rules, self._table
        assert table
        view = msgspec.json.decode(sight.view, type=rules.view_type)
        teams = [chair.team for chair in table.chairs]
        setup = rules.info.setup(teams=teams, deck=table.deck, options=table.options)
        chance = Chance(self._random.randbytes(8), 0)
        return rules.sample(rules.imagine(view, setup, chance), seat, chance)


class Snoop(StormGuest):
    """A stranger with a code who tries to get at somebody's hidden cards, and never should."""

    stays = (3.0, 12.0)

    async def _act(self) -> None:
        while True:
            await asyncio.sleep(self._random.uniform(0.05, 0.3))
            table = self._table
            if not self.member or table is None or len(self._waiting) > 8:
                continue
            seat = Seat(self._random.randrange(len(table.chairs) + 1))
            await self._ask(m.Sit, seat=seat, also=self._random.random() < 0.8)
            await self._ask(m.Ask, seat=seat, question=Raw(b'{"type":"what"}'))
            await self._ask(m.Stand, seat=seat)
            if self._random.random() < 0.1:
                self.token = ""

    def _answered(self, kind: str, since: float, answer: m.Message) -> None:
        if kind in ("Sit", "Ask") and self._playing and not isinstance(answer, m.Refused | m.Error):
            self._seen.leaks.append(f"a stranger is answered {type(answer).__name__} to {kind}")
        if kind == "Hello" and not isinstance(answer, m.Welcome):
            self.token = ""

    def _tabled(self, table: m.Table) -> None:
        self._table = table

    def _cut_off(self, why: str) -> None:
        """Be sent away, as strangers are before a game."""
