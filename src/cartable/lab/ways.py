"""Ways to a database that can be cut or left half open."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import parse_qs, quote, urlsplit


class Way:
    """A node's way to the database, which can be cut or left half open."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        asked = parse_qs(parts.query)
        self._parts = parts
        self._socket = asked.get("host", [""])[0]
        self._port = parts.port or int(asked.get("port", ["5432"])[0])
        self._lines: set[asyncio.StreamWriter] = set()
        self._deaf: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> str:
        """Listen, and return the address of the database behind it."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        who = quote(self._parts.username or "postgres")
        if self._parts.password:
            who += f":{self._parts.password}"
        return f"postgresql://{who}@127.0.0.1:{port}{self._parts.path}?sslmode=disable"

    def cut(self) -> None:
        """Cut every line."""
        for line in list(self._lines):
            line.transport.abort()

    def deafen(self) -> None:
        """Let nothing through any more on the lines that there are."""
        self._deaf |= self._lines

    def close(self) -> None:
        if self._server:
            self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._socket.startswith("/"):
                path = f"{self._socket}/.s.PGSQL.{self._port}"
                there, back = await asyncio.open_unix_connection(path)
            else:
                there, back = await asyncio.open_connection(self._parts.hostname, self._port)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, back}
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while content := await source.read(1 << 16):
                if target not in self._deaf:
                    target.write(content)
                    await target.drain()
        target.transport.abort()
        self._lines.discard(target)
        self._deaf.discard(target)
