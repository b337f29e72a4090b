"""Boxes: all the pieces and pages that make a game on paper, and what every box has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from pathlib import Path

import msgspec

from cartable.core.chance import seed_of
from cartable.decks.layout import Shape, SymbolPlace, draw
from cartable.decks.outline import Outline
from cartable.decks.pack import Pack
from cartable.decks.press.faces import Leaflet, Piece, Symbols
from cartable.decks.press.impose import Options, room
from cartable.decks.press.typeset import AnyPage, Figure, Reading, SymbolList
from cartable.texts import LANGUAGES, Language, say
from cartable.texts.howto import PARTS, mark, ours, told

_NOTE = (88.0, 125.0)
_SHARES: dict[Shape, tuple[float, float]] = {"round": (1, 1), "hexagon": (1, 0.866), "rectangle": (0.716, 1)}
SMALLEST = 20
"""The smallest size of a deck's cards, in millimetres, on which its symbols can still be told apart."""
_PER_PAGE = 80
_PAIR = 3, 11
_DOTS = {
    "": ("#fff", "#b9a27c"),
    "common": ("#f6bf2e", "#a97807"),
    "own": ("#3f63d8", "#172a61"),
    "sand": ("#efdcae", "#b9a27c"),
}
"""How each kind of card is filled and drawn round in a sketch."""
_GAMES_PER_PAGE = 3
_FONTS = "Bricolage Grotesque (Mathieu Triay) · Atkinson Hyperlegible Next (Braille Institute) — OFL-1.1"


class Printout(msgspec.Struct, frozen=True):
    """What is printed: cards to cut out, pages to read, and the pictures that they use."""

    title: str
    pieces: tuple[Piece, ...]
    readings: tuple[AnyPage, ...]
    pictures: tuple[str, ...] = ()
    outlines: tuple[Outline, ...] = ()


def card_size(size: float, shape: Shape) -> tuple[float, float]:
    """Return the width and height of a card whose larger side is `size` millimetres."""
    across, down = _SHARES[shape]
    return round(size * across, 2), round(size * down, 2)


def largest(options: Options, shape: Shape) -> int:
    """Return the largest size in whole millimetres that a deck's cards can have on this paper."""
    width, height = (side - 2 * options.bleed for side in room(options))
    across, down = _SHARES[shape]
    return int(max(min(width / one, height / other) for one, other in ((across, down), (down, across))))


def scattered(pack: Pack, shape: Shape) -> tuple[SymbolPlace, ...]:
    """Return some symbols as they lie on the backs: on all backs alike, so that they tell nothing."""
    symbols = range(min(12, pack.deck.symbol_count))
    return draw([symbols], pack.outlines, seed_of(0), shape).cards[0]


def notes(title: str, games: Sequence[str], accent: str) -> Iterator[Piece]:
    """Yield the rules of some games in short, on a card in each language."""
    for language in LANGUAGES:
        lines = tuple(
            ("", say(f"game.{game}", language), say(f"game.{game}.about", language)) for game in games
        )
        yield note(title, lines, accent, language)


def note(title: str, lines: tuple[tuple[str, str, str], ...], accent: str, language: Language) -> Piece:
    """Return a card of rules in short."""
    width, height = _NOTE
    face = Leaflet(
        width=width, height=height, title=title, ground="#fffdf8", accent=accent, lines=lines,
        foot=say("print.more", language),
    )  # fmt: skip
    return Piece(face, name=f"rules-{language}")


def how_to_play(
    games: Sequence[str], figures: Callable[[Language], tuple[Figure, ...]], sketches: int | None = None
) -> Iterator[Reading]:
    """Yield how games are played, in each language: pictures, the goal, how it ends, and what ties do.

    `sketches` is the number of the first game's sketch among the pictures, if the games have any.
    """
    for language in LANGUAGES:
        for start in range(0, len(games), _GAMES_PER_PAGE):
            here = games[start : start + _GAMES_PER_PAGE]
            marked = any(ours(game, language) for game in here)
            yield Reading(
                say("howto.print", language),
                tuple(_told(game, language) for game in here),
                () if start else figures(language),
                () if sketches is None else tuple(sketches + start + number for number in range(len(here))),
                f"{mark(language)} {say('rules.house.why', language)}" if marked else "",
            )


def matched(pack: Pack, cards: Sequence[Symbols], language: Language) -> tuple[Figure, ...]:
    """Return the picture of two cards of a deck and the symbol they share: the same two as on the screen."""
    pair = _PAIR if max(_PAIR) < len(cards) else (0, 1)
    shared = pack.deck.shared(*(pack.deck.cards[card] for card in pair))
    one, other = (msgspec.structs.replace(cards[card], lit=shared) for card in pair)
    return (
        Figure(
            width=2.1 * one.width, height=one.height, scale=42 / one.width,
            pieces=((one, 0, 0), (other, 1.1 * one.width, 0)),
            caption=say("howto.seen.match", language, symbol=pack.emblems[shared].name(language)),
        ),
    )  # fmt: skip


def sketched(games: Sequence[str]) -> tuple[str, ...]:
    """Return how the cards of each game lie, and the way that a card goes, as the screen shows it."""
    drawn = msgspec.json.decode(
        (Path(__file__).parent / "sketches.json").read_bytes(), type=dict[str, Sketch]
    )
    return tuple(drawn[game].svg() for game in games)


class Sketch(msgspec.Struct, frozen=True):
    """A game in a nutshell: which cards lie where, and which way a card goes."""

    dots: tuple[tuple[float, float, float, str], ...]
    way: str
    line: str

    def svg(self) -> str:
        """Return it in the colours of the day."""
        cards = "".join(
            f'<circle cx="{x}" cy="{y}" r="{r}" fill="{_DOTS[kind][0]}" stroke="{_DOTS[kind][1]}"/>'
            for x, y, r, kind in self.dots
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 68 68" stroke-width="1.5">'
            '<defs><marker id="a" viewBox="0 0 6 6" refX="4" refY="3" markerWidth="4.2" markerHeight="4.2"'
            ' orient="auto"><path d="M0 0l6 3-6 3z" fill="#2a2430" stroke="none"/></marker></defs>'
            f'{cards}<g fill="none" stroke="#2a2430" stroke-width="2.4" stroke-linecap="round">'
            f'<path d="{self.line}"/><path d="{self.way}" marker-end="url(#a)"/></g></svg>'
        )


def _told(game: str, language: Language) -> tuple[str, str]:
    parts = (f"{say(f'howto.{part}', language)}. {told(game, part, language)}" for part in PARTS)
    return say(f"game.{game}", language), "\n".join(parts)


def symbol_pages(pack: Pack) -> Iterator[SymbolList]:
    """Yield the pages that list the symbols with their names in both languages."""
    names = [(number, emblem.en, emblem.fr) for number, emblem in enumerate(pack.emblems)]
    count = ceil(len(names) / _PER_PAGE)
    share = ceil(len(names) / count)
    columns, side, gap = (6, 20.0, 4.5) if share <= 36 else (7, 15.5, 2.8) if share <= 57 else (8, 12.6, 1.8)
    for start in range(0, len(names), share):
        yield SymbolList(both("print.symbols"), tuple(names[start : start + share]), columns, side, gap)


def credits_page(box: str, pack: Pack | None, *sentences: str) -> Reading:
    """Return the page that says who made the game, the pictures and the fonts."""
    sections = [("", both_lines(sentence)) for sentence in sentences]
    if pack is not None:
        used: dict[str, list[str]] = {}
        for emblem in pack.emblems:
            used.setdefault(emblem.picture.partition(":")[0], []).append(emblem.en)
        for key, names in used.items():
            source = pack.theme.sources[key]
            said = " · ".join(part for part in (source.author, source.licence, source.link) if part)
            sections.append((f"{source.title} ({len(names)})", f"{said}\n{', '.join(names)}"))
    sections.append((both("print.drawings"), both_lines("print.drawn")))
    sections.append((both("print.letters"), _FONTS))
    sections.append(("", both(f"box.{box}.for")))
    sections.append((both("print.games"), both_lines(f"credit.{box}", "credit.independent")))
    return Reading(both("print.credits"), tuple(sections))


def both(key: str) -> str:
    """Return a short text in both languages, on one line."""
    return " · ".join(dict.fromkeys(say(key, language) for language in LANGUAGES))


def both_below(key: str) -> str:
    """Return a text in both languages, one below the other without a gap."""
    return "\n".join(say(key, language) for language in LANGUAGES)


def both_lines(*keys: str) -> str:
    """Return texts in both languages, one language below the other."""
    return "\n\n".join(" ".join(say(key, language) for key in keys) for language in LANGUAGES)
