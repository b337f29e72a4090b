"""The box's game: one game, or two with the return, where the colours are swapped (KARTA-17)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from cartable.core import Plan, Result, Series, Setup, Toggle, ranked
from cartable.games.karta.position import CORNER, Place, Position
from cartable.games.karta.rules import COLOUR, SEATS, Karta, KartaView, Placed, Stuck, by_team

RETURN: Final = Toggle("return")


class Double(Plan[Position, Place, Placed | Stuck, KartaView]):
    """One game or two; the standing is the tokens of each team, then the dots of each."""

    game: Final = Karta()

    def rules(self, setup: Setup, index: int) -> Karta:
        return self.game

    def every(self) -> tuple[Karta, ...]:
        return (self.game,)

    def setup(self, setup: Setup, index: int, standing: tuple[int, ...], before: Position | None) -> Setup:
        if before is None:
            return setup
        red, blue = before.dealt
        return replace(setup, deal=(1 - before.red, *red, *blue))  # KARTA-17

    def standing(
        self, setup: Setup, index: int, standing: tuple[int, ...], game: Position
    ) -> tuple[int, ...]:
        earned = (*by_team(game, game.tokens), *by_team(game, game.dots))
        # A series starts with a number for each team alone: no dots were seen yet.
        return tuple(a + b for a, b in zip(earned, (*standing, *(0,) * SEATS), strict=False))

    def result(self, setup: Setup, index: int, standing: tuple[int, ...]) -> Result | None:
        if setup.toggle(RETURN.name) and index == 0:
            return None
        tokens, dots = standing[:SEATS], standing[SEATS:]
        return ranked(list(zip(tokens, dots, strict=True)), tokens)


KARTA: Final = Series(
    replace(Karta.info, name="karta", options=(COLOUR, RETURN, CORNER)),
    Double(),
)
