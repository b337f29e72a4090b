"""What is shown for a card held over the table: where it may lie, what it does there, why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from cartable.core import Question, Refused
from cartable.games.karta.cards import OWN_BACKS, KartaCard
from cartable.games.karta.lines import Line, lines
from cartable.games.karta.position import (
    OpenPlace,
    Place,
    Position,
    barred,
    corners,
    open_place,
    places,
    why_not,
)
from cartable.games.karta.tabletop import Stamp, Tabletop, bits, stamp


class Where(Question, frozen=True):
    """Where may this card lie, turned so?"""

    card: KartaCard
    turned: int
    over: bool


class Prospect(OpenPlace, frozen=True):
    """An open place with the lines that would be new there, grown ones too, and those that would break."""

    made: tuple[Line, ...]
    broken: tuple[Line, ...]


class Reason(Struct, frozen=True):
    """The rule that forbids, and the key of its sentence."""

    rule: str
    key: str


class Barred(Struct, frozen=True):
    """A place near the cards where the card may not lie."""

    x: int
    y: int
    reason: Reason


class Outlook(Struct, frozen=True):
    """Every place for a card turned so; `elsewhere` is why it may lie nowhere else."""

    spots: tuple[Prospect, ...]
    barred: tuple[Barred, ...]
    elsewhere: Reason


def outlook(position: Position, card: KartaCard, turned: int, over: bool) -> Outlook:
    """Return all that there is to show for this card of the seat to move, turned so."""
    found = places(position, card, turned, over)
    table, turn, of = position.table, len(position.laid), stamp(card, turned, over)
    before = tuple(lines(table))
    return Outlook(
        tuple(_prospect(table, before, of, spot) for spot in found),
        tuple(
            Barred(*table.square(bit), _reason(why_not(table, turn, of, bit)))
            for bit in bits(barred(table, turn, of))
        ),
        _reason(why_not(table, turn, of, None)),
    )


def quietest(position: Position) -> Place:
    """Return the placement of the seat to move that changes the fewest lines (KARTA-19).

    Of equal ones it is the first: with one's own side up, then by card, by turn, from the top left.
    """
    quiet = (place for place, changes in _changing(position) if not changes)
    return next(quiet, None) or min(_changing(position), key=lambda found: found[1])[0]


def _changing(position: Position) -> Iterator[tuple[Place, int]]:
    """Give every placement of the seat to move, and how many lines it makes, lengthens or breaks."""
    table, turn = position.table, len(position.laid)
    before = tuple(lines(table))
    own = OWN_BACKS[position.colour]
    for over, card, turned in product((own, not own), position.hands[position.colour], range(4)):
        of = stamp(card, turned, over)
        for bit in bits(corners(table, turn, of)):
            spot = _prospect(table, before, of, open_place(table, of, bit))
            yield Place(card, turned, over, spot.x, spot.y), len(spot.made) + len(spot.broken)


def _prospect(table: Tabletop, before: tuple[Line, ...], of: Stamp, spot: OpenPlace) -> Prospect:
    made: tuple[Line, ...] = ()
    broken: tuple[Line, ...] = ()
    if before or any(spot.tokens):
        bit = table.bit(spot.x, spot.y)
        assert bit is not None
        red, blue = table.dots(of, bit)
        after = tuple(lines(Tabletop(red, blue, table.laid, table.locked, table.left, table.top)))
        made = tuple(line for line in after if line not in before)
        broken = tuple(line for line in before if not any(_within(line, other) for other in after))
    return Prospect(spot.x, spot.y, spot.captures, spot.locks, spot.tokens, spot.dots, made, broken)


def _within(line: Line, other: Line) -> bool:
    """Tell whether a run is a part of another, or all of it."""
    if (line.colour, line.across, line.down) != (other.colour, other.across, other.down):
        return False
    steps = (line.x - other.x) * line.across if line.across else line.y - other.y
    same = (other.x + steps * line.across, other.y + steps * line.down) == (line.x, line.y)
    return same and steps >= 0 and steps + line.length <= other.length


def _reason(refused: Refused) -> Reason:
    return Reason(refused.rule, refused.key)
