"""The arena: every bot plays every other, and how strong each is comes out as a number with an interval.

**The games.** Round robin. Each pairing plays the same deals, and each deal twice: the teams are one bot's
and the other's alternately, and the second time they change places. So a clan of several seats is all one
bot's, and at a table of single seats the two bots sit alternately. The bot whose team is best wins; if
the best teams are tied and belong to both, the game is a draw and counts half for each.

**A pairing** gives a rate with a 95% Wilson interval. The two games of a deal are not independent, so the
spread is that between deals: where it is wider than that of as many single games, the interval is that of as
few single games as would spread as wide. Where it is narrower, Wilson's interval stays as it is: it is rather
too wide than too narrow.

**Elo** ratings are those of Bradley and Terry by maximum likelihood, draws counting half, with one drawn
game added to every pairing, so that a bot that always wins has a finite rating. Their mean is 1500. Their
95% intervals come from the inverse of the Fisher information (the delta method), deals counting as above.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from cartable.core import Setup
from cartable.lab.simulate import SimulatedGame, Task

Z = 1.959964
"""A normal draw lies within this many standard deviations in 95 cases of 100."""

MEAN = 1500
SCALE = 400 / math.log(10)
"""Elo points for a factor e in the odds."""

Matrix = list[list[float]]

Fewer = Mapping[frozenset[str], int]
"""How many games some pairings play: those of two bots, or all those of one."""


class Pairing(Struct, frozen=True):
    """How two bots played each other, from the first one's side; rates are in hundredths of a per cent."""

    bots: tuple[str, str]
    wins: int
    draws: int
    losses: int
    scores: tuple[int, int]
    """All that the teams of each scored."""
    rate: int
    low: int
    high: int
    single: int
    """How many independent games would tell as much."""

    @property
    def games(self) -> int:
        """How many games they played."""
        return self.wins + self.draws + self.losses


class Rating(Struct, frozen=True):
    """How strong a bot is."""

    bot: str
    elo: int
    low: int
    high: int


class ArenaReport(Struct, frozen=True):
    """What the arena found; the strongest bot first."""

    game: str
    version: int
    setup: Setup
    bots: tuple[str, ...]
    seed: int
    games: int
    """How many games each pairing played, or fewer."""
    ratings: tuple[Rating, ...]
    pairings: tuple[Pairing, ...]


def schedule(
    game: str, setup: Setup, bots: Sequence[str], games: int, seed: int, fewer: Fewer | None = None
) -> list[Task]:
    """Return the games of a round robin; an odd number is rounded up, because each deal is played twice."""
    return [
        Task(game, setup, tuple(pair[(team + swap) % 2] for team in setup.teams), deal)
        for pair in combinations(bots, 2)
        for deal in range(seed, seed + (_games(pair, games, fewer or {}) + 1) // 2)
        for swap in (0, 1)
    ]


def report(
    version: int, bots: Sequence[str], tasks: Sequence[Task], outcomes: Iterable[SimulatedGame]
) -> ArenaReport:
    """Judge the games of a schedule."""
    played: dict[frozenset[str], list[tuple[Task, SimulatedGame]]] = {}
    for task, outcome in zip(tasks, outcomes, strict=True):
        played.setdefault(frozenset(task.bots), []).append((task, outcome))
    pairings = tuple(_pairing(pair, played[frozenset(pair)]) for pair in combinations(bots, 2))
    first, games = tasks[0], max(pairing.games for pairing in pairings)
    return ArenaReport(
        first.game, version, first.setup, tuple(bots), first.seed, games, ratings(bots, pairings), pairings
    )


def ratings(bots: Sequence[str], pairings: Iterable[Pairing]) -> tuple[Rating, ...]:
    """Rate the bots by their results against each other."""
    size = len(bots)
    games: Matrix = [[0.0] * size for _ in bots]
    single: Matrix = [[0.0] * size for _ in bots]
    points = [0.0] * size
    for pairing in pairings:
        a, b = map(bots.index, pairing.bots)
        games[a][b] = games[b][a] = pairing.games + 1
        single[a][b] = single[b][a] = pairing.single + 1
        points[a] += pairing.wins + (pairing.draws + 1) / 2
        points[b] += pairing.losses + (pairing.draws + 1) / 2
    strengths = _bradley_terry(games, points)
    spreads = _spreads(single, strengths)
    found = (
        Rating(bot, *(round(MEAN + SCALE * (strength + Z * spread * side)) for side in (0, -1, 1)))
        for bot, strength, spread in zip(bots, strengths, spreads, strict=True)
    )
    return tuple(sorted(found, key=lambda rating: -rating.elo))


def wilson(rate: float, games: float) -> tuple[float, float]:
    """Return the ends of Wilson's 95% interval for this rate in this many games."""
    weight = Z * Z / games
    middle = (rate + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(rate * (1 - rate) / games + weight / (4 * games)) / (1 + weight)
    return middle - reach, middle + reach


def single(points: Sequence[float]) -> float:
    """Return how many single games spread as wide as these points of deals, two games each, but no more."""
    deals, games = len(points), 2 * len(points)
    rate = sum(points) / games
    variance = sum((of / 2 - rate) ** 2 for of in points) / max(1, deals - 1) / deals
    return min(games, rate * (1 - rate) / variance) if variance else games


def _games(pair: tuple[str, str], games: int, fewer: Fewer) -> int:
    """Return how many games two bots play: what is said of the two comes before what is said of one."""
    both = fewer.get(frozenset(pair))
    if both is not None:
        return both
    return min(games, *(fewer.get(frozenset((bot,)), games) for bot in pair))


def _pairing(pair: tuple[str, str], played: Sequence[tuple[Task, SimulatedGame]]) -> Pairing:
    wins = draws = 0
    scores = [0, 0]
    points: defaultdict[int, float] = defaultdict(float)
    for task, outcome in played:
        side = [pair.index(task.bots[task.setup.teams.index(team)]) for team in range(task.setup.team_count)]
        best = {side[team] for team in outcome.result.winners}
        won, drawn = best == {0}, len(best) == 2
        wins += won
        draws += drawn
        points[task.seed] += won + drawn / 2
        for team, score in enumerate(outcome.result.scores):
            scores[side[team]] += score
    games = len(played)
    part, alone = (wins + draws / 2) / games, single(list(points.values()))
    rate, low, high = (round(10_000 * of) for of in (part, *wilson(part, alone)))
    losses = games - wins - draws
    return Pairing(pair, wins, draws, losses, (scores[0], scores[1]), rate, low, high, round(alone))


def _bradley_terry(games: Matrix, points: Sequence[float]) -> list[float]:
    """Return each bot's strength, the mean of all being 0."""
    bots = range(len(points))
    strengths = [0.0] * len(points)
    while True:
        slope = list(points)
        for a, b in combinations(bots, 2):
            wins = _chance(strengths, a, b)
            slope[a] -= games[a][b] * wins
            slope[b] -= games[a][b] * (1 - wins)
        inverse = _inverse(_information(games, strengths))
        steps = [sum(inverse[a][b] * slope[b] for b in bots) for a in bots]
        longest = max(map(abs, steps))
        # Newton's steps may be too long where one side nearly always wins: none is longer than 1.
        strengths = [of + step / max(1, longest) for of, step in zip(strengths, steps, strict=True)]
        if longest < 1e-9:
            return strengths


def _spreads(games: Matrix, strengths: Sequence[float]) -> list[float]:
    """Return the standard error of each strength."""
    inverse = _inverse(_information(games, strengths))
    return [math.sqrt(max(0, inverse[a][a] - 1 / len(strengths))) for a in range(len(strengths))]


def _information(games: Matrix, strengths: Sequence[float]) -> Matrix:
    """Return Fisher's information on the strengths from this many games of each two."""
    size = len(strengths)
    found: Matrix = [[1 / size] * size for _ in strengths]  # fixes the mean
    for a, b in combinations(range(size), 2):
        wins = _chance(strengths, a, b)
        bend = games[a][b] * wins * (1 - wins)
        found[a][a] += bend
        found[b][b] += bend
        found[a][b] -= bend
        found[b][a] -= bend
    return found


def _chance(strengths: Sequence[float], a: int, b: int) -> float:
    return 1 / (1 + math.exp(strengths[b] - strengths[a]))


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(a == b) for b in range(size))] for a, row in enumerate(matrix)]
    for pivot in range(size):
        head = rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot:
                factor = rows[other][pivot]
                rows[other] = [value - factor * by for value, by in zip(rows[other], head, strict=True)]
    return [row[size:] for row in rows]
