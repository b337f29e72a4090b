"""Karta Doppio at a distance: a clock, a card taken back, a draw."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import open_table
from tests.browser.test_access import serious
from tests.browser.test_karta import begin, lay_by_keyboard, lay_by_touch, my_turn


def in_two_homes(visit: Visit) -> tuple[Page, Page]:
    """Begin a game with a clock and taking back; return who begins, and the other."""
    ada = visit(size=(1440, 900), touch=False)
    code = open_table(ada, "karta")
    agreement = ada.locator(".agreement")
    agreement.get_by_text("5 min", exact=True).first.click()
    agreement.get_by_role("switch", name="Takebacks").check()
    expect(agreement.get_by_role("radio", name="5 min").first).to_be_checked()
    expect(agreement.get_by_text("Where is everyone?")).to_have_count(0)
    assert serious(ada) == []
    bruno = visit(f"/t/{code}", name="Bruno")
    expect(bruno.get_by_role("radio", name="5 min").first).to_be_checked()
    expect(bruno.get_by_role("switch", name="Takebacks")).to_be_checked()
    expect(bruno.get_by_role("switch", name="Takebacks")).to_be_disabled()
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    # Whoever opens the table is red, and begins.
    agreement.get_by_text("Ada", exact=True).click()
    begin(ada)
    expect(bruno.locator(".karta")).to_be_visible()
    return ada, bruno


def test_a_card_is_taken_back_until_the_other_lays_one(visit: Visit) -> None:
    ada, bruno = in_two_homes(visit)
    expect(ada.get_by_role("button", name="Take it back")).to_have_count(0)
    lay_by_keyboard(ada)
    expect(bruno.locator(".sat")).to_have_count(1)
    assert serious(ada) == []
    ada.keyboard.press("u")
    for page in (ada, bruno):
        expect(page.locator(".sat")).to_have_count(0)
    expect(bruno.locator(".verdict")).to_contain_text("took the card back")
    lay_by_keyboard(ada, turns=1)
    expect(ada.get_by_role("button", name="Take it back")).to_have_count(0)
    lay_by_touch(bruno)
    bruno.get_by_role("button", name="Take it back").tap()
    expect(ada.locator(".sat")).to_have_count(1)
    lay_by_touch(bruno)
    my_turn(ada)
    expect(bruno.get_by_role("button", name="Take it back")).to_have_count(0)


def test_the_clock_is_seen_by_both_and_a_draw_is_offered_and_agreed(visit: Visit) -> None:
    ada, bruno = in_two_homes(visit)
    for page in (ada, bruno):
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"\d:\d\d"))
    ada.locator(".corner.menu").click()
    ada.get_by_role("button", name="Offer a draw").click()
    expect(bruno.locator(".offer")).to_contain_text("offers a draw")
    expect(ada.locator(".offer")).to_contain_text("You offered a draw")
    ada.get_by_role("button", name="Withdraw the offer").click()
    for page in (ada, bruno):
        expect(page.locator(".offer")).to_have_count(0)
    ada.locator(".corner.menu").click()
    ada.get_by_role("button", name="Offer a draw").click()
    bruno.get_by_role("button", name="Accept").tap()
    for page in (ada, bruno):
        expect(page.locator(".ranking")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(0)
