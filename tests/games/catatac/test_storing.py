"""Attempts to store, and the counter window."""

from __future__ import annotations

import pytest

from cartable.core import Seat
from cartable.games.catatac.moves import (
    Attempted,
    Carry,
    Countered,
    Decline,
    Declined,
    Drew,
    EndTurn,
    Passed,
    Steal,
    Stored,
    StoreYarn,
    Toss,
    Tossed,
    Use,
)
from cartable.games.catatac.yarn import NEUTRAL, PLACES, Yarn
from tests.games.catatac.positions import (
    BLACK,
    WHITE,
    cooperate,
    events,
    hand,
    lay,
    moves,
    play,
    position,
    refused,
)

WHITE_HIDEOUT, WHITE_ALLEY, _, BLACK_ALLEY, BLACK_HIDEOUT = PLACES


@pytest.mark.rule("CTC-21")
def test_an_attempt_by_a_pair_ends_the_turn_and_the_seat_draws_back_up() -> None:
    state = play(position("6c3/5", "6", ".w..."), 0, lay("6c"))
    first, second = events(state, 0, StoreYarn())[:2]
    assert first == Attempted(Seat(0), WHITE_ALLEY)
    assert isinstance(second, Drew)
    after = play(state, 0, StoreYarn())
    assert (after.phase, after.turn, after.asked) == ("counter", 1, (1,))
    assert len(after.hands[0]) == 6
    assert moves(after, 0) == []
    assert refused(after, 0, Use(0, WHITE_ALLEY)) == ("CTC-5", "catatac.act")


@pytest.mark.rule("CTC-21")
def test_an_attempt_by_a_block_leaves_nothing_of_the_combo() -> None:
    after = play(position("1a3/5", "1", ".w..."), 0, lay("1a"), Use(0, WHITE_HIDEOUT))
    assert (after.phase, after.rights) == ("counter", 0)


@pytest.mark.rule("CTC-22")
def test_the_next_opponent_counters_with_a_counter_card_and_nothing_else() -> None:
    state = position("1/2b1b47bJ", "4", "w....", "counter:1?1", laid="0")
    assert set(moves(state, 1)) == {lay("2b"), lay("7b"), Decline()}
    for code in ("1b", "4", "J"):
        assert refused(state, 1, lay(code)) == ("CTC-22", "catatac.counter")


@pytest.mark.rule("CTC-16")
@pytest.mark.rule("CTC-22")
def test_a_counter_brings_the_yarn_out_and_the_storing_clan_keeps_possession() -> None:
    state = play(position("1/2b4", "4", "w....", "counter:1?1", laid="0"), 1, lay("2b"))
    assert moves(state, 1) == [Use(0, WHITE_ALLEY)]
    assert refused(state, 1, EndTurn()) == ("CTC-39", "catatac.must-counter")
    assert events(state, 1, Use(0, WHITE_ALLEY))[0] == Countered(Seat(1), WHITE_ALLEY)
    after = play(state, 1, Use(0, WHITE_ALLEY))
    assert after.yarn == Yarn(WHITE_ALLEY, WHITE)
    assert (after.phase, after.turn) == ("turn", 0)
    assert len(after.hands[1]) == 6
    black = play(position("2b4/1", "4", "....b", "counter:0?0", laid="1"), 0, lay("2b"))
    assert play(black, 0, Use(0, BLACK_ALLEY)).yarn == Yarn(BLACK_ALLEY, BLACK)


@pytest.mark.rule("CTC-22")
def test_the_rest_of_the_block_follows_the_counter() -> None:
    state = play(position("1/3c4", "4", "w....", "counter:1?1", laid="0"), 1, lay("3c"))
    after = play(state, 1, Use(0, WHITE_ALLEY))
    assert after.yarn == Yarn(WHITE_ALLEY, BLACK)


@pytest.mark.rule("CTC-22")
def test_the_pair_of_a_combo_follows_the_counter() -> None:
    state = play(position("1/2b4", "2", "w....", "counter:1?1", laid="0"), 1, lay("2b"))
    assert moves(state, 1) == [Use(0, WHITE_ALLEY)]
    assert refused(state, 1, Steal()) == ("CTC-39", "catatac.must-counter")
    state = play(state, 1, Use(0, WHITE_ALLEY))
    assert moves(state, 1) == [Steal(), EndTurn()]
    assert play(state, 1, Steal()).yarn == Yarn(WHITE_ALLEY, BLACK)


@pytest.mark.rule("CTC-24")
def test_a_store_that_is_not_countered_takes_a_point_card_and_the_yarn_is_tossed() -> None:
    state = position("1/2b4", "4", "w....", "counter:1?1", laid="0", points="2,2,*", won="-/3")
    assert events(state, 1, Decline(), BLACK)[:3] == (
        Declined(Seat(1)),
        Stored(Seat(0), 6),
        Tossed(BLACK),
    )
    after = play(state, 1, Decline(), side=BLACK)
    assert after.yarn == Yarn(NEUTRAL, BLACK)
    assert after.won == ((state.points[-1],), state.won[1])
    assert after.points == state.points[:-1]


@pytest.mark.rule("CTC-24")
def test_the_opponent_who_did_not_counter_takes_a_normal_turn() -> None:
    state = position("1/2b4", "4", "w....", "counter:1?1", laid="0")
    after = play(state, 1, Decline())
    assert (after.phase, after.turn) == ("turn", 1)
    assert hand(after, 1) == "2b4"
    assert set(moves(after, 1)) == {lay("2b"), lay("4")}


@pytest.mark.rule("CTC-24")
def test_with_the_last_point_card_the_game_ends_without_a_toss() -> None:
    state = position("1/2b4", "4", "w....", "counter:1?1", laid="0", points="2", won="*/-")
    happened = events(state, 1, Decline())
    assert not any(isinstance(event, Tossed) for event in happened)
    after = play(state, 1, Decline())
    assert after.phase == "over"
    assert after.yarn.place == WHITE_HIDEOUT
    assert refused(after, 1, lay("4")) == ("TABLE-2", "game.over")
    assert moves(after, 0) == moves(after, 1) == []


@pytest.mark.rule("CTC-23")
def test_a_team_mate_of_the_next_opponent_may_counter_with_miracle() -> None:
    state = position("1/22/1/5b3", "4", "w....", "counter:1?13", laid="0")
    assert moves(state, 1) == [Decline()]
    assert moves(state, 3) == [cooperate("5b"), Decline()]
    after = play(state, 3, cooperate("5b"), Use(0, WHITE_ALLEY))
    assert after.yarn == Yarn(WHITE_ALLEY, WHITE)
    # CTC-27: the opponent's turn is passed, nobody draws, and play goes on to the left of that seat.
    assert after.turn == 2
    assert (hand(after, 1), hand(after, 3)) == ("22", "3")


@pytest.mark.rule("CTC-23")
def test_the_other_clan_and_other_cards_have_no_say_in_the_window() -> None:
    state = position("1/22/5b/4c7b3", "4", "w....", "counter:1?13", laid="0")
    assert moves(state, 2) == []
    assert refused(state, 2, cooperate("5b")) == ("CTC-25", "catatac.mate")
    assert refused(state, 3, lay("7b")) == ("CTC-5", "catatac.turn")
    assert refused(state, 3, cooperate("7b")) == ("CTC-25", "catatac.icon")


@pytest.mark.rule("CTC-30")
def test_a_next_opponent_without_cards_leaves_only_miracle() -> None:
    state = play(position("1a1/-/1/5b3", "8", ".w...", pile="-"), 0, lay("1a"), Use(0, WHITE_HIDEOUT))
    assert (state.phase, state.turn, state.asked) == ("counter", 1, (3,))
    assert moves(state, 3) == [cooperate("5b"), Decline()]
    after = play(state, 3, cooperate("5b"), Use(0, WHITE_ALLEY))
    assert after.yarn == Yarn(WHITE_ALLEY, WHITE)
    assert after.turn == 2


@pytest.mark.rule("CTC-30")
def test_after_the_toss_an_opponent_without_cards_is_skipped_and_nobody_cooperates_for_it() -> None:
    state = position("1/-/1/4c3", "8", "w....", "counter:1?3", laid="0", pile="-")
    assert Passed(Seat(1)) in events(state, 3, Decline(), BLACK)
    after = play(state, 3, Decline(), side=BLACK)
    assert after.yarn == Yarn(NEUTRAL, BLACK)
    assert (after.phase, after.turn) == ("breath", 2)
    assert refused(after, 3, cooperate("4c")) == ("CTC-25", "catatac.mate")


@pytest.mark.rule("CTC-30")
def test_an_attempt_with_the_very_last_card_succeeds() -> None:
    state = play(position("1a/-", "8", ".w...", pile="-"), 0, lay("1a"))
    happened = events(state, 0, Use(0, WHITE_HIDEOUT))
    assert Stored(Seat(0), 7) in happened
    after = play(state, 0, Use(0, WHITE_HIDEOUT))
    assert after.phase == "over"
    assert len(after.won[WHITE]) == 1


@pytest.mark.rule("CTC-30")
def test_a_clan_without_any_card_cannot_answer_an_attempt() -> None:
    state = play(position("1a3/-", "8", ".w...", pile="-"), 0, lay("1a"), Use(0, WHITE_HIDEOUT))
    assert len(state.won[WHITE]) == 1
    assert (state.phase, state.turn) == ("turn", 0)


@pytest.mark.rule("CTC-37")
@pytest.mark.parametrize("hands", ["1/22/1/33/1/44", "1/2b2/1/5b3/1/44"])
def test_everyone_of_the_clan_is_asked_whatever_the_hands_hold(hands: str) -> None:
    state = play(position("1a" + hands, "8", ".w..."), 0, lay("1a"), Use(0, WHITE_HIDEOUT))
    assert state.asked == (1, 3, 5)
    assert state.until is None
    for seat in (5, 1):
        state = play(state, seat, Decline())
        assert state.phase == "counter"
        assert refused(state, seat, Decline()) == ("CTC-37", "catatac.asked")
        assert moves(state, seat) == []
    state = play(state, 3, Decline())
    assert (state.phase, state.turn, len(state.won[WHITE])) == ("breath", 1, 1)


@pytest.mark.rule("CTC-37")
def test_who_declined_does_not_counter_any_more() -> None:
    state = position("1/2b2/1/5b3", "4", "w....", "counter:1?13", laid="0")
    assert refused(play(state, 1, Decline()), 1, lay("2b")) == ("CTC-37", "catatac.declined")
    assert refused(play(state, 3, Decline()), 3, cooperate("5b")) == ("CTC-37", "catatac.declined")
    assert refused(state, 0, Decline()) == ("CTC-37", "catatac.asked")


@pytest.mark.rule("CTC-38")
def test_after_an_attempt_by_cooperation_the_next_opponent_sits_left_of_the_replaced_team_mate() -> None:
    state = position("11/2/4c/3", "4", "..w..", "turn:0")
    state = play(state, 2, cooperate("4c"), Use(0, WHITE_ALLEY), StoreYarn())
    assert (state.phase, state.turn, state.laid) == ("counter", 1, 2)
    state = play(play(state, 1, Decline()), 3, Decline())
    assert len(state.won[WHITE]) == 1
    assert state.turn == 1


@pytest.mark.rule("CTC-39")
def test_while_the_yarn_lies_on_a_hideout_only_a_counter_comes_first() -> None:
    state = position("1/1b2c4b5c6b3", "3", "w....", "counter:1?1", laid="0")
    assert moves(state, 1) == [Decline()]
    state = play(position("1/3c4", "3", "w....", "counter:1?1", laid="0"), 1, lay("3c"))
    for act in (Carry(NEUTRAL), Steal(), StoreYarn()):
        assert refused(state, 1, act) == ("CTC-39", "catatac.must-counter")
    assert refused(state, 1, Toss()) == ("CTC-36", "catatac.toss")


@pytest.mark.rule("CTC-39")
def test_pass_cannot_be_used_in_the_window() -> None:
    state = position("1/22/1/4c3", "4", "w....", "counter:1?13", laid="0")
    assert refused(state, 3, cooperate("4c")) == ("CTC-39", "catatac.miracle")
    assert moves(state, 3) == [Decline()]
