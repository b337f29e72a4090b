"""The arena: every bot plays every other, and how strong each is comes out as a number with an interval.

**The games.** Round robin. Each pairing plays the same deals, and each deal twice: the teams are one bot's
and the other's alternately, and the second time they change places. So a clan of several seats is all one
bot's, and at a table of single seats the two bots sit alternately. Whose team is best wins; where the best
teams are level and belong to both, the game is a draw and counts half for each.

**A pairing** gives a rate with a Wilson interval of 95 %. Draws, and usually the repeated deals, make the
true spread smaller than Wilson's: the interval is rather too wide than too narrow.

**Elo** ratings are those of Bradley and Terry by maximum likelihood, draws counting half, with one drawn
game added to every pairing, so that a bot that always wins has a finite rating. Their mean is 1500. Their
intervals of 95 % come from the inverse of the Fisher information (the delta method).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, product

from msgspec import Struct

from cartable.core import Setup
from cartable.lab.simulate import Outcome, Task

Z = 1.959964
"""A normal draw lies within so many standard deviations in 95 cases of 100."""

MEAN = 1500
SCALE = 400 / math.log(10)
"""Elo points for a factor e in the odds."""

Matrix = list[list[float]]


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


class Report(Struct, frozen=True):
    """What the arena found; the strongest bot first."""

    game: str
    version: int
    setup: Setup
    bots: tuple[str, ...]
    seed: int
    games: int
    """How many games each pairing played."""
    ratings: tuple[Rating, ...]
    pairings: tuple[Pairing, ...]


def schedule(game: str, setup: Setup, bots: Sequence[str], games: int, seed: int) -> list[Task]:
    """Return the games of a round robin; an odd number is rounded up, because each deal is played twice."""
    deals = range(seed, seed + (games + 1) // 2)
    return [
        Task(game, setup, tuple(pair[(team + swap) % 2] for team in setup.teams), deal)
        for pair, deal, swap in product(combinations(bots, 2), deals, (0, 1))
    ]


def report(version: int, bots: Sequence[str], tasks: Sequence[Task], outcomes: Iterable[Outcome]) -> Report:
    """Judge the games of a schedule."""
    played = list(zip(tasks, outcomes, strict=True))
    pairs = list(combinations(bots, 2))
    games = len(played) // len(pairs)
    pairings = tuple(
        _pairing(pair, played[number * games : (number + 1) * games]) for number, pair in enumerate(pairs)
    )
    first = tasks[0]
    return Report(
        first.game, version, first.setup, tuple(bots), first.seed, games, ratings(bots, pairings), pairings
    )


def ratings(bots: Sequence[str], pairings: Iterable[Pairing]) -> tuple[Rating, ...]:
    """Rate the bots by what they did to each other."""
    size = len(bots)
    games: Matrix = [[0.0] * size for _ in bots]
    points = [0.0] * size
    for pairing in pairings:
        a, b = map(bots.index, pairing.bots)
        games[a][b] = games[b][a] = pairing.games + 1
        points[a] += pairing.wins + (pairing.draws + 1) / 2
        points[b] += pairing.losses + (pairing.draws + 1) / 2
    strengths, spreads = _bradley_terry(games, points)
    found = (
        Rating(bot, *(round(MEAN + SCALE * (strength + Z * spread * side)) for side in (0, -1, 1)))
        for bot, strength, spread in zip(bots, strengths, spreads, strict=True)
    )
    return tuple(sorted(found, key=lambda rating: -rating.elo))


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval of 95 % for so many points of so many games."""
    rate, weight = points / games, Z * Z / games
    middle = (rate + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(rate * (1 - rate) / games + weight / (4 * games)) / (1 + weight)
    return middle - reach, middle + reach


def _pairing(pair: tuple[str, str], played: Sequence[tuple[Task, Outcome]]) -> Pairing:
    wins = draws = 0
    scores = [0, 0]
    for task, outcome in played:
        side = [pair.index(task.bots[task.setup.teams.index(team)]) for team in range(task.setup.team_count)]
        best = {side[team] for team in outcome.result.winners}
        wins += best == {0}
        draws += len(best) == 2
        for team, score in enumerate(outcome.result.scores):
            scores[side[team]] += score
    games = len(played)
    points = wins + draws / 2
    rate, low, high = (round(10_000 * of) for of in (points / games, *wilson(points, games)))
    return Pairing(pair, wins, draws, games - wins - draws, (scores[0], scores[1]), rate, low, high)


def _bradley_terry(games: Matrix, points: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return each bot's strength, the mean of all being 0, and its standard error."""
    bots = range(len(points))
    strengths = [0.0] * len(points)
    while True:
        slope = list(points)
        curve: Matrix = [[1 / len(points)] * len(points) for _ in bots]  # fixes the mean
        for a, b in combinations(bots, 2):
            wins = 1 / (1 + math.exp(strengths[b] - strengths[a]))
            slope[a] -= games[a][b] * wins
            slope[b] -= games[a][b] * (1 - wins)
            bend = games[a][b] * wins * (1 - wins)
            curve[a][a] += bend
            curve[b][b] += bend
            curve[a][b] -= bend
            curve[b][a] -= bend
        inverse = _inverse(curve)
        steps = [sum(inverse[a][b] * slope[b] for b in bots) for a in bots]
        longest = max(map(abs, steps))
        # Newton's steps may be too long where one side nearly always wins: none is longer than 1.
        strengths = [of + step / max(1, longest) for of, step in zip(strengths, steps, strict=True)]
        if longest < 1e-9:
            return strengths, [math.sqrt(max(0, inverse[a][a] - 1 / len(points))) for a in bots]


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
