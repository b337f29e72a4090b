"""Analysis of finished games."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from functools import partial

import msgspec
from aiohttp import web
from msgspec.structs import replace

from cartable.analysis import LEVELS
from cartable.server import messages
from cartable.server.door import guest_of
from cartable.server.faults import trace
from cartable.server.limits import STUDIED_A_MINUTE, STUDIES_AN_ADDRESS, STUDIES_ASKED_A_MINUTE
from cartable.server.routes.desk import Desk
from cartable.server.routes.records import RecordRoutes
from cartable.server.routes.replies import Fault, file_of, worded
from cartable.server.studies import NoStudy, Studies, TooBusy, can

log = logging.getLogger("cartable")


class StudyRoutes:
    """Analysis of finished games."""

    def __init__(self, desk: Desk, studies: Studies, records: RecordRoutes) -> None:
        self._desk = desk
        self._studies = studies
        self._records = records
        self._studied = desk.limits(STUDIED_A_MINUTE)
        self._asked = desk.limits(STUDIES_ASKED_A_MINUTE)
        self._sending: Counter[str] = Counter()

    async def study(self, request: web.Request) -> web.StreamResponse:
        """Analyse a record."""
        return await self._studying(request, partial(self._records.kept, request))

    async def study_file(self, request: web.Request) -> web.StreamResponse:
        """Analyse a record sent in the request."""
        return await self._studying(request, partial(self._sent, request))

    async def _studying(
        self, request: web.Request, record: Callable[[], Awaitable[tuple[bytes, str]]]
    ) -> web.StreamResponse:
        """Tell how far an analysis is until it is done, counted before anything is read, and if it is new."""
        level = request.query.get("level", "hard")
        if level not in LEVELS:
            raise Fault(400, "error.request")
        if not can(level):
            raise Fault(501, "error.study-expert")
        self._desk.count(request, self._asked)
        content, kept = await record()
        who = self._desk.who(request)
        if not self._studies.has(content, level):
            self._desk.count(request, self._studied)
            if self._desk.settings.limits and self._studies.begun_by(who) >= STUDIES_AN_ADDRESS:
                raise Fault(429, "error.too-many")
        return await self._told(request, self._studies.study(content, level, (who, ""), kept))

    async def _sent(self, request: web.Request) -> tuple[bytes, str]:
        """Return the record sent in the request, which is not one of ours. Each is held in memory."""
        who = self._desk.who(request)
        if self._desk.settings.limits and self._sending[who] >= STUDIES_AN_ADDRESS:
            raise Fault(429, "error.too-many")
        self._sending[who] += 1
        try:
            return await file_of(request), ""
        finally:
            self._sending -= Counter((who,))

    async def _told(self, request: web.Request, study: AsyncGenerator[bytes, None]) -> web.StreamResponse:
        """Answer line by line for as long as it takes; it ends when whoever asked goes away."""
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        line = b""
        try:
            async with aclosing(study) as lines:
                async for line in lines:
                    if not response.prepared:
                        await response.prepare(request)
                    await response.write(line)
                    if guest := guest_of(request):
                        guest.asked()
            return response
        except ConnectionResetError:
            return response
        except NoStudy as declined:
            fault = Fault(declined.why.status, declined.why.key, **declined.why.values)
        except TooBusy:
            fault = Fault(503, "error.study-busy")
        except Exception as raised:
            log.warning("an analysis failed\n%s", trace(raised))
            fault = Fault(500, "error.study-failed")
        if not response.prepared:
            raise fault
        # The status has been sent: the last line says what went wrong.
        with suppress(ConnectionResetError):
            await response.write(_ended(line, worded(request, fault)))
        return response


def _ended(line: bytes, problem: messages.Problem) -> bytes:
    """Return the last line of an analysis that failed after this one."""
    told = msgspec.json.decode(line, type=messages.Studied)
    return msgspec.json.encode(replace(told, problem=problem)) + b"\n"
