"""`cartable puzzles`: count those that ship, mine new ones, check them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cyclopts
import msgspec
from cyclopts import Parameter
from msgspec import Struct
from rich.progress import Progress
from rich.table import Table

from cartable.analysis.puzzles import KINDS, Kind, Puzzle, likeness, puzzles
from cartable.bots.compiled import COMPILED
from cartable.cli.app import Complaint, app, err, out, t
from cartable.cli.sim import Json
from cartable.core import Chance, seed_of

LEVELS = range(1, 6)

group = cyclopts.App(name="puzzles", help=t("puzzles"))
app.command(group)


class MinedGame(Struct):
    """The puzzles of one game, on a line of a file."""

    seed: int
    found: list[Puzzle]


@group.default
def count(*, json: Json = False) -> None:
    """List."""
    counted = {
        kind: [sum(one.kind == kind and one.level == level for one in puzzles()) for level in LEVELS]
        for kind in KINDS
    }
    if json:
        out.print(msgspec.json.encode(counted).decode(), markup=False)
        return
    table = Table(box=None, padding=(0, 1))
    table.add_column(t("puzzles.kind"))
    for title in (*(t("puzzles.level", level=level) for level in LEVELS), t("puzzles.all")):
        table.add_column(title, justify="right")
    for kind, numbers in counted.items():
        table.add_row(t(f"puzzles.kind.{kind}"), *map(str, (*numbers, sum(numbers))))
    out.print(table)


count.__doc__ = t("puzzles.list")


@group.command(help=t("puzzles.make"))
def make(
    file: Annotated[Path, Parameter(help=t("puzzles.out"))],
    /,
    *,
    games: Annotated[int, Parameter(help=t("puzzles.games"))] = 100,
    seed: Annotated[int, Parameter(help=t("puzzles.seed"))] = 1,
    kind: Annotated[list[Kind] | None, Parameter(help=t("puzzles.kinds"), negative="")] = None,
) -> None:
    _needs_numba()
    from cartable.analysis.mining import mined

    done: set[int] = set()
    if file.exists():
        # The last line of a run that was killed may be cut off.
        content = file.read_bytes()
        file.write_bytes(content[: content.rfind(b"\n") + 1])
        done = {game.seed for game in _read(file)}
    with Progress(console=err, transient=True) as progress, file.open("ab") as written:
        task = progress.add_task(t("puzzles.working"), total=games)
        for number in range(seed, seed + games):
            if number not in done:
                written.write(
                    msgspec.json.encode(MinedGame(number, list(mined(number, kind or KINDS)))) + b"\n"
                )
                written.flush()
            progress.advance(task)


@group.command(help=t("puzzles.gather"))
def gather(
    files: Annotated[list[Path], Parameter(help=t("puzzles.files"))],
    /,
    *,
    to: Annotated[Path, Parameter(help=t("puzzles.out"))],
    two: Annotated[int, Parameter(help=t("puzzles.most"))] = 100,
) -> None:
    found: dict[object, Puzzle] = {}
    for file in files:
        for game in _read(file):
            for puzzle in game.found:
                found.setdefault(likeness(puzzle), puzzle)
    easy = sorted(found.values(), key=lambda puzzle: (puzzle.level, puzzle.kind, puzzle.position))
    chosen = [puzzle for puzzle in easy if puzzle.kind != "two"]
    # Of those with two cards the harder ones: there are always enough easy ones.
    chosen += [puzzle for puzzle in reversed(easy) if puzzle.kind == "two"][:two]
    chosen.sort(key=lambda puzzle: (puzzle.level, puzzle.position))
    to.write_bytes(b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in chosen))


@group.command(help=t("puzzles.check"))
def check(
    file: Annotated[Path | None, Parameter(help=t("puzzles.files"))] = None,
    /,
    *,
    count: Annotated[int, Parameter(help=t("puzzles.count"))] = 200,
    seed: Annotated[int, Parameter(help=t("sim.seed"))] = 1,
) -> None:
    _needs_numba()
    from cartable.analysis.mining import refuted

    every = [one for game in _read(file) for one in game.found] if file else list(puzzles())
    chosen = Chance(seed_of(seed), 0).shuffled(every)[:count]
    wrong = 0
    with Progress(console=err, transient=True) as progress:
        for puzzle in progress.track(chosen, description=t("puzzles.working")):
            wrong += refuted(puzzle)
    out.print(t("puzzles.refuted", refuted=wrong, count=len(chosen)))


def _read(file: Path) -> list[MinedGame]:
    try:
        return [msgspec.json.decode(line, type=MinedGame) for line in file.read_bytes().splitlines()]
    except (OSError, msgspec.MsgspecError) as error:
        raise Complaint(t("replay.wrong", file=str(file), why=str(error))) from error


def _needs_numba() -> None:
    if not COMPILED:
        raise Complaint(t("puzzles.numba"))
