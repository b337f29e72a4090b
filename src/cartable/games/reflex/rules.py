"""The rules of calls: who may call, what is right, wrong or late, and what it costs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from msgspec.structs import replace

from cartable.core import (
    Chance,
    Claim,
    Event,
    Grounds,
    Millis,
    Move,
    NotYet,
    Refused,
    Rules,
    Seat,
    Step,
    View,
)
from cartable.designs import Card, Deck
from cartable.games.reflex.calls import (
    PENALTY,
    Call,
    Flip,
    Flipped,
    LateCall,
    ReflexEvent,
    ReflexMove,
    Thaw,
    Thawed,
    Wrong,
)
from cartable.games.reflex.state import ReflexState, put

S = TypeVar("S", bound=ReflexState)
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View)


class ReflexRules(Rules[S, M | ReflexMove, E | ReflexEvent, V], Generic[S, M, E, V]):
    """A game in which whoever first calls the symbol that some cards share gets something.

    Each game says which cards a call may be about, when it is late, and what a right one leads to.
    """

    _latest: tuple[object, Seat | None, object, tuple[Call, bool | None] | None] = (None, None, None, None)
    """Of which state, by whom, what and how a call was judged last: who asks about a call plays it next."""

    @abstractmethod
    def deck(self, state: S) -> Deck:
        """Return the deck that is played with."""

    @abstractmethod
    def groups(self, state: S, seat: Seat) -> Iterable[tuple[Card, ...]]:
        """List the groups of cards that this seat, which may call, may call a shared symbol of."""

    @abstractmethod
    def late(self, state: S, seat: Seat, call: Call) -> bool:
        """Tell whether what a call is about has changed; refuse what never could have been (SPOT-4)."""

    @abstractmethod
    def win(self, state: S, seat: Seat, call: Call, at: Millis, chance: Chance) -> Step[S, E | ReflexEvent]:
        """Return what a right call leads to."""

    @abstractmethod
    def lying(self, state: S) -> Iterable[Card | None]:
        """Return the cards that a call can be about, face up or face down."""

    @abstractmethod
    def opened(self, state: S) -> bool:
        """Tell whether cards were called before those that lie now: this is not the first deal."""

    @abstractmethod
    def over(self, state: S) -> bool:
        """Tell whether the game is over."""

    @abstractmethod
    def contested(self, state: S, seat: Seat, call: Call, right: bool) -> tuple[int, ...]:
        """Return what a call competes for with others."""

    def size(self, state: S) -> int:
        """Return how many cards a call speaks of."""
        return 2

    def sign(self, state: S, seat: Seat, move: M | Flip | Thaw) -> Step[S, E | ReflexEvent]:
        """Return what a move that is no call leads to; what the table does is not for seats."""
        raise Refused("TABLE-4", "move.table")

    def excluded(self, state: S, seat: Seat) -> Grounds | None:
        """Return why a seat may not call now, frozen or not."""
        return None

    def held_back(self, state: S, seat: Seat) -> Grounds | None:
        """Return why a call of this seat cannot count yet, though it is not late."""
        return None

    def drawn(self, state: S, seat: Seat, chance: Chance) -> tuple[Card, ...] | None:
        """Draw one of the groups, or None where there is none."""
        groups = list(self.groups(state, seat))
        return chance.choice(groups) if groups else None

    def flipped(self, state: S) -> S:
        """Return the table with its cards turned up."""
        return replace(state, flips=None)

    def moves(self, state: S, seat: Seat) -> Iterator[M | ReflexMove]:
        if (self.refusal(state, seat) or self.held_back(state, seat)) is None:
            shared = self.deck(state).shared
            for cards in self.groups(state, seat):  # SPOT-1
                yield Call(shared(cards[0], cards[1]), cards)

    def has_move(self, state: S, seat: Seat) -> bool:
        if self.refusal(state, seat) or self.held_back(state, seat):
            return False
        return next(iter(self.groups(state, seat)), None) is not None

    def sample(self, state: S, seat: Seat, chance: Chance) -> M | ReflexMove | None:
        silent = self.refusal(state, seat) or self.held_back(state, seat)
        cards = None if silent else self.drawn(state, seat, chance)
        return None if cards is None else Call(self.deck(state).shared(cards[0], cards[1]), cards)

    def play(
        self, state: S, seat: Seat, move: M | ReflexMove, at: Millis, chance: Chance
    ) -> Step[S, E | ReflexEvent]:
        if not isinstance(move, Call):
            return self.sign(state, seat, move)
        move, right = self._judged(state, seat, move)
        if right:
            return self.win(state, seat, move, at, chance)  # SPOT-2
        if right is None:
            return Step(state, (LateCall(seat, move.cards),))  # SPOT-4
        penalty = state.setup.number(PENALTY.name)
        until = Millis(at + penalty)
        wrong = Wrong(seat, move.symbol, move.cards, until)
        frozen = put(state.frozen, seat, until) if penalty else state.frozen  # SPOT-5
        return Step(replace(state, frozen=frozen), (wrong,))

    def due(self, state: S) -> tuple[Millis, M | ReflexMove] | None:
        if (state.flips is None and not any(state.frozen)) or self.over(state):
            return None
        flips = state.flips
        thaws = [(until, seat) for seat, until in enumerate(state.frozen) if until is not None]
        if thaws:
            until, seat = min(thaws)
            if flips is None or until <= flips:
                return until, Thaw(Seat(seat))
        return None if flips is None else (flips, Flip())

    def proceed(self, state: S, at: Millis, chance: Chance) -> Step[S, E | ReflexEvent]:
        match self.due(state):
            case _, Flip():
                return Step(self.flipped(state), (Flipped(),))
            case _, Thaw(seat):
                return Step(replace(state, frozen=put(state.frozen, seat, None)), (Thawed(seat),))
        return super().proceed(state, at, chance)

    def claim(self, state: S, seat: Seat, move: M | ReflexMove) -> Claim | None:
        if not isinstance(move, Call):
            return None
        try:
            move, right = self._judged(state, seat, move)
        except Refused:
            right = False
        # SPOT-3: what the arbiter needs to know to say who was first.
        return Claim(self.contested(state, seat, move, right is True), move.cards, right is True)

    def refusal(self, state: S, seat: Seat) -> Grounds | None:
        """Return why this seat may do nothing at all now."""
        if not 0 <= seat < len(state.frozen):
            return "TABLE-4", "move.seat"
        if self.over(state):
            return "TABLE-2", "game.over"
        if state.flips is not None:
            return "SPOT-1", "spot.down"
        if excluded := self.excluded(state, seat):
            return excluded
        return ("SPOT-5", "spot.frozen") if state.frozen[seat] is not None else None

    def _judged(self, state: S, seat: Seat, call: Call) -> tuple[Call, bool | None]:
        """Return a call, its cards in the game's own order, and whether it is right, wrong, or (None) late.

        What no table could make sense of is refused.
        """
        of, by, judged, found = self._latest
        if found is None or of is not state or judged is not call or by != seat:
            found = self._judge(state, seat, call)
            self._latest = state, seat, call, found
        return found

    def _judge(self, state: S, seat: Seat, call: Call) -> tuple[Call, bool | None]:
        deck, cards, size = self.deck(state), call.cards, self.size(state)
        symbol = 0 <= call.symbol < deck.symbol_count
        if state.flips is not None and symbol and self.passed(state, seat, cards):
            return call, None  # SPOT-4
        if why := self.refusal(state, seat):
            raise Refused(*why)
        if len(cards) != size or len(set(cards)) != size:
            raise Refused("SPOT-10", "spot.count", cards=size)
        if not (symbol and known(deck, cards)):
            raise Refused("SPOT-10", "spot.no-such")
        if self.late(state, seat, call):
            # The order in which a call names its cards means nothing.
            other = cards[::-1]
            if size != 2 or other not in self.groups(state, seat):
                return call, None
            call = replace(call, cards=other)
        if why := self.held_back(state, seat):
            raise NotYet(*why)
        for card in cards:
            if not deck.has(card, call.symbol):
                return call, False
        return call, True  # SPOT-8

    def passed(self, state: S, seat: Seat, cards: tuple[Card, ...]) -> bool:
        """Tell whether these cards were on the table before those that lie face down now."""
        if state.flips is None or not 0 <= seat < len(state.frozen) or state.frozen[seat] is not None:
            return False
        dealt = bool(cards) and known(self.deck(state), cards)
        return dealt and self.opened(state) and not set(cards) & set(self.lying(state))


def known(deck: Deck, cards: tuple[Card, ...]) -> bool:
    """Tell whether the deck has all these cards."""
    return min(cards) >= 0 and max(cards) < deck.size
