"""Every game of Spot it! is played to its end in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, choose_symbols, open_table, play_out, start


@pytest.mark.parametrize("game", ["well", "gift", "triplet", "potato", "catch", "faceoff"])
def test_a_game_against_a_bot_is_played_to_its_end(visit: Visit, game: str) -> None:
    page = visit(size=(820, 1180))
    open_table(page, f"spot/{game}")
    choose_symbols(page, 4)
    add_bot(page)
    start(page)
    expect(page.locator(".card.up").first).to_be_visible()
    play_out(page)


def test_from_the_shelf_to_a_game_against_bots_in_one_tap(visit: Visit) -> None:
    page = visit()
    page.locator(".pocket .button.main").click()
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    expect(page.locator(".plate")).to_have_count(3)
