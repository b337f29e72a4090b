"""Shards: every table belongs to one of 64 by its code, and every shard to one node at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final
from zlib import crc32

SHARDS: Final = 64


def shard_of(code: str, shards: int = SHARDS) -> int:
    """Return a table's shard: its code's CRC-32, which proxies can compute too."""
    return crc32(code.strip().upper().encode()) % shards


def allotted(names: Collection[str], shards: int = SHARDS) -> dict[int, str]:
    """Return the node that each shard should be on: the same everywhere, and little moves when nodes change.

    Each shard ranks the nodes by a hash of its own, and goes to the first that has room.
    """
    if not names:
        return {}
    most = -(-shards // len(names))
    taken: Counter[str] = Counter()
    found: dict[int, str] = {}
    for shard in range(shards):
        ranked = sorted(names, key=lambda name: (crc32(f"{shard}/{name}".encode()), name))
        found[shard] = next(name for name in ranked if taken[name] < most)
        taken[found[shard]] += 1
    return found
