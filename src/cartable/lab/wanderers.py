"""Wanderers: people who play on through whichever node is there, and ask again what nobody answered."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any, Final

import msgspec
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType
from msgspec import Raw
from msgspec.structs import replace

from cartable.core import Chance, Seat
from cartable.games import GAMES
from cartable.lab.kill import DECK, GAME, SEATS
from cartable.lab.nodes import Nodes
from cartable.server import messages as m

RETRIES: Final = (0.15, 0.4, 1.0)
"""The next line is tried this many seconds after one is lost, as the page does it."""
SILENCE: Final = 3.25
"""A connection that stays silent for this long is given up; the page does so no later."""
OPENING: Final = (3.0, 5.0, 10.0)
"""So is a new one that does not open within this many seconds; the more were tried, the longer."""
DIALLING: Final = 10.0
"""And so is one that is open but silent for this long."""
CHECKS: Final = 0.3
"""The seconds between two checks of a node, and the most that an answer may take."""
FALL: Final = 2
"""A node that fails this many of them gets nobody new."""
QUICKEST: Final = 0.16
SLOWEST: Final = 0.26
"""How long a press takes, in seconds."""

_decode = msgspec.json.Decoder(m.FromServer).decode


class Proxy:
    """Chooses nodes for people, and checks them as the proxies in docs/hosting.md do."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._failed: Counter[str] = Counter()
        """How often each has failed since it last answered well."""

    def choose(self, random: Random) -> list[str]:
        """Return the node somebody is sent to, and where to go next if it is not there."""
        addresses = list(self._nodes.addresses.values())
        random.shuffle(addresses)
        return [address for address in addresses if self._failed[address] < FALL] or addresses

    async def check(self, http: ClientSession) -> None:
        """Check all of them until cancelled."""
        while True:
            await asyncio.gather(*(self._one(http, address) for address in self._nodes.addresses.values()))
            await asyncio.sleep(CHECKS)

    async def _one(self, http: ClientSession, address: str) -> None:
        try:
            async with asyncio.timeout(CHECKS), http.get(f"{address}/health") as answer:
                well = answer.status == 200
        except (ClientError, OSError):
            well = False
        self._failed[address] = 0 if well else self._failed[address] + 1


class Wanderer:
    """Somebody who plays one seat."""

    def __init__(self, code: str, seat: int, token: str, random: Random, game: str = GAME) -> None:
        self.game = game
        self.code = code
        self.seat = seat
        self.token = token
        self.confirmed: list[bytes] = []
        self.forgotten = 0
        self.calls = 0
        """How many calls were answered."""
        self.in_play = asyncio.Event()
        """Set by each call that is answered."""
        self.back = 0.0
        """When the first call was answered since that was last cleared."""
        self.called = asyncio.Event()
        """Set by each call that is sent."""
        self.quiet = False
        """It only watches: it neither calls nor answers pings, so that the others' calls are held for it."""
        self.pauses: list[float] = []
        """How many seconds it had no table in front of it, each time its line was lost."""
        self._page = random.randrange(1, 1 << 40)
        self._random = random
        self._unanswered: dict[int, Any] = {}
        self._ids = 0
        self._games = 0
        self._member = 0
        self._shown: m.Game | None = None
        self._painted = 0.0
        self._reveal = 0
        self._seen = 0
        self._answers = 0
        """How many moves there were when it made its latest."""
        self._turn = asyncio.Event()
        self._lost: float | None = None

    @property
    def waits(self) -> bool:
        """Whether one of its calls is still unanswered."""
        return any(isinstance(asked, m.Play) for asked in self._unanswered.values())

    async def live(self, http: ClientSession, proxy: Proxy) -> None:
        """Play until stopped, and reconnect whenever the connection is lost."""
        tries = 0
        while True:
            shown, waited = self._shown, False
            try:
                ws = await self._connected(http, proxy, OPENING[min(tries, len(OPENING) - 1)])
                playing = asyncio.create_task(self._play(ws))
                try:
                    hello = m.Hello(self._id(), m.VERSION, self.code, self.token, page=self._page)
                    await ws.send_str(_text(hello))
                    await self._listen(ws)
                finally:
                    playing.cancel()
                    self._lost = self._lost or _now()
                    # Nobody waits for a goodbye of a node that is dead.
                    closing = asyncio.create_task(ws.close())
                    closing.add_done_callback(lambda done: done.cancelled() or done.exception())
            except TimeoutError:
                waited = True
            except (ClientError, OSError):
                pass
            tries = tries + 1 if self._shown is shown else 0
            await asyncio.sleep(0 if waited else RETRIES[min(tries, len(RETRIES) - 1)])

    async def _listen(self, ws: ClientWebSocketResponse) -> None:
        """Hear and answer until the line is lost, or nothing comes any more."""
        patience = DIALLING
        while (frame := await ws.receive(patience)).type is WSMsgType.TEXT:
            message = _decode(frame.data)
            if isinstance(message, m.Welcome):
                patience = SILENCE
            for answer in self._heard(message):
                await ws.send_str(_text(answer))

    async def _connected(self, http: ClientSession, proxy: Proxy, patience: float) -> ClientWebSocketResponse:
        """Return a socket at any node; one that is not there is skipped, as proxies do."""
        async with asyncio.timeout(patience):
            for address in proxy.choose(self._random):
                with suppress(ClientError, OSError):
                    return await http.ws_connect(f"{address}/ws?table={self.code}")
        raise ConnectionRefusedError

    async def _play(self, ws: ClientWebSocketResponse) -> None:
        """Call whenever there is something to call."""
        with suppress(ClientError, OSError):
            while True:
                await self._turn.wait()
                self._turn.clear()
                until = _now() + QUICKEST + (SLOWEST - QUICKEST) * self._random.random()
                while self.quiet or _now() < max(until, self._painted + QUICKEST):
                    await asyncio.sleep(0.01)
                for call in self._call():
                    await ws.send_str(_text(call))
                    self.called.set()

    def _heard(self, message: Any) -> list[Any]:
        match message:
            case m.Welcome():
                self.token, self._member = message.token, message.member
                return [self._again(asked) for asked in self._unanswered.values()]
            case m.Table():
                if message.games != self._games:
                    self._games, self._seen = message.games, 0
                chairs = [chair.member for chair in message.chairs]
                if message.phase not in ("gathering", "over"):
                    return []
                if self._member not in chairs:
                    # The seats are taken in their order.
                    sits = len(chairs) >= self.seat and not self._unanswered
                    return [self._asked(m.Sit(self._id(), Seat(self.seat)))] if sits else []
                return [m.Start(self._id())] if self.seat == 0 and len(chairs) == SEATS else []
            case m.Ping():
                if self.quiet:
                    return []
                clock = int((_now() - self._painted) * 1000)
                return [m.Pong(message.nonce, self._reveal or None, clock if self._reveal else None)]
            case m.Game():
                self._sees(message)
            case m.Done() | m.Late():
                asked = self._unanswered.pop(message.id, None)
                if isinstance(asked, m.Play):
                    if isinstance(message, m.Done):
                        self.confirmed.append(bytes(asked.move))
                    self.calls += 1
                    if not self.in_play.is_set():
                        self.back = time.perf_counter()
                    self.in_play.set()
                self._turn.set()
            case m.Refused() | m.Error():
                self._unanswered.pop(message.id or 0, None)
                self._turn.set()
        return []

    def _sees(self, game: m.Game) -> None:
        self.forgotten += game.moves < self._seen
        self._seen, self._shown = game.moves, game
        if game.reveal:
            self._reveal, self._painted = game.reveal.number, _now()
        if self._lost is not None:
            self.pauses.append(_now() - self._lost)
            self._lost = None
        self._turn.set()

    def _call(self) -> list[Any]:
        game = self._shown
        if game is None or not game.sights or self.waits:
            return []
        rules = GAMES[self.game]
        view = msgspec.json.decode(game.sights[0].view, type=rules.view_type)
        setup = rules.info.setup(SEATS, deck=DECK if self.game == GAME else None)
        chance = Chance(b"", game.moves)
        move = rules.sample(rules.imagine(view, setup, chance), Seat(self.seat), chance)
        if move is None:
            return []
        self._answers = game.moves
        reaction = int((_now() - self._painted) * 1000)
        encoded = Raw(msgspec.json.encode(move))
        call = m.Play(self._id(), Seat(self.seat), encoded, self._reveal or None, reaction)
        return [self._asked(call)]

    def _again(self, asked: Any) -> Any:
        """Return an unanswered request, as it is sent again."""
        return replace(asked, moves=self._answers) if isinstance(asked, m.Play) else asked

    def _asked(self, message: Any) -> Any:
        self._unanswered[message.id] = message
        return message

    def _id(self) -> int:
        self._ids += 1
        return self._ids


def _now() -> float:
    return asyncio.get_running_loop().time()


def _text(message: Any) -> str:
    return msgspec.json.encode(message).decode()
