"""Spot it! on paper, and any other deck."""

from __future__ import annotations

from cartable.decks.layout import Shape
from cartable.decks.pack import Pack
from cartable.decks.press.box import (
    Printout,
    card_size,
    credits_page,
    how_to_play,
    notes,
    scattered,
    symbol_pages,
)
from cartable.decks.press.certificate import certificates
from cartable.decks.press.faces import Back, Piece, Symbols
from cartable.decks.press.impose import Options

GAMES = ("spot/tower", "spot/well", "spot/gift", "spot/triplet", "spot/potato", "spot/catch")

_DIAMETER = 86.0
_COBALT, _SUN = "#2b4a9b", "#ffd23f"


def deck_box(pack: Pack, title: str, options: Options, shape: Shape = "round") -> Printout:
    """Return a deck with its backs, the rules in short, its symbols, credits and certificate."""
    width, height = card_size(options.size or _DIAMETER, shape)
    back = Back(
        shape=shape, width=width, height=height, ground=_COBALT, tint=_SUN, label="Cartable",
        places=scattered(pack, shape), icon="satchel",
    )  # fmt: skip
    pieces = [
        Piece(Symbols(shape=shape, width=width, height=height, places=places), back, f"card-{number:02}")
        for number, places in enumerate(pack.drawn(shape).cards, 1)
    ]
    return Printout(
        title,
        (*pieces, *notes(title, GAMES, _COBALT)),
        (*how_to_play(GAMES), *symbol_pages(pack), *certificates(pack, title), credits_page("spot", pack)),
        pack.pictures,
        pack.outlines,
    )
