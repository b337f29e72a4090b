"""Turns: a limited number at once, given out by address, so that no address takes all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cartable.server.rota import Rota, Whose


class ByTurns:
    """A semaphore with a rota."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: Rota[asyncio.Future[None]] = Rota()

    @asynccontextmanager
    async def of(self, whose: Whose) -> AsyncIterator[None]:
        """Take a turn as soon as there is one."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(whose)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, whose: Whose) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(whose, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._next()  # It came at the same moment.
            elif turn in self._waiting:
                self._waiting.remove(whose, turn)
            raise

    def _next(self) -> None:
        while self._waiting:
            turn = self._waiting.take()
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._free += 1
