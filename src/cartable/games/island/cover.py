"""What Welcome, Ports and Route share: decks in hand, covering the island, pointing for the teammate."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, cast

from cartable.core import Chance, Millis, Refused, Seat, Setup, Team
from cartable.designs import ISLAND, Card
from cartable.games.island.cards import ISLAND_CARDS, TEAM_CARDS
from cartable.games.island.isle import Isle, TeamTally, lone, opening, tallied
from cartable.games.island.rules import Covered, Island, IsleEvent, IsleMove, Point, Pointed
from cartable.games.reflex.calls import Call
from cartable.games.reflex.state import put

LAST: Final = -1
"""Stands among what a call contests for the end of the game, so that two last cards compete (ISLE-9).

A number, like the cards next to it, because the log keeps them as evidence.
"""


class Cover(Island):
    """Each game says what its teams count."""

    @abstractmethod
    def counted(self, island: Sequence[Card | None], team: Team) -> tuple[int, ...]:
        """Return what a team counts on an island that looks like this."""

    def deal(self, setup: Setup, chance: Chance) -> Isle:
        island = chance.shuffled(ISLAND_CARDS)  # ISLE-5, ISLE-10
        return opening(setup, split(setup, self.team_decks(setup, chance)), island=island)

    def team_decks(self, setup: Setup, chance: Chance) -> list[list[Card]]:
        """Return the shuffled deck of each team."""
        return own_decks(setup, chance)

    def targets(self, isle: Isle, seat: Seat) -> Sequence[Card]:
        return tops(isle)  # ISLE-11, WELCOME-1

    def take(self, isle: Isle, seat: Seat, call: Call, at: Millis, chance: Chance) -> tuple[Isle, IsleEvent]:
        top, own = call.cards
        place = isle.island.index(top)
        deck = isle.decks[seat]
        after = Isle(
            isle.setup,
            None,
            isle.frozen,
            put(isle.island, place, own),  # ISLE-11
            isle.ports,
            put(isle.turned, seat, deck[-1] if deck else None),  # ISLE-6
            put(isle.decks, seat, deck[:-1]),
            isle.reach,
            (*isle.gone, top),
            isle.taken,
            isle.standing,
            isle.points,
            isle.round,
        )
        return after, Covered(seat, call.symbol, call.cards, place)

    def prize(self, isle: Isle, seat: Seat, call: Call) -> tuple[int, ...]:
        top, own = call.cards
        team = isle.setup.teams[seat]
        held = [isle.turned[of] for of in isle.setup.seats_of(team)]
        last = not isle.decks[seat] and all(card in (own, None) for card in held)
        return (top, LAST) if last else (top,)  # ISLE-9

    def over(self, isle: Isle) -> bool:
        return first(isle) is not None  # WELCOME-1, PORTS-5, ROUTE-3

    def tallies(self, isle: Isle) -> tuple[TeamTally, ...]:
        counted = [self.counted(isle.island, Team(team)) for team in range(len(isle.taken))]
        return tallied(isle.setup, counted, first(isle))

    def moves(self, state: Isle, seat: Seat) -> Iterator[IsleMove]:
        yield from super().moves(state, seat)
        if self._helps(state, seat):
            for card in map(Card, self.faces(state)):
                yield Point(card)
                for symbol in ISLAND.symbols(card):
                    yield Point(card, symbol)

    def has_move(self, state: Isle, seat: Seat) -> bool:
        return super().has_move(state, seat) or self._helps(state, seat)

    def sample(self, state: Isle, seat: Seat, chance: Chance) -> IsleMove | None:
        if not self._helps(state, seat):
            return super().sample(state, seat, chance)
        card = Card(chance.choice(list(self.faces(state))))
        return Point(card, chance.choice((None, *ISLAND.symbols(card))))

    def point(self, isle: Isle, seat: Seat, move: Point) -> Pointed:
        if why := self.refusal(isle, seat):
            raise Refused(*why)
        if isle.turned[seat] is not None:
            raise Refused("ISLE-8", "island.point-early")
        shown = move.card in self.faces(isle) and move.symbol in (None, *ISLAND.symbols(move.card))
        if not shown:
            raise Refused("ISLE-8", "island.point-where")
        mate = next(mate for mate in isle.setup.seats_of(isle.setup.teams[seat]) if mate != seat)
        return Pointed(seat, mate, move.card, move.symbol)

    def _helps(self, isle: Isle, seat: Seat) -> bool:
        # A team both of whose decks are empty has ended the game: there is always a teammate to help.
        return self.refusal(isle, seat) is None and isle.turned[seat] is None


def tops(isle: Isle) -> tuple[Card, ...]:
    """Return the top card of each place: places are covered, never emptied."""
    return cast("tuple[Card, ...]", isle.island)


def first(isle: Isle) -> Team | None:
    """Return the team that has played all its cards, or None while there is none."""
    if None not in isle.turned:
        return None
    playing = {team for team, card in zip(isle.setup.teams, isle.turned, strict=True) if card is not None}
    return next((team for team in isle.setup.playing if team not in playing), None)  # ISLE-7


def own_decks(setup: Setup, chance: Chance) -> list[list[Card]]:
    """Return each team's own cards, shuffled: all 16, or 8 for somebody alone against two pairs (FIVE-1)."""
    alone = lone(setup)
    colours = [TEAM_CARDS[team] if team in setup.playing else () for team in range(setup.team_count)]
    decks = [chance.shuffled(cards) for cards in colours]  # ISLE-5
    return [deck[:8] if team == alone else deck for team, deck in enumerate(decks)]  # FIVE-1, FIVE-2, FIVE-3


def split(setup: Setup, decks: Sequence[Sequence[Card]]) -> list[Sequence[Card]]:
    """Return each seat's share of its team's deck: all of it, or half (ISLE-7)."""
    hands: list[Sequence[Card]] = [()] * setup.seats
    for team, deck in enumerate(decks):
        seats = setup.seats_of(Team(team))
        for n, seat in enumerate(seats):
            hands[seat] = deck[n :: len(seats)]  # ISLE-7
    return hands
