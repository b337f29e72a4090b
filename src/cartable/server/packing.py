"""How rows are stored in the file: fresh ones as they came, older ones in chunks, each of one table.

Every row has a checksum of its own, over its place in its log and all it says, and it keeps who asked for it
by which request. A chunk is compressed: what a table's rows have in common is written once.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from cartable.server.rows import Asked
from cartable.server.store import Damaged

CHUNK: Final = 64
"""The most rows in a chunk."""
LEVEL: Final = 1
"""How hard chunks are compressed; one level more takes twice as long and saves a sixth."""


class LogRow(Struct, frozen=True, array_like=True):
    """A row as it is stored."""

    number: int
    member: int
    """Who asked for it; 0: nobody did."""
    page: int
    request: int
    sum: int
    entry: bytes

    def sound(self, home: int) -> bool:
        """Return whether it is as it was written in this table's log."""
        return self.sum == checksum(home, self.number, self.member, self.page, self.request, self.entry)

    @property
    def asked(self) -> Asked:
        """Who asked for it."""
        # The complement of a number is below 0: it says that the answer was "late".
        return Asked(self.member, self.page, max(self.request, ~self.request), self.request < 0)


HandedRow = tuple[int, int, int, int, int, int, bytes]
"""A row as it is handed over: its table, then as in LogRow."""

_chunk: Final = msgspec.msgpack.Decoder(list[LogRow])

encoded: Final[Callable[[LogRow | tuple[Any, ...]], bytes]] = msgspec.msgpack.Encoder().encode
"""Encode a row, or a tuple of its values, for a chunk."""
decoded: Final = msgspec.msgpack.Decoder(LogRow).decode
"""The opposite."""


def checksum(home: int, number: int, member: int, page: int, request: int, entry: bytes) -> int:
    """Return what a row's checksum has to be."""
    return zlib.crc32(entry, zlib.crc32(b"%d %d %d %d %d " % (home, number, member, page, request)))


def line(home: int, number: int, asked: Asked, entry: bytes) -> HandedRow:
    """Return a row as it is stored."""
    member, page, request = asked.member, asked.page, ~asked.request if asked.late else asked.request
    return home, number, member, page, request, checksum(home, number, member, page, request, entry), entry


def pack(db: sqlite3.Connection, home: int, rows: Sequence[bytes]) -> None:
    """Write consecutive rows of a table, each encoded, as a chunk."""
    # As MessagePack writes a list of up to 65,535.
    chunk = zlib.compress(b"\xdc%b%b" % (len(rows).to_bytes(2, "big"), b"".join(rows)), LEVEL)
    values = home, decoded(rows[0]).number, decoded(rows[-1]).number, chunk
    db.execute("INSERT INTO chunks (home, first, last, rows) VALUES (?, ?, ?, ?)", values)


def unpack(rows: bytes) -> list[LogRow]:
    """Return the rows of a chunk; raise Damaged if it cannot be read."""
    try:
        return _chunk.decode(zlib.decompress(rows))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise Damaged(str(error)) from error


def packed(db: sqlite3.Connection, home: int, first: int = 0, last: int = 1 << 60) -> Iterator[LogRow]:
    """Yield the rows of a table that lie in chunks."""
    chunks = "SELECT first, rows FROM chunks WHERE home = ? AND last >= ? ORDER BY last"
    for start, rows in db.execute(chunks, (home, first)):
        if start > last:
            return
        yield from (line for line in unpack(rows) if first <= line.number <= last)


def checked(home: int, lines: Iterable[LogRow], first: int = 0) -> list[LogRow]:
    """Return rows of a table, each once; raise Damaged where one is missing or not as it was written.

    They begin with the `first`, unless that is 0: the rows of a table that is gone begin with its records.
    """
    found: list[LogRow] = []
    for line in lines:
        if found and line.number <= found[-1].number:
            continue
        if found and line.number != found[-1].number + 1:
            raise Damaged(f"row {found[-1].number + 1} is missing")
        if not line.sound(home):
            raise Damaged(f"row {line.number} is not as it was written")
        found.append(line)
    if first and found and found[0].number != first:
        raise Damaged(f"row {first} is missing")
    return found


def every_row(db: sqlite3.Connection) -> Iterator[tuple[str, int, bytes]]:
    """Yield the rows of all tables, each with its table's code and its number, table by table."""
    fresh: dict[int, list[LogRow]] = {}
    for _, home, *values in db.execute("SELECT * FROM fresh ORDER BY place"):
        fresh.setdefault(home, []).append(LogRow(*values))
    for home, code in db.execute("SELECT id, code FROM tables ORDER BY id").fetchall():
        for line in checked(home, [*packed(db, home), *fresh.get(home, ())]):
            yield code, line.number, line.entry
