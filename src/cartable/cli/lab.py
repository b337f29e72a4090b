"""`cartable lab`: experiments with the game's own machinery."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from rich.table import Table

from cartable.cli.app import Complaint, app, out, t

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
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab.kill import kill

    if times < 1:
        raise Complaint(t("lab.kill.none", times=times))
    killed = kill(times, seed)
    if json:
        out.print(msgspec.json.encode(killed).decode(), markup=False)
    else:
        for field in killed.__struct_fields__:
            out.print(f"{t(f'lab.kill.{field}')}: {getattr(killed, field)}", markup=False)
    if killed.lost:
        sys.exit(1)
