"""Bots think away from the tables, and know no more there than here."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from cartable.bots import bot, players
from cartable.core import Answer, Chance, Game, Millis, Seat, Sight, seed_of
from cartable.games import GAMES
from cartable.lab.hand_clock import HandClock
from cartable.server import messages as m
from cartable.server.bots import Considered, looks_ahead, think_far
from cartable.server.portrait import portrait
from cartable.server.rota import Rota
from cartable.server.think import AHEAD, LEARNT, PATIENT, SOON, Far, Thinkers, allowed
from tests.patience import HUNG
from tests.server.fakes import FakeHouse
from tests.server.test_memory import ForgetfulLine


def die(deaths: Path, times: int, share: float) -> str:
    """End the process so many times, as if it had been killed; then say that it lives."""
    died = len(deaths.read_text()) if deaths.exists() else 0
    if died < times:
        deaths.write_text("x" * (died + 1))
        os._exit(1)
    return "alive"


FAR = Far("work")


def pid(share: float) -> int:
    """Return the process that does it."""
    return os.getpid()


def shell(command: str, share: float) -> str:
    return subprocess.getoutput(command)


def niceness(share: float) -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def sleep(seconds: Any, share: float) -> None:
    time.sleep(seconds)


def test_long_work_is_done_in_another_process_and_comes_back_on_the_loop() -> None:
    async def elsewhere() -> tuple[int, int]:
        thinkers, loop = Thinkers(), asyncio.get_running_loop()
        near: asyncio.Future[int] = loop.create_future()
        far: asyncio.Future[int] = loop.create_future()
        thinkers(os.getpid, near.set_result)
        thinkers(pid, far.set_result, FAR)
        found = await near, await far
        thinkers.close()
        return found

    near, far = asyncio.run(elsewhere())
    assert near == os.getpid()
    assert far != os.getpid()


def test_a_process_is_made_ready_before_its_first_work_and_stands_back() -> None:
    async def found() -> tuple[Any, int]:
        thinkers, loop = Thinkers(partial(os.putenv, "READY", "yes")), asyncio.get_running_loop()
        thinkers.warm_up()
        seen: asyncio.Future[Any] = loop.create_future()
        nice: asyncio.Future[int] = loop.create_future()
        thinkers(partial(shell, "echo $READY"), seen.set_result, FAR)
        thinkers(niceness, nice.set_result, FAR)
        both = await seen, await nice
        thinkers.close()
        return both

    ready, nice = asyncio.run(found())
    assert ready == "yes"
    assert nice == min(19, os.getpriority(os.PRIO_PROCESS, 0) + PATIENT)


def note_niceness(path: Path) -> None:
    path.write_text(str(niceness(1.0)))


def test_a_process_gets_ready_as_fast_as_the_tables_and_only_then_stands_back(tmp_path: Path) -> None:
    async def ready() -> None:
        thinkers, done = Thinkers(partial(note_niceness, tmp_path / "nice")), asyncio.Future[Any]()
        thinkers(niceness, done.set_result, FAR)
        await done
        thinkers.close()

    asyncio.run(ready())
    assert int((tmp_path / "nice").read_text()) == os.getpriority(os.PRIO_PROCESS, 0)


def test_what_kills_its_process_comes_back_as_an_error_and_harms_no_other_thought(tmp_path: Path) -> None:
    async def found() -> list[Any]:
        thinkers, loop = Thinkers(processes=2), asyncio.get_running_loop()
        outcomes: list[asyncio.Future[Any]] = [loop.create_future() for _ in range(3)]
        thinkers(partial(sleep, 0.5), outcomes[0].set_result, FAR)
        thinkers(partial(die, tmp_path / "always", 9), outcomes[1].set_result, FAR)
        thinkers(partial(die, tmp_path / "never", 0), outcomes[2].set_result, FAR)
        got = [await outcome for outcome in outcomes]
        thinkers.close()
        return got

    slept, killed, after = asyncio.run(found())
    assert (slept, after) == (None, "alive")
    assert isinstance(killed, BrokenExecutor)


def test_nobody_goes_on_thinking_when_the_server_is_killed() -> None:
    script = (
        "import asyncio\n"
        "from multiprocessing import active_children\n"
        "from cartable.server.think import Far, Thinkers\n"
        "async def run():\n"
        "    thinkers = Thinkers()\n"
        "    thinkers(float, lambda share: print(active_children()[0].pid, flush=True), Far('share'))\n"
        "    await asyncio.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(run())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert int(server.stdout.readline()) != server.pid
        server.kill()
        # The pipe is open as long as anyone is there who could write into it.
        server.communicate(timeout=HUNG)


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
        assert pickle.loads(pickle.dumps(work))(1.0) == Considered(here, False)


def test_who_is_closed_does_no_work_again_though_its_process_ended_in_the_middle() -> None:
    async def scene() -> None:
        think = Thinkers()
        heard: list[object] = []
        think(partial(sleep, 600), heard.append, FAR)
        think.close()
        async with asyncio.timeout(HUNG):
            while active_children():
                await asyncio.sleep(0.01)
        assert heard == []

    asyncio.run(scene())


class Hand(Executor):
    """A process whose work a test does by hand."""

    def __init__(self) -> None:
        self.future: Future[Any] = Future()
        self.kind = ""
        self.share = 0.0
        self.closed = False

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        work, self.share = arguments
        self.future, self.kind = Future(), getattr(work, "args", ("",))[0]
        return self.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.closed = True

    def finish(self, seconds: float) -> None:
        """Let the work have taken as long as its part of so many seconds."""
        self.future.set_result((seconds * self.share, "found"))


class Bench:
    """Thinkers with processes that a test does the work of; outcomes come back at once."""

    def __init__(self, processes: int = 1) -> None:
        self.hands: list[Hand] = []
        self.done: list[str] = []
        self.think = Thinkers(
            processes=processes, near=Hand(), far=self._hand, deliver=lambda do, *arguments: do(*arguments)
        )

    def ask(self, what: str, address: str, table: str = "", kind: str = "work", whole: bool = False) -> Any:
        """Let a table of an address want something, and note when it is done."""
        far = Far(kind, whole)
        work = partial(sleep, kind)
        return self.think(work, lambda outcome: self.done.append(what), far, (address, table or what))

    def finish(self, times: int = 1, **seconds: float) -> list[float]:
        """Let the next works be done, by kinds in so many seconds; return each one's part of its nodes."""
        shares = []
        for _ in range(times):
            hand = self.hands[0]
            shares.append(hand.share)
            hand.finish(seconds.get(hand.kind, 0.0))
        return shares

    def _hand(self) -> Hand:
        self.hands.append(Hand())
        return self.hands[-1]


def test_everybody_has_a_turn_by_address_then_by_table_then_as_they_came() -> None:
    turns: Rota[str] = Rota()
    for name in ("a1x", "a1y", "a2x", "b1x", "a1z", "c1x", "c1y"):
        turns.add((name[0], name[:2]), name)
    assert list(turns) == ["a1x", "a1y", "a1z", "a2x", "b1x", "c1x", "c1y"]
    taken = []
    while turns:
        taken.append(turns.take())
    assert taken == ["a1x", "b1x", "c1x", "a2x", "c1y", "a1y", "a1z"]


def test_what_waits_no_longer_leaves_its_turn_to_what_is_asked_instead() -> None:
    turns: Rota[str] = Rota()
    for name in ("a1", "b1", "c1", "d1"):
        turns.add((name[0], name), name)
    turns.remove(("b", "b1"), "b1")
    turns.remove(("c", "c1"), "c1")
    turns.add(("b", "b1"), "b1 again")
    assert len(turns) == 3
    assert [turns.take() for _ in range(3)] == ["a1", "b1 again", "d1"]
    assert not turns
    turns.add(("a", "a1"), "alone")
    turns.remove(("a", "a1"), "alone")
    assert not turns
    assert not turns._addresses, "nothing is kept of who once waited"


def test_short_work_has_its_turns_too_so_that_a_thousand_questions_hold_nobody_up() -> None:
    submitted: list[Future[Any]] = []
    done: list[str] = []
    near = Hand()
    near.submit = lambda fn, /, *arguments, **named: submitted.append(Future()) or submitted[-1]  # type: ignore[method-assign,func-returns-value]
    think = Thinkers(processes=1, near=near, far=Hand, deliver=lambda do, *arguments: do(*arguments))
    for number in range(1_000):
        think(dict, lambda outcome, number=number: done.append(f"question {number}"), None, ("a", "a1"))  # type: ignore[misc]
    ahead = len(submitted)
    assert ahead == AHEAD * min(4, os.cpu_count() or 1)
    give_up = think(dict, lambda outcome: done.append("no longer"), None, ("c", "c1"))
    think(dict, lambda outcome: done.append("bot"), None, ("b", "b1"))
    give_up()
    for number in range(ahead + 2):
        submitted[number].set_result(None)
    assert done[-1] == "bot"
    assert done[:-1] == [f"question {number}" for number in range(ahead + 1)]


def test_one_address_with_forty_tables_of_experts_holds_up_another_by_one_thought() -> None:
    bench = Bench()
    for number in range(40):
        bench.ask(f"expert {number}", "theirs")
    bench.ask("mine", "ours")
    bench.ask("mine too", "ours")
    bench.finish(5)
    assert bench.done == ["expert 0", "expert 1", "mine", "expert 2", "mine too"]


def test_what_is_given_up_is_never_begun_and_nothing_is_kept_of_it() -> None:
    bench = Bench()
    bench.ask("first", "a")
    give_up = bench.ask("second", "b")
    bench.ask("third", "c")
    assert bench.think.waiting == 2
    give_up()
    assert bench.think.waiting == 1
    bench.finish(2)
    assert bench.done == ["first", "third"]
    assert bench.think.thoughts == 2
    bench.ask("fourth", "d")()
    bench.finish()
    assert bench.done == ["first", "third"], "it had begun, and nobody is told"


def test_where_too_much_waits_the_long_is_given_fewer_nodes_and_the_short_all_of_them() -> None:
    bench, takes = Bench(), {"expert": 2.0, "easy": 0.01}
    bench.ask("long", "a", kind="expert")
    bench.ask("short", "a", kind="easy")
    assert bench.finish(2, **takes) == [1.0, 1.0]
    for number in range(40):
        bench.ask(f"long {number}", f"address {number}", kind="expert")
    for number in range(40):
        bench.ask(f"short {number}", f"address {number}", kind="easy")
    first, second, *_ = longs = bench.finish(40, **takes)
    assert first == 1.0, "nothing waited when it began"
    assert second == pytest.approx((SOON - 40 * 0.01) / 39 / 2.0)
    assert sum(longs[1:]) * 2.0 < 1.5 * SOON, "nor do those take longer that began when fewer waited"
    assert bench.think.hurried == 39
    assert set(bench.finish(40, **takes)) == {1.0}


def test_how_long_a_kind_takes_is_learnt_from_whole_thoughts_and_no_longer_from_hurried_ones() -> None:
    bench = Bench()
    for _ in range(3):
        bench.ask("alone", "a", kind="expert")
        assert bench.finish(expert=2.0) == [1.0], "an idle server gives all nodes"

    def share_of_three(seconds: float) -> float:
        for address in "abcd":
            bench.ask("one of many", address, kind="expert")
        return bench.finish(4, expert=seconds)[1]

    first = share_of_three(2.0)
    assert first == pytest.approx(SOON / 3 / 2.0)
    learnt = 2.0 + (20.0 - 2.0) / LEARNT
    assert share_of_three(20.0) == pytest.approx(SOON / 3 / learnt), "only the first of them was whole"
    for _ in range(50):
        bench.ask("alone", "a", kind="expert")
        bench.finish(expert=0.1)
    assert share_of_three(0.1) == 1.0


def test_what_is_never_given_fewer_nodes_waits_until_nothing_else_does() -> None:
    bench = Bench()
    bench.ask("bot", "a", kind="expert")
    bench.ask("analysis", "b", kind="analysis", whole=True)
    for number in range(9):
        bench.ask(f"bot {number}", f"c{number}", kind="expert")
    bench.finish(10, expert=5.0)
    assert bench.done[-1] == "bot 8"
    assert bench.finish(analysis=60.0) == [1.0]
    assert bench.done[-1] == "analysis"


def test_each_may_take_as_long_that_all_take_so_long_together() -> None:
    assert allowed([(1, 2)], 3) == float("inf")
    assert allowed([(9, 2), (1, 1)], 5) == 2
    assert allowed([(9, 1), (9, 1)], 4) == 2
    assert allowed([(2, 2)], 4) == 2


@pytest.mark.parametrize("error", [OSError, AssertionError])
def test_a_process_that_died_is_replaced_and_one_that_cannot_be_started_is_as_good_as_dead(
    error: type[Exception],
) -> None:
    bench = Bench()
    outcomes: list[object] = []
    bench.think(pid, outcomes.append, FAR, ("a", "a"))
    dead = bench.hands.pop()
    dead.future.set_exception(BrokenExecutor())
    assert dead.closed
    bench.ask("next", "b")
    assert bench.hands != [dead]
    bench.finish()
    assert bench.done == ["next"]

    def refuse(*arguments: Any) -> Any:
        raise error("no room for another process")

    bench.hands[0].submit = refuse  # type: ignore[method-assign]
    bench.think(pid, outcomes.append, FAR, ("a", "a"))
    assert [type(outcome) for outcome in outcomes] == [BrokenExecutor, BrokenExecutor]


@pytest.mark.parametrize("game", ["karta", "catatac"])
def test_a_bot_in_a_hurry_answers_with_fewer_nodes_and_says_so(game: str) -> None:
    state: Game[Any, Any, Any, Any] = Game(GAMES[game], GAMES[game].info.setup(), seed_of(3))
    seat = next(seat for seat in map(Seat, range(2)) if list(state.rules.moves(state.state, seat)))
    view = state.rules.view(state.state, seat)
    found = think_far("medium", game, state.setup, view, seat, Chance(b"x", 1), 0.01)
    assert found.answer is not None
    assert found.weaker
    expert: Any = bot("expert", game)
    quick = expert.hurried(0.25)
    if game == "karta":
        assert quick.nodes == expert.nodes // 4
    else:
        assert quick.effort.worlds(2) == expert.effort.worlds(2) // 4
    assert quick.weaker
    assert quick.name == "expert"


EXPERT = 2.0
"""How many seconds an expert's whole thought takes."""
DELAY = Millis(800)
"""When after a position was shown a bot moves at the soonest."""


class Slow(Executor):
    """A process in which an expert's thought takes its time by a clock turned by hand; chance answers."""

    def __init__(self, clock: HandClock, seconds: float) -> None:
        self._clock = clock
        self._millis = seconds * 1000

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        work, share = arguments
        future: Future[Any] = Future()
        _, game, setup, view, seat, chance = work.args
        move = GAMES[game].sample(GAMES[game].imagine(view, setup, chance), seat, chance)
        outcome = share * self._millis / 1000, Considered(Answer(move, DELAY), share < 1)
        when = Millis(self._clock.now() + round(share * self._millis))
        self._clock.at(when, lambda: future.set_result(outcome))
        return future


class ExpertTables:
    """Tables of experts, each with somebody who looks on, and one process for all of them."""

    def __init__(self) -> None:
        self.house = FakeHouse()
        self.guests: dict[str, ForgetfulLine] = {}
        self.moved: dict[str, list[int]] = {}
        clock = self.house.fake
        self.thinkers = Thinkers(
            processes=1,
            near=Hand(),
            far=lambda: Slow(clock, EXPERT),
            deliver=lambda do, *arguments: do(*arguments),
        )
        self.house.think = self.thinkers

    def open(self, address: str, code: str) -> None:
        """Open a table of two experts, and let them begin."""
        table = self.house.table("karta", code=code, address=address)
        guest = self.guests[code] = ForgetfulLine(self.house, table, "Ada")
        for seat in range(2):
            guest.ask(m.Bot, seat=Seat(seat), bot="expert")
        guest.ask(m.Start)
        self.moved[code] = [self.house.fake.now()]

    def leave(self, code: str) -> None:
        """Let the last one at a table go."""
        guest = self.guests.pop(code)
        assert guest.client
        guest.table.gone(guest.client)

    def pass_time(self, seconds: int) -> None:
        """Let so much time pass; note when bots move, and begin anew where a game is over."""
        for _ in range(seconds * 10):
            self.house.fake.turn(100)
            for code, guest in self.guests.items():
                book, times = guest.table.book, self.moved[code]
                assert book.game is not None or book.phase == "over"
                if book.phase == "over":
                    guest.ask(m.Start)
                    times.append(self.house.fake.now())
                elif book.game and book.game.moves_made != getattr(guest, "moves", 0):
                    guest.moves = book.game.moves_made  # type: ignore[attr-defined]
                    times.append(self.house.fake.now())

    def longest(self, code: str) -> int:
        """Return the longest time without a move at a table, in milliseconds."""
        times = [*self.moved[code], self.house.fake.now()]
        return max(later - before for before, later in pairwise(times))


def test_a_table_beside_forty_tables_of_experts_of_one_address_goes_on_as_if_it_were_alone() -> None:
    alone, beside = ExpertTables(), ExpertTables()
    alone.open("ours", "OURS")
    alone.pass_time(120)
    beside.open("ours", "OURS")
    for number in range(40):
        beside.open("theirs", f"T{number}")
    beside.pass_time(120)
    assert len(alone.moved["OURS"]) > 15
    # Before each thought of ours there is at most one of theirs.
    assert beside.longest("OURS") <= alone.longest("OURS") + EXPERT * 1000
    assert len(beside.moved["OURS"]) > 0.5 * len(alone.moved["OURS"])


def test_forty_tables_of_experts_at_forty_addresses_move_equally_often_and_say_that_they_think_less() -> None:
    evening = ExpertTables()
    for number in range(40):
        evening.open(f"address {number}", f"T{number}")
    evening.pass_time(10)
    before = {code: len(times) for code, times in evening.moved.items()}
    evening.pass_time(120)
    counts = {len(times) - before[code] for code, times in evening.moved.items()}
    assert max(counts) - min(counts) <= 3
    assert min(counts) > 120_000 / (2 * SOON * 1000 + DELAY)
    assert max(map(evening.longest, evening.guests)) <= EXPERT * 1000 * 2 + SOON * 1000 + DELAY
    for guest in evening.guests.values():
        shown = portrait(guest.table.book, guest.table.presence, Millis(0), None, 0)
        assert all(chair.weaker for chair in shown.chairs)


def test_nobody_thinks_for_tables_that_everybody_has_left_and_the_rest_think_with_all_nodes() -> None:
    evening = ExpertTables()
    for number in range(40):
        evening.open(f"address {number}", f"T{number}")
    evening.pass_time(20)
    assert evening.thinkers.waiting > 10
    for number in range(1, 40):
        evening.leave(f"T{number}")
    assert evening.thinkers.waiting <= 1
    evening.pass_time(10)
    thoughts, hurried = evening.thinkers.thoughts, evening.thinkers.hurried
    moves = len(evening.moved["T0"])
    evening.pass_time(60)
    assert evening.thinkers.thoughts - thoughts == pytest.approx(len(evening.moved["T0"]) - moves, abs=2)
    assert evening.thinkers.hurried == hurried


def test_whoever_comes_and_goes_while_a_bot_thinks_does_not_make_it_think_again() -> None:
    evening = ExpertTables()
    evening.open("ours", "OURS")
    host = evening.guests["OURS"]
    thoughts = evening.thinkers.thoughts
    assert thoughts == 1
    for _ in range(20):
        guest = ForgetfulLine(evening.house, host.table, "Bob")
        evening.house.fake.turn(10)
        assert guest.client
        host.table.gone(guest.client)
    assert evening.thinkers.thoughts == thoughts
    assert evening.thinkers.waiting == 0
    evening.house.fake.turn(int(EXPERT * 1000) + DELAY)
    game = host.table.book.game
    assert game is not None
    assert game.moves_made == 1
