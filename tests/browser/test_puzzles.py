"""Puzzles in the browser, and the list of one's own games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cartable.analysis.puzzles import puzzles
from tests.browser.conftest import Visit
from tests.browser.players import choose_symbols, open_table, resize, start
from tests.browser.test_lying import LYING, assert_seen


def test_a_puzzle_is_tried_its_solution_seen_and_the_next_one_comes(visit: Visit) -> None:
    page = visit("/", touch=False, size=(1280, 860))
    page.get_by_role("button", name="Karta puzzles").click()
    expect(page).to_have_url(re.compile("/puzzles#[0-9a-f]{10}$"))
    said = page.locator(".exercise .said")
    expect(said).to_contain_text("to play")
    page.keyboard.press("1")
    expect(page.locator(".exercise .tools")).to_be_visible()
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".exercise .outline").first).to_be_visible()
    expect(page.locator(".exercise .above")).to_contain_text("In a row: 0")
    page.get_by_role("button", name="Next").click()
    expect(said).to_contain_text("to play")
    assert page.evaluate("JSON.parse(localStorage.getItem('cartable.puzzles')).seen.length") == 1
    resize(page, *LYING)
    assert_seen(page, ".exercise .row > *", ".exercise .hand .card")
    page.get_by_role("button", name="Solution").click()
    assert_seen(page, ".exercise .row > *")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_table_and_the_hands_of_a_puzzle_have_most_of_the_screen(visit: Visit, locale: str) -> None:
    page = visit("/puzzles", locale=locale)
    for kind in ("two", "five"):
        puzzle = next(puzzle for puzzle in puzzles() if puzzle.kind == kind)
        page.goto(f"{page.url.partition('#')[0]}#{puzzle.id}")
        for width, height, least in ((1440, 900, (980, 860, 88, 42)), (390, 844, (370, 400, 42, 36))):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            expect(page.locator(".exercise .card").first).to_be_visible()
            assert_large(page, ".exercise .clear", *least[:2])
            assert_large(page, ".exercise .hand .card", least[2])
            assert_large(page, ".exercise .far svg", least[3])
            assert_seen(page, ".exercise .row > *", ".exercise .hand .card")


def assert_large(page: Page, selector: str, width: int, height: int = 0) -> None:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    assert (box["width"] >= width, box["height"] >= height) == (True, True), (selector, box)


def test_a_game_is_written_into_the_book_saved_deleted_and_brought_back(visit: Visit) -> None:
    page = visit()
    open_table(page, "spot/practice")
    choose_symbols(page, 4)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    page.locator('[data-do="enough"]').click()
    expect(page.locator('[data-do="replay"]')).to_be_visible()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('cartable.book') ?? '[]').length === 1")
    page.goto(page.url.partition("/t/")[0] + "/book")
    expect(page.locator("main ol li")).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    page.get_by_role("button", name="Delete them all").click()
    page.get_by_role("button", name="Delete them all").click()
    expect(page.locator("main p")).to_contain_text("empty")
    page.locator("input[type=file]").set_input_files(saved.value.path())
    expect(page.locator("main ol li")).to_have_count(1)
    page.locator("main ol a").click()
    expect(page.locator("main.replay .felt")).to_be_visible()
