"""What the five island games share: teams, whose card is called, pointing, scoring."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from cartable.core import (
    Chance,
    Event,
    Info,
    Millis,
    Move,
    Option,
    Refused,
    Result,
    Seat,
    Setup,
    Step,
    Toggle,
    Value,
    ranked,
)
from cartable.designs import ISLAND, Card, Deck, Symbol
from cartable.games.island.cards import BOX, TEAM_CARDS
from cartable.games.island.isle import Isle, IsleView, TeamTally, imagined, look, read, unseen, write
from cartable.games.reflex.calls import PENALTY, Call, Flip, ReflexEvent, ReflexMove, Thaw
from cartable.games.reflex.rules import ReflexRules

SHAPES: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    2: ((1, 1),),
    3: ((1, 1, 1), (2, 1)),
    4: ((2, 2), (2, 1, 1)),
    5: ((2, 2, 1),),
    6: ((2, 2, 2),),
}
"""Two or three teams of one or two."""

GOAL: Final = 10
"""The points that end the match (ISLE-4)."""

ONCE: Final = Toggle("once")
"""Whether each game is played once and the points decide, instead of a match (ISLE-14)."""


class Point(Move, frozen=True):
    """Show the teammate a card on the table, or a symbol on it (ISLE-8)."""

    card: Card
    symbol: Symbol | None = None


IsleMove = ReflexMove | Point


class Covered(Event, frozen=True):
    """A call was right and first: its second card now covers its first."""

    seat: Seat
    symbol: Symbol
    cards: tuple[Card, ...]
    place: int


class Pointed(Event, frozen=True):
    """A seat shows its teammate a card or a symbol; nobody else sees it (ISLE-8)."""

    seat: Seat
    mate: Seat
    card: Card
    symbol: Symbol | None

    def seen(self, seat: Seat | None) -> Pointed | None:
        return self if seat in (self.seat, self.mate) else None


class Scored(Event, frozen=True):
    """A game, or a round of Knights, was scored: each team's count and points."""

    tallies: tuple[TeamTally, ...]


IsleEvent = ReflexEvent | Covered | Pointed | Scored


class Island(ReflexRules[Isle, Point, Covered | Pointed | Scored, IsleView]):
    """The rules all island games share; each says how it deals, what a call is about and when it ends.

    A call names two cards: the one it contests, and the caller's own.
    """

    move_type = IsleMove
    event_type = IsleEvent
    view_type = IsleView

    shared: bool = False
    """Whether the seats of a team share one hand (BARB-2, KNIGHT-1)."""
    places: int = 19
    ports: int = 0

    @abstractmethod
    def deal(self, setup: Setup, chance: Chance) -> Isle:
        """Shuffle and lay out the cards (ISLE-5)."""

    @abstractmethod
    def targets(self, isle: Isle, seat: Seat) -> Sequence[Card]:
        """Return the cards that a call of this seat may contest now."""

    @abstractmethod
    def take(self, isle: Isle, seat: Seat, call: Call, at: Millis, chance: Chance) -> tuple[Isle, IsleEvent]:
        """Return the table after a right call, and what happened."""

    @abstractmethod
    def tallies(self, isle: Isle) -> tuple[TeamTally, ...]:
        """Count for each team what the game, or the round, is about."""

    def points(self, isle: Isle) -> tuple[int, ...]:
        """Return what each team scores in a game that ended so."""
        return tuple(tally.points for tally in self.tallies(isle))

    def scores(self, isle: Isle) -> bool:
        """Tell whether there is something to score after a call."""
        return self.over(isle)

    def open(self, isle: Isle) -> tuple[tuple[int, ...], ...]:
        """Return the places where each team may lay a card, where the game limits them."""
        return ()

    def prize(self, isle: Isle, seat: Seat, call: Call) -> tuple[int, ...]:
        """Return what a right call competes for with others."""
        return call.cards[:1]

    def pools(self, view: IsleView, setup: Setup, chance: Chance) -> list[list[Card]]:
        """Return for each team the cards that its unseen ones may be."""
        return [unseen(view, TEAM_CARDS[team], chance) for team in range(setup.team_count)]

    def hand(self, setup: Setup, seat: Seat) -> int:
        """Return the number of a seat's hand."""
        return setup.teams[seat] if self.shared else seat

    def hands(self, setup: Setup) -> int:
        """Return how many hands there are."""
        return setup.team_count if self.shared else setup.seats

    def start(self, setup: Setup, chance: Chance) -> Isle:
        if setup.deck != BOX:
            raise Refused("DECK-5", "island.deck", order=BOX.order, cards=BOX.cards)
        return self.deal(setup, chance)

    def deck(self, state: Isle) -> Deck:
        return ISLAND

    def groups(self, state: Isle, seat: Seat) -> Iterable[tuple[Card, ...]]:
        own = self._own(state, seat)
        return () if own is None else [(card, own) for card in self.targets(state, seat)]

    def drawn(self, state: Isle, seat: Seat, chance: Chance) -> tuple[Card, ...] | None:
        own = self._own(state, seat)
        return None if own is None else (chance.choice(self.targets(state, seat)), own)

    def lying(self, state: Isle) -> Iterable[Card | None]:
        return (*state.island, *state.turned)

    def opened(self, state: Isle) -> bool:
        return state.round > 0

    def late(self, state: Isle, seat: Seat, call: Call) -> bool:
        return call.cards[1] != self._own(state, seat) or call.cards[0] not in self.targets(state, seat)

    def contested(self, state: Isle, seat: Seat, call: Call, right: bool) -> tuple[int, ...]:
        return self.prize(state, seat, call) if right else call.cards[:1]

    def win(self, state: Isle, seat: Seat, call: Call, at: Millis, chance: Chance) -> Step[Isle, IsleEvent]:
        after, event = self.take(state, seat, call, at, chance)
        return Step(after, (event, Scored(self.tallies(after))) if self.scores(after) else (event,))

    def flipped(self, state: Isle) -> Isle:
        nothing: tuple[tuple[Card, ...], ...] = ((),) * len(state.taken)
        return replace(state, flips=None, taken=nothing)

    def sign(self, state: Isle, seat: Seat, move: Point | Flip | Thaw) -> Step[Isle, IsleEvent]:
        if not isinstance(move, Point):
            return super().sign(state, seat, move)
        return Step(state, (self.point(state, seat, move),))

    def point(self, isle: Isle, seat: Seat, move: Point) -> Pointed:
        """Return what a teammate is shown; refused where a team shares its cards."""
        raise Refused(*(self.refusal(isle, seat) or ("ISLE-8", "island.point-shared")))

    def view(self, state: Isle, seat: Seat | None) -> IsleView:
        tallies = self.tallies(state) if self.over(state) else ()
        return look(state, self.info.name.partition("/")[2], self.open(state), tallies)

    def imagine(self, view: IsleView, setup: Setup, chance: Chance) -> Isle:
        pools = self.pools(view, setup, chance)
        teams = range(setup.team_count) if self.shared else setup.teams
        return imagined(view, setup, [pools[team] for team in teams])

    def result(self, state: Isle) -> Result | None:
        if not self.over(state):
            return None
        points = self.points(state)
        return ranked(points, points, teams=state.setup.playing)

    def write(self, state: Isle) -> str:
        return write(state)

    def read(self, text: str, setup: Setup) -> Isle:
        return read(text, setup, hands=self.hands(setup), places=self.places, ports=self.ports)

    def faces(self, state: Isle) -> Iterable[int]:
        turned = () if state.flips is not None else state.turned
        return (card for card in (*state.island, *turned) if card is not None)

    def _own(self, isle: Isle, seat: Seat) -> Card | None:
        return isle.turned[self.hand(isle.setup, seat)]


def info(
    name: str,
    *options: Option,
    version: int,
    replays: tuple[int, ...],
    earlier: dict[str, Value] | None = None,
) -> Info:
    """Return what a lobby needs to know of an island game."""
    return Info(
        f"island/{name}",
        version,
        shapes=SHAPES,  # ISLE-1
        colours=3,
        reflex=True,
        analysis="times",
        options=(PENALTY, *options, ONCE),
        deck=BOX,
        replays=replays,
        earlier=earlier or {},
    )
