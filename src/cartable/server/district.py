"""This server's part of a cluster: which tables are served here, and where all others are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from cartable.cluster.leases import Neighbour
from cartable.cluster.seal import Gate, Receiver
from cartable.cluster.shards import SHARDS, shard_of
from cartable.games import GAMES
from cartable.server.store import Unwritable

if TYPE_CHECKING:
    from cartable.cluster.membership import Membership
    from cartable.cluster.peers import Peers
    from cartable.server.lobby import Lobby
    from cartable.server.postgres.store import PostgresStore

PATIENCE: Final = 3.0
"""How many seconds someone waits for a table that no node serves yet."""


LONGEST: Final = 10
"""How many seconds a node tries to enter before it gives up."""


class Elsewhere(Exception):
    """A table that another node serves."""

    def __init__(self, node: Neighbour) -> None:
        super().__init__(node.name)
        self.node = node


class Moving(Exception):
    """A table that no node serves at the moment."""


class Ground(Protocol):
    """Which tables a server serves."""

    def serves(self, code: str) -> bool:
        """Return whether a table is served here."""
        ...

    def since(self, code: str) -> int | None:
        """Return the epoch since which a table is served here; if None or new, another node had it."""
        ...

    async def settled(self, code: str) -> None:
        """Wait until it is served here; raise Elsewhere, or Moving after a while."""
        ...

    def fenced(self, homes: Iterable[int]) -> None:
        """Called when nothing was written for these tables because another node owns them."""
        ...


class Everywhere:
    """The ground of a server that stands alone."""

    def serves(self, code: str) -> bool:
        return True

    def since(self, code: str) -> int:
        return 0

    async def settled(self, code: str) -> None:
        return

    def fenced(self, homes: Iterable[int]) -> None:
        return


class District:
    """The ground of a node: the shards that it holds and serves."""

    def __init__(self, lobby: Lobby, store: PostgresStore, name: str, secret: bytes) -> None:
        from cartable.cluster.peers import Peers

        self.name = name
        self.peers: Peers = Peers(name, secret)
        self.gate = Gate(secret, self._receiver, self._names, lambda: time.time_ns() // 1_000_000)
        self._lobby = lobby
        self._store = store
        self._member: Membership | None = None
        lobby.ground = self

    @property
    def member(self) -> Membership:
        """The node among others."""
        assert self._member is not None
        return self._member

    @property
    def stopping(self) -> bool:
        """Whether it is stopping, so that its tables go elsewhere."""
        return self.member.leases.stopping

    @property
    def sure(self) -> bool:
        """Whether it is in the roll, as far as is known now."""
        from cartable.cluster.membership import now

        return self.member.leases.sure(now())

    @property
    def shards(self) -> int:
        """How many shards it holds."""
        return len(self.member.leases.held)

    @property
    def epoch(self) -> int:
        """The latest epoch of its shards."""
        return max(self.member.leases.held.values(), default=0)

    async def begin(self, address: str) -> None:
        """Enter the roll with the address where other nodes find this one; raise Unwritable if that fails."""
        from cartable.cluster.membership import Membership

        self._member = Membership(self._connect, self.name, address, plays(), self)
        self._store.prove(self._member)
        for _ in range(LONGEST):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._member.entered.wait(), 1)
                return
        key = "database.name" if self._member.taken else "database.away"
        raise Unwritable(key, key, name=self.name, database=self._store.database.place)

    async def end(self) -> None:
        """Leave the roll."""
        if self._member:
            await self._member.close()
        await self.peers.close()

    # The ground

    def serves(self, code: str) -> bool:
        from cartable.cluster.membership import now

        return self._member is not None and self._member.leases.serves(shard_of(code), now())

    def since(self, code: str) -> int | None:
        return self.member.leases.held.get(shard_of(code))

    async def settled(self, code: str) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self.serves(code):
                    leases = self.member.leases
                    owner = leases.owner(shard_of(code))
                    # A node that is not in the roll does not exist for the others; one that has expired
                    # answers nobody, and its tables are soon another's.
                    if self.sure and owner and not owner.expired and owner.life != leases.life:
                        raise Elsewhere(owner)
                    await self.member.changed()
                return
        raise Moving(code)

    def fenced(self, homes: Iterable[int]) -> None:
        self.member.fenced(sorted({home % SHARDS for home in homes}))

    # Whoever serves the shards

    def keep(self, shard: int) -> None:
        """Do nothing: tables are read when someone comes."""

    def part(self, shards: Sequence[int]) -> None:
        self._lobby.part(frozenset(shards))

    def mourn(self, lives: Sequence[int]) -> None:
        self.peers.mourn(lives)

    def cut_off(self) -> None:
        # What breaks one line mostly breaks all, and those that nobody uses say nothing of it.
        self._store.hang_up()

    async def empty(self, shard: int, to: Neighbour) -> bool:
        if to.plays != plays() and any(
            not _goes_on(game, to.plays) for game in self._lobby.playing(frozenset((shard,)))
        ):
            return False
        await self._lobby.empty(shard)
        return True

    # Within

    def _receiver(self) -> Receiver:
        # It listens before it enters.
        return Receiver(self.name, self._member.leases.life if self._member else None)

    def _names(self) -> set[str]:
        return {node.name for node in self.member.leases.roll.nodes}

    async def _connect(self, settings: Mapping[str, str]) -> Any:
        return await self._store.database.connect(settings)


def plays() -> str:
    """Return the games that this server plays, each with its version and those it replays, as JSON."""
    return msgspec.json.encode(
        {name: [rules.info.version, *rules.info.replays] for name, rules in sorted(GAMES.items())}
    ).decode()


def _goes_on(game: str, there: str) -> bool:
    """Return whether a game that is played here can continue at a node that plays these."""
    known = msgspec.json.decode(there or "{}", type=dict[str, list[Any]])
    return GAMES[game].info.version in known.get(game, [])
