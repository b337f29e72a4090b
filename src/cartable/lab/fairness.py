"""A simulation of the arbiter: equal and unequal links, honest and lying clients, through the real functions.

A sitting draws each link's base round trip, measures it, and plays a number of reveals. What is random is the
networks, screens, fingers and skill; who was first is decided by `cartable.fair` alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import log
from random import Random
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, seed_of
from cartable.fair import (
    HOME,
    PRESETS,
    Contest,
    Entrant,
    Lag,
    Preset,
    Press,
    Promise,
    Tally,
    decide,
    lead,
    pause,
    robbed,
)
from cartable.fair.lag import BURST, REFILL

FRAME: Final = 1000 / 60
TOUCH: Final = 8.0
"""How often a touch panel is read."""
MU, SIGMA, TAU, FLOOR = 900.0, 180.0, 700.0, 150.0
"""The skill of everyone: ex-Gaussian."""
SITTING: Final = 50
"""Reveals in a sitting."""
SETTLED: Final = 30
"""Round trips measured before the first reveal."""
SINCE_PING: Final = (70, 300, 1000)
SINCE_REVEAL: Final = (600, 1000, 1500, 2200)
"""Bounds in ms between the classes by which a client that learns from its pings tells them apart."""
ENOUGH: Final = 20
"""It knows a class after this many."""
GAPS: Final = (10, 25, 50, 100)
"""Bounds in ms between the classes of how much faster the fastest truly is than the next."""
SYMBOLS: Final = 8
"""A guess names one of this many symbols on a card."""
SURE: Final = 0.8
"""Guessing on a ping pays if at least this share are a hold's: a wrong guess at other times costs more."""
PENALTY: Final = 2000
"""How many ms a wrong call costs (SPOT-5)."""
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
    clients: list[_Client] = []
    cue = None if trial.habit.cue is None else _Cue(trial.habit.cue, secret, Random(seed))
    for number in range(reveals):
        if trial.apart:
            random.seed(f"{seed} {trial.race.name} {number}")
        if number % SITTING == 0:
            clients = [
                _Client(link, trial.habit if seat == 0 else HONEST, preset or HOME, random)
                for seat, link in enumerate(trial.race.links)
            ]
            clients[0].cue = cue
        round_ = _Round(clients, Millis(10_000 * (number + 1)), trial.order, random)
        if preset is None:
            winner = round_.earliest(half=trial.order == HALF)
        else:
            for seat, client in enumerate(clients):
                unverified[seat] += not client.lag.verified
            winner, hold, late = round_.arbitrate(preset, secret, number)
            holds.append(hold)
            tally = tally.revealed()
            for would_have_won in late:
                tally = tally.came_late(would_have_won)
        wins[winner] += 1
        first, second = sorted(round_.screens, key=lambda screen: screen.true)[:2]
        gap = by_gap[bisect_right(GAPS, second.true - first.true)]
        gap[0] += 1
        gap[1] += round_.screens[winner] is first
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


class _Client:
    """One connection for a sitting: its link, what its client is like, and what the server measured of it."""

    def __init__(self, link: Link, habit: Habit, preset: Preset, random: Random) -> None:
        self.link = link
        self.habit = habit
        self.random = random
        base = random.uniform(link.low, link.high)
        self._up = base * link.up
        self._down = base - self._up
        self.lag = Lag.fresh(preset)
        self.cue: _Cue | None = None
        for _ in range(SETTLED):
            self.ping()

    def up(self) -> float:
        return self.link.way(self.random, self._up)

    def down(self) -> float:
        return self.link.way(self.random, self._down)

    def ping(self) -> None:
        self.lag = self.lag.measured(Millis(round(self.down() + self.habit.stall + self.up())))


class _Cue:
    """What a client makes of its pings: it learns which of them are a hold's, and guesses on those."""

    def __init__(self, sure: float, secret: bytes, random: Random) -> None:
        self._sure = sure
        self._random = random
        self._chance = Chance(secret, 0)
        self._next = 0.0
        """How long after a reveal's common moment the next ping that is no hold's is sent."""
        self._last = 0.0
        """How long after it, or before, the last one came."""
        self._learnt: dict[tuple[int, int], list[int]] = {}
        self._marks: list[tuple[tuple[int, int], bool]] = []

    def until(self, sent: float) -> Iterator[float]:
        """Yield when pings were sent that are no hold's, up to a time."""
        while self._next < sent:
            yield self._next
            self._next += pause(BURST, self._chance, in_play=True)

    def guesses(self, came: float, hold: bool) -> bool:
        """Take a ping in; return whether to guess on it."""
        kind = (bisect_right(SINCE_PING, came - self._last), bisect_right(SINCE_REVEAL, came))
        self._last = came
        self._marks.append((kind, hold))
        of, holds = self._learnt.get(kind, (0, 0))
        return came > HOME.suspicious and of >= ENOUGH and holds >= self._sure * of

    def right(self) -> bool:
        """Return whether a symbol named without looking is the right one."""
        return self._random.randrange(SYMBOLS) == 0

    def over(self, closed: float) -> None:
        """Learn from a reveal that is over; the next follows at once."""
        for kind, hold in self._marks:
            learnt = self._learnt.setdefault(kind, [0, 0])
            learnt[0] += 1
            learnt[1] += hold
        self._marks.clear()
        list(self.until(closed))
        self._next -= closed
        self._last -= closed


class _Screen:
    """One client's part in one reveal: when the cards came and were seen, and the call was made and read."""

    def __init__(self, client: _Client, sent: Millis) -> None:
        random = client.random
        self.sent = sent
        self.arrived = sent + client.down()
        # The next frame draws the cards; the one after it starts the clock (FAIR-3).
        self.painted = self.arrived + random.random() * FRAME + FRAME
        self.true = max(FLOOR, random.gauss(MU, SIGMA) + random.expovariate(1 / TAU))
        self.pressed = self.painted + self.true + random.random() * TOUCH
        self.read = self.pressed + client.up()
        self.answered = 0.0
        self.asked = 0.0
        """When the ping of a hold came."""
        self.out = False
        """Whether a wrong guess froze it until somebody else has called."""


class _Round:
    """One reveal on all screens."""

    def __init__(self, clients: list[_Client], common: Millis, order: Order, random: Random) -> None:
        self.clients = clients
        self.common = common
        self.checked = order.checked
        self.asks = order.asks
        self.screens = [
            _Screen(client, Millis(common - (lead(client.lag.median) if order.preset else 0)))
            for client in clients
        ]
        # What the server reads: when, from which seat, whether it answers a ping, and with what clock.
        self.queue: list[tuple[float, int, bool, Millis]] = []

    def earliest(self, half: bool) -> int:
        """Return who wins where the order of arrival decides, or half the median round trip is taken off."""

        def key(seat: int) -> float:
            return self.screens[seat].read - half * self.clients[seat].lag.median / 2

        return min(range(len(self.clients)), key=key)

    def arbitrate(self, preset: Preset, secret: bytes, number: int) -> tuple[int, Millis, list[bool]]:
        """Return who wins, how long the verdict was held, and of each late call whether it was robbed."""
        entrants = [
            Entrant.over(client.lag, Seat(seat), self.common, self.screens[seat].sent)
            for seat, client in enumerate(self.clients)
        ]
        self.anticipate()
        self.queue = [
            (screen.read, seat, False, Millis(0))
            for seat, screen in enumerate(self.screens)
            if not screen.out
        ]
        heapify(self.queue)
        at, first, *_ = heappop(self.queue)
        contest = Contest.open(preset, (number,), entrants, self.press(first))
        for rival in contest.waiting:
            if self.screens[rival].out:
                contest = contest.froze(rival)
            else:
                self.ask(contest, rival)
                contest = self.presume(contest, rival)
        while self.queue and self.queue[0][0] < contest.due:
            at, seat, answer, clock = heappop(self.queue)
            if answer:
                contest = contest.promised(Promise(Seat(seat), self.common, clock, Millis(round(at))))
                self.ask(contest, Seat(seat))
                contest = self.presume(contest, Seat(seat))
            elif self.screens[seat].out:
                continue
            elif self.screens[seat].read > at:
                heappush(self.queue, (self.screens[seat].read, seat, False, clock))
            else:
                contest = contest.heard(self.press(seat))
        closed = max(contest.due, Millis(round(at)))
        verdict = decide(contest, Chance(secret, number))
        late = [
            self.press(seat)
            for seat, screen in enumerate(self.screens)
            if not screen.out
            and verdict.score(Seat(seat)) is None
            and screen.pressed < closed + self.clients[seat].down()
        ]
        if cue := self.clients[0].cue:
            cue.over(closed - self.common)
        # A busy server pings with about every second reveal.
        self.learn(preset, [*contest.presses, *late], pings=self.asks or number % 2 == 0)
        for score in verdict.scores:
            client = self.clients[score.seat]
            client.lag = client.lag.spent(score.spike)
        hold = Millis(closed - contest.opened)
        return verdict.winner, hold, [robbed(verdict, press, Chance(secret, number)) for press in late]

    def anticipate(self) -> None:
        """Let a client that guesses on a cue do so before anyone has called."""
        client, screen = self.clients[0], self.screens[0]
        cue = client.cue
        if cue is None:
            return
        called = min(other.read for other in self.screens[1:])
        for sent in cue.until(min(called, screen.read) - self.common):
            came = self.common + sent + client.down()
            if cue.guesses(came - self.common, hold=False) and screen.painted < came < screen.pressed:
                if cue.right():
                    screen.pressed, screen.read = came, came + client.up()
                else:
                    screen.pressed = max(screen.pressed, came + PENALTY)
                    screen.read = screen.pressed + client.up()
                    screen.out = called < came + PENALTY
                return

    def presume(self, contest: Contest, seat: Seat) -> Contest:
        """Let a client that guesses on a cue do so on the ping of a hold."""
        client, screen = self.clients[seat], self.screens[seat]
        cue = client.cue
        asked, screen.asked = screen.asked, 0.0
        if cue is None or not asked or not cue.guesses(asked - self.common, hold=True):
            return contest
        if screen.out or not screen.painted < asked < screen.pressed:
            return contest
        if not cue.right():
            screen.out = True
            return contest.froze(seat)
        screen.pressed = asked
        screen.read = screen.pressed + client.up()
        heappush(self.queue, (screen.read, seat, False, Millis(0)))
        return contest

    def press(self, seat: int) -> Press:
        """Return the call as the server reads it."""
        screen = self.screens[seat]
        claimed = self.clients[seat].habit.reaction(screen.pressed - screen.painted)
        return Press(Seat(seat), self.common, screen.sent, Millis(round(screen.read)), claimed)

    def ask(self, contest: Contest, seat: Seat) -> None:
        """Ping a seat if the contest wants it to be; a connection keeps order both ways."""
        when = contest.ask(seat) if self.asks else None
        if when is None:
            return
        client, screen = self.clients[seat], self.screens[seat]
        reached = max(when + client.down(), screen.arrived)
        screen.asked = reached
        answered = reached + client.habit.stall
        read = max(answered + client.up(), screen.answered)
        if screen.pressed <= answered:
            read = max(read, screen.read)
        else:
            screen.read = max(screen.read, read)
        screen.answered = read
        clock = 0 if client.habit.coy else max(0, int(reached - screen.painted))
        client.lag = client.lag.measured(Millis(round(read - when)))
        heappush(self.queue, (read, seat, True, Millis(clock)))

    def learn(self, preset: Preset, presses: Iterable[Press], pings: bool) -> None:
        """Let every connection's lag take in what this reveal showed."""
        for press in presses:
            client = self.clients[press.seat]
            if self.checked and press.implied is not None:
                client.lag = client.lag.called(press.implied)
        for client in self.clients:
            client.lag = client.lag.revealed(preset)
            if pings:
                client.ping()


def _quantile(ranked: Sequence[Millis], percent: int) -> Millis:
    return ranked[(len(ranked) - 1) * percent // 100] if ranked else Millis(0)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
