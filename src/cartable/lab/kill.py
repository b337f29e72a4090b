"""Kills a server mid-game, again and again: what it confirmed must be there afterwards.

People play at a few tables as fast as they can, the server dies by SIGKILL at a random moment, a new one is
started on the same folder, everyone comes back with their tokens, asks again for what was not answered, and
goes on. Now and then a server dies while it starts. At the end the store is read: each call that was ever
confirmed must stand in its table's log, in order, and none may stand there twice.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
import time
from collections import Counter
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from aiohttp import ClientError, ClientSession, WSMsgType
from msgspec import Raw, Struct

from cartable.core import Chance, DeckSpec, Played, Seat
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.rows import GameBegan, Row, decode
from cartable.server.settings import Settings
from cartable.server.sqlite import SqliteStore

GAME: Final = "spot/tower"
DECK: Final = DeckSpec(31, 993)
"""A deck so large that a game outlasts many kills."""
TABLES: Final = 4
SEATS: Final = 2
LONGEST: Final = 40
"""A server dies after at most this many confirmed calls."""
YOUNG: Final = 8
"""One server in this many dies while it starts."""
START: Final = 0.2
"""How many seconds a start takes, more or less."""

_decode = msgspec.json.Decoder(m.FromServer).decode


class Killed(Struct, frozen=True):
    """The outcome of a run."""

    times: int
    confirmed: int
    """Calls that were confirmed, over all lives of the server."""
    lost: int
    """Those of them that the log does not have: there must be none."""
    forgotten: int
    """Returns to a table that had lost something confirmed: there must be none."""
    written: int
    """Moves in the logs."""
    resent: int
    """Calls that were sent again, since the server died before it answered."""
    twice: int
    """Calls that were played twice: there must be none."""
    slowest: float
    """Seconds from the start of a server to the last person's return, at worst."""


class Player:
    """Someone who plays one seat, through every life of the server."""

    def __init__(self, code: str, seat: int, token: str) -> None:
        self.code = code
        self.seat = seat
        self.token = token
        self.confirmed: list[bytes] = []
        self.seen = 0
        self.forgotten = 0
        """How often a new server had fewer moves than the one before had confirmed."""
        self.resent = 0
        self._sent: dict[int, bytes] = {}
        """What is not answered yet; nothing else is called until it is."""
        self._ids = 0
        self._games = 0

    async def live(self, http: ClientSession, url: str, back: asyncio.Event, acts: Acts) -> None:
        """Come back, and play until the server dies."""
        try:
            async with http.ws_connect(f"{url}/ws") as ws:
                hello = m.Hello(self._id(), m.VERSION, self.code, self.token, page=self.seat + 1)
                await ws.send_str(_text(hello))
                async for frame in ws:
                    if frame.type is WSMsgType.TEXT:
                        for answer in self._heard(_decode(frame.data), back, acts):
                            await ws.send_str(_text(answer))
        except (ClientError, ConnectionError, OSError):
            return

    def _heard(self, message: Any, back: asyncio.Event, acts: Acts) -> list[Any]:
        match message:
            case m.Welcome():
                self.token = message.token
                self.resent += len(self._sent)
                again = [m.Play(id, Seat(self.seat), Raw(raw)) for id, raw in self._sent.items()]
                return [m.Sit(self._id(), Seat(self.seat)), *again]
            case m.Table():
                if message.games != self._games:
                    self._games, self.seen = message.games, 0
                waits = self.seat == 0 and message.phase in ("gathering", "over")
                seated = len(message.chairs) == SEATS and all(chair.member for chair in message.chairs)
                return [m.Start(self._id())] if waits and seated else []
            case m.Ping():
                return [m.Pong(message.nonce)]
            case m.Game():
                self.forgotten += message.moves < self.seen
                self.seen = message.moves
                back.set()
                return self._call(message)
            case m.Done() | m.Late() if message.id in self._sent:
                self.confirmed.append(self._sent.pop(message.id))
                acts.count()
            case m.Refused() | m.Error() if message.id in self._sent:
                # Of a game that is over by now.
                del self._sent[message.id]
        return []

    def _call(self, game: m.Game) -> list[Any]:
        rules = GAMES[GAME]
        view = msgspec.json.decode(game.sights[0].view, type=rules.view_type)
        setup = rules.info.setup(SEATS, deck=DECK)
        move = rules.sample(rules.imagine(view, setup, Chance(b"", 0)), Seat(self.seat), Chance(b"", 0))
        if move is None or self._sent:
            return []
        number, raw = self._id(), msgspec.json.encode(move)
        self._sent[number] = raw
        return [m.Play(number, Seat(self.seat), Raw(raw))]

    def _id(self) -> int:
        self._ids += 1
        return self._ids


class Acts:
    """Counts confirmed calls up to the one that the server does not outlive."""

    def __init__(self, until: int) -> None:
        self._left = until
        self.enough = asyncio.Event()

    def count(self) -> None:
        """Count one."""
        self._left -= 1
        if self._left <= 0:
            self.enough.set()


def kill(times: int, seed: int = 1) -> Killed:
    """Kill a server this many times; return what was confirmed and what was lost."""
    # A server that forks from one that has everything loaded starts in a moment.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["cartable.server.run"])
    with tempfile.TemporaryDirectory() as folder:
        players, slowest = asyncio.run(_lives(context, folder, times, Random(seed)))
        return _counted(Path(folder), players, times, slowest)


async def _lives(context: Any, folder: str, times: int, random: Random) -> tuple[list[Player], float]:
    players: list[Player] = []
    slowest = 0.0
    for life in range(times):
        start = time.perf_counter()
        ours, process = _born(context, folder)
        if players and not random.randrange(YOUNG):
            await asyncio.sleep(random.random() * START)
            process.kill()
            await asyncio.to_thread(process.join)
            continue
        url = f"http://127.0.0.1:{await asyncio.to_thread(ours.recv)}"
        async with ClientSession() as http:
            if not players:
                players = [player for _ in range(TABLES) for player in await _opened(http, url)]
            acts = Acts(random.randrange(1, LONGEST))
            backs = [asyncio.Event() for _ in players]
            lives = [
                asyncio.create_task(player.live(http, url, back, acts))
                for player, back in zip(players, backs, strict=True)
            ]
            async with asyncio.timeout(60):
                await asyncio.gather(*(back.wait() for back in backs))
                slowest = max(slowest, time.perf_counter() - start if life else 0)
                await acts.enough.wait()
            process.kill()
            await asyncio.gather(*lives)
        await asyncio.to_thread(process.join)
    return players, slowest


async def _opened(http: ClientSession, url: str) -> list[Player]:
    body = msgspec.json.encode(m.NewTable(GAME, deck=DECK))
    async with http.post(f"{url}/api/tables", data=body) as answer:
        opened = msgspec.json.decode(await answer.read(), type=m.Opened)
    return [Player(opened.code, seat, opened.token if seat == 0 else "") for seat in range(SEATS)]


def _born(context: Any, folder: str) -> tuple[Connection, BaseProcess]:
    """Start a server; the pipe returned with it will tell the port."""
    ours, theirs = context.Pipe()
    process: BaseProcess = context.Process(target=_serve, args=(theirs, folder), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _serve(pipe: Connection, folder: str) -> None:
    from cartable.server.run import run

    settings = Settings(port=0, local=True, data=folder, arbiter=False, limits=False, warm=False)
    asyncio.run(run(settings, lambda started: pipe.send(started.port)))


def _counted(folder: Path, players: list[Player], times: int, slowest: float) -> Killed:
    store = SqliteStore(folder, lambda do: do())
    confirmed = lost = written = twice = 0
    for player in players:
        home = store.kept.find(player.code)
        assert home is not None
        rows = store.kept.read(home)
        Book.read(rows)
        told = [decode(line, GAME) for line in rows]
        moves = [row for row in told if isinstance(row, Played)]
        twice += _repeated(told, player.seat)
        written += sum(move.seat == player.seat for move in moves if move.mover is not None)
        log = iter(msgspec.json.encode(move.move) for move in moves if move.seat == player.seat)
        confirmed += len(player.confirmed)
        lost += sum(move not in log for move in player.confirmed)
    store.stop()
    forgotten = sum(player.forgotten for player in players)
    resent = sum(player.resent for player in players)
    return Killed(times, confirmed, lost, forgotten, written, resent, twice, round(slowest, 2))


def _repeated(rows: list[Row], seat: int) -> int:
    """Return how many calls of a seat stand in a log more often than once: none can be right again."""
    called: Counter[tuple[int, bytes]] = Counter()
    game = 0
    for row in rows:
        game += isinstance(row, GameBegan)
        if isinstance(row, Played) and row.mover == seat:
            called[game, msgspec.json.encode(row.move)] += 1
    return sum(times - 1 for times in called.values())


def _text(message: Any) -> str:
    return msgspec.json.encode(message).decode()
