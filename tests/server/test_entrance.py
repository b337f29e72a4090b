"""What every request passes."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from cartable.cluster.leases import Neighbour
from cartable.cluster.peers import Brought
from cartable.cluster.seal import Unsealed
from cartable.core import Millis
from cartable.lab.hand_clock import HandClock
from cartable.server.routes.entrance import MINUTE, TOLD, Entrance
from cartable.server.settings import Settings


class Closed:
    """A node's own door that nobody has the key to."""

    def check(self, *said: object) -> str:
        raise Unsealed("no seal")


def test_strangers_at_the_nodes_own_door_do_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    clock = HandClock()
    desk, district = SimpleNamespace(settings=Settings(), clock=clock), SimpleNamespace(gate=Closed())
    entrance = Entrance(cast(Any, desk), cast(Any, None), cast(Any, district))

    async def nobody(request: web.Request) -> web.StreamResponse:
        raise AssertionError("let in")

    async def knock() -> int:
        request = make_mocked_request("GET", "/api/tables/BCDFG")
        request._read_bytes = b""
        answer: web.StreamResponse = await cast(Any, entrance.sealed)(request, nobody)
        return answer.status

    def logged(knocks: int) -> int:
        caplog.clear()
        with caplog.at_level(logging.WARNING, "cartable"):
            assert {asyncio.run(knock()) for _ in range(knocks)} == {403}
        return len(caplog.records)

    assert logged(3 * TOLD) == TOLD
    clock.time = Millis(clock.time + MINUTE)
    assert logged(3 * TOLD) == TOLD


class Answering:
    """The way to a node that answers one thing."""

    def __init__(self, answer: Brought) -> None:
        self._answer = answer

    async def ask(self, *said: object) -> Brought:
        return self._answer


@pytest.mark.parametrize(
    ("status", "key", "again"),
    [
        (503, "closing.moved", True),
        # The request was sealed for its life before.
        (403, "error.node", True),
        (403, "error.origin", False),
        (404, "error.no-table", False),
        (503, "closing.storage", False),
    ],
)
def test_a_node_that_has_moved_on_is_asked_again_and_any_other_answer_is_brought_back(
    status: int, key: str, again: bool
) -> None:
    desk = SimpleNamespace(settings=Settings(), clock=HandClock(), who=lambda request: "203.0.113.7")
    peers = Answering(Brought(status, {}, f'{{"key":"{key}"}}'.encode()))
    entrance = Entrance(cast(Any, desk), cast(Any, None), cast(Any, SimpleNamespace(peers=peers)))

    async def asked() -> web.StreamResponse | None:
        request = make_mocked_request("GET", "/api/tables/BCDFG")
        request._read_bytes = b""
        return await entrance._ask(request, Neighbour(2, "ben", "ben:1", False, False))

    answer = asyncio.run(asked())
    assert (answer is None) is again
    assert answer is None or answer.status == status
