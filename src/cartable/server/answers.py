"""Answers to what clients ask of a game: found off the event loop, and kept until the next move."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Raw

from cartable.core import Refused
from cartable.server import messages
from cartable.server.book import AnyGame
from cartable.server.client import Client
from cartable.server.decoders import decoder
from cartable.server.sentences import refusal
from cartable.server.think import Think


class Answers:
    """The answers of one table."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._kept: dict[bytes, Raw] = {}
        self._state: Any = None

    def ask(self, game: AnyGame, client: Client, request: messages.Ask) -> None:
        """Answer a client; raise Refused where the game answers nothing, ValidationError for no question."""
        rules = game.rules
        if rules.question_type is None:
            raise Refused("TABLE-8", "table.no-question")
        if game.state is not self._state:
            self._state, self._kept = game.state, {}
        question = decoder(rules.question_type).decode(request.question)
        key = msgspec.json.encode((request.seat, question))
        if key in self._kept:
            client.tell(messages.Answered(request.id, self._kept[key]))
            return
        state = game.state
        self._think(
            lambda: Raw(msgspec.json.encode(rules.answer(state, request.seat, question))),
            partial(self._answered, state, key, client, request.id),
        )

    def _answered(self, state: Any, key: bytes, client: Client, id: int, answer: Raw | Exception) -> None:
        if isinstance(answer, Refused):
            client.tell(refusal(id, answer, client.language))
            return
        if isinstance(answer, Exception):
            raise answer
        if state is self._state:
            self._kept[key] = answer
        client.tell(messages.Answered(id, answer))
