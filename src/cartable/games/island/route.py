"""Longest Route: some of your cards are in other hands, and the largest group of a colour counts."""

from __future__ import annotations

from collections.abc import Sequence

from cartable.core import Chance, Setup, Team
from cartable.designs import Card
from cartable.games.island.cards import TEAM_CARDS
from cartable.games.island.cover import Cover, own_decks
from cartable.games.island.isle import IsleView, lone, unseen, visible
from cartable.games.island.map import NEIGHBOURS
from cartable.games.island.rules import info


class Route(Cover):
    """Cards may be laid anywhere; those of all colours are in every deck."""

    info = info("route", version=2, replays=(1,))

    def team_decks(self, setup: Setup, chance: Chance) -> list[list[Card]]:
        # ROUTE-1: the decks are shuffled, so that the cards to give, from the end on, are random.
        decks = own_decks(setup, chance)
        teams = range(setup.team_count)
        given = [
            [[decks[giver].pop() for _ in range(gift(setup, Team(giver), Team(to)))] for to in teams]
            for giver in teams
        ]
        return [
            chance.shuffled(decks[team] + [card for gifts in given for card in gifts[team]]) for team in teams
        ]

    def pools(self, view: IsleView, setup: Setup, chance: Chance) -> list[list[Card]]:
        # Nobody can tell whose deck holds which card: all decks are drawn from one pool.
        cards = [card for team in setup.playing for card in TEAM_CARDS[team]]
        return [unseen(view, cards, chance)] * setup.team_count

    def counted(self, island: Sequence[Card | None], team: Team) -> tuple[int, ...]:
        return largest(visible(island, team))  # ROUTE-2, ROUTE-4


def gift(setup: Setup, giver: Team, to: Team) -> int:
    """Return how many cards one team gives to another before the shuffle (ROUTE-1, FIVE-3)."""
    if giver == to or not {giver, to} <= set(setup.playing):
        return 0
    if lone(setup) in (giver, to):
        return 1  # FIVE-3
    return 6 // (len(setup.playing) - 1)  # ROUTE-1


def largest(places: Sequence[int]) -> tuple[int, ...]:
    """Return the largest group of places that hang together, the topmost where several are as large."""
    left = set(places)
    best: tuple[int, ...] = ()
    for start in places:
        group = _group(start, left)
        left -= group
        best = max(best, tuple(sorted(group)), key=len)
    return best


def _group(start: int, among: set[int]) -> set[int]:
    group = {start} & among
    edge = list(group)
    while edge:
        near = [place for place in NEIGHBOURS[edge.pop()] if place in among and place not in group]
        group.update(near)
        edge += near
    return group
