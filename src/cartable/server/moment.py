"""What everyone is shown of one moment of a game: encoded once where all see the same."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, Final, get_args

import msgspec

from cartable.core import Event, Millis, Result, Rules, Seat
from cartable.fair import Reveal, Verdict
from cartable.server import messages
from cartable.server.book import AnyGame

MOST_MOVES: Final = 256
"""A seat with more moves than this is sent none."""

AnyRules = Rules[Any, Any, Any, Any]

_encode = msgspec.json.Encoder().encode


@cache
def open_to_all(rules: AnyRules) -> bool:
    """Return whether everyone sees the same in a game: it hides nothing, and no kind of event does."""
    kinds = get_args(rules.event_type) or (rules.event_type,)
    return not rules.info.hidden and all(kind.seen is Event.seen for kind in kinds)


@cache
def lists_no_moves(rules: AnyRules) -> bool:
    """Return whether a seat's moves are not sent: finding them is the game, or one asks instead."""
    return rules.info.reflex or rules.moves_on_demand


class Moment:
    """One moment, kept as it was when it was decided, until it is written down and may be told."""

    __slots__ = (
        "_encoded",
        "_events",
        "_expired",
        "_moves",
        "_now",
        "_number",
        "_quiet",
        "_result",
        "_rules",
        "_secret",
        "_state",
        "_takeback",
        "_until",
        "_veiled",
        "_verdicts",
        "reveal",
        "same",
    )

    def __init__(
        self,
        game: AnyGame | None,
        result: Result | None,
        number: int,
        moves: int,
        now: Millis,
        events: tuple[Event, ...] = (),
        verdicts: tuple[Verdict, ...] = (),
        expired: tuple[Seat, ...] = (),
        reveal: Reveal | None = None,
        until: Millis | None = None,
        takeback: Seat | None = None,
        covered: bool = False,
        veiled: Collection[Seat] = (),
        secret: Seat | None = None,
    ) -> None:
        self.reveal = reveal
        self._number = number
        self._moves = moves
        self._now = now
        self._events = events
        self._verdicts = _told(verdicts) if verdicts else ()
        self._expired = expired
        self._until = until
        self._takeback = takeback
        self._veiled = veiled
        self._secret = secret
        self._result = result
        self._rules = game.rules if game and not covered else None
        """None where nothing is shown: the cards are covered, or rules of today do not play this game."""
        self._state = game.state if game else None
        self._quiet = result is not None or (game is not None and lists_no_moves(game.rules))
        self.same = self._quiet and (game is None or open_to_all(game.rules))
        self._encoded: dict[tuple[Seat, ...], bytes] = {}

    def concerns(self, seats: tuple[Seat, ...]) -> bool:
        """Return whether these seats are to notice anything: a sign between two others is not mentioned."""
        if not self._events and self._secret is not None:
            return self._secret in seats
        seen = (event.seen(seat) for event in self._events for seat in seats or (None,))
        return not self._events or self.reveal is not None or any(event is not None for event in seen)

    def message(self, seats: tuple[Seat, ...]) -> bytes:
        """Return the message for a connection that holds these seats."""
        key = () if self.same else seats
        if key not in self._encoded:
            self._encoded[key] = self._message(key)
        return self._encoded[key]

    def _message(self, seats: tuple[Seat, ...]) -> bytes:
        reveal = self.reveal
        rules = self._rules
        shown = tuple([self._sight(rules, seat) for seat in seats or (None,)]) if rules else ()
        game = messages.Game(
            self._number,
            self._moves,
            self._now,
            messages.Reveal(reveal.number, reveal.cards) if reveal else None,
            shown,
            self._until,
            self._takeback,
            self._verdicts,
            self._expired,
            self._result,
        )
        return _encode(game)

    def _sight(self, rules: AnyRules, seat: Seat | None) -> messages.Sight:
        # Not `Raw`, which a client decodes them as: they are encoded with the message, and not before it too.
        view: Any = rules.view(self._state, seat)
        events: list[Any] = [seen for event in self._events if (seen := event.seen(seat)) is not None]
        moves = None if self._quiet or seat is None else self._listed(rules, seat)
        return messages.Sight(seat, view, tuple(events), moves)

    def _listed(self, rules: AnyRules, seat: Seat) -> tuple[Any, ...] | None:
        moves: list[Any] = []
        if seat in self._veiled:
            return ()
        for move in rules.moves(self._state, seat):
            if len(moves) == MOST_MOVES:
                return None
            moves.append(move)
        return tuple(moves)


def _told(verdicts: tuple[Verdict, ...]) -> tuple[messages.Verdict, ...]:
    return tuple([messages.Verdict(verdict.winner, verdict.tied, verdict.scores) for verdict in verdicts])
