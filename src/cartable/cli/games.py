"""`cartable games`: every game with its seats and options."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from cartable.cli.app import LANGUAGE, app, out, t
from cartable.core import Choice, Number, Option, Text, Toggle
from cartable.games import GAMES
from cartable.texts import game_title


@app.command(help=t("games"))
def games(*, json: Annotated[bool, Parameter(help=t("json"), negative="")] = False) -> None:
    infos = [rules.info for rules in GAMES.values()]
    if json:
        out.print(msgspec.json.encode(infos).decode(), markup=False)
        return
    table = Table(
        t("games.name"),
        t("games.title"),
        t("games.seats"),
        escape(t("games.options")),
        box=None,
        pad_edge=False,
    )
    for info in infos:
        seats = ", ".join(map(str, info.seats))
        options = ", ".join(f"{option.name} {_choices(option)}" for option in info.options)
        table.add_row(
            info.name, game_title(info.name, LANGUAGE), t("games.allowed", seats=seats), escape(options)
        )
    out.print(table, soft_wrap=False)


def _choices(option: Option) -> str:
    match option:
        case Toggle(default=default):
            return "[on]|off" if default else "on|[off]"
        case Choice(default=default, words=words):
            return "|".join(f"[{word}]" if word == default else word for word in words)
        case Number(default=default, low=low, high=high, unit=unit):
            return f"{low}…[{default}]…{high} {unit}".rstrip()
        case Text():
            return "@file"
