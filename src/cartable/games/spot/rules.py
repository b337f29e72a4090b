"""What all Spot it! games share: the deck, the face-off, who wins."""

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
    Grounds,
    Info,
    Millis,
    NotYet,
    Option,
    Refused,
    Result,
    Seat,
    Setup,
    Step,
    ranked,
    solo,
)
from cartable.designs import Card, Deck, NoPlane, deck
from cartable.games.reflex.calls import PENALTY, Call, LateCall, ReflexEvent, Took
from cartable.games.reflex.rules import ReflexRules, known
from cartable.games.reflex.state import COUNTDOWN, deck_of, put
from cartable.games.spot.claims import (
    NAMING,
    ClaimCards,
    Claimed,
    Enough,
    HadEnough,
    Lapse,
    Lapsed,
    SpotMove,
)
from cartable.games.spot.spread import SpotView, Spread, imagined, lies_up, look, read, two_up, write

BOX: Final = DeckSpec(order=7, cards=55)  # DECK-4


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


SpotEvent = ReflexEvent | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough


class Spot(
    ReflexRules[
        Spread, ClaimCards | Lapse | Enough, Burned | Dealt | Tied | Claimed | Lapsed | HadEnough, SpotView
    ]
):
    """The rules all Spot it! games share; each game says how it deals, what a call takes and when it ends."""

    move_type = SpotMove
    event_type = SpotEvent
    view_type = SpotView

    call_size: int = 2
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

    def shared(self, spread: Spread) -> tuple[Card, ...]:
        """Return the cards that a call is about whoever makes it; none where everybody has their own."""
        return ()

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

    def deck(self, state: Spread) -> Deck:
        return deck_of(state.setup)

    def groups(self, state: Spread, seat: Seat) -> Iterable[tuple[Card, ...]]:
        return (state.side_by_side,) if state.faceoff else self.calls(state, seat)

    def size(self, state: Spread) -> int:
        return 2 if state.faceoff else self.call_size

    def excluded(self, state: Spread, seat: Seat) -> Grounds | None:
        return ("SPOT-6", "spot.not-tied") if state.faceoff and seat not in state.faceoff else None

    def lying(self, state: Spread) -> Iterable[Card | None]:
        return (*state.middle[-1:], *state.table, *(pile[-1] for pile in state.piles if pile))

    def opened(self, state: Spread) -> bool:
        return bool(state.round or state.faceoff)

    def late(self, state: Spread, seat: Seat, call: Call) -> bool:
        return not (lies_up(state, call.cards) if state.faceoff else self.fits(state, seat, call.cards))

    def contested(self, state: Spread, seat: Seat, call: Call, right: bool) -> tuple[int, ...]:
        return call.cards if state.faceoff else call.cards[: self.contests]

    def common(self, state: Spread) -> tuple[Card, ...]:
        """Return the cards that can be claimed now, in a face-off too (SPOT-12)."""
        return state.side_by_side if state.faceoff else self.shared(state)

    def claimant(self, state: Spread) -> Seat | None:
        return state.claimant

    def held_back(self, state: Spread, seat: Seat) -> Grounds | None:
        return None if state.claimant in (None, seat) else ("SPOT-13", "spot.claimed")

    def play(
        self, state: Spread, seat: Seat, move: SpotMove, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        if isinstance(move, ClaimCards):
            if self._claims(state, seat, move.cards) is None:
                return Step(state, (LateCall(seat, move.cards),))  # SPOT-4
            until = Millis(at + NAMING)
            return Step(replace(state, claimant=seat, lapses=until), (Claimed(seat, move.cards, until),))
        step = super().play(state, seat, move, at, chance)
        if seat != state.claimant or any(event.late_for(seat) for event in step.events):
            return step
        return Step(replace(step.state, claimant=None, lapses=None), step.events)  # SPOT-13

    def due(self, state: Spread) -> tuple[Millis, SpotMove] | None:
        due = super().due(state)
        if state.claimant is None or state.lapses is None or self.over(state):
            return due
        return due if due and due[0] <= state.lapses else (state.lapses, Lapse(state.claimant))

    def proceed(self, state: Spread, at: Millis, chance: Chance) -> Step[Spread, SpotEvent]:
        match self.due(state):
            case _, Lapse(seat):
                penalty = state.setup.number(PENALTY.name)
                until = Millis(at + penalty)
                frozen = put(state.frozen, seat, until) if penalty else state.frozen  # SPOT-13
                after = replace(state, frozen=frozen, claimant=None, lapses=None)
                return Step(after, (Lapsed(seat, until),))
        return super().proceed(state, at, chance)

    def claim(self, state: Spread, seat: Seat, move: SpotMove) -> Claim | None:
        if not isinstance(move, ClaimCards):
            return super().claim(state, seat, move)
        try:
            first = self._claims(state, seat, move.cards) is True
        except Refused:
            first = False
        return Claim(move.cards, move.cards, first, open=True)  # SPOT-12

    def win(
        self, state: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        if state.faceoff:
            return Step(replace(state, winner=seat), (Took(seat, call.symbol, call.cards, seat),))  # SPOT-6
        step = self.take(state, seat, call, at, chance)
        tied = self._tied(step.state)
        if len(tied) < 2:
            return step
        return Step(self._faceoff(step.state, tied, at, chance), (*step.events, Tied(tied)))

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
        claims, seats = found.claimant is not None, range(len(found.piles))
        if claims and (found.claimant not in seats or found.flips is not None or not self.common(found)):
            raise ValueError(f"not a position of {self.info.name}: {text!r}; nobody can claim there")
        if not (bare and two_up(found) if found.faceoff else self.possible(found)):
            raise ValueError(f"not a position of {self.info.name}: {text!r}; its cards lie otherwise")
        return found

    def afresh(self, state: Spread, at: Millis, chance: Chance) -> Spread | None:
        """Return the cards of a run as they were dealt (SPOT-16); in a game of speed nobody plays on."""
        pile, middle = state.piles[0], state.middle
        if len(state.piles) > 1 or sorted(pile + middle) != sorted(deck_of(state.setup).cards):
            return None
        for cards in (pile + middle, middle + pile):
            dealt = self.deal(state.setup, list(cards), chance)
            if dealt == replace(state, flips=dealt.flips):
                return replace(dealt, flips=Millis(at + COUNTDOWN))  # SPOT-16
        return None

    def faces(self, state: Spread) -> Iterable[int]:
        yield from state.middle[-1:]
        if state.flips is None:
            yield from state.side_by_side
            yield from (pile[-1] for pile in state.piles if pile)

    def _claims(self, state: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool | None:
        """Tell whether a seat may claim these cards (True), or is late (None); refuse anything else."""
        if self.passed(state, seat, cards):
            return None
        if why := self.refusal(state, seat):
            raise Refused(*why)
        common = self.common(state)
        if not common:
            raise Refused("SPOT-12", "spot.no-claim")
        if not cards or not known(self.deck(state), cards):
            raise Refused("SPOT-10", "spot.no-such")
        if not set(cards) <= set(common):
            return None
        if sorted(cards) != sorted(common):
            raise Refused("SPOT-12", "spot.claim-all", cards=len(common))
        if why := self.held_back(state, seat):
            raise NotYet(*why)
        if state.claimant == seat:
            raise Refused("SPOT-12", "spot.claiming")
        return True

    def _tied(self, state: Spread) -> tuple[Seat, ...]:
        """Return the seats level at the top of a game that has just ended."""
        if not self.breaks_ties or not self.ended(state):
            return ()
        keys = [self._key(self.score(state, Seat(seat))) for seat in range(len(state.piles))]
        return tuple(Seat(seat) for seat, key in enumerate(keys) if key == max(keys))

    def _faceoff(self, state: Spread, seats: tuple[Seat, ...], at: Millis, chance: Chance) -> Spread:
        """Return the spread of a face-off: two cards of the whole deck, shuffled, face down (SPOT-6)."""
        first, second, *rest = chance.shuffled(deck_of(state.setup).cards)  # SPOT-6
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


def info(
    name: str,
    *options: Option,
    version: int,
    replays: tuple[int, ...],
    low: int = 2,
    high: int = 8,
    usual: int = 0,
    alone: bool = False,
) -> Info:
    """Return what a lobby needs to know of a Spot it! game."""
    return Info(
        f"spot/{name}",
        version,
        shapes=solo(low, high),
        usual=usual,
        reflex=True,
        alone=alone,
        analysis="times",
        options=(PENALTY, *options),
        deck=BOX,
        replays=replays,
    )


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
