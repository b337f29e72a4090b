"""The greedy bot of CATATAC."""

from __future__ import annotations

import pytest

from cartable.bots import bot, names
from cartable.bots.catatac import FASTEST, SLOWEST, CatatacGreedy
from cartable.bots.random import Random
from cartable.core import Chance, Game, Next, Seat, Sight, Stage, seed_of
from cartable.games.catatac import CATATAC
from cartable.games.catatac.moves import (
    Carry,
    CatatacMove,
    Counter,
    Decline,
    Distract,
    EndTurn,
    Steal,
    StoreYarn,
    Toss,
    Use,
)
from cartable.games.catatac.state import State
from cartable.games.catatac.yarn import PLACES
from tests.games.catatac.positions import cooperate, lay, play, position
from tests.games.catatac.test_cards import OWN

WHITE_HIDEOUT, WHITE_ALLEY, *_ = PLACES


def answer(state: State, seat: int) -> CatatacMove | Next | None:
    """Return what the bot does in a position."""
    stage = Stage(state.setup, 0, (0, 0), state)
    found = CatatacGreedy().answer(
        Sight(CATATAC, state.setup, stage, Seat(seat)), Chance(seed_of(1), 0), lambda: False
    )
    if found is None:
        return None
    assert FASTEST <= found.delay <= SLOWEST
    return found.move


def test_it_lays_what_leads_to_a_store_and_stores() -> None:
    state = position("1a2J3b/6", "8", ".w...")
    assert answer(state, 0) == lay("1a")
    assert answer(play(state, 0, lay("1a")), 0) == Use(0, WHITE_HIDEOUT)
    pair = position("145/6", "1", ".w...")
    assert answer(pair, 0) == lay("1")
    assert answer(play(pair, 0, lay("1")), 0) == StoreYarn()


def test_it_finds_a_combo() -> None:
    state = position("4a15/6", "4", "..b..")
    assert answer(state, 0) == lay("4a")
    state = play(state, 0, lay("4a"))
    assert answer(state, 0) == Steal()
    assert answer(play(state, 0, Steal()), 0) == Use(0, WHITE_HIDEOUT)


def test_it_counters_when_it_can_and_declines_when_it_cannot() -> None:
    assert answer(position("1/2b4", "4", "w....", "counter:1?1", laid="0"), 1) == lay("2b")
    assert answer(position("1/44", "4", "w....", "counter:1?1", laid="0"), 1) == Decline()
    window = position("1/22/1/5b3", "4", "w....", "counter:1?13", laid="0")
    assert answer(window, 3) == cooperate("5b")


def test_it_moves_home_and_steals() -> None:
    state = play(position("12/6", "1", "..w.."), 0, lay("1"))
    assert answer(state, 0) == Carry(WHITE_ALLEY)
    assert answer(position("15/6", "1", "..b.."), 0) == lay("1")


def test_it_keeps_counters_jokers_and_blocks_where_no_card_helps() -> None:
    assert answer(position("2bJ1a5/6", "8", "...w."), 0) == lay("5")


def test_it_does_not_move_the_yarn_away_from_home() -> None:
    state = play(position("6c2/5", "8", ".w..."), 0, lay("6c"))
    assert answer(state, 0) == EndTurn()


def test_it_cooperates_only_to_store_and_waits_otherwise() -> None:
    assert answer(position("11/2/4c3/2", "4", "..w..", "breath:0?2@1500"), 2) == cooperate("4c")
    assert answer(position("11/2/4c3/2", "8", "..w..", "breath:0?2@1500"), 2) == Decline()
    assert answer(position("11/2/4c3/2", "8", "..w.."), 2) is None
    assert answer(position("11/2/4c3/2", "8", "..w.."), 1) is None


def test_it_tosses_where_the_odds_are_with_it() -> None:
    state = play(position("12/5", "1", "..b..", momentum=True), 0, lay("1"), Steal())
    assert answer(state, 0) == EndTurn()
    hockey = position("4/13", "1", "w....", "counter:1?1", laid="0", hockey=True, momentum=True)
    state = play(hockey, 1, lay("1"))
    state = play(state, 1, Counter())
    assert answer(state, 1) == Toss()


def test_it_tosses_by_block_what_the_other_clan_possesses() -> None:
    state = play(position("4b2/6", "8", ".b..."), 0, lay("4b"))
    assert answer(state, 0) == Use(0, WHITE_ALLEY)


def test_it_distracts_where_the_card_does_nothing() -> None:
    state = play(position("12/6", "8", ".w...", tokens="w"), 0, lay("1"))
    assert answer(state, 0) == Distract()
    state = play(position("12/6", "8", "..b..", tokens="w"), 0, lay("1"))
    assert answer(state, 0) == Distract()


def test_a_distracted_bot_hopes_for_no_block() -> None:
    assert answer(position("1a6/5", "6", ".w...", distracted="w"), 0) == lay("6")


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_beats_random_play_in_nineteen_games_of_twenty(seats: int) -> None:
    games = 60
    won = sum(_greedy_wins(seats, seed) for seed in range(games))
    assert won >= games * 0.95


def _greedy_wins(seats: int, seed: int) -> bool:
    setup = CATATAC.info.setup(seats)
    game = Game(CATATAC, setup, seed_of(seed))
    lots = Chance(seed_of(seed), 1 << 40)
    bots = [CatatacGreedy() if team == seed % 2 else Random() for team in setup.teams]
    while game.result is None:
        for seat in lots.shuffled([Seat(seat) for seat in range(seats)]):
            found = bots[seat].answer(Sight(CATATAC, setup, game.state, seat), lots, lambda: False)
            if found is not None:
                game.play(seat, found.move, game.now)
                break
    return game.result.winners == (seed % 2,)


@pytest.mark.rule("CTC-20")
@pytest.mark.parametrize("level", names("catatac"))
def test_every_bot_plays_the_cards_that_an_owner_enters(level: str) -> None:
    setup = CATATAC.info.setup(2, options={"cards": OWN, "kittens": True})
    game = Game(CATATAC, setup, seed_of(3))
    lots = Chance(seed_of(3), 1 << 40)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    while game.result is None:
        for seat in (Seat(0), Seat(1)):
            asked = 0
            found = bot(level, "catatac").answer(Sight(CATATAC, setup, game.state, seat), lots, stop)
            if found is not None:
                game.play(seat, found.move, game.now)
                break
    assert game.result.why == "played"
