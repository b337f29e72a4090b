"""The book: a table's state, built from its log by the same code whether rows are new or read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

from msgspec.structs import replace

from cartable.core import (
    AnyGame,
    Event,
    Expired,
    Millis,
    Note,
    Number,
    Played,
    Replaced,
    Resigned,
    Result,
    Seat,
    TakenBack,
    carried,
    commitment,
    seated,
)
from cartable.fair import PRESETS, Preset
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.chairs import Chair, ChairRow, Person
from cartable.server.rows import (
    BEGAN,
    ENDED,
    PLAYED,
    Agreement,
    Asked,
    Botted,
    Configured,
    Ended,
    GameBegan,
    Given,
    Handicapped,
    Hosted,
    Left,
    Locked,
    MemberCame,
    Offered,
    Paused,
    Readied,
    Renamed,
    Resumed,
    Row,
    Sat,
    Stood,
    Stunned,
    TableOpened,
    Teamed,
    Veiled,
    decode,
)

REMEMBERED: Final = 32
"""How many of each person's requests are remembered: more than a page ever has unanswered."""

SCREENS: Final = 64
"""How many televisions that left are remembered: more than come within the minute of an admission."""

NONE: Final[Mapping[str, Result]] = {}


class Book:
    """Everything about a table that outlives the process."""

    def __init__(self, code: str, agreement: Agreement) -> None:
        self.code = code
        self.agreement = agreement
        self.secret = ""
        """What the secrets of its games are derived from (TABLE-12)."""
        self.phase: messages.Phase = "gathering"
        self.persons: dict[int, Person] = {}
        self.newest = 0
        self.host: int | None = None
        self.locked = False
        self.chairs: list[Chair] = []
        self.game: AnyGame | None = None
        """The latest game; None if there was none, or if it is over and was not replayed."""
        self.began: GameBegan | None = None
        """The beginning of the latest game."""
        self.result: Result | None = None
        """The result of the latest game, None before its end."""
        self.outdated = False
        """Whether the latest game was ended because its rules have changed since it began."""
        self.games = 0
        self.signs = 0
        """How many moves of the latest game only two seats know of."""
        self.lapsed = False
        """Whether an offer of a draw lapsed and people have not yet been told."""
        self.record = ""
        self.rows = 0
        self.marked = 0
        """How many rows its latest mark covers."""
        self.first = 0
        """The row in which the latest game began."""
        self.at = Millis(0)
        """The latest time in any row."""
        self.held: dict[int, set[Seat]] = {}
        """The seats that each person has held in the latest game, and whose cards they have seen."""
        self.screens: list[str] = []
        """The keys of the latest televisions that left: an admission lets none of them in again."""
        self.asked: dict[int, dict[tuple[int, int], bool]] = {}
        """What each person asked for lately, by page and request: whether it came late."""
        self.veiled: dict[Seat, Veiled] = {}
        """The latest answer of each seat that waits to be told."""
        self._unplayed: list[bytes] = []
        """The moves and notes of a game that is over and was not replayed."""

    @classmethod
    def read(cls, rows: Sequence[bytes], results: Mapping[str, Result] = NONE) -> Book:
        """Return the book that these rows make; `results` are those of its records, by their ids.

        A game whose result is known is not replayed, and moves of other rules are not even decoded.
        """
        opened = decode(rows[0])
        assert isinstance(opened, TableOpened)
        book = cls(opened.code, opened.agreement)
        book.secret = opened.secret
        book.rows = 1
        book.follow(rows[1:], results)
        return book

    def follow(self, rows: Sequence[bytes], results: Mapping[str, Result] = NONE) -> None:
        """Apply more rows."""
        known = _known(rows, results)
        for number, line in enumerate(rows):
            if line.startswith(PLAYED) and self.game is None:
                self.rows += 1
                self._unplayed.append(line)
                continue
            row = decode(line, self.playing if self.game else "")
            if isinstance(row, Ended) and row.result is None:
                row = replace(row, result=results.get(row.record))
            if isinstance(row, Note) and self.game is None:
                self._unplayed.append(line)
            self.apply(row, known=number in known)
        if self.agreement.game not in GAMES:
            self.agreement = replace(
                self.agreement, game=next(iter(GAMES)), options={}, deck=None, practice=None
            )

    def apply(self, row: Row, known: bool = False) -> tuple[Event, ...]:
        """Apply a row, new or read again; return the game's events.

        A game that begins is not played where its end is `known`, or where its rules have changed.
        """
        self.rows += 1
        match row:
            case Played():
                return self._played(row)
            case MemberCame(member, name, key, tv, face):
                self.persons[member] = Person(name, key, tv, face)
                self.newest = member
            case Renamed(member, name, face):
                self.persons[member].name, self.persons[member].face = name, face
            case Left(member):
                self._left(member)
            case Hosted(member):
                self.host = member
            case Locked(locked):
                self.locked = locked
            case Sat() | Given() | Stood() | Botted() | Teamed() | Handicapped() | Readied() | Offered():
                self._seating(row)
            case Configured(agreement):
                self.agreement = agreement
                self.phase = "gathering"
                self._forget_ready()
            case GameBegan():
                self._begin(row, play=row.playable and not known)
            case Paused(at):
                self.phase, self.at = "paused", at
            case Resumed(at):
                self.phase, self.at = "playing", at
            case Ended():
                self._end(row)
            case Stunned(at):
                self.at = at
            case Veiled(at, seat):
                self.at = at
                self.veiled[seat] = row
            case TableOpened():
                raise ValueError("a table is opened once")
            case _:
                self.noted(row)
        return ()

    def heard(self, asked: Asked) -> None:
        """Remember a request that was carried out, so that it is not carried out twice."""
        if asked.page and asked.member in self.persons:
            lately = self.asked.setdefault(asked.member, {})
            lately[asked.page, asked.request] = asked.late
            if len(lately) > REMEMBERED:
                del lately[next(iter(lately))]

    def noted(self, note: Note) -> None:
        """Add one of the table's own entries to the game."""
        if self.game:
            self.game.note(note)
        self.at = self.game.now if self.game else note.at
        if isinstance(note, Resigned):
            self.chairs[note.seat].resigned = True
        if isinstance(note, Expired) and note.lost:
            assert self.began is not None
            for chair, team in zip(self.chairs, self.began.setup.teams, strict=True):
                chair.resigned = chair.resigned or team == self.began.setup.teams[note.seat]
        if isinstance(note, Replaced):
            self.chairs[note.seat].bot = note.bot
            self.veiled.pop(note.seat, None)
        if isinstance(note, TakenBack):
            self._forget_offers()

    def drain(self, events: tuple[Event, ...]) -> list[Played[Any]]:
        """Return the moves that led to these events and forget them, so that memory stays flat."""
        moves = self._forget_moves(events)
        self.rows += len(moves)
        return moves

    def final(self) -> AnyGame | None:
        """Return the latest game, replayed now if need be; None if it cannot be replayed."""
        if self.game is None and self.began and self.began.playable:
            self.game = self.began.dealt()
            lines, self._unplayed = self._unplayed, []
            for line in lines:
                row = decode(line, self.playing)
                if isinstance(row, Played):
                    self._played(row)
                elif isinstance(row, Note):
                    self.game.note(row)
        return self.game

    @property
    def playing(self) -> str:
        """The name of the latest game, or of the one agreed on before the first."""
        return self.began.game if self.began else self.agreement.game

    @property
    def preset(self) -> Preset:
        """How far the arbiter trusts clients here."""
        return PRESETS[self.agreement.terms.fairness]

    @property
    def moves(self) -> int:
        """How many moves of the latest game everyone knows of."""
        return self.game.moves_made - self.signs if self.game else 0

    @property
    def takeback(self) -> Seat | None:
        """The seat that may take its last move back now, where the table allows it."""
        return self.game.takeback if self.game and self.agreement.terms.takeback else None

    @property
    def under_way(self) -> bool:
        """Whether a game is being played, or paused."""
        return self.phase in ("playing", "paused")

    @property
    def commitment(self) -> str:
        """The hash that was promised for the latest game (TABLE-12)."""
        began = self.began
        return commitment(began.shuffle.secret if began.shuffle else began.seed) if began else ""

    @property
    def next_secret(self) -> str:
        """The secret of the next game (TABLE-12); it reveals nothing about any other.

        All tables for the deck of a day have the same one (TABLE-16).
        """
        if self.agreement.day:
            return self.secret
        return blake2b(b"%d" % (self.games + 1), key=bytes.fromhex(self.secret), digest_size=32).hexdigest()

    def seats_of(self, member: int) -> tuple[Seat, ...]:
        """Return the seats that someone plays from."""
        return tuple(
            [Seat(seat) for seat, chair in enumerate(self.chairs) if chair.member == member and not chair.bot]
        )

    def sees_from(self, member: int) -> tuple[Seat, ...]:
        """Return the seats from which someone sees the latest game; a chair added later has none."""
        seats = self.seats_of(member)
        if self.under_way or self.began is None:
            return seats
        return tuple([seat for seat in seats if seat < self.began.setup.seats])

    def plays(self, member: int, seat: Seat) -> bool:
        """Return whether someone plays from a seat."""
        if not 0 <= seat < len(self.chairs):
            return False
        chair = self.chairs[seat]
        return chair.member == member and not chair.bot

    def name(self, seat: Seat) -> str:
        """Return the name of who sits there, or sat there until they left."""
        chair = self.chairs[seat]
        if chair.member is None:
            return chair.bot or chair.name
        return chair.name if chair.other else self.persons[chair.member].name

    def face(self, seat: Seat) -> int:
        """Return the face of who sits there; a chair with a name or a face of its own is somebody else's."""
        chair = self.chairs[seat]
        return chair.face if chair.member is None or chair.other else self.persons[chair.member].face

    def teams(self) -> tuple[int, ...]:
        """Return each seat's team: the one chosen, or the usual one among the seats that are taken."""
        chairs, practice = self.chairs, self.agreement.practice
        if self.under_way:
            assert self.began is not None
            return self.began.setup.teams
        if practice and len(chairs) == len(practice.teams):
            return practice.teams
        info, taken = self.agreement.info, [seat for seat, chair in enumerate(chairs) if not chair.empty]
        usual = [seat % info.teams for seat in range(len(chairs))]
        if shapes := info.shapes.get(len(taken)):
            for seat, team in zip(taken, seated(shapes[0]), strict=True):
                usual[seat] = team
        return tuple(
            team if chair.team is None else chair.team for chair, team in zip(chairs, usual, strict=True)
        )

    def member_with(self, key: str) -> int | None:
        """Return who has the token with this hash."""
        return next((member for member, person in self.persons.items() if person.key == key), None)

    def _played(self, row: Played[Any]) -> tuple[Event, ...]:
        assert self.game is not None
        events = self.game.repeat(row)
        self._forget_moves(events)
        return events

    def _forget_moves(self, events: tuple[Event, ...]) -> list[Played[Any]]:
        game = self.game
        assert game is not None
        moves = [entry for entry in game.log if isinstance(entry, Played)]
        if moves:
            notes = len(moves) < len(game.log)
            game.log = [entry for entry in game.log if not isinstance(entry, Played)] if notes else []
            self.at = game.now
        if self.veiled:
            for move in moves:
                self.veiled.pop(move.seat, None)
        if events and not [event for event in events if event.seen(None) is not None]:
            self.signs += len(moves)
        else:
            self._forget_offers()
        return moves

    def _forget_offers(self) -> None:
        for chair in self.chairs:
            if chair.draw:
                chair.draw = False
                self.lapsed = True

    def _forget_ready(self) -> None:
        for chair in self.chairs:
            chair.ready = False

    def _left(self, member: int) -> None:
        person = self.persons.pop(member)
        self.asked.pop(member, None)
        if person.tv:
            self.screens = [*self.screens, person.key][-SCREENS:]
        if self.host == member:
            self.host = None
        for chair in self.chairs:
            if chair.member == member:
                chair.member = None
                chair.ready = False
                if self.phase != "gathering" and not chair.other:
                    # A result without a name tells nobody anything.
                    chair.name, chair.face = person.name, person.face

    def _seating(self, row: ChairRow) -> None:
        if row.seat == len(self.chairs):
            self.chairs.append(Chair())
        self.chairs[row.seat].follow(row)
        if isinstance(row, Sat):
            self.held.setdefault(row.member, set()).add(row.seat)

    def _begin(self, row: GameBegan, play: bool) -> None:
        # First of all: rules that cannot deal refuse here, before anything has happened.
        self.game = row.dealt() if play else None
        taken = [seat for seat, chair in enumerate(self.chairs) if not chair.empty]
        self.chairs = [self.chairs[seat] for seat in row.order or taken]
        self.held = {}
        for seat, chair in enumerate(self.chairs):
            chair.begin(self.name(Seat(seat)), row.fresh)
            if chair.member is not None:
                self.held.setdefault(chair.member, set()).add(Seat(seat))
        self._follow_chairs(row)
        self._unplayed = []
        self.veiled = {}
        self.began = row
        self.result = None
        self.outdated = False
        self.phase = "playing"
        self.games += 1
        self.signs = 0
        self.first = self.rows - 1
        self.at = row.at

    def _follow_chairs(self, row: GameBegan) -> None:
        """Make options that name a seat name the same person's seat now."""
        agreed, now = self.agreement, row.setup.options
        if row.game == agreed.game and row.playable and not row.position:
            options = {
                option.name: now[option.name]
                for option in agreed.info.options
                if isinstance(option, Number) and option.unit == "seat" and option.name in now
            }
            self.agreement = replace(agreed, options=agreed.options | options)

    def _end(self, row: Ended) -> None:
        assert self.began is not None
        self.result = row.result or (self.game.result if self.game else None)
        self.outdated = row.outdated
        # Practice has no score (TABLE-13).
        if self.result and not row.outdated and not self.began.position:
            won = carried((), self.result)
            for chair, team in zip(self.chairs, self.began.setup.teams, strict=True):
                chair.score += won[team]
        for chair in self.chairs:
            chair.draw = False
        self.phase = "over"
        self.record = row.record


def _known(rows: Sequence[bytes], results: Mapping[str, Result]) -> set[int]:
    """Return the rows in which games began whose results are known."""
    found: set[int] = set()
    began: int | None = None
    for number, line in enumerate(rows):
        if line.startswith(BEGAN):
            began = number
        elif began is not None and line.startswith(ENDED):
            row = decode(line)
            assert isinstance(row, Ended)
            if row.result or row.record in results:
                found.add(began)
    return found
