"""Moves as short codes for a table, and a legend of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from cartable.analysis import CatatacStudy, KartaStudy
from cartable.cli.app import LANGUAGE, t
from cartable.core import Record
from cartable.games.catatac import CATATAC
from cartable.games.catatac.cards import Face
from cartable.games.catatac.moves import (
    Carry,
    CatatacMove,
    Cooperate,
    Counter,
    Decline,
    Distract,
    EndTurn,
    Lay,
    Open,
    Steal,
    StoreYarn,
    Toss,
    Use,
)
from cartable.games.catatac.terms import terms
from cartable.games.catatac.yarn import PLACES, Effect
from cartable.games.karta import Place
from cartable.texts import say


def faces_of(record: Record[CatatacMove]) -> tuple[Face, ...]:
    """Return the cards of a game of CATATAC."""
    return terms(CATATAC.info.filled(record.setup)).box.faces


def placed(place: Place) -> str:
    """Say where a card of Karta Doppio is laid, and how."""
    card = [str(place.card + 1)]
    if place.over:
        card.append(t("analyse.back"))
    if place.turned:
        card.append(f"↻{place.turned}")
    return t("analyse.place", card=" ".join(card), column=place.x, row=place.y)


def chosen(move: CatatacMove, faces: tuple[Face, ...]) -> str:
    """Say what is chosen in CATATAC."""
    said = _chosen(move, faces)
    return said[:1].upper() + said[1:]


def _chosen(move: CatatacMove, faces: tuple[Face, ...]) -> str:
    match move:
        case Lay(card):
            return t("analyse.lay", card=faces[card].code)
        case Cooperate(card):
            return t("analyse.cooperate", card=faces[card].code)
        case Use(way, to):
            return t("analyse.use", way=way + 1, place=to)
        case Carry(to):
            return say("web.catatac.do.carry", LANGUAGE, place=to)
        case Distract():
            return t("analyse.distract")
        case Decline():
            return say("web.catatac.decline", LANGUAGE)
        case EndTurn() | Open():
            return say("web.catatac.do.done", LANGUAGE)
        case Steal():
            return say("web.catatac.do.steal", LANGUAGE)
        case StoreYarn():
            return say("web.catatac.do.store", LANGUAGE)
        case Counter():
            return say("web.catatac.do.counter", LANGUAGE)
        case Toss():
            return say("web.catatac.do.toss", LANGUAGE)
    assert_never(move)


def key(studied: KartaStudy | CatatacStudy, faces: tuple[Face, ...]) -> Iterator[str]:
    """Return the legend of these moves."""
    if isinstance(studied, KartaStudy):
        yield t("analyse.key.karta")
        return
    places = (
        t("analyse.key", code=place, means=say(f"web.catatac.place.{place}", LANGUAGE)) for place in PLACES
    )
    yield ", ".join(places)
    moves = [move for one in studied.moves for move in (one.played, one.better)]
    for card in sorted({move.card for move in moves if isinstance(move, Lay | Cooperate)}):
        if ways := faces[card].ways:
            blocks = (_joined("then", map(_effect, way)) for way in ways)
            means = f"{_condition(faces[card])} {_joined('or', blocks)}."
            yield t("analyse.key", code=faces[card].code, means=means)


def _effect(effect: Effect) -> str:
    return say(f"web.catatac.effect.{effect.do}", LANGUAGE, far=effect.far)


def _joined(word: str, said: Iterable[str]) -> str:
    return say(f"web.catatac.{word}", LANGUAGE).join(said)


def _condition(face: Face) -> str:
    """Say which clan has to have the yarn."""
    when = set(face.when)
    which = "both" if len(when) > 1 else next(iter(when), "any")
    return say(f"web.catatac.when.{which}", LANGUAGE)
