"""What all Spot it! games share: calls, lateness, freezes, the face-off."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from cartable.core import (
    Chance,
    Claim,
    DeckSpec,
    Event,
    Info,
    Millis,
    Move,
    Number,
    Option,
    Refused,
    Result,
    Rules,
    Seat,
    Setup,
    Step,
    ranked,
    solo,
)
from cartable.designs import Card, Deck, NoPlane, Symbol, deck
from cartable.games.spot.spread import (
    COUNTDOWN,
    SpotView,
    Spread,
    deck_of,
    imagined,
    lies_up,
    look,
    put,
    read,
    two_up,
    write,
)

BOX: Final = DeckSpec(order=7, cards=55)  # DECK-4

PENALTY: Final = Number("penalty", default=2_000, low=0, high=10_000, unit="ms")
"""How long a wrong call freezes (SPOT-5)."""


class Call(Move, frozen=True):
    """Name the symbol that these cards share, the contested ones first (SPOT-2, SPOT-10)."""

    symbol: Symbol
    cards: tuple[Card, ...]


class Flip(Move, frozen=True):
    """Turn all cards up at once; the table's own move."""


class Thaw(Move, frozen=True):
    """Let a frozen seat call again; the table's own move."""

    seat: Seat


SpotMove = Call | Flip | Thaw

MIDDLE: Final = Seat(-1)
"""How an event says that a card went to the middle, and to no seat."""


class Took(Event, frozen=True):
    """A call was right and first; `to` is the seat that has what it won, or MIDDLE."""

    seat: Seat
    symbol: Symbol
    cards: tuple[Card, ...]
    to: Seat


class LateCall(Event, frozen=True, tag="late"):
    """A call came when what it is about had changed; it costs nothing (SPOT-4)."""

    seat: Seat
    cards: tuple[Card, ...]

    def late_for(self, seat: Seat) -> bool:
        return seat == self.seat


class Wrong(Event, frozen=True):
    """A call named a symbol that the cards do not all share (SPOT-5)."""

    seat: Seat
    symbol: Symbol
    cards: tuple[Card, ...]
    until: Millis


class Flipped(Event, frozen=True):
    """All cards were turned up."""


class Thawed(Event, frozen=True):
    """A seat may call again."""

    seat: Seat


class Burned(Event, frozen=True):
    """A seat was left with all cards of a round and keeps them as penalty (HOT-3)."""

    seat: Seat
    cards: int


class Dealt(Event, frozen=True):
    """The cards of another round were dealt; it is the one after so many."""

    round: int


class Tied(Event, frozen=True):
    """These seats are level at the top and go into a face-off (SPOT-6)."""

    seats: tuple[Seat, ...]


SpotEvent = Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied


class Spot(Rules[Spread, SpotMove, SpotEvent, SpotView]):
    """The rules all Spot it! games share; each game says how it deals, what a call takes and when it ends."""

    move_type = SpotMove
    event_type = SpotEvent
    view_type = SpotView

    size: int = 2
    """How many cards a call speaks of."""
    contests: int | None = None
    """How many of a call's cards it contests, from the first; None: all."""
    fewest: bool = False
    """Whether the fewest cards win."""
    breaks_ties: bool = True
    """Whether seats level at the top play a face-off (SPOT-6)."""

    @abstractmethod
    def deal(self, setup: Setup, cards: list[Card], chance: Chance) -> Spread:
        """Lay out a shuffled deck."""

    @abstractmethod
    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        """List the groups of cards that this seat may call a shared symbol of."""

    @abstractmethod
    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        """Tell whether these cards lie where a call of this seat may be about them."""

    @abstractmethod
    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        """Return what a right call leads to."""

    @abstractmethod
    def ended(self, spread: Spread) -> bool:
        """Tell whether the game, but for a face-off, is over."""

    @abstractmethod
    def possible(self, spread: Spread) -> bool:
        """Tell whether the cards lie as they do in this game."""

    def barred(self, spread: Spread, seat: Seat) -> Refused | None:
        """Return why a seat that is not frozen may make no call at all."""
        return None

    def needs(self, setup: Setup) -> int:
        """Return the fewest cards that a deck must have at this table (SPOT-11)."""
        return 2 * setup.seats + 1

    def score(self, spread: Spread, seat: Seat) -> int:
        """Return how many cards a seat has."""
        return len(spread.piles[seat]) + spread.kept[seat]

    def over(self, state: Spread) -> bool:
        """Tell whether the game, its face-off included, is over."""
        return state.winner is not None if state.faceoff else self.ended(state)

    def start(self, setup: Setup, chance: Chance) -> Spread:
        cards, need = _playable(setup).cards, self.needs(setup)
        if len(cards) < need:
            raise Refused("SPOT-11", "spot.few-cards", cards=len(cards), need=need)
        return self.deal(setup, chance.shuffled(cards), chance)

    def moves(self, state: Spread, seat: Seat) -> Iterator[SpotMove]:
        shared = deck_of(state.setup).shared
        return (Call(shared(cards[0], cards[1]), cards) for cards in self._groups(state, seat))

    def sample(self, state: Spread, seat: Seat, chance: Chance) -> SpotMove | None:
        groups = list(self._groups(state, seat))
        if not groups:
            return None
        cards = chance.choice(groups)
        return Call(deck_of(state.setup).shared(cards[0], cards[1]), cards)

    def play(
        self, state: Spread, seat: Seat, move: SpotMove, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        if not isinstance(move, Call):
            raise Refused("TABLE-4", "move.table")
        return self._call(state, seat, move, at, chance)

    def due(self, state: Spread) -> tuple[Millis, Flip | Thaw] | None:
        return None if self.over(state) else awaited(state.flips, state.frozen)

    def proceed(self, state: Spread, at: Millis, chance: Chance) -> Step[Spread, SpotEvent]:
        match self.due(state):
            case _, Flip():
                return Step(replace(state, flips=None), (Flipped(),))
            case _, Thaw(seat):
                return Step(replace(state, frozen=put(state.frozen, seat, Millis(0))), (Thawed(seat),))
        return super().proceed(state, at, chance)

    def view(self, state: Spread, seat: Seat | None) -> SpotView:
        return look(state)

    def imagine(self, view: SpotView, setup: Setup, chance: Chance) -> Spread:
        return imagined(view, setup, chance)

    def result(self, state: Spread) -> Result | None:
        if not self.over(state):
            return None
        scores = [self.score(state, Seat(seat)) for seat in range(len(state.piles))]
        keys = [(self._key(score), seat == state.winner) for seat, score in enumerate(scores)]
        return ranked(keys, scores)

    def write(self, state: Spread) -> str:
        return write(state)

    def read(self, text: str, setup: Setup) -> Spread:
        found = read(text, setup)
        bare = not (found.middle or any(found.piles))
        if not (bare and two_up(found) if found.faceoff else self.possible(found)):
            raise ValueError(f"not a position of {self.info.name}: {text!r}; its cards lie otherwise")
        return found

    def claim(self, state: Spread, seat: Seat, move: SpotMove) -> Claim | None:
        if not isinstance(move, Call):
            return None
        contested = move.cards if state.faceoff else move.cards[: self.contests]
        try:
            right = self._says(state, seat, move) is True
        except Refused:
            right = False
        return Claim(contested, move.cards, right)

    def faces(self, state: Spread) -> Iterable[int]:
        view = look(state)
        return (card for card in (view.middle, *view.table, *view.tops) if card >= 0)

    def _call(
        self, state: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        said = self._says(state, seat, call)
        if said is None:
            return Step(state, (LateCall(seat, call.cards),))
        if not said:
            frozen, wrong = freeze(state.setup, state.frozen, seat, call, at)
            return Step(replace(state, frozen=frozen), (wrong,))
        if state.faceoff:
            return Step(replace(state, winner=seat), (Took(seat, call.symbol, call.cards, seat),))
        step = self.take(state, seat, call, at, chance)
        tied = self._tied(step.state)
        if len(tied) < 2:
            return step
        return Step(self._faceoff(step.state, tied, at, chance), (*step.events, Tied(tied)))

    def _groups(self, state: Spread, seat: Seat) -> Iterable[tuple[Card, ...]]:
        """List the groups of cards that this seat may call a shared symbol of now, face-off or not."""
        if self._refusal(state, seat):
            return ()
        return (state.table,) if state.faceoff else self.calls(state, seat)

    def _refusal(self, state: Spread, seat: Seat) -> Refused | None:
        """Return why this seat may not call at all now."""
        if not 0 <= seat < len(state.piles):
            return Refused("TABLE-4", "move.seat")
        if self.over(state):
            return Refused("TABLE-2", "game.over")
        if state.flips is not None:
            return Refused("SPOT-1", "spot.down")
        if state.faceoff:
            if seat not in state.faceoff:
                return Refused("SPOT-6", "spot.not-tied")
        elif barred := self.barred(state, seat):
            return barred
        return Refused("SPOT-5", "spot.frozen") if state.frozen[seat] else None

    def _says(self, state: Spread, seat: Seat, call: Call) -> bool | None:
        """Tell whether a call is right, wrong, or (None) late; refuse what no spread could make sense of."""
        if refusal := self._refusal(state, seat):
            try:
                raise refusal
            finally:
                del refusal  # A frame that keeps what it raised is kept by it in turn.
        of, cards, symbol = deck_of(state.setup), call.cards, call.symbol
        size = 2 if state.faceoff else self.size
        if len(cards) != size or len(set(cards)) != size:
            raise Refused("SPOT-10", "spot.count", cards=size)
        known(of, call)
        if not (lies_up(state, cards) if state.faceoff else self.fits(state, seat, cards)):
            return None
        return all(of.has(card, symbol) for card in cards)

    def _tied(self, state: Spread) -> tuple[Seat, ...]:
        """Return the seats level at the top of a game that has just ended."""
        if not self.breaks_ties or not self.ended(state):
            return ()
        keys = [self._key(self.score(state, Seat(seat))) for seat in range(len(state.piles))]
        return tuple(Seat(seat) for seat, key in enumerate(keys) if key == max(keys))

    def _faceoff(self, state: Spread, seats: tuple[Seat, ...], at: Millis, chance: Chance) -> Spread:
        """Return the spread of a face-off: two cards of the whole deck, shuffled, face down (SPOT-6)."""
        first, second, *rest = chance.shuffled(deck_of(state.setup).cards)
        return replace(
            state,
            flips=Millis(at + COUNTDOWN),
            stock=tuple(rest),
            middle=(),
            table=(first, second),
            piles=((),) * len(state.piles),
            kept=tuple(self.score(state, Seat(seat)) for seat in range(len(state.piles))),
            faceoff=seats,
        )

    def _key(self, score: int) -> int:
        return -score if self.fewest else score


def info(name: str, *options: Option, version: int, low: int = 2, high: int = 8) -> Info:
    """Return what a lobby needs to know of a Spot it! game."""
    return Info(
        f"spot/{name}",
        version,
        shapes=solo(low, high),
        reflex=True,
        options=(PENALTY, *options),
        deck=BOX,
    )


def freeze(
    setup: Setup, frozen: tuple[Millis, ...], seat: Seat, call: Call, at: Millis
) -> tuple[tuple[Millis, ...], Wrong]:
    """Return who is frozen until when after a wrong call, and what is said of it (SPOT-5)."""
    penalty = setup.number(PENALTY.name)
    until = Millis(at + penalty)
    return put(frozen, seat, until) if penalty else frozen, Wrong(seat, call.symbol, call.cards, until)


def awaited(flips: Millis | None, frozen: tuple[Millis, ...]) -> tuple[Millis, Flip | Thaw] | None:
    """Return what the table does next, a thaw or the flip, and when."""
    if flips is None and not any(frozen):
        return None
    until, seat = min(((until, seat) for seat, until in enumerate(frozen) if until), default=(0, 0))
    if until and (flips is None or until <= flips):
        return Millis(until), Thaw(Seat(seat))
    return None if flips is None else (flips, Flip())


def known(of: Deck, call: Call) -> None:
    """Refuse a call of cards or symbols that the deck does not have (SPOT-10)."""
    cards = call.cards
    if not 0 <= call.symbol < of.symbol_count or min(cards) < 0 or max(cards) >= len(of):
        raise Refused("SPOT-10", "spot.no-such")


def _playable(setup: Setup) -> Deck:
    assert setup.deck is not None
    order, cards = setup.deck.order, setup.deck.cards
    try:
        most = len(deck(order))
    except NoPlane as error:
        raise Refused("DECK-3", "spot.no-plane", order=order, next=error.above) from error
    if not 1 <= cards <= most:
        raise Refused("SPOT-11", "spot.no-deck", order=order, cards=cards, most=most)
    return deck_of(setup)
