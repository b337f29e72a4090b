"""Compiling: numba makes the search seventy times faster where it is installed, and nothing needs it.

Numba keeps its machine code next to the source, in the user's cache where it may not write there, and nowhere
where it may write in neither. To see whether code is out of date it looks at the function's own file alone,
though callees and constants of other files are in it: so each is kept by a name that says what it is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from types import CodeType, FunctionType
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

Numbers = MutableSequence[int]
Fractions = MutableSequence[float]
"""Rows of numbers, whole or not: arrays where numba is installed, lists where it is not."""

FractionGrid = Sequence[Sequence[float]]

COMPILED: Final = find_spec("numba") is not None
"""Whether the search runs as machine code; without it bots think of far fewer placements."""


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function as machine code that lets other threads run, or as it is without numba."""
    if not COMPILED:
        return function
    assert isinstance(function, FunctionType)
    function.__qualname__ += f"-{made_of(function)}"
    numba = import_module("numba")
    made: Callable[P, T]
    try:
        made = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # there is nowhere to keep it
        made = numba.njit(nogil=True)(function)
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


def weights(values: Sequence[float]) -> Fractions:
    """Return a row of short fractions, which are many and quick to add up."""
    if not COMPILED:
        return list(values)
    made: Fractions = import_module("numpy").array(values, "float32")
    return made


def grid(values: Sequence[float], width: int) -> FractionGrid:
    """Return rows of this many short fractions."""
    if not COMPILED:
        return [values[at : at + width] for at in range(0, len(values), width)]
    made: FractionGrid = import_module("numpy").array(values, "float32").reshape(-1, width)
    return made


def grids(values: Sequence[float], height: int, width: int) -> Sequence[FractionGrid]:
    """Return grids of this many rows of this many short fractions."""
    size = height * width
    if not COMPILED:
        return [grid(values[at : at + size], width) for at in range(0, len(values), size)]
    made: Sequence[FractionGrid] = import_module("numpy").array(values, "float32").reshape(-1, height, width)
    return made


def fractions(count: int) -> Fractions:
    """Return a row of zeros that can become fractions."""
    if not COMPILED:
        return [0.0] * count
    made: Fractions = import_module("numpy").zeros(count)
    return made


def made_of(function: FunctionType) -> str:
    """Return a digest of a function's code and of everything it names that is already defined."""
    parts = "\n".join(_parts(function, set()))
    return blake2b(parts.encode(), digest_size=8).hexdigest()


def _parts(function: FunctionType, seen: set[FunctionType]) -> Iterator[str]:
    seen.add(function)
    for kind in function.__annotations__.values():
        # What is kept names the classes of its arguments, and cannot be read where one of them has gone.
        kind = function.__globals__.get(kind, kind) if isinstance(kind, str) else kind
        yield f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', kind)}"
    for code in _codes(function.__code__):
        yield code.co_code.hex()
        yield from (repr(value) for value in code.co_consts if not isinstance(value, CodeType))
        for name in code.co_names:
            yield name
            value: Any = function.__globals__.get(name)
            below = getattr(value, "py_func", value)
            if isinstance(below, FunctionType):
                if below not in seen:
                    yield from _parts(below, seen)
            elif hasattr(value, "tobytes"):
                yield value.tobytes().hex()
            else:
                yield repr(value)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Give a function's code and that of the functions inside it."""
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)
