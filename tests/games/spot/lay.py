"""How the tests of Spot it! lay out cards, call, and read what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cartable.core import Chance, DeckSpec, Millis, Refused, Seat, Setup, Step, seed_of
from cartable.designs import CLASSIC, Card, Symbol
from cartable.games.reflex.calls import Call
from cartable.games.spot import CATCH, FACEOFF, GIFT, POTATO, PRACTICE, TOWER, TRIPLET, WELL
from cartable.games.spot.claims import SpotMove
from cartable.games.spot.rules import Spot, SpotEvent
from cartable.games.spot.spread import Spread
from cartable.texts import LANGUAGES, say

ALL: tuple[Spot, ...] = (TOWER, WELL, GIFT, TRIPLET, POTATO, CATCH, PRACTICE, FACEOFF)

every_game = pytest.mark.parametrize("rules", ALL, ids=lambda rules: str(rules.info.name))

A, B, C, D = map(Seat, range(4))
"""Four seats, by a letter each."""


def chance(number: int = 0) -> Chance:
    """Return the chance of a move of a game that is always the same."""
    return Chance(seed_of(1), number)


def table(rules: Spot, seats: int, *, deck: DeckSpec | None = None, **options: int) -> Setup:
    """Return a table's agreement."""
    return rules.info.setup(seats, deck=deck, options=options)


def lay(rules: Spot, text: str, **options: int) -> Spread:
    """Return the position of a text, for as many seats as it speaks of."""
    seats = text.split(" ")[4].count("/") + 1
    return rules.read(text, table(rules, seats, deck=None, **options))


def begin(rules: Spot, seats: int, *, deck: DeckSpec | None = None, **options: int) -> Spread:
    """Return a game whose cards have just been turned up."""
    state = rules.start(table(rules, seats, deck=deck, **options), chance())
    return rules.proceed(state, Millis(3_000), chance(1)).state


def right(*cards: int) -> Call:
    """Return the call of the symbol that the cards share."""
    first, second, *_ = named = tuple(map(Card, cards))
    return Call(CLASSIC.shared(first, second), named)


def wrong(*cards: int) -> Call:
    """Return a call of a symbol that stands on the first card only."""
    first, *others = named = tuple(map(Card, cards))
    alone = (s for s in CLASSIC.symbols(first) if not any(CLASSIC.has(other, s) for other in others))
    return Call(next(alone), named)


def play(
    rules: Spot, state: Spread, seat: Seat, move: SpotMove, at: int = 0, number: int = 1
) -> Step[Spread, SpotEvent]:
    """Play a move."""
    return rules.play(state, seat, move, Millis(at), chance(number))


def after(rules: Spot, state: Spread, *calls: tuple[Seat, Call]) -> Spread:
    """Return the spread after these calls."""
    for seat, call in calls:
        state = play(rules, state, seat, call).state
    return state


def first_call(rules: Spot, state: Spread, seat: Seat) -> Call:
    """Return the first right call of a seat."""
    call = next(rules.moves(state, seat))
    assert isinstance(call, Call)
    return call


def misnamed(state: Spread, call: Call) -> Call:
    """Return the call with another symbol of its first card, which the others do not all show."""
    symbols = CLASSIC.symbols(call.cards[0])
    return Call(Symbol(next(symbol for symbol in symbols if symbol != call.symbol)), call.cards)


def outcome(rules: Spot, state: Spread) -> tuple[str, tuple[int, ...]]:
    """Return a finished game's ranking by letters, those who are level together, and its scores."""
    result = rules.result(state)
    assert result is not None
    return " ".join("".join("ABCDEFGH"[team] for team in group) for group in result.ranking), result.scores


@contextmanager
def refused(rule: str, key: str) -> Iterator[None]:
    """Expect a refusal by this rule, for which there are words in every language."""
    with pytest.raises(Refused) as caught:
        yield
    assert (caught.value.rule, caught.value.key) == (rule, key)
    for language in LANGUAGES:
        assert say(f"refused.{key}", language, **caught.value.values)
