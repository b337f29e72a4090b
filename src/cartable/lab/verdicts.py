"""The verdicts that a server wrote down: when each could fall by its evidence, and when it was told."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from cartable.core import NO_EVIDENCE, Played
from cartable.fair import Contest, Press, Promise, evidence_of
from cartable.lab.traffic import GAME, SEATS
from cartable.server.packing import every_row
from cartable.server.rows import GameBegan, decode
from cartable.server.sqlite_file import FILE


def verdicts(folder: Path, codes: Container[str]) -> Iterator[tuple[str, tuple[int, int], Contest]]:
    """Yield the evidence of all verdicts at these tables: the code, the number of game and move, and it."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        games = moves = 0
        for code, number, line in every_row(db):
            # Bots at the other tables play another game.
            if code not in codes:
                continue
            row = decode(line, GAME)
            if number == 0:
                games = 0
            if isinstance(row, GameBegan):
                games, moves = games + 1, 0
            elif isinstance(row, Played):
                moves += 1
                if row.evidence != NO_EVIDENCE:
                    yield code, (games, moves), evidence_of(row.evidence)


def decidable(evidence: Contest) -> tuple[float, Press | Promise | None]:
    """Return when a verdict could fall, on the server's clock in seconds, and the message on which it did.

    There is none where it fell because time had passed.
    """
    said: list[Press | Promise] = [*evidence.presses, *evidence.promises]
    said.sort(key=lambda message: message.read)
    known = replace(evidence, presses=(), promises=())
    for message, later in zip(said, (*said[1:], None), strict=True):
        known = known.heard(message) if isinstance(message, Press) else known.promised(message)
        if known.presses and (later is None or known.due < later.read):
            waited = known.due > message.read
            return max(known.due, message.read) / 1000, None if waited else message
    raise ValueError("a verdict needs a call")


def first_told(told: Mapping[tuple[int, int], float], played: tuple[int, int]) -> float | None:
    """Return when a move was told of: with the calls that lost to it, which are moves of their own."""
    game, move = played
    views = (told.get((game, later)) for later in range(move, move + SEATS))
    return next((at for at in views if at is not None), None)
