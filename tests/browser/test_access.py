"""Nobody is shut out: axe finds nothing serious on any screen, in the day or in the evening."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, open_table, start


def serious(page: Page) -> list[str]:
    """Return what axe finds serious or worse on a page."""
    page.wait_for_timeout(400)  # What is still fading in has no contrast yet.
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_the_shelf_and_what_opens_on_it(visit: Visit, dark: bool, size: tuple[int, int]) -> None:
    page = visit(size=size, dark=dark)
    assert serious(page) == []
    for opened in ("spot", "settings", "rules-spot/tower"):
        page.goto(page.url.partition("#")[0] + "#" + opened)
        expect(page.locator("dialog")).to_be_visible()
        assert serious(page) == [], opened
        page.locator("dialog .close").click()


@pytest.mark.parametrize("dark", [False, True])
def test_the_lobby_the_game_and_its_menu(visit: Visit, dark: bool) -> None:
    page = visit(dark=dark)
    open_table(page, "spot/tower")
    add_bot(page)
    assert serious(page) == [], "lobby"
    page.locator("li.seat.mine button").first.click()
    assert serious(page) == [], "seat"
    page.locator("dialog .close").click()
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    assert serious(page) == [], "game"
    page.locator(".corner.menu").click()
    assert serious(page) == [], "menu"
    page.locator("dialog li button").last.click()
    expect(page.locator(".boxes")).to_be_visible()


def test_the_door_and_the_lesson(visit: Visit) -> None:
    page = visit(guided=False)
    open_table(page, "spot/tower")
    expect(page.locator(".lesson .card.up").nth(1)).to_be_visible()
    assert serious(page) == []
