"""A phone on its side: all that one needs to play is seen without scrolling, and nothing lies over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.fingers import gather
from tests.browser.players import add_bot, open_table, start
from tests.browser.test_catatac import against_bots, my_turn
from tests.browser.test_island import begin as begin_island

LYING = (844, 390)

HIDDEN = """(what) => [...document.querySelectorAll(what)].filter((one) => {
  const { x, y, width, height, right, bottom } = one.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return x < 0 || y < 0 || right > innerWidth || bottom > innerHeight || !one.contains(over);
}).map((one) => one.outerHTML.slice(0, 90))"""
"""What sticks out of the screen, or has something else over its middle."""


def assert_seen(page: Page, *selectors: str) -> None:
    for selector in selectors:
        expect(page.locator(selector).first).to_be_visible()
        assert page.evaluate(HIDDEN, selector) == []


def test_the_shelf_and_the_lobby_show_what_one_came_for(visit: Visit) -> None:
    page = visit("/", size=LYING)
    assert_seen(page, ".box", ".pocket .button.main", "#code")
    open_table(page, "spot/tower")
    assert_seen(page, "li.seat.mine .take", '[data-add="bot"]', '[data-do="start"]', ".invite img")


@pytest.mark.parametrize("game", ["gift", "triplet", "catch"])
def test_the_cards_of_spot_lie_within_the_screen(visit: Visit, game: str) -> None:
    page = visit(size=LYING)
    open_table(page, f"spot/{game}")
    add_bot(page)
    add_bot(page)
    start(page)
    expect(page.locator("div.count")).to_have_count(0)
    assert_seen(page, ".felt .card.up", ".corner")


def test_a_hint_moves_no_card_of_the_island(visit: Visit) -> None:
    page = visit(size=LYING)
    open_table(page, "island/ports")
    add_bot(page)
    add_bot(page)
    begin_island(page)
    assert_seen(page, "[data-hand]", "[data-slot] .place > button", ".course", ".corner")
    before = page.locator("[data-hand]").bounding_box()
    page.locator("[data-hand] .symbol").first.tap()
    expect(page.locator(".hint")).to_be_visible()
    assert page.locator("[data-hand]").bounding_box() == before


def test_the_ways_of_a_card_of_catatac_are_seen(visit: Visit) -> None:
    page = visit(size=LYING)
    against_bots(page, 3)
    my_turn(page)
    assert_seen(page, "button.legend", ".corner")
    page.locator(".held.able").last.tap()
    assert_seen(page, "button.way")


def test_two_play_karta_face_to_face(visit: Visit) -> None:
    page = visit(size=LYING)
    fingers = gather(page, "karta", 2, options={"colour": "first"})
    for turn in range(4):
        expect(page.locator(".karta.opposite")).to_have_count(turn % 2)
        # The card that was laid fades out of the hand.
        expect(page.locator("section.turn .hand button[aria-pressed=true]")).to_have_count(0)
        assert_seen(page, "section.turn .hand button")
        fingers.tap("section.turn .hand button")
        expect(page.locator(".outline.ok")).to_be_visible()
        assert_seen(page, ".tool", ".lay")
        fingers.tap(".lay")
        expect(page.locator(".sat")).to_have_count(turn + 1)
