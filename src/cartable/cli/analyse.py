"""`cartable analyse`: a finished game, gone through move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter
from rich.progress import Progress
from rich.table import Table

from cartable.analysis import KartaMove, KartaStudy, study
from cartable.bots.compiled import COMPILED
from cartable.cli.app import LANGUAGE, Complaint, app, err, out, t
from cartable.cli.sim import Json, read_record
from cartable.games.karta import Place
from cartable.texts import game_title

BAR = 20
"""How many signs a bar of red's chance has."""


@app.command(name="analyse", help=t("analyse"))
def analyse(
    file: Annotated[Path, Parameter(help=t("replay.file"))],
    /,
    *,
    level: Annotated[Literal["hard", "expert"], Parameter(help=t("analyse.level"))] = "hard",
    json: Json = False,
) -> None:
    found, _ = read_record(file)
    if found.game != "karta":
        raise Complaint(t("analyse.game", title=game_title(found.game, LANGUAGE)))
    if level == "expert" and not COMPILED:
        raise Complaint(t("analyse.expert"))
    with Progress(console=err, transient=True, disable=json) as progress:
        task = progress.add_task(t("analyse.working"))
        studied = study(found, level, lambda done, of: progress.update(task, completed=done, total=of))
    if json:
        out.print(msgspec.json.encode(studied).decode(), markup=False)
    else:
        _print(studied)


def _print(studied: KartaStudy) -> None:
    table = Table(box=None, padding=(0, 1))
    for title in ("step", "seat", "card", "chance", "loss", "better"):
        table.add_column(t(f"analyse.{title}"), justify="right" if title in ("step", "seat") else "left")
    for move in studied.moves:
        table.add_row(*_row(move))
    out.print(table)
    for seat, share in enumerate(studied.accuracy):
        out.print(t("analyse.accuracy", seat=seat + 1, percent=round(100 * share)), markup=False)


def _row(move: KartaMove) -> tuple[str, ...]:
    filled = round(BAR * move.after)
    bar = "█" * filled + "░" * (BAR - filled)
    return (
        str(move.step),
        str(move.seat + 1),
        _place(move.played),
        f"{bar} {100 * move.after:3.0f}",
        f"{100 * move.loss:.0f} {t(f'analyse.{move.verdict}')}" if move.verdict else "",
        _place(move.better) if move.better and move.verdict else "",
    )


def _place(place: Place) -> str:
    return t("analyse.place", card=place.card + 1, column=place.x, row=place.y)
