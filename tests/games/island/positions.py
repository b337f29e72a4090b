"""Positions of the island for the tests, written in its notation.

Island cards are 0 to 18, blue 19 to 34, orange 35 to 50, red 51 to 66, ports 67 to 72; where nothing else is
said, card n lies on place n.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from cartable.core import (
    Chance,
    Event,
    Game,
    Millis,
    Move,
    Refused,
    Rules,
    Seat,
    Series,
    Setup,
    Step,
    seed_of,
)
from cartable.designs import ISLAND, Card, Symbol
from cartable.games.reflex.calls import Call

AnyRules = Rules[Any, Any, Any, Any]
E = TypeVar("E", bound=Event)

NOW = Millis(10_000)
PORT_ROW = "67,68,69,70,71,72"


def laid(cards: Mapping[int, int] | None = None) -> str:
    """Write the island with these cards on these places."""
    return ",".join(str((cards or {}).get(place, place)) for place in range(19))


def line(
    turned: str,
    decks: str,
    *,
    flips: str = "-",
    island: str = "-",
    ports: str = "-",
    reach: str = "-",
    gone: str = "-",
    taken: str = "",
    standing: str = "",
    points: str = "",
    round: int = 0,
    frozen: str = "",
    teams: int = 2,
    seats: int = 2,
) -> str:
    """Write a position; what is left out is nothing, or 0 for everyone."""
    nothing, nobody = "/".join("-" * teams), "/".join("0" * teams)
    return " ".join(
        (
            flips,
            island,
            ports,
            turned,
            decks,
            reach,
            gone,
            taken or nothing,
            standing or nobody,
            points or nobody,
            str(round),
            frozen or "/".join("0" * seats),
        )
    )


def right(card: int, own: int) -> Call:
    """Call what the two cards share."""
    return Call(ISLAND.shared(Card(card), Card(own)), (Card(card), Card(own)))


def wrong(card: int, own: int) -> Call:
    """Call a symbol of one's own card that the other does not have."""
    shared = ISLAND.shared(Card(card), Card(own))
    other = next(symbol for symbol in ISLAND.symbols(Card(own)) if symbol != shared)
    return Call(Symbol(other), (Card(card), Card(own)))


def play(rules: AnyRules, state: Any, seat: int, move: Move, at: int = NOW) -> Step[Any, Any]:
    """Play one move."""
    return rules.play(state, Seat(seat), move, Millis(at), Chance(seed_of(0), 1))


def proceed(rules: AnyRules, state: Any, at: int) -> Step[Any, Any]:
    """Let the table do what is due."""
    return rules.proceed(state, Millis(at), Chance(seed_of(0), 1))


def after(rules: AnyRules, state: Any, *moves: tuple[int, Move]) -> Any:
    """Play moves of seats one after another and return the state."""
    for seat, move in moves:
        state = play(rules, state, seat, move).state
    return state


def refused(rules: AnyRules, state: Any, seat: int, move: Move) -> str:
    """Play a move that must be refused; return the rule and the key."""
    try:
        step = play(rules, state, seat, move)
    except Refused as refusal:
        return f"{refusal.rule} {refusal.key}"
    raise AssertionError(f"not refused: {step.events}")


def called(rules: AnyRules, state: Any, seat: int) -> list[tuple[Card, ...]]:
    """Return the cards of each call that a seat may make."""
    return [move.cards for move in rules.moves(state, Seat(seat))]


def the(kind: type[E], events: Iterable[Event]) -> E:
    """Return the one event of a kind."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def dealt(rules: AnyRules, setup: Setup, seed: int = 1) -> Any:
    """Return a table just dealt."""
    return rules.start(setup, Chance(seed_of(seed), 0))


def flipped(rules: AnyRules, setup: Setup, seed: int = 1) -> Any:
    """Return a table whose first cards have been turned."""
    state = dealt(rules, setup, seed)
    due = rules.due(state)
    assert due is not None
    return rules.proceed(state, due[0], Chance(seed_of(seed), 1)).state


def finished(rules: Series[Any, Any, Any, Any], setup: Setup, games: int, seed: int = 1) -> Iterable[Any]:
    """Play a match at random and yield the stage at the end of each of its first games."""
    game = Game(rules, setup, seed_of(seed))
    lots = Chance(seed_of(seed), 1 << 40)
    index = -1
    while index + 1 < games:
        if game.state.resumes is not None or game.result is not None:
            index = game.state.index
            yield game.state
            if game.result is not None:
                return
        due = rules.due(game.state)
        if due is not None:
            game.advance(due[0])
            continue
        seat = Seat(lots.below(setup.seats))
        move = rules.sample(game.state, seat, lots)
        if move is not None:
            game.play(seat, move, Millis(game.now + 1))
