"""Records from outside: replayed in a separate process, with limits, and stored nowhere."""

from __future__ import annotations

import asyncio
import gzip
import os
import sys
from asyncio import subprocess
from codecs import BOM_UTF8
from contextlib import suppress
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from cartable.analysis import analysed, study
from cartable.analysis.choices import asked
from cartable.core import OtherVersion, Record, Refused, decode, replay
from cartable.core.record import FORMAT, MOST_ENTRIES, Header
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.decoders import decoder
from cartable.server.records import LARGEST_REPLAY, Costly, chased, continued, replayed

LARGEST: Final = 2 << 20
"""The most bytes in a file."""
LARGEST_STUDY: Final = 2 << 20
"""The most bytes in the last line of an analysis: some 16,000 calls."""
LEVEL: Final = 6
"""How hard a replay is compressed: level 1 takes half the time, and up to three times the space."""
SECONDS: Final = 10
"""How long replaying a file may take, in CPU time."""
LONGEST: Final = 60
"""The most seconds until it is done; on a busy machine its process has to wait for its turns."""
MEMORY: Final = 2 << 30
"""How many bytes of address space replaying may take."""
BEHIND: Final = 10
"""How far replaying gives way to the tables, as a Unix niceness."""


class Show(Struct, frozen=True, tag=str.lower):
    """Asks for the record step by step, as a `messages.Replay` that is compressed (gzip)."""

    listed: messages.Listed | None = None
    link: str = ""


class Continue(Struct, frozen=True, tag=str.lower):
    """Asks for the `Agreement` that plays on from a step (TABLE-13)."""

    step: int
    theme: str = ""
    name: str = ""


class Compete(Struct, frozen=True, tag=str.lower):
    """Asks for the `Agreement` that plays against the record's run (SPOT-16)."""

    listed: messages.Listed | None = None


class Examine(Struct, frozen=True, tag=str.lower):
    """Asks what there is to analyse, as a `messages.Studied`; that of a game of speed has the whole study."""

    level: str = "hard"
    plain: bool = False
    """Whether the server has no numba."""


Purpose: TypeAlias = Show | Continue | Compete | Examine
"""What to make of a record."""

SHOW: Final = Show()


class Unreadable(Struct, frozen=True):
    """Why a file is not shown: an HTTP status, and the key and values of a sentence."""

    status: int
    key: str
    values: dict[str, int | str] = {}


COSTLY: Final = Unreadable(422, "error.record-costly")
LONG_STUDY: Final = Unreadable(422, "error.study-long")


async def apart(content: bytes, purpose: Purpose = SHOW, seconds: int = SECONDS) -> bytes | Unreadable:
    """Replay a record in a separate process; return what `read` does."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cartable.server.outside", str(seconds)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    give_way(process.pid)
    try:
        asked = msgspec.json.encode(purpose) + b"\n" + content
        told = await asyncio.wait_for(_answer(process, asked), LONGEST)
    except TimeoutError:
        told = b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if not told:
        return COSTLY
    if told[:1] != b"!":
        return told
    return msgspec.json.decode(told[1:], type=Unreadable)


def give_way(process: int) -> None:
    """Let the tables go first from a process's first moment: loading is most of what it does."""
    if hasattr(os, "setpriority"):
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, process, os.getpriority(os.PRIO_PROCESS, 0) + BEHIND)


async def _answer(process: subprocess.Process, asked: bytes) -> bytes:
    """Return a process's answer; nothing if it did not finish, or says too much."""
    assert process.stdin
    assert process.stdout
    # One that was ended reads no more.
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(asked)
        await process.stdin.drain()
    process.stdin.close()
    try:
        await process.stdout.readexactly(LARGEST_REPLAY)
    except asyncio.IncompleteReadError as whole:
        return b"" if await process.wait() else whole.partial
    return b""


def read(content: bytes, purpose: Purpose = SHOW) -> bytes | Unreadable:
    """Replay a record; return what was asked for, or why there is nothing."""
    try:
        content.decode()  # Some of what is no text would pass for a record that was changed.
        header: Header = decoder(Header).decode(content.removeprefix(BOM_UTF8))
        if header.game not in GAMES:
            return Unreadable(404, "error.record-game", {"game": header.game[:64]})
        if header.cartable != FORMAT:
            return Unreadable(400, "error.record-broken")
        record = decode(content, GAMES)
        if len(record.log) > MOST_ENTRIES:
            return COSTLY
        setup = record.setup
        # What no table could have agreed on is refused as at a table.
        GAMES[record.game].info.setup(teams=setup.teams, deck=setup.deck, options=setup.options)
        return made(record, purpose)
    except Costly:
        return COSTLY
    except OtherVersion as other:
        return Unreadable(409, "error.other-version", {"needs": other.needs, "has": other.has})
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return Unreadable(400, "error.record-broken")
    except Refused as refused:
        practice = refused.rule in ("TABLE-13", "SPOT-16") and not isinstance(purpose, Show)
        return (
            Unreadable(409, f"refused.{refused.key}") if practice else Unreadable(422, "error.record-false")
        )
    except (ValueError, IndexError, KeyError, AssertionError, TypeError):
        # What a hand changed may break the rules anywhere.
        return Unreadable(422, "error.record-false")


def made(record: Record[Any], purpose: Purpose) -> bytes | Unreadable:
    """Return what was asked for of a record; raise if it is false or holds too much."""
    match purpose:
        case Show(listed, link):
            return gzip.compress(msgspec.json.encode(replayed(record, listed, link)), LEVEL, mtime=0)
        case Continue(step, theme, name):
            return msgspec.json.encode(continued(record, step, theme, name))
        case Compete(listed):
            return msgspec.json.encode(chased(record, listed))
        case Examine(level, plain):
            return _examined(record, level, plain)


def _examined(record: Record[Any], level: str, plain: bool) -> bytes | Unreadable:
    rules = GAMES[record.game]
    replay(record, rules)  # Raises where the record is false.
    if not analysed(record.game):
        return Unreadable(409, "error.study-game")
    if rules.info.analysis == "times":
        return line(messages.Studied(1, 1, study(record, level), plain))
    return line(messages.Studied(0, sum(1 for _ in asked(record))))


def line(told: messages.Studied) -> bytes | Unreadable:
    """Return a line of an analysis, unless it is too long to be kept and sent."""
    made = msgspec.json.encode(told) + b"\n"
    return made if len(made) <= LARGEST_STUDY else LONG_STUDY


def record_in(content: bytes) -> Record[Any]:
    """Return the record that was read before."""
    return decode(content, GAMES)


def main() -> None:
    """Read a line with a purpose, and a record, from standard input; write the outcome."""
    limit(int(sys.argv[1]))
    purpose: Purpose = msgspec.json.decode(sys.stdin.buffer.readline(), type=Purpose)
    found = read(sys.stdin.buffer.read(), purpose)
    sys.stdout.buffer.write(found if isinstance(found, bytes) else b"!" + msgspec.json.encode(found))


def limit(seconds: int) -> None:
    """Let this process take no more than its share, where the system knows how."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
