"""A game in progress: rules, setup, seed, and the log, from which everything else follows."""

from __future__ import annotations

from typing import Any, Final, Generic

from msgspec import Raw, Struct

from cartable.core.chance import Chance
from cartable.core.numbers import Millis, Seat, Team
from cartable.core.refused import Refused
from cartable.core.result import Result, Why, ranked
from cartable.core.rules import E, M, Rules, S, Step, V
from cartable.core.setup import Setup

NO_EVIDENCE: Final = Raw(b"null")

TABLE: Final = Seat(-1)
"""How a log says that the table itself moved: flips, thaws, the next game."""


class Played(Struct, Generic[M], frozen=True, tag=str.lower, omit_defaults=True):
    """A move that was accepted; a call that somebody contested carries the arbiter's evidence."""

    seat: Seat
    at: Millis
    move: M
    evidence: Raw = NO_EVIDENCE

    @property
    def mover(self) -> Seat | None:
        """The seat that moved; None where the table itself did."""
        return None if self.seat == TABLE else self.seat


class Resigned(Struct, frozen=True, tag=str.lower):
    """A seat gave up; its team is out when all its seats have."""

    seat: Seat
    at: Millis


class Agreed(Struct, frozen=True, tag=str.lower):
    """Everybody agreed to a draw."""

    at: Millis


class Abandoned(Struct, frozen=True, tag=str.lower):
    """The table broke up."""

    at: Millis


class Replaced(Struct, frozen=True, tag=str.lower):
    """Somebody else sits down: a bot of this name, or a person (empty name)."""

    seat: Seat
    at: Millis
    bot: str = ""


class TakenBack(Struct, frozen=True, tag=str.lower):
    """A seat took its last move back, to which nobody had answered (TABLE-9)."""

    seat: Seat
    at: Millis


class Expired(Struct, frozen=True, tag=str.lower, omit_defaults=True):
    """A seat's time ran out: the move that follows is the table's, or its team has `lost` (TABLE-11)."""

    seat: Seat
    at: Millis
    lost: bool = False


Note = Resigned | Agreed | Abandoned | Replaced | TakenBack | Expired
"""The table's own entries in the log."""


class Bookmark(Struct, frozen=True):
    """A game under way, without its moves so far: everything its future depends on."""

    position: str
    before: str
    """The position that a move taken back leads to; empty where none can be."""
    mover: Seat | None
    again: bool
    now: Millis
    moves: int
    notes: list[Note]
    ended: Result | None


class Game(Generic[S, M, E, V]):
    """One game, played move by move; the randomness of move n depends only on the seed and n."""

    def __init__(self, rules: Rules[S, M, E, V], setup: Setup, seed: bytes, position: str = "") -> None:
        setup = rules.info.filled(setup)  # An old record does not name the options that came after it.
        self.rules = rules
        self.setup = setup
        self.seed = seed
        self.began_at = position
        """The position that it began with (TABLE-13); empty where it was dealt."""
        self.log: list[Played[M] | Note] = []
        self.now = setup.begins
        self.moves_made = 0
        self._gone: list[Seat] = []
        """The seats that are out, in the order in which they left."""
        self._ended: Result | None = None
        self._come_to(_opened(rules, setup, Chance(seed, 0), position))
        self._before = self.state
        self._mover: Seat | None = None
        self._again = False

    @classmethod
    def resumed(
        cls, rules: Rules[S, M, E, V], setup: Setup, seed: bytes, mark: Bookmark, position: str = ""
    ) -> Game[S, M, E, V]:
        """Return a game where it was left; raise ValueError where the position cannot be read.

        It has the notes of its log, and no moves.
        """
        game = cls.__new__(cls)
        setup = rules.info.filled(setup)
        game.rules, game.setup, game.seed, game.began_at = rules, setup, seed, position
        game._come_to(rules.read(mark.position, setup))
        game._before = rules.read(mark.before, setup) if mark.before else game.state
        game._mover, game._again = mark.mover, mark.again
        game.now, game.moves_made = mark.now, mark.moves
        game.log = list(mark.notes)
        game._gone = []
        for entry in mark.notes:
            game._leave(entry)
        game._ended = mark.ended
        return game

    def bookmark(self) -> Bookmark:
        """Return where the game is."""
        write = self.rules.write
        before = "" if self._mover is None else write(self._before)
        notes = [entry for entry in self.log if not isinstance(entry, Played)]
        return Bookmark(
            write(self.state), before, self._mover, self._again, self.now, self.moves_made, notes, self._ended
        )

    @property
    def result(self) -> Result | None:
        """The result, by the rules or by an entry of the table; None while the game is in progress."""
        return self._ended or self._result

    @property
    def takeback(self) -> Seat | None:
        """The seat that may take its last move back now (TABLE-9); None where nobody may."""
        return None if self._mover is None or self.result else self._mover

    def play(self, seat: Seat, move: M, at: Millis, evidence: Raw = NO_EVIDENCE) -> tuple[E, ...]:
        """Do what is due by then, then the move; return all events, or raise Refused for the move."""
        due = self.advance(at) if self.due else ()
        if self.result is not None:
            raise Refused("TABLE-2", "game.over")
        at = max(at, self.now)
        step = self.rules.play(self.state, seat, move, at, self.chance())
        return due + self._accept(Played(seat, at, move, evidence), step)

    def advance(self, at: Millis) -> tuple[E, ...]:
        """Let the table do all that is due by this time; return the events."""
        events: tuple[E, ...] = ()
        while (due := self.due) and due[0] <= at and self.result is None:
            when = max(due[0], self.now)
            step = self.rules.proceed(self.state, when, self.chance())
            events += self._accept(Played(TABLE, when, due[1]), step)
        return events

    def note(self, entry: Note) -> None:
        """Add one of the table's own entries to the log."""
        if self.result is not None:
            raise Refused("TABLE-2", "game.over")
        if isinstance(entry, TakenBack):
            self._take_back(entry.seat)
        self._leave(entry)
        self.log.append(entry)
        self.now = max(entry.at, self.now)
        if isinstance(entry, Agreed):
            self._ended = self._level("agreed")
        elif isinstance(entry, Abandoned):
            self._ended = self._level("abandoned")
        elif isinstance(entry, Resigned):
            self._ended = self._after_leaving("resigned")
        elif isinstance(entry, Expired):
            self._again = True  # What the table plays for a seat stands (TABLE-9).
            self._ended = self._after_leaving("expired") if entry.lost else None

    def repeat(self, entry: Played[M] | Note) -> tuple[E, ...]:
        """Repeat an entry of a log; return all events."""
        if not isinstance(entry, Played):
            self.note(entry)
            return ()
        if entry.mover is None:
            return self.advance(entry.at)
        return self.play(entry.seat, entry.move, entry.at, entry.evidence)

    def chance(self) -> Chance:
        """Return the chance of the next move."""
        return Chance(self.seed, self.moves_made + 1)

    def _accept(self, entry: Played[M], step: Step[S, E]) -> tuple[E, ...]:
        self.log.append(entry)
        self._before = self.state
        self._come_to(step.state)
        # What is played instead stands, so that nobody gains time without end.
        loose = self.rules.info.takeback and not self._again and self.due is None
        self._mover = entry.mover if loose else None
        self._again = False
        self.now = entry.at
        self.moves_made += 1
        return step.events

    def _come_to(self, state: S) -> None:
        self.state: S = state
        self.due: tuple[Millis, M] | None = self.rules.due(state)
        """What the table itself does next, and when."""
        self._result: Result | None = self.rules.result(state)

    def _take_back(self, seat: Seat) -> None:
        if seat != self._mover:
            raise Refused("TABLE-9", "game.no-takeback")
        self._come_to(self._before)
        self._mover = None
        self._again = True

    def _level(self, why: Why) -> Result:
        level = [0] * self.setup.team_count
        return ranked(level, level, why, self.setup.playing)

    def _leave(self, entry: Note) -> None:
        """Remember whom an entry puts out of the game; refuse one that puts out nobody who was in it."""
        leaving: tuple[Seat, ...] = ()
        match entry:
            case Resigned(seat) | Expired(seat, lost=True) if not 0 <= seat < self.setup.seats:
                raise Refused("TABLE-6", "table.no-seat", seats=self.setup.seats)
            case Resigned(seat):
                leaving = (seat,)
            case Expired(seat, lost=True):
                leaving = self.setup.seats_of(self.setup.teams[seat])
        if leaving and set(leaving) <= set(self._gone):
            raise Refused("TABLE-2", "table.resigned")
        self._gone += [seat for seat in leaving if seat not in self._gone]

    def _after_leaving(self, why: Why) -> Result | None:
        gone = self._gone
        playing = self.setup.playing
        seats = [self.setup.seats_of(Team(team)) for team in range(self.setup.team_count)]
        # A team leaves with its last seat; who left later ranks higher, and who stayed highest.
        left = [max(map(gone.index, of)) if of and set(of) <= set(gone) else len(gone) for of in seats]
        if sum(left[team] == len(gone) for team in playing) > 1:
            return None
        return ranked(left, [0] * len(left), why, playing)


def _opened(rules: Rules[S, M, E, V], setup: Setup, chance: Chance, position: str) -> S:
    if not position:
        return rules.start(setup, chance)
    fresh = rules.afresh(rules.read(position, setup), setup.begins, chance)
    if fresh is None:
        raise Refused("TABLE-13", "practice.moment")
    return fresh


AnyGame = Game[Any, Any, Any, Any]
