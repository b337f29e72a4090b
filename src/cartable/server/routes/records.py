"""Records: list, download, replay and delete finished games."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import AbstractAsyncContextManager
from functools import partial
from hashlib import blake2b
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web
from msgspec.structs import replace

from cartable.core import OtherVersion, Record, encode
from cartable.server import messages
from cartable.server.chairs import key_of
from cartable.server.decoders import decoder
from cartable.server.limits import DOWNLOADED_A_MINUTE, REPLAYED_A_MINUTE, WATCHED_A_MINUTE
from cartable.server.outside import COSTLY, Compete, Continue, Purpose, Show, Unreadable, apart, made
from cartable.server.records import Costly, recorded
from cartable.server.rota import Whose
from cartable.server.routes.desk import Desk
from cartable.server.routes.replies import Fault, bearer, body_of, file_of, json, packed, qr
from cartable.server.routes.tables import TableRoutes
from cartable.server.rows import Agreement
from cartable.server.store import Filed, Heading
from cartable.server.turns import ByTurns

T = TypeVar("T")
R = TypeVar("R", Filed, Heading)

REMEMBERED: Final = 2 << 20
"""How many bytes of games that were played again are remembered, compressed, and how many of their files."""
LONG: Final = 2_000
"""A game with more rows is played again in a process of its own: no ordinary game has as many."""


class Remembered:
    """What was last worked out of records, up to a number of bytes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._size = 0

    def get(self, key: tuple[str, str]) -> bytes | None:
        """Return what is remembered."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: tuple[str, str], found: bytes) -> None:
        """Remember something, and forget what was used longest ago."""
        self._size += len(found) - len(self._kept.pop(key, b""))
        self._kept[key] = found
        while self._size > REMEMBERED:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)


class RecordRoutes:
    """Records: list, download, replay and delete finished games."""

    def __init__(self, desk: Desk, tables: TableRoutes) -> None:
        self._desk = desk
        self._tables = tables
        self._downloaded = desk.limits(DOWNLOADED_A_MINUTE)
        self._files = Remembered()
        self._replayed = desk.limits(REPLAYED_A_MINUTE)
        self._replaying = ByTurns(2)
        self._watched = desk.limits(WATCHED_A_MINUTE)
        self._remembered = Remembered()
        self._watching = ByTurns(1)
        """Replaying takes time from the tables: one game after another."""

    async def of_table(self, request: web.Request) -> web.StreamResponse:
        """List a table's records for its people."""
        desk = self._desk
        table = await desk.table(request)
        if not desk.administers(request) and table.book.member_with(key_of(bearer(request))) is None:
            raise desk.unknown(request, 401, "error.token")
        return json([one for one in await desk.store.listed(table.home) if not one.nameless])

    async def download(self, request: web.Request) -> web.StreamResponse:
        """Answer a record as a file."""
        name = f"{request.match_info['record'][:8]}.json"
        headers = {"Content-Disposition": f'attachment; filename="cartable-{name}"'}
        body, _ = await self.kept(request)
        return web.Response(body=body, content_type="application/json", headers=headers)

    async def qr(self, request: web.Request) -> web.StreamResponse:
        """Draw the QR code of a record's link, or of the link to one of its moments."""
        heading = await self._heading(request)
        return qr(self._link(request) + _moment(request, heading.rows))

    async def replay(self, request: web.Request) -> web.StreamResponse:
        """Answer a record move by move."""
        listed, link = (await self._heading(request)).listed, self._link(request)
        return await packed(request, await self._played_again(request, link, Show(listed, link)))

    async def replay_file(self, request: web.Request) -> web.StreamResponse:
        """Answer a record sent in the request, move by move."""
        self._desk.count(request, self._replayed)
        content = await file_of(request)
        async with self._replaying.of(self._whose(request)):
            outcome = await apart(content)
        return await packed(request, _found(outcome))

    async def nameless(self, request: web.Request) -> web.StreamResponse:
        """Give a record a second id, under which nobody learns who played."""
        desk, record = self._desk, request.match_info["record"]
        desk.count(request, desk.opening)
        listed = (await self._heading(request)).listed
        if not listed.nameless:
            seats = len(listed.names)
            listed = replace(listed, record=nameless_id(record), names=("",) * seats, faces=(), nameless=True)
            desk.store.again(record, listed)
            await desk.written()
        return json(messages.Nameless(listed.record, f"{desk.base(request)}/r/{listed.record}"), status=201)

    async def play_on(self, request: web.Request) -> web.StreamResponse:
        """Open a table at a moment of a finished game (TABLE-13)."""
        wanted = await body_of(request, messages.PlayOn)
        desk = self._desk
        desk.count(request, desk.opening)
        filed = await self._filed(request)
        purpose = Continue(wanted.step, filed.listed.theme, request.match_info["record"])
        async with self._turn(request, filed):
            told = await _worked_out(filed, purpose)
        agreed: Agreement = decoder(Agreement).decode(told)
        return await self._tables.opened(request, partial(desk.lobby.play_on, agreed, wanted))

    async def play_on_file(self, request: web.Request) -> web.StreamResponse:
        """Open a table at a moment of a record sent in the request, once it is checked (TABLE-13)."""
        self._count_file(request)
        wanted = _asked(request, messages.PlayOn)
        agreed = await self._agreed(request, Continue(wanted.step))
        return await self._tables.opened(request, partial(self._desk.lobby.play_on, agreed, wanted))

    async def challenge(self, request: web.Request) -> web.StreamResponse:
        """Say whose run it is that can be played against, and its times (SPOT-16)."""
        agreed = await self._chased(request)
        assert agreed.practice
        assert agreed.practice.ghost
        return json(messages.Challenge(agreed.game, agreed.deck, agreed.theme, agreed.practice.ghost))

    async def chase(self, request: web.Request) -> web.StreamResponse:
        """Open a table with the cards of a run, to play against it (SPOT-16)."""
        wanted = await body_of(request, messages.Chase)
        desk = self._desk
        desk.count(request, desk.opening)
        return await self._against(request, await self._chased(request), wanted)

    async def chase_file(self, request: web.Request) -> web.StreamResponse:
        """Open a table to play against the run of a record sent in the request; it is not verified."""
        self._count_file(request)
        wanted = _asked(request, messages.Chase)
        return await self._against(request, await self._agreed(request, Compete()), wanted)

    def _count_file(self, request: web.Request) -> None:
        """Count a file that a table is to be opened from, whatever is wrong with it."""
        self._desk.count(request, self._replayed)
        self._desk.count(request, self._desk.opening)

    async def _agreed(self, request: web.Request, purpose: Purpose) -> Agreement:
        """Return the agreement of a table that plays on from the record in the body."""
        content = await file_of(request)
        async with self._replaying.of(self._whose(request)):
            outcome = await apart(content, purpose)
        agreed: Agreement = decoder(Agreement).decode(_found(outcome))
        return agreed

    async def _chased(self, request: web.Request) -> Agreement:
        listed = (await self._heading(request)).listed
        told = await self._played_again(request, "ghost", Compete(listed))
        agreed: Agreement = decoder(Agreement).decode(told)
        return agreed

    async def _played_again(self, request: web.Request, what: str, purpose: Purpose) -> bytes:
        """Return what comes of a record, by replaying it unless the result is remembered."""
        key = request.match_info["record"], what
        if (known := self._remembered.get(key)) is None:
            self._desk.count(request, self._watched)
            filed = await self._filed(request)
            async with self._turn(request, filed):
                # Somebody else may have asked for the same meanwhile.
                known = self._remembered.get(key) or await _worked_out(filed, purpose)
            self._remembered.keep(key, known)
        return known

    def _turn(self, request: web.Request, filed: Filed) -> AbstractAsyncContextManager[None]:
        """Return what to hold while a game is replayed."""
        turns = self._replaying if _long(filed) else self._watching
        return turns.of(self._whose(request))

    def _whose(self, request: web.Request) -> Whose:
        return self._desk.who(request), ""

    async def _against(
        self, request: web.Request, agreed: Agreement, wanted: messages.Chase
    ) -> web.StreamResponse:
        seat = messages.PlayOn(0, name=wanted.name, face=wanted.face)
        return await self._tables.opened(request, partial(self._desk.lobby.play_on, agreed, seat))

    async def delete(self, request: web.Request) -> web.StreamResponse:
        """Delete a record, for the host of its table, now or when the game ended, or the administrator."""
        desk = self._desk
        heading = await self._heading(request)
        if not desk.administers(request):
            key = key_of(bearer(request))
            table = await desk.lobby.find(await desk.store.code(heading.home))
            member = table and table.book.member_with(key)
            if table is None or member is None or member not in (table.book.host, heading.listed.host):
                raise desk.unknown(request, 401, "error.token")
        record = request.match_info["record"]
        for id in (nameless_id(record), record):
            await desk.store.delete(id)
        await desk.written()
        return web.Response(status=204)

    async def kept(self, request: web.Request) -> tuple[bytes, str]:
        """Return the record that a request names, as its file has it, and its game."""
        game, key = (await self._heading(request)).listed.game, (request.match_info["record"], "file")
        if (known := self._files.get(key)) is None:
            self._desk.count(request, self._downloaded)
            filed = await self._filed(request)
            async with self._turn(request, filed):
                # Somebody else may have asked for the same meanwhile.
                known = self._files.get(key) or await _file(filed)
            self._files.keep(key, known)
        return known, game

    async def _heading(self, request: web.Request) -> Heading:
        """Return what the record is that a request names, none of its rows read."""
        return self._allowed(request, await self._desk.store.heading(request.match_info["record"]))

    async def _filed(self, request: web.Request) -> Filed:
        return self._allowed(request, await self._desk.store.record(request.match_info["record"]))

    def _allowed(self, request: web.Request, found: R | None) -> R:
        """Return a record that there is and that may be seen by now."""
        if found is None:
            raise self._desk.unknown(request, 404, "error.no-record")
        if found.listed.sealed > self._desk.lobby.wall():
            raise Fault(403, "error.sealed")  # TABLE-16
        return found

    def _link(self, request: web.Request) -> str:
        return f"{self._desk.base(request)}/r/{request.match_info['record']}"


def _asked(request: web.Request, kind: type[T]) -> T:
    """Return what the address of a request asks for, where its body is a file."""
    try:
        return msgspec.convert(dict(request.query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Fault(400, "error.body", why=str(error)) from error


def _found(outcome: bytes | Unreadable) -> bytes:
    """Return what was found in a record; answer why there is nothing."""
    if isinstance(outcome, Unreadable):
        raise Fault(outcome.status, outcome.key, **outcome.values)
    return outcome


def _long(filed: Filed) -> bool:
    """Return whether a game takes too long to be played again by the process that has the tables."""
    return len(filed.rows) > LONG


async def _file(filed: Filed) -> bytes:
    return await asyncio.to_thread(lambda: encode(_record(filed)))


def _record(filed: Filed) -> Record[Any]:
    return recorded(filed.rows, filed.listed.result)


def _moment(request: web.Request, last: int) -> str:
    """Return the end of a link to the moment that a request names, nothing for the beginning."""
    asked = request.query.get("moment", "0")
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= len(str(last)) and int(asked) <= last):
        raise Fault(400, "error.request")
    return f"#{int(asked)}" if int(asked) else ""


async def _worked_out(filed: Filed, purpose: Purpose) -> bytes:
    """Return what comes of a finished game."""
    if _long(filed):
        content = await _file(filed)
        return _found(await apart(content, purpose))
    try:
        return _found(await asyncio.to_thread(lambda: made(_record(filed), purpose)))
    except Costly:
        return _found(COSTLY)
    except OtherVersion as other:
        raise Fault(409, "error.other-version", needs=other.needs, has=other.has) from other


def nameless_id(record: str) -> str:
    """Return the id under which a record has no names; it does not lead back to the record."""
    return blake2b(record.encode(), digest_size=16, person=b"nameless").hexdigest()
