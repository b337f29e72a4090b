"""The load generator of bench/peers speaks today's protocol."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec
import pytest

from cartable.core import Game, Seat, seed_of
from cartable.games import GAMES
from cartable.games.reflex.calls import Call
from cartable.server import messages
from tests.patience import HUNG

PEERS = Path(__file__).parents[2] / "bench" / "peers"
SOURCE = (PEERS / "load.c").read_text(encoding="utf-8")

from_client: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)


def literals(before: str) -> Iterator[str]:
    """Yield the text literals of the source that follow a pattern, joined as C joins them."""
    for found in re.findall(before + r'\s*((?:"(?:\\.|[^"\\])*"\s*)+)', SOURCE):
        yield "".join(json.loads(f'"{part}"') for part in re.findall(r'"((?:\\.|[^"\\])*)"', found))


def sent() -> list[str]:
    """Return every message to Cartable that the generator can send, with something in each gap."""
    timings = [text.replace("%d", "7") for text in literals(r"(?:timing\[\d+\] =|sizeof timing,)")]
    texts = [text for text in literals(r"say\(c,") if text.startswith('{"type"')]
    filled = []
    for text in texts:
        text = text.replace("[%s]", "[1,2]").replace('"%s"', '"x"').replace("%.*s", "x").replace("%d", "7")
        wanted = "clock" if '"pong"' in text else "reaction"
        filled += (
            [text.replace("%s", timing) for timing in timings if wanted in timing] if "%s" in text else [text]
        )
    return filled


def test_every_message_that_it_sends_is_one_of_the_protocol() -> None:
    decoded = [from_client.decode(text) for text in sent()]
    kinds = [type(message) for message in decoded]
    expected = {messages.Hello, messages.Sit, messages.Start, messages.Play, messages.Pong}
    assert set(kinds) == expected
    assert kinds.count(messages.Play) == kinds.count(messages.Pong) == 2, "with and without a reveal"
    calls = [
        msgspec.json.decode(message.move, type=Call)
        for message in decoded
        if isinstance(message, messages.Play)
    ]
    assert all(call.cards == (1, 2) for call in calls)


def test_what_it_looks_for_in_a_view_is_there() -> None:
    tower = GAMES["spot/tower"]
    game = Game(tower, tower.info.setup(seats=4), seed_of(1))
    view = msgspec.json.encode(tower.view(game.state, Seat(0))).decode()
    for key in ('"middle":', '"tops":[', '"faceoff":[', '"flips":', '"table":['):
        assert key.replace('"', '\\"') in SOURCE
        assert key in view
    told = {struct.__struct_config__.tag for struct in messages.FromServer.__args__}
    assert {"welcome", "done", "game", "ping", "late", "refused", "error", "reload"} <= told
    assert {"number", "moves", "reveal", "result"} <= set(messages.Game.__struct_fields__)
    assert messages.Reveal.__struct_fields__[0] == "number"


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the load generator, compiled."""
    load = tmp_path_factory.mktemp("load") / "load"
    subprocess.run(
        ("cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", load, PEERS / "load.c", "-lm"), check=True
    )
    return load


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler")
@pytest.mark.parametrize("mode", ["closed", "paced"])
def test_it_plays_against_a_real_server(mode: str, load: Path, tmp_path: Path) -> None:
    inside = (sys.executable, "-B", str(PEERS / "inside.py"))
    subprocess.run((*inside, "facts", "7", "55", str(tmp_path / "facts")), check=True)
    arbiter = str(mode == "paced").lower()
    environment = {
        **os.environ,
        "CARTABLE_LIMITS": "false",
        "CARTABLE_WARM": "false",
        "CARTABLE_ARBITER": arbiter,
    }
    start = "import sys; from cartable.cli import main; main()"
    command = [
        sys.executable,
        "-c",
        start,
        "serve",
        "--local",
        "--port",
        "0",
        "--data",
        str(tmp_path / "data"),
    ]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        port = server.stdout.readline().strip().rpartition(":")[2]
        opened = [opened_table(port) for _ in range(2)]
        (tmp_path / "tables").write_text("".join(f"{table.code} {table.token}\n" for table in opened))
        files = [str(tmp_path / name) for name in ("tables", "facts", "log")]
        arguments = [str(load), "cartable", port, "2", mode, "0", "4", "5", *files]
        done = subprocess.run(arguments, input="g", capture_output=True, text=True, timeout=HUNG)
    finally:
        server.terminate()
        server.communicate()
    assert done.returncode == 0, done.stderr
    run = json.loads(done.stdout.splitlines()[3])
    assert run["calls"] > 0
    assert run["refused"] == 0, done.stderr
    if mode == "paced":
        read = subprocess.run(
            (*inside, "beyond", *(str(tmp_path / name) for name in ("data", "tables", "log"))),
            capture_output=True, check=True, text=True,
        )  # fmt: skip
        assert json.loads(read.stdout), "verdicts with their evidence"


def opened_table(port: str) -> messages.Opened:
    """Open a table on a server."""
    body = msgspec.json.encode({"game": "spot/tower", "deck": {"order": 7, "cards": 55}})
    with urlopen(Request(f"http://127.0.0.1:{port}/api/tables", body, method="POST")) as answer:
        return msgspec.json.decode(answer.read(), type=messages.Opened)
