"""One simulated reveal: links, screens and fingers are drawn by chance, and the real arbiter decides."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from random import Random
from typing import Final

from cartable.core import Chance, Millis, Seat
from cartable.fair import Contest, Entrant, Lag, Preset, Press, Promise, decide, lead, robbed
from cartable.lab.cues import Cue
from cartable.lab.trials import Habit, Link, Order

FRAME: Final = 1000 / 60
TOUCH: Final = 8.0
"""How often a touch panel is read."""
MU, SIGMA, TAU, FLOOR = 900.0, 180.0, 700.0, 150.0
"""The skill of everyone: ex-Gaussian."""
SETTLED: Final = 30
"""Round trips measured before the first reveal."""
PENALTY: Final = 2000
"""How many ms a wrong call costs (SPOT-5)."""


class LinkedClient:
    """One connection for a sitting: its link, what its client is like, and what the server measured of it."""

    def __init__(self, link: Link, habit: Habit, preset: Preset, random: Random) -> None:
        self.link = link
        self.habit = habit
        self.random = random
        base = random.uniform(link.low, link.high)
        self._up = base * link.up
        self._down = base - self._up
        self.lag = Lag.fresh(preset)
        self.cue: Cue | None = None
        for _ in range(SETTLED):
            self.ping()

    def up(self) -> float:
        return self.link.way(self.random, self._up)

    def down(self) -> float:
        return self.link.way(self.random, self._down)

    def ping(self) -> None:
        self.lag = self.lag.measured(Millis(round(self.down() + self.habit.stall + self.up())))


class ScreenTimes:
    """One client's part in one reveal: when the cards came and were seen, and the call was made and read."""

    def __init__(self, client: LinkedClient, sent: Millis) -> None:
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


class SimulatedReveal:
    """One reveal on all screens."""

    def __init__(self, clients: list[LinkedClient], common: Millis, order: Order, random: Random) -> None:
        self.clients = clients
        self.common = common
        self.checked = order.checked
        self.asks = order.asks
        self.screens = [
            ScreenTimes(client, Millis(common - (lead(client.lag.median) if order.preset else 0)))
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
