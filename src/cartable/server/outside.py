"""Records from outside: replayed in a process of their own, with limits, and kept nowhere."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from cartable.analysis import analysed, analyst
from cartable.core import OtherVersion, Record, Refused, decode, replay
from cartable.core.record import FORMAT, MOST_ENTRIES, Header
from cartable.games import GAMES
from cartable.server.decoders import decoder
from cartable.server.records import chased, continued, replayed

LARGEST: Final = 2 << 20
"""The most bytes in a file."""
SECONDS: Final = 10
"""How long replaying a file may take, in CPU time."""
LONGEST: Final = 60
"""How many seconds pass at most until it is done; on a busy machine its process has to wait for its turns."""
MEMORY: Final = 2 << 30
"""How many bytes of address space replaying may take."""


class Show(Struct, frozen=True, tag=str.lower):
    """Asks for the record step by step, as a `messages.Replay`."""


class Continue(Struct, frozen=True, tag=str.lower):
    """Asks for the `Agreement` that plays on from a step (TABLE-13)."""

    step: int


class Compete(Struct, frozen=True, tag=str.lower):
    """Asks for the `Agreement` that plays against the record's run (SPOT-16)."""


class Examine(Struct, frozen=True, tag=str.lower):
    """Asks what there is to analyse, as `Examined`."""


Purpose: TypeAlias = Show | Continue | Compete | Examine
"""What is to come of a record."""

SHOW: Final = Show()


class Unreadable(Struct, frozen=True):
    """Why a file is not shown: an HTTP status, and the key and values of a sentence."""

    status: int
    key: str
    values: dict[str, int | str] = {}


class Examined(Struct, frozen=True):
    """What there is to analyse in a record."""

    moves: int


async def apart(content: bytes, purpose: Purpose = SHOW, seconds: int = SECONDS) -> bytes | Unreadable:
    """Replay a record in a process of its own; return what `read` does."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cartable.server.outside", str(seconds), msgspec.json.encode(purpose)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        told, _ = await asyncio.wait_for(process.communicate(content), LONGEST)
    except TimeoutError:
        told = b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if not told:
        return Unreadable(422, "error.record-costly")
    if told[:1] == b"{":
        return told
    return msgspec.json.decode(told[1:], type=Unreadable)


def read(content: bytes, purpose: Purpose = SHOW) -> bytes | Unreadable:
    """Replay a record; return what is wanted of it as JSON, or why there is none."""
    try:
        header: Header = decoder(Header).decode(content)
        if header.game not in GAMES:
            return Unreadable(404, "error.record-game", {"game": header.game[:64]})
        if header.cartable != FORMAT:
            return Unreadable(400, "error.record-broken")
        record = decode(content, GAMES)
        if len(record.log) > MOST_ENTRIES:
            return Unreadable(422, "error.record-costly")
        setup = record.setup
        # What no table could have agreed on is refused as at a table.
        GAMES[record.game].info.setup(teams=setup.teams, deck=setup.deck, options=setup.options)
        return _made(record, purpose)
    except OtherVersion as other:
        return Unreadable(409, "error.other-version", {"needs": other.needs, "has": other.has})
    except (msgspec.MsgspecError, RecursionError):
        return Unreadable(400, "error.record-broken")
    except Refused as refused:
        practice = refused.rule in ("TABLE-13", "SPOT-16") and purpose != SHOW
        return (
            Unreadable(409, f"refused.{refused.key}") if practice else Unreadable(422, "error.record-false")
        )
    except (ValueError, IndexError, KeyError, AssertionError, TypeError):
        # What a hand changed may break the rules anywhere.
        return Unreadable(422, "error.record-false")


def _made(record: Record[Any], purpose: Purpose) -> bytes | Unreadable:
    match purpose:
        case Show():
            return msgspec.json.encode(replayed(record))
        case Continue(step):
            return msgspec.json.encode(continued(record, step))
        case Compete():
            return msgspec.json.encode(chased(record))
        case Examine():
            return _examined(record)


def _examined(record: Record[Any]) -> bytes | Unreadable:
    replay(record, GAMES[record.game])  # Raises where the record is false.
    if not analysed(record.game):
        return Unreadable(409, "error.study-game")
    return msgspec.json.encode(Examined(sum(1 for _ in analyst(record.game).asked(record))))


def record_in(content: bytes) -> Record[Any]:
    """Return the record that was read before."""
    return decode(content, GAMES)


def main() -> None:
    """Read a record from standard input, and write what comes of it."""
    limit(int(sys.argv[1]))
    purpose: Purpose = msgspec.json.decode(sys.argv[2], type=Purpose)
    found = read(sys.stdin.buffer.read(LARGEST + 1), purpose)
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
