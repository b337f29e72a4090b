"""TLS on the way to PostgreSQL: real handshakes, in front of a real database that was built without it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import pytest

from cartable.lab.proxies import Way
from cartable.server.postgres.database import Database
from cartable.server.store import Unwritable
from tests.server.certificates import TlsFiles, certificate
from tests.server.databases import stored
from tests.server.test_store import append, entered, scene

T = TypeVar("T")

ASKS_FOR_TLS = bytes.fromhex("0000000804d2162f")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def ours(folder: Path) -> TlsFiles:
    return certificate(folder, "database", "127.0.0.1")


@pytest.fixture(scope="module")
def anothers(folder: Path) -> TlsFiles:
    return certificate(folder, "elsewhere", "db.example")


class Secured:
    """A way to a database that lets nobody through without TLS."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.context = context
        self.lines: list[str | None] = []
        """The version of TLS that each line speaks."""
        self._port = 0

    @asynccontextmanager
    async def open(self, url: str) -> AsyncIterator[str]:
        """Listen while the block lasts, and yield the address without its options."""
        async with Way(url).open() as plain:
            parts = urlsplit(plain)
            assert parts.port
            self._port = parts.port
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            port = server.sockets[0].getsockname()[1]
            yield plain.partition("?")[0].replace(f":{parts.port}/", f":{port}/")
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            if await reader.readexactly(len(ASKS_FOR_TLS)) == ASKS_FOR_TLS:
                writer.write(b"S")
                line = TlsLine(self.context, reader, writer)
                self.lines.append(await line.shake_hands())
                there, back = await asyncio.open_connection("127.0.0.1", self._port)
                await asyncio.gather(_copied(line, back), _copied(there, line))
        writer.transport.abort()


class TlsLine:
    """This end of a line with TLS; unlike asyncio's it says why it does not shake hands, as databases do."""

    def __init__(
        self, context: ssl.SSLContext, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._reader, self._writer = reader, writer

    async def shake_hands(self) -> str | None:
        """Return the version of TLS that both speak."""
        try:
            await self._done(self._tls.do_handshake)
        except ssl.SSLError:
            # Until the other side has read the alert and hangs up: cut off before, it could be lost.
            await self._reader.read()
            raise
        return self._tls.version()

    async def read(self, size: int) -> bytes:
        return await self._done(lambda: self._tls.read(size))

    def write(self, content: bytes) -> None:
        self._tls.write(content)
        self._writer.write(self._outgoing.read())

    async def drain(self) -> None:
        await self._writer.drain()

    def close(self) -> None:
        self._writer.close()

    async def _done(self, step: Callable[[], T]) -> T:
        """Do something that may have to wait for what the other side says."""
        while True:
            try:
                return step()
            except ssl.SSLWantReadError:
                pass
            finally:
                self._writer.write(self._outgoing.read())
            if content := await self._reader.read(1 << 16):
                self._incoming.write(content)
            else:
                self._incoming.write_eof()


async def _copied(source: asyncio.StreamReader | TlsLine, target: asyncio.StreamWriter | TlsLine) -> None:
    with suppress(OSError):
        while content := await source.read(1 << 16):
            target.write(content)
            await target.drain()
    target.close()


def serving(with_: TlsFiles) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(with_.path, with_.key)
    return context


async def connected(url: str, options: str, database: Database) -> None:
    made = await Database(f"{url}?{options}", database.schema).connect()
    await made.close()


def test_a_store_is_used_over_tls_once_the_database_has_proved_who_it_is(
    postgres: str, database: Database, ours: TlsFiles
) -> None:
    async def play() -> None:
        way = Secured(serving(ours))
        async with way.open(postgres) as url:
            secured = Database(f"{url}?sslmode=verify-full&sslrootcert={ours.path}", database.schema)
            async with stored(secured) as store:
                home = await entered(store, "BCDFG")
                assert await append(store, home, 0, b"one") is None
                assert await store.read(home) == [b"one"]
        assert way.lines
        assert all(version and version.startswith("TLSv1.") for version in way.lines)

    scene(play)


def test_a_database_that_cannot_prove_who_it_is_is_not_used(
    postgres: str, database: Database, ours: TlsFiles, anothers: TlsFiles
) -> None:
    async def play() -> None:
        for shown, trusted in ((ours, anothers), (anothers, anothers)):
            async with Secured(serving(shown)).open(postgres) as url:
                # Signed by somebody unknown, or proof of being another machine.
                with pytest.raises(Unwritable) as refused:
                    await connected(url, f"sslmode=verify-full&sslrootcert={trusted.path}", database)
                assert refused.value.key == "database.tls"
        async with Secured(serving(anothers)).open(postgres) as url:
            await connected(url, f"sslmode=verify-ca&sslrootcert={anothers.path}", database)

    scene(play)


@pytest.mark.parametrize(
    ("newest", "without"),
    [
        # Before TLS 1.3 no alert says that a certificate is missing.
        (ssl.TLSVersion.TLSv1_2, "database.tls"),
        (ssl.TLSVersion.TLSv1_3, "database.certificate"),
    ],
)
def test_a_server_shows_its_own_certificate_where_the_database_wants_one(
    postgres: str,
    database: Database,
    folder: Path,
    ours: TlsFiles,
    anothers: TlsFiles,
    newest: ssl.TLSVersion,
    without: str,
) -> None:
    client = certificate(folder, "cartable", "cartable")
    context = serving(ours)
    context.maximum_version = newest
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(client.path)

    async def play() -> None:
        async with Secured(context).open(postgres) as url:
            trusting = f"sslmode=verify-full&sslrootcert={ours.path}"
            await connected(url, f"{trusting}&sslcert={client.path}&sslkey={client.key}", database)
            for options, key in (
                (trusting, without),
                # The driver tries again without TLS.
                ("sslmode=prefer", without),
                (f"{trusting}&sslcert={anothers.path}&sslkey={anothers.key}", "database.certificate"),
            ):
                with pytest.raises(Unwritable) as refused:
                    await connected(url, options, database)
                assert refused.value.key == key, options

    scene(play)
