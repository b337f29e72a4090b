"""Leases on a real database: several nodes in one process."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from cartable.cluster import roll
from cartable.cluster.leases import Bury, Enter, Neighbour, PassOn, Renew, TakeOver
from cartable.cluster.membership import Membership, now
from cartable.cluster.shards import SHARDS
from tests.cluster.conftest import OwnSchema
from tests.patience import HUNG


class ShardKeeper:
    """Somebody who serves shards, and remembers."""

    def __init__(self) -> None:
        self.serves: set[int] = set()
        self.parted: list[int] = []
        self.mourned: list[int] = []
        self.cut = 0
        self.moves = True
        self.broken = False

    def keep(self, shard: int) -> None:
        self.serves.add(shard)

    def part(self, shards: Sequence[int]) -> None:
        self.serves -= set(shards)
        self.parted += shards

    def mourn(self, lives: Sequence[int]) -> None:
        self.mourned += lives

    def cut_off(self) -> None:
        self.cut += 1

    async def empty(self, shard: int, to: Neighbour) -> bool:
        if self.broken:
            self.broken = False
            raise ValueError("a table that cannot be put away")
        if self.moves:
            self.serves.discard(shard)
        return self.moves


class NamedNodes:
    """Nodes by name, over one database."""

    def __init__(self, place: OwnSchema, db: Any) -> None:
        self.place = place
        self.db = db
        self.all: dict[str, Membership] = {}
        self.tables: dict[str, ShardKeeper] = {}
        self.lines: dict[str, list[Any]] = {}

    async def start(self, name: str) -> Membership:
        lines = self.lines[name] = []

        async def connect(settings: Mapping[str, str]) -> Any:
            lines.append(await self.place.connect(settings))
            return lines[-1]

        tables = self.tables[name] = ShardKeeper()
        node = self.all[name] = Membership(connect, name, f"{name}:1", "{}", tables)
        await node.entered.wait()
        return node

    def served(self) -> list[int]:
        return sorted(shard for tables in self.tables.values() for shard in tables.serves)

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so; the test's own limit is for what never is."""
        async with asyncio.timeout(HUNG):
            while not so():
                await asyncio.sleep(0.005)


@asynccontextmanager
async def cluster(place: OwnSchema, *names: str) -> AsyncIterator[NamedNodes]:
    async with place.there() as db:
        nodes = NamedNodes(place, db)
        try:
            for name in names:
                await nodes.start(name)
            await nodes.until(lambda: nodes.served() == list(range(SHARDS)))
            yield nodes
        finally:
            for node in nodes.all.values():
                await node.close()


def life_of(member: Membership) -> int:
    life = member.leases.life
    assert life is not None
    return life


def run(place: OwnSchema, names: Sequence[str], body: Callable[[NamedNodes], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with cluster(place, *names) as nodes:
            await body(nodes)

    asyncio.run(whole())


async def silence(node: Membership) -> None:
    """Let a node do nothing any more, as if it were stopped, while its lines stay open."""
    node._beat.cancel()
    node._do = lambda step: None  # type: ignore[method-assign]
    node.leases._do = lambda step: None
    if node._asking:
        node._asking.cancel()
    await asyncio.sleep(0)


def test_one_node_takes_every_shard(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        found = await roll.read(nodes.db)
        life = nodes.all["ada"].leases.life
        assert [owned.life for owned in found.shards] == [life] * SHARDS
        assert {owned.epoch for owned in found.shards} == {1}

    run(place, ["ada"], body)


def test_two_nodes_share_them_and_no_shard_is_served_twice(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada, ben = nodes.tables["ada"], nodes.tables["ben"]
        ada_node = nodes.all["ada"]
        ada_node.leases._settle = 0
        await nodes.until(lambda: len(ben.serves) == SHARDS // 2 and len(ada.serves) == SHARDS // 2)
        assert not ada.serves & ben.serves
        assert not ada.parted

    run(place, ["ada", "ben"], body)


def test_a_lost_line_is_noticed_by_the_neighbour_and_by_the_node_itself(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada, ben = nodes.all["ada"], nodes.all["ben"]
        await nodes.until(lambda: ben.leases._awaited == ada.leases.life)
        before = (await roll.read(nodes.db)).shards
        life, held = ada.leases.life, dict(ada.leases.held)
        # Its life would last for an hour: only the lock can tell.
        await silence(ada)
        await nodes.db.execute("UPDATE nodes SET expires = expires + interval '1 hour' WHERE life = $1", life)
        ada._db.terminate()
        await nodes.until(lambda: all(ben.leases.held.get(shard, 0) > epoch for shard, epoch in held.items()))
        after = await roll.read(nodes.db)
        assert all(
            new.epoch > old.epoch for new, old in zip(after.shards, before, strict=True) if old.life == life
        )
        assert life not in {node.life for node in after.nodes}

    run(place, ["ada", "ben"], body)


def test_a_node_whose_line_is_cut_parts_from_everything_and_comes_back(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada, tables = nodes.all["ada"], nodes.tables["ada"]
        life = ada.leases.life
        await nodes.db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND classid = ($1::bigint >> 32)::bigint AND objid = ($1::bigint & 4294967295)",
            life,
        )
        await nodes.until(lambda: len(tables.parted) == SHARDS)
        await nodes.until(lambda: len(tables.serves) == SHARDS)
        assert ada.leases.life != life
        assert set(ada.leases.held.values()) == {2}
        assert tables.cut == 1

    run(place, ["ada"], body)


def test_a_node_whose_line_is_half_open_trusts_no_other_either(
    place: OwnSchema, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unanswered(db: Any, step: Renew) -> None:
        monkeypatch.undo()
        await asyncio.Event().wait()

    async def body(nodes: NamedNodes) -> None:
        tables = nodes.tables["ada"]
        monkeypatch.setattr(roll, "renew", unanswered)
        await nodes.until(lambda: len(tables.parted) == SHARDS and len(tables.serves) == SHARDS)
        assert tables.cut == 1

    run(place, ["ada"], body)


def test_a_node_that_says_nothing_expires_though_its_lock_holds(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada, ben = nodes.all["ada"], nodes.all["ben"]
        life = life_of(ada)
        await silence(ada)
        await nodes.until(lambda: len(nodes.tables["ben"].serves) == SHARDS)
        assert ben.leases.sure(now())
        assert nodes.tables["ben"].mourned == [life]
        # Its line is open still, and its row is gone: it finds out as soon as it looks.
        assert await roll.renew(ada._db, Renew(life, False)) is None
        assert not ada.leases.sure(now())

    run(place, ["ada", "ben"], body)


def test_a_commit_of_a_shard_that_was_taken_is_refused(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada = nodes.all["ada"]
        assert not await nodes.db.fetch(roll.PROOF, *ada.arguments([0, 5, 9]))
        await nodes.db.execute("UPDATE shards SET epoch = epoch + 1 WHERE shard = 5")
        assert [row[0] for row in await nodes.db.fetch(roll.PROOF, *ada.arguments([0, 5, 9]))] == [5]
        ada.fenced([5])
        assert nodes.tables["ada"].parted == [5]

    run(place, ["ada"], body)


def test_a_shard_that_is_not_held_proves_nothing(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada = nodes.all["ada"]
        del ada.leases.held[3]
        assert [row[0] for row in await nodes.db.fetch(roll.PROOF, *ada.arguments([2, 3]))] == [3]

    run(place, ["ada"], body)


@pytest.mark.parametrize("proof", [roll.PROOF, roll.PROOF_OF_ONE], ids=["shards", "one shard"])
def test_a_takeover_waits_for_a_transaction_that_has_proved_its_epoch(place: OwnSchema, proof: str) -> None:
    async def body(nodes: NamedNodes) -> None:
        writer, taker = await place.connect(), await place.connect()
        writing = writer.transaction()
        await writing.start()
        proved = nodes.all["ada"].arguments([7])
        await writer.fetch(proof, *(proved if proof == roll.PROOF else (one for (one,) in proved)))
        take = TakeOver(99, ((7, 1),))
        await nodes.db.execute("UPDATE shards SET life = 98 WHERE shard <> 7")
        await silence(nodes.all["ada"])
        await nodes.db.execute("DELETE FROM nodes")
        await taker.execute("SET lock_timeout = 50")
        with pytest.raises(asyncpg.LockNotAvailableError):
            await roll.take_over(taker, take)
        # A plain read lets the takeover pass: it would be no fence.
        assert await nodes.db.fetchval("SELECT epoch FROM shards WHERE shard = 7") == 1
        waiting = asyncio.create_task(_unhurried(taker, take))
        await writing.commit()
        await waiting
        assert await nodes.db.fetchval("SELECT epoch FROM shards WHERE shard = 7") == 2
        await writer.close()
        await taker.close()

    run(place, ["ada"], body)


async def _unhurried(db: Any, take: TakeOver) -> None:
    await db.execute("SET lock_timeout = 0")
    await roll.take_over(db, take)


def test_a_proof_that_meets_a_takeover_waits_and_is_refused(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        taker, writer = await place.connect(), await place.connect()
        taking = taker.transaction()
        await taking.start()
        await taker.execute("UPDATE shards SET life = 99, epoch = epoch + 1 WHERE shard = 7")
        other, ada = await place.connect(), nodes.all["ada"]
        proofs = [
            asyncio.create_task(writer.fetch(roll.PROOF, *ada.arguments([6, 7]))),
            asyncio.create_task(other.fetch(roll.PROOF_OF_ONE, *(one for (one,) in ada.arguments([7])))),
        ]
        await _waits_for_lock(nodes.db, writer)
        await _waits_for_lock(nodes.db, other)
        await taking.commit()
        for proof in proofs:
            assert [row[0] for row in await proof] == [7]
        assert not await other.fetch(roll.PROOF_OF_ONE, *(one for (one,) in ada.arguments([6])))
        await writer.close()
        await other.close()
        await taker.close()

    run(place, ["ada"], body)


async def _waits_for_lock(db: Any, waiter: Any) -> None:
    waits = "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = $1"
    async with asyncio.timeout(HUNG):
        while not await db.fetchval(waits, waiter.get_server_pid()):
            await asyncio.sleep(0.005)


def test_no_session_goes_on_waiting_for_somebody_who_is_gone(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        waiter = await place.connect()
        waiting = asyncio.create_task(roll.wait_for(waiter, life_of(nodes.all["ada"])))
        await _waits_for_lock(nodes.db, waiter)
        pid = waiter.get_server_pid()
        # As a killed process does it: without a word.
        waiter.terminate()
        await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(HUNG):
            while await nodes.db.fetchval("SELECT count(*) FROM pg_stat_activity WHERE pid = $1", pid):
                await asyncio.sleep(0.02)

    run(place, ["ada"], body)


def test_renewals_wait_for_no_commit(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada = nodes.all["ada"]
        writer = await place.connect()
        async with writer.transaction():
            await writer.fetch(roll.PROOF, *ada.arguments(range(SHARDS)))
            assert await roll.renew(nodes.db, Renew(life_of(ada), False)) is not None
        await writer.close()

    run(place, ["ada"], body)


def test_nobody_alive_is_buried(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        life = life_of(nodes.all["ada"])
        await roll.bury(nodes.db, Bury((life,)))
        assert [node.life for node in (await roll.read(nodes.db)).nodes] == [life]

    run(place, ["ada"], body)


def test_a_shard_is_taken_from_nobody_alive_and_with_no_stale_epoch(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        await roll.take_over(nodes.db, TakeOver(99, ((1, 1),)))
        assert (await roll.read(nodes.db)).shards[1].life == nodes.all["ada"].leases.life
        await silence(nodes.all["ada"])
        await nodes.db.execute("DELETE FROM nodes")
        await roll.take_over(nodes.db, TakeOver(99, ((1, 0), (2, 1))))
        found = (await roll.read(nodes.db)).shards
        assert (found[1].epoch, found[2].epoch, found[2].life) == (1, 2, 99)

    run(place, ["ada"], body)


def test_a_shard_that_cannot_be_emptied_is_tried_again(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        nodes.tables["ada"].broken = True
        await nodes.all["ada"].drained(HUNG)
        # On a busy machine ben may be taken for dead in between, and there is nobody to take it for a moment.
        await nodes.until(lambda: not nodes.tables["ada"].serves)
        assert nodes.all["ada"].leases.idle

    run(place, ["ada", "ben"], body)


def test_a_shard_is_passed_on_to_nobody_who_is_gone(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        await roll.pass_on(nodes.db, PassOn(((1, 1, 12345),)))
        assert (await roll.read(nodes.db)).shards[1].epoch == 1

    run(place, ["ada"], body)


def test_the_driver_is_loaded_by_whoever_connects() -> None:
    # It is an extra: what only speaks of nodes has to do without it.
    code = "import cartable.cluster.membership, sys; sys.exit('asyncpg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_second_node_of_the_same_name_is_refused(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        with pytest.raises(roll.NameTaken):
            await roll.enter(nodes.db, Enter(5), "ada", "", "")
        assert (await roll.read(nodes.db)).nodes[0].life == nodes.all["ada"].leases.life

    run(place, ["ada"], body)


def test_a_planned_stop_hands_over_every_shard_and_parts_from_none(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada = nodes.all.pop("ada")
        await ada.drained(20)
        await nodes.until(lambda: len(nodes.tables["ben"].serves) == SHARDS)
        assert nodes.tables["ada"].parted == []
        await ada.close()
        assert [node.name for node in (await roll.read(nodes.db)).nodes] == ["ben"]

    run(place, ["ada", "ben"], body)


def test_the_operator_drains_a_node_and_takes_that_back(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        assert await roll.drain(nodes.db, "ada", True)
        await nodes.until(lambda: not nodes.tables["ada"].serves)
        await nodes.until(lambda: len(nodes.tables["ben"].serves) == SHARDS)
        assert await roll.drain(nodes.db, "ada", False)
        nodes.all["ben"].leases._settle = 0
        await nodes.until(lambda: len(nodes.tables["ada"].serves) == SHARDS // 2)
        assert not await roll.drain(nodes.db, "nobody", True)

    run(place, ["ada", "ben"], body)


def test_a_shard_that_cannot_move_stays_until_the_limit(place: OwnSchema) -> None:
    async def body(nodes: NamedNodes) -> None:
        ada = nodes.all["ada"]
        nodes.tables["ada"].moves = False
        await ada.drained(0.3)
        assert nodes.tables["ada"].serves

    run(place, ["ada", "ben"], body)
