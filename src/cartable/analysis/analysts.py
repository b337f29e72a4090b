"""Which analyst analyses the games of each box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from cartable.analysis.found import AnyStudy
from cartable.core import Record


class Analyst(Protocol):
    """Analyses the games of a box, one choice after another."""

    def judge(self, one: Any, level: str, /) -> Any:
        """Return the finding for one choice."""
        ...

    def gathered(self, record: Record[Any], level: str, found: Sequence[Any], /) -> AnyStudy:
        """Return the study of all findings."""
        ...


# Numba takes a second to load: only whoever looks ahead waits for it.


def _karta() -> Analyst:
    from cartable.analysis import karta

    return karta


def _catatac() -> Analyst:
    from cartable.analysis import catatac

    return catatac


def _reflex() -> Analyst:
    from cartable.analysis import reflex

    return reflex


ANALYSTS: Final[Mapping[str, Callable[[], Analyst]]] = {
    "spot": _reflex,
    "island": _reflex,
    "catatac": _catatac,
    "karta": _karta,
}


def analysed(game: str) -> bool:
    """Return whether there is an analysis of a game."""
    return _box(game) in ANALYSTS


def analyst(game: str) -> Analyst:
    """Return the analyst of a game; raise ValueError if there is none."""
    if not analysed(game):
        raise ValueError(f"there is no analysis of {game}")
    return ANALYSTS[_box(game)]()


def _box(game: str) -> str:
    return game.partition("/")[0]
