"""Leases, step by step: what a node does about what it hears."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from cartable.cluster import leases as module
from cartable.cluster.leases import (
    AGAIN,
    EXPIRY,
    NOBODY,
    RENEWAL,
    RETRY,
    SETTLE,
    Await,
    Bury,
    Empty,
    Enter,
    Exit,
    Keep,
    Leases,
    LeaseStep,
    Mourn,
    Neighbour,
    Owned,
    Part,
    PassOn,
    Renew,
    Roll,
    TakeOver,
)
from cartable.core import Millis
from tests.test_layers import HARMLESS, imports

SHARDS = 4


class Sample:
    """A node called ada, and a database that a test answers for."""

    def __init__(self, at_once: int = 1) -> None:
        lives = count(10, 10)
        self.steps: list[LeaseStep] = []
        self.leases = Leases("ada", self.steps.append, lambda: next(lives), SHARDS, at_once=at_once)
        self.now = Millis(0)
        self.nodes: list[Neighbour] = []
        self.shards = [Owned(NOBODY, 0) for _ in range(SHARDS)]

    @property
    def life(self) -> int:
        assert self.leases.life is not None
        return self.leases.life

    @property
    def roll(self) -> Roll:
        return Roll(tuple(self.nodes), tuple(self.shards))

    def step(self) -> list[LeaseStep]:
        """Return what it did since the last time."""
        steps, self.steps[:] = list(self.steps), []
        return steps

    def tick(self, millis: int = 0) -> list[LeaseStep]:
        self.now = Millis(self.now + millis)
        self.leases.tick(self.now)
        return self.step()

    def enter(self) -> list[LeaseStep]:
        """Let it enter, and answer."""
        asked = next(step for step in self.tick() if isinstance(step, Enter))
        self.nodes.append(Neighbour(asked.life, "ada", "ada:1", False, False))
        self.leases.entered(self.roll, self.now)
        return self.step()

    def renew(self, millis: int = RENEWAL) -> list[LeaseStep]:
        """Let it renew, and answer; return what it does then."""
        before = self.tick(millis)
        assert isinstance(before[-1], Renew)
        self.leases.renewed(self.roll, self.now)
        return self.step()

    def own(self, *shards: int, epoch: int = 1) -> list[LeaseStep]:
        for shard in shards:
            self.shards[shard] = Owned(self.life, epoch)
        return self.renew()


def alone(at_once: int = 1) -> Sample:
    sample = Sample(at_once)
    sample.enter()
    taken = sample.step()
    assert taken == []
    sample.leases.done(sample.now)
    sample.step()
    for shard in range(SHARDS):
        sample.shards[shard] = Owned(sample.life, 1)
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.step() == [Keep(shard, 1) for shard in range(SHARDS)]
    return sample


def joined(sample: Sample, *names: str, draining: bool = False) -> None:
    for number, name in enumerate(names):
        sample.nodes.append(Neighbour(1_000 + number, name, f"{name}:1", draining, False))


def test_the_leases_touch_no_clock_no_network_and_no_chance() -> None:
    names = {name.split(".")[0] for name in imports(Path(module.__file__))}
    assert "msgspec" in names
    assert names <= HARMLESS | {"msgspec", "cartable"}


def test_a_node_enters_takes_what_is_free_and_serves_it() -> None:
    sample = Sample()
    assert sample.tick() == [Enter(10)]
    sample.nodes.append(Neighbour(10, "ada", "ada:1", False, False))
    sample.leases.entered(sample.roll, sample.now)
    assert sample.step() == [TakeOver(10, tuple((shard, 0) for shard in range(SHARDS)))]
    sample.leases.done(sample.now)
    assert sample.step() == [Renew(10, False)]
    assert not sample.leases.serves(0, sample.now)
    sample.shards = [Owned(10, 1)] * SHARDS
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.step() == [Keep(shard, 1) for shard in range(SHARDS)]
    assert sample.leases.serves(0, sample.now)


def test_it_renews_every_half_second_and_asks_one_thing_at_a_time() -> None:
    sample = alone()
    assert sample.tick(RENEWAL) == [Renew(10, False)]
    assert sample.tick(RENEWAL) == []
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.step() == [Renew(10, False)]


def test_it_takes_only_its_part_where_there_are_others() -> None:
    sample = Sample()
    joined(sample, "ben")
    steps = sample.enter()
    taken = next(step for step in steps if isinstance(step, TakeOver))
    assert len(taken.shards) == SHARDS // 2
    assert Await(1_000) in steps


def test_a_node_that_was_stopped_serves_nothing_when_it_wakes_up() -> None:
    sample = alone()
    # Its message comes first, before any timer.
    sample.now = Millis(sample.now + EXPIRY)
    assert not sample.leases.serves(0, sample.now)
    assert sample.tick() == [Part((0, 1, 2, 3)), Renew(10, False)]
    sample.leases.buried(sample.now)
    assert sample.step() == [Enter(20)]


def test_a_life_that_nobody_buried_goes_on_with_the_same_epochs() -> None:
    sample = alone()
    sample.tick(EXPIRY)
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.step() == [Keep(shard, 1) for shard in range(SHARDS)]


def test_an_answer_that_took_too_long_is_not_believed() -> None:
    sample = alone()
    sample.tick(RENEWAL)
    sample.now = Millis(sample.now + EXPIRY)
    sample.tick()
    sample.leases.renewed(sample.roll, sample.now)
    assert not any(isinstance(step, Keep) for step in sample.step())
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.leases.serves(0, sample.now)


def test_a_lost_line_ends_the_life_and_another_begins_later() -> None:
    sample = alone()
    sample.leases.failed(sample.now)
    assert sample.step() == [Part((0, 1, 2, 3))]
    assert sample.tick(AGAIN - 1) == []
    assert sample.tick(1) == [Enter(20)]
    # It was no broken line: the database is away.
    sample.leases.failed(sample.now)
    assert sample.step() == []
    assert sample.tick(RETRY - 1) == []
    assert sample.tick(1) == [Enter(30)]


def test_a_neighbour_whose_lock_falls_is_buried_at_once() -> None:
    sample = alone()
    joined(sample, "ben")
    assert Await(1_000) in sample.renew()
    sample.leases.fell(1_000, sample.now)
    assert sample.step() == [Bury((1_000,))]
    del sample.nodes[1]
    sample.leases.done(sample.now)
    assert sample.step() == [Renew(10, False)]


def test_a_lock_that_is_awaited_no_more_buries_nobody() -> None:
    sample = alone()
    sample.leases.fell(1_000, sample.now)
    assert sample.step() == []


def test_an_expired_neighbour_is_buried_and_its_shards_are_taken() -> None:
    sample = alone()
    sample.shards[0] = sample.shards[1] = Owned(1_000, 5)
    sample.nodes.append(Neighbour(1_000, "ben", "ben:1", False, True))
    assert sample.renew() == [Part((0, 1)), Bury((1_000,))]
    del sample.nodes[1]
    sample.leases.done(sample.now)
    sample.step()
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.step() == [Mourn((1_000,)), TakeOver(10, ((0, 5), (1, 5)))]


def test_a_silent_neighbour_is_looked_at_the_moment_it_expires() -> None:
    sample = alone()
    joined(sample, "ben")
    assert sample.leases.due == sample.now + RENEWAL
    sample.nodes[1] = replace(sample.nodes[1], left=300)
    sample.renew()
    assert sample.leases.due == sample.now + 301
    assert sample.tick(300) == []
    sample.nodes[1] = replace(sample.nodes[1], expired=True, left=0)
    assert sample.tick(1) == [Renew(10, False)]
    # While nobody answers, it is not asked again and again.
    assert sample.leases.due == sample.now + RENEWAL
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.step() == [Await(None), Bury((1_000,))]
    assert sample.leases.due == sample.now + RENEWAL


def test_nobody_waits_for_an_answer_of_a_life_that_is_over() -> None:
    sample = alone()
    joined(sample, "ben", "cyd")
    assert not any(isinstance(step, Mourn) for step in sample.renew())
    del sample.nodes[1]
    assert Mourn((1_000,)) in sample.renew()
    assert not any(isinstance(step, Mourn) for step in sample.renew())


def test_a_refused_commit_parts_from_its_shard_and_looks() -> None:
    sample = alone()
    sample.leases.fenced([(2, 1)], sample.now)
    assert sample.step() == [Part((2,)), Renew(10, False)]


def test_a_refused_commit_of_an_earlier_epoch_parts_from_nothing() -> None:
    sample = alone()
    sample.leases.fenced([(2, 0)], sample.now)
    assert sample.step() == [Renew(10, False)]


def test_no_more_shards_move_than_at_once_and_only_when_the_company_has_settled() -> None:
    sample = alone()
    joined(sample, "ben")
    assert not any(isinstance(step, Empty) for step in sample.renew())
    moved = []
    for _ in range(2):
        first = [step for step in sample.renew(SETTLE) if isinstance(step, Empty)]
        assert len(first) == 1
        shard = first[0].shard
        assert not sample.leases.serves(shard, sample.now)
        assert not any(isinstance(step, Empty) for step in sample.renew())
        sample.leases.emptied(shard, sample.now)
        assert sample.step() == [PassOn(((shard, 1, 1_000),))]
        sample.shards[shard] = Owned(1_000, 2)
        sample.leases.done(sample.now)
        sample.step()
        sample.leases.renewed(sample.roll, sample.now)
        # The next one has begun already.
        for begun in tuple(sample.leases.moving):
            sample.leases.stuck(begun, sample.now)
        sample.step()
        moved.append(shard)
    assert len(set(moved)) == 2
    assert not any(isinstance(step, Empty) for step in sample.renew(SETTLE))


def test_shards_that_are_empty_at_the_same_time_are_passed_on_in_one_go() -> None:
    sample = alone(at_once=3)
    joined(sample, "ben")
    sample.renew()
    sample.leases.stop(sample.now)
    sample.step()
    sample.leases.renewed(sample.roll, sample.now)
    assert [step.shard for step in sample.step() if isinstance(step, Empty)] == [0, 1, 2]
    sample.leases.emptied(1, sample.now)
    assert sample.step() == [PassOn(((1, 1, 1_000),))]
    for shard in (0, 2):
        sample.leases.emptied(shard, sample.now)
    assert sample.step() == []
    sample.shards[1] = Owned(1_000, 2)
    sample.leases.done(sample.now)
    assert sample.step() == [PassOn(((0, 1, 1_000), (2, 1, 1_000)))]
    sample.shards[0] = sample.shards[2] = Owned(1_000, 2)
    sample.leases.done(sample.now)
    assert sample.step() == [Renew(10, True)]
    sample.leases.renewed(sample.roll, sample.now)
    # What was passed on is not taken up again, and the last one goes.
    assert [type(step) for step in sample.step()] == [Empty]
    assert not sample.leases.idle


def test_a_node_that_stops_looks_first_who_has_just_come() -> None:
    sample = alone()
    sample.renew()
    joined(sample, "ben")
    sample.leases.stop(sample.now)
    assert sample.step() == [Renew(10, True)]
    assert not sample.leases.idle, "it has not read the roll since"
    sample.leases.renewed(sample.roll, sample.now)
    assert [type(step) for step in sample.step()][-1] is Empty
    assert not sample.leases.idle


def test_a_shard_whose_new_owner_died_meanwhile_is_served_again() -> None:
    sample = alone()
    joined(sample, "ben")
    sample.renew()
    shard = next(step for step in sample.renew(SETTLE) if isinstance(step, Empty)).shard
    sample.leases.emptied(shard, sample.now)
    sample.step()
    del sample.nodes[1]
    sample.leases.done(sample.now)
    sample.step()
    sample.leases.renewed(sample.roll, sample.now)
    assert Keep(shard, 1) in sample.step()


@pytest.mark.parametrize("back", [False, True], ids=["died", "came back"])
def test_a_shard_that_was_emptied_for_a_node_goes_to_no_other(back: bool) -> None:
    sample = alone()
    joined(sample, "ben")
    sample.renew()
    sample.leases.stop(sample.now)
    sample.step()
    sample.leases.renewed(sample.roll, sample.now)
    shard = next(step for step in sample.step() if isinstance(step, Empty)).shard
    # Whoever has ben's place may play by other rules, even under the same name.
    sample.nodes[1] = Neighbour(2_000, "ben" if back else "cyd", "cyd:1", False, False)
    sample.renew()
    sample.leases.emptied(shard, sample.now)
    assert sample.step() == [Renew(10, True)]
    sample.leases.renewed(sample.roll, sample.now)
    assert Keep(shard, 1) in sample.steps
    assert sample.leases.serves(shard, sample.now)
    # Its people come back before it is asked again where they can go.
    assert shard not in [step.shard for step in sample.step() if isinstance(step, Empty)]
    for begun in tuple(sample.leases.moving):
        sample.leases.stuck(begun, sample.now)
    assert Empty(shard, sample.nodes[1]) in sample.renew(RETRY)


def test_a_shard_that_its_new_owner_did_not_live_to_get_rests_before_it_moves_again() -> None:
    sample = alone()
    joined(sample, "ben", "cyd")
    sample.leases.stop(sample.now)
    sample.step()
    sample.leases.renewed(sample.roll, sample.now)
    first = next(step for step in sample.step() if isinstance(step, Empty))
    sample.leases.emptied(first.shard, sample.now)
    sample.nodes = [node for node in sample.nodes if node.life != first.to.life]
    sample.step()
    sample.leases.done(sample.now)
    sample.step()
    sample.leases.renewed(sample.roll, sample.now)
    steps = sample.step()
    assert Keep(first.shard, 1) in steps
    assert first.shard not in [step.shard for step in steps if isinstance(step, Empty)]


def test_a_shard_that_cannot_move_is_tried_again_later_and_another_goes_first() -> None:
    sample = alone()
    joined(sample, "ben")
    sample.leases.stop(sample.now)
    sample.step()
    sample.leases.renewed(sample.roll, sample.now)
    first = next(step for step in sample.step() if isinstance(step, Empty)).shard
    sample.leases.stuck(first, sample.now)
    assert sample.leases.serves(first, sample.now)
    second = next(step for step in sample.renew() if isinstance(step, Empty)).shard
    assert second != first
    sample.leases.stuck(second, sample.now)
    assert first == next(step for step in sample.renew(RETRY) if isinstance(step, Empty)).shard


def test_a_stopping_node_hands_everything_over_and_leaves() -> None:
    sample = alone()
    joined(sample, "ben")
    sample.renew()
    sample.leases.stop(sample.now)
    assert sample.step() == [Renew(10, True)]
    for _ in range(SHARDS):
        assert not sample.leases.idle
        sample.leases.renewed(sample.roll, sample.now)
        shard = next(step for step in sample.step() if isinstance(step, Empty)).shard
        sample.leases.emptied(shard, sample.now)
        sample.shards[shard] = Owned(1_000, 2)
        sample.leases.done(sample.now)
        sample.step()
    assert sample.leases.idle
    sample.leases.leave()
    assert sample.step() == [Await(None), Exit(10)]
    assert sample.tick(RENEWAL) == []


def test_the_last_node_has_nobody_to_hand_over_to() -> None:
    sample = alone()
    sample.leases.stop(sample.now)
    sample.leases.renewed(sample.roll, sample.now)
    assert sample.leases.idle
    sample.step()
    sample.leases.leave()
    assert sample.step() == [Part((0, 1, 2, 3)), Exit(10)]


def test_a_draining_node_takes_nothing_unless_all_drain() -> None:
    sample = Sample()
    joined(sample, "ben")
    sample.tick()
    sample.nodes.append(Neighbour(10, "ada", "ada:1", True, False))
    sample.leases.entered(sample.roll, sample.now)
    assert not any(isinstance(step, TakeOver) for step in sample.step())
    sample.nodes[0] = Neighbour(1_000, "ben", "ben:1", True, False)
    assert any(isinstance(step, TakeOver) for step in sample.renew())


def test_a_shard_given_to_a_node_is_served_there() -> None:
    sample = Sample()
    joined(sample, "ben")
    sample.shards = [Owned(1_000, 3)] * SHARDS
    sample.enter()
    sample.shards[1] = Owned(10, 4)
    assert sample.renew() == [Keep(1, 4)]
    owner = sample.leases.owner(0)
    assert owner is not None
    assert owner.name == "ben"


def test_what_was_emptied_too_late_is_passed_on_to_nobody() -> None:
    sample = alone()
    joined(sample, "ben")
    sample.renew()
    shard = next(step for step in sample.renew(SETTLE) if isinstance(step, Empty)).shard
    sample.leases.failed(sample.now)
    sample.step()
    sample.leases.emptied(shard, sample.now)
    sample.leases.stuck(shard, sample.now)
    assert sample.step() == []
