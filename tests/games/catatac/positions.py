"""Positions to speak of, and the few verbs with which the tests play on from them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cartable.core import Chance, Millis, Refused, Seat, Setup, Team, seed_of
from cartable.games.catatac import Catatac
from cartable.games.catatac.cards import PawCard, box
from cartable.games.catatac.moves import CatatacEvent, CatatacMove, Cooperate, Lay
from cartable.games.catatac.state import State
from cartable.games.catatac.yarn import BLACK, CLANS, WHITE

GAME = Catatac()
CODES = {face.code: face.card for face in box("").faces}
NOW = Millis(10_000)

__all__ = ["BLACK", "WHITE"]


def table(seats: int = 2, **options: bool | int | str) -> Setup:
    """Return a table with these options."""
    return GAME.info.setup(seats, options=options)


def position(
    hands: str,
    top: str = "J",
    yarn: str = "..w..",
    going: str = "turn:0",
    *,
    pile: str = "*",
    laid: str = "-",
    points: str = "*",
    won: str = "-/-",
    tokens: str = "-",
    distracted: str = "-",
    alphas: str = "-",
    **options: bool | int | str,
) -> State:
    """Return a position; what is not named lies in the draw pile, or under the discard without a pile."""
    discard = top if pile == "*" else "*" + top
    boosters = f"{tokens} {distracted} {alphas}"
    line = f"{hands} {pile} {discard} {points} {won} {yarn} 0 {going} {laid} {boosters}"
    return GAME.read(line, table(hands.count("/") + 1, **options))


def lay(code: str) -> Lay:
    """Name a card to lay by its code."""
    return Lay(CODES[code])


def cooperate(code: str) -> Cooperate:
    """Name a card to cooperate with by its code."""
    return Cooperate(CODES[code])


def falls(clan: Team) -> Chance:
    """Return a chance by which the yarn falls on this clan's side."""
    return next(
        Chance(seed_of(7), number)
        for number in range(100)
        if Chance(seed_of(7), number).choice(CLANS) == clan
    )


def play(state: State, seat: int, *moves: CatatacMove, side: Team = WHITE, at: int = NOW) -> State:
    """Return the position after one seat's moves; a toss falls on the side that is named."""
    for move in moves:
        state = GAME.play(state, Seat(seat), move, Millis(at), falls(side)).state
    return state


def events(state: State, seat: int, move: CatatacMove, side: Team = WHITE) -> tuple[CatatacEvent, ...]:
    """Return what happens by a move."""
    return GAME.play(state, Seat(seat), move, NOW, falls(side)).events


def moves(state: State, seat: int) -> list[CatatacMove]:
    """Return what a seat may do."""
    return list(GAME.moves(state, Seat(seat)))


def refused(state: State, seat: int, move: CatatacMove) -> tuple[str, str]:
    """Return the rule and the key with which a move is refused."""
    assert move not in moves(state, seat)
    with pytest.raises(Refused) as caught:
        GAME.play(state, Seat(seat), move, NOW, falls(WHITE))
    return caught.value.rule, caught.value.key


def hand(state: State, seat: int) -> str:
    """Return a seat's cards by their codes."""
    return written(state.hands[seat])


def written(cards: Iterable[PawCard]) -> str:
    """Return cards by their codes."""
    return "".join(box("").faces[card].code for card in cards)
