"""What someone was sent, held against the log: it is what the rules show, and the same in every other deal.

A receiver cannot tell apart the worlds that fit its view. So whatever is sent is made again in another of
them, dealt by `imagine` from the view before, in which the same moves are played: each byte must be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Chance, Event, Game, Played, Record, Refused, Seat, TakenBack, decode
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.moment import Moment, open_to_all

TRIES: Final = 80
"""How many deals are tried to find one in which the same moves can be played."""
SAMPLE: Final = 40
"""How many messages of each person and game are remade in another deal; all are checked against the log."""

_encode = msgspec.json.encode


class Leak(Exception):
    """Somebody was sent something they must not know, or something that never happened."""


class Looked(Struct):
    """What was looked at."""

    sights: int = 0
    """Views that were made again in another deal."""
    hidden: int = 0
    """Those of them with events that the receiver saw in part or not at all."""
    unsure: int = 0
    """Those of them that no deal tried could lead to."""


class Past:
    """A game as its log tells it: all states, and what happened between them."""

    def __init__(self, record: Record[Any]) -> None:
        self.rules = GAMES[record.game]
        self.setup = record.setup
        self.seed = bytes.fromhex(record.seed)
        self.entries = record.log
        self.tally = Looked()
        game = Game(self.rules, record.setup, self.seed)
        self.states = [game.state]
        self.events: list[tuple[Event, ...]] = [()]
        self.numbers = [0]
        self._known = [0]
        self._views: dict[tuple[Seat | None, int], bytes] = {}
        for entry in record.log:
            events = game.repeat(entry)
            sign = bool(events) and all(event.seen(None) is None for event in events)
            self.states.append(game.state)
            self.events.append(events)
            self.numbers.append(game.moves_made)
            self._known.append(self._known[-1] + (isinstance(entry, Played) and not sign))
        noted = bool(record.log) and not isinstance(record.log[-1], Played)
        self._agreed = record.result if noted else None
        """How it ended without a last move, which no position shows."""
        if game.result != record.result:
            raise Leak("the record ends otherwise than its log")

    def hold_against(
        self, connections: Iterable[Sequence[bytes]], seats: tuple[Seat, ...], every: int = 1
    ) -> None:
        """Look through all that was sent to a person who holds these seats, connection by connection.

        All of it must be what the log shows; one message in `every` is made again in another deal,
        which takes by far the longest.
        """
        count = 0
        for sent in connections:
            before: set[int] = set()
            for raw in sent:
                if raw.startswith(b'{"type":"game"'):
                    told = msgspec.json.decode(raw, type=m.Game)
                    if not {sight.seat for sight in told.sights} <= {None, *seats}:
                        raise Leak(f"the sight of another seat: {raw.decode()}")
                    pairs = list(self._moments(told, before))
                    if not pairs:
                        raise Leak(f"the log has no such moment: {raw.decode()}")
                    before = {after for _, after in pairs}
                    if count % every == 0:
                        self._again(raw, told, *pairs[0])
                    count += 1

    def _moments(self, told: m.Game, before: set[int]) -> Iterator[tuple[int, int]]:
        """Yield where in the log the message can have been sent, and the one before it on its connection."""
        for after, known in enumerate(self._known):
            if known != told.moves or not all(self._shows(sight, after) for sight in told.sights):
                continue
            if not before and not any(sight.events for sight in told.sights):
                yield after, after
            for start in before:
                if start <= after and all(self._tells(sight, start, after) for sight in told.sights):
                    yield start, after

    def _shows(self, sight: m.Sight, at: int) -> bool:
        key = sight.seat, at
        if key not in self._views:
            self._views[key] = _encode(self.rules.view(self.states[at], sight.seat))
        return bytes(sight.view) == self._views[key]

    def _tells(self, sight: m.Sight, start: int, after: int) -> bool:
        happened = (event for events in self.events[start + 1 : after + 1] for event in events)
        seen = [event.seen(sight.seat) for event in happened]
        return [bytes(raw) for raw in sight.events] == [_encode(event) for event in seen if event is not None]

    def _again(self, raw: bytes, told: m.Game, start: int, after: int) -> None:
        """Make the message again in a deal that differs in everything its receiver cannot know."""
        shown: list[m.Sight] = []
        result = told.result
        for sight in told.sights:
            state, events = self._elsewhere(sight.seat, start, after)
            agreed = self._agreed and told.result == self._agreed
            ended = self._agreed if agreed else self.rules.result(state)
            seats = () if sight.seat is None else (sight.seat,)
            # Whoever has answered in secret has no moves until the answer is told.
            answered = sight.moves == () and any(self.rules.veil(state, of, Chance(b"", 0)) for of in seats)
            veiled = seats if answered else ()
            moment = Moment(
                self.rules, state, ended, told.number, told.moves, told.now, events, veiled=veiled
            )
            again = msgspec.json.decode(moment.message(seats), type=m.Game)
            shown += again.sights
            result = again.result
            if not set(told.reveal.cards if told.reveal else ()) <= set(self.rules.faces(state)):
                raise Leak(f"a reveal of what lies face down: {raw.decode()}")
        if _encode(replace(told, sights=tuple(shown), result=result)) != raw:
            raise Leak(f"another deal would look otherwise: {raw.decode()}")

    def _elsewhere(self, seat: Seat | None, start: int, after: int) -> tuple[Any, tuple[Event, ...]]:
        """Return a world that the seat cannot tell from the true one, and what happened in it."""
        rules, tally = self.rules, self.tally
        tally.sights += 1
        truth = rules.view(self.states[after], seat)
        happened = tuple(event for events in self.events[start + 1 : after + 1] for event in events)
        hidden = any(event.seen(seat) != event for event in happened)
        tally.hidden += hidden
        # Not only where `seen` hides something: it may be what says too much.
        if happened and not open_to_all(rules):
            view = rules.view(self.states[start], seat)
            for attempt in range(TRIES):
                state = rules.imagine(view, self.setup, Chance(b"elsewhere", tally.sights * TRIES + attempt))
                found = self._played(state, start, after)
                if (
                    found
                    and rules.view(found[0], seat) == truth
                    and _own(found[1], seat) == _own(happened, seat)
                ):
                    return found
            tally.unsure += hidden
        return rules.imagine(truth, self.setup, Chance(b"afterwards", tally.sights)), happened

    def _played(self, state: Any, start: int, after: int) -> tuple[Any, tuple[Event, ...]] | None:
        """Play the same moves from another state; None where they cannot be."""
        events: tuple[Event, ...] = ()
        for at in range(start, after):
            entry = self.entries[at]
            if isinstance(entry, TakenBack):
                raise ValueError("nothing is taken back where something is hidden")
            if isinstance(entry, Played):
                try:
                    chance = Chance(self.seed, self.numbers[at + 1])
                    step = self.rules.play(state, entry.seat, entry.move, entry.at, chance)
                except Refused:
                    return None
                state, events = step.state, events + step.events
        return state, events


def _own(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """Return what a seat did or got itself, and so knows: in which order it drew its cards, say."""
    return [event for event in events if seat is not None and getattr(event, "seat", None) == seat]


def leak(record: bytes, heard: list[tuple[list[list[bytes]], tuple[int, ...]]]) -> str:
    """Return what somebody was sent of a finished game that they must not know, or nothing."""
    past = Past(decode(record, GAMES))
    for connections, seats in heard:
        try:
            every = 1 + sum(map(len, connections)) // SAMPLE
            past.hold_against(connections, tuple(map(Seat, seats)), every)
        except Leak as found:
            return str(found)
        secret = past.seed.hex().encode()
        told = (text for sent in connections for text in sent if b'"phase":"over"' not in text)
        if any(secret in text for text in told):
            return "the seed of a game that is under way"
    return ""
