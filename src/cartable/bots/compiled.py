"""Compiling: numba makes the search seventy times faster where it is installed, and nothing needs it.

Numba keeps its machine code beside the source and looks at the date of one file alone: whoever changes what
`board.py` or `weights.py` hold must touch `search.py` as well, or the old code runs on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from importlib import import_module
from importlib.util import find_spec
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

Numbers = MutableSequence[int]
Fractions = MutableSequence[float]
"""Rows of numbers, whole or not: arrays where numba is installed, lists where it is not."""

COMPILED: Final = find_spec("numba") is not None
"""Whether the search runs as machine code; without it bots think of far fewer placements."""


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function as machine code that lets other threads run, or as it is without numba."""
    if not COMPILED:
        return function
    made: Callable[P, T] = import_module("numba").njit(cache=True, nogil=True)(function)
    return made


def numbers(values: Iterable[int], kind: str = "int64") -> Numbers:
    """Return a row of whole numbers that compiled functions read and write."""
    row = list(values)
    if not COMPILED:
        return row
    made: Numbers = import_module("numpy").array(row, kind)
    return made


def blank(count: int, kind: str = "int64") -> Numbers:
    """Return a row of zeros."""
    if not COMPILED:
        return [0] * count
    made: Numbers = import_module("numpy").zeros(count, kind)
    return made


def fractions(count: int) -> Fractions:
    """Return a row of zeros that need not stay whole."""
    if not COMPILED:
        return [0.0] * count
    made: Fractions = import_module("numpy").zeros(count)
    return made
