"""`cartable bench`: how fast it is on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import App, Parameter
from rich.table import Table

from cartable.cli.app import Complaint, app, at_least, out, t

if TYPE_CHECKING:
    from cartable.lab.bench import DeckSpeed, GameSpeed
    from cartable.lab.libraries import PeerSpeed
    from cartable.lab.load import Load
    from cartable.lab.stored import StoreCost

ENOUGH = 1000
"""As many calls as a p99 needs: ten of them lie beyond it."""

benches = App(name="bench", help=t("bench"))
app.command(benches)


@benches.default
def bench(
    *,
    seconds: Annotated[float, Parameter(help=t("bench.seconds"))] = 1.0,
    peers: Annotated[bool, Parameter(help=t("bench.peers"), negative="")] = False,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab import bench

    budget = int(seconds * 1_000_000_000)
    others = _peers(budget) if peers else []
    decks, games = list(bench.decks()), list(bench.games(budget))
    if json:
        report = {"decks": decks, "games": games, "peers": others}
        out.print(msgspec.json.encode(report).decode(), markup=False)
    else:
        _print_decks(decks)
        out.print()
        _print_games(games, others)


@benches.command(help=t("bench.server"))
def server(
    *,
    tables: Annotated[int, Parameter(help=t("bench.server.tables"))] = 1000,
    rooms: Annotated[int, Parameter(help=t("bench.server.rooms"))] = 200,
    rate: Annotated[int, Parameter(help=t("bench.server.rate"))] = 2000,
    seconds: Annotated[float, Parameter(help=t("bench.server.seconds"))] = 10.0,
    peers: Annotated[bool, Parameter(help=t("bench.server.peers"), negative="")] = False,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.load import measure

    if peers:
        _beside_others(rooms, seconds, json)
        return
    loads = {
        "raw": measure(False, rooms, seconds),
        "open": measure(False, rooms, seconds, rate=rate),
        "paced": measure(True, tables, seconds),
    }
    if json:
        out.print(msgspec.json.encode(loads).decode(), markup=False)
        return
    _print_loads({f"bench.server.{name}": load for name, load in loads.items()})


@benches.command(name="bots", help=t("bench.bots"))
def thinking(
    *,
    tables: Annotated[int, Parameter(help=t("bench.server.tables"))] = 100,
    bots: Annotated[int, Parameter(help=t("bench.bots.tables"))] = 8,
    analyses: Annotated[int, Parameter(help=t("bench.bots.analyses"))] = 3,
    seconds: Annotated[float, Parameter(help=t("bench.server.seconds"))] = 40.0,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.load import measure

    loads = {
        "idle": measure(True, tables, seconds, 0),
        "busy": measure(True, tables, seconds, bots),
        "studied": measure(True, tables, seconds, 0, analyses=analyses),
    }
    if json:
        out.print(msgspec.json.encode(loads).decode(), markup=False)
        return
    out.print(t("bench.bots.compared", tables=tables, bots=bots, analyses=analyses), markup=False)
    _print_loads({f"bench.bots.{name}": load for name, load in loads.items()})
    idle = loads["idle"]
    for name in ("busy", "studied"):
        later = {"p50": loads[name].p50 - idle.p50, "p99": loads[name].p99 - idle.p99}
        signed = {field: f"{value:+.2f}" for field, value in later.items()}
        out.print(t("bench.bots.later", beside=t(f"bench.bots.{name}"), **signed), markup=False)
    for load in loads.values():
        if load.calls < ENOUGH:
            out.print(t("bench.bots.few", calls=load.calls, enough=ENOUGH), markup=False)
            break


@benches.command(name="analyses", help=t("bench.analyses"))
def analysing(
    *,
    times: Annotated[int, Parameter(help=t("bench.analyses.times"))] = 5,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.studied import measure

    at_least(1, "--times", times)
    found = measure(times)
    if json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
        return
    out.print(t("bench.analyses.first", seconds=f"{found.first:.2f}"), markup=False)
    heads = ("level", "runs", "moves", "median", "fastest", "slowest")
    titles = t("games.name"), t("games.seats"), *(t(f"bench.analyses.{head}") for head in heads)
    table = Table(*titles, box=None, pad_edge=False)
    for one in found.kinds:
        seconds = (f"{value:.2f}" for value in (one.median, one.fastest, one.slowest))
        table.add_row(one.game, str(one.seats), one.level, str(one.runs), f"{one.moves:g}", *seconds)
    out.print(table, soft_wrap=False)


@benches.command(help=t("bench.store"))
def store(
    *,
    rows: Annotated[int, Parameter(help=t("bench.store.rows"))] = 1_000_000,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.stored import FEWEST_ROWS, measure

    if rows < FEWEST_ROWS:
        raise Complaint(t("bench.store.few", rows=rows, least=FEWEST_ROWS))
    found = measure(rows)
    if json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
    else:
        _print_stored(found)


def _peers(budget: int) -> list[PeerSpeed]:
    from cartable.lab import libraries

    try:
        return list(libraries.games(budget))
    except ImportError as error:
        raise Complaint(t("bench.no-peers", name=error.name or ""), t("bench.no-peers.hint")) from error


def _beside_others(tables: int, seconds: float, json: bool) -> None:
    from cartable.lab.servers import COMPARE, RATE, NotCompared, compared

    if not COMPARE.exists():
        raise Complaint(t("bench.server.no-tools"), t("bench.server.no-tools.hint"))
    try:
        servers = compared(tables, seconds)
    except NotCompared as error:
        raise Complaint(t("bench.server.not-compared")) from error
    if json:
        out.print(msgspec.json.encode(servers).decode(), markup=False)
        return
    heads = ("calls_a_second", "cpu", "ratio")
    table = Table("", *(t(f"bench.server.{head}") for head in heads), box=None, pad_edge=False)
    for percentile in (50, 99):
        table.add_column(t("bench.server.due", percentile=percentile, rate=RATE), justify="right")
    for one in servers:
        figures = f"{one.calls_a_second:,}", f"{one.cpu_micros}", f"× {one.ratio}", f"{one.p50}", f"{one.p99}"
        table.add_row(one.name, *figures)
    out.print(table, soft_wrap=False)


def _print_loads(loads: dict[str, Load]) -> None:
    table = Table("", *map(t, loads), box=None, pad_edge=False)
    for field in next(iter(loads.values())).__struct_fields__:
        if field == "judged" and not any(load.judged for load in loads.values()):
            continue
        table.add_row(t(f"bench.server.{field}"), *(str(getattr(load, field)) for load in loads.values()))
    out.print(table, soft_wrap=False)


def _print_stored(found: StoreCost) -> None:
    from cartable.lab.stored import AIMS

    table = Table("", t("bench.store.measured"), t("bench.store.aim"), box=None, pad_edge=False)
    for field in found.__struct_fields__:
        aim = f"< {AIMS[field]:,}" if field in AIMS else ""
        name = "there" if field == "rows" else field
        table.add_row(t(f"bench.store.{name}"), f"{round(getattr(found, field), 2):,}", aim)
    out.print(table, soft_wrap=False)


def _print_decks(decks: list[DeckSpeed]) -> None:
    table = Table(
        t("bench.order"), t("bench.cards"), t("bench.build"), t("bench.check"), box=None, pad_edge=False
    )
    for deck in decks:
        table.add_row(str(deck.order), str(deck.cards), _thousandths(deck.build), _thousandths(deck.check))
    out.print(table, soft_wrap=False)


def _print_games(games: list[GameSpeed], peers: list[PeerSpeed]) -> None:
    table = Table(
        t("games.name"), t("games.seats"), t("bench.games"), t("bench.moves"), box=None, pad_edge=False
    )
    for peer in peers:
        table.add_column(t("bench.times", peer=peer.name), justify="right")
    for game in games:
        ratios = [f"× {game.moves / peer.moves:.1f}" for peer in peers]
        table.add_row(game.game, str(game.seats), str(game.games), str(game.moves), *ratios)
    for peer in peers:
        table.add_row(peer.name, "", "", str(peer.moves))
    out.print(table, soft_wrap=False)


def _thousandths(micros: int) -> str:
    return f"{micros / 1000:.2f}"
