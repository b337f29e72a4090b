"""A node's part of a cluster: which shards it lets go."""

from __future__ import annotations

import asyncio
from typing import Any, cast
from unittest.mock import Mock

import msgspec
import pytest

from cartable.cluster.leases import Neighbour
from cartable.cluster.seal import Receiver, Sent, Unsealed, seal
from cartable.cluster.shards import SHARDS, shard_of
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.district import District, plays
from cartable.server.lobby import Lobby
from tests.server.fakes import FakeHouse, at_once, seated

KARTA = GAMES["karta"].info


class Hall:
    """A lobby of which only the games are known."""

    def __init__(self, *games: str) -> None:
        self.games = set(games)
        self.emptied: list[int] = []

    def playing(self, shards: frozenset[int]) -> set[str]:
        return self.games

    async def empty(self, shard: int) -> None:
        self.emptied.append(shard)


def there(**versions: list[int] | None) -> str:
    """Return what a node plays that differs from this one in these games."""
    known: dict[str, Any] = msgspec.json.decode(plays())
    known.update(versions)
    return msgspec.json.encode({game: some for game, some in known.items() if some is not None}).decode()


@pytest.mark.parametrize(
    ("games", "to", "moves"),
    [
        (["karta"], plays(), True),
        # By other rules it could not go on: it stays until it ends.
        (["karta"], there(karta=[KARTA.version + 1]), False),
        (["karta", "spot/tower"], there(karta=[KARTA.version + 1]), False),
        (["karta"], there(karta=None), False),
        (["karta"], "", False),
        # The new rules still play what was begun by the old ones.
        (["karta"], there(karta=[KARTA.version + 1, KARTA.version]), True),
        # All others move at once.
        (["spot/tower"], there(karta=[KARTA.version + 1]), True),
        ([], there(karta=[KARTA.version + 1]), True),
    ],
)
def test_a_game_moves_only_where_its_rules_are_known(games: list[str], to: str, moves: bool) -> None:
    hall = Hall(*games)
    district = District(cast(Any, hall), cast(Any, None), "ada", b"secret")
    node = Neighbour(2, "ben", "ben:1", False, False, to)
    assert asyncio.run(district.empty(7, node)) is moves
    assert hall.emptied == ([7] if moves else [])


def test_a_node_that_is_cut_off_drops_every_line_to_the_database() -> None:
    store = Mock()
    District(cast(Any, Hall()), store, "ada", b"secret").cut_off()
    store.hang_up.assert_called_once_with()


def test_only_a_game_that_is_under_way_has_to_stay() -> None:
    async def scene() -> None:
        house = FakeHouse()
        lobby = Lobby(house.store, house.clock, at_once)
        table = house.table("karta")
        lobby.tables["CODE"] = table
        shard = frozenset((shard_of("CODE"),))
        assert lobby.playing(shard) == set()
        lines = seated(house, table, 2)
        lines[0].ask(m.Start)
        assert lobby.playing(shard) == {"karta"}
        assert lobby.playing(frozenset(range(SHARDS)) - shard) == set()
        lines[1].ask(m.Resign, seat=1)
        assert lobby.playing(shard) == set()

    asyncio.run(scene())


def test_whoever_knocks_before_a_node_has_entered_is_turned_away() -> None:
    district = District(cast(Any, Hall()), cast(Any, None), "ada", b"secret")
    sealed = seal(b"secret", Sent("GET", "/", "h", "c"), "ben", Receiver("ada", 1), 0)
    with pytest.raises(Unsealed, match="wrong seal"):
        district.gate.check(sealed, "GET", "/", "h", b"")
