"""`cartable lab`: experiments with the game's own machinery."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from rich.table import Table

from cartable.cli.app import LANGUAGE, Complaint, app, out, t
from cartable.texts import say

COLUMNS = ("race", "order", "habit", "wins", "fastest", "gap", "hold", "robbed", "unverified")

lab = App(name="lab", help=t("lab"))
app.command(lab)


@lab.command(help=t("lab.fairness"))
def fairness(
    *,
    reveals: Annotated[int, Parameter(help=t("lab.reveals"))] = 2000,
    seed: Annotated[int, Parameter(help=t("lab.seed"))] = 1,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.fairness import simulate

    if reveals < 1:
        raise Complaint(t("lab.none", reveals=reveals))
    report = simulate(reveals, seed)
    if json:
        out.print(report.to_json().decode(), markup=False)
        return
    table = Table(*(t(f"lab.column.{column}") for column in COLUMNS), box=None, pad_edge=False)
    for row in report.rows():
        table.add_row(*row)
    out.print(table, soft_wrap=False)


@lab.command(help=t("lab.kill"))
def kill(
    *,
    times: Annotated[int, Parameter(help=t("lab.kill.times"))] = 2000,
    seed: Annotated[int, Parameter(help=t("lab.seed"))] = 1,
    cluster: Annotated[bool, Parameter(help=t("lab.kill.cluster"), negative="")] = False,
    longest: Annotated[float, Parameter(help=t("lab.kill.longest"))] = 30,
    database: Annotated[str, Parameter(help=say("serve.database", LANGUAGE))] = "",
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.kill import kill

    if times < 1:
        raise Complaint(t("lab.kill.none", times=times))
    if cluster:
        _havoc(times, seed, longest, database, json)
        return
    killed = kill(times, seed)
    if json:
        out.print(msgspec.json.encode(killed).decode(), markup=False)
    else:
        for field in killed.__struct_fields__:
            out.print(f"{t(f'lab.kill.{field}')}: {getattr(killed, field)}", markup=False)
    if killed.lost or killed.forgotten or killed.twice:
        sys.exit(1)


@lab.command(help=t("lab.storm"))
def storm(
    *,
    minutes: Annotated[float, Parameter(help=t("lab.storm.minutes"))] = 10.0,
    tables: Annotated[int, Parameter(help=t("lab.storm.tables"))] = 100,
    seed: Annotated[int, Parameter(help=t("lab.seed"))] = 1,
    database: Annotated[str, Parameter(help=say("serve.database", LANGUAGE))] = "",
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.storm import Unable, storm

    if minutes <= 0 or tables < 1:
        raise Complaint(t("lab.storm.none"))

    def minute(number: int, megabytes: int) -> None:
        if not json:
            out.print(t("lab.storm.minute", number=number, megabytes=megabytes), markup=False)

    try:
        raged = storm(minutes, tables, seed, minute, database=database)
    except Unable as unable:
        raise Complaint(t("lab.storm.unable")) from unable
    failed = raged.failures()
    if json:
        out.print(msgspec.json.encode(raged).decode(), markup=False)
    else:
        for field in raged.__struct_fields__:
            _print(t(f"lab.storm.{field}"), getattr(raged, field))
        names = ", ".join(t(f"lab.storm.{field}") for field in failed)
        out.print(t("lab.storm.failed", what=names) if failed else t("lab.storm.held"), markup=False)
    if failed:
        sys.exit(1)


def _print(name: str, value: object) -> None:
    if isinstance(value, dict):
        value = ", ".join(f"{what} {often}" for what, often in value.items())
    elif isinstance(value, tuple):
        # What went wrong is named below its number.
        value = ", ".join(map(str, value)) if all(isinstance(one, int) for one in value) else _listed(value)
    out.print(f"{name}: {'–' if value is None else value or 0}", markup=False)


def _listed(wrong: tuple[object, ...]) -> str:
    return "".join((str(len(wrong)), *(f"\n  {one}" for one in wrong)))


def _havoc(times: int, seed: int, longest: float, database: str, json: bool) -> None:
    from cartable.lab.havoc import Mishap, havoc
    from cartable.lab.nodes import NoDatabase

    def told(mishap: Mishap) -> None:
        if not json:
            known = msgspec.structs.asdict(mishap).items()
            figures = {name: "–" if some is None else some for name, some in known}
            out.print(t("lab.havoc.mishap", **figures), markup=False)

    try:
        found = havoc(times, seed, database, longest, told=told)
    except NoDatabase as missing:
        raise Complaint(t("lab.no-database")) from missing
    if json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
    else:
        for field in found.__struct_fields__:
            if field != "slowest":
                out.print(f"{t(f'lab.havoc.{field}')}: {getattr(found, field)}", markup=False)
        out.print(t("lab.havoc.slowest", seed=seed), markup=False)
        for mishap in found.slowest.values():
            told(mishap)
    if not found.well:
        sys.exit(1)


def _costs(seconds: float, database: str, json: bool) -> None:
    from cartable.lab.costs import costs
    from cartable.lab.nodes import NoDatabase

    try:
        found = costs(seconds=seconds, url=database)
    except NoDatabase as missing:
        raise Complaint(t("lab.no-database")) from missing
    if json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
        return
    fields = ("cpu", "database_cpu", "p50", "p99")
    table = Table("", *(t(f"lab.costs.{field}") for field in fields), box=None, pad_edge=False)
    for kind, cost in found.runs.items():
        values = (getattr(cost, field) for field in fields)
        table.add_row(
            t(f"lab.costs.{kind.replace(' ', '-')}"), *("–" if v is None else str(v) for v in values)
        )
    out.print(table, soft_wrap=False)
    for field in found.__struct_fields__:
        if field != "runs":
            out.print(f"{t(f'lab.costs.{field}')}: {getattr(found, field)}", markup=False)


@lab.command(help=t("lab.cluster"))
def cluster(
    *,
    nodes: Annotated[int, Parameter(help=t("lab.cluster.nodes"))] = 3,
    port: Annotated[int, Parameter(help=say("serve.port", LANGUAGE))] = 8001,
    database: Annotated[str, Parameter(help=say("serve.database", LANGUAGE))] = "",
    measure: Annotated[bool, Parameter(help=t("lab.cluster.measure"), negative="")] = False,
    seconds: Annotated[float, Parameter(help=t("lab.cluster.seconds"))] = 10.0,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.front import together
    from cartable.lab.nodes import NoDatabase

    if measure:
        _costs(seconds, database, json)
        return

    if nodes < 1:
        raise Complaint(t("lab.cluster.none", nodes=nodes))
    try:
        together(
            nodes,
            port,
            database,
            lambda name, address: out.print(t("lab.cluster.here", name=name, address=address), markup=False),
            lambda address: out.print(t("lab.cluster.all", address=address), markup=False),
        )
    except NoDatabase as missing:
        raise Complaint(t("lab.no-database")) from missing
    except KeyboardInterrupt:
        pass
