"""Boxes: all the pieces and pages that make a game on paper, and what every box has of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import msgspec

from cartable.core.chance import seed_of
from cartable.decks.layout import Shape, SymbolPlace, draw
from cartable.decks.outline import Outline
from cartable.decks.pack import Pack
from cartable.decks.press.faces import Note, Piece
from cartable.decks.press.typeset import AnyPage, Reading, SymbolList
from cartable.texts import LANGUAGES, Language, say

_NOTE = (88.0, 125.0)
_SHARES: dict[Shape, tuple[float, float]] = {"round": (1, 1), "hexagon": (1, 0.866), "rectangle": (0.716, 1)}
_PER_PAGE = 80
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
    face = Note(
        width=width, height=height, title=title, ground="#fffdf8", accent=accent, lines=lines,
        foot=say("print.more", language),
    )  # fmt: skip
    return Piece(face, name=f"rules-{language}")


def how_to_play(games: Sequence[str]) -> Iterator[Reading]:
    """Yield how games are played, in each language: the goal, how it ends, and what ties do."""
    for language in LANGUAGES:
        for start in range(0, len(games), _GAMES_PER_PAGE):
            sections = tuple(_told(game, language) for game in games[start : start + _GAMES_PER_PAGE])
            yield Reading(say("howto.print", language), sections)


def _told(game: str, language: Language) -> tuple[str, str]:
    parts = (
        f"{say(f'howto.{part}', language)}. {say(f'howto.{game}.{part}', language)}"
        for part in ("goal", "start", "play", "end", "tie")
    )
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


def both_lines(*keys: str) -> str:
    """Return texts in both languages, one language below the other."""
    return "\n\n".join(" ".join(say(key, language) for key in keys) for language in LANGUAGES)
