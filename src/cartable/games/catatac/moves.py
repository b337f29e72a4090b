"""What seats do in CATATAC, and what happens."""

from __future__ import annotations

from typing import TypeAlias

from cartable.core import Event, Move, Seat, Team
from cartable.games.catatac.cards import Face, PawCard, PointCard
from cartable.games.catatac.yarn import YarnPlace


class Lay(Move, frozen=True):
    """Lay a card on the discard, in one's own turn or to counter as the next opponent."""

    card: PawCard


class Cooperate(Move, frozen=True):
    """Lay a cooperation card in place of the teammate whose turn it is (CTC-25, CTC-23)."""

    card: PawCard


class Decline(Move, frozen=True):
    """Answer that one does not counter, or does not cooperate."""


class Steal(Move, frozen=True):
    """Turn the yarn to one's own side, as the action of a pair."""


class Carry(Move, frozen=True):
    """Move the yarn to another alley, as the action of a pair."""

    to: YarnPlace


class StoreYarn(Move, frozen=True, tag="store"):
    """Bring the yarn home from the alley next to the hideout, as the action of a pair."""


class Counter(Move, frozen=True):
    """Bring the yarn out of the other clan's hideout, as the action of a pair (CTC-33)."""


class Use(Move, frozen=True):
    """Use the card's action block: which of the ways its bars separate, and where the yarn ends."""

    way: int
    to: YarnPlace


class Toss(Move, frozen=True):
    """Toss the yarn after a pair action (booster Momentum)."""


class Distract(Move, frozen=True):
    """Spend the clan's token instead of acting with the card just laid (booster Distraction)."""


class EndTurn(Move, frozen=True, tag="done"):
    """End the turn and do no more with the card."""


class Open(Move, frozen=True):
    """End the breath in which teammates may cooperate; the table's own move."""


PairAction: TypeAlias = Steal | Carry | StoreYarn | Counter
Act: TypeAlias = PairAction | Use | Toss | Distract | EndTurn
CatatacMove: TypeAlias = Act | Lay | Cooperate | Decline | Open


class TurnCame(Event, frozen=True, tag="came"):
    """The turn came to a seat; with `breath` its teammates are asked first whether they cooperate."""

    seat: Seat
    breath: bool


class Passed(Event, frozen=True):
    """A seat without cards was passed over."""

    seat: Seat


class TurnOpened(Event, frozen=True, tag="opened"):
    """The breath is over: the seat may lay its card."""

    seat: Seat


class Laid(Event, frozen=True):
    """A seat laid a card, in its own turn or instead of a teammate."""

    seat: Seat
    face: Face
    pair: bool
    instead: Seat | None = None


class Declined(Event, frozen=True):
    """A seat does not counter, or does not cooperate."""

    seat: Seat


class Stole(Event, frozen=True):
    """A seat turned the yarn to its own side."""

    seat: Seat


class Carried(Event, frozen=True):
    """A seat moved the yarn from one alley to another."""

    seat: Seat
    origin: YarnPlace
    to: YarnPlace


class Attempted(Event, frozen=True):
    """A seat brought the yarn onto its hideout; the other clan may counter."""

    seat: Seat
    origin: YarnPlace


class Countered(Event, frozen=True):
    """A seat brought the yarn out of the other clan's hideout."""

    seat: Seat
    to: YarnPlace


class Tossed(Event, frozen=True):
    """The yarn was tossed, and this clan possesses it."""

    clan: Team


class Distracted(Event, frozen=True):
    """A seat spent its clan's token: the next opponent uses no action block."""

    seat: Seat


class Stored(Event, frozen=True):
    """The store of a seat succeeded: its clan took a point card, unseen."""

    seat: Seat
    left: int


class Crowned(Event, frozen=True):
    """The mantle of the Alpha passed to this seat."""

    seat: Seat


class Drew(Event, frozen=True):
    """A seat drew back up; only that seat sees which cards."""

    seat: Seat
    count: int
    cards: tuple[PawCard, ...] = ()

    def seen(self, seat: Seat | None) -> Drew:
        return self if seat == self.seat else Drew(self.seat, self.count)


class Counted(Event, frozen=True):
    """The game is over, and the clans' point cards were turned up."""

    shown: tuple[tuple[PointCard, ...], ...]
    points: tuple[int, ...]
    sardines: tuple[int, ...]


CatatacEvent: TypeAlias = (
    TurnCame
    | Passed
    | TurnOpened
    | Laid
    | Declined
    | Stole
    | Carried
    | Attempted
    | Countered
    | Tossed
    | Distracted
    | Stored
    | Crowned
    | Drew
    | Counted
)
