"""What all Spot it! games share: SPOT-1 to SPOT-6, SPOT-8 and SPOT-10."""

from __future__ import annotations

from itertools import combinations

import pytest

from cartable.core import Claim, Millis, Refused, Seat
from cartable.designs import CLASSIC, Card, Symbol
from cartable.games.reflex.calls import Call, Flip, Flipped, LateCall, Thaw, Thawed, Took, Wrong
from cartable.games.spot import CATCH, FACEOFF, GIFT, POTATO, PRACTICE, TOWER, TRIPLET, WELL
from cartable.games.spot.rules import Spot, Tied
from tests.games.spot.lay import (
    A,
    B,
    C,
    D,
    after,
    begin,
    chance,
    every_game,
    first_call,
    lay,
    misnamed,
    outcome,
    play,
    refused,
    right,
    table,
    wrong,
)


@every_game
@pytest.mark.rule("SPOT-1")
def test_once_the_cards_are_up_everybody_may_call_at_the_same_time(rules: Spot) -> None:
    state = begin(rules, 4)
    assert all(list(rules.moves(state, seat)) for seat in (A, B, C, D))


@every_game
@pytest.mark.rule("SPOT-1")
def test_nobody_calls_before_the_flip(rules: Spot) -> None:
    state = rules.start(table(rules, 2), chance())
    assert rules.due(state) == (3_000, Flip())
    assert not list(rules.moves(state, A))
    assert rules.sample(state, A, chance()) is None
    with refused("SPOT-1", "spot.down"):
        play(rules, state, A, right(0, 1))


def test_the_table_flips_when_it_is_time_and_only_the_table() -> None:
    state = TOWER.start(table(TOWER, 2), chance())
    with refused("TABLE-4", "move.table"):
        play(TOWER, state, A, Flip())
    step = TOWER.proceed(state, Millis(3_000), chance())
    assert step.events == (Flipped(),)
    assert step.state.flips is None
    with refused("TABLE-4", "move.table"):
        TOWER.proceed(step.state, Millis(3_000), chance())


@every_game
@pytest.mark.rule("SPOT-2")
def test_the_first_correct_call_wins_and_the_same_call_by_another_is_late(rules: Spot) -> None:
    state = begin(rules, 4)
    first, second = first_call(rules, state, A), first_call(rules, state, B)
    step = play(rules, state, A, first)
    assert isinstance(step.events[0], Took)
    assert step.events[0].seat == A
    if rules is FACEOFF:
        with refused("TABLE-2", "game.over"):
            play(rules, step.state, B, second)
    else:
        late = play(rules, step.state, B, second)
        assert late.events == (LateCall(B, second.cards),)


@pytest.mark.rule("SPOT-3")
@pytest.mark.parametrize(
    ("rules", "text", "calls", "contested"),
    [
        (TOWER, "- - 9,5,0 - 1/2 0/0 0 0/0 - -", (right(0, 1), right(0, 2)), ((0,), (0,))),
        (WELL, "- - 0 - 3,1/4,2 0/0 0 0/0 - -", (right(0, 1), right(0, 2)), ((0,), (0,))),
        (GIFT, "- - 9,5,0 - 1/2/3 0/0/0 0 0/0/0 - -", (right(0, 2), right(0, 3)), ((0,), (0,))),
        (
            TRIPLET,
            "- 30,31,32,33 - 0,2,3,8,10,11,12,13,14 -/- 0/0 0 0/0 - -",
            (right(0, 2, 3), right(8, 3, 2)),
            ((0, 2, 3), (8, 3, 2)),
        ),
        (POTATO, "- 9,10,11 - - 0/1/2 0/0/0 0 0/0/0 - -", (right(0, 1), right(1, 0)), ((0, 1), (1, 0))),
        (CATCH, "- 9,10,11 0 1,2 -/- 0/0 0 0/0 - -", (right(1, 0), right(1, 0)), ((1,), (1,))),
        (PRACTICE, "- 9,10 - 0,1 -/- 0/0 0 0/0 - -", (right(0, 1), right(1, 0)), ((0, 1), (1, 0))),
        (FACEOFF, "- 9,10 - 0,1 -/- 0/0 0 0/0 - -", (right(0, 1), right(1, 0)), ((0, 1), (1, 0))),
    ],
    ids=lambda value: value.info.name if isinstance(value, Spot) else None,
)
def test_two_calls_at_the_same_moment_contest_a_card_so_that_the_arbiter_and_not_arrival_decides(
    rules: Spot, text: str, calls: tuple[Call, Call], contested: tuple[tuple[int, ...], ...]
) -> None:
    state = lay(rules, text)
    turns = list(zip((A, B), calls, strict=True))
    claims = [rules.claim(state, seat, call) for seat, call in turns]
    assert claims == [Claim(cards, call.cards, True) for cards, call in zip(contested, calls, strict=True)]
    assert not set(contested[0]).isdisjoint(contested[1])
    # Whichever of them the arbiter puts first wins, and the other is right no longer.
    for (seat, call), (other, rival) in (turns, turns[::-1]):
        step = play(rules, state, seat, call)
        assert isinstance(step.events[0], Took)
        claim = rules.claim(step.state, other, rival)
        assert claim is not None
        assert not claim.right


@pytest.mark.rule("SPOT-3")
def test_calls_for_different_cards_of_a_round_are_no_rivals() -> None:
    state = lay(CATCH, "- 9,10,11 0 1,2 -/- 0/0 0 0/0 - -")
    assert CATCH.claim(state, A, right(1, 0)) == Claim((1,), (1, 0), True)
    assert CATCH.claim(state, B, right(2, 0)) == Claim((2,), (2, 0), True)


def test_a_claim_of_nonsense_is_not_right_and_what_is_no_call_claims_nothing() -> None:
    state = lay(TOWER, "- - 5,0 - 1/2 0/0 0 0/2000 - -")
    for seat, call in (
        (A, wrong(0, 1)),
        (A, right(5, 1)),
        (A, Call(Symbol(10**12), (Card(-3),))),
        (B, right(0, 2)),
        (Seat(9), right(0, 1)),
    ):
        claim = TOWER.claim(state, seat, call)
        assert claim is not None
        assert not claim.right
    assert TOWER.claim(state, A, Flip()) is None
    assert TOWER.claim(state, A, Thaw(B)) is None


@pytest.mark.rule("SPOT-4")
def test_a_call_about_a_card_that_has_gone_is_late_and_costs_nothing() -> None:
    state = lay(TOWER, "- - 9,5,0 - 1/2 0/0 0 0/0 - -")
    taken = after(TOWER, state, (A, right(0, 1)))
    # Right or wrong makes no difference any more.
    for call in (right(0, 2), wrong(0, 2)):
        step = play(TOWER, taken, B, call)
        assert step.state == taken
        assert step.events == (LateCall(B, call.cards),)
    assert list(TOWER.moves(taken, B)) == [right(5, 2)]


@pytest.mark.rule("SPOT-4")
def test_a_call_that_another_call_made_impossible_is_late() -> None:
    state = lay(POTATO, "- 9,10,11 - - 0/1/2 0/0/0 0 0/0/0 - -")
    covered = after(POTATO, state, (A, right(0, 1)))
    step = play(POTATO, covered, B, right(1, 2))
    assert step.state == covered
    assert step.events == (LateCall(B, (Card(1), Card(2))),)


@every_game
@pytest.mark.rule("SPOT-5")
def test_a_wrong_call_freezes_its_caller_alone_for_the_penalty(rules: Spot) -> None:
    state = begin(rules, 2)
    call = misnamed(state, first_call(rules, state, A))
    step = play(rules, state, A, call, at=5_000)
    assert step.events == (Wrong(A, call.symbol, call.cards, Millis(7_000)),)
    assert step.state.frozen == (7_000, None)
    assert not list(rules.moves(step.state, A))
    assert list(rules.moves(step.state, B))


@pytest.mark.rule("SPOT-5")
def test_a_frozen_call_is_refused_and_costs_nothing_more() -> None:
    state = lay(TOWER, "- - 9,5,0 - 1/2 0/0 0 7000/0 - -")
    for call in (right(0, 1), wrong(0, 1)):
        with refused("SPOT-5", "spot.frozen"):
            play(TOWER, state, A, call, at=6_000)
    assert TOWER.due(state) == (7_000, Thaw(A))


@pytest.mark.rule("SPOT-5")
def test_the_table_thaws_a_frozen_seat_and_nobody_else_does() -> None:
    state = lay(TOWER, "- - 9,5,0 - 1/2 0/0 0 7000/6000 - -")
    for stray in (Thaw(A), Thaw(B), Thaw(Seat(99)), Flip()):
        with refused("TABLE-4", "move.table"):
            play(TOWER, state, A, stray)
    step = TOWER.proceed(state, Millis(6_000), chance())
    assert step.events == (Thawed(B),)
    assert step.state.frozen == (7_000, None)
    assert TOWER.due(step.state) == (7_000, Thaw(A))


@pytest.mark.rule("SPOT-5")
@pytest.mark.parametrize(
    ("penalty", "frozen"), [(0, (None, None)), (500, (5_500, None)), (10_000, (15_000, None))]
)
def test_the_option_says_how_long_and_nought_switches_freezing_off(
    penalty: int, frozen: tuple[int | None, None]
) -> None:
    state = lay(TOWER, "- - 9,5,0 - 1/2 0/0 0 0/0 - -", penalty=penalty)
    step = play(TOWER, state, A, wrong(0, 1), at=5_000)
    assert step.state.frozen == frozen
    assert step.events == (Wrong(A, wrong(0, 1).symbol, (Card(0), Card(1)), Millis(5_000 + penalty)),)


@pytest.mark.rule("SPOT-5")
@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("8000 9 - - 0/1 0/0 1 7000/0 - -", (7_000, Thaw(A))),
        ("8000 9 - - 0/1 0/0 1 8000/0 - -", (8_000, Thaw(A))),
        ("8000 9 - - 0/1 0/0 1 0/9000 - -", (8_000, Flip())),
        ("- 9 - - 0/1 0/0 1 9000/9000 - -", (9_000, Thaw(A))),
        ("- 9 - - 0/1 0/0 1 0/0 - -", None),
        ("- 9 - - -/- 2/0 1 9000/0 - -", None),
    ],
)
def test_what_comes_first_is_due_first_also_when_a_freeze_outlasts_a_round(
    text: str, due: tuple[int, Flip | Thaw] | None
) -> None:
    assert POTATO.due(lay(POTATO, text)) == due


@pytest.mark.rule("SPOT-6", "SPOT-14")
def test_seats_tied_for_first_go_into_a_face_off_with_two_cards_of_the_whole_deck() -> None:
    # The last card makes A level with B; C has fewer.
    state = lay(TOWER, "- - 0 - 7,1/9,8,2/3 0/0/0 0 0/0/4000 - -")
    step = play(TOWER, state, A, right(0, 1), at=1_000)
    assert step.events == (Took(A, right(0, 1).symbol, (Card(0), Card(1)), A), Tied((A, B)))
    off = step.state
    assert TOWER.result(off) is None
    assert off.flips == 4_000
    assert off.faceoff == (A, B)
    assert off.kept == (3, 3, 1)
    assert sorted(off.stock + off.side_by_side) == list(CLASSIC.cards)
    assert off.frozen == (None, None, 4_000)
    assert off.middle == ()
    assert off.piles == ((), (), ())


@pytest.mark.rule("SPOT-6")
def test_only_the_tied_call_in_a_face_off_in_any_order_of_cards_and_the_first_of_them_wins() -> None:
    state = lay(TOWER, "- 5,6 - 0,1 -/-/- 3/3/1 0 0/0/0 0,1 -")
    assert list(TOWER.moves(state, A)) == list(TOWER.moves(state, B)) == [right(0, 1)]
    assert not list(TOWER.moves(state, C))
    assert TOWER.claim(state, A, right(1, 0)) == Claim((1, 0), (1, 0), True)
    with refused("SPOT-6", "spot.not-tied"):
        play(TOWER, state, C, right(0, 1))
    assert play(TOWER, state, A, right(5, 6)).events == (LateCall(A, (Card(5), Card(6))),)
    assert play(TOWER, state, A, wrong(0, 1), at=9).state.frozen == (2_009, None, None)
    step = play(TOWER, state, B, right(1, 0))
    assert step.events == (Took(B, right(0, 1).symbol, (Card(1), Card(0)), B),)
    assert outcome(TOWER, step.state) == ("B A C", (3, 3, 1))
    assert TOWER.due(step.state) is None
    with refused("TABLE-2", "game.over"):
        play(TOWER, step.state, A, right(0, 1))


@pytest.mark.rule("SPOT-6")
def test_of_three_tied_the_two_that_lose_the_face_off_stay_level() -> None:
    state = lay(GIFT, "- 5,6 - 0,1 -/-/-/- 3/3/4/3 0 0/0/0/0 0,1,3 -")
    assert outcome(GIFT, after(GIFT, state, (D, right(0, 1)))) == ("D AB C", (3, 3, 4, 3))


@pytest.mark.rule("SPOT-6")
def test_a_face_off_speaks_of_two_cards_in_the_triplet_too() -> None:
    state = lay(TRIPLET, "- 5,6 - 0,2 -/- 3/3 0 0/0 0,1 -")
    with refused("SPOT-10", "spot.count"):
        play(TRIPLET, state, A, right(0, 2, 3))
    assert after(TRIPLET, state, (A, right(2, 0))).winner == A


@pytest.mark.rule("SPOT-6")
def test_a_game_with_one_seat_in_front_has_no_face_off() -> None:
    state = lay(TOWER, "- - 0 - 7,1/2/3 0/0/0 0 0/0/0 - -")
    step = play(TOWER, state, A, right(0, 1))
    assert len(step.events) == 1
    assert outcome(TOWER, step.state) == ("A BC", (3, 1, 1))


@pytest.mark.rule("SPOT-8")
def test_a_symbol_is_one_number_whatever_its_size_so_two_cards_have_one_right_call() -> None:
    for first, second in combinations(CLASSIC.cards[:12], 2):
        state = lay(PRACTICE, f"- 50,51 - {first},{second} - 0 0 0 - -", penalty=0)
        calls = [Call(symbol, (first, second)) for symbol in CLASSIC.symbols(first)]
        right_ones = [call for call in calls if isinstance(play(PRACTICE, state, A, call).events[0], Took)]
        assert right_ones == list(PRACTICE.moves(state, A))
        assert len(right_ones) == 1


@pytest.mark.rule("SPOT-10")
def test_where_a_symbol_fits_several_cards_the_call_says_which_and_wins_that_one_only() -> None:
    # Cards 2 and 3 share the same symbol with card 0.
    assert right(2, 0).symbol == right(3, 0).symbol
    state = lay(CATCH, "- 9,10,11 0 2,3 -/- 0/0 0 0/0 - -")
    taken = after(CATCH, state, (A, right(3, 0)))
    assert taken.table == (2, None)
    assert taken.kept == (1, 0)


@pytest.mark.rule("SPOT-10")
@every_game
def test_a_call_names_as_many_different_cards_as_the_game_is_about(rules: Spot) -> None:
    state = begin(rules, 2)
    call = first_call(rules, state, A)
    for cards in ((), call.cards[:1], call.cards * 2, call.cards[:1] * len(call.cards)):
        with refused("SPOT-10", "spot.count"):
            play(rules, state, A, Call(call.symbol, cards))


@pytest.mark.rule("SPOT-10")
@pytest.mark.parametrize(
    "call",
    [
        Call(Symbol(-1), (Card(0), Card(1))),
        Call(Symbol(57), (Card(0), Card(1))),
        Call(Symbol(0), (Card(0), Card(-1))),
        Call(Symbol(0), (Card(55), Card(1))),
    ],
)
def test_a_card_or_symbol_that_the_deck_does_not_have_is_refused(call: Call) -> None:
    with refused("SPOT-10", "spot.no-such"):
        play(TOWER, begin(TOWER, 2), A, call)


@every_game
def test_a_seat_that_is_not_at_the_table_may_do_nothing(rules: Spot) -> None:
    state = begin(rules, 2)
    for seat in (Seat(-1), Seat(2), Seat(-5), Seat(10**12)):
        assert not list(rules.moves(state, seat))
        with refused("TABLE-4", "move.seat"):
            play(rules, state, seat, first_call(rules, state, A))


def test_the_cards_that_lie_face_up_are_those_a_call_can_be_about() -> None:
    up = lay(CATCH, "- 9,10,11 0 1,-1 -/- 1/0 0 0/0 - -")
    assert list(CATCH.faces(up)) == [0, 1]
    down = lay(TOWER, "3000 - 9,5,0 - 1/2 0/0 0 0/0 - -")
    assert list(TOWER.faces(down)) == [0]
    flipped = TOWER.proceed(down, Millis(3_000), chance()).state
    assert list(TOWER.faces(flipped)) == [0, 1, 2]


@pytest.mark.rule("SPOT-10")
@every_game
def test_the_order_of_a_calls_cards_means_nothing(rules: Spot) -> None:
    state = begin(rules, 2)
    call = first_call(rules, state, A)
    turned = Call(call.symbol, call.cards[::-1])
    named, other = (play(rules, state, A, of) for of in (call, turned))
    assert [type(event) for event in named.events] == [type(event) for event in other.events]
    assert rules is TRIPLET or named.state == other.state
    one, two = (rules.claim(state, A, of) for of in (call, turned))
    assert one is not None
    assert two is not None
    assert (sorted(one.contested), one.right) == (sorted(two.contested), two.right)


@pytest.mark.rule("SPOT-4")
def test_before_the_first_flip_and_for_a_frozen_seat_no_call_is_late() -> None:
    first = lay(CATCH, "3000 9,10,11 0 1,2 -/- 0/0 0 0/0 - -")
    later = lay(CATCH, "3000 9,10,11 0 1,2 -/- 0/0 1 0/4000 - -")
    for state, seat in ((first, A), (later, B), (later, Seat(7))):
        with pytest.raises(Refused):
            play(CATCH, state, seat, right(20, 21))
    assert isinstance(play(CATCH, later, A, right(20, 21)).events[0], LateCall)
    for cards in ((), (Card(20), Card(99)), (Card(20), Card(1))):
        with refused("SPOT-1", "spot.down"):
            play(CATCH, later, A, Call(Symbol(0), cards))


@pytest.mark.rule("SPOT-4")
def test_a_call_about_the_last_cards_of_a_game_is_late_when_a_face_off_follows() -> None:
    last = lay(CATCH, "- 9,10 0 -1,2 -/- 3/2 0 0/0 - -")
    tied = play(CATCH, last, B, right(2, 0)).state
    assert tied.faceoff
    old = next(card for card in CLASSIC.cards if card not in tied.table)
    other = next(card for card in CLASSIC.cards if card not in (*tied.table, old))
    assert isinstance(play(CATCH, tied, A, right(old, other)).events[0], LateCall)


@every_game
@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.rule("SPOT-10")
def test_a_blind_press_is_right_once_in_eight_at_most_as_at_the_table(rules: Spot, seats: int) -> None:
    state = begin(rules, seats)
    calls = [call for call in rules.moves(state, A) if isinstance(call, Call)]
    about = {*combinations(state.side_by_side, 3)} if rules is TRIPLET else {call.cards for call in calls}
    for cards in about:
        pressed = [Call(symbol, cards) for symbol in CLASSIC.symbols(cards[0])]
        found = [call for call in pressed if isinstance(play(rules, state, A, call).events[0], Took)]
        assert len(pressed) == 8
        assert found == [call for call in calls if call in pressed]
        assert len(found) <= 1
    assert about >= {call.cards for call in calls}
