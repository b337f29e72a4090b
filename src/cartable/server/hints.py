"""Hints for somebody who plays alone against bots: what a bot would do, found off the event loop."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Raw

from cartable.analysis.puzzles import RULES
from cartable.core import AnyGame, Refused, Seat, Stage
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.sentences import error
from cartable.server.think import Far, Think


class Hints:
    """The hints of one table."""

    def __init__(self, think: Think) -> None:
        self._think = think

    def ask(self, game: AnyGame, book: Book, running: bool, client: Client, request: messages.Hint) -> None:
        """Answer a client; raise Refused where hints are not given (TABLE-14)."""
        if not game.rules.info.hints or not book.agreement.terms.hints:
            raise Refused("TABLE-14", "table.no-hints")
        if not alone(book):
            raise Refused("TABLE-14", "table.hints-alone")
        if not running:
            raise Refused("TABLE-8", "table.paused")
        stage: Stage[Any] = game.state
        if stage.resumes is not None or stage.game.turn != request.seat:
            raise Refused("TABLE-8", "table.no-turn")
        position = RULES.write(stage.game)
        self._think(partial(find, position), partial(_told, client, request.id), Far("karta hint"))


def alone(book: Book) -> bool:
    """Return whether one person is at the table, however many screens show it, and a bot plays (TABLE-14)."""
    persons = [member for member, person in book.persons.items() if not person.tv]
    seats = range(len(book.chairs))
    return (
        len(persons) == 1
        and len(book.seats_of(persons[0])) == 1
        and any(book.chairs[Seat(seat)].bot for seat in seats)
    )


def find(position: str, share: float) -> Raw:
    """Return a hint, in a process where numba is loaded."""
    from cartable.analysis.karta import hinted

    return Raw(msgspec.json.encode(hinted(position, share)))


def _told(client: Client, id: int, hint: Raw | Exception) -> None:
    if isinstance(hint, Exception):
        # A process that died of it is nothing to the game.
        client.tell(error(id, "error.study-failed", client.language))
    else:
        client.tell(messages.Answered(id, hint))
