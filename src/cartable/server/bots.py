"""Bots at a table: clients without a socket, shown what their seat is shown, thinking off the event loop."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor
from functools import partial
from hashlib import blake2b
from itertools import chain, product, repeat
from typing import Any, Final

from msgspec import Struct

from cartable.bots import AnyBot, bot, players
from cartable.bots.compiled import COMPILED
from cartable.core import Answer, AnyGame, Chance, Game, Millis, Seat, Setup, Sight, seed_of, stands
from cartable.games import GAMES
from cartable.server.clock import Alarm, Clock
from cartable.server.think import Far, Think

log = logging.getLogger("cartable")

AGAIN: Final = 500
"""A bot whose move was refused looks again after this many milliseconds."""
PATIENCE: Final = 10_000
"""After this many milliseconds a bot that needs no process moves for one that is still thinking.

With all that waits before it, a thought takes less (SOON), unless the computer has other things to do.
"""
IMPATIENCE: Final = 4_000
"""The same after a thought that came too late, until one comes in time."""
DEATHS: Final = 3
"""After this many processes in a row have died thinking, a bot that needs no process answers."""
SHORTEST: Final = 1_000
LONGEST: Final = 60_000
"""How long to wait after a process died, in milliseconds; it doubles each time."""


class Considered(Struct, frozen=True):
    """What a bot answers, and whether it thought less than its level should."""

    answer: Answer[Any] | None
    weaker: bool


def think_far(
    name: str, game: str, setup: Setup, view: Any, seat: Seat, chance: Chance, share: float
) -> Considered:
    """Let a bot answer in another process, which knows only the seat's view of the game."""
    rules = GAMES[game]
    sight = Sight(rules, setup, rules.imagine(view, setup, Chance(b"far", 0)), seat)
    player: Any = bot(name, game)
    if share < 1 and hasattr(player, "hurried"):
        player = player.hurried(share)
    return Considered(player.answer(sight, chance, lambda: False), getattr(player, "weaker", False))


def think_near(
    player: AnyBot, sight: Sight[Any, Any], chance: Chance, stop: Callable[[], bool], weaker: bool
) -> Considered:
    """Let a bot that needs little time answer."""
    return Considered(player.answer(sight, chance, stop), weaker)


def stand_in(box: str) -> AnyBot:
    """Return the best bot of a box that does not look ahead."""
    return [player for player in players(box).values() if not looks_ahead(player)][-1]


def looks_ahead(player: AnyBot) -> bool:
    """Return whether a bot thinks ahead; such a bot says whether it thought less than it should."""
    return hasattr(player, "weaker")


def warm_up() -> None:
    """Run bots that look ahead once, so that their machine code is compiled before they play."""
    for rules, level in product(GAMES.values(), ("easy", "expert")):
        player = players(rules.info.box).get(level)
        if COMPILED and player and looks_ahead(player):
            game: AnyGame = Game(rules, rules.info.setup(), seed_of(0))
            for seat in map(Seat, range(game.setup.seats)):
                sight = Sight(game.rules, game.setup, game.state, seat)
                enough = chain((False,), repeat(True))
                player.answer(sight, Chance(b"", 0), partial(next, enough))


class Intention(Struct):
    """What a bot is about to do; dropped once stale."""

    about: Any = None
    """The state of the game that it is about; None while it waits to look at it."""
    stale: bool = False
    answer: Answer[Any] | None = None
    weaker: bool = False
    alarm: Alarm | None = None
    cancel: Callable[[], object] | None = None

    def holds(self, game: AnyGame, seat: Seat) -> bool:
        """Return whether it is still valid: the game has not changed, or the move can still be made."""
        if self.about is game.state:
            return True
        return self.answer is not None and stands(self.answer, game.rules, game.state, seat)

    def drop(self) -> None:
        """Cancel it."""
        self.stale = True
        if self.cancel:
            self.cancel()
        if self.alarm:
            self.alarm.cancel()
        self.settle()

    def settle(self) -> None:
        """Forget what it waited for, which refers back to it: so no garbage collection is needed."""
        self.cancel = self.alarm = None


class Bots:
    """The bots of one table; `act` makes a move, played weaker than it should or not, if it is accepted."""

    def __init__(self, clock: Clock, think: Think, act: Callable[[Seat, Any, bool], bool]) -> None:
        self._clock = clock
        self._think = think
        self._act = act
        self._intentions: dict[Seat, Intention] = {}
        self._seats: Mapping[Seat, str] = {}
        self._asked = 0
        self._deaths = 0
        """How many processes in a row have died thinking."""
        self._mourns = Millis(0)
        """Until when no process is tried."""
        self._late = False
        """Whether the latest thought of a process came too late."""

    def look(
        self, game: AnyGame, seats: Mapping[Seat, str], shown: Millis, lain: Mapping[int, Millis]
    ) -> None:
        """Let the bots see the game as shown at a time; what one of them intends stands while it can."""
        before, self._seats = self._seats, seats
        for seat in list(self._intentions):
            same = seat in seats and seats[seat] == before[seat]
            if not same or not self._intentions[seat].holds(game, seat):
                self._intentions.pop(seat).drop()
        if game.result is None:
            for seat in seats:
                if seat not in self._intentions:
                    self._ask(game, seat, shown, lain)

    def stop(self) -> None:
        """Stop them."""
        for intention in self._intentions.values():
            intention.drop()
        self._intentions.clear()

    def leave(self) -> None:
        """Stop them for good: they forget the table."""
        self.stop()
        self._act = _nowhere

    def _ask(
        self,
        game: AnyGame,
        seat: Seat,
        shown: Millis,
        lain: Mapping[int, Millis],
        late: bool = False,
    ) -> None:
        name, rules, now = self._seats[seat], game.rules, self._clock.now()
        player = bot(name, rules.info.name)
        ahead = looks_ahead(player)
        if ahead and next(iter(rules.moves(game.state, seat)), None) is None:
            # Nor would it take a turn from those who have something to think about.
            return
        mourns = ahead and now < self._mourns
        if mourns and self._deaths < DEATHS:
            self._wait(game, seat, self._mourns)
            return
        replaced = mourns or late
        intention = self._intentions[seat] = Intention(game.state)
        self._asked += 1
        chance = Chance(blake2b(game.seed, digest_size=32, person=b"bots").digest(), self._asked)
        then = partial(self._answered, intention, game, seat, shown, ahead and not replaced)
        if ahead and not replaced:
            # Even a short look ahead goes far: to load and compile what it needs would hold up every table.
            until = Millis(now + (IMPATIENCE if self._late else PATIENCE))
            intention.alarm = self._clock.at(until, partial(self._give_up, game, seat, lain))
            view = rules.view(game.state, seat)
            far = partial(think_far, name, rules.info.name, game.setup, view, seat, chance)
            intention.cancel = self._think(far, then, Far(f"{rules.info.name} {name}"))
        else:
            sight = Sight(rules, game.setup, game.state, seat, lain)
            near = stand_in(rules.info.box) if replaced else player
            work = partial(think_near, near, sight, chance, lambda: intention.stale, replaced)
            intention.cancel = self._think(work, then)

    def _give_up(self, game: AnyGame, seat: Seat, lain: Mapping[int, Millis]) -> None:
        """Let a bot that needs no process move at once, since the computer is too busy to think."""
        self._intentions.pop(seat).drop()
        self._late = True
        self._ask(game, seat, Millis(0), lain, late=True)

    def _answered(
        self,
        intention: Intention,
        game: AnyGame,
        seat: Seat,
        shown: Millis,
        far: bool,
        found: Considered | Exception,
    ) -> None:
        if intention.alarm:
            intention.alarm.cancel()
        intention.settle()
        if isinstance(found, BrokenExecutor):
            self._died(intention, game, seat, shown)
            return
        if far:
            self._deaths = 0
        if intention.stale:
            return
        self._late = self._late and not far
        if isinstance(found, Exception):
            raise found
        if found.answer is None:
            del self._intentions[seat]
            return
        intention.answer, intention.weaker = found.answer, found.weaker
        when = Millis(max(self._clock.now(), shown + found.answer.delay))
        intention.alarm = self._clock.at(when, partial(self._move, intention, game, seat))

    def _died(self, intention: Intention, game: AnyGame, seat: Seat, shown: Millis) -> None:
        """Keep trying, with pauses; meanwhile the game continues with a bot that needs no process."""
        self._deaths += 1
        self._mourns = Millis(self._clock.now() + min(LONGEST, SHORTEST << min(self._deaths - 1, 10)))
        if self._deaths == DEATHS:
            name = stand_in(game.rules.info.box).name
            log.warning("%s: processes die as bots think, and %s plays for them", game.rules.info.name, name)
        if not intention.stale:
            del self._intentions[seat]
            self._ask(game, seat, shown, {})

    def _move(self, intention: Intention, game: AnyGame, seat: Seat) -> None:
        del self._intentions[seat]
        intention.settle()
        assert intention.answer is not None
        played = self._act(seat, intention.answer.move, intention.weaker)
        if not played and seat not in self._intentions:
            self._wait(game, seat, Millis(self._clock.now() + AGAIN))

    def _wait(self, game: AnyGame, seat: Seat, until: Millis) -> None:
        waiting = self._intentions[seat] = Intention()
        waiting.alarm = self._clock.at(until, partial(self._retry, game, seat))

    def _retry(self, game: AnyGame, seat: Seat) -> None:
        self._intentions.pop(seat).settle()
        if game.result is None and seat in self._seats:
            self._ask(game, seat, self._clock.now(), {})


def _nowhere(seat: Seat, move: Any, weaker: bool) -> bool:
    """Play without a table."""
    return True
