"""`cartable bench`: how fast it is on this machine."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from rich.table import Table

from cartable.cli.app import app, out, t

benches = App(name="bench", help=t("bench"))
app.command(benches)


@benches.default
def bench(
    *,
    seconds: Annotated[float, Parameter(help=t("bench.seconds"))] = 1.0,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    from cartable.lab import bench

    built = list(bench.decks())
    played = list(bench.games(int(seconds * 1_000_000_000)))
    if json:
        out.print(msgspec.json.encode({"decks": built, "games": played}).decode(), markup=False)
        return
    table = Table(
        t("bench.order"), t("bench.cards"), t("bench.build"), t("bench.check"), box=None, pad_edge=False
    )
    for deck in built:
        table.add_row(str(deck.order), str(deck.cards), _thousandths(deck.build), _thousandths(deck.check))
    out.print(table)
    out.print()
    table = Table(
        t("games.name"), t("games.seats"), t("bench.games"), t("bench.moves"), box=None, pad_edge=False
    )
    for game in played:
        table.add_row(game.game, str(game.seats), str(game.games), str(game.moves))
    out.print(table)


def _thousandths(micros: int) -> str:
    return f"{micros / 1000:.2f}"
