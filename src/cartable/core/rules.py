"""What a game is: pure rules over immutable states, for any set of seats at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from msgspec import Struct

from cartable.core.chance import Chance
from cartable.core.numbers import Millis, Seat
from cartable.core.refused import Refused
from cartable.core.result import Result
from cartable.core.setup import Info, Setup


class Move(Struct, frozen=True, tag=str.lower):
    """Something a seat, or the table itself, wants to do; named in the imperative."""


class Event(Struct, frozen=True, tag=str.lower):
    """Something that happened; named in the past tense."""

    def seen(self, seat: Seat | None) -> Event | None:
        """Return what a seat (None: a spectator) may see of it: all, a poorer event, or nothing."""
        return self

    def late_for(self, seat: Seat) -> bool:
        """Tell whether it says that a call of this seat came too late."""
        return False


class Question(Struct, frozen=True, forbid_unknown_fields=True, tag=str.lower):
    """Something a seat may ask besides moving, such as where a card may lie."""


class View(Struct, frozen=True, tag=str.lower):
    """All that one seat may see, built up from nothing."""


S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View)


class Step(Struct, Generic[S, E], frozen=True):
    """What a move leads to."""

    state: S
    events: tuple[E, ...] = ()


class Claim(Struct, frozen=True):
    """What a call is about: the cards it contests, all cards it speaks of, and whether it is right now."""

    contested: tuple[int, ...]
    cards: tuple[int, ...]
    right: bool
    open: bool = False
    """Whether it does not say yet which of the cards it means, nor their symbol."""


class Veil(Struct, Generic[M], frozen=True):
    """An answer whose timing would reveal what a hand holds: the table tells it only after a wait."""

    question: tuple[int, ...]
    """What was asked, distinct from everything else that this seat is asked in the game."""
    move: M
    wait: Millis
    only: bool
    """Whether the seat has no other answer: then the table gives it."""


class Rules(ABC, Generic[S, M, E, V]):
    """The rules of one game.

    An abstract class and not a protocol: every game shares `sample` and the answers of games without calls.
    """

    info: Info
    move_type: Any
    event_type: Any
    view_type: Any
    question_type: Any = None
    """What may be asked of the game; None where its moves say all."""
    answer_type: Any = None
    moves_on_demand: bool = False
    """Whether a seat has to ask for its moves, which are too many to be listed."""

    @abstractmethod
    def start(self, setup: Setup, chance: Chance) -> S:
        """Deal; raise Refused where this setup cannot be played."""

    def flaws(self, setup: Setup) -> tuple[Refused, ...]:
        """Return what is wrong with the texts among the options; `line` in the values says where."""
        return ()

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Iterator[M]:
        """List every move that this seat may make now; a reflex game lists the right calls only."""

    def has_move(self, state: S, seat: Seat) -> bool:
        """Tell whether this seat may move now."""
        return next(iter(self.moves(state, seat)), None) is not None

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, at: Millis, chance: Chance) -> Step[S, E]:
        """Return what the move leads to; raise Refused, and nothing else, where it is not allowed."""

    @abstractmethod
    def due(self, state: S) -> tuple[Millis, M] | None:
        """Return what the table itself will do next, and when."""

    def proceed(self, state: S, at: Millis, chance: Chance) -> Step[S, E]:
        """Return what follows when the table does what is due; raise Refused where nothing is."""
        raise Refused("TABLE-4", "move.table")

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return all that a seat (None: a spectator) may see."""

    @abstractmethod
    def imagine(self, view: V, setup: Setup, chance: Chance) -> S:
        """Return a state that fits the view at this table, with what its seat cannot know dealt anew."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return the ranking of the teams, or None while the game is in progress."""

    @abstractmethod
    def write(self, state: S) -> str:
        """Return the position as one line of text."""

    @abstractmethod
    def read(self, text: str, setup: Setup) -> S:
        """Return the position a text stands for at this table; raise ValueError where there is none."""

    def afresh(self, state: S, at: Millis, chance: Chance) -> S | None:
        """Return a position to play on from (TABLE-13), with what nobody has drawn yet shuffled anew.

        Its clocks start at this time. None where nobody plays on from there, or in this game.
        """
        return None

    def sample(self, state: S, seat: Seat, chance: Chance) -> M | None:
        """Draw one of the seat's moves, or None where it has none."""
        moves = list(self.moves(state, seat))
        return chance.choice(moves) if moves else None

    def stand_in(self, state: S, seat: Seat, chance: Chance) -> M | None:
        """Return what the table plays for a seat whose time is up (TABLE-11); None where it has no move."""
        return self.sample(state, seat, chance)

    def veil(self, state: S, seat: Seat, chance: Chance) -> Veil[M] | None:
        """Return the answer of a seat that the table tells only after a drawn wait; None where none is."""
        return None

    def claim(self, state: S, seat: Seat, move: M) -> Claim | None:
        """Return what a call is about, or None where the move is no call and order of arrival decides."""
        return None

    def claimant(self, state: S) -> Seat | None:
        """Return whose claim calls of other seats have to wait for (`NotYet`), or None where none stands."""
        return None

    def answer(self, state: S, seat: Seat, question: Any) -> Any:
        """Answer a seat's question from what it may see; raise Refused where it may not ask that."""
        raise Refused("TABLE-8", "table.no-question")

    def faces(self, state: S) -> Iterable[int]:
        """Return the cards that lie face up and that a call can be about."""
        return ()
