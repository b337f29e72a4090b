"""What the five island games share: teams, calls, lateness, freezes, scoring."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from cartable.core import (
    Chance,
    Claim,
    Event,
    Info,
    Millis,
    Move,
    Option,
    Refused,
    Result,
    Rules,
    Seat,
    Setup,
    Step,
    Toggle,
    ranked,
)
from cartable.designs import ISLAND, Card, Symbol
from cartable.games.island.cards import BOX, TEAM_CARDS
from cartable.games.island.isle import Isle, IsleView, TeamTally, imagined, look, read, unseen, write
from cartable.games.spot.calls import (
    PENALTY,
    Call,
    Flip,
    Flipped,
    LateCall,
    Thaw,
    Thawed,
    Took,
    Wrong,
    awaited,
    freeze,
    known,
)
from cartable.games.spot.spread import EMPTY, put

SHAPES: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    2: ((1, 1),),
    3: ((1, 1, 1), (2, 1)),
    4: ((2, 2), (2, 1, 1)),
    5: ((2, 2, 1),),
    6: ((2, 2, 2),),
}
"""Two or three teams of one or two (ISLE-1)."""

GOAL: Final = 10
"""The points that end the match (ISLE-4)."""

ONCE: Final = Toggle("once")
"""Whether each game is played once and the points decide, instead of a match (house)."""


class Point(Move, frozen=True):
    """Show the team-mate a card on the table, or a symbol on it (ISLE-8)."""

    card: Card
    symbol: Symbol | None = None


IsleMove = Call | Point | Flip | Thaw


class Covered(Event, frozen=True):
    """A call was right and first: its second card now covers its first."""

    seat: Seat
    symbol: Symbol
    cards: tuple[Card, ...]
    place: int


class Pointed(Event, frozen=True):
    """A seat shows its team-mate a card or a symbol; nobody else sees it (ISLE-8)."""

    seat: Seat
    mate: Seat
    card: Card
    symbol: Symbol | None

    def seen(self, seat: Seat | None) -> Pointed | None:
        return self if seat in (self.seat, self.mate) else None


class Scored(Event, frozen=True):
    """A game, or a round of Knights, was scored: each team's count and points."""

    tallies: tuple[TeamTally, ...]


IsleEvent = Took | Covered | LateCall | Wrong | Flipped | Thawed | Pointed | Scored


class Island(Rules[Isle, IsleMove, IsleEvent, IsleView]):
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
    def over(self, isle: Isle) -> bool:
        """Tell whether the game is over."""

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

    def contested(self, isle: Isle, seat: Seat, call: Call) -> tuple[int, ...]:
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

    def moves(self, state: Isle, seat: Seat) -> Iterator[IsleMove]:
        if self.refusal(state, seat) is None and (own := self._own(state, seat)) != EMPTY:
            for card in self.targets(state, seat):
                yield Call(ISLAND.shared(card, own), (card, own))

    def sample(self, state: Isle, seat: Seat, chance: Chance) -> IsleMove | None:
        if self.refusal(state, seat) or (own := self._own(state, seat)) == EMPTY:
            return None
        card = chance.choice(self.targets(state, seat))
        return Call(ISLAND.shared(card, own), (card, own))

    def play(
        self, state: Isle, seat: Seat, move: IsleMove, at: Millis, chance: Chance
    ) -> Step[Isle, IsleEvent]:
        if isinstance(move, Call):
            return self._call(state, seat, move, at, chance)
        if isinstance(move, Point):
            return Step(state, (self.point(state, seat, move),))
        raise Refused("TABLE-4", "move.table")

    def point(self, isle: Isle, seat: Seat, move: Point) -> Pointed:
        """Return what a team-mate is shown; refused where a team shares its cards."""
        raise self.refusal(isle, seat) or Refused("ISLE-8", "island.point-shared")

    def due(self, state: Isle) -> tuple[Millis, Flip | Thaw] | None:
        return None if self.over(state) else awaited(state.flips, state.frozen)

    def proceed(self, state: Isle, at: Millis, chance: Chance) -> Step[Isle, IsleEvent]:
        match self.due(state):
            case _, Flip():
                nothing: tuple[tuple[Card, ...], ...] = ((),) * len(state.taken)
                return Step(replace(state, flips=None, taken=nothing), (Flipped(),))
            case _, Thaw(seat):
                return Step(replace(state, frozen=put(state.frozen, seat, Millis(0))), (Thawed(seat),))
        return super().proceed(state, at, chance)

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
        return ranked(points, points)

    def write(self, state: Isle) -> str:
        return write(state)

    def read(self, text: str, setup: Setup) -> Isle:
        return read(text, setup, hands=self.hands(setup), places=self.places, ports=self.ports)

    def claim(self, state: Isle, seat: Seat, move: IsleMove) -> Claim | None:
        if not isinstance(move, Call):
            return None
        try:
            right = self._says(state, seat, move) is True
        except Refused:
            right = False
        contested = self.contested(state, seat, move) if right else move.cards[:1]
        return Claim(contested, move.cards, right)

    def faces(self, state: Isle) -> Iterable[int]:
        turned = () if state.flips is not None else state.turned
        return (card for card in (*state.island, *turned) if card != EMPTY)

    def refusal(self, isle: Isle, seat: Seat) -> Refused | None:
        """Return why this seat may do nothing at all now."""
        if not 0 <= seat < len(isle.frozen):
            return Refused("TABLE-4", "move.seat")
        if self.over(isle):
            return Refused("TABLE-2", "game.over")
        if isle.flips is not None:
            return Refused("SPOT-1", "spot.down")
        return Refused("SPOT-5", "spot.frozen") if isle.frozen[seat] else None

    def late(self, isle: Isle, seat: Seat, call: Call) -> bool:
        """Tell whether what a call is about has changed; refuse what never could have been."""
        return call.cards[1] != self._own(isle, seat) or call.cards[0] not in self.targets(isle, seat)

    def _call(self, isle: Isle, seat: Seat, call: Call, at: Millis, chance: Chance) -> Step[Isle, IsleEvent]:
        said = self._says(isle, seat, call)
        if said is None:
            return Step(isle, (LateCall(seat, call.cards),))
        if not said:
            frozen, wrong = freeze(isle.setup, isle.frozen, seat, call, at)
            return Step(replace(isle, frozen=frozen), (wrong,))
        after, event = self.take(isle, seat, call, at, chance)
        return Step(after, (event, Scored(self.tallies(after))) if self.scores(after) else (event,))

    def _says(self, isle: Isle, seat: Seat, call: Call) -> bool | None:
        """Tell whether a call is right, wrong, or (None) late; refuse what makes no sense."""
        if refusal := self.refusal(isle, seat):
            try:
                raise refusal
            finally:
                del refusal  # A frame that keeps what it raised is kept by it in turn.
        if len(set(call.cards)) != 2 or len(call.cards) != 2:
            raise Refused("SPOT-10", "spot.count", cards=2)
        known(ISLAND, call)
        if self.late(isle, seat, call):
            return None
        return all(ISLAND.has(card, call.symbol) for card in call.cards)

    def _own(self, isle: Isle, seat: Seat) -> Card:
        return isle.turned[self.hand(isle.setup, seat)]


def info(name: str, *options: Option, version: int) -> Info:
    """Return what a lobby needs to know of an island game."""
    return Info(
        f"island/{name}",
        version,
        shapes=SHAPES,
        reflex=True,
        options=(PENALTY, *options, ONCE),
        deck=BOX,
    )
