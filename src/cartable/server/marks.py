"""Marks: a table's book as it stands at some row, so that earlier rows need not be read again.

The log stays the truth. A mark that does not fit (another Cartable, other rules, damaged) is thrown away, and
the whole log is read.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from cartable import __version__
from cartable.core import Bookmark, Game, Millis, Result, Seat
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.chairs import Chair, Person
from cartable.server.decoders import decoder
from cartable.server.rows import Agreement, Asked, GameBegan, Veiled

EVERY: Final = 200
"""How many rows apart marks are made."""


class Mark(Struct, frozen=True):
    """A book, its latest game included."""

    cartable: str
    version: int | None
    """The version of the rules that its game was played with here; None where there is no game."""
    rows: int
    code: str
    secret: str
    agreement: Agreement
    phase: messages.Phase
    persons: dict[int, Person]
    newest: int
    host: int | None
    locked: bool
    chairs: list[Chair]
    began: GameBegan | None
    result: Result | None
    outdated: bool
    games: int
    signs: int
    record: str
    first: int
    at: Millis
    held: dict[int, set[Seat]]
    veiled: dict[Seat, Veiled]
    screens: list[str]
    asked: list[Asked]
    game: Bookmark | None


_OTHERWISE: Final = ("cartable", "version", "asked", "game")
KEPT: Final = tuple(name for name in Mark.__struct_fields__ if name not in _OTHERWISE)
"""What a mark and a book have in common."""

_encode = msgspec.json.Encoder().encode


def mark(book: Book) -> bytes | None:
    """Return a mark of a book; None if its latest game would have to be replayed first."""
    game = book.game
    if book.began and game is None:
        return None
    kept = {name: getattr(book, name) for name in KEPT}
    version = game.rules.info.version if game else None
    asked = [
        Asked(member, page, request, late)
        for member, lately in book.asked.items()
        for (page, request), late in lately.items()
    ]
    return _encode(Mark(__version__, version, **kept, asked=asked, game=game.bookmark() if game else None))


def resumed(line: bytes) -> Book | None:
    """Return the book that a mark was made of, or None if it does not fit."""
    try:
        found: Mark = decoder(Mark).decode(line)
        if found.cartable != __version__ or not _playable(found):
            return None
        book = Book(found.code, found.agreement)
        for name in KEPT:
            setattr(book, name, getattr(found, name))
        book.marked = book.rows
        for asked in found.asked:
            book.heard(asked)
        if found.began and found.game:
            began, seed = found.began, bytes.fromhex(found.began.seed)
            book.game = Game.resumed(GAMES[began.game], began.setup, seed, found.game, began.position)
    except ValueError:  # msgspec's own errors are such, and those of positions.
        return None
    return book


def _playable(found: Mark) -> bool:
    if found.agreement.game not in GAMES:
        return False
    began = found.began
    return began is None or (began.playable and GAMES[began.game].info.version == found.version)
