"""A table's book, read from the store: from its latest mark on, or from its first row."""

from __future__ import annotations

import logging

from cartable.core import Result
from cartable.server.book import Book
from cartable.server.faults import trace
from cartable.server.marks import resumed
from cartable.server.rows import ENDED
from cartable.server.store import Away, Store

log = logging.getLogger("cartable")


async def read(store: Store, home: int) -> Book | None:
    """Return a table's book; None where it has no rows."""
    if book := await _marked(store, home):
        return book
    rows = await store.read(home)
    if not rows:
        return None
    book = Book.read(rows, await _results(store, home, rows))
    for asked in await store.asked(home):
        book.heard(asked)
    return book


async def _marked(store: Store, home: int) -> Book | None:
    """Return a table's book from its latest mark and the rows after it; None where that cannot be."""
    found = await store.mark(home)
    book = resumed(found) if found else None
    if book is None:
        return None
    try:
        # The last row before it has to be there: a mark is never ahead of the log.
        rows = await store.read(home, book.rows - 1)
        if not rows:
            return None
        since = book.rows
        book.follow(rows[1:], await _results(store, home, rows))
        for asked in await store.asked(home, since):
            book.heard(asked)
    except Away:
        raise
    except Exception as fault:
        log.error("a mark does not fit\n%s", trace(fault))
        return None
    return book


async def _results(store: Store, home: int, rows: list[bytes]) -> dict[str, Result]:
    """Return the results of a table's records, where rows of earlier servers lack them."""
    if not any(row.startswith(ENDED) and b'"result"' not in row for row in rows):
        return {}
    return {listed.record: listed.result for listed in await store.listed(home)}
