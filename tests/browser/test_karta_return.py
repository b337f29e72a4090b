"""Karta Doppio on one screen for two, with a television, and its return game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, open_table
from tests.browser.test_access import serious
from tests.browser.test_karta import begin, laid, lay_by_keyboard


def both_seats(page: Page) -> str:
    """Open a table with a return game and take both seats; return its code."""
    code = open_table(page, "karta")
    page.get_by_role("switch", name="Return game").check()
    page.locator("li.seat.empty button").last.click()
    expect(page.locator("li.seat.mine")).to_have_count(2)
    return code


def hands(page: Page) -> tuple[list[str], list[str]]:
    """Return the cards of red and of blue, as their sides of the table show them."""
    return labels(page, "red"), labels(page, "blue")


def labels(page: Page, colour: str) -> list[str]:
    """Return what a hand's cards are called."""
    cards = page.locator(f"section.{colour} .hand [aria-label]").all()
    return [card.get_attribute("aria-label") or "" for card in cards]


@pytest.mark.long
def test_two_on_one_screen_play_a_game_and_its_return_while_the_television_shows_it(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    code = both_seats(page)
    television = visit(f"/t/{code}#tv", size=(1920, 1080), touch=False)
    begin(page)
    dealt = hands(page)
    for turn in range(16):
        if page.locator(".interval").count() > 0:
            break
        lay_by_keyboard(page, turns=turn % 4)
        if turn == 3:
            expect(television.locator(".sat")).to_have_count(4)
            assert television.locator(".karta button").count() == 0
            assert serious(television) == []
    expect(page.locator(".interval")).to_contain_text("return game")
    expect(television.locator(".interval")).to_be_visible()
    # Last: on a busy machine it may take as long as the break.
    assert serious(page) == []
    expect(page.locator(".interval")).to_have_count(0)
    expect(page.locator(".standing")).to_contain_text("Return game")
    assert laid(page) == 0
    assert hands(page) == dealt
    lay_by_keyboard(page)
    expect(television.locator(".sat")).to_have_count(1)


def test_two_on_one_screen_agree_on_a_draw(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    both_seats(page)
    begin(page)
    page.locator(".corner.menu").click()
    page.get_by_role("button", name="Offer a draw").first.click()
    expect(page.locator(".offer")).to_contain_text("offers a draw")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(".ranking")).to_be_visible()


def test_the_next_game_has_the_return_game_and_the_bot_chosen_at_the_end_of_this_one(visit: Visit) -> None:
    page = visit(size=(844, 390))
    open_table(page, "karta")
    add_bot(page)
    begin(page)
    resign(page)
    expect(page.get_by_label("Bots")).to_have_value("easy")
    assert serious(page) == []
    page.get_by_label("Bots").select_option("hard")
    page.get_by_role("switch", name="Play two games").check()
    page.locator('[data-do="again"]').click()
    expect(page.locator('[data-do="again"]')).to_have_count(0)
    resign(page)
    expect(page.get_by_label("Bots")).to_have_value("hard")
    expect(page.get_by_role("switch", name="Play two games")).to_be_checked()


def resign(page: Page) -> None:
    """Resign, and wait for the results."""
    page.locator(".corner.menu").click()
    page.get_by_role("button", name="Resign").click()
    page.locator('[data-do="sure"]').click()
    expect(page.locator("dialog:not(.deaf) .ranking")).to_be_visible()
