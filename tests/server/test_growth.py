"""Memory over a long evening: people and bots play game after game, and nothing is left of any."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Raw

import cartable
from cartable.bots import names
from cartable.core import Chance, Seat
from cartable.games import GAMES
from cartable.games.karta.tabletop import stamp
from cartable.server import messages as m
from cartable.server.bots import Intention
from cartable.server.client import Client
from cartable.server.decision import Decision
from cartable.server.herald import Announcement
from cartable.server.live import Live
from cartable.server.moment import Moment
from cartable.server.referee import HeldCall, Hold, Referee
from cartable.server.store import Append
from cartable.server.think import Thinkers, Thought
from tests.server.fakes import FakeHouse, MemoryStore
from tests.server.test_bots import Prompt
from tests.server.test_memory import ForgetfulLine, alive, uncollected
from tests.server.test_think import EXPERT, Slow

MINUTE = 60_000
OUR_LINES = tracemalloc.Filter(True, str(Path(cartable.__file__).parent / "*"))
MOST_GROWN = 10_000 // 3
"""How many bytes a table may grow by in ten minutes."""


class Forgetful(MemoryStore):
    """A store that keeps nothing, as one does in its own memory that has it all on a disk."""

    def append(self, append: Append) -> None:
        append.then(None)


class GrowingTable:
    """A table: somebody plays against bots, somebody else comes and goes."""

    def __init__(self, house: FakeHouse, game: str) -> None:
        self.table = house.table(game, code=game)
        self._house = house
        self._random = Random(game)
        self._rules = GAMES[game]
        self._pages = count(1)
        self._host = ForgetfulLine(house, self.table, "Ada", page=next(self._pages))
        self._tokens = [self._host.token]
        self._host.ask(m.Sit, seat=Seat(0))
        seats = max(self._rules.info.seats) if self._rules.info.reflex else 2
        levels = names(self._rules.info.box)
        for seat in range(1, seats):
            self._host.ask(m.Bot, seat=Seat(seat), bot=levels[-seat % len(levels)])
        self._guest = ForgetfulLine(house, self.table, "Bob", page=next(self._pages))
        self._tokens.append(self._guest.token)

    def end(self) -> None:
        """End the game, and another without a move; then both come anew.

        What is left of a game, and what a connection was shown, goes up and down with how long they were.
        """
        for request in (m.Abandon, m.Start, m.Abandon):
            self._host.ask(request)
        self._host = self._again(self._host, self._tokens[0])
        self._guest = self._again(self._guest, self._tokens[1])

    def _again(self, guest: ForgetfulLine, token: str) -> ForgetfulLine:
        client, guest.client = guest.client, None
        assert client
        self.table.gone(client)
        return ForgetfulLine(self._house, self.table, token=token, page=next(self._pages))

    def act(self) -> None:
        """Do what people do in a second."""
        book = self.table.book
        if book.phase != "playing":
            self._host.ask(m.Start)
            return
        assert book.game is not None
        game, chance = book.game, Chance(self._random.randbytes(8), 0)
        move = game.rules.sample(game.state, Seat(0), chance)
        if move is not None:
            reaction = self._random.choice((None, 90, 700))
            reveal = 1 if reaction else None
            self._host.play(0, move, reaction, reveal=reveal)
        if self._rules.question_type is not None:
            asked = {"type": "what", "card": 3, "turned": 1, "over": False}
            asked["type"] = "what" if self._rules.info.box == "catatac" else "where"
            self._host.ask(m.Ask, seat=Seat(0), question=Raw(msgspec.json.encode(asked)))
        if self._random.random() < 0.1:
            self._host.ask(m.React, reaction="wow")
            self._host.ask(m.Rename, name=self._random.choice(("Ada", "Zoé")))
            self._guest = self._again(self._guest, self._tokens[1])


OURS = (Future, Thought, Intention, Client, Live, Referee, Hold, HeldCall, Announcement, Decision, Moment)
"""What there is many of in play; how much of a game's own there is depends on how it ended."""


@pytest.mark.parametrize("game", ["spot/tower", "island/ports", "catatac", "karta"])
def test_games_with_people_and_bots_leave_a_table_as_small_as_it_was(game: str) -> None:
    gc.collect()
    elsewhere = sum(alive(*OURS))
    house = FakeHouse()
    house.memory = Forgetful()
    house.store = house.memory

    def deliver(do: Callable[..., None], *arguments: Any) -> None:
        house.fake.at(house.fake.now(), lambda: do(*arguments))

    house.think = Thinkers(processes=1, near=Prompt(), far=lambda: Slow(house.fake, EXPERT), deliver=deliver)
    room = GrowingTable(house, game)

    def play(minutes: int) -> None:
        for _ in range(minutes * 60):
            house.fake.turn(1_000)
            room.act()
        room.end()
        house.fake.turn(10 * MINUTE)

    def used() -> tuple[int, list[int]]:
        """Return how much memory lines of ours took and use, and how much there is of what is ours."""
        assert not left(), "something refers to itself"
        # As it has just given back its lists of what it can use again: both grow up to some limit.
        getattr(sys, "_clear_internal_caches", sys._clear_type_cache)()
        # Other threads, such as those of the test runner, take memory as they like.
        taken = tracemalloc.take_snapshot().filter_traces([OUR_LINES])
        return sum(trace.size for trace in taken.traces), alive(*OURS)

    for card, quarters, over in product(range(16), range(4), (False, True)):
        stamp(card, quarters, over)
    play(1)
    with uncollected() as left:
        tracemalloc.start()
        # Long enough for all that is remembered of the last minutes to be traced.
        play(4)
        (before, ours), games = used(), room.table.book.games
        play(10)
        after, ours_then = used()
        tracemalloc.stop()
    assert room.table.book.games > games + 2
    assert ours_then == ours
    assert sum(ours) - elsewhere < 10
    assert after - before < MOST_GROWN
