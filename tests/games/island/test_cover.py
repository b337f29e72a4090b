"""What Welcome, Ports and Route share: decks in hand, covering, lateness, freezes, pointing."""

from __future__ import annotations

from typing import Any

import pytest

from cartable.core import Chance, Claim, Seat, seed_of
from cartable.designs import ISLAND, Card, Symbol
from cartable.games.island import Ports, Route, Welcome
from cartable.games.island.cards import ISLAND_CARDS
from cartable.games.island.cover import LAST
from cartable.games.island.rules import Covered, Point, Pointed
from cartable.games.reflex.calls import Call, Flip, Flipped, LateCall, Thaw, Thawed, Wrong
from cartable.games.reflex.state import DOWN
from tests.games.island.positions import (
    after,
    dealt,
    flipped,
    laid,
    line,
    play,
    proceed,
    refused,
    right,
    the,
    wrong,
)

WELCOME = Welcome()
TWO = WELCOME.info.setup(2)
PAIRS = WELCOME.info.setup(4)
COVERS = [Welcome(), Ports(), Route()]

each_cover = pytest.mark.parametrize("rules", COVERS, ids=lambda rules: str(rules.info.name))


def duel(**more: Any) -> Any:
    """Blue holds 19 and then 20, orange 35 and then 36."""
    return WELCOME.read(line("19,35", "20/36", island=laid(), **more), TWO)


def pairs(turned: str = "19,35,-1,36", decks: str = "20/37/-/38", **more: Any) -> Any:
    """Blue has seats 0 and 2, orange 1 and 3; seat 2 has played all its cards."""
    return WELCOME.read(line(turned, decks, island=laid({0: 21}), seats=4, **more), PAIRS)


@pytest.mark.rule("ISLE-10")
@each_cover
def test_the_island_is_shuffled_and_face_up_from_the_start(rules: Any) -> None:
    islands = {dealt(rules, rules.info.setup(2), seed).island for seed in range(5)}
    assert len(islands) == 5
    assert all(sorted(island) == list(ISLAND_CARDS) for island in islands)
    state = dealt(rules, rules.info.setup(2))
    assert rules.view(state, None).island == state.island


@pytest.mark.rule("ISLE-6")
@each_cover
def test_first_cards_lie_face_down_until_all_are_turned_at_once(rules: Any) -> None:
    state = dealt(rules, rules.info.setup(2))
    assert rules.due(state) == (3_000, Flip())
    assert rules.view(state, Seat(0)).turned == (DOWN, DOWN)
    assert not list(rules.moves(state, Seat(0)))
    assert rules.sample(state, Seat(0), Chance(seed_of(0), 0)) is None
    assert refused(rules, state, 0, right(state.island[9], state.turned[0])) == "SPOT-1 spot.down"
    step = proceed(rules, state, 3_000)
    assert step.events == (Flipped(),)
    assert rules.view(step.state, None).turned == state.turned


@pytest.mark.rule("ISLE-6")
def test_the_next_card_is_turned_when_the_last_is_played_and_not_before() -> None:
    state = duel()
    assert state.turned[0] == 19
    state = after(WELCOME, state, (0, right(7, 19)))
    assert (state.turned, state.decks) == ((20, 35), ((), (36,)))
    state = after(WELCOME, state, (1, right(8, 35)))
    assert (state.turned, state.decks) == ((20, 36), ((), ()))


@pytest.mark.rule("ISLE-6")
def test_no_card_is_skipped() -> None:
    step = play(WELCOME, duel(), 0, right(7, 20))
    assert (step.state, step.events) == (duel(), (LateCall(Seat(0), (Card(7), Card(20))),))


@pytest.mark.rule("ISLE-7")
@each_cover
def test_a_team_of_two_splits_its_cards_into_two_decks_of_eight(rules: Any) -> None:
    state = dealt(rules, rules.info.setup(6))
    assert [len(deck) + 1 for deck in state.decks] == [8] * 6


@pytest.mark.rule("ISLE-7")
def test_a_team_has_played_all_its_cards_when_both_decks_are_empty() -> None:
    state = pairs(decks="-/37/-/38")
    assert WELCOME.result(state) is None
    assert WELCOME.result(after(WELCOME, state, (0, right(4, 19)))) is not None


@pytest.mark.rule("ISLE-7")
def test_in_route_the_exchange_comes_before_the_split() -> None:
    rules = Route()
    mixtures = set()
    for seed in range(10):
        state = dealt(rules, rules.info.setup(4), seed)
        for seat in (0, 2):
            mixtures.add(sum(19 <= card < 35 for card in (*state.decks[seat], state.turned[seat])))
    assert len(mixtures) > 1  # were each half exchanged by itself, every half would hold five


@pytest.mark.rule("ISLE-8")
def test_a_seat_whose_deck_is_empty_points_for_its_team_mate_alone() -> None:
    state = pairs()
    symbol = ISLAND.shared(Card(7), Card(19))
    step = play(WELCOME, state, 2, Point(Card(7), symbol))
    assert step.state == state
    pointed = the(Pointed, step.events)
    assert pointed == Pointed(Seat(2), Seat(0), Card(7), symbol)
    assert [pointed.seen(seat) for seat in (Seat(0), Seat(1), Seat(3), None)] == [pointed, None, None, None]
    assert play(WELCOME, state, 2, Point(Card(7))).events == (Pointed(Seat(2), Seat(0), Card(7), None),)


@pytest.mark.rule("ISLE-8")
def test_nobody_points_before_the_own_deck_is_empty() -> None:
    assert refused(WELCOME, pairs(), 0, Point(Card(7))) == "ISLE-8 island.point-early"
    last_card_in_hand = pairs(decks="-/37/-/38")
    assert refused(WELCOME, last_card_in_hand, 0, Point(Card(7))) == "ISLE-8 island.point-early"


@pytest.mark.rule("ISLE-8")
@pytest.mark.parametrize(
    "point",
    [
        Point(Card(0)),  # covered by 21
        Point(Card(20)),  # in a deck
        Point(Card(-1)),
        Point(Card(99)),
        Point(Card(7), Symbol(-1)),
        Point(Card(7), next(Symbol(s) for s in range(73) if not ISLAND.has(Card(7), Symbol(s)))),
    ],
)
def test_pointing_is_at_what_lies_face_up(point: Point) -> None:
    assert refused(WELCOME, pairs(), 2, point) == "ISLE-8 island.point-where"


@pytest.mark.rule("ISLE-8")
def test_a_seat_with_an_empty_deck_may_point_at_every_face_up_card_and_symbol() -> None:
    state = pairs()
    moves = list(WELCOME.moves(state, Seat(2)))
    assert len(moves) == (19 + 3) * 10  # the island and three turned cards, each with nine symbols
    drawn = {WELCOME.sample(state, Seat(2), Chance(seed_of(0), n)) for n in range(50)}
    assert drawn <= set(moves)
    assert len(drawn) > 20


@pytest.mark.rule("ISLE-8")
def test_pointing_is_refused_when_nothing_may_be_done() -> None:
    over = after(WELCOME, pairs(decks="-/37/-/38"), (0, right(4, 19)))
    assert refused(WELCOME, over, 2, Point(Card(7))) == "TABLE-2 game.over"
    assert refused(WELCOME, pairs(), 9, Point(Card(7))) == "TABLE-4 move.seat"


@pytest.mark.rule("ISLE-9")
def test_of_two_last_cards_the_first_ends_the_game_and_the_other_is_not_laid() -> None:
    state = WELCOME.read(line("19,35", "-/-", island=laid()), TWO)
    ended = after(WELCOME, state, (1, right(8, 35)))
    assert WELCOME.result(ended) is not None
    assert refused(WELCOME, ended, 0, right(7, 19)) == "TABLE-2 game.over"
    assert ended.island[7] == 7
    assert not list(WELCOME.moves(ended, Seat(0)))


@pytest.mark.rule("ISLE-9")
@pytest.mark.rule("SPOT-3")
def test_two_last_cards_compete_wherever_they_are_to_be_laid() -> None:
    state = WELCOME.read(line("19,35", "-/-", island=laid()), TWO)
    claims = [WELCOME.claim(state, Seat(0), right(7, 19)), WELCOME.claim(state, Seat(1), right(8, 35))]
    assert claims == [Claim((7, LAST), (7, 19), True), Claim((8, LAST), (8, 35), True)]


@pytest.mark.rule("ISLE-9")
def test_a_card_is_no_last_one_while_the_team_mate_has_another() -> None:
    state = pairs(turned="19,35,20,36", decks="-/37/-/38")
    assert WELCOME.claim(state, Seat(0), right(7, 19)) == Claim((7,), (7, 19), True)
    state = pairs(decks="-/37/-/38")
    assert WELCOME.claim(state, Seat(0), right(7, 19)) == Claim((7, LAST), (7, 19), True)


@pytest.mark.rule("ISLE-9")
def test_cards_turned_but_not_played_count_nothing() -> None:
    state = WELCOME.read(line("19,35", "-/36", island=laid()), TWO)
    ended = after(WELCOME, state, (0, right(7, 19)))
    assert ended.turned == (None, 35)
    assert [tally.count for tally in WELCOME.view(ended, None).tallies] == [1, 0]


@pytest.mark.rule("ISLE-9")
@pytest.mark.rule("SPOT-1")
def test_everybody_may_play_at_the_same_time() -> None:
    state = flipped(WELCOME, WELCOME.info.setup(6))
    assert all(len(list(WELCOME.moves(state, Seat(seat)))) == 19 for seat in range(6))


@pytest.mark.rule("ISLE-11")
def test_a_right_call_lays_the_card_and_it_is_now_the_only_one_that_counts_there() -> None:
    step = play(WELCOME, duel(), 0, right(7, 19))
    symbol = ISLAND.shared(Card(7), Card(19))
    assert step.events == (Covered(Seat(0), symbol, (Card(7), Card(19)), 7),)
    assert step.state.island[7] == 19
    assert step.state.gone == (7,)
    assert 7 not in WELCOME.faces(step.state)


@pytest.mark.rule("ISLE-11")
@pytest.mark.parametrize("top", [21, 37, 4])
def test_any_top_card_may_be_covered_one_s_own_included(top: int) -> None:
    state = WELCOME.read(line("19,35", "20/36", island=laid({0: 21, 1: 37})), TWO)
    assert right(top, 19) in list(WELCOME.moves(state, Seat(0)))
    assert 19 in after(WELCOME, state, (0, right(top, 19))).island


@pytest.mark.rule("SPOT-4")
def test_a_call_about_a_card_that_was_covered_is_late_and_costs_nothing() -> None:
    state = after(WELCOME, duel(), (0, right(7, 19)))
    step = play(WELCOME, state, 1, right(7, 35))
    assert (step.state, step.events) == (state, (LateCall(Seat(1), (Card(7), Card(35))),))


@pytest.mark.rule("SPOT-4")
def test_a_card_sent_twice_is_laid_once() -> None:
    state = after(WELCOME, duel(), (0, right(7, 19)))
    assert play(WELCOME, state, 0, right(8, 19)).events == (LateCall(Seat(0), (Card(8), Card(19))),)


@pytest.mark.rule("SPOT-5")
def test_a_wrong_call_freezes_its_seat_for_the_penalty_and_nobody_else() -> None:
    step = play(WELCOME, duel(), 0, wrong(7, 19))
    state = step.state
    assert the(Wrong, step.events).until == 12_000
    assert (state.frozen, state.island) == ((12_000, None), duel().island)
    assert refused(WELCOME, state, 0, right(7, 19)) == "SPOT-5 spot.frozen"
    assert not list(WELCOME.moves(state, Seat(0)))
    assert play(WELCOME, state, 1, right(7, 35)).state.island[7] == 35


@pytest.mark.rule("SPOT-5")
def test_a_frozen_seat_thaws_when_its_time_has_come() -> None:
    state = duel(frozen="12000/11000")
    assert WELCOME.due(state) == (11_000, Thaw(Seat(1)))
    step = proceed(WELCOME, state, 11_000)
    assert (step.events, step.state.frozen) == ((Thawed(Seat(1)),), (12_000, None))


@pytest.mark.rule("SPOT-5")
def test_a_penalty_of_nought_freezes_nobody() -> None:
    setup = WELCOME.info.setup(2, options={"penalty": 0})
    state = WELCOME.read(line("19,35", "20/36", island=laid()), setup)
    step = play(WELCOME, state, 0, wrong(7, 19))
    assert (step.state, type(step.events[0])) == (state, Wrong)


@pytest.mark.rule("SPOT-10")
@pytest.mark.rule("SPOT-3")
def test_each_place_is_a_contest_of_its_own() -> None:
    state = duel()
    call = right(7, 19)
    assert WELCOME.claim(state, Seat(0), call) == Claim((7,), (7, 19), True)
    assert WELCOME.claim(state, Seat(0), wrong(7, 19)) == Claim((7,), (7, 19), False)
    assert WELCOME.claim(state, Seat(1), call) == Claim((7,), (7, 19), False)
    assert WELCOME.claim(state, Seat(0), Call(call.symbol, ())) == Claim((), (), False)
    assert WELCOME.claim(state, Seat(0), Point(Card(7))) is None


@pytest.mark.rule("SPOT-10")
@pytest.mark.parametrize("cards", [(), (7,), (19, 19), (7, 19, 8)])
def test_a_call_names_two_different_cards(cards: tuple[int, ...]) -> None:
    call = Call(Symbol(0), tuple(map(Card, cards)))
    assert refused(WELCOME, duel(), 0, call) == "SPOT-10 spot.count"


@pytest.mark.rule("SPOT-10")
@pytest.mark.parametrize(
    "call", [Call(Symbol(73), (Card(7), Card(19))), Call(Symbol(0), (Card(73), Card(19)))]
)
def test_a_call_names_what_is_in_the_deck(call: Call) -> None:
    assert refused(WELCOME, duel(), 0, call) == "SPOT-10 spot.no-such"


@pytest.mark.parametrize("seat", [-2, -1, 2, 10**9])
def test_nobody_calls_from_a_seat_that_does_not_exist(seat: int) -> None:
    assert refused(WELCOME, duel(), seat, right(7, 19)) == "TABLE-4 move.seat"


@pytest.mark.parametrize("move", [Flip(), Thaw(Seat(0)), Thaw(Seat(9))])
@pytest.mark.parametrize("seat", [0, -1])
def test_only_the_table_flips_and_thaws(seat: int, move: Flip | Thaw) -> None:
    assert refused(WELCOME, duel(), seat, move) == "TABLE-4 move.table"


def test_a_turned_card_and_the_island_are_what_a_call_can_be_about() -> None:
    assert sorted(WELCOME.faces(duel())) == [*range(19), 19, 35]
    assert sorted(WELCOME.faces(duel(flips="99"))) == list(range(19))
    assert sorted(WELCOME.faces(pairs())) == [*range(1, 19), 19, 21, 35, 36]
