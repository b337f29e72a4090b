"""What everyone sees of one moment of a game: encoded once if all see the same."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct

from cartable.core import Event, Millis, Result, Rules, Seat
from cartable.fair import Reveal, Verdict
from cartable.server import messages

MOST_MOVES: Final = 256
"""A seat with more moves than this is not sent the list."""

AnyRules = Rules[Any, Any, Any, Any]

_encode = msgspec.json.Encoder().encode


@cache
def open_to_all(rules: AnyRules) -> bool:
    """Return whether everyone sees the same in a game: it hides nothing, and no kind of event does."""
    kinds = get_args(rules.event_type) or (rules.event_type,)
    return not rules.info.hidden and all(kind.seen is Event.seen for kind in kinds)


@cache
def lists_no_moves(rules: AnyRules) -> bool:
    """Return whether a seat is not sent its moves: finding them is the game, or clients ask instead."""
    return rules.info.reflex or rules.moves_on_demand


class Moment(Struct):
    """One moment, kept as it was decided until it is durable and may be told."""

    rules: AnyRules | None
    """None if today's rules do not play this game."""
    state: Any
    result: Result | None
    number: int
    moves: int
    now: Millis
    events: tuple[Event, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    expired: tuple[Seat, ...] = ()
    reveal: Reveal | None = None
    known: tuple[int, ...] = ()
    """The numbers of the reveals that a call can be about, where one comes with this moment."""
    until: Millis | None = None
    takeback: Seat | None = None
    covered: bool = False
    """Whether the cards are covered, so that none is shown."""
    veiled: Collection[Seat] = ()
    secret: Seat | None = None
    encoded: dict[tuple[Seat, ...], bytes] = {}

    @property
    def quiet(self) -> bool:
        """Whether no moves are listed."""
        return self.result is not None or (self.rules is not None and lists_no_moves(self.rules))

    @property
    def same(self) -> bool:
        """Whether everyone is told the same."""
        rules = self.rules
        if rules is None:
            return self.result is not None
        return open_to_all(rules) and (self.result is not None or lists_no_moves(rules))

    def concerns(self, seats: tuple[Seat, ...]) -> bool:
        """Return whether these seats should notice anything: a sign between two others is kept from them."""
        if not self.events and self.secret is not None:
            return self.secret in seats
        seen = (event.seen(seat) for event in self.events for seat in seats or (None,))
        return not self.events or self.reveal is not None or any(event is not None for event in seen)

    def message(self, seats: tuple[Seat, ...]) -> bytes:
        """Return the message for a connection that holds these seats."""
        key = () if not seats or self.same else seats
        if key not in self.encoded:
            self.encoded[key] = self._message(key)
        return self.encoded[key]

    def _message(self, seats: tuple[Seat, ...]) -> bytes:
        reveal = self.reveal
        rules = None if self.covered else self.rules
        shown = tuple([self._sight(rules, seat) for seat in seats or (None,)]) if rules else ()
        game = messages.Game(
            self.number,
            self.moves,
            self.now,
            messages.Reveal(reveal.number, reveal.cards) if reveal else None,
            shown,
            self.until,
            self.takeback,
            _told(self.verdicts) if self.verdicts else (),
            self.expired,
            self.result,
        )
        return _encode(game)

    def _sight(self, rules: AnyRules, seat: Seat | None) -> messages.Sight:
        # Not `Raw`, which a client decodes them as: they are encoded with the message, and not before it too.
        view: Any = rules.view(self.state, seat)
        events: list[Any] = [seen for event in self.events if (seen := event.seen(seat)) is not None]
        moves = None if seat is None or self.quiet else self._listed(rules, seat)
        return messages.Sight(seat, view, tuple(events), moves)

    def _listed(self, rules: AnyRules, seat: Seat) -> tuple[Any, ...] | None:
        moves: list[Any] = []
        if seat in self.veiled:
            return ()
        for move in rules.moves(self.state, seat):
            if len(moves) == MOST_MOVES:
                return None
            moves.append(move)
        return tuple(moves)


def _told(verdicts: tuple[Verdict, ...]) -> tuple[messages.Verdict, ...]:
    return tuple([messages.Verdict(verdict.winner, verdict.tied, verdict.scores) for verdict in verdicts])
