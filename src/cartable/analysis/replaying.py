"""A record, played again entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from cartable.core import Game, Note, Played, Record, begun
from cartable.games import GAMES


class Replayed(Struct, frozen=True):
    """What an entry of the log did."""

    before: Any
    """The position when it was played, after all that was due by then."""
    after: Any
    events: tuple[Any, ...]


def steps(record: Record[Any]) -> Iterator[tuple[int, Played[Any] | Note, Replayed]]:
    """Yield every entry of a log with its number from 1; raise OtherVersion where the rules have changed."""
    game: Game[Any, Any, Any, Any] = begun(record, GAMES[record.game])
    for number, entry in enumerate(record.log, 1):
        events: tuple[Any, ...] = ()
        before = game.state
        if not isinstance(entry, Played):
            game.note(entry)
        elif entry.mover is None:
            events = game.advance(entry.at)
        else:
            # The table moves first where something was due.
            events = game.advance(entry.at)
            before = game.state
            events += game.play(entry.seat, entry.move, entry.at, entry.evidence)
        yield number, entry, Replayed(before, game.state, events)
