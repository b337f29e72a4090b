"""A position of CATATAC, and the working copy in which a move changes it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from cartable.core import Millis, Seat, Setup, Team
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.moves import CatatacEvent
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import Yarn

Phase = Literal["breath", "turn", "act", "counter", "empty", "over"]
"""breath: teammates may cooperate before the seat lays; empty: the same for a seat without cards."""

Right = Literal["pair", "block", "must", "gamble", "distract"]

RIGHTS: Final[tuple[Right, ...]] = ("pair", "block", "must", "gamble", "distract")
"""What the card just laid still allows; `must`: its block has to be used (CTC-26)."""

PAIR: Final = 1
BLOCK: Final = 2
MUST: Final = 4
GAMBLE: Final = 8
DISTRACT: Final = 16


RECALL: Final = 8
"""How many choices are remembered for each seat at the table."""


class Chosen(Struct, frozen=True):
    """What everybody saw a seat choose in its own turn: to lay a card, or not to counter."""

    seat: Seat
    at: int
    """How many cards lay on the discard before: the one that it laid, if it laid one, is this one of them."""
    yarn: Yarn
    laid: bool


class State(Struct, frozen=True):
    """One position."""

    setup: Setup
    starter: Seat
    phase: Phase
    turn: Seat
    """Whose turn it is; in the counter window the next opponent."""
    asked: tuple[Seat, ...]
    """Who has yet to counter, cooperate or decline."""
    until: Millis | None
    """When the breath ends."""
    laid: Seat | None
    """Who laid the top of the discard; None before anybody has."""
    rights: int
    yarn: Yarn
    hands: tuple[tuple[PawCard, ...], ...]
    """Each in ascending order."""
    pile: tuple[PawCard, ...]
    """The next card to draw is the last."""
    discard: tuple[PawCard, ...]
    """The top is the last."""
    points: tuple[int, ...]
    won: tuple[tuple[int, ...], ...]
    tokens: tuple[bool, ...]
    """Which clans still hold their Distraction token."""
    distracted: Team | None
    """The clan whose next turn uses no action block."""
    alphas: tuple[Seat, ...]
    """The Alpha of each clan, where there are any."""
    lately: tuple[Chosen, ...] = ()
    """The last choices, in their order."""

    @property
    def actor(self) -> Seat:
        """The seat that laid the top of the discard: it acts, or attempted a store."""
        assert self.laid is not None
        return self.laid


class Draft:
    """A working copy of a position while one move is played, with the events so far."""

    __slots__ = (*State.__struct_fields__, "at", "events", "terms")

    def __init__(self, state: State, terms: Terms, at: Millis) -> None:
        self.setup = state.setup
        self.starter = state.starter
        self.phase: Phase = state.phase
        self.turn = state.turn
        self.asked = state.asked
        self.until = state.until
        self.laid = state.laid
        self.rights = state.rights
        self.yarn = state.yarn
        self.hands = state.hands
        self.pile = state.pile
        self.discard = state.discard
        self.points = state.points
        self.won = state.won
        self.tokens = state.tokens
        self.distracted = state.distracted
        self.alphas = state.alphas
        self.lately = state.lately
        self.terms = terms
        self.at = at
        self.events: list[CatatacEvent] = []

    @property
    def actor(self) -> Seat:
        """The seat that laid the top of the discard: it acts, or attempted a store."""
        assert self.laid is not None
        return self.laid

    def state(self) -> State:
        """Return the position as it is now."""
        return State(
            self.setup,
            self.starter,
            self.phase,
            self.turn,
            self.asked,
            self.until,
            self.laid,
            self.rights,
            self.yarn,
            self.hands,
            self.pile,
            self.discard,
            self.points,
            self.won,
            self.tokens,
            self.distracted,
            self.alphas,
            self.lately,
        )

    def recall(self, seat: Seat, laid: bool) -> None:
        """Remember what the seat chooses in its own turn."""
        choice = Chosen(seat, len(self.discard), self.yarn, laid)
        self.lately = (*self.lately, choice)[-RECALL * self.terms.seats :]

    def hold(self, seat: Seat, hand: tuple[PawCard, ...]) -> None:
        """Give a seat this hand."""
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
