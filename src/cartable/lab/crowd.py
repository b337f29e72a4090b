"""Honest people at a hundred tables, and whatever is not answered to them.

Every table has an address of its own kind of household, so that no honest address comes near its limits. What
people at a table with hidden cards are sent is kept until the game is over, and then held against its log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec
from aiohttp import ClientError

from cartable.games import GAMES
from cartable.lab.company import Company
from cartable.lab.evening import Evening
from cartable.lab.people import Honest, Snoop
from cartable.server import messages as m

HOUSEHOLDS: Final = 50
"""How many addresses the honest people have."""
PATIENCE: Final = 15.0
"""What is not answered after this many seconds never will be."""
STILL: Final = 120
"""If nobody could move for this many seconds, nobody can."""
SNOOPS: Final = "127.0.1.1"
"""The addresses of those who try to see others' hands."""


class Crowd:
    """All honest people at one server."""

    def __init__(self, port: int, seed: int) -> None:
        self.evening = Evening(port)
        self.rooms: list[Company] = []
        self._seed = seed
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, tables: int) -> None:
        """Open tables of all games in turn, and let people join."""
        games = list(GAMES)
        for number in range(tables):
            # Every third has hidden cards, or plays in turns.
            game = ("catatac", "karta")[number // 3 % 2] if number % 3 == 0 else games[number % len(games)]
            room = await self._open(game, number)
            self.rooms.append(room)
            for person in (*room.people, *room.snoops):
                self.do(person.live())
        self.do(self._watch())
        self.do(self._passers_by())

    def do(self, what: Coroutine[Any, Any, None]) -> None:
        """Do something alongside the rest; a fault in it ends the evening."""
        task = asyncio.create_task(what)
        self._tasks.add(task)

    async def moving(self) -> None:
        """Wait until somebody has moved at every table, or until nobody ever will."""
        for _ in range(STILL):
            if all(room.moves for room in self.rooms):
                break
            self.fails()
            await asyncio.sleep(1)

    async def end(self) -> None:
        """Wait until everyone has their answers, then look through the rest."""
        self.evening.closing = True
        for _ in range(int(4 * PATIENCE)):
            await asyncio.sleep(1)
            self._give_up(PATIENCE)
            if not any(person.waits for room in self.rooms for person in room.people):
                break
        self._give_up(0)
        await self.evening.fetched()
        self.fails()
        self.evening.over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.evening.close()

    def fails(self) -> None:
        """Raise what went wrong in an experiment itself."""
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.remove(task)
            if fault := task.exception():
                raise fault

    async def _open(self, game: str, number: int) -> Company:
        home = self.evening.home(household(number))
        body = msgspec.json.encode(m.NewTable(game))
        async with home.post(f"{self.evening.url}/api/tables", data=body) as answer:
            opened = msgspec.json.decode(await answer.read(), type=m.Opened)
        room = Company(self.evening, game, number, opened.code, Random(f"{self._seed} {number}"))
        people = 1 if game == "karta" and number % 2 else 2
        room.people += [Honest(room, household(number), token) for token in (opened.token, "")[:people]]
        if room.rules.info.hidden:
            room.snoops.append(Snoop(room, SNOOPS))
        return room

    async def _watch(self) -> None:
        """Note what is not answered."""
        while not self.evening.closing:
            await asyncio.sleep(1)
            self.fails()
            self._give_up(PATIENCE)

    def _give_up(self, seconds: float) -> None:
        for room in self.rooms:
            for person in room.people:
                person.give_up(seconds)

    async def _passers_by(self) -> None:
        """Let strangers load the page and look in at tables, as somebody with a link does."""
        random = Random(self._seed)
        while not self.evening.closing:
            await asyncio.sleep(random.uniform(0.1, 0.5))
            room, home = random.choice(self.rooms), self.evening.home(household(random.randrange(HOUSEHOLDS)))
            for path in ("/health", "/api/games", f"/api/tables/{room.code}"):
                start = perf_counter()
                try:
                    async with asyncio.timeout(PATIENCE), home.get(self.evening.url + path) as answer:
                        await answer.read()
                except (ClientError, OSError, TimeoutError) as error:
                    self.evening.seen.unanswered.append(f"GET {path}: {type(error).__name__}")
                    continue
                self.evening.seen.answered += 1
                self.evening.seen.times.append(perf_counter() - start)
                if answer.status != 200:
                    self.evening.seen.unanswered.append(f"GET {path}: {answer.status}")


def household(number: int) -> str:
    """Return an honest address."""
    return f"127.0.0.{10 + number % HOUSEHOLDS}"
