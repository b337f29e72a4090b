"""`cartable analyse`: the analysis of a finished game, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

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
from cartable.cli.app import LANGUAGE, Complaint, app, err, out, t, unwritable
from cartable.cli.moves import chosen, faces_of, key, placed
from cartable.cli.sim import Json, decimal, read_record
from cartable.core import Record
from cartable.games.catatac.cards import Face
from cartable.games.catatac.moves import CatatacMove
from cartable.games.karta import Place
from cartable.texts import game_title

BARS = (5, 20)
"""The fewest and the most characters in the bar of a chance."""
GAP = 2
"""How many characters lie between two columns."""
CHANCE = 3
"""The column of the chances."""
NUMBERS = ("step", "seat", "time", "forgiven", "held")
"""The columns of numbers."""
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
    if picture is not None:
        _write(picture, "a", "")  # What cannot be written is said before anybody waits.
    with Progress(console=err, transient=True, disable=json) as progress:
        task = progress.add_task(t("analyse.working"))
        studied = study(found, level, lambda done, of: progress.update(task, completed=done, total=of))
    if json:
        out.print(msgspec.json.encode(studied).decode(), markup=False)
    elif isinstance(studied, ReflexStudy):
        _print_times(studied)
    else:
        _print_chances(studied, found)
    if picture is not None:
        _write(picture, "w", drawn(studied))


def _write(picture: Path, mode: Literal["a", "w"], text: str) -> None:
    try:
        with picture.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise unwritable(picture, error) from error


def _print_chances(studied: KartaStudy | CatatacStudy, record: Record[Any]) -> None:
    karta = isinstance(studied, KartaStudy)
    titles = ("step", "seat", *(("card", "chance") if karta else ("move", "white")), "loss", "better")
    faces = () if karta else faces_of(record)
    rows = [_row(move, faces) for move in studied.moves]
    bar = _room(titles, rows)
    table = _table(*titles)
    table.columns[CHANCE].max_width = bar + len(" 100")
    for share, row in zip([move.after for move in studied.moves], rows, strict=True):
        filled = round(bar * share)
        shown = f"{'█' * filled}{'░' * (bar - filled)}{row[CHANCE]}"
        table.add_row(*row[:CHANCE], shown, *row[CHANCE + 1 :])
    out.print(table, soft_wrap=False)
    for line in key(studied, faces) if studied.moves else ():
        out.print(line, markup=False, soft_wrap=False, style="dim")
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
        time = decimal(one.time / 1000, 2)
        table.add_row(str(one.step), str(one.seat + 1), time, said, str(one.forgiven), str(one.held))
    out.print(table, soft_wrap=False)
    for pace in studied.paces:
        seat = pace.seat + 1
        if pace.level:
            seconds, like = decimal(pace.median / 1000, 2), t(f"bots.{pace.level}")
            out.print(
                t("analyse.pace", seat=seat, seconds=seconds, wrong=pace.wrong, level=like), markup=False
            )
        late = [found for found in studied.late if found.seat == pace.seat and found.share > 0]
        for found in late[:LATEST]:
            percent = round(100 * found.share)
            out.print(t("analyse.symbol", seat=seat, symbol=found.symbol, percent=percent), markup=False)


def _table(*titles: str) -> Table:
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False)
    for title in titles:
        table.add_column(t(f"analyse.{title}"), justify="right" if title in NUMBERS else "left")
    return table


def _room(titles: Sequence[str], rows: Sequence[tuple[str, ...]]) -> int:
    """Return how long a bar may be, so that each move has a line of its own."""
    named = [t(f"analyse.{title}") for title in titles]
    named[CHANCE] = ""
    widths = [max(map(len, column)) for column in zip(named, *rows, strict=True)]
    least, most = BARS
    return min(most, max(least, out.width - sum(widths) - GAP * (len(widths) - 1)))


def _row(move: KartaMove | CatatacChoice, faces: tuple[Face, ...]) -> tuple[str, ...]:
    """Return what a line says of a move, its bar still missing."""

    def said(one: Place | CatatacMove) -> str:
        return placed(one) if isinstance(one, Place) else chosen(one, faces)

    return (
        str(move.step),
        str(move.seat + 1),
        said(move.played),
        f" {100 * move.after:3.0f}",
        f"{100 * move.loss:.0f} {t(f'analyse.{move.verdict}')}" if move.verdict else "",
        said(move.better) if move.better and move.verdict else "",
    )
