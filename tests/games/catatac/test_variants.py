"""Deck Hockey, Kittens, and all variants together."""

from __future__ import annotations

from itertools import product

import pytest

from cartable.core import Chance, Seat, seed_of
from cartable.games.catatac import CATATAC
from cartable.games.catatac.moves import Counter, Countered, Decline, EndTurn, Steal, Use
from cartable.games.catatac.terms import INFO
from cartable.games.catatac.yarn import PLACES, Yarn
from tests.games.catatac.positions import (
    BLACK,
    GAME,
    WHITE,
    events,
    lay,
    moves,
    play,
    position,
    refused,
    table,
)
from tests.suite import ends_and_ranks_every_team_once

WHITE_ALLEY = PLACES[1]
TOGGLES = ("hockey", "marathon", "kittens", "distraction", "alpha", "momentum")


@pytest.mark.rule("CTC-33")
@pytest.mark.parametrize("code", ["4", "J"])
def test_in_deck_hockey_a_pair_may_counter(code: str) -> None:
    state = position(f"1/{code}3", "4", "w....", "counter:1?1", laid="0", hockey=True)
    assert moves(state, 1) == [lay(code), Decline()]
    state = play(state, 1, lay(code))
    assert moves(state, 1) == [Counter()]
    assert events(state, 1, Counter())[0] == Countered(Seat(1), WHITE_ALLEY)
    after = play(state, 1, Counter())
    assert after.yarn == Yarn(WHITE_ALLEY, WHITE)
    assert after.turn == 0


@pytest.mark.rule("CTC-33")
def test_hockeys_counter_uses_the_pair_action_and_a_block_may_follow() -> None:
    state = position("1/3b4", "3", "w....", "counter:1?1", laid="0", hockey=True)
    state = play(state, 1, lay("3b"), Counter())
    assert moves(state, 1) == [Use(0, WHITE_ALLEY), EndTurn()]
    assert refused(state, 1, Steal()) == ("CTC-6", "catatac.no-pair")
    assert play(state, 1, Use(0, WHITE_ALLEY)).yarn == Yarn(WHITE_ALLEY, BLACK)


@pytest.mark.rule("CTC-33")
@pytest.mark.rule("CTC-39")
def test_in_deck_hockey_other_cards_still_do_not_counter() -> None:
    state = position("1/3b5", "4", "w....", "counter:1?1", laid="0", hockey=True)
    assert refused(state, 1, lay("5")) == ("CTC-33", "catatac.hockey")
    assert moves(state, 1) == [Decline()]


@pytest.mark.rule("CTC-33")
def test_without_deck_hockey_a_pair_does_not_counter() -> None:
    state = position("1/44", "4", "w....", "counter:1?1", laid="0")
    assert moves(state, 1) == [Decline()]


@pytest.mark.rule("CTC-35")
@pytest.mark.parametrize(("seats", "held"), [(2, 6), (4, 6), (6, 5)])
def test_kittens_play_with_35_cards_and_six_of_them_hold_five(seats: int, held: int) -> None:
    state = GAME.start(table(seats, kittens=True), Chance(seed_of(1), 0))
    assert [len(cards) for cards in state.hands] == [held] * seats
    dealt = [card for cards in (*state.hands, state.pile, state.discard) for card in cards]
    assert len(dealt) == 35
    numbers = {face.number for face in GAME.view(state, Seat(0)).hand}
    assert numbers <= {1, 2, 3, 4, 5}


@pytest.mark.rule("CTC-35")
def test_six_kittens_draw_back_up_to_five() -> None:
    state = position("11111a/2/2/2/3/3", "5", kittens=True)
    assert len(play(state, 0, lay("1")).hands[0]) == 5
    assert len(play(position("11111a/2/2/2/3/3", "5"), 0, lay("1")).hands[0]) == 6


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_combination_of_variants_and_boosters_plays_to_the_end(seats: int) -> None:
    for seed, chosen in enumerate(product((False, True), repeat=len(TOGGLES))):
        setup = CATATAC.info.setup(seats, options=dict(zip(TOGGLES, chosen, strict=True)))
        ends_and_ranks_every_team_once(CATATAC, setup, seed)


def test_the_options_are_those_of_the_rules_page_and_all_are_off() -> None:
    assert [option.name for option in INFO.options] == ["starter", *TOGGLES, "cards"]
    assert not any(option.default for option in INFO.options)
