"""Knights: collect the other teams' cards, round after round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Setup
from cartable.designs import Card
from cartable.games.island.cards import TEAM_CARDS
from cartable.games.island.isle import Isle, TeamTally, opening
from cartable.games.island.rules import GOAL, ONCE, Island, IsleEvent, info
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import BREATH, put


class Knights(Island):
    """Played once (ISLE-14), it is one pass through the piles, whatever the points."""

    info = info("knights", version=2, replays=(1,))
    shared = True
    places = 0

    def deal(self, setup: Setup, chance: Chance) -> Isle:
        return opening(setup, _piles(setup, chance))  # KNIGHT-1

    def targets(self, isle: Isle, seat: Seat) -> Sequence[Card]:
        own = isle.turned[isle.setup.teams[seat]]
        return [card for card in isle.turned if card is not None and card != own]  # KNIGHT-2

    def take(self, isle: Isle, seat: Seat, call: Call, at: Millis, chance: Chance) -> tuple[Isle, IsleEvent]:
        card, team = call.cards[0], isle.setup.teams[seat]
        after = replace(
            isle,
            turned=put(isle.turned, isle.turned.index(card), None),  # KNIGHT-2
            gone=(*isle.gone, card),
            taken=put(isle.taken, team, (*isle.taken[team], card)),
        )
        return self._scored(after, at, chance), Took(seat, call.symbol, call.cards, seat)

    def prize(self, isle: Isle, seat: Seat, call: Call) -> tuple[int, ...]:
        # One's own card too: a call that collects it would make this one impossible.
        return call.cards

    def over(self, isle: Isle) -> bool:
        # A round that is not the last is followed by the next at once.
        return _ended(isle)

    def scores(self, isle: Isle) -> bool:
        return isle.flips is not None or _ended(isle)

    def tallies(self, isle: Isle) -> tuple[TeamTally, ...]:
        return tuple(TeamTally(len(of), False, of, len(of)) for of in isle.taken)  # KNIGHT-3, FIVE-5

    def points(self, isle: Isle) -> tuple[int, ...]:
        return isle.points

    def _scored(self, isle: Isle, at: Millis, chance: Chance) -> Isle:
        if not _ended(isle):
            return isle
        points = tuple(before + len(of) for before, of in zip(isle.points, isle.taken, strict=True))
        scored = replace(isle, points=points)
        if isle.setup.toggle(ONCE.name):
            last = not any(isle.decks)
        else:
            last = max(map(sum, zip(isle.standing, points, strict=True))) >= GOAL  # KNIGHT-4
        return scored if last else _next(scored, at, chance)


def _ended(isle: Isle) -> bool:
    """Tell whether one team is left in the round."""
    return isle.turned.count(None) == len(isle.turned) - 1  # KNIGHT-3


def _next(isle: Isle, at: Millis, chance: Chance) -> Isle:
    """Return the next round, its cards face down; piles that have run out are made again (KNIGHT-4)."""
    if any(isle.decks):
        piles = isle.decks
        gone = (*isle.gone, *(card for card in isle.turned if card is not None))
    else:
        piles, gone = _piles(isle.setup, chance), ()  # KNIGHT-4
    return replace(
        isle,
        flips=Millis(at + BREATH),
        turned=tuple(pile[-1] if pile else None for pile in piles),
        decks=tuple(pile[:-1] for pile in piles),
        gone=gone,
        round=isle.round + 1,
    )


def _piles(setup: Setup, chance: Chance) -> tuple[tuple[Card, ...], ...]:
    teams = (TEAM_CARDS[team] if team in setup.playing else () for team in range(setup.team_count))
    return tuple(tuple(chance.shuffled(cards)) for cards in teams)
