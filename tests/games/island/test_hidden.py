"""What nobody may see: the order of the decks, and what lies face down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cartable.core import Chance, Seat, seed_of
from cartable.games.island import Barbarians, Knights, Ports, Route, Welcome
from cartable.games.island.cards import TEAM_OF
from tests.games.island.positions import dealt, flipped, laid, line

SINGLES = [Welcome(), Ports(), Route(), Barbarians(), Knights()]
DECKS = [Welcome(), Ports(), Route(), Knights()]

each_game = pytest.mark.parametrize("rules", SINGLES, ids=lambda rules: str(rules.info.name))
each_with_decks = pytest.mark.parametrize("rules", DECKS, ids=lambda rules: str(rules.info.name))


def same_to_everybody(rules: Any, state: Any, other: Any) -> bool:
    """Whether two tables look and play the same for all seats and for a spectator."""
    seats = [Seat(seat) for seat in range(state.setup.seats)]
    return all(rules.view(state, seat) == rules.view(other, seat) for seat in (None, *seats)) and all(
        list(rules.moves(state, seat)) == list(rules.moves(other, seat)) for seat in seats
    )


@each_with_decks
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_decks_show_nothing_but_how_many_cards_they_have(rules: Any, seats: int) -> None:
    state = flipped(rules, rules.info.setup(seats))
    other = replace(state, decks=tuple(deck[::-1] for deck in state.decks))
    assert other.decks != state.decks
    assert same_to_everybody(rules, state, other)


@each_game
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_turned_cards_show_nothing_before_the_flip(rules: Any, seats: int) -> None:
    state = dealt(rules, rules.info.setup(seats))
    other = replace(state, turned=state.turned[::-1])
    assert same_to_everybody(rules, state, other)
    assert list(rules.faces(state)) == list(rules.faces(other))


@each_game
@pytest.mark.parametrize("seats", [2, 5, 6])
def test_what_is_imagined_looks_the_same_and_holds_no_card_twice(rules: Any, seats: int) -> None:
    setup = rules.info.setup(seats)
    for state in (dealt(rules, setup), flipped(rules, setup)):
        view = rules.view(state, Seat(0))
        other = rules.imagine(view, setup, Chance(seed_of(9), 0))
        assert rules.view(other, Seat(0)) == view
        assert rules.read(rules.write(other), setup) == other
        if any(state.decks) or state.flips is not None:
            assert other != state


def test_what_is_imagined_leaves_out_what_everybody_has_seen() -> None:
    rules = Welcome()
    setup = rules.info.setup(2)
    text = line("19,35", "20,21,22/36", island=laid({0: 23, 1: 24}), gone="25,26,27,28,29,30,31,37")
    other = rules.imagine(rules.view(rules.read(text, setup), None), setup, Chance(seed_of(0), 0))
    assert set(other.decks[0]) <= {20, 21, 22, 32, 33, 34}
    assert all(TEAM_OF[card] == 1 for card in other.decks[1])
