"""Finished games: put together from the rows of their tables, and played again step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw

from cartable.core import Game, Note, OtherVersion, Played, Record, Result
from cartable.core.record import FORMAT
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.form import Damaged
from cartable.server.referee import verdicts
from cartable.server.rows import GameBegan, decode


def recorded(rows: list[bytes], result: Result | None) -> Record[Any]:
    """Return the record of a game from the rows of its table; raise Damaged where its beginning is gone."""
    began = decode(rows[0])
    if not isinstance(began, GameBegan):
        raise Damaged("the first row is none of a game's")
    game = began.game if began.playable else ""
    entries = (decode(line, game) for line in rows[1:])
    log = [entry for entry in entries if isinstance(entry, Played | Note)]
    return Record(FORMAT, began.game, began.version, began.setup, began.seed, log, result)


def frames(record: Record[Any]) -> Iterator[messages.Frame]:
    """Yield a record as a spectator sees it, the opening first; raise OtherVersion where rules changed."""
    rules = GAMES[record.game]
    if not rules.info.plays(record.version):
        raise OtherVersion(record.game, record.version, rules.info.version)
    game = Game(rules, record.setup, bytes.fromhex(record.seed))
    decided = verdicts(record)
    yield messages.Frame(game.now, None, Raw(b"null"), (), _raw(rules.view(game.state, None)), None)
    for entry in record.log:
        events: tuple[Any, ...] = ()
        seat = None
        if not isinstance(entry, Played):
            game.note(entry)
        elif entry.mover is None:
            events = game.advance(entry.at)
        else:
            seat = entry.seat
            events = game.play(entry.seat, entry.move, entry.at, entry.evidence)
        seen = (event.seen(None) for event in events)
        found = decided.get(game.moves_made) if isinstance(entry, Played) else None
        verdict = messages.Verdict(found.winner, found.tied, found.scores) if found else None
        view = _raw(rules.view(game.state, None))
        yield messages.Frame(
            entry.at, seat, _raw(entry), tuple(_raw(e) for e in seen if e is not None), view, verdict
        )


def _raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))
