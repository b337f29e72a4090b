"""The island's shape."""

from __future__ import annotations

import pytest

from cartable.designs import ISLAND, Card
from cartable.games.island.cards import BOX, COLOURS, ISLAND_CARDS, PORT_CARDS, TEAM_CARDS, TEAM_OF
from cartable.games.island.map import (
    CELLS,
    CENTRES,
    COAST,
    MIDDLE,
    NEAR,
    NEIGHBOURS,
    PORTS,
    bits,
)


def touching(cell: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the six cells around a cell."""
    q, r = cell
    return {(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)}


def port_cell(port: tuple[int, int]) -> tuple[int, int]:
    """Return the one cell off the island that touches both coast places of a port."""
    one, other = port
    (cell,) = touching(CELLS[one]) & touching(CELLS[other]) - set(CELLS)
    return cell


def turn(cell: tuple[int, int]) -> tuple[int, int]:
    """Turn a cell a sixth of a turn clockwise about the middle."""
    q, r = cell
    return -r, q + r


@pytest.mark.rule("ISLE-10")
def test_the_island_has_rows_of_three_four_five_four_three() -> None:
    rows = [sum(1 for _, r in CELLS if r == row) for row in range(-2, 3)]
    assert rows == [3, 4, 5, 4, 3]
    assert list(CELLS) == sorted(CELLS, key=lambda cell: (cell[1], cell[0]))


@pytest.mark.rule("ISLE-10")
def test_adjacent_places_touch_in_the_hexagonal_grid() -> None:
    assert NEIGHBOURS[MIDDLE] == (4, 5, 8, 10, 13, 14)
    assert NEIGHBOURS[0] == (1, 3, 4)
    assert NEIGHBOURS[1] == (0, 2, 4, 5)
    assert sorted(map(len, NEIGHBOURS)) == [3] * 6 + [4] * 6 + [6] * 7
    assert all(place in NEIGHBOURS[near] for place in range(19) for near in NEIGHBOURS[place])
    assert [bits((place, *near)) for place, near in enumerate(NEIGHBOURS)] == list(NEAR)


@pytest.mark.rule("ISLE-12")
def test_six_ports_each_touch_a_corner_and_the_next_coast_card_clockwise() -> None:
    assert COAST == (0, 1, 2, 6, 11, 15, 18, 17, 16, 12, 7, 3)
    assert PORTS == ((0, 1), (2, 6), (11, 15), (18, 17), (16, 12), (7, 3))
    assert all(len(NEIGHBOURS[corner]) == 3 for corner, _ in PORTS)


@pytest.mark.rule("ISLE-12")
def test_every_coast_card_touches_exactly_one_port_and_no_other_card_does() -> None:
    assert sorted(place for pair in PORTS for place in pair) == sorted(COAST)


@pytest.mark.rule("ISLE-12")
def test_a_port_lies_off_the_coast_and_touches_those_two_cards_alone() -> None:
    for pair in PORTS:
        around = touching(port_cell(pair))
        assert {place for place, cell in enumerate(CELLS) if cell in around} == set(pair)


@pytest.mark.rule("ISLE-12")
def test_the_island_with_its_ports_looks_the_same_after_a_sixth_of_a_turn() -> None:
    assert {turn(cell) for cell in CELLS} == set(CELLS)
    cells = [port_cell(pair) for pair in PORTS]
    assert [turn(cell) for cell in cells] == [*cells[1:], cells[0]]
    places = [CELLS.index(turn(cell)) for cell in CELLS]
    assert [(places[a], places[b]) for a, b in PORTS] == [*PORTS[1:], PORTS[0]]


@pytest.mark.rule("ISLE-13")
def test_the_centre_is_the_middle_and_the_six_around_it_or_the_middle_alone() -> None:
    assert {"7": bits((4, 5, 8, 9, 10, 13, 14)), "1": bits((9,))} == CENTRES


@pytest.mark.rule("DECK-5")
@pytest.mark.rule("ISLE-2")
def test_the_box_has_nineteen_island_three_times_sixteen_team_and_six_port_cards() -> None:
    assert [len(ISLAND_CARDS), *map(len, TEAM_CARDS), len(PORT_CARDS)] == [19, 16, 16, 16, 6]
    every = [*ISLAND_CARDS, *(card for cards in TEAM_CARDS for card in cards), *PORT_CARDS]
    assert sorted(every) == list(ISLAND.cards)
    assert (BOX.order, BOX.cards) == (8, 73)


@pytest.mark.rule("ISLE-1")
def test_a_card_shows_its_team_s_colour_or_none() -> None:
    assert COLOURS == ("blue", "orange", "red")
    assert [TEAM_OF[Card(card)] for card in (0, 18, 19, 34, 35, 50, 51, 66, 67, 72)] == [
        None, None, 0, 0, 1, 1, 2, 2, None, None,
    ]  # fmt: skip
    assert TEAM_OF[None] is None
    assert TEAM_OF[Card(72)] is None
