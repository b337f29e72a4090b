"""Many games at once: bots play each other, as fast as the machine can, the same for the same seed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from cartable.bots import bot
from cartable.core import (
    Answer,
    AnyGame,
    Bot,
    Chance,
    Game,
    Millis,
    Result,
    Seat,
    Setup,
    Sight,
    seed_of,
    stands,
)
from cartable.games import GAMES

SERIAL = 64
"""For this many games or fewer it is not worth starting processes."""


class SimulatedGame(Struct, frozen=True):
    """How one simulated game went."""

    seed: int
    moves: int
    duration: Millis
    result: Result


class Deadlock(RuntimeError):
    """A game that is not over, where nobody moves and nothing is due: an error in its rules."""


class Task(Struct, frozen=True):
    """One game to be simulated, with a bot for each seat."""

    game: str
    setup: Setup
    bots: tuple[str, ...]
    seed: int


class Intent(Struct, frozen=True):
    """What a seat will do and when; chance decides between two at the same moment."""

    at: Millis
    lot: int
    seat: Seat
    answer: Answer[Any]


def simulate(
    game: str, setup: Setup, bots: Sequence[str], games: int, seed: int, jobs: int | None = None
) -> Iterator[SimulatedGame]:
    """Play games with seeds seed, seed + 1, … and yield their outcomes in that order."""
    tasks = [Task(game, setup, tuple(bots), of) for of in range(seed, seed + games)]
    return play_all(tasks, 1 if games <= SERIAL else jobs)


def play_all(tasks: Sequence[Task], jobs: int | None = None, most: int = 32) -> Iterator[SimulatedGame]:
    """Play each game on one of n processes, up to `most` in a row, and yield the outcomes in order."""
    jobs = jobs or (os.cpu_count() or 1)
    if jobs == 1:
        yield from map(_outcome, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_outcome, tasks, chunksize=max(1, min(most, len(tasks) // (4 * jobs))))


def play_out(game: AnyGame, bots: Sequence[Bot[Any, Any]]) -> None:
    """Let one bot per seat play a game to its end.

    Whoever intends to move first does. What the others intend stands while it can, as at a live table;
    then they look again.
    """
    seed = blake2b(game.seed, digest_size=32, person=b"bots").digest()
    asked = 0
    intents: list[Intent | None] = [None] * len(bots)
    since: dict[int, Millis] = {}
    while game.result is None:
        since = {card: since.get(card, game.now) for card in game.rules.faces(game.state)}
        lain = {card: Millis(game.now - at) for card, at in since.items()}
        for seat in map(Seat, range(len(bots))):
            held = intents[seat]
            if held is None or not stands(held.answer, game.rules, game.state, seat):
                sight = Sight(game.rules, game.setup, game.state, seat, lain)
                intents[seat] = _intent(game.now, bots[seat], sight, Chance(seed, asked))
                asked += 1
        first = min(filter(None, intents), key=lambda intent: (intent.at, intent.lot), default=None)
        due = game.due
        if due and (first is None or due[0] <= first.at):
            game.advance(due[0])
        elif first:
            game.play(first.seat, first.answer.move, first.at)
            intents[first.seat] = None
        else:
            raise Deadlock(f"{game.rules.info.name} is stuck: {game.rules.write(game.state)}")


def _intent(now: Millis, player: Bot[Any, Any], sight: Sight[Any, Any], chance: Chance) -> Intent | None:
    answer = player.answer(sight, chance, _never)
    if answer is None:
        return None
    return Intent(Millis(now + answer.delay), chance.below(1 << 16), sight.seat, answer)


def _outcome(task: Task) -> SimulatedGame:
    played: AnyGame = Game(GAMES[task.game], task.setup, seed_of(task.seed))
    play_out(played, [bot(name, task.game) for name in task.bots])
    assert played.result is not None
    return SimulatedGame(task.seed, played.moves_made, Millis(played.now - task.setup.begins), played.result)


def _never() -> bool:
    return False
