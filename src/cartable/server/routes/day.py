"""The deck of the day: play it, see the list, and how long one's own try took (TABLE-16, TABLE-17)."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from aiohttp import web

from cartable.core import commitment
from cartable.server import messages
from cartable.server.calendar import dated, day_of, end_of
from cartable.server.day import MOST_LISTED, key_of_device, measured, names_of, secret_of, times
from cartable.server.day_tables import DayTables
from cartable.server.limits import REPLAYED_A_MINUTE, TRIED_A_MINUTE
from cartable.server.routes.desk import Desk
from cartable.server.routes.replies import Fault, bearer, body_of, json
from cartable.server.routes.tables import TableRoutes
from cartable.server.store import Damaged, DayTry, written


class DayRoutes:
    """The deck of the day."""

    def __init__(self, desk: Desk, tables: TableRoutes) -> None:
        self._desk = desk
        self._tables = tables
        self._day_tables = DayTables(desk.lobby, desk.settings.limits)
        self._tried = desk.limits(TRIED_A_MINUTE)
        self._timed = desk.limits(REPLAYED_A_MINUTE)
        self._measuring = asyncio.Lock()

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer the lists of today and yesterday, and what this device did."""
        self._open()
        store, now = self._desk.store, self._desk.lobby.wall()
        server, day = await store.secret(), day_of(now)
        device = bearer(request)[:64]
        key = key_of_device(server, day, device) if device else ""
        lists = [await self._list(server, number, now, device) for number in (day, day - 1)]
        own = await self._own(day, key) if key else None
        seen = (lists[0], *(one for one in lists[1:] if one.entries))
        return json(messages.DayPage(now, end_of(day), own, seen), headers={"Cache-Control": "no-store"})

    async def begin(self, request: web.Request) -> web.StreamResponse:
        """Open a table for the deck of the day."""
        self._open()
        wanted = await body_of(request, messages.DayWish)
        self._desk.count(request, self._tried)
        self._desk.count(request, self._desk.opening)
        return await self._tables.opened(request, partial(self._day_tables.open, wanted.device))

    async def times(self, request: web.Request) -> web.StreamResponse:
        """Answer how long a try took, for whoever has its id."""
        self._desk.count(request, self._timed)
        filed = await self._desk.store.record(request.match_info["record"])
        if filed is None or not filed.listed.sealed:
            raise self._desk.unknown(request, 404, "error.no-record")
        return json(await asyncio.to_thread(times, filed))

    def _open(self) -> None:
        if not self._desk.settings.day:
            raise Fault(404, "error.no-day")

    async def _list(self, server: str, day: int, now: int, device: str) -> messages.DayList:
        await self._measure(day)
        secret, over = secret_of(server, day), end_of(day) <= now
        key = key_of_device(server, day, device) if device else ""
        best = await self._desk.store.day_list(day, MOST_LISTED)
        entries = tuple(_entry(tried, place, key, over) for place, tried in enumerate(best, 1))
        return messages.DayList(dated(day), commitment(secret), secret if over else "", entries)

    async def _own(self, day: int, key: str) -> messages.DayOwn | None:
        store = self._desk.store
        tried = await store.tried(day, key)
        if tried is None:
            return None
        if tried.why is None and tried.record:
            # It ended since the lists were made.
            tried = await self._measured(tried)
        if tried.why != "":
            return messages.DayOwn(None, tried.why)
        place = 1 + await store.quicker(day, tried.millis)
        return messages.DayOwn(_entry(tried, place, key, False), "")

    async def _measure(self, day: int) -> None:
        """Measure the tries that have ended since somebody last looked, one after the other."""
        async with self._measuring:
            ended = await self._desk.store.unmeasured(day)
            for tried in ended:
                await self._measured(tried)
            if ended:
                await written(self._desk.store)

    async def _measured(self, tried: DayTry) -> DayTry:
        filed = None
        with suppress(Damaged):
            filed = await self._desk.store.record(tried.record)
        found = await asyncio.to_thread(measured, tried, filed)
        self._desk.store.measured(found)
        return found


def _entry(tried: DayTry, place: int, key: str, over: bool) -> messages.DayEntry:
    record = tried.record if over else ""
    return messages.DayEntry(place, names_of(tried.key), tried.key, tried.millis, tried.key == key, record)
