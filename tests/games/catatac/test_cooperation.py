"""Cooperation: a card in place of a teammate, and the breath in which it can be played."""

from __future__ import annotations

from bisect import bisect_right
from importlib.resources import files
from random import Random

import pytest
from msgspec.structs import replace

from cartable.core import Chance, Game, Millis, Seat, Veil, seed_of
from cartable.games.catatac.course import BREATH
from cartable.games.catatac.moves import (
    Carry,
    CatatacMove,
    Decline,
    Declined,
    Drew,
    EndTurn,
    Laid,
    Open,
    Passed,
    Steal,
    StoreYarn,
    TurnCame,
    TurnOpened,
    Use,
)
from cartable.games.catatac.series import CATATAC
from cartable.games.catatac.yarn import NEUTRAL, PLACES, Yarn
from tests.games.catatac.positions import (
    GAME,
    NOW,
    WHITE,
    cooperate,
    events,
    falls,
    hand,
    lay,
    moves,
    play,
    position,
    refused,
    table,
)

_, WHITE_ALLEY, _, BLACK_ALLEY, BLACK_HIDEOUT = PLACES


@pytest.mark.rule("CTC-25", "CTC-40")
@pytest.mark.parametrize("hands", ["11/2/33/2", "11/2/4c3/2"])
def test_a_turn_opens_with_a_breath_of_fixed_length_whatever_the_hands_hold(hands: str) -> None:
    state = play(position(hands, "8", going="turn:3"), 3, lay("2"))
    assert (state.phase, state.turn, state.asked) == ("breath", 0, (2,))
    assert GAME.due(state) == (NOW + BREATH, Open())
    assert refused(state, 0, lay("1")) == ("CTC-40", "catatac.breath")
    assert moves(state, 0) == []
    step = GAME.proceed(state, NOW, falls(WHITE))
    assert step.events == (TurnOpened(Seat(0)),)
    opened = step.state
    assert (opened.phase, opened.until, GAME.due(opened)) == ("turn", None, None)
    assert lay("1") in moves(opened, 0)


@pytest.mark.rule("CTC-25")
def test_the_breath_ends_early_when_all_team_mates_decline() -> None:
    state = position("11/2/33/2/44/2", "8", going="breath:0?24@1500")
    state = play(state, 4, Decline())
    assert state.phase == "breath"
    assert events(state, 2, Decline()) == (Declined(Seat(2)), TurnOpened(Seat(0)))
    state = play(state, 2, Decline())
    assert (state.phase, state.until) == ("turn", None)


@pytest.mark.rule("CTC-25")
def test_the_game_opens_with_a_breath_too_and_the_clock_ends_it() -> None:
    game = Game(GAME, table(4), seed_of(3))
    assert game.state.phase == "breath"
    assert game.advance(Millis(BREATH - 1)) == ()
    assert game.advance(Millis(BREATH)) == (TurnOpened(game.state.turn),)


@pytest.mark.rule("CTC-25")
@pytest.mark.parametrize("going", ["breath:0?2@1500", "turn:0"])
def test_a_team_mate_plays_a_cooperation_card_before_the_seat_has_played(going: str) -> None:
    state = position("11/2/4c3/2", "8", "..w..", going)
    assert cooperate("4c") in moves(state, 2)
    laid = events(state, 2, cooperate("4c"))[0]
    assert isinstance(laid, Laid)
    assert (laid.seat, laid.instead) == (2, 0)
    state = play(state, 2, cooperate("4c"))
    assert (state.phase, state.laid, state.turn) == ("act", 2, 0)
    assert refused(state, 0, lay("1")) == ("CTC-5", "catatac.turn")


@pytest.mark.rule("CTC-25")
def test_who_declined_in_the_breath_may_still_be_first() -> None:
    state = play(position("11/2/4c3/2", "8", "..w..", "breath:0?2@1500"), 2, Decline())
    assert moves(state, 2) == [cooperate("4c")]


@pytest.mark.rule("CTC-25")
def test_the_first_received_counts() -> None:
    state = position("12/2/4c3/2", "1", "..w..", "turn:0")
    seat_first = play(state, 0, lay("1"))
    assert refused(seat_first, 2, cooperate("4c")) == ("CTC-25", "catatac.late")
    assert seat_first.phase == "act"


@pytest.mark.rule("CTC-25")
def test_in_the_own_turn_the_card_is_an_ordinary_one() -> None:
    state = position("4c1/2/33/2", "8", "..b..")
    assert refused(state, 0, cooperate("4c")) == ("CTC-25", "catatac.mate")
    after = play(state, 0, lay("4c"))
    assert after.turn == 1
    assert len(after.hands[0]) == 6


@pytest.mark.rule("CTC-25")
def test_only_team_mates_cooperate_and_only_with_the_icon_and_what_they_hold() -> None:
    state = position("11/4c/6c3/2", "8", "..w..")
    assert refused(state, 1, cooperate("4c")) == ("CTC-25", "catatac.mate")
    assert refused(state, 2, cooperate("6c")) == ("CTC-25", "catatac.icon")
    assert refused(state, 2, cooperate("4c")) == ("CTC-5", "catatac.hand")


@pytest.mark.rule("CTC-25")
def test_with_two_seats_the_icon_means_nothing() -> None:
    state = play(position("12/4c", "8", "..b..", "turn:1"), 1, lay("4c"), Use(0, WHITE_ALLEY))
    assert (state.phase, state.turn, state.until) == ("turn", 0, None)
    assert refused(position("12/4c", "8", "..b.."), 1, cooperate("4c")) == ("CTC-25", "catatac.mate")


@pytest.mark.rule("CTC-26")
def test_the_conditions_of_a_cooperation_card_must_hold() -> None:
    state = position("11/2/4c5b3/2", "4", "..b..")
    assert refused(state, 2, cooperate("4c")) == ("CTC-26", "catatac.useless")
    assert refused(state, 2, cooperate("5b")) == ("CTC-26", "catatac.useless")


@pytest.mark.rule("CTC-26")
def test_the_block_must_be_used_and_a_pair_alone_is_not_allowed() -> None:
    state = play(position("11/2/4c3/2", "4", "..w.."), 2, cooperate("4c"))
    assert set(moves(state, 2)) == {
        Carry(WHITE_ALLEY),
        Carry(BLACK_ALLEY),
        Use(0, WHITE_ALLEY),
        Use(0, BLACK_ALLEY),
    }
    assert refused(state, 2, EndTurn()) == ("CTC-26", "catatac.must")
    state = play(state, 2, Carry(WHITE_ALLEY))
    assert moves(state, 2) == [Use(0, NEUTRAL)]
    state = play(state, 2, Use(0, NEUTRAL))
    assert state.yarn == Yarn(NEUTRAL, WHITE)
    assert state.turn == 1


@pytest.mark.rule("CTC-26")
def test_a_pair_that_would_spoil_the_block_has_to_wait() -> None:
    state = play(position("11/2/4c3/2", "4", ".w..."), 2, cooperate("4c"))
    assert refused(state, 2, StoreYarn()) == ("CTC-26", "catatac.must")
    state = play(position("11/2/4c3/2", "4", "..w.."), 2, cooperate("4c"), Use(0, WHITE_ALLEY))
    assert moves(state, 2) == [Carry(NEUTRAL), StoreYarn(), EndTurn()]


@pytest.mark.rule("CTC-26")
def test_hockeys_pair_does_not_spoil_miracle() -> None:
    state = position("1/22/1/5b3", "5", "w....", "counter:1?13", laid="0", hockey=True)
    state = play(state, 3, cooperate("5b"))
    assert moves(state, 3) == [Use(0, WHITE_ALLEY)]
    assert moves(play(state, 3, Use(0, WHITE_ALLEY)), 3) == [Steal(), EndTurn()]


FAR_PASS = (files("cartable.games.catatac") / "cards.txt").read_text("utf-8")
FAR_PASS = "\n".join(
    line.replace("move 1", "move 2") if "PASS" in line else line for line in FAR_PASS.splitlines()
)
"""The deck with a PASS that moves the yarn two alleys."""


@pytest.mark.rule("CTC-26")
def test_a_pair_may_come_first_and_make_the_block_possible() -> None:
    state = position("11/2/4c3/2", "4", "..w..", cards=FAR_PASS)
    assert cooperate("4c") in moves(state, 2)
    state = play(state, 2, cooperate("4c"))
    assert moves(state, 2) == [Carry(WHITE_ALLEY), Carry(BLACK_ALLEY)]
    state = play(state, 2, Carry(WHITE_ALLEY))
    assert moves(state, 2) == [Use(0, BLACK_ALLEY)]
    assert play(state, 2, Use(0, BLACK_ALLEY)).yarn == Yarn(BLACK_ALLEY, WHITE)


@pytest.mark.rule("CTC-26")
@pytest.mark.parametrize(("top", "yarn"), [("8", "..w.."), ("4", "..b..")], ids=["no pair", "condition"])
def test_without_a_pair_or_its_condition_the_block_stays_impossible(top: str, yarn: str) -> None:
    state = position("11/2/4c3/2", top, yarn, cards=FAR_PASS)
    assert refused(state, 2, cooperate("4c")) == ("CTC-26", "catatac.useless")


@pytest.mark.rule("CTC-27")
def test_the_team_mates_turn_is_passed_and_nobody_draws() -> None:
    state = position("11/2/4c3/2", "8", "..w..")
    happened = events(play(state, 2, cooperate("4c")), 2, Use(0, WHITE_ALLEY))
    assert not any(isinstance(event, Drew) for event in happened)
    after = play(state, 2, cooperate("4c"), Use(0, WHITE_ALLEY))
    assert after.turn == 1
    assert (hand(after, 0), hand(after, 2)) == ("11", "3")


@pytest.mark.rule("CTC-27")
def test_who_cooperated_draws_at_the_end_of_the_next_own_turn() -> None:
    state = position("11/22/4c33335a/2", "8", "..w..")
    state = play(state, 2, cooperate("4c"), Use(0, WHITE_ALLEY))
    state = play(state, 3, Decline())
    state = play(state, 1, lay("2"))
    assert (state.turn, hand(state, 2)) == (2, "33335a")
    state = play(play(state, 0, Decline()), 2, lay("3"))
    assert len(state.hands[2]) == 6


@pytest.mark.rule("CTC-27")
def test_who_cooperated_and_is_then_replaced_draws_later_still() -> None:
    state = position("5b66/4a1/4c3/22", "8", "...w.")
    state = play(state, 2, cooperate("4c"), Use(0, NEUTRAL))
    state = play(state, 3, Decline())
    state = play(state, 1, lay("4a"), Steal(), Use(0, BLACK_HIDEOUT))
    assert (state.phase, state.turn, state.asked) == ("counter", 2, (0, 2))
    state = play(state, 0, cooperate("5b"), Use(0, BLACK_ALLEY))
    assert (state.turn, hand(state, 2), hand(state, 0)) == (3, "3", "66")
    state = play(play(state, 1, Decline()), 3, lay("2"))
    state = play(play(state, 2, Decline()), 0, lay("6"))
    assert (len(state.hands[0]), hand(state, 2)) == (6, "3")
    state = play(play(state, 3, Decline()), 1, lay("1"))
    state = play(play(state, 0, Decline()), 2, lay("3"))
    assert len(state.hands[2]) == 6


@pytest.mark.rule("CTC-28")
@pytest.mark.rule("CTC-37")
@pytest.mark.parametrize("mate", ["4c3", "33"])
def test_team_mates_are_asked_in_the_turn_of_a_seat_without_cards(mate: str) -> None:
    state = position(f"-/2/{mate}/22", "8", "..w..", "turn:3", pile="-")
    assert TurnCame(Seat(0), True) in events(state, 3, lay("2"))
    state = play(state, 3, lay("2"))
    assert (state.phase, state.turn, state.asked, state.until) == ("empty", 0, (2,), None)
    assert GAME.due(state) is None
    assert moves(state, 0) == []
    passed = play(state, 2, Decline())
    assert Passed(Seat(0)) in events(state, 2, Decline())
    assert (passed.phase, passed.turn) == ("breath", 1)


@pytest.mark.rule("CTC-28")
def test_a_team_mate_cooperates_in_the_turn_of_a_seat_without_cards() -> None:
    state = position("-/2/4c3/22", "8", "..w..", "empty:0?2", pile="-")
    state = play(state, 2, cooperate("4c"), Use(0, BLACK_ALLEY))
    assert state.yarn == Yarn(BLACK_ALLEY, WHITE)
    assert state.turn == 1


@pytest.mark.rule("CTC-28")
def test_who_declined_for_a_seat_without_cards_does_not_cooperate_any_more() -> None:
    state = position("-/2/4c3/22/44/2", "8", "..w..", "empty:0?24", pile="-")
    state = play(state, 2, Decline())
    assert refused(state, 2, cooperate("4c")) == ("CTC-37", "catatac.declined")
    assert refused(state, 0, lay("1")) == ("CTC-5", "catatac.hand")


def distance(one: list[int], other: list[int]) -> float:
    """Return how far apart two distributions are at most (Kolmogorov and Smirnov)."""
    one, other = sorted(one), sorted(other)
    return max(
        abs(bisect_right(one, at) / len(one) - bisect_right(other, at) / len(other)) for at in one + other
    )


def people(median: int) -> list[int]:
    """Return how long people take who could, and let it go."""
    random = Random(median)
    return [round(median * random.lognormvariate(0, 0.33)) for _ in range(2_000)]


def veils(hands: str, going: str, seat: int) -> list[Veil[CatatacMove]]:
    """Return what the table draws for a seat that is asked, by two thousand chances."""
    yarn = "w...." if going.startswith("counter") else "..w.."
    state = position(hands, "8", yarn, going, laid="0", pile="*")
    found = [GAME.veil(state, Seat(seat), Chance(seed_of(1), number)) for number in range(2_000)]
    return [veil for veil in found if veil]


@pytest.mark.rule("CTC-37")
@pytest.mark.parametrize(
    ("cannot", "can", "going", "seat"),
    [
        ("11/22/33/66", "11/2b2/33/66", "counter:1?13", 1),
        ("11/22/33/66", "11/22/33/5b6", "counter:1?13", 3),
        ("-/22/33/66", "-/22/4c3/66", "empty:0?2", 2),
    ],
)
def test_a_no_waits_as_long_whether_one_can_or_not(cannot: str, can: str, going: str, seat: int) -> None:
    forced, free = veils(cannot, going, seat), veils(can, going, seat)
    assert {(veil.move, veil.only) for veil in forced} == {(Decline(), True)}
    assert {(veil.move, veil.only) for veil in free} == {(Decline(), False)}
    assert [veil.wait for veil in forced] == [veil.wait for veil in free]


@pytest.mark.rule("CTC-37")
def test_the_wait_has_a_long_tail_and_hides_who_is_quick() -> None:
    waits: list[int] = [veil.wait for veil in veils("11/22/33/66", "counter:1?13", 1)]
    assert 800 <= min(waits) <= max(waits) <= 10_000
    assert 0.7 < sum(wait < 3_000 for wait in waits) / len(waits) < 0.85
    assert sum(wait > 4_000 for wait in waits) / len(waits) > 0.1
    # By how much somebody who sees only the time guesses better than by tossing a coin who could.
    told = {
        median: distance(waits, [max(pair) for pair in zip(waits, people(median), strict=True)]) / 2
        for median in (300, 1_000, 1_500, 60_000)
    }
    assert told[300] == 0
    assert told[1_000] < 0.03
    assert told[1_500] < 0.08
    assert told[60_000] == 0.5, "whoever thinks longer than the longest wait is found out"


@pytest.mark.rule("CTC-37")
def test_each_question_is_told_apart_and_in_a_breath_there_is_none() -> None:
    state = position("11/2b2/33/66", "8", "w....", "counter:1?13", laid="0")
    veil = GAME.veil(state, Seat(1), Chance(seed_of(1), 1))
    assert veil
    assert veil.question == (1,)
    assert GAME.veil(state, Seat(0), Chance(seed_of(1), 1)) is None
    assert GAME.veil(play(state, 3, Decline()), Seat(3), Chance(seed_of(1), 1)) is None
    breath = position("11/22/33/66", "8", "..w..", "breath:0?2@1500")
    assert GAME.veil(breath, Seat(2), Chance(seed_of(1), 1)) is None
    stage = replace(CATATAC.start(table(4), Chance(seed_of(1), 0)), index=2, game=state)
    found = CATATAC.veil(stage, Seat(1), Chance(seed_of(1), 1))
    assert found == replace(veil, question=(2, 1))
