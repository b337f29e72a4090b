"""The greedy bot for the island."""

from __future__ import annotations

from typing import Any

import pytest

from cartable.bots.island import FASTEST, SLOWEST, IslandGreedy
from cartable.bots.random import Random
from cartable.core import Answer, Chance, Game, Seat, Series, Sight, seed_of
from cartable.games.island import ADVENTURE, BARBARIANS, KNIGHTS, PORTS, ROUTE, WELCOME
from cartable.lab.simulate import play_out
from tests.games.island.positions import PORT_ROW, dealt, flipped, laid, line

Match = Series[Any, Any, Any, Any]

MATCHES = [WELCOME, PORTS, ROUTE, BARBARIANS, KNIGHTS, ADVENTURE]
every_match = pytest.mark.parametrize("rules", MATCHES, ids=lambda rules: str(rules.info.name))


def answered(rules: Match, state: Any, seat: int, number: int = 0) -> Answer[Any] | None:
    """Return what the bot answers in this seat."""
    sight = Sight(rules, state.setup, state, Seat(seat))
    return IslandGreedy().answer(sight, Chance(seed_of(5), number), lambda: False)


def tops(rules: Match, game: str, seat: int = 0, seats: int = 2) -> set[int]:
    """Return the cards that the bot covers in a position, whatever the lots."""
    state = rules.read(f"0 0,0 - | {game}", rules.info.setup(seats))
    answers = [answered(rules, state, seat, number) for number in range(40)]
    return {answer.move.cards[0] for answer in answers if answer}


@every_match
def test_it_makes_a_right_call_after_a_plausible_time(rules: Match) -> None:
    state = flipped(rules, rules.info.setup(3))
    answers = [answered(rules, state, 0, number) for number in range(30)]
    for answer in answers:
        assert answer is not None
        assert answer.move in list(rules.moves(state, Seat(0)))
        assert FASTEST <= answer.delay <= SLOWEST
    assert len({answer.delay for answer in answers if answer}) > 20


@every_match
def test_it_waits_while_it_may_not_call(rules: Match) -> None:
    assert answered(rules, dealt(rules, rules.info.setup(3)), 0) is None


def test_it_leaves_the_pointing_to_people() -> None:
    game = line("19,35,-1,36", "20/37/-/38", island=laid({0: 21}), seats=4)
    state = WELCOME.read(f"0 0,0 - | {game}", WELCOME.info.setup(4))
    assert answered(WELCOME, state, 2) is None


def test_in_welcome_it_covers_an_opponent_s_card_rather_than_any_other() -> None:
    game = line("19,35", "20/36", island=laid({0: 21, 3: 37, 8: 38}))
    assert tops(WELCOME, game) == {37, 38}


def test_in_ports_it_reaches_for_a_port() -> None:
    game = line("19,35", "20/36", island=laid({4: 21, 16: 37}), ports=PORT_ROW, reach="524287,524287")
    assert tops(PORTS, game) == {1}  # beside port 0, and on the way to port 1


def test_in_ports_it_goes_where_most_ports_are_next() -> None:
    # From every place of the centre but the middle two ports are in reach, or one; from the middle none.
    game = line("19,35", "20/36", island=laid(), ports=PORT_ROW, reach="26416,26416")
    assert 9 not in tops(PORTS, game)


def test_in_route_it_enlarges_its_own_group() -> None:
    game = line("19,35", "20/36", island=laid({0: 21, 1: 22, 18: 23}))
    assert tops(ROUTE, game) == {2, 3, 4, 5}


def test_in_route_an_opponent_s_colour_goes_where_it_hurts_least() -> None:
    # Orange has a route of two: its card goes over one of the two, or apart from them, never beside.
    game = line("39,20", "19/36", island=laid({0: 37, 1: 38, 18: 23}))
    assert tops(ROUTE, game) == {37, 38}


@every_match
@pytest.mark.parametrize("seats", [2, 5, 6])
def test_bots_play_to_the_end(rules: Match, seats: int) -> None:
    game: Game[Any, Any, Any, Any] = Game(rules, rules.info.setup(seats), seed_of(seats))
    play_out(game, [IslandGreedy()] * seats)
    assert game.result is not None


@pytest.mark.parametrize("rules", [WELCOME, PORTS, ROUTE], ids=lambda rules: str(rules.info.name))
def test_it_beats_a_bot_that_draws_lots_and_is_as_fast(rules: Match) -> None:
    class Steady(Random):
        """Draws lots for the move, in the time that the greedy bot takes."""

        def answer(self, sight: Sight[Any, Any], chance: Chance, stop: Any) -> Answer[Any] | None:
            found = super().answer(sight, chance, stop)
            taken = IslandGreedy().answer(sight, chance, stop)
            return Answer(found.move, taken.delay) if found and taken else None

    won = 0
    for seed in range(10):
        game: Game[Any, Any, Any, Any] = Game(rules, rules.info.setup(2), seed_of(seed))
        play_out(game, [IslandGreedy(), Steady()])
        assert game.result is not None
        won += game.result.winners == (0,)
    assert won >= 7
