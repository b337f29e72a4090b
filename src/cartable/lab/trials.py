"""The trials of the fairness lab: who competes over which links, what decides, and who lies how."""

from __future__ import annotations

from math import log
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Millis
from cartable.fair import HOME, PRESETS, Preset
from cartable.fair.lag import REFILL

SURE: Final = 0.8
"""Guessing on a ping pays if at least this share are a hold's: a wrong guess at other times costs more."""
UNBOUNDED: Final = Millis(10**9)


class Link(Struct, frozen=True):
    """A kind of network, in ms: base round trip, its share on the way up, jitter, spikes."""

    name: str
    low: float
    high: float
    up: float
    jitter: float
    odds: float
    least: float
    most: float
    heavy: bool = False
    """Whether each way is log-normal (median 2, sigma 1) and not exponential."""

    def way(self, random: Random, base: float) -> float:
        """Draw how long one way takes."""
        if self.heavy:
            wait = random.lognormvariate(log(2), 1)
        else:
            wait = random.expovariate(2 / self.jitter)
        spike = random.uniform(self.least, self.most) if random.random() < self.odds else 0.0
        return base + wait + spike


ETHERNET: Final = Link("ethernet", 1, 2, 0.5, 0.3, 0.0005, 20, 60)
WIFI: Final = Link("Wi-Fi", 3, 8, 0.5, 3, 0.02, 20, 120)
BAD_WIFI: Final = Link("bad Wi-Fi", 5, 15, 0.5, 12, 0.06, 40, 250)
FIBRE: Final = Link("fibre", 15, 40, 0.5, 2, 0.005, 20, 100)
MOBILE: Final = Link("4G", 45, 90, 0.65, 12, 0.03, 60, 300)
FAR: Final = Link("far", 120, 200, 0.5, 5, 0.01, 30, 150)
CROWDED: Final = Link("crowded Wi-Fi", 2, 3, 0.5, 0, 0.0125, 60, 420, heavy=True)


class Habit(Struct, frozen=True):
    """How the client of seat 0 treats the truth."""

    name: str = "honest"
    claim: Millis | None = None
    """A reaction that it claims every time."""
    share: float = 1.0
    """What it claims of its true reaction otherwise."""
    cut: float = 0.0
    """What it subtracts as well."""
    stall: float = 0.0
    """How long it holds back the answer to a ping."""
    coy: bool = False
    """Whether it answers every ping as if it had not seen the cards yet."""
    cue: float | None = None
    """It names any symbol on a ping of a kind that, so far, was a hold's in at least this share of cases."""

    def reaction(self, true: float) -> Millis:
        """Return the reaction that it claims."""
        return Millis(round(true * self.share - self.cut)) if self.claim is None else self.claim


HONEST: Final = Habit()
QUICK: Final = Habit("claims 350 ms every time", claim=Millis(350), coy=True)
HALVING: Final = Habit("claims half its time", share=0.5, coy=True)


def patient(preset: Preset) -> Habit:
    """Return the lie that no ping contradicts: pretend to be as far away as the preset forgives."""
    cut = preset.cap + REFILL
    return Habit(
        f"sits on pings for {preset.cap} ms, takes {cut} ms off", cut=cut, stall=preset.cap, coy=True
    )


def cued(habit: Habit, sure: float = SURE) -> Habit:
    """Return a habit to which guessing on a ping's cue is added."""
    return replace(habit, name=f"{habit.name}, guesses on a ping's cue", cue=sure)


class Race(Struct, frozen=True):
    """Who competes."""

    name: str
    links: tuple[Link, ...]


class Order(Struct, frozen=True):
    """What decides: order of arrival, half the round trip taken off, or the arbiter with a preset."""

    name: str
    preset: Preset | None = None
    checked: bool = True
    """Whether implied lags are compared with the pings (FAIR-10)."""
    asks: bool = True
    """Whether rivals are asked while a call is held; a busy server asks nobody (FAIR-6)."""


class Trial(Struct, frozen=True):
    """One race under one order; the client of seat 0 has the habit, all others are honest."""

    race: Race
    order: Order
    habit: Habit = HONEST
    apart: bool = False
    """Whether chance restarts with every reveal, so that habits can be compared reveal by reveal."""


HOST_AND_FAR: Final = Race("host and far", (ETHERNET, FAR))
FIBRE_AND_4G: Final = Race("fibre and 4G", (FIBRE, MOBILE))
FOUR_MIXED: Final = Race("four mixed", (ETHERNET, WIFI, MOBILE, FAR))
FOUR_AT_HOME: Final = Race("four at home", (ETHERNET, WIFI, WIFI, BAD_WIFI))
EIGHT_CROWDED: Final = Race("eight crowded", (CROWDED,) * 8)
TWO_ON_WIFI: Final = Race("two on Wi-Fi", (WIFI, WIFI))

ARRIVAL: Final = Order("arrival")
HALF: Final = Order("half")
ARBITERS: Final = tuple(Order(preset.name, preset) for preset in PRESETS.values())
BUSY: Final = tuple(Order(f"{preset.name}, busy", preset, asks=False) for preset in PRESETS.values())
UNCHECKED: Final = Order("home, no rank test", HOME, checked=False)
TRUSTED: Final = Order("trusted", replace(HOME, bucket=UNBOUNDED), checked=False)
PATIENTLY_TRUSTED: Final = Order(
    "trusted, no limit to the hold", replace(HOME, bucket=UNBOUNDED, wait=UNBOUNDED), checked=False
)

TRIALS: Final = (
    *(
        Trial(race, order)
        for race in (HOST_AND_FAR, FIBRE_AND_4G, FOUR_MIXED, FOUR_AT_HOME, EIGHT_CROWDED)
        for order in (ARRIVAL, HALF, *ARBITERS, *BUSY)
    ),
    *(Trial(TWO_ON_WIFI, order, QUICK) for order in (UNCHECKED, *ARBITERS, *BUSY, TRUSTED)),
    *(Trial(TWO_ON_WIFI, order, HALVING) for order in (UNCHECKED, TRUSTED, PATIENTLY_TRUSTED)),
    *(
        Trial(TWO_ON_WIFI, order, patient(preset))
        for orders in (ARBITERS, BUSY)
        for preset, order in zip(PRESETS.values(), orders, strict=True)
    ),
    *(
        Trial(race, order, habit, apart=True)
        for race in (TWO_ON_WIFI, FOUR_AT_HOME)
        for preset, order in zip(PRESETS.values(), ARBITERS, strict=True)
        for lie in (HONEST, patient(preset))
        for habit in (lie, cued(lie))
    ),
)
