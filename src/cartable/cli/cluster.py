"""`cartable cluster`: the servers that share a database, and what each of them holds."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from cyclopts import App, Parameter
from rich.table import Table

from cartable.cli.app import LANGUAGE, Complaint, app, out, t
from cartable.cli.serve import Config, unusable
from cartable.texts import say

if TYPE_CHECKING:
    from cartable.cluster.leases import Roll

T = TypeVar("T")

Url = Annotated[str | None, Parameter(help=say("serve.database", LANGUAGE))]

cluster = App(name="cluster", help=t("cluster"))
app.command(cluster)


@cluster.default
@cluster.command(name="list", help=t("cluster.list"))
def nodes(
    *,
    database: Url = None,
    config: Config = None,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.cluster import roll

    found: Roll = _done(database, config, roll.read)
    if json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
        return
    shards = Counter(owned.life for owned in found.shards)
    table = Table(*(t(f"cluster.column.{column}") for column in ("node", "address", "shards", "state")))
    table.box = None
    for node in sorted(found.nodes, key=lambda node: node.name):
        state = "expired" if node.expired else "draining" if node.draining else "alive"
        table.add_row(node.name, node.address, str(shards[node.life]), t(f"cluster.{state}"))
    out.print(table, soft_wrap=False)
    lives = {node.life for node in found.nodes}
    if free := sum(count for life, count in shards.items() if life not in lives):
        out.print(t("cluster.free", shards=free), markup=False)


@cluster.command(help=t("cluster.drain"))
def drain(
    name: Annotated[str, Parameter(help=t("cluster.drain.name"))],
    *,
    back: Annotated[bool, Parameter(help=t("cluster.drain.back"), negative="")] = False,
    database: Url = None,
    config: Config = None,
) -> None:
    from cartable.cluster import roll

    if not _done(database, config, lambda db: roll.drain(db, name, not back)):
        raise Complaint(t("cluster.unknown", name=name))
    out.print(t("cluster.takes" if back else "cluster.drains", name=name), markup=False)


@cluster.command(name="map", help=t("cluster.map"))
def shard_map(*, database: Url = None, config: Config = None) -> None:
    from cartable.cluster import roll
    from cartable.cluster.shards import allotted

    found: Roll = _done(database, config, roll.read)
    names = [node.name for node in found.nodes if not node.expired and not node.draining]
    for shard, name in allotted(names).items():
        out.print(f"{shard} {name}", markup=False)


def _done(url: str | None, config: Path | None, do: Callable[[Any], Awaitable[T]]) -> T:
    """Do something to the roll of a database."""
    from cartable.server.settings import Mistaken, settings
    from cartable.server.shared_store import shared
    from cartable.server.store import Unwritable

    async def whole(url: str) -> T:
        store = await shared(url)
        try:
            db = await store.database.connect()
            try:
                return await do(db)
            finally:
                await db.close()
        finally:
            await store.close()

    try:
        chosen = settings({"database": url}, file=config)
    except Mistaken as mistaken:
        raise Complaint(say("serve.mistaken", LANGUAGE, why=str(mistaken))) from mistaken
    if not chosen.database:
        raise Complaint(t("cluster.none"))
    try:
        return asyncio.run(whole(chosen.database))
    except Unwritable as unwritable:
        raise unusable(unwritable, chosen.folder) from unwritable
