"""The cards of the box, read from a text that an owner of the box can replace, and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal, NewType, cast

from msgspec import Struct

from cartable.core import Refused
from cartable.games.catatac.yarn import Deed, Effect

PawCard = NewType("PawCard", int)
"""A kind of paw card: equal cards have the same number."""

Condition = Literal["own", "other"]
"""Which clan has to possess the yarn (CTC-12)."""

JOKER: Final = 0
"""The number that stands for a joker."""

RULE: Final = "CTC-20"
NUMBERS: Final = range(1, 9)
COPIES: Final = 7  # CTC-1
POINT_CARDS: Final = 8  # CTC-1
ICONS: Final = {
    "own": 12,  # CTC-12
    "other": 12,  # CTC-12
    "store": 6,  # CTC-13
    "move": 14,  # CTC-14
    "steal": 4,  # CTC-15
    "counter": 4,  # CTC-16
    "toss": 2,  # CTC-17
    "bar": 4,  # CTC-18
    "cooperation": 2,  # CTC-19
    "sardine": 4,  # CTC-19
    "joker": 2,  # CTC-19
}
"""How often each icon is in the box."""

DISTANCES: Final = {"store": range(1, 4), "move": range(1, 3)}

_PAW = re.compile(
    r"(?P<number>[1-8])(?: (?P<when>any|(?:own|other)(?:, ?(?:own|other))*): (?P<ways>[^():#]+?)"
    r"(?P<coop> \(cooperation(?: (?P<name>\w{1,20}))?\))?)?(?: x(?P<copies>\d{1,2}))?"
)
_JOKER = re.compile(r"joker(?: x(?P<copies>\d{1,2}))?")
_POINT = re.compile(
    r"point (?P<white>\d{1,2})(?:/(?P<black>\d{1,2}))?"
    r"(?: (?:(?P<sardine>sardine)|(?P<sardines>[1-9]) sardines))?(?: x(?P<copies>\d{1,2}))?"
)


CardKind = tuple[int, tuple[Condition, ...], tuple[tuple[Effect, ...], ...], bool, str]
"""What tells paw cards apart: number, conditions, effects, whether it cooperates, name."""


class Face(Struct, frozen=True):
    """What a paw card shows; `code` is its short name, the number and a letter for its block."""

    card: PawCard
    code: str
    number: int
    when: tuple[Condition, ...] = ()
    """Its conditions: all of them must hold (CTC-8)."""
    ways: tuple[tuple[Effect, ...], ...] = ()
    together: bool = False
    name: str = ""

    def holds(self, own: bool) -> bool:
        """Tell whether all its conditions hold where the yarn is one's own clan's, or the other's (CTC-8)."""
        return all((condition == "own") == own for condition in self.when)


class PointCard(Struct, frozen=True):
    """What a point card shows: its value for each clan, and its sardines."""

    card: int
    code: str
    values: tuple[int, int]
    sardines: int = 0


class Box(Struct, frozen=True):
    """All kinds of cards, and how many there are of each."""

    faces: tuple[Face, ...]
    copies: tuple[int, ...]
    points: tuple[PointCard, ...]
    point_copies: tuple[int, ...]

    def paws(self, highest: int | None = None) -> tuple[PawCard, ...]:
        """Return all paw cards, or only those numbered 1 to the highest (CTC-35)."""
        return tuple(
            face.card
            for face, copies in zip(self.faces, self.copies, strict=True)
            if highest is None or 1 <= face.number <= highest
            for _ in range(copies)
        )

    def treasure(self) -> tuple[int, ...]:
        """Return all point cards."""
        return tuple(
            point.card
            for point, copies in zip(self.points, self.point_copies, strict=True)
            for _ in range(copies)
        )

    def pairs(self, card: PawCard, top: PawCard) -> bool:
        """Tell whether the card makes a pair on the top of the discard (CTC-6, CTC-11)."""
        number = self.faces[card].number
        return number in (JOKER, self.faces[top].number)  # CTC-6, CTC-11

    def tally(self, won: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the points and the sardines that each clan's point cards add up to (CTC-31)."""
        points = tuple(sum(self.points[card].values[clan] for card in of) for clan, of in enumerate(won))
        return points, tuple(sum(self.points[card].sardines for card in of) for of in won)


@cache
def our_text() -> str:
    """Return the text of our own cards (CTC-20, CTC-32)."""
    return files(__package__).joinpath("cards.txt").read_text("utf-8")


@lru_cache(maxsize=64)
def box(text: str) -> Box:
    """Return the box that a text describes (empty: our own); raise Refused where it is not one."""
    read = _Reading(text or our_text())
    if read.flaws:
        raise read.flaws[0]
    return read.box()


def flaws(text: str) -> tuple[Refused, ...]:
    """Return all that keeps a text from being a box, line by line; then what its cards do not add up to."""
    return tuple(_Reading(text or our_text()).flaws)


class _Reading:
    """A text, read line by line: the kinds of cards, how often each, and what is wrong."""

    def __init__(self, text: str) -> None:
        self.paws: Counter[CardKind] = Counter()
        self.points: Counter[tuple[tuple[int, int], int]] = Counter()
        self.flaws: list[Refused] = []
        self._last: dict[str | int, int] = {}
        """The last line with each number and icon: the one to look at where there is one too many."""
        for at, line in _lines(text):
            try:
                self._read(line, at)
            except Refused as flaw:
                self.flaws.append(flaw)
        # While a line cannot be read, nobody knows what it would add up to.
        self.flaws = self.flaws or list(self._sums())

    def box(self) -> Box:
        """Return the box."""
        paws, points = self.paws, self.points
        return Box(
            tuple(_faces(list(paws))),
            tuple(paws.values()),
            tuple(_points(list(points))),
            tuple(points.values()),
        )

    def _read(self, line: str, at: int) -> None:
        if paw := _PAW.fullmatch(line):
            when = cast(tuple[Condition, ...], tuple(re.findall("own|other", paw["when"] or "")))
            kind = (
                int(paw["number"]),
                when,
                _ways(paw["ways"], at),
                paw["coop"] is not None,
                paw["name"] or "",
            )
            self.paws[kind] += int(paw["copies"] or 1)
            self._last.update(dict.fromkeys((kind[0], *_icons(kind)), at))
        elif joker := _JOKER.fullmatch(line):
            self.paws[JOKER, (), (), False, ""] += int(joker["copies"] or 1)
            self._last["joker"] = at
        elif point := _POINT.fullmatch(line):
            values = int(point["white"]), int(point["black"] or point["white"])
            sardines = int(point["sardines"] or (point["sardine"] is not None))
            self.points[values, sardines] += int(point["copies"] or 1)
            self._last.update(dict.fromkeys(("points", *("sardine",) * sardines), at))
        else:
            raise Refused(RULE, "catatac.cards.line", line=at, text=line[:60])

    def _sums(self) -> Iterator[Refused]:
        """Give what is too many or too few; `line` is the last one to have it, where it is too many."""
        numbers: Counter[int] = Counter()
        icons: Counter[str] = Counter()
        for kind, copies in self.paws.items():
            numbers[kind[0]] += copies
            for icon in _icons(kind):
                icons[icon] += copies
        icons["sardine"] = sum(sardines * copies for (_, sardines), copies in self.points.items())
        for number in NUMBERS:
            yield from self._sum("catatac.cards.number", number, numbers[number], COPIES, number=number)
        yield from self._sum("catatac.cards.points", "points", sum(self.points.values()), POINT_CARDS)
        for icon, due in ICONS.items():
            yield from self._sum("catatac.cards.icons", icon, icons[icon], due, icon=icon)

    def _sum(self, key: str, what: str | int, found: int, due: int, **values: int | str) -> Iterator[Refused]:
        if found != due:
            line = {"line": self._last[what]} if found > due else {}
            yield Refused(RULE, key, found=found, due=due, **values, **line)


def _icons(kind: CardKind) -> list[str]:
    """Return the icons on a kind of card, each as often as it is there."""
    number, when, ways, together, _ = kind
    shown: list[str] = [*when, *(effect.do for way in ways for effect in way)]
    return shown + ["bar"] * (len(ways) - 1) + ["cooperation"] * together + ["joker"] * (number == JOKER)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for at, line in enumerate(text.splitlines(), 1):
        if said := " ".join(line.partition("#")[0].split()):
            yield at, said


def _ways(text: str | None, at: int) -> tuple[tuple[Effect, ...], ...]:
    if text is None:
        return ()
    ways = text.split("|")  # CTC-18
    return tuple(_in_order([_effect(said.strip(), at) for said in way.split(",")], at) for way in ways)


def _effect(said: str, at: int) -> Effect:
    do, _, far = said.partition(" ")
    distances = {str(n): n for n in DISTANCES.get(do, ())} or {"": 0}
    if do not in ("store", "move", "steal", "counter", "toss") or far not in distances:
        raise Refused(RULE, "catatac.cards.effect", line=at, text=said[:60])
    return Effect(cast(Deed, do), distances[far])


def _in_order(effects: list[Effect], at: int) -> tuple[Effect, ...]:
    if any(effect.do == "store" for effect in effects[:-1]):
        raise Refused(RULE, "catatac.cards.after-store", line=at)
    return tuple(effects)


def _faces(kinds: list[CardKind]) -> Iterator[Face]:
    letters: dict[int, Iterator[str]] = {}
    for card, (number, when, ways, together, name) in enumerate(kinds):
        # A number has seven copies, so that its letters suffice once the counts are right.
        letter = next(letters.setdefault(number, iter("abcdefg")), "?") if ways else ""
        code = f"{number}{letter}" if number else "J"
        yield Face(PawCard(card), code, number, when, ways, together, name)


def _points(kinds: list[tuple[tuple[int, int], int]]) -> Iterator[PointCard]:
    for card, (values, sardines) in enumerate(kinds):
        code = "-".join(map(str, dict.fromkeys(values))) + "s" * sardines
        yield PointCard(card, code, values, sardines)
