"""Spot it! on paper, and any other deck."""

from __future__ import annotations

from functools import partial

from cartable.decks.layout import Shape
from cartable.decks.pack import Pack
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
from cartable.decks.press.faces import Back, Piece, Symbols
from cartable.decks.press.impose import Options
from cartable.decks.press.legible import legible

GAMES = ("spot/tower", "spot/well", "spot/gift", "spot/triplet", "spot/potato", "spot/catch")

_DIAMETER = 86.0
_COBALT, _SUN = "#2b4a9b", "#ffd23f"


def deck_box(pack: Pack, title: str, options: Options, shape: Shape = "round") -> Printout:
    """Return a deck with its backs, the rules in short, its symbols, credits and certificate."""
    pack = legible(pack)
    width, height = card_size(options.size or _DIAMETER, shape)
    back = Back(
        shape=shape, width=width, height=height, ground=_COBALT, tint=_SUN, label="Cartable",
        places=scattered(pack, shape), icon="satchel",
    )  # fmt: skip
    cards = [
        Symbols(shape=shape, width=width, height=height, places=places) for places in pack.drawn(shape).cards
    ]
    pieces = [Piece(card, back, f"card-{number:02}") for number, card in enumerate(cards, 1)]
    told = how_to_play(GAMES, partial(matched, pack, cards), len(pack.pictures))
    return Printout(
        title,
        (*pieces, *notes(title, GAMES, _COBALT)),
        (*told, *symbol_pages(pack), *certificates(pack, title, shape), credits_page("spot", pack)),
        (*pack.pictures, *sketched(GAMES)),
        pack.outlines,
    )
