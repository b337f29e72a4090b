"""What is agreed before a game: seats, teams, options, deck, and what earlier games left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from cartable.core.numbers import Millis, Seat, Team
from cartable.core.refused import Refused

SETUP = "TABLE-1"
"""The rule that a refused setup names where no rule of the game forbids it."""

LARGEST_ORDER = 127
"""Larger decks fill a server's memory and are useful to nobody."""

LONGEST = 60
"""How much of a wrong value is repeated."""

Value: TypeAlias = bool | int | str

Analysis: TypeAlias = Literal["", "times", "moves"]
"""What an analysis says about a game: nothing, how quick everyone was, or what each move gave away."""

Unit: TypeAlias = Literal["", "ms", "seat"]
"""What a number counts: things, milliseconds, or seats, of which 0 is none and 1 the first."""


class Toggle(Struct, frozen=True, tag=str.lower):
    """An option that is on or off."""

    name: str
    default: bool = False

    def allows(self, value: Value) -> bool:
        """Tell whether the value may be chosen."""
        return isinstance(value, bool)

    @property
    def trials(self) -> tuple[Value, ...]:
        """Values that between them show all the option can do."""
        return (False, True)


class Choice(Struct, frozen=True, tag=str.lower):
    """An option that is one of some words."""

    name: str
    default: str
    words: tuple[str, ...]

    def allows(self, value: Value) -> bool:
        """Tell whether the value may be chosen."""
        return value in self.words

    @property
    def trials(self) -> tuple[Value, ...]:
        """Values that between them show all the option can do."""
        return self.words


class Number(Struct, frozen=True, tag=str.lower):
    """An option that is a whole number in a range."""

    name: str
    default: int
    low: int
    high: int
    unit: Unit = ""

    def allows(self, value: Value) -> bool:
        """Tell whether the value may be chosen."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    @property
    def trials(self) -> tuple[Value, ...]:
        """Values that between them show all the option can do."""
        return tuple(sorted({self.low, self.default, self.high}))


class Text(Struct, frozen=True, tag=str.lower):
    """An option that is a text which the game itself reads and checks (`Rules.flaws`)."""

    name: str
    default: str = ""
    most: int = 4096
    """How many bytes it may have."""

    def allows(self, value: Value) -> bool:
        """Tell whether the value may be chosen."""
        return isinstance(value, str) and len(value.encode(errors="replace")) <= self.most

    @property
    def trials(self) -> tuple[Value, ...]:
        """Values that between them show all the option can do."""
        return (self.default,)


Option: TypeAlias = Toggle | Choice | Number | Text
"""What a table may choose; the words for it are `option.<box>.<name>` in the catalogue."""


class DeckSpec(Struct, frozen=True):
    """A deck by its order and how many of its cards are in the box."""

    order: int
    cards: int


class Setup(Struct, frozen=True):
    """One table's agreement, complete: every option has its value."""

    teams: tuple[Team, ...]
    options: dict[str, Value]
    deck: DeckSpec | None = None
    standing: tuple[int, ...] = ()
    deal: tuple[int, ...] = ()
    begins: Millis = Millis(0)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.teams)

    @property
    def team_count(self) -> int:
        """The number of teams."""
        return max(self.teams) + 1

    @property
    def playing(self) -> tuple[Team, ...]:
        """The teams that have a seat: any two of three colours, where a game lets teams choose."""
        return tuple(sorted(set(self.teams)))

    @property
    def settled(self) -> Setup:
        """The same table without what only the start of a game needs; states keep this."""
        return Setup(self.teams, self.options, self.deck)

    def seats_of(self, team: Team) -> tuple[Seat, ...]:
        """Return the seats of a team."""
        return tuple(Seat(seat) for seat, of in enumerate(self.teams) if of == team)

    def toggle(self, name: str) -> bool:
        """Return an on-or-off option."""
        return self.options[name] is True

    def number(self, name: str) -> int:
        """Return a number option."""
        value = self.options[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        """Return a choice or text option."""
        value = self.options[name]
        assert isinstance(value, str)
        return value


class Info(Struct, frozen=True):
    """All that a lobby needs to know of a game, as data."""

    name: str
    version: int
    """Goes up when an old record would not replay exactly; a series raises its own with a game's."""
    shapes: dict[int, tuple[tuple[int, ...], ...]]
    """For each number of seats the sizes its teams may have, the usual ones first."""
    usual: int = 0
    """How many seats there are where nobody chose; 0: the fewest."""
    colours: int = 0
    """How many colours the teams choose from; 0: each shape has the first ones."""
    alternate: bool = False
    """Whether neighbours are of different teams: the table seats them so, whoever chose what."""
    host_first: bool = False
    """Whether the first seat is the host's, where the host plays."""
    hidden: bool = False
    reflex: bool = False
    takeback: bool = False
    """Whether taking the last move back gives nothing away: no secret, no luck, no hurry (TABLE-9)."""
    practice: bool = False
    """Whether it can be played on from a moment of a finished game (TABLE-13)."""
    alone: bool = False
    """Whether one seat plays against the clock and nobody else (SPOT-15)."""
    hints: bool = False
    """Whether a table may give hints to somebody who plays alone against bots (TABLE-14)."""
    analysis: Analysis = ""
    options: tuple[Option, ...] = ()
    deck: DeckSpec | None = None
    replays: tuple[int, ...] = ()
    """The older versions whose games these rules replay exactly."""
    earlier: dict[str, Value] = {}
    """How games were played before they could name an option, where that is not its default."""

    @property
    def box(self) -> str:
        """The box that the game comes from."""
        return self.name.partition("/")[0]

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats that can play."""
        return tuple(self.shapes)

    @property
    def grouped(self) -> bool:
        """Whether several seats can be a team; else everybody plays alone."""
        return any(size > 1 for shapes in self.shapes.values() for shape in shapes for size in shape)

    @property
    def teams(self) -> int:
        """How many teams there are to choose from."""
        return self.colours or max(len(shape) for shapes in self.shapes.values() for shape in shapes)

    def allows(self, teams: Sequence[int]) -> bool:
        """Tell whether seats can be in these teams."""
        sizes = tuple(sorted((teams.count(team) for team in set(teams)), reverse=True))
        allowed = self.shapes.get(len(teams), ())
        return sizes in allowed and set(teams) <= set(range(self.colours or len(sizes)))

    def runs(self, seats: int) -> bool:
        """Tell whether this many seats play against the clock and nobody else (SPOT-15)."""
        return self.alone and seats == 1

    def plays(self, version: int) -> bool:
        """Tell whether these rules play a game of that version exactly as it was played."""
        return version == self.version or version in self.replays

    def filled(self, setup: Setup) -> Setup:
        """Return a setup with every option that is newer than it, as games were played before."""
        newer = {
            option.name: self.earlier.get(option.name, option.default)
            for option in self.options
            if option.name not in setup.options
        }
        return replace(setup, options={**setup.options, **newer}) if newer else setup

    def setup(
        self,
        seats: int | None = None,
        *,
        teams: Sequence[int] | None = None,
        deck: DeckSpec | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> Setup:
        """Complete what a table chose with defaults; raise Refused where it cannot be."""
        seats = len(teams) if teams is not None else (seats or self.usual or self.seats[0])
        if seats not in self.shapes:
            raise Refused(SETUP, "setup.seats", seats=seats, allowed=_listed(self.seats))
        chosen = tuple(teams) if teams is not None else seated(self.shapes[seats][0])
        if not self.allows(chosen):
            allowed = ", ".join("-".join(map(str, shape)) for shape in self.shapes[seats])
            raise Refused(SETUP, "setup.teams", seats=seats, allowed=allowed)
        return Setup(tuple(Team(team) for team in chosen), self._chosen(options or {}), self._deck(deck))

    def _chosen(self, options: Mapping[str, Value]) -> dict[str, Value]:
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise Refused(SETUP, "setup.option", option=name, allowed=_listed(known) or "–")
            option = known[name]
            if isinstance(option, Text) and isinstance(value, str) and not option.allows(value):
                raise Refused(SETUP, "setup.long", option=name, most=option.most)
            if not option.allows(value):
                raise Refused(
                    SETUP, "setup.value", option=name, value=str(value)[:LONGEST], allowed=_range(option)
                )
        return {name: options.get(name, option.default) for name, option in known.items()}

    def _deck(self, deck: DeckSpec | None) -> DeckSpec | None:
        if deck is not None and deck.order > LARGEST_ORDER:
            raise Refused(SETUP, "setup.order", order=deck.order, allowed=LARGEST_ORDER)
        if deck is not None and self.deck is None:
            raise Refused(SETUP, "setup.no-deck", game=self.name)
        return deck or self.deck


def seated(shape: Sequence[int]) -> tuple[int, ...]:
    """Seat teams of these sizes alternately round the table: (2, 2, 1) gives 0 1 2 0 1."""
    return tuple(team for turn in range(max(shape)) for team, size in enumerate(shape) if turn < size)


def solo(low: int, high: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return the shapes of a game where everybody plays alone."""
    return {seats: ((1,) * seats,) for seats in range(low, high + 1)}


def _range(option: Option) -> str:
    match option:
        case Toggle():
            return "true, false"
        case Choice(words=words):
            return _listed(words)
        case Number(low=low, high=high):
            return f"{low}–{high}"
        case _:
            return "text"


def _listed(items: Mapping[str, Option] | Sequence[int] | Sequence[str]) -> str:
    return ", ".join(map(str, items))
