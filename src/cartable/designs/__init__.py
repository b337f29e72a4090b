"""The mathematics of the decks: finite fields, projective planes and Kirkman's schoolgirls, no game."""

from cartable.designs.boxes import CLASSIC, INSECTS, ISLAND
from cartable.designs.cards import Card, Deck, Symbol, deck
from cartable.designs.fields import Field, field, prime_power
from cartable.designs.kirkman import schoolgirls, seating
from cartable.designs.planes import NoPlane, NoPlaneReason
from cartable.designs.report import DeckReport, check
from cartable.designs.triplets import triplet_table

__all__ = [
    "CLASSIC",
    "INSECTS",
    "ISLAND",
    "Card",
    "Deck",
    "DeckReport",
    "Field",
    "NoPlane",
    "NoPlaneReason",
    "Symbol",
    "check",
    "deck",
    "field",
    "prime_power",
    "schoolgirls",
    "seating",
    "triplet_table",
]
