"""Finished games: put together from the rows of their tables, and replayed step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from secrets import token_hex
from typing import Any, Final

import msgspec
from msgspec import Raw

from cartable.analysis import run
from cartable.core import (
    AnyGame,
    Event,
    Millis,
    Note,
    Played,
    Record,
    Refused,
    Result,
    Seat,
    begun,
    replay,
    steps,
)
from cartable.core.record import FORMAT
from cartable.fair import Verdict, verdicts
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.calendar import end_of
from cartable.server.moment import open_to_all
from cartable.server.rows import Agreement, GameBegan, decode
from cartable.server.store import Damaged, DayTry, Finish

LARGEST_REPLAY: Final = 32 << 20
"""The most bytes of JSON in all frames of a replay; the longest games of CATATAC at six seats have 4 MB."""


class Costly(Exception):
    """A record is too large to be shown."""


def finished(book: Book, home: int, result: Result, wall: int) -> Finish:
    """Return the game that a table has just ended, at this time since 1970, as the store keeps it."""
    day = book.agreement.day
    listed = messages.Listed(
        token_hex(16),
        book.playing,
        wall,
        # Nobody's own name is ever shown with the deck of a day (TABLE-16).
        tuple("" if day else book.name(Seat(seat)) for seat in range(len(book.chairs))),
        result,
        bots=tuple(chair.bot for chair in book.chairs),
        faces=() if day else tuple(book.face(Seat(seat)) for seat in range(len(book.chairs))),
        theme=book.agreement.theme,
        practice=bool(book.began and book.began.position),
        nameless=day is not None,
        sealed=end_of(day.day) if day else 0,
        host=book.host,
    )
    counted = DayTry(day.day, day.key, home) if day and day.counted else None
    return Finish(book.first, book.rows - 1, listed, counted)


def recorded(rows: list[bytes], result: Result | None) -> Record[Any]:
    """Return the record of a game from the rows of its table; raise Damaged where its beginning is gone."""
    began = decode(rows[0])
    if not isinstance(began, GameBegan):
        raise Damaged("the first row is none of a game's")
    game = began.game if began.playable else ""
    entries = (decode(line, game) for line in rows[1:])
    log = [entry for entry in entries if isinstance(entry, Played | Note)]
    return Record(
        FORMAT,
        began.game,
        began.version,
        began.setup,
        began.seed,
        log,
        result,
        began.shuffle,
        began.position,
    )


def replayed(record: Record[Any], listed: messages.Listed | None = None, link: str = "") -> messages.Replay:
    """Return a record step by step; raise Costly, OtherVersion, or ValueError where it is false."""
    setup = record.setup
    return messages.Replay(
        # First of all: it raises where the record is false.
        frames=tuple(_bounded(frames(record))),
        game=record.game,
        options=setup.options,
        deck=setup.deck,
        theme=listed.theme if listed else "",
        teams=setup.teams,
        names=listed.names if listed else ("",) * setup.seats,
        bots=listed.bots if listed else (),
        faces=listed.faces if listed else (),
        finished=listed.finished if listed else 0,
        link=link,
        commitment=record.commitment,
        seed=record.seed,
        shuffle=record.shuffle,
        practice=record.position != "",
        playable=record.result is not None and GAMES[record.game].info.practice,
        run=run(record),
        result=record.result,
    )


def frames(record: Record[Any]) -> Iterator[messages.Frame]:
    """Yield the steps of a record, the opening first."""
    decided = verdicts(record)
    for game, entry, events in steps(record, GAMES[record.game]):
        found = decided.get(game.moves_made) if isinstance(entry, Played) else None
        seat = entry.mover if isinstance(entry, Played) else None
        yield _frame(game, entry.at if entry else game.now, seat, entry, events, found)


def _bounded(frames: Iterator[messages.Frame]) -> Iterator[messages.Frame]:
    """Yield frames while all of them together are no larger than a replay may be."""
    size = 0
    for frame in frames:
        size += len(msgspec.json.encode(frame))
        if size > LARGEST_REPLAY:
            raise Costly
        yield frame


def continued(record: Record[Any], step: int, theme: str = "", name: str = "") -> Agreement:
    """Return what is played on from a step of a finished game (TABLE-13); raise Refused where nobody can.

    The whole game is played again, so that nothing comes of a record that is false.
    """
    info = GAMES[record.game].info
    if not info.practice or record.result is None:
        raise Refused("TABLE-13", "practice.game")
    position = ""
    for number, (game, _, _) in enumerate(steps(record, GAMES[record.game])):
        fresh = game.rules.afresh(game.state, game.now, game.chance()) if number == step else None
        if fresh is not None and game.result is None:
            position = game.rules.write(game.state)
    if not position:
        raise Refused("TABLE-13", "practice.moment")
    setup = record.setup
    practice = messages.Practice(position, info.version, setup.teams, name, step)
    options = info.filled(setup).options
    return Agreement(record.game, options, setup.deck, theme, messages.Terms(), practice)


def chased(record: Record[Any], listed: messages.Listed | None = None) -> Agreement:
    """Return what is played against a run, with its cards (SPOT-16); raise Refused or ValueError.

    Without a listing the run is a file's: nobody knows where it was played, and it is not verified.
    """
    rules = GAMES[record.game]
    found = run(record)
    replay(record, rules)  # Raises where the record is false.
    opening = begun(record, rules)
    if found is None or rules.afresh(opening.state, opening.now, opening.chance()) is None:
        raise Refused("SPOT-16", "ghost.none")
    name, bot = (listed.names[0], "".join(listed.bots[:1])) if listed else ("", "")
    ghost = messages.Ghost(name, bot, found.splits, found.verified and listed is not None)
    position, setup = rules.write(opening.state), record.setup
    practice = messages.Practice(
        position, rules.info.version, setup.teams, listed.record if listed else "", 0, ghost
    )
    options, theme = rules.info.filled(setup).options, listed.theme if listed else ""
    return Agreement(record.game, options, setup.deck, theme, messages.Terms(), practice)


def _frame(
    game: AnyGame, at: Millis, seat: Seat | None, entry: Any, events: Sequence[Event], found: Verdict | None
) -> messages.Frame:
    whole = _glimpse(game, None, events)
    seats: tuple[messages.Glimpse, ...] = ()
    if not open_to_all(game.rules):
        seats = tuple(_glimpse(game, Seat(each), events) for each in range(game.setup.seats))
    verdict = messages.Verdict(found.winner, found.tied, found.scores) if found else None
    return messages.Frame(at, seat, _raw(entry), whole.events, whole.view, seats, verdict)


def _glimpse(game: AnyGame, seat: Seat | None, events: Sequence[Event]) -> messages.Glimpse:
    seen = (event.seen(seat) for event in events)
    told = tuple(_raw(event) for event in seen if event is not None)
    return messages.Glimpse(_raw(game.rules.view(game.state, seat)), told)


def _raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))
