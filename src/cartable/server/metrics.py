"""What a server counts, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterator

from cartable.server.district import District
from cartable.server.lobby import Lobby
from cartable.server.store import Store
from cartable.server.think import Thinkers


def exposition(lobby: Lobby, store: Store, connections: int, district: District | None = None) -> str:
    """Return all figures as text."""
    return "".join(_lines(lobby, store, connections, district))


def _lines(lobby: Lobby, store: Store, connections: int, district: District | None) -> Iterator[str]:
    tables = list(lobby.tables.values())
    tallies = [lobby.tally, *(table.tally for table in tables)]
    figures: tuple[tuple[str, str, str, int], ...] = (
        ("tables", "gauge", "Tables in memory.", len(tables)),
        ("tables_playing", "gauge", "Tables where a game is played.", sum(t.book.under_way for t in tables)),
        ("tables_opened_total", "counter", "Tables opened since the start.", lobby.opened),
        ("connections", "gauge", "Open connections.", connections),
        ("persons", "gauge", "People at tables.", sum(len(table.presence.clients) for table in tables)),
        ("rows_total", "counter", "Rows written down since the start.", store.appended),
        ("commits_total", "counter", "Commits since the start.", store.commits),
        ("store_writable", "gauge", "Whether the last commit succeeded.", int(not store.full)),
        ("asking", "gauge", "Whether rivals are asked about a call (FAIR-6).", int(lobby.asking.asks)),
        ("reveals_total", "counter", "Reveals (FAIR-2).", sum(tally.reveals for tally in tallies)),
        (
            "late_calls_total",
            "counter",
            "Right calls after their verdict.",
            sum(tally.late for tally in tallies),
        ),
        (
            "robbed_calls_total",
            "counter",
            "Of these, such as would have won (FAIR-9).",
            sum(t.robbed for t in tallies),
        ),
    )
    if isinstance(think := lobby.think, Thinkers):
        figures += (
            ("thoughts_total", "counter", "Thoughts of bots handed to a process.", think.thoughts),
            ("thoughts_hurried_total", "counter", "Of these, such as had fewer nodes.", think.hurried),
            ("thoughts_waiting", "gauge", "Thoughts that wait for a process.", think.waiting),
        )
    if district:
        micros = round(district.member.lag * 1e6)
        figures += (
            ("shards", "gauge", "Shards that this node holds.", district.shards),
            ("shards_epoch", "gauge", "The latest epoch of these.", district.epoch),
            ("nodes", "gauge", "Nodes that this node knows of.", len(district.member.leases.roll.nodes)),
            ("database_lag_microseconds", "gauge", "How long the last renewal took.", micros),
            ("forwarded_sockets", "gauge", "Sockets piped to other nodes.", district.peers.sockets),
            ("forwarded_total", "counter", "Requests and sockets passed on.", district.peers.forwarded),
        )
    for name, kind, what, value in figures:
        yield f"# HELP cartable_{name} {what}\n# TYPE cartable_{name} {kind}\ncartable_{name} {value}\n"
