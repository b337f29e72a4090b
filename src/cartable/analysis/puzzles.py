"""Puzzles of Karta Doppio: positions with a single winning move, as `mining` found them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from cartable.analysis.found import RowSwing
from cartable.core import Chance, Millis
from cartable.games.karta import Karta, KartaView, Place, Position

Kind = Literal["two", "three", "four", "five"]
"""How many cards are left."""

KINDS: Final[tuple[Kind, ...]] = ("two", "three", "four", "five")
RULES: Final = Karta()
SETUP: Final = RULES.info.setup()


class Puzzle(Struct, frozen=True):
    """A position, and the moves that win."""

    kind: Kind
    level: int
    """From 1, the easiest, to 5."""
    position: str
    line: tuple[Place, ...]
    """The solver's placements, with the other side's between them."""
    rows: tuple[RowSwing, ...]
    """The rows of four that make the difference to the placement that looks best at first sight."""

    @property
    def id(self) -> str:
        """The name of its position: it stays the same when others come or go."""
        return blake2b(self.position.encode(), digest_size=5).hexdigest()


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship, the easiest first."""
    text = (files("cartable") / "analysis" / "puzzles.jsonl").read_bytes()
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in text.splitlines())


@cache
def by_id() -> dict[str, Puzzle]:
    """Return the puzzles that ship by their ids, the easiest first."""
    return {puzzle.id: puzzle for puzzle in puzzles()}


def solved(puzzle: Puzzle) -> Iterator[tuple[Position, Place]]:
    """Yield the positions in which the solver is asked, with the placement that is right."""
    yield from solvers(RULES.read(puzzle.position, SETUP), puzzle.line)


def solvers(state: Position, line: Sequence[Place]) -> Iterator[tuple[Position, Place]]:
    """Yield the positions of every other placement of a line, with that placement."""
    for number, place in enumerate(line):
        if number % 2 == 0:
            yield state, place
        state = after(state, place)


def likeness(puzzle: Puzzle) -> tuple[Any, ...]:
    """Return what two puzzles that are alike have in common: the table, turned and mirrored as may be."""
    squares = [
        (one.x, one.y, one.dot or "", one.locked) for one in seen(RULES.read(puzzle.position, SETUP)).squares
    ]
    looks = []
    for mirror in (1, -1):
        turned = [(mirror * x, y, dot, locked) for x, y, dot, locked in squares]
        for _ in range(4):
            turned = [(-y, x, dot, locked) for x, y, dot, locked in turned]
            left, top = min(x for x, *_ in turned), min(y for _, y, *_ in turned)
            looks.append(tuple(sorted((x - left, y - top, dot, locked) for x, y, dot, locked in turned)))
    return min(looks)


def moves_of(state: Position) -> list[Place]:
    """Return every placement of the side to move."""
    turn = state.turn
    return [] if turn is None else list(RULES.moves(state, turn))


def after(state: Position, place: Place) -> Position:
    """Return the position after a placement."""
    seat = state.turn
    assert seat is not None
    return RULES.play(state, seat, place, Millis(0), Chance(b"", 0)).state


def seen(state: Position) -> KartaView:
    """Return what everybody sees."""
    return RULES.view(state, None)
