"""Shards: which a table belongs to, and which node each belongs on."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from zlib import crc32

from cartable.cluster.shards import SHARDS, allotted, shard_of


def test_a_code_has_one_shard_however_it_is_typed() -> None:
    assert shard_of("BCDFG") == shard_of(" bcdfg ") == crc32(b"BCDFG") % 64


def test_codes_spread_over_all_shards() -> None:
    letters = "BCDFGHJKLM"
    found = {shard_of(f"{a}{b}{c}{d}X") for a in letters for b in letters for c in letters for d in letters}
    assert found == set(range(SHARDS))


def test_every_node_carries_its_part_and_no_more() -> None:
    for count in range(1, 12):
        names = [f"node{number}" for number in range(count)]
        shares = Counter(allotted(names).values())
        assert sum(shares.values()) == SHARDS
        assert max(shares.values()) <= -(-SHARDS // count)


def test_the_order_in_which_nodes_are_named_changes_nothing() -> None:
    assert allotted(["ada", "ben", "cyd"]) == allotted(["cyd", "ada", "ben"])


def test_little_moves_when_a_node_comes_or_goes() -> None:
    names = ["ada", "ben", "cyd", "dan", "eve"]
    for some in pairwise([names[:count] for count in range(2, 6)]):
        before, after = map(allotted, some)
        moved = sum(before[shard] != after[shard] for shard in range(SHARDS))
        # The newcomer's part has to move, and hardly anything else does.
        assert moved <= 2 * -(-SHARDS // len(some[1]))


def test_without_nodes_shards_belong_nowhere() -> None:
    assert allotted([]) == {}
