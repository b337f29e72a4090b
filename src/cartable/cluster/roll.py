"""The roll in the database: a row for each node, a row for each shard, and what is done to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cartable.cluster.leases import EXPIRY, Bury, Enter, PassOn, Renew, Roll, TakeOver

if TYPE_CHECKING:
    import asyncpg

CHANNEL: Final = "cartable_roll"
"""The channel for every change; never used in a commit of rows, which would have to queue up for it."""

LEASE: Final = {"lock_timeout": "250", "statement_timeout": "1500"}
"""A takeover soon gives up on what is being written and is retried; meanwhile the life is renewed."""

_LATER: Final = f"clock_timestamp() + interval '{EXPIRY} milliseconds'"
_DEAD: Final = "(expires < clock_timestamp() OR pg_try_advisory_xact_lock_shared(life))"
_ROLL: Final = """
    (SELECT coalesce(json_agg(json_build_object(
        'life', life, 'name', name, 'address', address, 'plays', plays,
        'draining', draining OR ($2 AND life = $1),
        'expired', expires < clock_timestamp() AND life <> $1,
        'left', greatest(0, ceil(1000 * extract(epoch FROM expires - clock_timestamp())))::integer
    )), '[]') FROM nodes)::text AS nodes,
    (SELECT json_agg(json_build_object('life', life, 'epoch', epoch) ORDER BY shard)
        FROM shards)::text AS shards
"""
_RENEW: Final = f"""
    WITH renewed AS (
        UPDATE nodes SET expires = {_LATER}, draining = draining OR $2 WHERE life = $1 RETURNING life
    )
    SELECT (SELECT count(*) FROM renewed) AS renewed, {_ROLL}
"""
_ENTER: Final = f"""
    INSERT INTO nodes (life, name, address, plays, expires) VALUES ($1, $2, $3, $4, {_LATER})
    ON CONFLICT (name) DO NOTHING RETURNING pg_notify('{CHANNEL}', life::text)
"""
_BURY: Final = f"""
    WITH gone AS (DELETE FROM nodes WHERE life = ANY($1) AND {_DEAD} RETURNING life)
    SELECT pg_notify('{CHANNEL}', '') FROM gone LIMIT 1
"""
# In the order of the shards, as commits lock them too: nobody waits in a circle.
_TAKE: Final = f"""
    WITH free AS MATERIALIZED (
        SELECT shard FROM shards JOIN unnest($2::integer[], $3::bigint[]) AS seen (shard, epoch)
        USING (shard, epoch) WHERE NOT EXISTS (SELECT FROM nodes WHERE nodes.life = shards.life)
        ORDER BY shard FOR NO KEY UPDATE OF shards
    ), taken AS (
        UPDATE shards SET life = $1, epoch = epoch + 1 WHERE shard IN (SELECT shard FROM free) RETURNING life
    )
    SELECT pg_notify('{CHANNEL}', life::text) FROM taken LIMIT 1
"""
_PASS: Final = f"""
    WITH ours AS MATERIALIZED (
        SELECT shard, heir FROM shards
        JOIN unnest($1::integer[], $2::bigint[], $3::bigint[]) AS given (shard, epoch, heir)
        USING (shard, epoch) WHERE EXISTS (SELECT FROM nodes WHERE nodes.life = heir)
        ORDER BY shard FOR NO KEY UPDATE OF shards
    ), passed AS (
        UPDATE shards SET life = heir, epoch = epoch + 1 FROM ours
        WHERE shards.shard = ours.shard RETURNING 1
    )
    SELECT pg_notify('{CHANNEL}', '') FROM passed LIMIT 1
"""
# A session that waits for a lock does not notice that its node is gone, so it has to look: otherwise one
# would stay for each node that was killed, or that waits for another lock by now. On Windows it cannot look.
_LOOK_OUT: Final = """
    SELECT set_config('client_connection_check_interval', '500', false)
    WHERE version() !~* 'windows|visual c|mingw'
"""

PROOF: Final = """
    WITH held AS MATERIALIZED (
        SELECT shard FROM shards JOIN unnest($1::integer[], $2::bigint[]) AS proved (shard, epoch)
        USING (shard, epoch) ORDER BY shard FOR SHARE OF shards
    )
    SELECT ours.shard FROM unnest($1::integer[]) AS ours (shard) LEFT JOIN held USING (shard)
    WHERE held.shard IS NULL
"""
"""Returns the shards whose epoch has changed. The others cannot be taken until the transaction ends.

A share lock conflicts with what a takeover does to the row; a plain read would not, and be no fence.
"""

PROOF_OF_ONE: Final = """
    SELECT $1::integer WHERE NOT EXISTS (SELECT FROM shards WHERE shard = $1 AND epoch = $2::bigint FOR SHARE)
"""
"""The same for one shard: commits of a single row are the most frequent, and this takes half the time."""


class NameTaken(Exception):
    """Another node of this name is alive."""


async def enter(db: asyncpg.Connection, step: Enter, name: str, address: str, plays: str) -> Roll:
    """Begin a life; raise NameTaken."""
    await db.execute("SELECT pg_advisory_lock($1)", step.life)
    await db.execute(f"DELETE FROM nodes WHERE name = $1 AND {_DEAD}", name)
    if not await db.fetch(_ENTER, step.life, name, address, plays):
        await db.execute("SELECT pg_advisory_unlock($1)", step.life)
        raise NameTaken(name)
    return _roll(await db.fetchrow(_RENEW, step.life, False))


async def renew(db: asyncpg.Connection, step: Renew) -> Roll | None:
    """Renew a life, and read the roll; None: it is buried."""
    row = await db.fetchrow(_RENEW, step.life, step.stopping)
    return _roll(row) if row["renewed"] else None


async def bury(db: asyncpg.Connection, step: Bury) -> None:
    """Delete lives that are expired, or whose lock is free."""
    await db.execute(_BURY, list(step.lives))


async def take_over(db: asyncpg.Connection, step: TakeOver) -> None:
    """Take free shards whose epochs are still those that were seen."""
    shards, epochs = zip(*step.shards, strict=True)
    await db.execute(_TAKE, step.life, list(shards), list(epochs))


async def pass_on(db: asyncpg.Connection, step: PassOn) -> None:
    """Give shards to other lives if they are still ours."""
    shards, epochs, heirs = zip(*step.shards, strict=True)
    await db.execute(_PASS, list(shards), list(epochs), list(heirs))


async def leave(db: asyncpg.Connection, life: int) -> None:
    """Delete a life."""
    await db.execute("DELETE FROM nodes WHERE life = $1", life)
    await db.execute(f"SELECT pg_notify('{CHANNEL}', '')")


async def wait_for(db: asyncpg.Connection, life: int) -> None:
    """Wait until the lock of a life is free."""
    await db.execute(_LOOK_OUT)
    await db.execute("SELECT pg_advisory_lock_shared($1)", life)
    await db.execute("SELECT pg_advisory_unlock_shared($1)", life)


async def read(db: asyncpg.Connection) -> Roll:
    """Return the roll, for someone who is not in it."""
    return _roll(await db.fetchrow(f"SELECT {_ROLL}", 0, False))


async def drain(db: asyncpg.Connection, name: str, draining: bool) -> bool:
    """Make a node hand over its shards or take them again; return whether the node exists."""
    changed = await db.fetch("UPDATE nodes SET draining = $2 WHERE name = $1 RETURNING life", name, draining)
    await db.execute(f"SELECT pg_notify('{CHANNEL}', '')")
    return bool(changed)


def _roll(row: Any) -> Roll:
    return msgspec.json.decode(f'{{"nodes": {row["nodes"]}, "shards": {row["shards"]}}}', type=Roll)
