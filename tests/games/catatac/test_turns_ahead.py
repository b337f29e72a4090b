"""What a seat is told it could do: every whole turn, and nothing that depends on what is hidden."""

from __future__ import annotations

import pytest

from cartable.core import Chance, Seat, seed_of
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.moves import (
    Carry,
    CatatacMove,
    Cooperate,
    Counter,
    Distract,
    EndTurn,
    Lay,
    Steal,
    StoreYarn,
    Toss,
    Use,
)
from cartable.games.catatac.state import State
from cartable.games.catatac.turns import Turn, Turns, What
from cartable.games.catatac.yarn import PLACES, Yarn
from tests.games.catatac.positions import (
    BLACK,
    CODES,
    GAME,
    NOW,
    WHITE,
    cooperate,
    falls,
    lay,
    play,
    position,
    table,
)
from tests.suite import walk

HOME, NEAR, MIDDLE, FAR, AWAY = PLACES
OPTIONS = {"hockey": True, "distraction": True, "alpha": True, "momentum": True}


def turns(state: State, code: str, seat: int = 0) -> list[tuple[CatatacMove, ...]]:
    """Return the moves after the card itself of every turn with it."""
    return [turn.moves[1:] for turn in told(state, code, seat)]


def told(state: State, code: str, seat: int = 0) -> tuple[Turn, ...]:
    """Return every turn with a card."""
    return next(one.turns for one in GAME.answer(state, Seat(seat), What()).cards if one.card == CODES[code])


@pytest.mark.rule("CTC-7")
def test_a_card_without_pair_or_block_is_laid_and_no_more() -> None:
    assert told(position("6/2", "8"), "6") == (Turn((lay("6"),)),)


@pytest.mark.rule("CTC-9")
def test_a_combo_is_told_in_either_order_with_where_the_yarn_goes() -> None:
    found = told(position("5a/2", "5", ".b..."), "5a")
    assert found == (Turn((lay("5a"), Steal()), (Yarn(NEAR, WHITE),)), Turn((lay("5a"), EndTurn())))
    state = position("5a/2", "5", "..w..")
    assert (Use(0, HOME),) in turns(state, "5a")
    assert (Carry(FAR),) in turns(state, "5a")
    store = next(turn for turn in told(state, "5a") if turn.moves[1:] == (Use(0, HOME),))
    assert store.trail == (Yarn(NEAR, WHITE), Yarn(HOME, WHITE))
    assert turns(position("6c/2", "6", "..w.."), "6c") == [
        (Carry(NEAR), Use(0, MIDDLE)),
        (Carry(NEAR), EndTurn()),
        (Carry(FAR), Use(0, MIDDLE)),
        (Carry(FAR), EndTurn()),
        (Use(0, NEAR), Carry(MIDDLE)),
        (Use(0, NEAR), StoreYarn()),
        (Use(0, NEAR), EndTurn()),
        (Use(0, FAR), Carry(MIDDLE)),
        (Use(0, FAR), EndTurn()),
        (EndTurn(),),
    ]


@pytest.mark.rule("CTC-17")
def test_a_toss_ends_what_can_be_told() -> None:
    assert Turn((lay("4b"), Use(0, MIDDLE)), (Yarn(MIDDLE, BLACK),), toss=True) in told(
        position("4b/2", "8", "..b.."), "4b"
    )


@pytest.mark.rule("CTC-36")
def test_boosters_are_told_too() -> None:
    state = position("1/2", "1", "..b..", tokens="wb", momentum=True, distraction=True)
    assert told(state, "1") == (
        Turn((lay("1"), Steal(), Toss()), (Yarn(MIDDLE, WHITE),), toss=True),
        Turn((lay("1"), Steal(), EndTurn()), (Yarn(MIDDLE, WHITE),)),
        Turn((lay("1"), Distract())),
        Turn((lay("1"), EndTurn())),
    )


@pytest.mark.rule("CTC-22")
def test_in_the_counter_window_only_cards_that_counter_are_told() -> None:
    state = position("1/2b8/3/5b", "8", "w....", "counter:1?13", laid="0")
    assert [one.card for one in GAME.answer(state, Seat(1), What()).cards] == [CODES["2b"]]
    assert GAME.answer(state, Seat(3), What()).cards[0].turns[0].moves == (cooperate("5b"), Use(0, NEAR))
    assert GAME.answer(state, Seat(0), What()) == Turns()


@pytest.mark.rule("CTC-33")
def test_in_deck_hockey_a_pair_counters() -> None:
    state = position("1/8", "8", "w....", "counter:1?1", laid="0", hockey=True)
    assert turns(state, "8", 1) == [(Counter(),)]


@pytest.mark.rule("CTC-25")
def test_during_the_breath_the_seat_in_turn_already_knows_its_turns() -> None:
    state = position("1/2/4c/5", "8", "..w..", "breath:0?2@1500")
    assert turns(state, "1") == [()]
    assert isinstance(told(state, "4c", 2)[0].moves[0], Cooperate)


def test_with_the_card_just_laid_the_rest_of_the_turn_is_told() -> None:
    state = play(position("1c/2", "1", "..b.."), 0, lay("1c"), Steal())
    assert state.phase == "turn"
    state = play(position("6c/2", "6", "..w.."), 0, lay("6c"))
    (only,) = GAME.answer(state, Seat(0), What()).cards
    assert (only.card, only.pair) == (CODES["6c"], True)
    assert only.turns[-1].moves == (EndTurn(),)
    assert GAME.answer(state, Seat(1), What()) == Turns()


def test_when_the_game_is_over_nothing_is_told() -> None:
    over = play(position("1a/-", "8", ".w...", pile="-", won="3/2"), 0, lay("1a"), Use(0, HOME))
    assert GAME.answer(over, Seat(0), What()) == Turns()


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_turn_that_is_told_can_be_played_and_brings_the_yarn_where_it_says(seats: int) -> None:
    told = 0
    for number, game in enumerate(walk(GAME, table(seats, **OPTIONS), seats)):
        if number % 7:
            continue
        for seat in map(Seat, range(seats)):
            hand: list[PawCard] = []
            for one in GAME.answer(game.state, seat, What()).cards:
                hand.append(one.card)
                for turn in one.turns:
                    told += 1
                    assert ends(game.state, seat, turn) or game.state.phase == "breath"
            lays = (move for move in GAME.moves(game.state, seat) if isinstance(move, Lay | Cooperate))
            assert {move.card for move in lays} <= set(hand)
    assert told


def ends(state: State, seat: Seat, turn: Turn) -> bool:
    """Tell whether a turn is accepted as a whole, and no move of it is missing."""
    if state.phase == "breath" and seat == state.turn:
        return False
    yarn, won = turn.trail[-1] if turn.trail else state.yarn, state.won
    for move in turn.moves:
        assert move in GAME.moves(state, seat)
        state = GAME.play(state, seat, move, NOW, falls(WHITE)).state
    assert turn.toss or state.won != won or state.yarn == yarn
    return turn.toss or state.phase != "act"


@pytest.mark.rule("CTC-37")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_is_told_never_depends_on_what_is_hidden(seats: int) -> None:
    for number, game in enumerate(walk(GAME, table(seats, **OPTIONS), seats)):
        for seat in map(Seat, range(seats)):
            view = GAME.view(game.state, seat)
            other = GAME.imagine(view, table(seats, **OPTIONS), Chance(seed_of(seats), number))
            assert GAME.answer(game.state, seat, What()) == GAME.answer(other, seat, What())
