"""Karta Doppio on paper: two sheets of film, and how to make the cards of them (KARTA-1)."""

from __future__ import annotations

from collections.abc import Iterator

from cartable.decks.press.box import Printout, both, both_lines, credits_page, how_to_play, note
from cartable.decks.press.faces import Film, Piece
from cartable.decks.press.typeset import Reading
from cartable.games.karta.cards import FRONTS, turned_over
from cartable.texts import LANGUAGES, say

TITLE = "Karta Doppio"

_WIDTH, _HEIGHT = 44.0, 66.0
_RULES = ("place", "lock", "first", "line", "end")


def karta_box() -> Printout:
    """Return the sixteen cards with their backs, and how to print them on film."""
    guide = Reading(both("print.film"), (("", both_lines("print.film.how")),))
    return Printout(
        TITLE,
        (*_cards(), *_rules()),
        (guide, *how_to_play(("karta",)), credits_page("karta", None)),
    )


def _rules() -> Iterator[Piece]:
    for language in LANGUAGES:
        lines = (
            ("", say("game.karta", language), say("game.karta.about", language)),
            *(
                ("", say(f"print.karta.{key}", language), say(f"print.karta.{key}.how", language))
                for key in _RULES
            ),
        )
        yield note(TITLE, lines, "#33576b", language)


def _cards() -> Iterator[Piece]:
    for number, front in enumerate(FRONTS):
        # The corner changes from card to card, and on the back to the other side with the card.
        corner = number % 4
        yield Piece(
            Film(width=_WIDTH, height=_HEIGHT, rows=front, leaf=corner),
            Film(width=_WIDTH, height=_HEIGHT, rows=turned_over(front), leaf=(1, 0, 3, 2)[corner]),
            f"karta-{number + 1:02}",
        )
