"""Leases, takeover and fencing while everything goes wrong.

`python -m tests.cluster.simulation` runs as many seeds as one likes.
"""

from __future__ import annotations

import re

import pytest

from cartable.cluster.leases import EXPIRY, RENEWAL
from tests.cluster.simulation import (
    AT_EXPIRY,
    Broken,
    Fence,
    SimulatedWorld,
    Weakness,
    first_broken,
    simulate,
    simulate_silence,
)


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_nothing_confirmed_is_lost_or_doubled_and_every_shard_finds_an_owner(first: int) -> None:
    rows = 0
    for seed in range(first, first + 100):
        rows += sum(map(len, simulate(seed).database.log))
    assert rows > 1_000


def test_a_seed_replays() -> None:
    stories = [SimulatedWorld(7).run().story for _ in range(2)]
    assert stories[0] == stories[1]
    assert len(stories[0]) > 4


@pytest.mark.parametrize("fence", ["plain read", "none"])
def test_it_finds_that_a_plain_read_of_the_epoch_is_no_fence(fence: Fence) -> None:
    found = first_broken(range(600), fence)
    assert re.match(r"seed \d+: a node that lost shard \d at epoch \d+ writes to it", found)
    assert f"--first {found.split()[1][:-1]} " in found


@pytest.mark.parametrize(
    ("weakness", "first", "what"),
    [
        ("same epoch", 0, "two owners"),
        ("no primary key", 0, "doubled"),
        ("told before the look", 0, "lost"),
        ("read while writing", 1_300, "nobody"),
    ],
)
def test_it_finds_whatever_else_is_left_out(weakness: Weakness, first: int, what: str) -> None:
    assert what in first_broken(range(first, first + 2_000), weakness=weakness)


def test_a_silent_node_loses_its_shards_as_soon_as_it_has_expired() -> None:
    slowest = [simulate_silence(seed).slowest for seed in range(100)]
    assert max(slowest) <= AT_EXPIRY
    # Never before: it was renewed half a second earlier at most.
    assert min(slowest) > EXPIRY - RENEWAL - 100


def test_it_finds_neighbours_that_look_only_when_they_renew() -> None:
    late = [seed for seed in range(100) if _late(seed)]
    assert late


def _late(seed: int) -> bool:
    try:
        simulate_silence(seed, "expiry untold")
    except Broken as broken:
        return "has been silent for" in str(broken)
    return False
