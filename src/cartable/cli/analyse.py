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
    analysed,
    drawn,
    study,
)
from cartable.bots.compiled import COMPILED
from cartable.cli.app import LANGUAGE, Complaint, app, err, out, t, unwritable
from cartable.cli.moves import chosen, faces_of, key, placed
from cartable.cli.sim import Json, decimal, read_record
from cartable.core import Record
from cartable.decks.theme import theme as theme_of
from cartable.designs import deck
from cartable.games.catatac.cards import Face
from cartable.games.catatac.moves import CatatacMove
from cartable.games.karta import Place
from cartable.texts import game_title

BARS = (5, 20)
"""The fewest and the most characters in the bar of a chance."""
LAST_SQUARE = 3
"""How many squares the last of a row of four lies from the first."""
GAP = 2
"""How many characters lie between two columns."""
CHANCE = 3
"""The column of the chances."""
NUMBERS = ("step", "seat", "time", "forgiven", "held")
"""The columns of numbers."""
MOST_NAMED = 3
"""How many symbols that a seat finds late, or takes for another, are named."""
Look = Literal["everyday", "island", "backyard", "insects"]
"""The themes that symbols can be named by."""


@app.command(name="analyse", help=t("analyse"))
def analyse(
    file: Annotated[Path, Parameter(help=t("replay.file"))],
    /,
    *,
    level: Annotated[Literal["hard", "expert"], Parameter(help=t("analyse.level"))] = "hard",
    theme: Annotated[Look | None, Parameter(help=t("analyse.theme"))] = None,
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
        _print_times(studied, _names(found, theme))
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
        for game in studied.games if len(studied.games) > 1 else ():
            if (accurate := game.accuracy[seat]) is not None:
                percent = round(100 * accurate)
                out.print(t("analyse.accuracy.game", game=game.game + 1, percent=percent), markup=False)
    if not COMPILED:
        out.print(t("analyse.plain"), markup=False)
    if isinstance(studied, KartaStudy):
        _print_rows(studied)
    else:
        _print_luck(studied)


def _print_rows(studied: KartaStudy) -> None:
    """Print the rows of four that speak for each better card."""
    told = [move for move in studied.moves if move.verdict and move.rows]
    if told:
        out.print(t("analyse.rows"), markup=False)
    for move in told:
        ends = (
            (row.x, row.y, row.x + LAST_SQUARE * row.across, row.y + LAST_SQUARE * row.down)
            for row in move.rows
        )
        rows = "; ".join(t("analyse.row", x=x, y=y, column=column, row=row) for x, y, column, row in ends)
        out.print(t("analyse.rows.of", step=move.step, rows=rows), markup=False)


def _print_luck(studied: CatatacStudy) -> None:
    for game in studied.games:
        if len(studied.games) > 1:
            out.print(t("analyse.luck.game", game=game.game + 1), markup=False)
        if game.end is None:
            out.print(t("analyse.end.none"), markup=False)
        else:
            won = {1.0: "white", 0.0: "black"}.get(game.end, "even")
            out.print(t(f"analyse.end.{won}"), markup=False)
        luck, tosses = f"{100 * game.luck:+.0f}", f"{100 * game.tosses:+.0f}"
        out.print(t("analyse.luck", luck=luck, tosses=tosses), markup=False)
        for seat, given in enumerate(game.given):
            out.print(t("analyse.given", seat=seat + 1, points=round(100 * given)), markup=False)


def _names(record: Record[Any], wanted: Look | None) -> tuple[str, ...]:
    """Return what the symbols of a record are called: a record does not say by which theme it was played."""
    look = theme_of(wanted or ("island" if record.game.startswith("island/") else "everyday"))
    spec = record.setup.deck
    if spec is None or deck(spec.order).symbol_count > len(look.emblems):
        return ()
    return tuple(emblem.name(LANGUAGE) for emblem in look.emblems)


def _print_times(studied: ReflexStudy, names: Sequence[str]) -> None:
    def called(symbol: int) -> str:
        return names[symbol] if names else str(symbol)

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
        for found in late[:MOST_NAMED]:
            percent, symbol = round(100 * found.share), called(found.symbol)
            out.print(t("analyse.symbol", seat=seat, symbol=symbol, percent=percent), markup=False)
        mistaken = [found for found in studied.mistaken if found.seat == pace.seat]
        for taken in mistaken[:MOST_NAMED]:
            wrong, right = called(taken.called), called(taken.right)
            told = t("analyse.mistaken", seat=seat, called=wrong, right=right, count=taken.count)
            out.print(told, markup=False)


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
