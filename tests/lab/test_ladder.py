"""What is written of the bots' strength is what was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cartable.bots import names
from cartable.games import GAMES

ROOT = Path(__file__).parents[2]
README, LADDER = ((ROOT / page).read_text("utf-8") for page in ("README.md", "docs/ladder.md"))

COLUMNS = {"Karta Doppio": "karta, 2 seats", "CATATAC for two": "catatac, 2 seats"}
"""The columns of the table in the README, and the sections of the ladder that they come from."""

ROW = re.compile(r"^\| `?(\w+)`? \| (.+) \|$", re.MULTILINE)


def section(title: str) -> str:
    """Return a section of the ladder."""
    return LADDER.split(f"## {title}\n")[1].partition("\n## ")[0]


def test_the_readme_shows_the_ladder_as_it_is() -> None:
    table = README.split("### How strong the bots are\n")[1].partition("\n## ")[0]
    head, *rows = ROW.findall(table)
    assert head[1].split(" | ") == list(COLUMNS)
    for bot, cells in rows:
        for title, cell in zip(COLUMNS.values(), cells.split(" | "), strict=True):
            elo, _, interval = cell.partition(" ")
            assert (f"| {bot} | {elo} | {interval} |" in section(title)) or (
                cell == "–" and f"| {bot} |" not in section(title)
            )


def test_the_readme_says_how_strong_hard_is_at_a_table_of_four() -> None:
    (said,) = re.findall(r"CATATAC's `hard` wins (\S+% \[.+?\])", README)
    hard = dict(ROW.findall(section("catatac, 4 seats")))["hard"]
    assert hard.endswith(f" – | {said}")


@pytest.mark.parametrize("game", ["karta"])
def test_every_bot_of_a_box_where_one_thinks_is_on_the_ladder(game: str) -> None:
    assert {bot for bot, _ in ROW.findall(section(f"{game}, 2 seats"))} - {"bot"} == set(names(game))


def test_every_section_is_of_a_game_and_of_bots_that_there_are() -> None:
    sections = re.findall(r"^`cartable arena (\S+) --bots (\S+) ", LADDER, re.MULTILINE)
    assert sections
    for game, bots in sections:
        assert set(bots.split(",")) <= set(names(game.partition("/")[0]))
        assert game in GAMES
