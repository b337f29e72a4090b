"""The yarn, and the alley of five places that it lies on."""

from __future__ import annotations

from typing import Final, Literal, NewType

from msgspec import Struct

from cartable.core import Team

YarnPlace = NewType("YarnPlace", int)
"""From White's hideout, 0, over the three alleys, 1 to 3, to Black's hideout, 4."""

Deed = Literal["store", "move", "steal", "counter", "toss"]

WHITE: Final = Team(0)
BLACK: Final = Team(1)
CLANS: Final = (WHITE, BLACK)

NEUTRAL: Final = YarnPlace(2)
ALLEYS: Final = (YarnPlace(1), NEUTRAL, YarnPlace(3))
PLACES: Final = (YarnPlace(0), *ALLEYS, YarnPlace(4))


class Effect(Struct, frozen=True):
    """One icon of an action block, with its distance where it has one."""

    do: Deed
    far: int = 0


class Yarn(Struct, frozen=True):
    """Where the yarn lies, and which clan possesses it."""

    place: YarnPlace
    clan: Team


def hideout(clan: Team) -> YarnPlace:
    """Return the clan's hideout."""
    return PLACES[-clan]


def doorstep(clan: Team) -> YarnPlace:
    """Return the alley next to the clan's hideout."""
    return ALLEYS[-clan]


def rival(clan: Team) -> Team:
    """Return the other clan."""
    return CLANS[1 - clan]


def on_alley(yarn: Yarn) -> bool:
    """Tell whether the yarn lies on an alley."""
    return yarn.place in ALLEYS


def reach(effect: Effect, yarn: Yarn, clan: Team) -> tuple[Yarn, ...]:
    """Return all that the effect may make of the yarn for this clan; empty where it is impossible.

    A toss leaves the yarn as it is here: no effect depends on how it falls.
    """
    place = yarn.place
    if effect.do == "counter":
        return (Yarn(doorstep(rival(clan)), yarn.clan),) if place == hideout(rival(clan)) else ()  # CTC-16
    if not on_alley(yarn):  # CTC-39
        return ()
    if effect.do == "store":
        home = hideout(clan)
        return (Yarn(home, yarn.clan),) if abs(place - home) == effect.far else ()  # CTC-13
    if effect.do == "move":
        return tuple(Yarn(to, yarn.clan) for to in ALLEYS if abs(place - to) == effect.far)  # CTC-14
    return (Yarn(place, clan),) if effect.do == "steal" else (yarn,)  # CTC-15, CTC-17


def walks(effects: tuple[Effect, ...], yarn: Yarn, clan: Team) -> tuple[tuple[Yarn, ...], ...]:
    """Return every way through all the effects in order, as the yarn after each of them (CTC-8)."""
    found: tuple[tuple[Yarn, ...], ...] = ((),)
    for effect in effects:
        found = tuple(
            (*walk, after) for walk in found for after in reach(effect, walk[-1] if walk else yarn, clan)
        )
    return found
