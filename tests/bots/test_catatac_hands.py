"""The hands that CATATAC's bots imagine."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations

import pytest

from cartable.bots.catatac.decision import prepared, remembered, seen
from cartable.bots.catatac.hands import CHOICE, deal, doubt, imagined
from cartable.bots.catatac.position import FULL, HANDS, PILE, ROOM, SIZES, UNSEEN, World
from cartable.bots.catatac.tables import COUNTERS, FACTS
from cartable.bots.compiled import Numbers
from cartable.core import Seat
from cartable.games.catatac.moves import Decline, Use
from cartable.games.catatac.state import State
from cartable.games.catatac.terms import terms
from cartable.games.catatac.yarn import PLACES
from tests.games.catatac.positions import GAME, lay, play, position, table
from tests.suite import walk


def imagining(state: State, seat: int, knowing: bool = True) -> tuple[World, Numbers]:
    """Return a world as a seat sees it that knows what the others chose, or nothing of it, and the root."""
    view, known, of = GAME.view(state, Seat(seat)), terms(state.setup), Seat(seat)
    past = remembered(view, known, of)
    return prepared(state.setup, past if knowing else [[] for _ in past]), seen(view, known, of)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_world_holds_every_card_that_is_not_seen_once(seats: int) -> None:
    setup = table(seats)
    for game in walk(GAME, setup, 2):
        state = game.state
        if state.phase != "turn":
            continue
        view, seat = GAME.view(state, state.turn), state.turn
        world, root = imagining(state, seat)
        deal(world, root, 7)
        imagined(world, root, 2)
        for first in (0, ROOM):
            dealt = [int(number) for number in world.dealt[first : first + ROOM]]
            hands = [dealt[HANDS + FULL * of : HANDS + FULL * of + dealt[SIZES + of]] for of in range(seats)]
            assert sorted(hands[seat]) == list(state.hands[seat])
            assert [len(hand) for hand in hands] == list(view.counts)
            pile = dealt[UNSEEN : UNSEEN + dealt[PILE]]
            assert len(pile) == view.pile
            held = [card for hand in hands for card in hand]
            assert sorted([*held, *pile, *state.discard]) == sorted(terms(setup).deck)


def test_who_let_a_store_pass_is_hardly_imagined_with_a_counter() -> None:
    state = position("1a23456/123456", "8", ".w...")
    state = play(play(state, 0, lay("1a"), Use(0, PLACES[0])), 1, Decline())
    state = play(state, 1, lay("1"))
    assert [
        len(choices) for choices in remembered(GAME.view(state, Seat(0)), terms(state.setup), Seat(0))
    ] == [2 * CHOICE]
    with_counters = [_counters(*imagining(state, 0, knowing)) for knowing in (True, False)]
    assert with_counters[0] * 2 < with_counters[1]


def _counters(world: World, root: Numbers) -> int:
    """Return in how many of 60 worlds the seat after the first holds a card that counters."""
    found = 0
    for seed in range(60):
        deal(world, root, seed)
        imagined(world, root, 1)
        found += any(world.facts[card * FACTS + COUNTERS] for card in _held(world, 0))
    return found


def _held(world: World, number: int) -> list[int]:
    """Return what the seat after the first holds in a world."""
    dealt = world.dealt
    first = number * ROOM + HANDS + FULL
    return [int(dealt[first + i]) for i in range(int(dealt[number * ROOM + SIZES + 1]))]


def test_who_knows_nothing_imagines_every_hand_alike() -> None:
    world, root = imagining(position("1/23", "8", "..w..", pile="4567"), 0)
    often = _often(world, root)
    assert len(often) == 15
    assert all(abs(times - 1 / 15) < 0.02 for times in often.values())


def test_hands_are_imagined_as_often_as_they_are_likely() -> None:
    state = play(position("1/2a366b18", "8", "..w..", "turn:1", pile="14b7"), 1, lay("3"))
    world, root = imagining(state, 0)
    often = _often(world, root)
    likely = _likely(world, root)
    assert often.keys() == likely.keys()
    assert max(likely.values()) > 4 * min(likely.values())
    assert all(abs(often[hand] - likely[hand]) < 0.03 for hand in likely)


def _often(world: World, root: Numbers) -> dict[tuple[int, ...], float]:
    """Return how often each hand is imagined for the seat after the first."""
    found: Counter[tuple[int, ...]] = Counter()
    deal(world, root, 5)
    for _ in range(250):
        imagined(world, root, 16)
        found.update(tuple(sorted(_held(world, number))) for number in range(16))
    return {hand: times / found.total() for hand, times in found.items()}


def _likely(world: World, root: Numbers) -> dict[tuple[int, ...], float]:
    """Return how likely each hand is, drawn in any order, and what it laid drawn at any time."""
    size, unseen = int(root[SIZES + 1]), [int(card) for card in root[UNSEEN : UNSEEN + root[PILE]]]
    found: dict[tuple[int, ...], float] = defaultdict(float)
    for order in permutations(unseen, size):
        for i, card in enumerate(order):
            root[UNSEEN + i] = card
        for world.drawn[0] in range(size):
            found[tuple(sorted(order))] += 0.5 ** (int(doubt(world, root, 1)) / 2)
    total = sum(found.values())
    return {hand: weight / total for hand, weight in found.items()}
