"""The database: its address, connections to it, and what to say when there is none.

The address has a password. It is in no message, no log and no traceback: errors of the driver are told by our
own sentences, and are never chained.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

import asyncpg

from cartable.server.store import Away, Unwritable

SCHEMA: Final = "cartable"
"""Everything of ours is in this schema, and nothing else."""
CONNECTING: Final = 3.0
"""How many seconds a new connection may take."""
SETTINGS: Final = {
    "application_name": "cartable",
    "jit": "off",
    # A server that was stopped in the middle of a transaction must not hold up the others.
    "idle_in_transaction_session_timeout": "2000",
    # Nor may half of a broken line.
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "client_min_messages": "error",
}
DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
"""Not among the settings: it would take `remote_apply` from whoever chose it."""

LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # "terminating connection", "shutting down", "starting up"
    asyncpg.OperatorInterventionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    # It has become the copy of another, which the address leads to now.
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TooManyConnectionsError,
    OSError,
    TimeoutError,
)
"""What says that the line is lost, or there is none: what was asked may have been done."""

WANTS_CERTIFICATE: Final = re.compile(
    r"alert (\w+ )?certificate|alert unknown ca|client certificate|certificat client"
)
"""Alerts of TLS about a certificate of ours, and what PostgreSQL says, in either language."""

NONE: Final[Mapping[str, str]] = {}


class Database:
    """A PostgreSQL database by its address; nothing that is printed of it has the password."""

    def __init__(self, url: str, schema: str = SCHEMA) -> None:
        self._url = url
        self.schema = schema
        try:
            parts = urlsplit(url)
        except ValueError:
            raise Unwritable("no address of a database", "database.url") from None
        # An @ behind the hosts is a password with a character that is not encoded.
        known = parts.scheme in ("postgres", "postgresql") and "@" not in parts.path + parts.query
        known = known and not parts.fragment
        hosts = parts.netloc.rpartition("@")[2]
        self.name = parts.path.lstrip("/")
        self.place = f"{hosts or 'localhost'}/{self.name}"
        """Where it is, for messages."""
        self._far = bool(hosts)
        if not known:
            raise Unwritable("no address of a database", "database.url")

    def __repr__(self) -> str:
        return f"Database({self.place})"

    async def connect(self, settings: Mapping[str, str] = NONE) -> asyncpg.Connection:
        """Return a new connection; raise Away where there is none now, Unwritable where none can be had."""
        told = {**SETTINGS, "search_path": f'"{self.schema}"', **settings}
        with self.told():
            made = await asyncpg.connect(self._url, timeout=CONNECTING, server_settings=told)
            await first(made, made.execute(DURABLE))
            return made

    @contextmanager
    def told(self) -> Iterator[None]:
        """Say what is wrong in our own words, without the driver's and what it was told."""
        key, away = "", False
        try:
            yield
        except (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidPasswordError) as error:
            key = _wrong_with_tls(error) or "database.password"
        except asyncpg.InvalidCatalogNameError:
            key = "database.missing"
        except asyncpg.InsufficientPrivilegeError:
            key = "database.rights"
        except asyncpg.DiskFullError:
            key = "database.full"
        except asyncpg.exceptions.ClientConfigurationError:
            key = "database.url"
        except ssl.SSLError as error:
            key = _wrong_with_tls(error) or "database.tls"
        except FileNotFoundError:
            # On the way to another machine it is a certificate; here, the socket of a database that is off.
            key, away = ("database.tls", False) if self._far else ("", True)
        except ConnectionError as error:
            # The driver says so where the server has no TLS and the address insists on it.
            key, away = ("database.tls", False) if "SSL" in str(error) else ("", True)
        except LOST as error:
            key = _wrong_with_tls(error)
            away = not key
        except ValueError:
            key = "database.url"
        if key:
            raise Unwritable(key, key, database=self.place)
        if away:
            raise Away(self.place)


def _wrong_with_tls(error: BaseException | None) -> str:
    """Return the key of what a database, or a proxy in front of it, has against our TLS; empty: nothing.

    With TLS 1.3 its alert comes after our side has shaken hands, so the driver raises a lost connection, or
    how its next try without TLS failed; the alert is the cause of these.
    """
    key = ""
    while error:
        heard = isinstance(error, ssl.SSLError | asyncpg.InvalidAuthorizationSpecificationError)
        if heard and WANTS_CERTIFICATE.search(str(error)):
            return "database.certificate"
        if isinstance(error, ssl.SSLError) and " alert " in str(error):
            key = "database.tls"
        error = error.__cause__
    return key


async def first(made: asyncpg.Connection, work: Awaitable[object]) -> None:
    """Do something on a new connection; drop it where that fails, or takes longer than connecting may."""
    try:
        async with asyncio.timeout(CONNECTING):
            await work
    except BaseException:
        made.terminate()
        raise


class Cable:
    """One connection, made when it is needed and again after it was lost."""

    AGAIN: Final = 0.25
    """How many seconds after a failed connection the next is tried."""

    def __init__(
        self, database: Database, ready: Callable[[asyncpg.Connection], Awaitable[None]] | None = None
    ) -> None:
        self._database = database
        self._ready = ready
        """What is done first on each new connection."""
        self._connection: asyncpg.Connection | None = None
        self._making = asyncio.Lock()
        self._failed = float("-inf")

    async def get(self) -> asyncpg.Connection:
        """Return the connection; raise Away where there is none now."""
        async with self._making:
            if self._connection and not self._connection.is_closed():
                return self._connection
            loop = asyncio.get_running_loop()
            if loop.time() < self._failed + self.AGAIN:
                raise Away(self._database.place)
            try:
                made = await self._database.connect()
                if self._ready:
                    with self._database.told():
                        await first(made, self._ready(made))
                self._connection = made
            except Unwritable as error:
                # It was right at the start: a password is being changed, say.
                self._failed = loop.time()
                raise Away(str(error)) from None
            except Away:
                self._failed = loop.time()
                raise
            return self._connection

    def drop(self) -> None:
        """Drop the connection, whatever is under way on it."""
        if self._connection:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Close cleanly."""
        if self._connection and not self._connection.is_closed():
            try:
                await self._connection.close(timeout=1)
            except LOST:
                self.drop()
