"""Files of finished games, as people send them to be analysed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from msgspec.structs import replace

from cartable.bots.compiled import COMPILED
from cartable.core import Chance, Game, Millis, Seat, encode, record, seed_of
from cartable.designs import deck
from cartable.games import GAMES
from cartable.games.reflex.calls import Call

SHAPES: Final = (("karta", 2), ("catatac", 2), ("catatac", 4))
"""The games that are analysed, and for how many."""
CALLS: Final = 15_000
"""The calls of a large file: those of a few more would make too large an analysis."""
SOON: Final = Millis(6_000)
"""By then the first cards have been flipped."""


def levels() -> tuple[str, ...]:
    """Return how far analyses can look here: the expert's need numba."""
    return ("hard", "expert") if COMPILED else ("hard",)


def files(number: int) -> Iterator[bytes]:
    """Yield what one person has analysed: a large file of wrong calls, Karta Doppio, CATATAC, and again.

    The second person begins with the second of them. Nothing of it takes long to make, since whoever sends
    it measures meanwhile; no two files are the same, since analyses are kept.
    """
    large = mistaken(CALLS)
    for seed in count(1001 * number):
        turn = seed % (1 + len(SHAPES))
        yield played(seed, *SHAPES[turn - 1]) if turn else large + b" " * seed


def played(seed: int, game: str = "karta", seats: int = 2) -> bytes:
    """Return the record of a game, played at random."""
    rules = GAMES[game]
    run = Game(rules, rules.info.setup(seats), seed_of(seed))
    lots = Chance(seed_of(seed), 1 << 40)
    while run.result is None:
        moves = ((Seat(seat), rules.sample(run.state, Seat(seat), lots)) for seat in range(seats))
        seat, move = next(((seat, move) for seat, move in moves if move is not None), (Seat(0), None))
        if move is not None:
            run.play(seat, move, run.now)
        elif due := rules.due(run.state):
            run.advance(due[0])
    return encode(record(run))


def mistaken(calls: int) -> bytes:
    """Return a true record of an unfinished Tower with this many moves, nearly all wrong calls."""
    tower = GAMES["spot/tower"]
    game = Game(tower, tower.info.setup(2, options={"penalty": 0}), seed_of(1))
    game.advance(SOON)
    right = next(move for move in tower.moves(game.state, Seat(0)) if isinstance(move, Call))
    wrong = next(symbol for symbol in deck(7).symbols(right.cards[0]) if symbol != right.symbol)
    for number in range(calls - len(game.log)):
        game.play(Seat(0), replace(right, symbol=wrong), Millis(SOON + 1_000 + number))
    return encode(record(game))
