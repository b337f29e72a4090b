"""Spot it! CATAN on paper: 19 island, 48 team, 6 port and 3 score cards (DECK-5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cartable.decks.pack import pack
from cartable.decks.press.box import (
    Printout,
    card_size,
    credits_page,
    how_to_play,
    matched,
    notes,
    scattered,
    sketched,
    symbol_pages,
)
from cartable.decks.press.certificate import certificates
from cartable.decks.press.faces import Back, Pattern, Piece, ScoreCard, Symbols
from cartable.decks.press.impose import Options
from cartable.designs import Card
from cartable.games.island.cards import COLOURS, ISLAND_CARDS, PORT_CARDS, TEAM_CARDS

TITLE = "Spot it! CATAN"
GAMES = ("island/welcome", "island/ports", "island/route", "island/barbarians", "island/knights")

_DIAMETER = 86.0
_SEA, _SAND = "#17677f", "#f4e4bf"
_LOOKS: dict[str, tuple[str, str, Pattern]] = {
    "island": ("#c9a55a", _SAND, "hexagons"),
    "blue": ("#1f6fb8", "#d8e9f7", "waves"),
    "orange": ("#df7a18", "#fde8cf", "stripes"),
    "red": ("#c32f2f", "#f9dcda", "dots"),
    "port": ("#2f8f8a", "#e6f4f1", "rope"),
}
"""Rim, ground and pattern of each group of cards."""


def island_box(options: Options) -> Printout:
    """Return the island with its backs, scores, rules in short, symbols, credits and certificate."""
    deck = pack("island")
    width, height = card_size(options.size or _DIAMETER, "round")
    back = Back(
        shape="round", width=width, height=height, ground=_SEA, tint=_SAND, label="Cartable",
        places=scattered(deck, "round"), icon="satchel",
    )  # fmt: skip
    cards, pieces = [], []
    for number, (card, places) in enumerate(zip(deck.deck.cards, deck.drawing.cards, strict=True), 1):
        group = _group(card)
        rim, ground, pattern = _LOOKS[group]
        face = Symbols(
            shape="round", width=width, height=height, places=places, ground=ground, rim=rim, pattern=pattern
        )
        cards.append(face)
        pieces.append(Piece(face, back, f"{number:02}-{group}"))
    told = how_to_play(GAMES, partial(matched, deck, cards), len(deck.pictures))
    return Printout(
        TITLE,
        (*pieces, *_scores(width, height), *notes(TITLE, GAMES, _SEA)),
        (*told, *symbol_pages(deck), *certificates(deck, TITLE), credits_page("island", deck)),
        (*deck.pictures, *sketched(GAMES)),
        deck.outlines,
    )


def _group(card: Card) -> str:
    if card in ISLAND_CARDS:
        return "island"
    if card in PORT_CARDS:
        return "port"
    return next(colour for colour, cards in zip(COLOURS, TEAM_CARDS, strict=True) if card in cards)


def _scores(width: float, height: float) -> Iterator[Piece]:
    """Yield a score card for each team: 0 to 5, and turned over 6 to 11 (ISLE-2)."""
    for colour in COLOURS:
        rim, ground, pattern = _LOOKS[colour]
        front, back = (
            ScoreCard(
                shape="round", width=width, height=height, ground=ground, rim=rim, pattern=pattern,
                points=tuple(range(first, first + 6)),
            )
            for first in (0, 6)
        )  # fmt: skip
        yield Piece(front, back, f"score-{colour}", two_faced=True)
