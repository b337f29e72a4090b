"""The server's HTTP side: the page, the little that is asked over HTTP, and the door to the sockets."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from functools import cached_property, partial
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from cartable.analysis.puzzles import KARTA, SETUP, after, puzzles, seen
from cartable.bots import names
from cartable.cluster.leases import Neighbour
from cartable.cluster.peers import Unreachable
from cartable.cluster.seal import HEADER, Sent, Unsealed
from cartable.core import OtherVersion, Refused, encode
from cartable.core.setup import LARGEST_ORDER
from cartable.designs import deck
from cartable.games import GAMES
from cartable.games.karta import Card, Where
from cartable.server import messages
from cartable.server.book import key_of
from cartable.server.clock import Clock
from cartable.server.decoders import decoder
from cartable.server.district import District, Elsewhere
from cartable.server.door import Door, Guest, descriptors
from cartable.server.faults import trace
from cartable.server.files import DECKS, DRAWN, Files
from cartable.server.form import Damaged
from cartable.server.forms import forms
from cartable.server.limits import (
    ARRANGED,
    ARRANGED_MILLIS,
    ASKED,
    EXERCISED_A_MINUTE,
    GUESSES_A_MINUTE,
    MINUTE,
    OPENED_A_MINUTE,
    REPLAYED_A_MINUTE,
    SOCKETS_AN_ADDRESS,
    STUDIED_A_MINUTE,
    Limits,
    Sockets,
)
from cartable.server.lobby import Lobby, Unavailable
from cartable.server.metrics import exposition
from cartable.server.origins import HEADERS, household, is_host, known_host, policy, same_origin
from cartable.server.outside import LARGEST, apart
from cartable.server.records import recorded, replayed
from cartable.server.screens import WAITS, Screens
from cartable.server.sentences import unwritable
from cartable.server.settings import Settings
from cartable.server.store import Away, Filed, Store, written
from cartable.server.studies import LEVELS, NoStudy, Studies, TooBusy, can
from cartable.server.table import Table
from cartable.server.visit import PAUSE, TRIES, Visit
from cartable.server.websocket import Handshake, WebSocket
from cartable.texts import Language, brought, refusal, say
from cartable.texts.rulebook import brought_page

if TYPE_CHECKING:
    from cartable.server.pictures import Pictures

T = TypeVar("T")

log = logging.getLogger("cartable")

STATIC: Final = Path(str(files("cartable"))) / "static"
LONGEST: Final = 2_000
"""No path has more characters."""
FOR_EVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}

CLIENT: Final = "client"
"""Under this a request of another node has the address of whoever asks."""

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Fault(Exception):
    """An unsuccessful HTTP answer."""

    def __init__(self, status: int, key: str, **values: int | str) -> None:
        super().__init__(status, key)
        self.status = status
        self.key = key
        self.values = values


class Routes:
    """The routes, over one lobby."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        lobby: Lobby,
        clock: Clock,
        token: str,
        files: Files | None = None,
        district: District | None = None,
    ) -> None:
        self.settings = settings
        self.lobby = lobby
        self.address = ""
        """Where people find it; set at the start."""
        self._store = store
        self._district = district
        self._files = files or Files(settings.folder)
        self.door = Door(clock, settings.limits, settings.proxies, descriptors())
        self._clock = clock
        self._token = token
        self._screens = Screens(clock)
        self._opening = Limits(clock, OPENED_A_MINUTE, MINUTE, settings.limits)
        self._replayed = Limits(clock, REPLAYED_A_MINUTE, MINUTE, settings.limits)
        self._replaying = asyncio.Semaphore(2)
        self._studied = Limits(clock, STUDIED_A_MINUTE, MINUTE, settings.limits)
        self._exercised = Limits(clock, EXERCISED_A_MINUTE, MINUTE, settings.limits)
        self._studies = Studies()
        self._guesses = Limits(clock, GUESSES_A_MINUTE, MINUTE, settings.limits)
        self._arranging = Limits(clock, ARRANGED, ARRANGED_MILLIS, settings.limits)
        self._asking = Limits(clock, ASKED, ARRANGED_MILLIS, settings.limits)
        self._sockets: dict[str, Sockets] = {}
        public = urlsplit(settings.public_url).hostname
        self._names = {*settings.hosts, *((public,) if public else ())}

    def app(self, nodes: bool = False) -> web.Application:
        """Return the application, for people or for other nodes."""
        around = [self._sealed, self._guard] if nodes else [self._guard]
        app = web.Application(middlewares=around, client_max_size=1 << 16)
        app.on_response_prepare.append(_dress)
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/api/games", self._games)
        app.router.add_get("/api/forms/{game:.+}", self._forms)
        app.router.add_get("/api/rules/{page}/{language:en|fr}", self._rules)
        app.router.add_get("/api/themes", self._themes)
        app.router.add_get(r"/api/decks/{order:\d{1,6}}/{cards:\d{1,6}}", self._deck)
        app.router.add_get(r"/api/decks/{order:\d{1,6}}/{cards:\d{1,6}}/{theme}", self._drawn)
        app.router.add_get("/api/tables", self._tables)
        app.router.add_post("/api/tables", self._open)
        app.router.add_get("/api/tables/{code}", self._found)
        app.router.add_delete("/api/tables/{code}", self._forget)
        app.router.add_get("/api/tables/{code}/qr.svg", self._qr)
        app.router.add_get("/api/tables/{code}/records", self._records)
        app.router.add_post("/api/screens", self._screen)
        app.router.add_post("/api/screens/{screen}", self._show)
        app.router.add_get("/api/screens/{screen}/{secret}", self._shown)
        app.router.add_get("/api/records/{record}", self._record)
        app.router.add_get("/api/records/{record}/replay", self._replay)
        app.router.add_get("/api/records/{record}/qr.svg", self._record_qr)
        app.router.add_post("/api/replay", self._replay_file)
        app.router.add_delete("/api/records/{record}", self._delete)
        app.router.add_get("/api/records/{record}/study", self._study)
        app.router.add_post("/api/study", self._study_file)
        app.router.add_post("/api/karta/where", self._where)
        app.router.add_post("/api/karta/judge", self._judge)
        app.router.add_get("/api/puzzles", self._puzzles)
        app.router.add_get(r"/api/puzzles/{number:\d{1,6}}", self._puzzle)
        app.on_cleanup.append(self._studies.close)
        app.router.add_route("*", "/api/{rest:.*}", self._nothing)
        app.router.add_get("/{path:.*}", self._page)
        return app

    @property
    def connections(self) -> int:
        """How many sockets are open."""
        return sum(sockets.count for sockets in self._sockets.values())

    # Around every request

    @web.middleware
    async def _sealed(self, request: web.Request, handler: Answer) -> web.StreamResponse:
        """Let only other nodes in, and believe them about who asks."""
        assert self._district is not None
        sealed, host = request.headers.get(HEADER, ""), request.headers.get("Host", "")
        body = await request.read()
        try:
            request[CLIENT] = self._district.gate.check(sealed, request.method, request.raw_path, host, body)
        except Unsealed as unsealed:
            log.warning("something knocked where only nodes do: %s", unsealed)
            return _problem(403, "error.node", say("error.node", _language(request)))
        return await handler(request)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Answer) -> web.StreamResponse:
        try:
            self._let_in(request)
            for _ in range(TRIES):
                try:
                    return await handler(request)
                except Elsewhere as elsewhere:
                    if answer := await self._ask(request, elsewhere.node):
                        return answer
                    await asyncio.sleep(PAUSE)
            raise Unavailable("closing.moved", again=True)
        except Fault as fault:
            response = _problem(fault.status, fault.key, say(fault.key, _language(request), **fault.values))
        except Unavailable as resting:
            response = _problem(503, resting.key, say(resting.key, _language(request)))
        except Away:
            response = _problem(503, "closing.storage", say("closing.storage", _language(request)))
        except Damaged:
            response = _problem(410, "error.damaged", say("error.damaged", _language(request)))
        except Refused as refused:
            text = refusal(refused.rule, refused.key, _language(request), refused.values)
            response = _problem(409, refused.key, text, refused.rule)
        except web.HTTPException as error:
            if error.status >= 500 or error.status < 400:
                raise
            key = "error.request" if error.status == 400 else "error.no-page"
            response = _problem(error.status, key, say(key, _language(request)))
        if response.status in (400, 429):
            response.force_close()
        return response

    def _let_in(self, request: web.Request) -> None:
        """Turn away what nobody may ask, whatever it is."""
        transport = request.transport
        if transport and isinstance(guest := transport.get_protocol(), Guest):
            guest.asked()
        if not self.door.knocks.take(self._who(request)):
            raise Fault(429, "error.too-many")
        # Not `request.host`: where there is none it looks the machine's name up, and everybody waits.
        host = request.headers.get("Host", "")
        if not is_host(host) or len(request.path) > LONGEST or "\0" in request.path:
            raise Fault(400, "error.request")
        if not known_host(host, self._names):
            raise Fault(421, "error.host", host=host[:100])
        if request.method not in ("GET", "HEAD") or request.path == "/ws":
            try:
                ours = same_origin(request.headers.get("Origin"), host, self.settings.public_url)
            except ValueError:
                raise Fault(400, "error.request") from None
            if not ours:
                raise Fault(403, "error.origin")

    async def _ask(self, request: web.Request, node: Neighbour) -> web.StreamResponse | None:
        """Have another node answer; what has come from a node goes no further.

        None: it does not answer, or has the table no more, so another may have it soon.
        """
        if CLIENT in request or self._district is None:
            raise Unavailable("closing.moved", again=True)
        body, host = await request.read(), request.headers.get("Host", "")
        sent = Sent(request.method, request.path_qs, host, self._who(request), body)
        try:
            found = await self._district.peers.ask(node, sent, request.headers)
        except Unreachable:
            return None
        if found.status == 503 and b"closing.moved" in found.body:
            return None
        return web.Response(status=found.status, headers=found.headers, body=found.body)

    async def _pipe(self, address: str, host: str, node: Neighbour, socket: WebSocket, said: bytes) -> None:
        assert self._district is not None
        await self._district.peers.pipe(node, Sent("GET", "/ws", host, address), socket, said)

    def _who(self, request: web.Request) -> str:
        """Return the address that asks; a proxy is believed only if it was named."""
        if CLIENT in request:
            return str(request[CLIENT])
        peer = request.remote or ""
        if peer in self.settings.proxies:
            told = household(request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip())
            return told or household(peer)
        return household(peer)

    def _administers(self, request: web.Request) -> bool:
        return hmac.compare_digest(_bearer(request), self._token)

    def _admin(self, request: web.Request) -> None:
        if not self._administers(request):
            raise self._unknown(request, 401, "error.token")

    def _unknown(self, request: web.Request, status: int, key: str) -> Fault:
        """Return what is answered to a guess: a code, a record or a token that there is not."""
        return Fault(status, key) if self._guesses.take(self._who(request)) else Fault(429, "error.too-many")

    # The page

    async def _page(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if path and (file := _file(path)):
            return web.FileResponse(file, headers=FOR_EVER if path.startswith("assets/") else None)
        if "." in path.rpartition("/")[2]:
            raise Fault(404, "error.no-page")
        if not built():
            raise Fault(503, "serve.not-built")
        return web.FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    async def _nothing(self, request: web.Request) -> web.StreamResponse:
        raise Fault(404, "error.no-page")

    # Sockets

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        address = self._who(request)
        forward = None
        if self._district and CLIENT not in request:
            forward = partial(self._pipe, address, request.headers.get("Host", ""))
        sockets = self._sockets.setdefault(address, Sockets(self._clock, self.settings.limits))
        if self.settings.limits and sockets.count >= SOCKETS_AN_ADDRESS:
            raise Fault(429, "error.too-many")
        sockets.count += 1
        try:
            ws = Handshake(compress=False)
            await ws.prepare(request)
            if (transport := request.transport) is not None:
                before = transport.get_protocol()
                if isinstance(before, Guest):
                    before.became_socket()
                socket = WebSocket(transport, before, self._clock, sockets.frames)
                limits = self._guesses, self._arranging, self._asking
                visit = Visit(self.lobby, self._clock, *limits, address, socket, forward)
                await visit.stay()
        finally:
            sockets.count -= 1
            if not sockets.count:
                del self._sockets[address]
        return ws

    # Tables

    async def _open(self, request: web.Request) -> web.StreamResponse:
        wanted = await _body(request, messages.NewTable)
        if not self._opening.take(self._who(request)):
            raise Fault(429, "error.too-many")
        opened: asyncio.Future[messages.Opened] = asyncio.get_running_loop().create_future()

        def then(table: Table, member: int, token: str) -> None:
            if not opened.done():
                code = table.book.code
                opened.set_result(messages.Opened(code, self._link(request, code), member, token))

        # Tried though nothing could be written last time: there may be room again, and this finds out.
        patience = 1 if self._store.full else 10
        await self.lobby.open(wanted, then, self._who(request))
        try:
            return _json(await asyncio.wait_for(opened, patience), status=201)
        except TimeoutError:
            raise Fault(507, unwritable(self._store.full), why=self._store.full or "–") from None

    async def _found(self, request: web.Request) -> web.StreamResponse:
        table = await self._table(request)
        return _json(table.presence.found(self._link(request, table.book.code)))

    async def _qr(self, request: web.Request) -> web.StreamResponse:
        table = await self._table(request)
        return _drawn_code(self._link(request, table.book.code))

    async def _screen(self, request: web.Request) -> web.StreamResponse:
        if not self._opening.take(self._who(request)):
            raise Fault(429, "error.too-many")
        code, secret = self._screens.wait()
        return _json(messages.Screen(code, secret, WAITS // 1000), status=201)

    async def _show(self, request: web.Request) -> web.StreamResponse:
        wanted = await _body(request, messages.ShowTable)
        table = await self.lobby.find(wanted.table)
        if table is None or table.book.member_with(key_of(_bearer(request))) is None:
            raise self._unknown(request, 401, "error.token")
        if not self._screens.show(request.match_info["screen"], table.book.code):
            raise self._unknown(request, 404, "error.no-screen")
        return web.Response(status=204)

    async def _shown(self, request: web.Request) -> web.StreamResponse:
        table = self._screens.asked(request.match_info["screen"], request.match_info["secret"])
        if table is None:
            raise self._unknown(request, 404, "error.no-screen")
        return _json(messages.Shown(table))

    async def _tables(self, request: web.Request) -> web.StreamResponse:
        self._admin(request)
        return _json([{"code": code, "used": used} for code, used in await self._store.tables()])

    async def _forget(self, request: web.Request) -> web.StreamResponse:
        self._admin(request)
        await self.lobby.remove((await self._table(request)).book.code)
        await written(self._store)
        return web.Response(status=204)

    async def _table(self, request: web.Request) -> Table:
        table = await self.lobby.find(request.match_info["code"])
        if table is None:
            raise self._unknown(request, 404, "error.no-table")
        return table

    def _link(self, request: web.Request, code: str) -> str:
        """Return the address of a table."""
        return f"{self._base(request)}/t/{code}"

    def _base(self, request: web.Request) -> str:
        """Return this server's address: as others reach it, where the asker sits at the server itself."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        local = urlsplit(f"//{request.host}").hostname in ("localhost", "127.0.0.1", "::1")
        return self.address if local and self.address else f"{request.scheme}://{request.host}"

    # Games and decks

    async def _games(self, request: web.Request) -> web.StreamResponse:
        games = tuple(rules.info for rules in GAMES.values())
        boxes = {info.box: names(info.box) for info in games}
        texts: dict[str, dict[Language, str]] = {
            key: {"en": sentence.en, "fr": sentence.fr} for key, sentence in brought().items()
        }
        return _json(messages.Shelf(messages.VERSION, games, boxes, texts))

    async def _forms(self, request: web.Request) -> web.StreamResponse:
        game = request.match_info["game"]
        if game not in GAMES:
            raise Fault(404, "error.no-game")
        return _json(forms(game))

    async def _rules(self, request: web.Request) -> web.StreamResponse:
        language: Language = "fr" if request.match_info["language"] == "fr" else "en"
        page = brought_page(request.match_info["page"], language)
        if page is None:
            raise Fault(404, "error.no-page")
        return web.Response(text=page, content_type="text/markdown")

    async def _deck(self, request: web.Request) -> web.StreamResponse:
        order, cards = int(request.match_info["order"]), int(request.match_info["cards"])
        try:
            if order > LARGEST_ORDER:
                raise ValueError(f"≤ {LARGEST_ORDER}")
            found = deck(order, cards)
        except ValueError as error:
            raise Fault(404, "error.no-deck", why=str(error)) from error
        symbols = tuple(found.symbols(card) for card in found.cards)
        return _json(messages.Deck(order, found.symbol_count, symbols), headers=FOR_EVER)

    @cached_property
    def _pictures(self) -> Pictures:
        # What reads pictures takes a second to load, and many a game is played without.
        from cartable.decks.drawings import Drawings
        from cartable.decks.own import Shelf
        from cartable.server.pictures import Pictures

        folder = self._files.folder
        return Pictures(Shelf(folder / DECKS), Drawings(folder / DRAWN), self._files)

    async def _themes(self, request: web.Request) -> web.StreamResponse:
        return _json(await self._pictures.looks(), headers={"Cache-Control": "no-cache"})

    async def _drawn(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["theme"]
        order, cards = int(request.match_info["order"]), int(request.match_info["cards"])
        try:
            body = self._pictures.kept(name, order, cards)
            if body is None:
                if not self._opening.take(self._who(request)):
                    raise Fault(429, "error.too-many")
                body = await self._pictures.drawn(name, order, cards)
        except ValueError as error:
            raise Fault(404, "error.no-deck", why=str(error)) from error
        except ModuleNotFoundError as missing:
            raise Fault(501, "error.no-drawing") from missing
        if body is None:
            raise Fault(404, "error.deck-gone")
        headers = {**FOR_EVER, "Content-Encoding": "gzip"}
        return web.Response(body=body, content_type="application/json", headers=headers)

    # Records

    async def _records(self, request: web.Request) -> web.StreamResponse:
        table = await self._table(request)
        if not self._administers(request) and table.book.member_with(key_of(_bearer(request))) is None:
            raise self._unknown(request, 401, "error.token")
        return _json(await self._store.listed(table.home))

    async def _record(self, request: web.Request) -> web.StreamResponse:
        filed = await self._filed(request)
        body = await asyncio.to_thread(lambda: encode(recorded(filed.rows, filed.listed.result)))
        name = f"{request.match_info['record'][:8]}.json"
        headers = {"Content-Disposition": f'attachment; filename="cartable-{name}"'}
        return web.Response(body=body, content_type="application/json", headers=headers)

    async def _record_qr(self, request: web.Request) -> web.StreamResponse:
        await self._filed(request)
        return _drawn_code(self._watched_at(request))

    async def _replay(self, request: web.Request) -> web.StreamResponse:
        filed = await self._filed(request)
        record = recorded(filed.rows, filed.listed.result)
        try:
            told = partial(replayed, record, filed.listed, self._watched_at(request))
            body = await asyncio.to_thread(lambda: msgspec.json.encode(told()))
        except OtherVersion as other:
            raise Fault(409, "error.other-version", needs=other.needs, has=other.has) from other
        return _zipped(request, body)

    def _watched_at(self, request: web.Request) -> str:
        return f"{self._base(request)}/r/{request.match_info['record']}"

    async def _replay_file(self, request: web.Request) -> web.StreamResponse:
        if not self._replayed.take(self._who(request)):
            raise Fault(429, "error.too-many")
        content = await _sent(request)
        async with self._replaying:
            outcome = await apart(content)
        if isinstance(outcome, bytes):
            return _zipped(request, outcome)
        raise Fault(outcome.status, outcome.key, **outcome.values)

    async def _delete(self, request: web.Request) -> web.StreamResponse:
        home = (await self._filed(request)).home
        if not self._administers(request):
            key = key_of(_bearer(request))
            table = await self.lobby.find(await self._store.code(home))
            if table is None or table.book.host is None or table.book.member_with(key) != table.book.host:
                raise self._unknown(request, 401, "error.token")
        await self._store.delete(request.match_info["record"])
        await written(self._store)
        return web.Response(status=204)

    async def _filed(self, request: web.Request) -> Filed:
        found = await self._store.record(request.match_info["record"])
        if found is None:
            raise self._unknown(request, 404, "error.no-record")
        return found

    # Analysis and exercises

    async def _study(self, request: web.Request) -> web.StreamResponse:
        filed = await self._filed(request)
        content = await asyncio.to_thread(lambda: encode(recorded(filed.rows, filed.listed.result)))
        return await self._studying(request, content)

    async def _study_file(self, request: web.Request) -> web.StreamResponse:
        return await self._studying(request, await _sent(request))

    async def _studying(self, request: web.Request, content: bytes) -> web.StreamResponse:
        """Tell how far an analysis is until it is done; it ends when whoever asked goes away."""
        level = request.query.get("level", "hard")
        if level not in LEVELS:
            raise Fault(400, "error.request")
        if not can(level):
            raise Fault(501, "error.study-expert")
        who = self._who(request)
        if not self._studied.take(who):
            raise Fault(429, "error.too-many")
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        try:
            async with aclosing(self._studies.study(content, level, (who, ""))) as lines:
                async for line in lines:
                    if not response.prepared:
                        await response.prepare(request)
                    await response.write(line)
        except NoStudy as declined:
            raise Fault(declined.why.status, declined.why.key, **declined.why.values) from declined
        except TooBusy:
            raise Fault(503, "error.study-busy") from None
        except ConnectionResetError:
            return response
        except Exception as fault:
            log.warning("an analysis failed\n%s", trace(fault))
            if response.prepared:
                return response
            raise Fault(500, "error.study-failed") from fault
        return response

    async def _where(self, request: web.Request) -> web.StreamResponse:
        asked = await self._exercise(request, messages.KartaWhere)
        try:
            state = KARTA.read(asked.position, SETUP)
            if state.turn is None:
                raise Fault(400, "error.request")
            found = KARTA.answer(state, state.turn, Where(Card(asked.card), asked.turned, asked.over))
        except ValueError as error:
            raise Fault(400, "error.body", why=str(error)[:200]) from error
        return _json(found)

    async def _judge(self, request: web.Request) -> web.StreamResponse:
        asked = await self._exercise(request, messages.KartaTry)
        if not can(asked.level):
            raise Fault(501, "error.study-expert")
        try:
            who = self._who(request)
            return _json(await self._studies.judge(asked.position, asked.place, asked.level, (who, "")))
        except ValueError as error:
            raise Fault(400, "error.body", why=str(error)[:200]) from error

    async def _puzzles(self, request: web.Request) -> web.StreamResponse:
        return _json([(puzzle.kind, puzzle.level) for puzzle in puzzles()])

    async def _puzzle(self, request: web.Request) -> web.StreamResponse:
        number = int(request.match_info["number"])
        if number >= len(puzzles()):
            raise Fault(404, "error.no-page")
        return _json(posed(number))

    async def _exercise(self, request: web.Request, kind: type[T]) -> T:
        if not self._exercised.take(self._who(request)):
            raise Fault(429, "error.too-many")
        return await _body(request, kind)

    # Operations

    async def _health(self, request: web.Request) -> web.StreamResponse:
        if self._store.full:
            raise Fault(503, unwritable(self._store.full), why=self._store.full)
        told = "ok\n"
        if self._district:
            if self._district.stopping or not self._district.sure:
                raise Fault(503, "closing.stop" if self._district.stopping else "closing.storage")
            told += f"node {self._district.name}: {self._district.shards} shards\n"
        if resting := self.lobby.resting:
            told += f"tables at rest after faults: {resting}\n"
        if damaged := self.lobby.damaged:
            told += f"damaged tables: {damaged}\n"
        return web.Response(text=told)

    async def _metrics(self, request: web.Request) -> web.StreamResponse:
        self._admin(request)
        return web.Response(text=exposition(self.lobby, self._store, self.connections, self._district))


def built() -> bool:
    """Return whether the web client is there."""
    return (STATIC / "index.html").is_file()


async def _sent(request: web.Request) -> bytes:
    """Return the file that was sent, unless it is too large."""
    content = b""
    async for piece in request.content.iter_chunked(1 << 16):
        content += piece
        if len(content) > LARGEST:
            raise Fault(413, "error.record-large", most=LARGEST >> 20)
    return content


def posed(number: int) -> messages.KartaPuzzle:
    """Return a puzzle with what is seen at each of its steps."""
    puzzle = puzzles()[number]
    states = [KARTA.read(puzzle.position, SETUP)]
    for place in puzzle.line:
        states.append(after(states[-1], place))
    return messages.KartaPuzzle(
        number,
        puzzle.kind,
        puzzle.level,
        puzzle.position,
        puzzle.line,
        tuple(map(seen, states)),
        tuple(map(KARTA.write, states)),
        puzzle.rows,
    )


async def _body(request: web.Request, kind: type[T]) -> T:
    try:
        body: T = decoder(kind).decode(await request.read())
        return body
    except (ValueError, RecursionError) as error:
        raise Fault(400, "error.body", why=str(error)) from error


def _file(path: str) -> Path | None:
    """Return a file of the page, and none beside it."""
    file = (STATIC / path).resolve()
    try:
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except OSError:
        # Such a name no file can have.
        return None


def _bearer(request: web.Request) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if not token.isascii():
        raise Fault(400, "error.request")
    return token.strip() if scheme.lower() == "bearer" else ""


async def _dress(request: web.Request, response: web.StreamResponse) -> None:
    """Give an answer the headers that keep a browser safe."""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = policy(request.headers.get("Host", ""))


def _language(request: web.Request) -> Language:
    return "fr" if request.headers.get("Accept-Language", "").lower().startswith("fr") else "en"


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def _drawn_code(text: str) -> web.Response:
    """Return a QR code as a picture."""
    import segno  # Here, as in `_themes`: a server starts without it.

    image = BytesIO()
    segno.make(text, error="m").save(image, kind="svg", border=2, scale=8, xmldecl=False, svgns=True)
    return web.Response(body=image.getvalue(), content_type="image/svg+xml")


def _zipped(request: web.Request, body: bytes) -> web.Response:
    response = web.Response(body=body, content_type="application/json")
    response.enable_compression()
    return response


def _problem(status: int, key: str, text: str, rule: str = "") -> web.Response:
    return _json(messages.Problem(key, text, rule), status)
