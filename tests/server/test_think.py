"""Bots think away from the tables, and know no more there than here."""

from __future__ import annotations

import asyncio
import os
import pickle
from functools import partial
from typing import Any

from cartable.bots import bot
from cartable.core import Chance, Game, Seat, Sight, seed_of
from cartable.games import GAMES
from cartable.server.bots import think_far
from cartable.server.think import Thinkers


def test_long_work_is_done_in_another_process_and_comes_back_on_the_loop() -> None:
    async def elsewhere() -> tuple[int, int]:
        thinkers, loop = Thinkers(), asyncio.get_running_loop()
        near: asyncio.Future[int] = loop.create_future()
        far: asyncio.Future[int] = loop.create_future()
        thinkers(os.getpid, near.set_result)
        thinkers(os.getpid, far.set_result, far=True)
        found = await near, await far
        thinkers.close()
        return found

    near, far = asyncio.run(elsewhere())
    assert near == os.getpid()
    assert far != os.getpid()


def test_what_goes_far_is_plain_and_the_answer_is_the_same_as_here() -> None:
    for name in ("karta", "catatac"):
        game: Game[Any, Any, Any, Any] = Game(GAMES[name], GAMES[name].info.setup(), seed_of(3))
        seat = next(seat for seat in map(Seat, range(2)) if list(game.rules.moves(game.state, seat)))
        view, chance = game.rules.view(game.state, seat), Chance(b"x", 1)
        work = partial(think_far, "greedy", name, game.setup, view, seat, chance)
        here = bot("greedy", name).answer(
            Sight(game.rules, game.setup, game.state, seat), Chance(b"x", 1), lambda: False
        )
        assert pickle.loads(pickle.dumps(work))() == here
