"""Simulated games: whose turn it is in time, and what a bot is asked and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cartable.core import Answer, Chance, Game, Millis, Played, Seat, Sight, seed_of
from cartable.games import GAMES
from cartable.lab.simulate import Deadlock, play_out, simulate


class Steady:
    """Makes its last right call after a fixed time, and keeps what it was shown."""

    name = "steady"

    def __init__(self, delay: int) -> None:
        self.delay = Millis(delay)
        self.shown: list[tuple[Any, dict[int, Millis]]] = []

    def answer(self, sight: Sight[Any, Any], chance: Chance, stop: Callable[[], bool]) -> Answer[Any] | None:
        self.shown.append((sight.view, dict(sight.lain)))
        moves = sight.moves()
        return Answer(moves[-1], self.delay) if moves else None


def played(name: str, *bots: Any, seed: int = 1, **options: bool) -> Game[Any, Any, Any, Any]:
    rules = GAMES[name]
    game = Game(rules, rules.info.setup(len(bots), options=options), seed_of(seed))
    play_out(game, bots)
    return game


def movers(game: Game[Any, Any, Any, Any]) -> list[Seat]:
    """Return whose moves they were, the table's own left out."""
    return [entry.seat for entry in game.log if isinstance(entry, Played) and entry.mover is not None]


def test_whoever_searches_other_cards_is_not_disturbed() -> None:
    # Both go for the last place of the island: the slow one is disturbed by every card that is laid there.
    quick, slow = Steady(1_000), Steady(2_500)
    game = played("island/welcome", quick, slow, once=True)
    assert movers(game) == [0] * 16

    class First(Steady):
        """Goes for the first place instead."""

        def answer(
            self, sight: Sight[Any, Any], chance: Chance, stop: Callable[[], bool]
        ) -> Answer[Any] | None:
            super().answer(sight, chance, stop)
            moves = sight.moves()
            return Answer(moves[0], self.delay) if moves else None

    slow = First(2_500)
    game = played("island/welcome", Steady(1_000), slow, once=True)
    assert movers(game).count(Seat(1)) == 6
    # Once before the flip, and then once for every card of its own.
    assert len(slow.shown) == 1 + 7


def test_a_bot_is_told_for_how_long_cards_have_lain() -> None:
    bots = Steady(1_000), Steady(1_700)
    played("spot/tower", *bots)
    before, flipped, second, third = (lain for _, lain in bots[1].shown[:4])
    views = [view for view, _ in bots[1].shown[:4]]
    # The pile of the Tower lies face up before the flip.
    assert before == {views[0].middle: 0}
    assert flipped == {views[1].middle: 3_000, views[1].tops[0]: 0, views[1].tops[1]: 0}
    assert second == {views[2].middle: 0, views[2].tops[0]: 4_000, views[2].tops[1]: 1_000}
    assert third == {views[3].middle: 0, views[3].tops[0]: 1_000, views[3].tops[1]: 2_000}


def test_lots_decide_between_two_at_the_same_moment() -> None:
    winners = {
        result.winners
        for seed in range(12)
        if (result := played("spot/faceoff", Steady(900), Steady(900), seed=seed).result)
    }
    assert winners == {(0,), (1,)}


def test_a_game_where_nobody_moves_is_stuck() -> None:
    class Asleep:
        name = "asleep"

        def answer(self, sight: object, chance: Chance, stop: object) -> None:
            return None

    with pytest.raises(Deadlock, match="spot/tower is stuck"):
        played("spot/tower", Asleep(), Asleep())


def test_games_come_out_in_the_order_of_their_seeds_on_any_number_of_processes() -> None:
    setup = GAMES["spot/faceoff"].info.setup(2)
    one, two = (list(simulate("spot/faceoff", setup, ("easy", "hard"), 70, 5, jobs)) for jobs in (1, 2))
    assert one == two
    assert [outcome.seed for outcome in one] == list(range(5, 75))
