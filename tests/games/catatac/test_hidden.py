"""What nobody else may see: hands, the order of the draw pile, and the point cards, each by name."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from cartable.core import Chance, Seat, seed_of
from cartable.games.catatac.moves import CatatacMove, Cooperate, Decline, Drew, Laid, Lay, Use
from cartable.games.catatac.state import RECALL, State
from cartable.games.catatac.yarn import PLACES
from tests.games.catatac.positions import CODES, GAME, cooperate, events, lay, moves, play, position, table
from tests.suite import walk

WATCHERS = (None, Seat(0), Seat(1), Seat(2), Seat(3))


def swapped(state: State, seat: int, ours: str, theirs: str) -> State:
    """Return the position in which a seat holds another card, and the draw pile the first one."""
    hand, pile = list(state.hands[seat]), list(state.pile)
    hand[hand.index(CODES[ours])] = CODES[theirs]
    pile[pile.index(CODES[theirs])] = CODES[ours]
    hands = list(state.hands)
    hands[seat] = tuple(sorted(hand))
    return replace(state, hands=tuple(hands), pile=tuple(pile))


def same_for(one: State, other: State, seat: Seat | None) -> bool:
    """Return whether a seat cannot tell two positions apart."""
    view = GAME.view(one, seat) == GAME.view(other, seat)
    return view and (seat is None or moves(one, seat) == moves(other, seat))


@pytest.mark.rule("CTC-2")
@pytest.mark.parametrize("going", ["turn:0", "breath:0?2@1500"])
@pytest.mark.parametrize("card", ["4c", "5b", "J"])
def test_a_hand_is_hidden_from_all_others_team_mates_included(going: str, card: str) -> None:
    one = position("11/22/33/66", "8", "..w..", going)
    other = swapped(one, 2, "3", card)
    for watcher in WATCHERS:
        assert same_for(one, other, watcher) is (watcher != 2)


@pytest.mark.rule("CTC-37")
@pytest.mark.parametrize(("seat", "card"), [(1, "2b"), (3, "5b")])
def test_who_could_counter_shows_nowhere(seat: int, card: str) -> None:
    one = position("11/22/33/66", "8", "w....", "counter:1?13", laid="0")
    other = swapped(one, seat, "2" if seat == 1 else "6", card)
    for watcher in WATCHERS:
        assert same_for(one, other, watcher) is (watcher != seat)
    assert (one.asked, GAME.due(one)) == (other.asked, GAME.due(other))


def test_the_order_of_the_draw_pile_is_hidden() -> None:
    one = position("11/22/33/66", "8")
    other = replace(one, pile=tuple(reversed(one.pile)))
    assert all(same_for(one, other, watcher) for watcher in WATCHERS)


@pytest.mark.rule("CTC-3")
def test_the_point_cards_are_hidden_until_the_end_even_from_the_clan_that_took_them() -> None:
    one = position("11/22/33/66", "8", points="*", won="3,2/1s")
    other = position("11/22/33/66", "8", points="*", won="1-3s,1s/2")
    reordered = replace(one, points=tuple(reversed(one.points)))
    assert all(same_for(one, other, watcher) for watcher in WATCHERS)
    assert all(same_for(one, reordered, watcher) for watcher in WATCHERS)


def test_only_the_seat_that_draws_sees_which_cards() -> None:
    state = position("11/22/33/66", "8")
    drew = next(event for event in events(state, 0, lay("1")) if isinstance(event, Drew))
    assert drew.seen(Seat(0)) == drew
    assert len(drew.cards) == 5
    for watcher in (None, Seat(1), Seat(2)):
        assert drew.seen(watcher) == Drew(Seat(0), 5)


@pytest.mark.parametrize("move", [lay("1"), Decline(), cooperate("4c")])
def test_what_others_see_of_a_move_does_not_depend_on_the_hidden_cards(move: CatatacMove) -> None:
    seat = 0 if move == lay("1") else 2
    going = "breath:0?2@1500" if seat == 2 else "turn:0"
    one = position("11/22/4c3/66", "8", "..w..", going)
    other = swapped(one, 3, "6", "5b")
    other = replace(other, pile=tuple(reversed(other.pile)))
    for watcher in (None, Seat(1)):
        seen = [event.seen(watcher) for event in events(one, seat, move)]
        assert seen == [event.seen(watcher) for event in events(other, seat, move)]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_others_see_of_any_act_or_answer_is_the_same_whatever_is_hidden(seats: int) -> None:
    options = {"hockey": True, "distraction": True, "alpha": True, "momentum": True}
    for number, game in enumerate(walk(GAME, table(seats, **options), seats)):
        if game.result is not None:
            break
        for watcher in (None, *map(Seat, range(seats))):
            view = GAME.view(game.state, watcher)
            other = GAME.imagine(view, table(seats, **options), Chance(seed_of(seats), number))
            for seat in map(Seat, range(seats)):
                for move in moves(game.state, seat):
                    if seat == watcher or isinstance(move, Lay | Cooperate):
                        continue
                    one = GAME.play(game.state, seat, move, game.now, game.chance())
                    two = GAME.play(other, seat, move, game.now, game.chance())
                    if one.state.phase != "over":
                        assert GAME.view(one.state, watcher) == GAME.view(two.state, watcher)
                        seen = [event.seen(watcher) for event in one.events]
                        assert seen == [event.seen(watcher) for event in two.events]


def test_imagining_keeps_what_is_seen_and_deals_the_rest_anew() -> None:
    state = position("11/22/4c3/66", "8", "..w..", won="3/-")
    view = GAME.view(state, Seat(0))
    imagined = [GAME.imagine(view, table(4), Chance(seed_of(1), number)) for number in range(30)]
    assert all(GAME.view(other, Seat(0)) == view for other in imagined)
    assert len({other.hands[2] for other in imagined}) > 20
    assert len({other.won for other in imagined}) > 2
    cards = sorted(card for pile in (*state.hands, state.pile, state.discard) for card in pile)
    for other in imagined:
        assert cards == sorted(card for pile in (*other.hands, other.pile, other.discard) for card in pile)
        assert sorted(state.points + state.won[0]) == sorted(other.points + other.won[0])


def test_the_view_of_a_finished_game_can_be_imagined_too() -> None:
    over = play(position("1a/-", "8", ".w...", pile="-", won="3/2"), 0, lay("1a"), Use(0, PLACES[0]))
    assert over.phase == "over"
    for watcher in (None, Seat(0)):
        view = GAME.view(over, watcher)
        again = GAME.imagine(view, table(2), Chance(seed_of(1), 1))
        assert GAME.view(again, watcher) == view
        assert again.won == over.won


def test_a_view_is_small() -> None:
    view = GAME.view(GAME.start(table(6), Chance(seed_of(1), 0)), Seat(0))
    assert len(msgspec.json.encode(view)) < 2_000


def test_a_laid_card_shows_its_face() -> None:
    laid = events(position("5a1/2", "8", "..w.."), 0, lay("5a"))[0]
    assert isinstance(laid, Laid)
    assert (laid.face.code, laid.face.number, laid.pair) == ("5a", 5, False)


def test_everybody_sees_what_the_seats_chose_last() -> None:
    start = position("1a2/22", "8", ".w...")
    state = play(start, 0, lay("1a"), Use(0, PLACES[0]))
    state = play(state, 1, Decline())
    assert [(choice.seat, choice.at, choice.laid) for choice in GAME.view(state, None).lately] == [
        (0, 1, True),
        (1, 2, False),
    ]
    assert [choice.yarn for choice in state.lately] == [start.yarn, replace(start.yarn, place=PLACES[0])]
    assert all(GAME.view(state, seat).lately == state.lately for seat in (Seat(0), Seat(1)))


def test_what_is_done_in_the_turn_of_another_is_nobodys_own_choice() -> None:
    state = position("11/2/4c3/2", "4", "..w..", "breath:0?2@1500")
    assert play(state, 2, Decline()).lately == ()
    assert play(state, 2, cooperate("4c")).lately == ()


def test_choices_of_long_ago_are_forgotten() -> None:
    kept = max(len(game.state.lately) for game in walk(GAME, table(2), 3))
    assert kept == RECALL * 2
