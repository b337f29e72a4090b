"""Bots at a table: clients without a socket, shown what their seat is shown, thinking off the event loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import blake2b
from itertools import chain, product, repeat
from typing import Any, Final

from msgspec import Struct

from cartable.bots import AnyBot, bot, names, players
from cartable.bots.compiled import COMPILED
from cartable.core import Answer, Chance, Game, Millis, Seat, Setup, Sight, seed_of, stands
from cartable.games import GAMES
from cartable.server.book import AnyGame
from cartable.server.clock import Alarm, Clock
from cartable.server.think import Think

AGAIN: Final = 500
"""A bot whose move was refused looks again after this many milliseconds."""


def think_far(name: str, game: str, setup: Setup, view: Any, seat: Seat, chance: Chance) -> Any:
    """Let a bot answer in another process, where nothing is known of the game but the seat's view."""
    rules = GAMES[game]
    sight = Sight(rules, setup, rules.imagine(view, setup, Chance(b"far", 0)), seat)
    return bot(name, game).answer(sight, chance, lambda: False)


def looks_ahead(player: AnyBot) -> bool:
    """Return whether a bot is of those that think: they say whether they think less than they should."""
    return hasattr(player, "weaker")


def warm_up() -> None:
    """Let bots that look ahead begin a thought, so that their machine code is there when they play."""
    for rules, level in product(GAMES.values(), ("easy", "expert")):
        player = players(rules.info.box).get(level)
        if COMPILED and player and looks_ahead(player):
            game: AnyGame = Game(rules, rules.info.setup(), seed_of(0))
            for seat in map(Seat, range(game.setup.seats)):
                sight = Sight(game.rules, game.setup, game.state, seat)
                enough = chain((False,), repeat(True))
                player.answer(sight, Chance(b"", 0), partial(next, enough))


class Intention(Struct):
    """What a bot is about to do; a stale one is dropped."""

    stale: bool = False
    answer: Answer[Any] | None = None
    alarm: Alarm | None = None
    cancel: Callable[[], object] | None = None

    def drop(self) -> None:
        """Cancel it."""
        self.stale = True
        if self.cancel:
            self.cancel()
        if self.alarm:
            self.alarm.cancel()
        self.settle()

    def settle(self) -> None:
        """Forget what it waited for, which knows the intention: no collector need come by."""
        self.cancel = self.alarm = None


class Bots:
    """The bots of one table; `act` makes a move and tells whether it was accepted."""

    def __init__(self, clock: Clock, think: Think, act: Callable[[Seat, Any], bool]) -> None:
        self._clock = clock
        self._think = think
        self._act = act
        self._intentions: dict[Seat, Intention] = {}
        self._seats: Mapping[Seat, str] = {}
        self._asked = 0

    def look(
        self, game: AnyGame, seats: Mapping[Seat, str], shown: Millis, lain: Mapping[int, Millis]
    ) -> None:
        """Let the bots see the game as shown at a time; what one of them intends stands while it can."""
        self._seats = seats
        for seat in list(self._intentions):
            answer = self._intentions[seat].answer
            if seat not in seats or answer is None or not stands(answer, game.rules, game.state, seat):
                self._intentions.pop(seat).drop()
        if game.result is None:
            for seat in seats:
                if seat not in self._intentions:
                    self._ask(game, seat, shown, lain)

    def stop(self) -> None:
        """Let them do nothing more."""
        for intention in self._intentions.values():
            intention.drop()
        self._intentions.clear()

    def leave(self) -> None:
        """Let them do nothing more, ever: they forget the table, which knows them."""
        self.stop()
        self._act = _nowhere

    def _ask(self, game: AnyGame, seat: Seat, shown: Millis, lain: Mapping[int, Millis]) -> None:
        intention = self._intentions[seat] = Intention()
        self._asked += 1
        chance = Chance(blake2b(game.seed, digest_size=32, person=b"bots").digest(), self._asked)
        name, rules = self._seats[seat], game.rules
        player = bot(name, rules.info.name)
        then = partial(self._answered, intention, game, seat, shown)
        if looks_ahead(player):
            # Even a short look ahead goes far: to load and compile what it needs would hold up every table.
            view = rules.view(game.state, seat)
            work = partial(think_far, name, rules.info.name, game.setup, view, seat, chance)
            intention.cancel = self._think(work, then, far=names(rules.info.box).index(name) + 1)
        else:
            sight = Sight(rules, game.setup, game.state, seat, lain)
            intention.cancel = self._think(
                lambda: player.answer(sight, chance, lambda: intention.stale), then
            )

    def _answered(
        self,
        intention: Intention,
        game: AnyGame,
        seat: Seat,
        shown: Millis,
        answer: Answer[Any] | Exception | None,
    ) -> None:
        intention.settle()
        if intention.stale:
            return
        if isinstance(answer, Exception):
            raise answer
        if answer is None:
            del self._intentions[seat]
            return
        intention.answer = answer
        when = Millis(max(self._clock.now(), shown + answer.delay))
        intention.alarm = self._clock.at(when, partial(self._move, intention, game, seat))

    def _move(self, intention: Intention, game: AnyGame, seat: Seat) -> None:
        del self._intentions[seat]
        intention.settle()
        assert intention.answer is not None
        if not self._act(seat, intention.answer.move) and seat not in self._intentions:
            waiting = self._intentions[seat] = Intention()
            again = Millis(self._clock.now() + AGAIN)
            waiting.alarm = self._clock.at(again, partial(self._retry, game, seat))

    def _retry(self, game: AnyGame, seat: Seat) -> None:
        self._intentions.pop(seat).settle()
        if game.result is None and seat in self._seats:
            self._ask(game, seat, self._clock.now(), {})


def _nowhere(seat: Seat, move: Any) -> bool:
    """Play at no table."""
    return True
