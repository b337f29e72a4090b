"""How fast: decks built and checked, and random games of every kind, on one core.

Times are CPU time, not wall-clock time, so that what else the machine does counts little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time_ns
from typing import Any

from msgspec import Struct

from cartable.core import Chance, Rules, Seat, Setup, seed_of
from cartable.designs import Deck
from cartable.designs.planes import difference_set, point_count
from cartable.games import GAMES

ORDERS = (7, 8, 31, 64, 127)
BUDGET = 1_000_000_000
"""Nanoseconds of random play per game."""


class DeckSpeed(Struct, frozen=True):
    """Microseconds that a deck takes to build, and to check pair by pair."""

    order: int
    cards: int
    build: int
    check: int


class GameSpeed(Struct, frozen=True):
    """Random games and moves per second."""

    game: str
    seats: int
    games: int
    moves: int


def decks() -> Iterator[DeckSpeed]:
    """Measure every order, without caches."""
    for order in ORDERS:
        count = point_count(order)

        def build(order: int = order, count: int = count) -> Deck:
            made = Deck(order, difference_set(order), count)
            made.shared(made.cards[0], made.cards[1])
            return made

        made = build()
        yield DeckSpeed(order, count, _best(build), _best(made.check, times=1 if order > 31 else 3))


def games(budget: int = BUDGET) -> Iterator[GameSpeed]:
    """Measure every game at its usual table."""
    for rules in GAMES.values():
        yield game_speed(rules, rules.info.setup(), budget)


def game_speed(rules: Rules[Any, Any, Any, Any], setup: Setup, budget: int) -> GameSpeed:
    """Play random games through the rules, every move checked, until the budget is used up."""
    played = moves = 0
    start = process_time_ns()
    while (spent := process_time_ns() - start) < budget:
        moves += _random_game(rules, setup, played)
        played += 1
    return GameSpeed(
        rules.info.name, setup.seats, played * 1_000_000_000 // spent, moves * 1_000_000_000 // spent
    )


def _random_game(rules: Rules[Any, Any, Any, Any], setup: Setup, seed: int) -> int:
    """Play one game at random and count the moves, the table's own included."""
    seats, key = setup.seats, seed_of(seed)
    lots = Chance(key, 1 << 40)
    state, at, made = rules.start(setup, Chance(key, 0)), setup.begins, 0
    while rules.result(state) is None:
        seat = first = lots.below(seats)
        move = rules.sample(state, Seat(seat), lots)
        while move is None and (seat := (seat + 1) % seats) != first:
            move = rules.sample(state, Seat(seat), lots)
        if move is None:
            due = rules.due(state)
            assert due is not None, f"stuck: {rules.write(state)}"
            at = max(at, due[0])
        made += 1
        chance = Chance(key, made)
        if move is None:
            state = rules.proceed(state, at, chance).state
        else:
            state = rules.play(state, Seat(seat), move, at, chance).state
    return made


def _best(work: Callable[[], object], times: int = 3) -> int:
    """Return the fewest microseconds that the work took."""
    spent = []
    for _ in range(times):
        start = process_time_ns()
        work()
        spent.append(process_time_ns() - start)
    return min(spent) // 1000
