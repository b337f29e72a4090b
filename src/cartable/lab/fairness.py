"""A simulation of the arbiter: equal and unequal links, honest and lying clients, through the real functions.

A sitting draws each link's base round trip, measures it, and plays a number of reveals. What is random is the
networks, screens, fingers and skill; who was first is decided by `cartable.fair` alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from cartable.core import Millis, seed_of
from cartable.fair import HOME, Tally
from cartable.lab.cues import Cue
from cartable.lab.reveals import LinkedClient, SimulatedReveal
from cartable.lab.trials import HALF, HONEST, TRIALS, Trial

SITTING: Final = 50
"""Reveals in a sitting."""
GAPS: Final = (10, 25, 50, 100)
"""Bounds in ms between the classes of how much faster the fastest truly is than the next."""


class TrialOutcome(Struct, frozen=True):
    """The outcome of one trial, in whole numbers."""

    race: str
    order: str
    habit: str
    links: tuple[str, ...]
    reveals: int
    wins: tuple[int, ...]
    """By seat, in the order of the links."""
    fastest: int
    """Reveals that the truly fastest won."""
    by_gap: tuple[tuple[int, int], ...]
    """By class of gap: reveals, and those that the truly fastest won."""
    hold_p50: Millis
    hold_p95: Millis
    tally: Tally
    unverified: tuple[int, ...]
    """By seat: reveals at which its timing counted as unverified."""

    def row(self) -> tuple[str, ...]:
        """Return the cell as text: race, order, habit, wins, fastest, by gap, hold, robbed, unverified."""
        return (
            self.race,
            self.order,
            self.habit,
            " / ".join(_percent(wins, self.reveals) for wins in self.wins),
            _percent(self.fastest, self.reveals),
            " / ".join(_percent(won, of) for of, won in self.by_gap),
            f"{self.hold_p50} / {self.hold_p95}",
            _percent(self.tally.robbed, self.tally.reveals),
            f"{_percent(self.unverified[0], self.reveals)} / "
            f"{_percent(sum(self.unverified[1:]), self.reveals * (len(self.links) - 1))}",
        )


class FairnessReport(Struct, frozen=True):
    """All cells, and what reproduces them."""

    seed: int
    reveals: int
    cells: tuple[TrialOutcome, ...]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the cells as text."""
        return [cell.row() for cell in self.cells]

    def to_json(self) -> bytes:
        """Return the report as JSON."""
        return msgspec.json.encode(self)


def simulate(reveals: int = 2000, seed: int = 1, trials: Iterable[Trial] = TRIALS) -> FairnessReport:
    """Run every trial for this many reveals."""
    return FairnessReport(seed, reveals, tuple(run(trial, reveals, seed) for trial in trials))


def run(trial: Trial, reveals: int, seed: int) -> TrialOutcome:
    """Run one trial; the same seed gives the same cell."""
    # A race has the same sittings under every order.
    random = Random(f"{seed} {trial.race.name}")
    secret = seed_of(seed)
    preset = trial.order.preset
    count = len(trial.race.links)
    wins, unverified = [0] * count, [0] * count
    by_gap = [[0, 0] for _ in (*GAPS, None)]
    holds: list[Millis] = []
    tally = Tally()
    clients: list[LinkedClient] = []
    cue = None if trial.habit.cue is None else Cue(trial.habit.cue, secret, Random(seed))
    for number in range(reveals):
        if trial.apart:
            random.seed(f"{seed} {trial.race.name} {number}")
        if number % SITTING == 0:
            clients = [
                LinkedClient(link, trial.habit if seat == 0 else HONEST, preset or HOME, random)
                for seat, link in enumerate(trial.race.links)
            ]
            clients[0].cue = cue
        reveal = SimulatedReveal(clients, Millis(10_000 * (number + 1)), trial.order, random)
        if preset is None:
            winner = reveal.earliest(half=trial.order == HALF)
        else:
            for seat, client in enumerate(clients):
                unverified[seat] += not client.lag.verified
            winner, hold, late = reveal.arbitrate(preset, secret, number)
            holds.append(hold)
            tally = tally.revealed()
            for would_have_won in late:
                tally = tally.came_late(would_have_won)
        wins[winner] += 1
        first, second = sorted(reveal.screens, key=lambda screen: screen.true)[:2]
        gap = by_gap[bisect_right(GAPS, second.true - first.true)]
        gap[0] += 1
        gap[1] += reveal.screens[winner] is first
    holds.sort()
    return TrialOutcome(
        race=trial.race.name,
        order=trial.order.name,
        habit=trial.habit.name,
        links=tuple(link.name for link in trial.race.links),
        reveals=reveals,
        wins=tuple(wins),
        fastest=sum(won for _, won in by_gap),
        by_gap=tuple((of, won) for of, won in by_gap),
        hold_p50=_quantile(holds, 50),
        hold_p95=_quantile(holds, 95),
        tally=tally,
        unverified=tuple(unverified),
    )


def _quantile(ranked: Sequence[Millis], percent: int) -> Millis:
    return ranked[(len(ranked) - 1) * percent // 100] if ranked else Millis(0)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
