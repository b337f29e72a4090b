"""A record, replayed entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from cartable.core import Note, Played, Record, steps
from cartable.games import GAMES


class Replayed(Struct, frozen=True):
    """What an entry of the log did."""

    before: Any
    """The position when it was played: everything due by then has entries of its own."""
    after: Any
    events: tuple[Any, ...]


def entries(record: Record[Any]) -> Iterator[tuple[int, Played[Any] | Note, Replayed]]:
    """Yield every entry of a log with its number from 1, and what it did.

    It raises OtherVersion where the rules have changed, ValueError where the record is false.
    """
    before: Any = None
    for number, (game, entry, events) in enumerate(steps(record, GAMES[record.game])):
        if entry is not None:
            yield number, entry, Replayed(before, game.state, events)
        before = game.state
