"""Many games at once: bots play each other, as fast as the machine can, the same for the same seed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from cartable.bots import bot
from cartable.core import Answer, Bot, Chance, Game, Millis, Result, Seat, Setup, Sight, seed_of
from cartable.games import GAMES

AnyGame = Game[Any, Any, Any, Any]

SERIAL = 64
"""Up to this many games are not worth starting processes for."""


class Outcome(Struct, frozen=True):
    """How one simulated game went."""

    seed: int
    moves: int
    duration: Millis
    result: Result


class Stuck(RuntimeError):
    """A game that is not over, where nobody moves and nothing is due: an error in its rules."""


def simulate(
    game: str, setup: Setup, bots: Sequence[str], games: int, seed: int, jobs: int | None = None
) -> Iterator[Outcome]:
    """Play games with seeds seed, seed + 1, … and yield their outcomes in that order."""
    play = partial(_outcome, game, setup, tuple(bots))
    seeds = range(seed, seed + games)
    jobs = jobs or (os.cpu_count() or 1)
    if jobs == 1 or games <= SERIAL:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, seeds, chunksize=max(1, min(32, games // (4 * jobs))))


def play_out(game: AnyGame, bots: Sequence[Bot[Any, Any]]) -> None:
    """Let one bot a seat play a game to its end; who intends to move first does, and all look again."""
    seed = blake2b(game.seed, digest_size=32, person=b"bots").digest()
    asked = 0
    while game.result is None:
        first: tuple[Millis, Seat, Any] | None = None
        for seat, player in enumerate(bots):
            sight = Sight(game.rules, game.setup, game.state, Seat(seat))
            answer: Answer[Any] | None = player.answer(sight, Chance(seed, asked), _never)
            asked += 1
            if answer and (first is None or game.now + answer.delay < first[0]):
                first = Millis(game.now + answer.delay), Seat(seat), answer.move
        due = game.rules.due(game.state)
        if due and (first is None or due[0] <= first[0]):
            game.advance(due[0])
        elif first:
            game.play(first[1], first[2], first[0])
        else:
            raise Stuck(f"{game.rules.info.name} is stuck: {game.rules.write(game.state)}")


def _outcome(game: str, setup: Setup, bots: tuple[str, ...], seed: int) -> Outcome:
    played: AnyGame = Game(GAMES[game], setup, seed_of(seed))
    play_out(played, [bot(name, game) for name in bots])
    assert played.result is not None
    return Outcome(seed, played.moves_made, Millis(played.now - setup.begins), played.result)


def _never() -> bool:
    return False
