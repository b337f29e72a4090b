"""Karta Doppio on paper: two sheets of film, how to make the cards of them, and the tokens (KARTA-1)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cartable.decks.press.box import Printout, both, both_below, both_lines, credits_page, how_to_play, note
from cartable.decks.press.faces import Film, Piece, Token
from cartable.decks.press.typeset import Figure, Reading
from cartable.games.karta import Karta
from cartable.games.karta.cards import FRONTS, face, mirrored, turned_over
from cartable.texts import LANGUAGES, Language, say

TITLE = "Karta Doppio"

SIZE = _WIDTH, _HEIGHT = 44.0, 66.0
"""The width and height of its cards, in millimetres."""
_TOKENS, _TOKEN = 16, 18.0
_SEEN = "0 adejklop bcfghimn J1+0+0 g3-2-1 D0+3-1"
"""The position of the picture: the end of the first exercise on the screen."""
_JOINED = 0, 6
"""The two cards of the pictures on how to make them."""
_RULES = ("place", "lock", "first", "line", "end")


def karta_box() -> Printout:
    """Return the sixteen cards with their backs, the tokens, and how to print them on film."""
    guide = Reading(both("print.film"), (("", both_lines("print.film.how")),), tuple(_joined()))
    return Printout(
        TITLE,
        (*_cards(), *_tokens(), *_rules()),
        (guide, *how_to_play(("karta",), _seen), credits_page("karta", None)),
    )


def _joined() -> Iterator[Figure]:
    """Yield what a card is made of, layer by layer from the front, and two cards that lock a square."""
    front, other = (piece.front for number, piece in enumerate(_cards()) if number in _JOINED)
    assert isinstance(front, Film)
    assert isinstance(other, Film)
    discs = tuple("".join("." if dot == "." else "W" for dot in row) for row in front.rows)
    layers = {
        "front": front,
        "discs": msgspec.structs.replace(front, rows=discs, leaf=None),
        # Seen through the film: where the front has a dot, the other colour.
        "back": msgspec.structs.replace(front, rows=mirrored(turned_over(front.rows))),
    }
    for key, film in layers.items():
        yield Figure(
            width=_WIDTH,
            height=_HEIGHT,
            scale=0.6,
            pieces=((film, 0, 0),),
            caption=both_below(f"print.film.{key}"),
        )
    side = _WIDTH / 2
    yield Figure(
        width=_WIDTH + side, height=2 * _HEIGHT - side, scale=0.5,
        pieces=((front, 0, 0), (other, side, _HEIGHT - side)), caption=both_below("print.film.locked"),
    )  # fmt: skip


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


def _seen(language: Language) -> tuple[Figure, ...]:
    """Return the line of four that the lesson on the screen begins with, as the cards lie."""
    rules, side = Karta(), _WIDTH / 2
    view = rules.view(rules.read(_SEEN, rules.info.setup(2)), None)
    left, top = (min(square.x for square in view.squares), min(square.y for square in view.squares))
    pieces = []
    for place in view.laid:
        rows = face(place.card, place.turned, place.over)
        film = Film(
            width=len(rows[0]) * side, height=len(rows) * side, rows=rows,
            leaf=(place.card + place.turned) % 4,
        )  # fmt: skip
        pieces.append((film, (place.x - left) * side, (place.y - top) * side))
    lines = []
    for line in view.lines:
        x, y, far = line.x - left + 0.5, line.y - top + 0.5, line.length - 1
        lines.append((x * side, y * side, (x + far * line.across) * side, (y + far * line.down) * side))
    across, down = (
        1 + max(square.x for square in view.squares) - left,
        1 + max(square.y for square in view.squares) - top,
    )
    return (
        Figure(
            width=across * side, height=down * side, scale=0.5, pieces=tuple(pieces), lines=tuple(lines),
            caption=say("howto.seen.line", language),
        ),
    )  # fmt: skip


def _cards() -> Iterator[Piece]:
    for number, front in enumerate(FRONTS):
        # The corner changes from card to card, and on the back to the other side with the card.
        corner = number % 4
        yield Piece(
            Film(width=_WIDTH, height=_HEIGHT, rows=front, leaf=corner),
            Film(width=_WIDTH, height=_HEIGHT, rows=turned_over(front), leaf=(1, 0, 3, 2)[corner]),
            f"karta-{number + 1:02}",
            two_faced=True,
        )


def _tokens() -> Iterator[Piece]:
    token = Token(shape="round", width=_TOKEN, height=_TOKEN)
    for number in range(_TOKENS):
        yield Piece(token, name=f"token-{number + 1:02}")
