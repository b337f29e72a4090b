"""`cartable puzzles`: count those that ship, mine new ones, check them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Annotated, BinaryIO, Final, Literal

import cyclopts
import msgspec
from cyclopts import Parameter
from msgspec import Struct
from rich.progress import Progress
from rich.table import Table

from cartable.analysis.puzzles import KINDS, Kind, Puzzle, likeness, puzzles
from cartable.bots.compiled import COMPILED
from cartable.cli.app import Complaint, app, at_least, content, err, out, t, unwritable
from cartable.cli.sim import Json
from cartable.core import Chance, seed_of

LEVELS = range(1, 6)
LARGEST = 64
"""How many megabytes a file of puzzles may have: more games than anybody mines."""
BEGUN: Final = re.compile(rb'\{"seed":-?\d+,"found":\[')
"""What every line of a file of puzzles begins with."""

group = cyclopts.App(name="puzzles", help=t("puzzles"))
app.command(group)


class MinedGame(Struct):
    """The puzzles of one game, on a line of a file."""

    seed: int
    found: list[Puzzle]


@group.default
def count(*, json: Json = False) -> None:
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
    at_least(1, "--games", games)
    _needs_numba()
    from cartable.analysis.mining import mined

    done = {game.seed for game in _whole(file)} if file.exists() else set()
    with Progress(console=err, transient=True) as progress, _opened(file, "ab") as written:
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
    at_least(0, "--two", two)
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
    try:
        to.write_bytes(b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in chosen))
    except OSError as error:
        raise unwritable(to, error) from error


@group.command(help=t("puzzles.check"))
def check(
    file: Annotated[Path | None, Parameter(help=t("puzzles.files"))] = None,
    /,
    *,
    count: Annotated[int, Parameter(help=t("puzzles.count"))] = 200,
    seed: Annotated[int, Parameter(help=t("sim.seed"))] = 1,
) -> None:
    at_least(1, "--count", count)
    _needs_numba()
    from cartable.analysis.mining import refuted

    every = [one for game in _read(file) for one in game.found] if file else list(puzzles())
    chosen = Chance(seed_of(seed), 0).shuffled(every)[:count]
    tried, wrong = Counter[bool](), Counter[bool]()
    with Progress(console=err, transient=True) as progress:
        for puzzle in progress.track(chosen, description=t("puzzles.working")):
            searched = puzzle.kind == "five"
            tried[searched] += 1
            wrong[searched] += refuted(puzzle)
    for searched in (False, True):
        if tried[searched]:
            key = "puzzles.refuted.five" if searched else "puzzles.refuted"
            out.print(t(key, refuted=wrong[searched], count=tried[searched]))


def _whole(file: Path) -> list[MinedGame]:
    """Return the games of a file; cut off the last line if an interrupted run left it incomplete."""
    read = content(file, LARGEST)
    end = read.rfind(b"\n") + 1
    games, last = _games(file, read[:end]), read[end:]
    try:
        games += _games(file, last)
        end += len(last)
    except Complaint:
        if not games and not BEGUN.match(last):
            raise
    if last:
        with _opened(file, "r+b") as written:
            written.truncate(end)
            written.seek(end)
            written.write(b"\n" if read[:end].endswith(b"}") else b"")
    return games


def _read(file: Path) -> list[MinedGame]:
    return _games(file, content(file, LARGEST))


def _games(file: Path, read: bytes) -> list[MinedGame]:
    try:
        return [msgspec.json.decode(line, type=MinedGame) for line in read.splitlines()]
    except ValueError as error:
        raise Complaint(t("puzzles.foreign", file=str(file))) from error


def _opened(file: Path, mode: Literal["ab", "r+b"]) -> BinaryIO:
    try:
        return file.open(mode)
    except OSError as error:
        raise unwritable(file, error) from error


def _needs_numba() -> None:
    if not COMPILED:
        raise Complaint(t("puzzles.numba"))
