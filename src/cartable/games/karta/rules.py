"""The rules of one game of Karta Doppio."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.core import (
    Chance,
    Choice,
    Event,
    Info,
    Millis,
    Refused,
    Result,
    Rules,
    Seat,
    Setup,
    Step,
    View,
    ranked,
    solo,
)
from cartable.games.karta.cards import CARDS, OWN_BACKS, WAYS, Colour, KartaCard
from cartable.games.karta.lines import Line, lines
from cartable.games.karta.outlook import Outlook, Where, outlook, quietest
from cartable.games.karta.position import (
    CORNER,
    SECOND,
    ByColour,
    Place,
    Position,
    captures,
    check_card,
    corners,
    dealt,
    free,
    locks,
    rebuilt,
    scored,
    why_not,
)
from cartable.games.karta.tabletop import Tabletop, bits, nth, stamp

SEATS: Final = 2
HAND: Final = len(CARDS) // SEATS

COLOUR: Final = Choice("colour", default="random", words=("random", "first", "second"))
"""Which seat is red; the first is the host's (house, KARTA-4)."""

_TALL: Final = tuple(way for way in WAYS if not stamp(CARDS[0], *way).wide)
_WIDE: Final = tuple(way for way in WAYS if stamp(CARDS[0], *way).wide)

_LETTERS: Final = "abcdefghijklmnop"
_PLACE: Final = re.compile(r"([a-pA-P])([0-3])([+-]\d{1,2})([+-]\d{1,2})")


class Placed(Event, frozen=True):
    """A card was laid: which of its squares capture and lock (as in OpenPlace), and the tokens since."""

    seat: Seat
    place: Place
    captures: tuple[int, ...]
    locks: tuple[int, ...]
    tokens: ByColour


class Stuck(Event, frozen=True):
    """The last card has nowhere to lie, and the game ends without it (KARTA-12)."""

    seat: Seat


class Square(Struct, frozen=True):
    """A square of the table under one card, or under two."""

    x: int
    y: int
    dot: Colour | None
    locked: bool


class Side(Struct, frozen=True):
    """One colour's side of the table; `over` tells whether its cards lie with their backs up (KARTA-4)."""

    seat: Seat
    over: bool
    hand: tuple[KartaCard, ...]
    tokens: int
    dots: int


class KartaView(View, frozen=True):
    """All there is; tokens and dots are what the squares show now."""

    turn: Seat | None
    red: Side
    blue: Side
    laid: tuple[Place, ...]
    squares: tuple[Square, ...]
    lines: tuple[Line, ...]


class Karta(Rules[Position, Place, Placed | Stuck, KartaView]):
    """One game, from the deal to the sixteenth card."""

    info = Info(
        "karta/game",
        version=2,
        replays=(1,),
        shapes=solo(SEATS, SEATS),
        options=(COLOUR, CORNER),
        host_first=True,
        takeback=True,
        practice=True,
        hints=True,
        analysis="moves",
    )
    move_type = Place
    event_type = Placed | Stuck
    view_type = KartaView
    question_type = Where
    answer_type = Outlook
    moves_on_demand = True

    def start(self, setup: Setup, chance: Chance) -> Position:
        red, *cards = setup.deal or _shuffled(setup, chance)
        if red not in range(SEATS) or sorted(cards) != list(CARDS):
            raise Refused("KARTA-17", "karta.deal")
        return dealt(setup, Seat(red), (_hand(cards[:HAND]), _hand(cards[HAND:])))

    def moves(self, state: Position, seat: Seat) -> Iterator[Place]:
        if seat != state.turn:
            return
        table, turn = state.table, len(state.laid)
        for card in state.hands[state.colour]:
            for turned, over in WAYS:
                for bit in bits(corners(table, turn, stamp(card, turned, over))):
                    yield Place(card, turned, over, *table.square(bit))

    def sample(self, state: Position, seat: Seat, chance: Chance) -> Place | None:
        if seat != state.turn:
            return None
        table, turn, hand = state.table, len(state.laid), state.hands[state.colour]
        # But for the second turn, where a card may lie depends on its shape and not on its dots.
        tall, wide = (free(table, turn, of) for of in (False, True))
        low = tall.bit_count()
        while True:
            n = chance.below(low + wide.bit_count())
            bit, ways = (nth(tall, n), _TALL) if n < low else (nth(wide, n - low), _WIDE)
            card, (turned, over) = chance.choice(hand), chance.choice(ways)
            # What the second turn forbids is drawn again, so that every other placement is equally likely.
            if turn != SECOND or corners(table, turn, stamp(card, turned, over)) >> bit & 1:
                return Place(card, turned, over, *table.square(bit))

    def stand_in(self, state: Position, seat: Seat, chance: Chance) -> Place | None:
        return quietest(state) if seat == state.turn else None

    def play(
        self, state: Position, seat: Seat, move: Place, at: Millis, chance: Chance
    ) -> Step[Position, Placed | Stuck]:
        if seat not in range(SEATS):
            raise Refused("TABLE-4", "move.seat")
        if state.over:
            raise Refused("TABLE-2", "game.over")
        if seat != state.turn:
            raise Refused("KARTA-5", "karta.turn")
        return _lay(state, seat, move)

    def due(self, state: Position) -> tuple[Millis, Place] | None:
        return None

    def view(self, state: Position, seat: Seat | None) -> KartaView:
        red, blue = map(Side, state.seats, OWN_BACKS, state.hands, state.tokens, state.dots)
        squares, found = tuple(_squares(state.table)), tuple(lines(state.table))
        return KartaView(state.turn, red, blue, state.laid, squares, found)

    def afresh(self, state: Position, at: Millis, chance: Chance) -> Position | None:
        return None if state.over else state

    def answer(self, state: Position, seat: Seat, question: Where) -> Outlook:
        if seat != state.turn:
            raise Refused("KARTA-5", "karta.turn")
        return outlook(state, question.card, question.turned, question.over)

    def imagine(self, view: KartaView, setup: Setup, chance: Chance) -> Position:
        return rebuilt(dealt(setup, view.red.seat, (view.red.hand, view.blue.hand)), view.laid)

    def result(self, state: Position) -> Result | None:
        if not state.over:
            return None
        tokens, dots = by_team(state, state.tokens), by_team(state, state.dots)
        return ranked(list(zip(tokens, dots, strict=True)), tokens)  # KARTA-16

    def write(self, state: Position) -> str:
        """Write red's seat, the cards of red and blue as dealt, and what was laid.

        A `c` after the seat says that corners touch, so that a position is enough to play on (KARTA-7).
        Cards are a to p; `C1-2+3` is card c with its back up, turned by one quarter, at x -2, y 3.
        """
        red, blue = ("".join(_LETTERS[card] for card in hand) for hand in state.dealt)
        corner = "c" if state.table.corner else ""
        return " ".join((f"{state.red}{corner}", red, blue, *map(_write, state.laid)))

    def read(self, text: str, setup: Setup) -> Position:
        try:
            first, *hands = text.split(" ")
            deal = (int(first.removesuffix("c")), *(_LETTERS.index(card) for card in hands[0] + hands[1]))
            corner = first.endswith("c") or setup.toggle(CORNER.name)
            options = {**setup.options, CORNER.name: corner}
            state = self.start(replace(setup, deal=deal, options=options), Chance(b"", 0))
            for place in map(_read, hands[2:]):
                state = _lay(state, state.seats[state.colour], place).state
        except (ValueError, IndexError, Refused) as error:
            raise ValueError(
                f"not a position of {self.info.name}: {text!r} ({error}); write it like"
                " '0 abcdefgh ijklmnop a0+0+0 J1-2+1': red's seat, both hands as dealt, the cards as laid"
            ) from error
        return state


def by_team(state: Position, pair: ByColour) -> ByColour:
    """Return red's and blue's number in the order of their teams."""
    return pair if state.setup.teams[state.red] == 0 else (pair[1], pair[0])


def _shuffled(setup: Setup, chance: Chance) -> tuple[int, ...]:
    colour = setup.word(COLOUR.name)
    red = chance.below(SEATS) if colour == "random" else ("first", "second").index(colour)
    return (red, *chance.shuffled(CARDS))


def _hand(cards: Sequence[int]) -> tuple[KartaCard, ...]:
    return tuple(KartaCard(card) for card in sorted(cards))


def _lay(state: Position, seat: Seat, place: Place) -> Step[Position, Placed | Stuck]:
    check_card(state, place.card, place.turned)
    before, turn, of = state.table, len(state.laid), stamp(place.card, place.turned, place.over)
    bit = before.bit(place.x, place.y)
    if bit is None or not corners(before, turn, of) >> bit & 1:
        raise why_not(before, turn, of, bit)
    table = before.lay(of, bit)
    tokens = scored(table)
    red, blue = state.hands
    hands = (red, _without(blue, place.card)) if turn % 2 else (_without(red, place.card), blue)
    after = Position(state.setup, state.red, hands, (*state.laid, place), table, tokens)
    placed = Placed(seat, place, captures(before, of, bit), locks(before, of, bit), tokens)
    if after.stuck:
        return Step(after, (placed, Stuck(Seat(1 - seat))))
    return Step(after, (placed,))


def _without(hand: tuple[KartaCard, ...], card: KartaCard) -> tuple[KartaCard, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _squares(table: Tabletop) -> Iterator[Square]:
    for bit in bits(table.laid):
        dot: Colour | None = "red" if table.red >> bit & 1 else "blue" if table.blue >> bit & 1 else None
        yield Square(*table.square(bit), dot, bool(table.locked >> bit & 1))


def _write(place: Place) -> str:
    letter = _LETTERS[place.card]
    return f"{letter.upper() if place.over else letter}{place.turned}{place.x:+}{place.y:+}"


def _read(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no placement")
    letter, turned, x, y = found.groups()
    return Place(KartaCard(_LETTERS.index(letter.lower())), int(turned), letter.isupper(), int(x), int(y))
