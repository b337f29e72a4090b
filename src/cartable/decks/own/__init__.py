"""Custom decks: pictures and words from outside, checked, kept on a shelf, played and printed.

`cartable.decks.own.making` makes them, and alone needs what draws.
"""

from cartable.decks.own.deck import OwnDeck
from cartable.decks.own.shelf import Kept, Shelf
from cartable.decks.own.unfit import Unfit

__all__ = ["Kept", "OwnDeck", "Shelf", "Unfit"]
