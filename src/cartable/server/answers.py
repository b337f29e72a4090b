"""Answers to what clients ask of a game: found off the event loop, and kept until the next move."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Raw

from cartable.core import AnyGame, Refused
from cartable.server import messages
from cartable.server.client import Client
from cartable.server.decoders import decoder
from cartable.server.sentences import not_allowed
from cartable.server.think import Think


class Answers:
    """The answers of one table."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._kept: dict[bytes, Raw] = {}
        self._state: Any = None
        self._asked: dict[bytes, list[tuple[Client, int]]] = {}
        """Who waits for the answers that are being found, and the numbers of their requests."""

    def ask(self, game: AnyGame, client: Client, request: messages.Ask) -> None:
        """Answer a client; raise Refused where the game answers nothing, ValidationError for no question."""
        rules = game.rules
        if rules.question_type is None:
            raise Refused("TABLE-8", "table.no-question")
        if game.state is not self._state:
            self._state, self._kept, self._asked = game.state, {}, {}
        question = decoder(rules.question_type).decode(request.question)
        key = msgspec.json.encode((request.seat, question))
        if key in self._kept:
            client.tell(messages.Answered(request.id, self._kept[key]))
            return
        if key in self._asked:
            self._asked[key].append((client, request.id))
            return
        state = game.state
        waiting = self._asked[key] = [(client, request.id)]
        self._think(
            lambda: Raw(msgspec.json.encode(rules.answer(state, request.seat, question))),
            partial(self._answered, state, key, waiting),
        )

    def _answered(
        self, state: Any, key: bytes, waiting: list[tuple[Client, int]], answer: Raw | Exception
    ) -> None:
        if state is self._state:
            self._asked.pop(key, None)
        if isinstance(answer, Refused):
            for client, id in waiting:
                client.tell(not_allowed(id, answer, client.language))
            return
        if isinstance(answer, Exception):
            raise answer
        if state is self._state:
            self._kept[key] = answer
        for client, id in waiting:
            client.tell(messages.Answered(id, answer))
