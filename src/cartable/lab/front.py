"""One address in front of a whole cluster on this machine: connections go to a healthy node."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from urllib.parse import urlsplit

from aiohttp import ClientSession

from cartable.lab.nodes import Nodes, database
from cartable.lab.wanderers import Proxy


def together(
    count: int, port: int, url: str, started: Callable[[str, str], None], ready: Callable[[str], None]
) -> None:
    """Run this many servers behind this port until interrupted; each has one of the next ports."""

    async def whole(url: str) -> None:
        nodes = Nodes(url, arbiter=True, limits=True)
        try:
            for number in range(1, count + 1):
                name = f"node{number}"
                started(name, await nodes.start(name, port=port + number if port else 0))
            proxy = Proxy(nodes)
            async with ClientSession() as http, in_front(proxy, port) as address:
                ready(address)
                await proxy.check(http)
        finally:
            nodes.close()

    with database(url) as engine:
        asyncio.run(whole(engine.url))


@asynccontextmanager
async def in_front(proxy: Proxy, port: int) -> AsyncIterator[str]:
    """Forward connections while the block runs; yield the address."""
    random = Random()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for address in proxy.choose(random):
                parts = urlsplit(address)
                with suppress(OSError):
                    there, back = await asyncio.open_connection(parts.hostname, parts.port)
                    await asyncio.gather(_copied(reader, back), _copied(there, writer))
                    return
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(pass_on, "127.0.0.1", port)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


async def _copied(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Forward bytes until there are no more."""
    with suppress(OSError):
        while content := await source.read(1 << 16):
            target.write(content)
            await target.drain()
    target.close()
