"""The three boosters."""

from __future__ import annotations

import pytest

from cartable.core import Chance, Seat, seed_of
from cartable.games.catatac.moves import (
    Carry,
    Counter,
    Crowned,
    Decline,
    Distract,
    Distracted,
    EndTurn,
    Steal,
    StoreYarn,
    Toss,
    Tossed,
    Use,
)
from cartable.games.catatac.yarn import NEUTRAL, PLACES, Yarn
from tests.games.catatac.positions import (
    BLACK,
    GAME,
    WHITE,
    cooperate,
    events,
    lay,
    moves,
    play,
    position,
    refused,
    table,
)

pytestmark = pytest.mark.rule("CTC-36")

_, WHITE_ALLEY, _, BLACK_ALLEY, _ = PLACES


def test_each_clan_holds_one_token_where_distraction_is_on() -> None:
    assert GAME.start(table(4, distraction=True), Chance(seed_of(1), 0)).tokens == (True, True)
    assert GAME.start(table(4), Chance(seed_of(1), 0)).tokens == (False, False)


def test_distracting_spends_the_token_and_the_card_has_no_effect() -> None:
    state = play(position("1a2/6", "1", ".w...", tokens="wb"), 0, lay("1a"))
    assert Distract() in moves(state, 0)
    assert events(state, 0, Distract())[0] == Distracted(Seat(0))
    after = play(state, 0, Distract())
    assert after.yarn == Yarn(WHITE_ALLEY, WHITE)
    assert (after.turn, after.tokens, after.distracted) == (1, (False, True), BLACK)
    assert len(after.hands[0]) == 6


def test_a_card_without_effect_may_distract_too() -> None:
    state = play(position("12/6", "8", tokens="w"), 0, lay("1"))
    assert moves(state, 0) == [Distract(), EndTurn()]
    assert play(state, 0, EndTurn()).tokens == (True, False)


def test_who_has_acted_does_not_distract_any_more() -> None:
    state = play(position("6c2/5", "6", "..w..", tokens="w"), 0, lay("6c"), Carry(WHITE_ALLEY))
    assert refused(state, 0, Distract()) == ("CTC-36", "catatac.token")


def test_a_token_is_spent_once() -> None:
    state = play(position("112/66", "8", tokens="w"), 0, lay("1"), Distract())
    state = play(state, 1, lay("6"))
    after = play(state, 0, lay("2"))
    assert after.turn == 1


def test_a_distracted_opponent_uses_no_block_but_a_pair() -> None:
    state = position("1/6c62", "6", "..b..", "turn:1", distracted="b")
    laid = play(state, 1, lay("6c"))
    assert moves(laid, 1) == [Carry(WHITE_ALLEY), Carry(BLACK_ALLEY), EndTurn()]
    assert refused(laid, 1, Use(0, WHITE_ALLEY)) == ("CTC-36", "catatac.distracted")
    after = play(laid, 1, Carry(BLACK_ALLEY))
    assert (after.turn, after.distracted) == (0, None)


def test_nobody_cooperates_in_a_distracted_turn_and_it_opens_without_a_breath() -> None:
    state = position("12/22/33/4c1", "8", "..b..", tokens="w")
    state = play(state, 0, lay("1"), Distract())
    assert (state.phase, state.turn, state.asked) == ("turn", 1, ())
    assert refused(state, 3, cooperate("4c")) == ("CTC-36", "catatac.distracted")
    assert play(state, 1, lay("2")).phase == "breath"


def test_a_distraction_waits_for_the_next_opponent_with_cards() -> None:
    state = position("12/-/33/4c1", "8", "..b..", tokens="w", pile="-")
    state = play(state, 0, lay("1"), Distract())
    assert (state.turn, state.distracted) == (2, BLACK)
    state = play(play(state, 0, Decline()), 2, lay("3"))
    assert (state.phase, state.turn, state.distracted) == ("turn", 3, BLACK)
    assert play(state, 3, lay("4c")).distracted is None


def test_a_distracted_clan_may_still_counter() -> None:
    state = position("1/3c4", "4", "w....", "counter:1?1", laid="0", distracted="b")
    after = play(state, 1, lay("3c"), Use(0, WHITE_ALLEY))
    assert after.yarn == Yarn(WHITE_ALLEY, BLACK)
    assert after.distracted is None
    hockey = position("1/3b4", "3", "w....", "counter:1?1", laid="0", distracted="b", hockey=True)
    after = play(hockey, 1, lay("3b"), Counter())
    assert (after.turn, after.yarn) == (0, Yarn(WHITE_ALLEY, WHITE))


def test_who_counters_or_cooperates_does_not_distract() -> None:
    window = position("1/2b4", "2", "w....", "counter:1?1", laid="0", tokens="wb")
    assert moves(play(window, 1, lay("2b")), 1) == [Use(0, WHITE_ALLEY)]
    state = play(position("11/2/4c3/2", "8", "..w..", tokens="wb"), 2, cooperate("4c"))
    assert refused(state, 2, Distract()) == ("CTC-36", "catatac.token")


def test_the_first_seat_of_each_clan_in_turn_order_is_its_alpha() -> None:
    first = [GAME.start(table(6, alpha=True, starter=start), Chance(seed_of(1), 0)) for start in (1, 4, 6)]
    assert [state.alphas for state in first] == [(0, 1), (4, 3), (0, 5)]
    assert GAME.start(table(6), Chance(seed_of(1), 0)).alphas == ()


def test_the_alphas_pair_moves_the_yarn_one_or_two_alleys() -> None:
    state = play(position("12/5", "1", ".w...", alphas="01"), 0, lay("1"))
    assert moves(state, 0) == [Carry(NEUTRAL), Carry(BLACK_ALLEY), StoreYarn(), EndTurn()]
    other = play(position("12/5/12/5", "1", ".w...", "turn:2", alphas="01"), 2, lay("1"))
    assert moves(other, 2) == [Carry(NEUTRAL), StoreYarn(), EndTurn()]


def test_the_mantle_passes_to_the_team_mate_whose_store_succeeds() -> None:
    state = position("1/22/1/33", "4", "w....", "counter:3?13", laid="2", alphas="01")
    state = play(state, 1, Decline())
    assert Crowned(Seat(2)) in events(state, 3, Decline())
    assert play(state, 3, Decline()).alphas == (2, 1)
    stays = play(position("1/22", "4", "w....", "counter:1?1", laid="0", alphas="01"), 1, Decline())
    assert stays.alphas == (0, 1)
    none = play(position("1/22", "4", "w....", "counter:1?1", laid="0"), 1, Decline())
    assert none.alphas == ()


def test_after_a_pair_action_the_yarn_may_be_tossed_once() -> None:
    state = play(position("12/5", "1", "..w..", momentum=True), 0, lay("1"))
    assert refused(state, 0, Toss()) == ("CTC-36", "catatac.toss")
    state = play(state, 0, Carry(WHITE_ALLEY))
    assert moves(state, 0) == [Toss(), EndTurn()]
    assert events(state, 0, Toss(), WHITE)[0] == Tossed(WHITE)
    lucky = play(state, 0, Toss(), side=WHITE)
    assert moves(lucky, 0) == [Carry(NEUTRAL), StoreYarn(), EndTurn()]
    assert play(lucky, 0, StoreYarn()).phase == "counter"
    assert play(lucky, 0, Carry(NEUTRAL)).turn == 1


def test_the_other_side_up_gives_the_yarn_away_and_no_further_action() -> None:
    state = play(position("12/5", "1", "..w..", momentum=True), 0, lay("1"), Carry(WHITE_ALLEY))
    after = play(state, 0, Toss(), side=BLACK)
    assert after.yarn == Yarn(WHITE_ALLEY, BLACK)
    assert after.turn == 1


def test_a_block_may_still_follow_the_toss() -> None:
    state = play(position("2c3/6", "2", ".w...", momentum=True), 0, lay("2c"), Carry(NEUTRAL))
    after = play(state, 0, Toss(), side=BLACK)
    assert set(moves(after, 0)) == {Use(0, WHITE_ALLEY), Use(0, BLACK_ALLEY), EndTurn()}


def test_without_a_pair_or_after_an_attempt_there_is_no_toss() -> None:
    no_pair = play(position("6c2/5", "8", "..w..", momentum=True), 0, lay("6c"), Use(0, WHITE_ALLEY))
    assert no_pair.turn == 1
    stored = play(position("12/5", "1", ".w...", momentum=True), 0, lay("1"), StoreYarn())
    assert stored.phase == "counter"


def test_who_cooperates_tosses_only_after_the_block() -> None:
    state = position("11/2/4c3/2", "4", "..w..", momentum=True)
    state = play(state, 2, cooperate("4c"), Carry(WHITE_ALLEY))
    assert moves(state, 2) == [Use(0, NEUTRAL)]
    state = play(state, 2, Use(0, NEUTRAL))
    assert moves(state, 2) == [Toss(), EndTurn()]


def test_boosters_work_together() -> None:
    state = position("12/5", "1", "..b..", tokens="w", alphas="01", momentum=True)
    state = play(state, 0, lay("1"))
    assert moves(state, 0) == [Steal(), Distract(), EndTurn()]
    state = play(state, 0, Steal(), Toss(), side=WHITE)
    assert moves(state, 0) == [Carry(WHITE_ALLEY), Carry(BLACK_ALLEY), EndTurn()]
