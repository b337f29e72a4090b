"""Bots think away from the tables, and know no more there than here."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any

from cartable.bots import bot, players
from cartable.core import Chance, Game, Seat, Sight, seed_of
from cartable.games import GAMES
from cartable.server.bots import looks_ahead, think_far
from cartable.server.think import PATIENT, Thinkers


def die(deaths: Path, times: int) -> str:
    """End the process so many times, as if it had been killed; then say that it lives."""
    died = len(deaths.read_text()) if deaths.exists() else 0
    if died < times:
        deaths.write_text("x" * (died + 1))
        os._exit(1)
    return "alive"


def test_long_work_is_done_in_another_process_and_comes_back_on_the_loop() -> None:
    async def elsewhere() -> tuple[int, int]:
        thinkers, loop = Thinkers(), asyncio.get_running_loop()
        near: asyncio.Future[int] = loop.create_future()
        far: asyncio.Future[int] = loop.create_future()
        thinkers(os.getpid, near.set_result)
        thinkers(os.getpid, far.set_result, far=1)
        found = await near, await far
        thinkers.close()
        return found

    near, far = asyncio.run(elsewhere())
    assert near == os.getpid()
    assert far != os.getpid()


def test_of_what_waits_for_a_process_the_shortest_is_done_first_and_what_is_given_up_never() -> None:
    async def order() -> list[int]:
        thinkers, loop = Thinkers(processes=1), asyncio.get_running_loop()
        done: list[int] = []
        last: asyncio.Future[int] = loop.create_future()
        thinkers(partial(abs, 9), done.append, far=9)
        thinkers(partial(abs, 3), done.append, far=3)
        thinkers(partial(abs, 2), done.append, far=2)()
        thinkers(partial(abs, 1), done.append, far=1)
        thinkers(partial(abs, 4), last.set_result, far=4)
        await last
        thinkers.close()
        return done

    assert asyncio.run(order()) == [9, 1, 3]


def test_a_process_is_made_ready_before_its_first_work_and_stands_back() -> None:
    async def found() -> tuple[Any, int]:
        thinkers, loop = Thinkers(partial(os.putenv, "READY", "yes")), asyncio.get_running_loop()
        thinkers.warm_up()
        seen: asyncio.Future[Any] = loop.create_future()
        nice: asyncio.Future[int] = loop.create_future()
        thinkers(partial(subprocess.getoutput, "echo $READY"), seen.set_result, far=1)
        thinkers(partial(os.getpriority, os.PRIO_PROCESS, 0), nice.set_result, far=1)
        both = await seen, await nice
        thinkers.close()
        return both

    ready, nice = asyncio.run(found())
    assert ready == "yes"
    assert nice == min(19, os.getpriority(os.PRIO_PROCESS, 0) + PATIENT)


def test_work_is_done_again_where_a_process_died_and_what_kills_twice_comes_back_as_an_error(
    tmp_path: Path,
) -> None:
    async def found() -> tuple[Any, Any, Any]:
        thinkers, loop = Thinkers(processes=1), asyncio.get_running_loop()
        outcomes: list[asyncio.Future[Any]] = [loop.create_future() for _ in range(3)]
        once, always = tmp_path / "once", tmp_path / "always"
        works = partial(die, once, 1), partial(die, always, 9), partial(die, once, 1)
        for number, (work, outcome) in enumerate(zip(works, outcomes, strict=True), start=1):
            thinkers(work, outcome.set_result, far=number)
        first, second, third = [await outcome for outcome in outcomes]
        thinkers.close()
        return first, second, third

    first, second, third = asyncio.run(found())
    assert (first, third) == ("alive", "alive")
    assert isinstance(second, BrokenExecutor)


def test_nobody_goes_on_thinking_when_the_server_is_killed() -> None:
    script = (
        "import asyncio, os, sys\n"
        "from cartable.server.think import Thinkers\n"
        "async def run():\n"
        "    thinkers = Thinkers()\n"
        "    thinkers(os.getpid, lambda pid: print(pid, flush=True), far=1)\n"
        "    await asyncio.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(run())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert int(server.stdout.readline()) != server.pid
        server.kill()
        # The pipe is open as long as anyone is there who could write into it.
        server.communicate(timeout=30)


def test_bots_that_look_ahead_are_made_ready_by_a_small_decision() -> None:
    script = (
        "from cartable.server.bots import warm_up; warm_up()\n"
        "from cartable.bots.karta import decision as karta\n"
        "from cartable.bots.catatac import decision as catatac\n"
        "for module in karta, catatac:\n"
        "    made = [value for value in vars(module).values() if hasattr(value, 'signatures')]\n"
        "    print(len(made) > 0, all(value.signatures for value in made))"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True"] * 4


def test_every_level_of_the_boxes_that_are_thought_about_looks_ahead_and_nobody_else_does() -> None:
    levels = {"easy", "medium", "hard", "expert"}
    for box in ("spot", "island", "karta", "catatac"):
        ahead = {name for name, player in players(box).items() if looks_ahead(player)}
        assert ahead == (levels if box in ("karta", "catatac") else set())


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


def test_who_is_closed_does_no_work_again_though_its_process_ended_in_the_middle() -> None:
    async def scene() -> None:
        think = Thinkers()
        heard: list[object] = []
        think(partial(time.sleep, 600), heard.append, far=1)
        think.close()
        async with asyncio.timeout(60):
            while think._busy or active_children():
                await asyncio.sleep(0.01)
        assert heard == []

    asyncio.run(scene())
