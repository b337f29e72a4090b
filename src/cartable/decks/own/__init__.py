"""Custom decks: pictures and words from outside, checked, kept on a shelf, played and printed."""

from cartable.decks.own.deck import MadeDeck, OwnDeck, make
from cartable.decks.own.shelf import Kept, Shelf
from cartable.decks.own.unfit import Unfit

__all__ = ["Kept", "MadeDeck", "OwnDeck", "Shelf", "Unfit", "make"]
