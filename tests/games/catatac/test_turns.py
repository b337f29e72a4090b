"""Setting up, laying a card, pairs, blocks and combos."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cartable.core import Chance, Refused, Seat, Team, seed_of
from cartable.games.catatac.moves import (
    Carried,
    Carry,
    Counter,
    Distract,
    Drew,
    EndTurn,
    Laid,
    Open,
    Steal,
    Stole,
    StoreYarn,
    Toss,
    Tossed,
    TurnCame,
    Use,
)
from cartable.games.catatac.yarn import NEUTRAL, PLACES, Yarn, YarnPlace
from tests.games.catatac.positions import (
    BLACK,
    GAME,
    WHITE,
    events,
    hand,
    lay,
    moves,
    play,
    position,
    refused,
    table,
)

WHITE_HIDEOUT, WHITE_ALLEY, _, BLACK_ALLEY, BLACK_HIDEOUT = PLACES


@pytest.mark.rule("CTC-2")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_everybody_gets_six_cards_and_the_next_is_the_discard(seats: int) -> None:
    state = GAME.start(table(seats), Chance(seed_of(1), 0))
    assert [len(cards) for cards in state.hands] == [6] * seats
    assert len(state.discard) == 1
    assert len(state.pile) == 58 - 6 * seats - 1
    for seat in map(Seat, range(seats)):
        view = GAME.view(state, seat)
        assert tuple(face.card for face in view.hand) == state.hands[seat]
    assert GAME.view(state, None).hand == ()


@pytest.mark.rule("CTC-4")
def test_the_yarn_is_tossed_onto_the_neutral_alley() -> None:
    yarns = {GAME.start(table(), Chance(seed_of(seed), 0)).yarn for seed in range(20)}
    assert yarns == {Yarn(NEUTRAL, WHITE), Yarn(NEUTRAL, BLACK)}


@pytest.mark.rule("CTC-4")
def test_the_host_chooses_who_starts_or_leaves_it_to_chance() -> None:
    for seed in range(5):
        assert GAME.start(table(4, starter=3), Chance(seed_of(seed), 0)).turn == 2
    assert GAME.start(table(4, starter=6), Chance(seed_of(1), 0)).turn == 1
    drawn = {GAME.start(table(4), Chance(seed_of(seed), 0)).turn for seed in range(40)}
    assert drawn == {0, 1, 2, 3}


@pytest.mark.rule("CTC-4")
def test_play_goes_clockwise() -> None:
    state = position("1/2", "J")
    assert events(state, 0, lay("1"))[-1] == TurnCame(Seat(1), False)
    state = play(state, 0, lay("1"))
    assert state.turn == 1
    state = play(state, 1, lay("2"))
    assert state.turn == 0


def test_clans_that_do_not_sit_alternately_are_refused() -> None:
    setup = GAME.info.setup(teams=[0, 0, 1, 1])
    with pytest.raises(Refused) as caught:
        GAME.start(setup, Chance(seed_of(1), 0))
    assert caught.value.key == "catatac.alternate"
    swapped = GAME.info.setup(teams=[1, 0, 1, 0])
    assert GAME.start(swapped, Chance(seed_of(1), 0)).setup.teams == (1, 0, 1, 0)


@pytest.mark.rule("CTC-5")
def test_a_turn_ends_with_drawing_back_up_to_six() -> None:
    state = position("1234/5", "8")
    laid, drew, *_ = events(state, 0, lay("1"))
    assert isinstance(laid, Laid)
    assert isinstance(drew, Drew)
    after = play(state, 0, lay("1"))
    assert len(after.hands[0]) == 6
    assert (drew.seat, drew.count) == (0, 3)
    assert drew.cards == tuple(reversed(state.pile[-3:]))
    assert len(after.pile) == len(state.pile) - 3
    assert after.discard == (*state.discard, 0)


@pytest.mark.rule("CTC-5")
def test_nobody_draws_more_than_the_pile_holds() -> None:
    state = position("1234/5", "8", pile="66")
    assert hand(play(state, 0, lay("1")), 0) == "23466"
    without = position("1234/5", "8", pile="-")
    assert hand(play(without, 0, lay("1")), 0) == "234"


@pytest.mark.rule("CTC-5")
def test_only_the_seat_in_turn_lays_and_only_what_it_holds() -> None:
    state = position("12/55", "8")
    assert refused(state, 1, lay("5")) == ("CTC-5", "catatac.turn")
    assert refused(state, 0, lay("5")) == ("CTC-5", "catatac.hand")
    assert refused(state, 0, EndTurn()) == ("CTC-5", "catatac.act")
    acting = play(position("11/55", "1"), 0, lay("1"))
    assert acting.phase == "act"
    assert refused(acting, 0, lay("1")) == ("CTC-5", "catatac.turn")
    assert refused(acting, 1, EndTurn()) == ("CTC-5", "catatac.act")
    assert moves(acting, 1) == []


@pytest.mark.rule("CTC-6")
def test_a_pair_steals_what_the_other_clan_possesses() -> None:
    state = play(position("12/5", "1", "..b.."), 0, lay("1"))
    assert moves(state, 0) == [Steal(), EndTurn()]
    assert events(state, 0, Steal())[0] == Stole(Seat(0))
    assert play(state, 0, Steal()).yarn == Yarn(NEUTRAL, WHITE)


@pytest.mark.rule("CTC-6")
def test_a_pair_moves_the_own_yarn_to_a_neighbouring_alley() -> None:
    state = play(position("12/5", "1", "..w.."), 0, lay("1"))
    assert moves(state, 0) == [Carry(WHITE_ALLEY), Carry(BLACK_ALLEY), EndTurn()]
    assert events(state, 0, Carry(BLACK_ALLEY))[0] == Carried(Seat(0), NEUTRAL, BLACK_ALLEY)
    assert play(state, 0, Carry(BLACK_ALLEY)).yarn == Yarn(BLACK_ALLEY, WHITE)


@pytest.mark.rule("CTC-6")
@pytest.mark.parametrize(("seat", "near", "far"), [(0, ".w...", "...w."), (1, "...b.", ".b...")])
def test_a_pair_stores_the_own_yarn_from_the_alley_next_to_the_own_hideout(
    seat: int, near: str, far: str
) -> None:
    home = WHITE_HIDEOUT if seat == 0 else BLACK_HIDEOUT
    state = play(position("12/12", "1", near, f"turn:{seat}"), seat, lay("1"))
    assert StoreYarn() in moves(state, seat)
    assert play(state, seat, StoreYarn()).yarn.place == home
    state = play(position("12/12", "1", far, f"turn:{seat}"), seat, lay("1"))
    assert refused(state, seat, StoreYarn()) == ("CTC-6", "catatac.pair")


@pytest.mark.rule("CTC-6")
def test_a_pair_gives_one_base_action_and_another_number_none() -> None:
    state = play(position("1c2/5", "1", "...w."), 0, lay("1c"), Carry(NEUTRAL))
    assert (state.phase, state.turn) == ("turn", 1)
    state = play(position("3a2/5", "1", "..w.."), 0, lay("3a"))
    assert refused(state, 0, Carry(WHITE_ALLEY)) == ("CTC-6", "catatac.no-pair")
    state = play(position("12/5", "1", "..w.."), 0, lay("1"))
    assert refused(state, 0, Steal()) == ("CTC-6", "catatac.pair")
    assert refused(state, 0, Counter()) == ("CTC-6", "catatac.pair")


@pytest.mark.rule("CTC-7")
@pytest.mark.parametrize("code", ["2", "1b", "2b", "5b"])
def test_a_card_without_pair_or_usable_block_may_always_be_laid_and_has_no_effect(code: str) -> None:
    state = position(f"{code}6/7", "8", "..w..")
    assert lay(code) in moves(state, 0)
    after = play(state, 0, lay(code))
    assert after.yarn == state.yarn
    assert (after.phase, after.turn) == ("turn", 1)


@pytest.mark.rule("CTC-8")
def test_a_block_is_optional() -> None:
    state = play(position("1a2/5", "8", ".w..."), 0, lay("1a"))
    assert moves(state, 0) == [Use(0, WHITE_HIDEOUT), EndTurn()]
    assert play(state, 0, EndTurn()).yarn == Yarn(WHITE_ALLEY, WHITE)


@pytest.mark.rule("CTC-8")
def test_all_effects_of_a_block_must_be_possible_in_order() -> None:
    whole = play(position("5a2/6", "8", "..w.."), 0, lay("5a"))
    assert moves(whole, 0) == [Use(0, WHITE_HIDEOUT), EndTurn()]
    assert refused(whole, 0, Use(0, WHITE_ALLEY)) == ("CTC-8", "catatac.block")
    assert refused(whole, 0, Use(1, WHITE_HIDEOUT)) == ("CTC-8", "catatac.block")
    # From White's alley the move leads to the neutral alley, from which store 1 is impossible.
    assert play(position("5a2/6", "8", ".w..."), 0, lay("5a")).phase == "turn"
    pair_only = play(position("5a2/6", "5", ".w..."), 0, lay("5a"))
    assert refused(pair_only, 0, Use(0, WHITE_HIDEOUT)) == ("CTC-8", "catatac.block")


@pytest.mark.rule("CTC-8")
def test_a_block_is_used_once() -> None:
    state = play(position("3a2/5", "3", "..w.."), 0, lay("3a"), Use(0, WHITE_ALLEY))
    assert refused(state, 0, Use(0, NEUTRAL)) == ("CTC-8", "catatac.no-block")
    assert moves(state, 0) == [Carry(NEUTRAL), StoreYarn(), EndTurn()]


@pytest.mark.rule("CTC-9")
def test_in_a_combo_the_pair_may_create_the_condition_of_the_block() -> None:
    state = play(position("1c2/5", "1", ".b..."), 0, lay("1c"))
    assert moves(state, 0) == [Steal(), EndTurn()]
    state = play(state, 0, Steal())
    assert moves(state, 0) == [Use(0, BLACK_ALLEY), EndTurn()]
    assert play(state, 0, Use(0, BLACK_ALLEY)).yarn == Yarn(BLACK_ALLEY, WHITE)


@pytest.mark.rule("CTC-9")
def test_in_a_combo_the_block_may_come_first() -> None:
    state = play(position("6c2/5", "6", "..w.."), 0, lay("6c"))
    block_first = play(state, 0, Use(0, WHITE_ALLEY))
    assert StoreYarn() in moves(block_first, 0)
    assert play(block_first, 0, StoreYarn()).yarn.place == WHITE_HIDEOUT
    assert play(state, 0, Carry(WHITE_ALLEY), Use(0, NEUTRAL)).yarn == Yarn(NEUTRAL, WHITE)


@pytest.mark.rule("CTC-10")
def test_nobody_brings_the_yarn_onto_the_other_clans_hideout() -> None:
    state = play(position("6c2/5", "6", "...w."), 0, lay("6c"))
    assert refused(state, 0, Carry(BLACK_HIDEOUT)) == ("CTC-10", "catatac.rival")
    assert refused(state, 0, Use(0, BLACK_HIDEOUT)) == ("CTC-10", "catatac.rival")


@pytest.mark.rule("CTC-11")
@pytest.mark.parametrize("top", ["1", "5b", "J"])
def test_a_joker_makes_a_pair_on_any_card(top: str) -> None:
    state = play(position("J2/6", top, "..b.."), 0, lay("J"))
    assert moves(state, 0) == [Steal(), EndTurn()]


@pytest.mark.rule("CTC-11")
def test_only_a_joker_makes_a_pair_on_a_joker() -> None:
    first = position("22/6", "J", "..b..")
    assert play(first, 0, lay("2")).turn == 1
    state = play(position("J2/226", "2", "..b.."), 0, lay("J"), EndTurn())
    assert play(state, 1, lay("2")).turn == 0


@pytest.mark.rule("CTC-12")
@pytest.mark.parametrize(("code", "yarn", "usable"), [
    ("1c", ".w...", True), ("1c", ".b...", False), ("5c", ".b...", True), ("5c", ".w...", False),
])  # fmt: skip
def test_a_block_asks_for_the_own_or_the_other_clans_possession(code: str, yarn: str, usable: bool) -> None:
    state = play(position(f"{code}2/6", "8", yarn), 0, lay(code))
    assert (Use(0, BLACK_ALLEY) in moves(state, 0)) is usable


@pytest.mark.rule("CTC-13")
@pytest.mark.parametrize(("code", "places"), [("1a", {1}), ("2a", {2}), ("6a", {3})])
def test_store_n_needs_the_yarn_at_distance_n_of_the_own_hideout(code: str, places: set[int]) -> None:
    for place in (1, 2, 3):
        white = ["."] * 5
        white[place] = "w"
        state = play(position(f"{code}3/7", "8", "".join(white)), 0, lay(code))
        assert (Use(0, WHITE_HIDEOUT) in moves(state, 0)) is (place in places)
        black = ["."] * 5
        black[4 - place] = "b"
        state = play(position(f"3/{code}3", "8", "".join(black), "turn:1"), 1, lay(code))
        assert (Use(0, BLACK_HIDEOUT) in moves(state, 1)) is (place in places)


@pytest.mark.rule("CTC-14")
@pytest.mark.parametrize(
    ("code", "yarn", "ends"),
    [
        ("6c", ".w...", {2}), ("6c", "..w..", {1, 3}), ("6c", "...w.", {2}),
        ("1c", ".w...", {3}), ("1c", "..w..", set()), ("1c", "...w.", {1}),
        ("2c", "..b..", {1, 3}),
    ],
)  # fmt: skip
def test_move_n_leads_to_an_alley_at_exactly_distance_n(code: str, yarn: str, ends: set[int]) -> None:
    state = play(position(f"{code}3/7", "8", yarn), 0, lay(code))
    assert {move.to for move in moves(state, 0) if isinstance(move, Use)} == ends
    for end in ends:
        after = play(state, 0, Use(0, YarnPlace(end)))
        assert after.yarn == Yarn(YarnPlace(end), state.yarn.clan)


@pytest.mark.rule("CTC-15")
def test_steal_turns_the_yarn_where_it_lies() -> None:
    state = play(position("1b2/6", "8", "...b."), 0, lay("1b"), Use(0, BLACK_ALLEY))
    assert state.yarn == Yarn(BLACK_ALLEY, WHITE)


@pytest.mark.rule("CTC-17")
@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_toss_decides_possession_anew_where_the_yarn_lies(side: Team) -> None:
    state = play(position("4b2/6", "8", ".b..."), 0, lay("4b"))
    assert events(state, 0, Use(0, WHITE_ALLEY), side)[0] == Tossed(side)
    assert play(state, 0, Use(0, WHITE_ALLEY), side=side).yarn == Yarn(WHITE_ALLEY, side)


@pytest.mark.rule("CTC-17")
def test_the_pair_of_a_combo_may_wait_for_the_toss() -> None:
    state = play(position("4b2/6", "4", ".b..."), 0, lay("4b"))
    won = play(state, 0, Use(0, WHITE_ALLEY), side=WHITE)
    assert StoreYarn() in moves(won, 0)
    lost = play(state, 0, Use(0, WHITE_ALLEY), side=BLACK)
    assert moves(lost, 0) == [Steal(), EndTurn()]


@pytest.mark.rule("CTC-18")
def test_a_bar_lets_one_choose_and_only_the_chosen_effects_must_be_possible() -> None:
    state = play(position("7a2/6", "8", "...w."), 0, lay("7a"))
    assert moves(state, 0) == [Use(0, NEUTRAL), EndTurn()]
    state = play(position("7a2/6", "8", "..w.."), 0, lay("7a"))
    assert moves(state, 0) == [
        Use(0, WHITE_ALLEY),
        Use(0, BLACK_ALLEY),
        Use(1, WHITE_HIDEOUT),
        EndTurn(),
    ]
    assert play(state, 0, Use(0, BLACK_ALLEY)).yarn == Yarn(BLACK_ALLEY, WHITE)
    assert play(state, 0, Use(1, WHITE_HIDEOUT)).yarn == Yarn(WHITE_HIDEOUT, WHITE)


def test_without_boosters_nobody_tosses_or_distracts() -> None:
    state = play(position("12/6", "1", "..w.."), 0, lay("1"))
    assert refused(state, 0, Toss()) == ("CTC-36", "catatac.toss")
    assert refused(state, 0, Distract()) == ("CTC-36", "catatac.token")


@pytest.mark.rule("TABLE-4")
def test_the_tables_move_is_not_for_seats_and_seats_that_do_not_exist_do_nothing() -> None:
    state = position("12/6", "1")
    for seat in (-1, 0, 1):
        assert refused(state, seat, Open()) == ("TABLE-4", "move.table")
    for seat in (-1, 2, -7, 10**12):
        assert refused(state, seat, lay("1")) == ("TABLE-4", "move.seat")
        assert moves(state, seat) == []


def test_who_starts_within_a_series_is_given_with_the_deal() -> None:
    setup = replace(table(4, starter=1), deal=(2,))
    state = GAME.start(setup, Chance(seed_of(1), 0))
    assert (state.starter, state.turn) == (2, 2)
    assert state.setup == table(4, starter=1)
