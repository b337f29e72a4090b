"""The store: every table's append-only log, and where the finished games are in it.

Tables and pages use this interface; `SqliteStore` and `PostgresStore` implement it, and one suite tests both.
A write returns at once and is confirmed when it is durable; a read is awaited, and holds nobody else up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct

from cartable.server import messages
from cartable.server.rows import Asked

Then = Callable[[Exception | None], None]
"""What to do once something is written for good, or was not."""

Statement = tuple[str, tuple[object, ...]]
"""A statement of SQL, and its values."""


def unheard(failure: Exception | None) -> None:
    """Do nothing: nobody waits for this."""


FORGOTTEN: Final = "DELETE FROM tries WHERE day < $1"
BEST_KEPT: Final = """
    DELETE FROM tries WHERE (day, key) IN (
        SELECT day, key FROM (
            SELECT day, key, row_number() OVER (
                PARTITION BY day ORDER BY CASE WHEN why = '' THEN 0 ELSE 1 END, millis, key
            ) AS place
            FROM tries WHERE day < $1
        ) AS ranked WHERE place > $2
    )
"""
"""Deletes all but the n best tries of each day before a given one."""

NOBODY: Final = Asked(0, 0, 0)
UNASKED: Final[Mapping[int, Asked]] = {}


class Finish(Struct, frozen=True):
    """A finished game: its rows in the log of its table, and how it is listed."""

    first: int
    last: int
    listed: messages.Listed
    counted: DayTry | None = None
    """The try at the deck of a day that it was, where it counts."""


class DayTry(Struct, frozen=True):
    """A counted try at the deck of a day (TABLE-16), and what came of it."""

    day: int
    key: str
    """Whose it is: a hash of what a device calls itself."""
    home: int
    """The table; 0 where it was moved here from another store."""
    record: str = ""
    """Empty until it ends."""
    why: messages.Unlisted | None = None
    """Why it is not listed; empty where it is, None until it is measured."""
    millis: int = 0


class Append(Struct, frozen=True):
    """What a table writes at once."""

    home: int
    number: int
    """The number of the first row."""
    rows: Sequence[bytes]
    then: Then
    finish: Finish | None = None
    asked: Mapping[int, Asked] = UNASKED
    """Who asked for some of the rows, by position from 0."""
    mark: bytes | None = None
    """Replaces the table's earlier one."""


class Filed(Struct, frozen=True):
    """A record as it lies in the store: its table, its rows, and how it is listed."""

    home: int
    rows: list[bytes]
    listed: messages.Listed


class Heading(Struct, frozen=True):
    """What can be said of a record without reading its rows."""

    home: int
    rows: int
    """How many there are."""
    listed: messages.Listed


class Unwritable(Exception):
    """The folder cannot be used: not written, another server's, a newer Cartable's, damaged.

    `key` is that of a sentence for whoever starts the server, with its values.
    """

    def __init__(self, why: str, /, key: str = "", **values: int | str) -> None:
        super().__init__(why)
        self.key = key
        self.values = values


class Damaged(ValueError):
    """Rows are missing, or not as they were written."""


class Away(Exception):
    """The store cannot be reached now; it may be back soon."""


class Fenced(Exception):
    """Tables that another server owns by now: nothing of theirs was written here, or will be."""

    def __init__(self, homes: Iterable[int]) -> None:
        super().__init__("another server has these tables")
        self.homes = frozenset(homes)


class Fence(Protocol):
    """What each commit proves inside its own transaction: that its tables are still this server's."""

    statement: str
    """Run first in the transaction, or as part of one statement: it returns the shards that are another's by
    now, one a row."""
    statement_of_one: str
    """The same for one shard, with a value instead of each list of them."""
    values: int
    """How many values they take."""

    def arguments(self, shards: Sequence[int]) -> tuple[list[int], ...]:
        """Return the statement's values for a commit that has rows of these shards."""
        ...

    def fenced(self, shards: Sequence[int]) -> None:
        """Called when a commit is refused because another server owns these shards."""
        ...


class Store(Protocol):
    """Where logs are kept; appends are confirmed in the order they came."""

    @property
    def full(self) -> str:
        """Why nothing can be written, if the last commit failed; it has no secrets."""
        ...

    @property
    def commits(self) -> int:
        """How many commits there were."""
        ...

    @property
    def appended(self) -> int:
        """How many rows were written."""
        ...

    async def open(self, code: str) -> int | None:
        """Return the number of a new table, which exists from its first row on; None if the code is taken."""
        ...

    def append(self, append: Append) -> None:
        """Write rows of a table; return at once, and call back when it is durable."""
        ...

    async def find(self, code: str) -> int | None:
        """Return the table with a code."""
        ...

    async def code(self, home: int) -> str:
        """Return the code of a table; empty where it is gone."""
        ...

    async def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        """Return rows of a table; raise Damaged where they are not as they were written."""
        ...

    async def asked(self, home: int, first: int = 0) -> list[Asked]:
        """Return who asked for each row of a table, from this row on."""
        ...

    async def mark(self, home: int) -> bytes | None:
        """Return the latest mark of a table; None where there is none, or it is not as it was written."""
        ...

    async def tables(self) -> list[tuple[str, int]]:
        """Return each table's code, and when it was used last, in seconds since 1970."""
        ...

    async def idle(self, days: int) -> list[tuple[str, int]]:
        """Return the codes and numbers of tables not used on any of the last n days on which servers ran.

        Days are counted as servers saw them: a clock that jumps ahead makes no table older.
        """
        ...

    def mark_day(self) -> None:
        """Record that a server ran today."""
        ...

    def touch(self, home: int) -> None:
        """Record that a table is in use."""
        ...

    def forget(self, home: int, then: Then = unheard) -> None:
        """Delete a table; its records stay."""
        ...

    async def listed(self, home: int) -> list[messages.Listed]:
        """Return a table's records, the latest first."""
        ...

    async def heading(self, record: str) -> Heading | None:
        """Return what a record is, none of its rows read."""
        ...

    async def record(self, record: str) -> Filed | None:
        """Return a record; raise Damaged where its rows are not as they were written."""
        ...

    def again(self, record: str, listed: messages.Listed) -> None:
        """List a record a second time, under another id, unless that id is already there."""
        ...

    async def delete(self, record: str) -> None:
        """Delete a record."""
        ...

    async def secret(self) -> str:
        """Return this store's own secret, hexadecimal; it never changes."""
        ...

    async def try_day(self, wanted: DayTry, most: int) -> DayTry | None:
        """Enter a try unless its device has one; return the device's try, or None if the day is full."""
        ...

    async def tried(self, day: int, key: str) -> DayTry | None:
        """Return a device's try."""
        ...

    async def unmeasured(self, day: int) -> list[DayTry]:
        """Return the tries of a day that have ended, and whose times nobody knows yet."""
        ...

    def measured(self, found: DayTry) -> None:
        """Keep the time of a try."""
        ...

    async def day_list(self, day: int, most: int) -> list[DayTry]:
        """Return the best tries of a day, the quickest first."""
        ...

    async def quicker(self, day: int, millis: int) -> int:
        """Return how many tries of a day were quicker."""
        ...

    def forget_days(self, before: int, older: int, most: int) -> None:
        """Of the days before this one keep only the best tries, and nothing of those that are too old."""
        ...

    def renew(self) -> None:
        """Take what is appended from now on again, after something could not be written.

        Until then nothing is: a log must not continue after a gap.
        """
        ...

    async def close(self) -> None:
        """Write everything that waits, then stop."""
        ...


def awaited() -> tuple[asyncio.Future[Exception | None], Then]:
    """Return something to wait for, and what ends the wait; whoever waited may have left by then."""
    ended: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

    def then(failure: Exception | None) -> None:
        if not ended.done():
            ended.set_result(failure)

    return ended, then


async def written(store: Store, seconds: float = 10) -> Exception | None:
    """Wait until everything handed to the store is durable and told; return why it is not, if it fails."""
    ended, then = awaited()
    store.append(Append(0, 0, (), then))
    try:
        return await asyncio.wait_for(ended, seconds)
    except TimeoutError as late:
        return late
