"""The servers side by side: set up in a cache folder, started one at a time, under one load generator."""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import machine

HERE = Path(__file__).resolve().parent
SEATS = 4
LONG, CLASSIC = (31, 993), (7, 55)
"""Decks by order and cards: one for games that are not over in a second at full speed, one for people."""
PACKAGES = ("aiohttp==3.14.5", "picows==2.3.1", "orjson>=3", "uvloop==0.23.0")
SET_UP = 900
"""How many seconds one step of the set-up may take."""
START = 60.0
"""How many seconds a server may take to listen."""
SETTLE = {"closed": 4.5, "open": 4.5, "paced": 15.0}
"""Seconds from the start of Cartable's games to the first measured call; paced tables fall out of step."""
MEASURING = {"NODE_ENV": "production", "CARTABLE_LIMITS": "false", "CARTABLE_WARM": "false"}


class Failed(Exception):
    """Something that was needed did not work; the reason says what."""


class Peer(NamedTuple):
    """A server that is compared."""

    name: str
    protocol: str
    command: tuple[str, ...]
    """How it is started; {port} and {data} stand for what it is given."""


class LoadedServer(NamedTuple):
    """A server with everybody at its tables, and the load generator about to begin."""

    server: subprocess.Popen[str]
    load: subprocess.Popen[str]
    folder: Path
    empty_kb: float
    """The server's memory before anybody came."""

    def heard(self, expected: str = "") -> str:
        """Return the load generator's next line."""
        assert self.load.stdout
        line = self.load.stdout.readline().strip()
        if not line or (expected and line != expected):
            raise Failed(f"The load generator stopped. {_tail(self.folder)}")
        return line

    def said_something(self, until: float) -> bool:
        """Wait until the load generator says something, or a moment has come."""
        assert self.load.stdout
        return bool(select.select([self.load.stdout], [], [], max(0.0, until - time.monotonic()))[0])

    def go(self) -> None:
        """Let the load generator begin."""
        assert self.load.stdin
        self.load.stdin.write("g")
        self.load.stdin.flush()
        self.heard("START")


class Bench:
    """Everything set up, and the project under test."""

    def __init__(self, root: Path) -> None:
        if not (root / "src" / "cartable").is_dir():
            raise Failed(f"{root} is not a checkout of Cartable. Name one with --root.")
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cartable-peers"
        files = sorted((HERE / "load.c", *(path for path in (HERE / "servers").iterdir() if path.is_file())))
        contents = b"".join(path.read_bytes() for path in files) + repr(PACKAGES).encode()
        self.home = cache / hashlib.sha256(contents).hexdigest()[:12]
        self.home.mkdir(parents=True, exist_ok=True)
        for path in files:
            shutil.copyfile(path, self.home / path.name)
        which = "import sys; print(sys.executable)"
        self.python = _run("uv", "run", "--quiet", "--project", str(root), "python", "-c", which).strip()
        self._facts: dict[int, Path] = {}
        self._once("in C", self._compile)
        self._once("in Python", self._install)
        self._node = shutil.which("npm") is not None
        if self._node:
            self._once(
                "on Node",
                lambda: _run("npm", "install", "--no-audit", "--no-fund", "--silent", cwd=self.home),
            )
        else:
            print("There is no npm on the PATH. Colyseus and boardgame.io are left out.", file=sys.stderr)

    def peers(self) -> dict[str, Peer]:
        """Return who is compared, by a short name."""
        python, cartable = (
            str(self.home / "venv" / "bin" / "python"),
            str(Path(self.python).parent / "cartable"),
        )
        found = {
            "c": Peer("C ceiling", "plain", (str(self.home / "ceiling"), "{port}")),
            "picows": Peer("picows", "plain", (python, "with_picows.py", "{port}")),
            "aiohttp": Peer("aiohttp", "plain", (python, "with_aiohttp.py", "{port}")),
            "colyseus": Peer("Colyseus 0.18", "colyseus", ("node", "colyseus.mjs", "{port}")),
            "boardgameio": Peer("boardgame.io", "boardgameio", ("node", "boardgameio.cjs", "{port}")),
            "cartable": Peer(
                "Cartable", "cartable", (cartable, "serve", "--local", "--port", "{port}", "--data", "{data}")
            ),
        }
        return {key: peer for key, peer in found.items() if self._node or peer.command[0] != "node"}

    def inside(self, *arguments: str) -> str:
        """Ask the project's own code."""
        return _run(self.python, "-B", str(HERE / "inside.py"), *arguments)

    @contextmanager
    def live(self, peer: Peer, tables: int, mode: str, rate: float, seconds: float) -> Iterator[LoadedServer]:
        """Start a server, seat four at every table; in the end stop both."""
        cores = machine.cores() or (None, None)
        with tempfile.TemporaryDirectory(dir=self.home, prefix="run-") as name:
            folder, port = Path(name), machine.free_port()
            server_command = [part.format(port=port, data=folder / "data") for part in peer.command]
            settings = os.environ | MEASURING | {"CARTABLE_ARBITER": str(mode == "paced").lower()}
            load_command = [str(self.home / "load"), peer.protocol, str(port), str(tables), mode]
            load_command += [str(rate / tables), str(seconds), str(SETTLE[mode]), str(folder / "tables")]
            if peer.protocol == "cartable":
                load_command += [str(self._facts_of(*_deck(mode))), str(folder / "log")]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 1}
            with (
                open(folder / "errors", "a") as errors,
                machine.running(
                    server_command,
                    cores[0],
                    cwd=self.home,
                    env=settings,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                ) as server,
            ):
                _await(server, port, folder)
                empty = machine.resident(server.pid)
                (folder / "tables").write_text("\n".join(_opened(peer.protocol, port, tables, mode)) + "\n")
                with machine.running(load_command, cores[1], stderr=errors, **pipes) as load:
                    live = LoadedServer(server, load, folder, empty)
                    live.heard("READY")
                    yield live

    def _once(self, what: str, step: Callable[[], object]) -> None:
        ready = self.home / f"{what.replace(' ', '-')}.ready"
        if not ready.exists():
            print(f"Setting up what is {what}, this once …", file=sys.stderr)
            step()
            ready.touch()

    def _compile(self) -> None:
        for name in ("load", "ceiling"):
            _run("cc", "-O2", "-o", name, f"{name}.c", "-lm", cwd=self.home)

    def _install(self) -> None:
        _run("uv", "venv", "--quiet", "--clear", "--python", self.python, "venv", cwd=self.home)
        _run("uv", "pip", "install", "--quiet", "--python", "venv", *PACKAGES, cwd=self.home)

    def _facts_of(self, order: int, cards: int) -> Path:
        """Return the file that tells the load generator what it must know of Cartable and a deck."""
        if order not in self._facts:
            self._facts[order] = self.home / f"facts-{order}"
            self.inside("facts", str(order), str(cards), str(self._facts[order]))
        return self._facts[order]


def _deck(mode: str) -> tuple[int, int]:
    return CLASSIC if mode == "paced" else LONG


def _opened(protocol: str, port: int, tables: int, mode: str) -> Iterator[str]:
    """Open the tables where a server wants that first; yield what the load generator must know of them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status >= 300:
            raise Failed(f"{path}: {answer.status} {text[:200]}")
        return dict(json.loads(text))

    for _ in range(tables):
        if protocol == "cartable":
            order, cards = _deck(mode)
            table = post("/api/tables", {"game": "spot/tower", "deck": {"order": order, "cards": cards}})
            yield f"{table['code']} {table['token']}"
        elif protocol == "colyseus":
            first = post("/matchmake/create/tower", {"seats": SEATS, "seat": 0})
            room = first.get("room", first)
            others = (
                post(f"/matchmake/joinById/{room['roomId']}", {"seat": seat}) for seat in range(1, SEATS)
            )
            for seat in (first, *others):
                yield f"/{room['processId']}/{room['roomId']}?sessionId={seat['sessionId']}"


def _await(server: subprocess.Popen[str], port: int, folder: Path) -> None:
    end = time.monotonic() + START
    while not machine.listens(port):
        if server.poll() is not None or time.monotonic() > end:
            raise Failed(f"The server does not listen. {_tail(folder)}")
        time.sleep(0.05)
    time.sleep(1)


def _run(*command: str, cwd: Path | None = None) -> str:
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=SET_UP)
    except FileNotFoundError as error:
        raise Failed(f"{command[0]} is needed and not on the PATH.") from error
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{' '.join(command[:3])} took more than {SET_UP} s.") from error
    if done.returncode:
        raise Failed(f"{' '.join(command[:3])}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


def _tail(folder: Path) -> str:
    return (folder / "errors").read_text(errors="replace").strip()[-600:]
