"""The store that several servers share, opened; the driver is loaded only when it is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cartable.server.files import DECKS
from cartable.server.store import Away, Unwritable

if TYPE_CHECKING:
    from cartable.server.postgres.moving import Moved
    from cartable.server.postgres.store import PostgresStore


@contextmanager
def borrowed(url: str) -> Iterator[Path]:
    """Yield a folder with a copy of a database's custom decks; changes go back to the database."""
    with asyncio.Runner() as runner:
        store = runner.run(shared(url))
        from cartable.server.postgres.files import SharedFiles

        files = SharedFiles(store)
        try:
            runner.run(files.fetch())
            yield files.folder / DECKS
            runner.run(files.give(deleted=True))
        except Away:
            raise Unwritable("away", "database.away", database=files.place) from None
        finally:
            runner.run(store.close())
            files.close()


def moved(folder: Path, url: str, tell: Callable[[int, int], None]) -> tuple[str, Moved]:
    """Move all of a folder into a database; return where it is now, and what was moved."""
    try:
        from cartable.server.postgres.database import Database
        from cartable.server.postgres.moving import move
    except ModuleNotFoundError as missing:
        raise Unwritable(str(missing), "database.driver") from missing
    database = Database(url)
    return database.place, asyncio.run(move(folder, database, tell))


async def shared(url: str) -> PostgresStore:
    """Open the store in a database; raise Unwritable if that fails."""
    try:
        from cartable.server.postgres.database import Database
        from cartable.server.postgres.store import PostgresStore
    except ModuleNotFoundError as missing:
        raise Unwritable(str(missing), "database.driver") from missing
    database = Database(url)
    try:
        return await PostgresStore.at(database)
    except Away:
        raise Unwritable("away", "database.away", database=database.place) from None
