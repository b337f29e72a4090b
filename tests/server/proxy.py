"""A way to the database that a test cuts, stops or makes one-sided."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, quote, urlsplit

from cartable.server.postgres.database import Database


class Proxy:
    """Passes bytes on between this machine and a database, as long as a test lets it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        asked = parse_qs(parts.query)
        self._parts = parts
        self._socket = asked.get("host", [""])[0]
        self._port = parts.port or int(asked.get("port", ["5432"])[0])
        self.refusing = False
        self.swallowed = asyncio.Event()
        """Set when something was swallowed."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking: set[asyncio.StreamWriter] = set()
        self._answering: set[asyncio.StreamWriter] = set()
        self._stopped: set[asyncio.StreamWriter] = set()
        """Where nothing goes any more, though the line stands."""

    @asynccontextmanager
    async def open(self, schema: str) -> AsyncIterator[Database]:
        """Listen while the block lasts, and yield the database behind it."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        parts = self._parts
        who = quote(parts.username or "postgres") + (f":{parts.password}" if parts.password else "")
        url = f"postgresql://{who}@127.0.0.1:{port}{parts.path}?sslmode=disable"
        try:
            yield Database(url, schema)
        finally:
            server.close()
            self.cut()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Cut every line."""
        for writer in [*self._asking, *self._answering]:
            writer.transport.abort()

    def swallow(self, questions: bool) -> None:
        """Let no more questions, or answers, through on the lines that there are."""
        self._stopped |= self._asking if questions else self._answering

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refusing:
            writer.transport.abort()
            return
        if self._socket.startswith("/"):
            path = f"{self._socket}/.s.PGSQL.{self._port}"
            there, back = await asyncio.open_unix_connection(path)
        else:
            there, back = await asyncio.open_connection(self._parts.hostname or "127.0.0.1", self._port)
        self._asking.add(back)
        self._answering.add(writer)
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while content := await source.read(1 << 16):
                if target in self._stopped:
                    self.swallowed.set()
                    continue
                target.write(content)
                await target.drain()
        target.transport.abort()
        self._asking.discard(target)
        self._answering.discard(target)
