"""Addresses of databases: what is said of one that cannot be used, without its password."""

from __future__ import annotations

import asyncio
import struct

import pytest

from cartable.lab.proxies import Way
from cartable.server.postgres.database import Database
from cartable.server.shared_store import shared
from cartable.server.store import Unwritable
from cartable.texts import say
from tests.server.test_store import scene

PASSWORD = "geheim"


def told(error: Unwritable) -> str:
    """Return all that an error could print anywhere."""
    sentences = [say(error.key, language, **error.values) for language in ("en", "fr")]
    return repr((error, error.__cause__, error.__context__ and error.__suppress_context__, *sentences))


async def refusing(code: str, why: str) -> tuple[asyncio.Server, int]:
    """Listen as a database that turns everybody away."""

    async def turn_away(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        (size,) = struct.unpack("!i", await reader.readexactly(4))
        await reader.readexactly(size - 4)
        fields = f"SFATAL\0VFATAL\0C{code}\0M{why} ({PASSWORD})\0\0".encode()
        writer.write(b"E" + struct.pack("!i", len(fields) + 4) + fields)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(turn_away, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


@pytest.mark.parametrize(
    ("code", "why", "key"),
    [
        ("28P01", "no", "database.password"),
        ("28000", "no", "database.password"),
        ("28000", "connection requires a valid client certificate", "database.certificate"),
        ("28000", "la connexion requiert un certificat client valide", "database.certificate"),
        ("3D000", "no", "database.missing"),
        ("42501", "no", "database.rights"),
        ("53100", "no", "database.full"),
        ("57P03", "no", "database.away"),
        ("53300", "no", "database.away"),
    ],
)
def test_a_database_that_turns_us_away_is_told_without_the_password(code: str, why: str, key: str) -> None:
    async def play() -> None:
        server, port = await refusing(code, why)
        async with server:
            with pytest.raises(Unwritable) as refused:
                await shared(f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/games?sslmode=disable")
        assert refused.value.key == key
        assert f"127.0.0.1:{port}/games" in told(refused.value)
        assert PASSWORD not in told(refused.value)

    scene(play)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        (f"mysql://ada:{PASSWORD}@localhost/games", "database.url"),
        (f"postgresql://ada:{PASSWORD}#@:x@localhost/games", "database.url"),
        (f"postgresql://ada:1/{PASSWORD}@localhost/games", "database.url"),
        (f"postgresql://ada:{PASSWORD}@127.0.0.1:1/games", "database.away"),
        (f"postgresql://ada:{PASSWORD}@127.0.0.1:1/games?sslmode=nonsense", "database.url"),
        (
            f"postgresql://ada:{PASSWORD}@127.0.0.1:1/a?sslmode=verify-full&sslrootcert=/none",
            "database.tls",
        ),
        (PASSWORD, "database.url"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_the_password(url: str, key: str) -> None:
    async def play() -> None:
        with pytest.raises(Unwritable) as refused:
            await shared(url)
        assert refused.value.key == key
        assert PASSWORD not in told(refused.value)

    scene(play)


def test_tls_is_used_where_the_address_asks_for_it(postgres: str, database: Database) -> None:
    async def play() -> None:
        async with Way(postgres).open() as plain:
            insisting = Database(plain.replace("sslmode=disable", "sslmode=require"), database.schema)
            # The server of the tests has no certificate: whoever insists on TLS is not let in without.
            with pytest.raises(Unwritable) as refused:
                await insisting.connect()
            assert refused.value.key == "database.tls"

    scene(play)


def test_what_is_printed_of_a_database_has_no_password() -> None:
    found = Database(f"postgresql://ada:{PASSWORD}@db.example/games")
    assert repr(found) == "Database(db.example/games)"
    several = Database(f"postgresql://ada:{PASSWORD}@one:5432,two:5433/games?target_session_attrs=primary")
    assert several.place == "one:5432,two:5433/games"
