"""A node among others: its leases, kept up on a real database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from secrets import randbits
from typing import Any, Final, Protocol

from cartable.cluster import roll
from cartable.cluster.leases import (
    RETRY,
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
    Part,
    PassOn,
    Renew,
    TakeOver,
)
from cartable.cluster.shards import SHARDS
from cartable.core import Millis

log = logging.getLogger("cartable")

Connect = Callable[[Mapping[str, str]], Awaitable[Any]]
"""Makes a connection with these settings."""

BEAT: Final = 0.1
"""The most seconds until a node checks again whether something is due."""
LONGEST: Final = 2.0
"""If an answer takes longer, the connection counts as lost."""
BUSY: Final = ("55P03", "40P01", "57014")
"""What PostgreSQL calls a lock that is not free, a deadlock, and a statement that took too long."""


class Tenant(Protocol):
    """Who serves the tables of the shards that a node holds."""

    def keep(self, shard: int) -> None:
        """Serve a shard's tables from now on."""
        ...

    def part(self, shards: Sequence[int]) -> None:
        """Disconnect everyone at the tables of these shards at once; another node owns them."""
        ...

    def mourn(self, lives: Sequence[int]) -> None:
        """Stop waiting for answers from nodes with these lives: they are gone."""
        ...

    def cut_off(self) -> None:
        """Drop every connection to the database: that of the leases is lost."""
        ...

    async def empty(self, shard: int, to: Neighbour) -> bool:
        """Write what a shard still holds and disconnect its people; return whether it can move there."""
        ...


class Membership:
    """Keeps a node in the roll: does what its leases say, and reports the outcome to them."""

    def __init__(
        self, connect: Connect, name: str, address: str, plays: str, tenant: Tenant, shards: int = SHARDS
    ) -> None:
        self.leases = Leases(name, self._do, lambda: randbits(62) + 1, shards)
        self.entered = asyncio.Event()
        """Set once it has been in the roll."""
        self.taken = False
        """Whether another node has its name."""
        self.lag = 0.0
        """How many seconds the last renewal took."""
        self._connect = connect
        self._address = address
        self._plays = plays
        self._tenant = tenant
        self._db: Any = None
        self._asking: asyncio.Task[None] | None = None
        self._awaiting: asyncio.Task[None] | None = None
        self._emptying: dict[int, asyncio.Task[None]] = {}
        self._changed = asyncio.Event()
        self._beat = asyncio.create_task(self._tick())

    # A fence, as the store wants it

    statement = roll.PROOF
    statement_of_one = roll.PROOF_OF_ONE
    values = 2

    def arguments(self, shards: Sequence[int]) -> tuple[list[int], ...]:
        """Return what a commit with rows of these shards has to prove."""
        held = self.leases.held
        return list(shards), [held.get(shard, -1) for shard in shards]

    def fenced(self, shards: Sequence[int]) -> None:
        """Called when a commit is refused because another node owns these shards."""
        held = self.leases.held
        self.leases.fenced([(shard, held[shard]) for shard in shards if shard in held], now())

    # From start to end

    async def drained(self, seconds: float) -> None:
        """Hand over everything, for at most this long."""
        self.leases.stop(now())
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.leases.idle:
                    await self.changed()

    async def changed(self) -> None:
        """Wait until something may have changed."""
        self._changed.clear()
        await self._changed.wait()

    async def close(self) -> None:
        """Leave the roll; whoever is still at a table is disconnected."""
        self._beat.cancel()
        life, db = self.leases.life, self._db
        for task in filter(None, (self._asking, self._awaiting, *self._emptying.values())):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._db = None
        self.leases.leave()
        if db and not db.is_closed():
            try:
                async with asyncio.timeout(LONGEST):
                    if life is not None:
                        await roll.leave(db, life)
                    await db.close()
            except Exception:
                # Whatever it is, the row expires.
                db.terminate()

    async def _tick(self) -> None:
        while True:
            self.leases.tick(now())
            await asyncio.sleep(min(BEAT, max(1, self.leases.due - now()) / 1000))

    # Steps

    def _do(self, step: LeaseStep) -> None:
        self._changed.set()
        match step:
            case Enter() | Renew() | Bury() | TakeOver() | PassOn():
                self._asking = asyncio.create_task(self._ask(step))
            case Await():
                if self._awaiting:
                    self._awaiting.cancel()
                self._awaiting = None if step.life is None else asyncio.create_task(self._await(step.life))
            case Mourn():
                self._tenant.mourn(step.lives)
            case Keep():
                self._tenant.keep(step.shard)
            case Part():
                for shard in step.shards:
                    if task := self._emptying.pop(shard, None):
                        task.cancel()
                self._tenant.part(step.shards)
            case Empty():
                self._emptying[step.shard] = asyncio.create_task(self._empty(step))
            case Exit():
                pass  # `close` does it.

    async def _ask(self, step: Enter | Renew | Bury | TakeOver | PassOn) -> None:
        start = time.monotonic()
        try:
            async with asyncio.timeout(LONGEST):
                if isinstance(step, Enter):
                    await self._enter(step)
                elif isinstance(step, Renew):
                    found = await roll.renew(self._db, step)
                    self.lag = time.monotonic() - start
                    if found is None:
                        log.warning("this node was taken for dead: %s", self.leases.name)
                        self._drop()
                        self.leases.buried(now())
                    else:
                        self.leases.renewed(found, now())
                else:
                    await self._change(step)
                    self.leases.done(now())
        except roll.NameTaken:
            self.taken = True
            self._drop()
            self.leases.failed(now())
        except Exception as error:
            # Whatever it is: without a working connection to the database, a life is over.
            if self.leases.life is not None:
                log.warning("a node lost its line to the database: %s", type(error).__name__)
                self._tenant.cut_off()
            self._drop()
            self.leases.failed(now())
        self._changed.set()

    async def _change(self, step: Bury | TakeOver | PassOn) -> None:
        try:
            if isinstance(step, Bury):
                await roll.bury(self._db, step)
            elif isinstance(step, TakeOver):
                await roll.take_over(self._db, step)
            else:
                await roll.pass_on(self._db, step)
        except Exception as error:
            if getattr(error, "sqlstate", "") not in BUSY:
                raise
            # Someone is still writing; the roll says so, and it is tried again.

    async def _enter(self, step: Enter) -> None:
        self._drop()
        db = self._db = await self._connect(roll.LEASE)
        db.add_termination_listener(self._lost)
        await db.add_listener(roll.CHANNEL, self._heard)
        found = await roll.enter(db, step, self.leases.name, self._address, self._plays)
        self.taken = False
        self.leases.entered(found, now())
        self.entered.set()

    def _drop(self) -> None:
        db, self._db = self._db, None
        if db:
            db.terminate()

    def _lost(self, db: Any) -> None:
        """Note that the connection is lost, and the lock with it."""
        if db is self._db:
            self._db = None
            if self._asking:
                self._asking.cancel()
            self._tenant.cut_off()
            self.leases.failed(now())
            self._changed.set()

    def _heard(self, db: Any, pid: int, channel: str, payload: str) -> None:
        if db is self._db and payload != str(self.leases.life):
            self.leases.stir(now())

    async def _await(self, life: int) -> None:
        """Wait for a neighbour's lock on a separate connection, and reconnect whenever that is lost."""
        while True:
            db = None
            try:
                db = await self._connect({})
                await roll.wait_for(db, life)
                break
            except Exception:
                # Whatever it is: the expiry says the same, only later.
                await asyncio.sleep(RETRY / 1000)
            finally:
                if db:
                    db.terminate()
        self._awaiting = None
        self.leases.fell(life, now())

    async def _empty(self, step: Empty) -> None:
        try:
            moves = await self._tenant.empty(step.shard, step.to)
        except Exception as error:
            # It stays, and is tried again: a drain must not wait for it forever.
            log.error("a shard could not be emptied: %s", type(error).__name__)
            moves = False
        self._emptying.pop(step.shard, None)
        if moves:
            self.leases.emptied(step.shard, now())
        else:
            self.leases.stuck(step.shard, now())
        self._changed.set()


def now() -> Millis:
    """Return the time since the machine started; it runs on while a process or the machine sleeps."""
    # Linux has such a clock; elsewhere the usual one has to do, and the fence holds as well.
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    nanos = time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)
    return Millis(nanos // 1_000_000)
