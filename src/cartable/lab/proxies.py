"""Proxies in front of a database: ways to it that can be cut, closed or left half open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import parse_qs, quote, urlsplit

READY: Final = b"Z\0\0\0\5"
"""How each answer of PostgreSQL ends."""


class Way:
    """A route to the database, which forwards bytes as long as it may."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        asked = parse_qs(parts.query)
        self._parts = parts
        self._socket = asked.get("host", [""])[0]
        self._port = parts.port or int(asked.get("port", ["5432"])[0])
        self.refusing = False
        """Whether no new line is let through."""
        self.lasting: int | None = None
        """After how many answers of the database a new line goes half open; None: it does not."""
        self.swallowed = asyncio.Event()
        """Set when something was swallowed."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking: set[asyncio.StreamWriter] = set()
        self._answering: set[asyncio.StreamWriter] = set()
        self._deaf: set[asyncio.StreamWriter] = set()
        """The lines that stay open but carry nothing any more."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Listen while the block lasts, and yield the address of the database behind it."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        parts = self._parts
        who = quote(parts.username or "postgres") + (f":{parts.password}" if parts.password else "")
        try:
            yield f"postgresql://{who}@127.0.0.1:{port}{parts.path}?sslmode=disable"
        finally:
            server.close()
            self.cut()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Cut every line."""
        for writer in [*self._asking, *self._answering]:
            writer.transport.abort()

    def swallow(self, questions: bool = False, answers: bool = False) -> None:
        """Let no more questions, or answers, through on the lines that there are."""
        if questions:
            self._deaf |= self._asking
        if answers:
            self._deaf |= self._answering

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.refusing:
                raise ConnectionRefusedError
            if self._socket.startswith("/"):
                path = f"{self._socket}/.s.PGSQL.{self._port}"
                there, back = await asyncio.open_unix_connection(path)
            else:
                there, back = await asyncio.open_connection(self._parts.hostname or "127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        self._asking.add(back)
        self._answering.add(writer)
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        left = self.lasting if target in self._answering else None
        with suppress(OSError):
            while content := await source.read(1 << 16):
                if left is not None and left <= 0:
                    self._deaf.add(target)
                if target in self._deaf:
                    self.swallowed.set()
                    continue
                if left is not None:
                    left -= content.count(READY)
                target.write(content)
                await target.drain()
        target.transport.abort()
        for lines in (self._asking, self._answering, self._deaf):
            lines.discard(target)
