"""No bot reads a state: it knows what a message to its seat holds, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cartable.bots import bot, names
from cartable.core import Answer, Bot, Chance, Millis, Refused, Rules, Seat, Setup, Sight, seed_of
from cartable.games import GAMES
from tests.suite import walk

POSITIONS = 8
"""How many positions of a game each bot is shown."""

every_bot = pytest.mark.parametrize(
    ("name", "game"), [(name, game) for game, rules in GAMES.items() for name in names(rules.info.box)]
)


class Patience:
    """Tells a bot to stop when it has asked so many times."""

    def __init__(self, questions: int) -> None:
        self.left = questions

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def positions(rules: Rules[Any, Any, Any, Any], setup: Setup, seed: int) -> Iterator[Any]:
    """Yield some states of a random game, the first and the last among them."""
    states = [game.state for game in walk(rules, setup, seed)]
    last = len(states) - 1
    yield from (states[last * number // (POSITIONS - 1)] for number in range(POSITIONS))


def answer(
    player: Bot[Any, Any], rules: Rules[Any, Any, Any, Any], setup: Setup, world: Any, seat: Seat, number: int
) -> Answer[Any] | None:
    """Return what a bot answers in a world, the lots and its patience being the same in each."""
    lain = {card: Millis(700 * place) for place, card in enumerate(rules.faces(world))}
    sight = Sight(rules, setup, world, seat, lain)
    return player.answer(sight, Chance(seed_of(6), number), Patience(40))


@every_bot
def test_it_answers_alike_in_worlds_that_look_alike_to_its_seat(name: str, game: str) -> None:
    rules, player = GAMES[game], bot(name, game)
    setup = rules.info.setup(rules.info.seats[-1])
    told = msgspec.json.Decoder(rules.view_type)
    for number, state in enumerate(positions(rules, setup, seed=2)):
        for seat in map(Seat, range(setup.seats)):
            message = msgspec.json.encode(rules.view(state, seat))
            # Two worlds made of the message alone, and the true one.
            worlds = [rules.imagine(told.decode(message), setup, Chance(b"world", n)) for n in (1, 2)]
            given = [answer(player, rules, setup, world, seat, number) for world in (state, *worlds)]
            assert given[0] == given[1] == given[2]


@every_bot
def test_it_answers_with_moves_that_are_accepted_and_only_when_it_has_some(name: str, game: str) -> None:
    rules, player = GAMES[game], bot(name, game)
    setup = rules.info.setup()
    for number, state in enumerate(positions(rules, setup, seed=3)):
        for seat in map(Seat, range(setup.seats)):
            given = answer(player, rules, setup, state, seat, number)
            if given is not None:
                assert given.delay > 0
                try:
                    rules.play(state, seat, given.move, Millis(10**7), Chance(b"", number))
                except Refused as refused:
                    pytest.fail(f"{given.move} was refused: {refused}")
            if next(iter(rules.moves(state, seat)), None) is None:
                assert given is None


def test_a_bot_that_looks_behind_the_view_is_found_out() -> None:
    class Peeper:
        """Calls sooner where the last card of the pile is a low one."""

        name = "peeper"

        def answer(self, sight: Sight[Any, Any], chance: Chance, stop: object) -> Answer[Any] | None:
            hidden: Any = sight._state
            return Answer(sight.moves()[0], Millis(1 + hidden.middle[0]))

    rules = GAMES["spot/tower"]
    setup = rules.info.setup(2)
    state = next(game.state for game in walk(rules, setup, 2) if any(rules.moves(game.state, Seat(0))))
    worlds = [rules.imagine(rules.view(state, Seat(0)), setup, Chance(b"world", n)) for n in range(6)]
    assert len({answer(Peeper(), rules, setup, world, Seat(0), 1) for world in worlds}) > 1
