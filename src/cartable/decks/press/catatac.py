"""CATATAC on paper: paw and point cards, the alley and its hideouts, the yarn, and reminders (CTC-1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cartable.decks.press.box import Printout, both, credits_page, how_to_play
from cartable.decks.press.faces import Back, Leaflet, Paw, Piece, Points, Scene, YarnSide
from cartable.decks.press.typeset import Figure
from cartable.games.catatac.cards import Box as Cards
from cartable.games.catatac.cards import box as cards
from cartable.texts import LANGUAGES, Language, say

TITLE = "CATATAC"

SIZE = _WIDTH, _HEIGHT = 63.0, 88.0
"""The width and height of its cards, in millimetres."""
_REMINDER = (75.0, 118.0)
_YARN = 46.0
_PLUM, _LAMP, _GOLD = "#5b2a4f", "#ffd873", "#c98a12"
_ICONS = ("own", "other", "store", "move", "steal", "counter", "toss", "cooperation", "joker")
_PLACES = (("white", True), ("white", False), ("neutral", False), ("black", False), ("black", True))


def catatac_box(text: str = "") -> Printout:
    """Return the box; `text` describes other cards than our own, as the game's option does."""
    described = cards(text)
    return Printout(
        TITLE,
        (*_paws(described), *_points(described), *_yarn(), *_alley(), *_reminders()),
        (
            *how_to_play(("catatac",), partial(_seen, described)),
            credits_page("catatac", None, "print.catatac.cards"),
        ),
    )


def _paws(described: Cards) -> Iterator[Piece]:
    back = Back(width=_WIDTH, height=_HEIGHT, ground=_PLUM, tint=_LAMP, label="Cartable", icon="paw")
    for face, copies in zip(described.faces, described.copies, strict=True):
        ways = tuple(tuple((effect.do, effect.far) for effect in way) for way in face.ways)
        front = Paw(
            width=_WIDTH, height=_HEIGHT, number=face.number, when=face.when, ways=ways,
            together=face.together, name=face.name,
        )  # fmt: skip
        for copy in range(copies):
            yield Piece(front, back, f"paw-{face.code}-{copy + 1}")


def _seen(described: Cards, language: Language) -> tuple[Figure, ...]:
    """Return what the screen shows too: a pair, an action block, and the yarn in the alley."""
    fronts = [piece.front for piece in _paws(described)]
    paws = [front for front in fronts if isinstance(front, Paw)]
    plain = next((front for front in paws if front.number and not front.ways), paws[0])
    block = next((front for front in paws if front.ways), paws[0])
    alley = [piece.front for piece in _alley()]
    yarn = next(piece.front for piece in _yarn())
    room, gap = _WIDTH + 6, 6.0
    middle = room + (_WIDTH - _YARN) / 2
    return (
        Figure(
            width=1.45 * _WIDTH, height=_HEIGHT + 8, scale=0.42,
            pieces=((plain, 0, 0), (plain, 0.45 * _WIDTH, 8)), caption=say("howto.seen.pair", language),
        ),
        Figure(
            width=_WIDTH, height=_HEIGHT, scale=0.45, pieces=((block, 0, 0),),
            caption=say("howto.seen.block", language),
        ),
        Figure(
            width=5 * room - gap, height=_HEIGHT, scale=0.24,
            pieces=(
                *((place, number * room, 0) for number, place in enumerate(alley)),
                (yarn, middle, (_HEIGHT - _YARN) / 2),
            ),
            caption=say("howto.seen.alley", language),
        ),
    )  # fmt: skip


def _points(described: Cards) -> Iterator[Piece]:
    label = both("print.points")
    back = Back(width=_WIDTH, height=_HEIGHT, ground=_GOLD, tint="#fff3c9", label=label, icon="paw")
    for point, copies in zip(described.points, described.point_copies, strict=True):
        white, black = point.values
        front = Points(width=_WIDTH, height=_HEIGHT, white=white, black=black, sardines=point.sardines)
        for copy in range(copies):
            yield Piece(front, back, f"point-{point.code}-{copy + 1}")


def _alley() -> Iterator[Piece]:
    for side, hideout in _PLACES:
        key = f"print.{'hideout' if hideout else 'alley'}.{side}"
        scene = Scene(
            width=_WIDTH, height=_HEIGHT, side=side, hideout=hideout, en=say(key, "en"), fr=say(key, "fr")
        )
        yield Piece(scene, name=f"{'hideout' if hideout else 'alley'}-{side}")


def _yarn() -> Iterator[Piece]:
    white, black = (
        YarnSide(shape="round", width=_YARN, height=_YARN, side=side) for side in ("white", "black")
    )
    yield Piece(white, black, "yarn", two_faced=True)


def _reminders() -> Iterator[Piece]:
    """Yield four reminders, two in each language."""
    width, height = _REMINDER
    for language in LANGUAGES:
        lines = tuple((icon, "", say(f"print.icon.{icon}", language)) for icon in _ICONS)
        note = Leaflet(
            width=width, height=height, title=say("print.reminder", language), ground="#fff8ec", accent=_PLUM,
            lines=lines, foot=say("print.reminder.foot", language),
        )  # fmt: skip
        for copy in range(2):
            yield Piece(note, name=f"reminder-{language}-{copy + 1}")
