"""Faces: what is printed on one side of a card, as plain values that the template `press.typ` draws.

Sizes are in millimetres and do not count the bleed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from cartable.decks.layout import Shape, SymbolPlace

Pattern = Literal["", "waves", "stripes", "dots", "rope", "hexagons"]


class PrintedFace(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """One side of a card."""

    shape: Shape = "rectangle"
    width: float
    height: float


class Symbols(PrintedFace, frozen=True, tag="symbols"):
    """A card of a deck; the rim's pattern tells groups of cards apart without their colour."""

    places: tuple[SymbolPlace, ...]
    ground: str = "#ffffff"
    rim: str = ""
    pattern: Pattern = ""
    lit: int | None = None
    """The symbol that stands out, where the card is a picture of one."""


class Back(PrintedFace, frozen=True, tag="back"):
    """The back of a card: silhouettes of some symbols, or an icon, on a colour."""

    ground: str
    tint: str
    label: str
    places: tuple[SymbolPlace, ...] = ()
    icon: str = ""


class ScoreCard(PrintedFace, frozen=True, tag="score"):
    """A score card, turned so that the team's points lie towards the centre of the table (ISLE-2)."""

    ground: str
    rim: str
    pattern: Pattern
    points: tuple[int, ...]


class Paw(PrintedFace, frozen=True, tag="paw"):
    """A paw card: its number (0 for a joker), and the block with its conditions and its choices."""

    number: int
    when: tuple[str, ...]
    ways: tuple[tuple[tuple[str, int], ...], ...]
    together: bool
    name: str


class Points(PrintedFace, frozen=True, tag="points"):
    """A point card: its value for White and for Black, and how many sardines are on it."""

    white: int
    black: int
    sardines: int


class Scene(PrintedFace, frozen=True, tag="scene"):
    """A place of the alley: `white`, `black` or `neutral`, and whether it is the hideout."""

    side: str
    hideout: bool
    en: str
    fr: str


class YarnSide(PrintedFace, frozen=True, tag="yarn"):
    """One side of the yarn: the clan that possesses it while this side is up."""

    side: str


class Leaflet(PrintedFace, frozen=True, tag="note"):
    """A card to read: headings with a text, and icons before them where there are any."""

    title: str
    ground: str
    accent: str
    lines: tuple[tuple[str, str, str], ...]
    """Icon or nothing, heading, text."""
    foot: str = ""


class Film(PrintedFace, frozen=True, tag="film"):
    """A see-through card of squares with a leaf each: `R` a red round dot, `B` a blue diamond (KARTA-1).

    `W` is the white disc that a card that is made at home has between the two.
    """

    rows: tuple[str, ...]
    leaf: int | None
    """The corner of the squares that the leaf lies in, 0 to 3, so that two seldom hide each other."""


class Token(PrintedFace, frozen=True, tag="token"):
    """A token, worth a line of four; whoever has the line has the token (KARTA-13)."""


AnyFace = Symbols | Back | ScoreCard | Paw | Points | Scene | YarnSide | Leaflet | Film | Token


class Piece(msgspec.Struct, frozen=True):
    """A card to cut out: its front, and its back where it has one."""

    front: AnyFace
    back: AnyFace | None = None
    name: str = ""
    """What its picture is called when it is saved as a file of its own."""
    two_faced: bool = False
    """Whether its back is played with too, and so is printed even where backs are not."""
