"""Bots at a table: they rest where nobody is, and no process that dies keeps a game from going on."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import pairwise
from typing import Any

import pytest

from cartable.core import Seat
from cartable.server import messages as m
from cartable.server.bots import DEATHS, IMPATIENCE, LONGEST, PATIENCE, SHORTEST, Considered, Intention
from cartable.server.rota import NOBODYS, Whose
from cartable.server.think import Far, Thinkers, Thought
from tests.server.fakes import FakeHouse, Line, at_once
from tests.server.test_memory import ForgetfulLine, alive, uncollected


class Mortal:
    """Thinking in processes that die as long as a test wants; what is near is thought at once."""

    def __init__(self) -> None:
        self.deadly = True
        self.tries = 0
        self.whose: set[Whose] = set()

    def __call__(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        if far:
            self.whose.add(whose)
            self.tries += 1
            if self.deadly:
                then(BrokenExecutor())
                return lambda: None
            return at_once(work, lambda outcome: then(Considered(outcome.answer, False)), far)
        return at_once(work, then)


class Busy:
    """Thinking in processes that have no time; what is near is thought at once."""

    def __init__(self) -> None:
        self.busy = True
        self.waiting: list[Callable[[], object]] = []
        self.given_up = 0

    def __call__(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        if not far or not self.busy:
            return at_once(work, then, far)
        self.waiting.append(lambda: at_once(work, then, far))
        return self.give_up

    def give_up(self) -> None:
        self.given_up += 1


def match(
    house: FakeHouse, game: str = "catatac", *bots: str, guest: type[Line] = Line, **terms: Any
) -> Line:
    """Let bots play, and somebody look on."""
    host = guest(house, house.table(game, **terms), "Ada")
    for seat, bot in enumerate(bots or ("easy", "easy")):
        assert isinstance(host.ask(m.Bot, seat=Seat(seat), bot=bot), m.Done)
    assert isinstance(host.ask(m.Start), m.Done)
    return host


def moves(line: Line) -> int:
    game = line.table.book.game
    assert game is not None
    return game.moves_made


def test_where_processes_die_the_game_goes_on_after_some_tries_and_one_line_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house, mortal = FakeHouse(), Mortal()
    house.think = mortal
    with caplog.at_level(logging.WARNING):
        host = match(house)
        assert moves(host) == 0
        for _ in range(60):
            host.pong()
            house.fake.turn(1_000)
    assert moves(host) > 5
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert all(chair.weaker for chair in host.last(m.Table).chairs)


def test_processes_are_tried_again_for_ever_with_growing_pauses() -> None:
    house, mortal = FakeHouse(), Mortal()
    house.think = mortal
    tries: list[int] = []
    host = match(house, "karta", "easy", "easy")
    for second in range(400):
        host.pong()
        if moves(host) == 20:
            break
        if mortal.tries > len(tries):
            tries += [second] * (mortal.tries - len(tries))
        house.fake.turn(1_000)
    assert len(tries) > DEATHS
    pauses = [later - before for before, later in pairwise(tries)]
    assert pauses[0] >= SHORTEST // 1000
    assert max(pauses) <= LONGEST // 1000 + 10
    assert pauses[-1] > pauses[0]


def test_a_bot_whose_process_lives_again_plays_by_itself_again() -> None:
    house, mortal = FakeHouse(), Mortal()
    house.think = mortal
    host = match(house)
    house.fake.turn(SHORTEST * 2**DEATHS)
    mortal.deadly = False
    tries = mortal.tries
    for _ in range(20):
        host.pong()
        house.fake.turn(1_000)
    assert mortal.tries > tries + 3
    assert host.table._playing._bots._deaths == 0


def test_a_bot_whose_thought_does_not_come_moves_without_it_and_its_plate_says_so() -> None:
    house, busy = FakeHouse(), Busy()
    house.think = busy
    host = match(house, "karta", "hard", "hard")
    house.fake.turn(PATIENCE - 1)
    assert moves(host) == 0
    assert not any(chair.weaker for chair in host.last(m.Table).chairs)
    house.fake.turn(1)
    assert moves(host) == 1
    assert busy.given_up == 1
    assert sum(chair.weaker for chair in host.last(m.Table).chairs) == 1


def test_after_a_thought_that_came_too_late_bots_wait_less_until_one_comes_in_time() -> None:
    house, busy = FakeHouse(), Busy()
    house.think = busy
    host = match(house, "karta", "hard", "hard")
    house.fake.turn(PATIENCE + IMPATIENCE)
    assert moves(host) == 2
    busy.busy = False
    house.fake.turn(IMPATIENCE)
    thought = moves(host)
    assert thought > 2
    busy.busy = True
    house.fake.turn(PATIENCE - 1)
    assert moves(host) <= thought + 1, "the one that was thought in time, and no other"


def test_a_thought_that_comes_too_late_changes_nothing() -> None:
    house, busy = FakeHouse(), Busy()
    house.think = busy
    host = match(house, "karta", "hard", "hard")
    house.fake.turn(PATIENCE)
    assert moves(host) == 1
    busy.waiting[0]()
    house.fake.turn(IMPATIENCE - 1)
    assert moves(host) == 1


def test_bots_rest_while_nobody_is_there_and_go_on_when_somebody_comes() -> None:
    house = FakeHouse()
    host = match(house, "karta", "greedy", "greedy", turn=30)
    house.fake.turn(15_000)
    host.pong()
    assert moves(host) > 0
    assert host.client
    host.table.gone(host.client)
    house.fake.turn(3_000)
    stood = moves(host)
    house.fake.turn(600_000)
    assert moves(host) == stood, "no bot plays, and no turn runs out"
    back = Line(house, host.table, token=host.token)
    until = back.last(m.Game).until
    assert until is not None
    assert until - back.last(m.Game).now == 30_000
    house.fake.turn(15_000)
    assert moves(back) > stood


def test_a_thought_that_waits_is_given_up_when_the_last_one_goes() -> None:
    house = FakeHouse()
    given_up: list[str] = []

    def think(work: Any, then: Any, far: Any = None, whose: Any = None) -> Callable[[], object]:
        return lambda: given_up.append(far.kind)

    house.think = think
    host = match(house, "karta", "expert", "expert")
    assert host.client
    host.table.gone(host.client)
    assert given_up == ["karta expert"], "whose turn it is not has nothing to think about"


def test_a_bot_that_was_thinking_when_its_server_died_thinks_again_elsewhere() -> None:
    house, thoughts = FakeHouse(), list[object]()

    def dying(work: Any, then: Any, far: Any = None, whose: Any = None) -> Callable[[], object]:
        thoughts.append(far)
        return lambda: None

    house.think = dying
    host = match(house, "karta", "greedy", "greedy")
    house.fake.turn(60_000)
    assert thoughts
    assert moves(host) == 0
    # Nothing of a thought is written anywhere: another server reads the log, and has it thought anew.
    elsewhere = FakeHouse()
    elsewhere.memory = elsewhere.store = house.memory
    back = Line(elsewhere, elsewhere.again(host.table), token=host.token)
    elsewhere.fake.turn(15_000)
    assert moves(back) > 0


def test_a_table_thinks_in_the_turn_of_its_opener() -> None:
    house, mortal = FakeHouse(), Mortal()
    house.think = mortal
    match(house)
    assert mortal.whose == {("CODE", "CODE")}


class Prompt(Executor):
    """Does everything at once."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*arguments))
        except Exception as fault:
            # As real executors do: else the error would know the future that knows it.
            done.set_exception(fault.with_traceback(None))
        return done


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("spot/tower", ("medium", "hard", "expert")),
        ("catatac", ("greedy", "easy")),
        ("karta", ("greedy", "easy")),
    ],
)
def test_bots_that_play_whole_games_leave_nothing(game: str, bots: tuple[str, ...]) -> None:
    kinds = Future, Intention, Thought
    # Held, so that their number stays: a process of another test may not be gone yet.
    elsewhere = [one for one in gc.get_objects() if type(one) in kinds]
    others = [sum(type(one) is kind for one in elsewhere) for kind in kinds]
    house = FakeHouse()

    def deliver(do: Callable[..., None], *arguments: Any) -> None:
        house.fake.at(house.fake.now(), lambda: do(*arguments))

    house.think = Thinkers(near=Prompt(), far=Prompt, deliver=deliver)
    host = match(house, game, *bots, guest=ForgetfulLine)

    def play() -> list[int]:
        while host.table.book.phase != "over":
            house.fake.turn(1_000)
        house.fake.turn(600_000)
        counted = alive(*kinds)
        host.ask(m.Start)
        return counted

    play()
    with uncollected() as left:
        before = play()
        for _ in range(3):
            assert play() == before == others
        assert not left()
    assert gc.isenabled()
