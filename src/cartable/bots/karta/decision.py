"""The decision between placements: one card ahead, then two, and so on until the nodes are spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from cartable.bots.karta.board import LAST, SIDE, STAMPS
from cartable.bots.karta.search import (
    LIMIT,
    NODES,
    WON,
    KartaMind,
    appraise,
    back,
    ground,
    mind,
    seek,
    step,
)
from cartable.games.karta import WAYS, KartaView, Place

WIDTHS: Final = (0, 0, 24, 16, 12, 10, *(8,) * LAST)
"""How many placements are followed up, by how many cards are still looked ahead."""

UNLIMITED: Final = 1 << 40
"""More nodes than any search has."""

ROOT: Final = 40
"""How many are followed up of the next card; all of them where the search sees the end."""


class Judged(NamedTuple):
    """A placement, what it is worth to the side to move, and how many cards ahead that was seen."""

    place: Place
    value: int
    depth: int


def best(
    view: KartaView, moves: list[Place], nodes: int, stop: Callable[[], bool], corner: bool = False
) -> Place:
    """Return the best of the moves, judged with this many nodes; the first of equals."""
    return judged(view, moves, nodes, stop, corner).place


def judged(
    view: KartaView, moves: list[Place], nodes: int, stop: Callable[[], bool], corner: bool = False
) -> Judged:
    """Return the best of the moves, and what it is worth, where cards touch by a `corner` or do not."""
    turn, thinking = len(view.laid), shown(view, nodes, corner)
    base = ground(thinking, turn)
    codes = {code(move): move for move in moves[:nodes]}
    found = {place: appraise(thinking, turn, place, base) for place in codes}
    order = ranked(found)
    value, reached = found[order[0]], 1
    for depth in range(2, LAST + 2 - turn):
        promising = order if turn + depth > LAST else order[:ROOT]
        found = ahead(thinking, turn, depth, promising, stop)
        order = ranked(found) + [place for place in order if place not in found]
        if found:
            value, reached = found[order[0]], depth
        if len(found) < len(promising):
            break
    return Judged(codes[order[0]], value, reached)


def worth(view: KartaView, move: Place, depth: int, corner: bool = False) -> int:
    """Return what one placement is worth to the side to move, seen this many cards ahead."""
    turn, thinking, place = len(view.laid), shown(view, UNLIMITED, corner), code(move)
    if depth == 1:
        return appraise(thinking, turn, place, ground(thinking, turn))
    step(thinking, turn, place)
    return -seek(thinking, turn + 1, depth - 1, -2 * WON, 2 * WON)


def ahead(
    thinking: KartaMind, turn: int, depth: int, places: list[int], stop: Callable[[], bool]
) -> dict[int, int]:
    """Return what placements, the likeliest first, are worth this many cards ahead, while nodes last."""
    found: dict[int, int] = {}
    most = -2 * WON
    for place in places:
        step(thinking, turn, place)
        if found:
            value = -seek(thinking, turn + 1, depth - 1, -most - 1, -most)
        if not found or value > most:
            value = -seek(thinking, turn + 1, depth - 1, -2 * WON, -most)
        back(thinking, turn, place)
        if thinking.tally[NODES] >= thinking.tally[LIMIT] or stop():
            break
        found[place] = value
        most = max(most, value)
    return found


def ranked(found: dict[int, int]) -> list[int]:
    """Return placements by what they are worth, the best first."""
    return sorted(found, key=found.__getitem__, reverse=True)


def shown(view: KartaView, nodes: int, corner: bool = False) -> KartaMind:
    """Return a mind with a view's cards on its board."""
    red, blue = (sum(1 << card for card in side.hand) for side in (view.red, view.blue))
    thinking = mind(red, blue, WIDTHS, nodes, corner)
    for turn, place in enumerate(view.laid):
        step(thinking, turn, code(place))
    return thinking


def code(place: Place) -> int:
    """Return a placement as the search knows it."""
    corner = (SIDE // 2 + place.y) * SIDE + SIDE // 2 + place.x
    return corner * STAMPS + place.card * len(WAYS) + WAYS.index((place.turned, place.over))
