"""What all Spot it! games share: calls, lateness, freezes, the face-off."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from cartable.core import (
    TABLE,
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
from cartable.designs import Card, Deck, Symbol
from cartable.games.spot.spread import (
    COUNTDOWN,
    SpotView,
    Spread,
    deck_of,
    imagined,
    look,
    put,
    read,
    write,
)

BOX: Final = DeckSpec(order=7, cards=55)  # DECK-4

PENALTY: Final = Number("penalty", default=2_000, low=0, high=10_000)
"""How long a wrong call freezes, in milliseconds (SPOT-5)."""


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


class Took(Event, frozen=True):
    """A call was right and first; `to` is the seat whose pile has the cards now."""

    seat: Seat
    symbol: Symbol
    cards: tuple[Card, ...]
    to: Seat


class Late(Event, frozen=True):
    """A call came when what it is about had changed; it costs nothing (SPOT-4)."""

    seat: Seat
    cards: tuple[Card, ...]


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


class Tied(Event, frozen=True):
    """These seats are level at the top and go into a face-off (SPOT-6)."""

    seats: tuple[Seat, ...]


SpotEvent = Took | Late | Wrong | Flipped | Thawed | Tied


class Spot(Rules[Spread, SpotMove, SpotEvent, SpotView]):
    """The rules all Spot it! games share; each game says how it deals, what a call takes and when it ends."""

    move_type = SpotMove
    event_type = SpotEvent
    view_type = SpotView

    stock_up: bool = False
    """Whether the top of the stock lies face up."""
    fewest: bool = False
    """Whether the fewest cards win."""
    contests: int | None = None
    """How many of a call's cards it contests, from the first; None: all."""

    @abstractmethod
    def deal(self, setup: Setup, chance: Chance) -> Spread:
        """Lay out a shuffled deck."""

    @abstractmethod
    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        """List the groups of cards that this seat may call a shared symbol of."""

    @abstractmethod
    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        """Tell whether these cards lie where a call of this seat may be about them."""

    @abstractmethod
    def take(self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance) -> tuple[Spread, Seat]:
        """Return the spread after a right call, and the seat that got the cards."""

    @abstractmethod
    def ended(self, spread: Spread) -> bool:
        """Tell whether the game, but for a face-off, is over."""

    def score(self, spread: Spread, seat: Seat) -> int:
        """Return how many cards a seat has."""
        return len(spread.piles[seat]) + spread.kept[seat]

    def start(self, setup: Setup, chance: Chance) -> Spread:
        need = self.needs(setup)
        if len(deck_of(setup)) < need:
            raise Refused("SPOT-11", "spot.few-cards", cards=len(deck_of(setup)), need=need)
        return self.deal(setup, chance)

    def needs(self, setup: Setup) -> int:
        """Return the fewest cards a deck must have at this table (SPOT-11)."""
        return 2 * setup.seats + 1

    def moves(self, state: Spread, seat: Seat) -> Iterator[SpotMove]:
        if self._refusal(state, seat) is None:
            of = deck_of(state.setup)
            for cards in self._groups(state, seat):
                yield Call(of.shared(cards[0], cards[1]), cards)

    def play(
        self, state: Spread, seat: Seat, move: SpotMove, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        if isinstance(move, Call):
            return self._call(state, seat, move, at, chance)
        if seat != TABLE:
            raise Refused("TABLE-4", "move.table")
        if isinstance(move, Flip):
            return Step(replace(state, flips=None), (Flipped(),))
        return Step(replace(state, frozen=put(state.frozen, move.seat, Millis(0))), (Thawed(move.seat),))

    def due(self, state: Spread) -> tuple[Millis, SpotMove] | None:
        if state.flips is not None:
            return state.flips, Flip()
        return None if self.over(state) else thaw(state.frozen)

    def view(self, state: Spread, seat: Seat | None) -> SpotView:
        return look(state, self.stock_up)

    def imagine(self, view: SpotView, setup: Setup, chance: Chance) -> Spread:
        return imagined(view, setup, chance)

    def result(self, state: Spread) -> Result | None:
        if not self.over(state):
            return None
        scores = [self.score(state, Seat(seat)) for seat in range(len(state.piles))]
        keys = [(self._key(score), seat == state.winner) for seat, score in enumerate(scores)]
        return ranked(keys, scores)

    def over(self, state: Spread) -> bool:
        """Tell whether the game, its face-off included, is over."""
        return state.winner is not None if state.faceoff else self.ended(state)

    def write(self, state: Spread) -> str:
        return write(state)

    def read(self, text: str, setup: Setup) -> Spread:
        return read(text, setup)

    def claim(self, state: Spread, seat: Seat, move: SpotMove) -> Claim | None:
        if not isinstance(move, Call):
            return None
        right = self._refusal(state, seat) is None and self._says(state, seat, move) is True
        contested = move.cards if state.faceoff else move.cards[: self.contests]
        return Claim(contested, move.cards, right)

    def faces(self, state: Spread) -> Iterable[int]:
        view = self.view(state, None)
        return (card for card in (view.middle, *view.table, *view.tops) if card >= 0)

    def faceoff(self, state: Spread, seats: tuple[Seat, ...], flips: Millis, chance: Chance) -> Spread:
        """Return the spread of a face-off: two cards of the whole deck, shuffled, face down (SPOT-6)."""
        first, second, *rest = chance.shuffled(deck_of(state.setup).cards)
        return replace(
            state,
            flips=flips,
            stock=tuple(rest),
            table=(first, second),
            piles=((),) * len(state.piles),
            kept=tuple(self.score(state, Seat(seat)) for seat in range(len(state.piles))),
            faceoff=seats,
        )

    def _call(
        self, state: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        if refusal := self._refusal(state, seat):
            raise refusal
        said = self._says(state, seat, call)
        if said is None:
            return Step(state, (Late(seat, call.cards),))
        if not said:
            frozen, wrong = freeze(state.setup, state.frozen, seat, call, at)
            return Step(replace(state, frozen=frozen), (wrong,))
        if state.faceoff:
            return Step(replace(state, winner=seat), (Took(seat, call.symbol, call.cards, seat),))
        after, to = self.take(state, seat, call, at, chance)
        took = Took(seat, call.symbol, call.cards, to)
        tied = self._tied(after)
        if len(tied) < 2:
            return Step(after, (took,))
        return Step(self.faceoff(after, tied, Millis(at + COUNTDOWN), chance), (took, Tied(tied)))

    def _refusal(self, state: Spread, seat: Seat) -> Refused | None:
        """Return why this seat may not call at all now."""
        if not 0 <= seat < len(state.piles):
            return Refused("TABLE-4", "move.seat")
        if self.over(state):
            return Refused("TABLE-2", "game.over")
        if state.flips is not None:
            return Refused("SPOT-1", "spot.down")
        if state.frozen[seat]:
            return Refused("SPOT-5", "spot.frozen")
        if state.faceoff and seat not in state.faceoff:
            return Refused("SPOT-6", "spot.not-tied")
        return None

    def _says(self, state: Spread, seat: Seat, call: Call) -> bool | None:
        """Tell whether a call is right, wrong, or (None) late; refuse what no spread could make sense of."""
        of = deck_of(state.setup)
        known(of, call)
        if not (set(call.cards) == set(state.table) if state.faceoff else self.fits(state, seat, call.cards)):
            return None
        return all(of.has(card, call.symbol) for card in call.cards)

    def _groups(self, state: Spread, seat: Seat) -> Iterable[tuple[Card, ...]]:
        return (state.table,) if state.faceoff else self.calls(state, seat)

    def _tied(self, state: Spread) -> tuple[Seat, ...]:
        """Return the seats level at the top of a game that has ended."""
        if not self.ended(state):
            return ()
        keys = [self._key(self.score(state, Seat(seat))) for seat in range(len(state.piles))]
        return tuple(Seat(seat) for seat, key in enumerate(keys) if key == max(keys))

    def _key(self, score: int) -> int:
        return -score if self.fewest else score


def info(name: str, *options: Option, low: int = 2, high: int = 8) -> Info:
    """Return what a lobby needs to know of a Spot it! game."""
    return Info(
        f"spot/{name}",
        version=1,
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


def thaw(frozen: tuple[Millis, ...]) -> tuple[Millis, Thaw] | None:
    """Return the next thaw, and when it is due."""
    until, seat = min(((until, seat) for seat, until in enumerate(frozen) if until), default=(0, 0))
    return (Millis(until), Thaw(Seat(seat))) if until else None


def known(of: Deck, call: Call) -> None:
    """Refuse a call of cards or symbols that the deck does not have (SPOT-10)."""
    if not 0 <= call.symbol < of.symbol_count or not all(0 <= card < len(of) for card in call.cards):
        raise Refused("SPOT-10", "spot.no-such")
