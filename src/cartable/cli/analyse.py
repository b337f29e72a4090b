"""`cartable analyse`: a finished game, gone through move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter
from rich.progress import Progress
from rich.table import Table

from cartable.analysis import (
    CatatacChoice,
    CatatacStudy,
    KartaMove,
    KartaStudy,
    ReflexStudy,
    accuracy,
    analysed,
    drawn,
    study,
)
from cartable.bots.compiled import COMPILED
from cartable.cli.app import LANGUAGE, Complaint, app, err, out, t
from cartable.cli.sim import Json, read_record
from cartable.games.karta import Place
from cartable.texts import game_title

BAR = 20
"""How many signs a bar of a chance has."""
LATEST = 3
"""How many symbols that a seat finds late are named."""


@app.command(name="analyse", help=t("analyse"))
def analyse(
    file: Annotated[Path, Parameter(help=t("replay.file"))],
    /,
    *,
    level: Annotated[Literal["hard", "expert"], Parameter(help=t("analyse.level"))] = "hard",
    json: Json = False,
    picture: Annotated[Path | None, Parameter(help=t("analyse.picture"))] = None,
) -> None:
    found, _ = read_record(file)
    if not analysed(found.game):
        raise Complaint(t("analyse.game", title=game_title(found.game, LANGUAGE)))
    if level == "expert" and not COMPILED:
        raise Complaint(t("analyse.expert"))
    with Progress(console=err, transient=True, disable=json) as progress:
        task = progress.add_task(t("analyse.working"))
        studied = study(found, level, lambda done, of: progress.update(task, completed=done, total=of))
    if picture is not None:
        try:
            picture.write_text(drawn(studied), encoding="utf-8")
        except OSError as error:
            raise Complaint(t("replay.unreadable", file=str(picture), why=error.strerror or "")) from error
    if json:
        out.print(msgspec.json.encode(studied).decode(), markup=False)
    elif isinstance(studied, ReflexStudy):
        _print_times(studied)
    else:
        _print_chances(studied)


def _print_chances(studied: KartaStudy | CatatacStudy) -> None:
    karta = isinstance(studied, KartaStudy)
    titles = ("step", "seat", *(("card", "chance") if karta else ("move", "white")), "loss", "better")
    table = _table(*titles)
    for move in studied.moves:
        table.add_row(*_row(move))
    out.print(table)
    for seat, share in enumerate(studied.accuracy):
        if all(move.seat != seat for move in studied.moves):
            continue
        out.print(t("analyse.accuracy", seat=seat + 1, percent=round(100 * share)), markup=False)
        games = sorted({move.game for move in studied.moves})
        for game in games if len(games) > 1 else ():
            losses = [move.loss for move in studied.moves if (move.game, move.seat) == (game, seat)]
            percent = round(100 * accuracy(losses))
            out.print(t("analyse.accuracy.game", game=game + 1, percent=percent), markup=False)
    if not COMPILED:
        out.print(t("analyse.plain"), markup=False)
    if isinstance(studied, CatatacStudy):
        luck, tosses = f"{100 * studied.luck:+.0f}", f"{100 * studied.tosses:+.0f}"
        out.print(t("analyse.luck", luck=luck, tosses=tosses), markup=False)


def _print_times(studied: ReflexStudy) -> None:
    table = _table("step", "seat", "time", "outcome", "forgiven", "held")
    for one in studied.reactions:
        said = t(f"analyse.{one.outcome}")
        time = f"{one.time / 1000:.2f}"
        table.add_row(str(one.step), str(one.seat + 1), time, said, str(one.forgiven), str(one.held))
    out.print(table)
    for pace in studied.paces:
        seat = pace.seat + 1
        if pace.level:
            seconds, like = f"{pace.median / 1000:.2f}", t(f"bots.{pace.level}")
            out.print(
                t("analyse.pace", seat=seat, seconds=seconds, wrong=pace.wrong, level=like), markup=False
            )
        late = [found for found in studied.late if found.seat == pace.seat and found.share > 0]
        for found in late[:LATEST]:
            percent = round(100 * found.share)
            out.print(t("analyse.symbol", seat=seat, symbol=found.symbol, percent=percent), markup=False)


def _table(*titles: str) -> Table:
    table = Table(box=None, padding=(0, 1))
    for title in titles:
        table.add_column(t(f"analyse.{title}"), justify="right" if title in ("step", "seat") else "left")
    return table


def _row(move: KartaMove | CatatacChoice) -> tuple[str, ...]:
    filled = round(BAR * move.after)
    bar = "█" * filled + "░" * (BAR - filled)
    return (
        str(move.step),
        str(move.seat + 1),
        _said(move.played),
        f"{bar} {100 * move.after:3.0f}",
        f"{100 * move.loss:.0f} {t(f'analyse.{move.verdict}')}" if move.verdict else "",
        _said(move.better) if move.better and move.verdict else "",
    )


def _said(move: object) -> str:
    """Return a placement in words, and any other move as it is written in a record."""
    if isinstance(move, Place):
        return t("analyse.place", card=move.card + 1, column=move.x, row=move.y)
    return msgspec.json.encode(move).decode()
