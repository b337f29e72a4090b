"""The certificate: the proof that a deck is correct, in words that a parent understands."""

from __future__ import annotations

from cartable.decks.layout import Shape
from cartable.decks.pack import Pack
from cartable.decks.press.box import card_size
from cartable.decks.press.faces import Symbols
from cartable.decks.press.typeset import Certificate
from cartable.texts import LANGUAGES, Language, say

_SAMPLE = 60.0


def certificates(pack: Pack, name: str, shape: Shape = "round") -> tuple[Certificate, ...]:
    """Return the certificate of a deck in each language."""
    return tuple(certificate(pack, name, language, shape) for language in LANGUAGES)


def certificate(pack: Pack, name: str, language: Language, shape: Shape = "round") -> Certificate:
    """Look at every pair of cards and say what was found; raise ValueError if the deck is not correct."""
    report = pack.deck.check()
    if not report.right:
        raise ValueError(
            f"cards {report.wrong} do not share exactly one symbol: this deck has no certificate"
        )
    counts = {
        "cards": report.cards,
        "symbols": report.symbols,
        "each": report.per_card[0],
        "pairs": report.pairs,
    }
    shared = pack.emblems[pack.deck.shared(pack.deck.cards[0], pack.deck.cards[1])]
    proofs = ["certificate.cards", "certificate.pairs", "certificate.hand"]
    if report.differences:
        proofs.append("certificate.circle")
    return Certificate(
        title=say("certificate.title", language),
        deck=f"{name} · {pack.theme.title(language)}",
        cards=(_shown(pack, 0, shape), _shown(pack, 1, shape)),
        example=say("certificate.example", language, name=shared.name(language)),
        sentences=tuple(say(key, language, **counts) for key in proofs),
        heading=say("certificate.heading", language),
        bars=tuple(
            (say("certificate.bar", language, times=times), symbols)
            for times, symbols in report.appearances.items()
        ),
        foot=say("certificate.foot", language, order=pack.deck.order),
    )


def _shown(pack: Pack, number: int, shape: Shape) -> Symbols:
    width, height = card_size(_SAMPLE, shape)
    return Symbols(shape=shape, width=width, height=height, places=pack.drawn(shape).cards[number])
