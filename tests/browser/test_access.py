"""Nobody is shut out: axe finds nothing serious on any screen, in the day or in the evening."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, choose_symbols, open_table, play_out, start


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


@pytest.mark.parametrize("dark", [False, True])
def test_what_opens_at_a_table(visit: Visit, dark: bool) -> None:
    page = visit(dark=dark)
    code = open_table(page, "island/adventure")
    add_bot(page)
    assert serious(page) == [], "teams"
    for opened in ("menu", "invite", "settings", "rules-island/adventure"):
        page.goto(f"{page.url.partition('#')[0]}#{opened}")
        expect(page.locator("dialog")).to_be_visible()
        assert serious(page) == [], opened
    door = visit(f"/t/{code}", name="", dark=dark)
    expect(door.locator("#name")).to_be_visible()
    assert serious(door) == [], "door"
    tv = visit(f"/t/{code}#tv", dark=dark, size=(1440, 900))
    expect(tv.locator("img[alt]")).to_be_visible()
    assert serious(tv) == [], "television"
    lost = visit("/t/ZZZZZ", dark=dark)
    expect(lost.locator(".gone")).to_be_visible()
    assert serious(lost) == [], "no such table"


@pytest.mark.parametrize("dark", [False, True])
def test_watching_a_break_and_the_end(visit: Visit, dark: bool) -> None:
    page = visit(dark=dark)
    code = open_table(page, "spot/tower")
    choose_symbols(page, 4)
    add_bot(page)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    late = visit(f"/t/{code}", name="Zoé", dark=dark)
    expect(late.locator(".watching button")).to_be_visible()
    assert serious(late) == [], "watching"
    page.locator(".corner.menu").click()
    page.locator("dialog li button", has_text="Pause").click()
    expect(page.locator(".paused")).to_be_visible()
    assert serious(page) == [], "break"
    page.locator(".paused button").click()
    play_out(page)
    assert serious(page) == [], "end"
    assert serious(late) == [], "end, for who watched"


def test_the_door_and_the_lesson(visit: Visit) -> None:
    page = visit(guided=False)
    open_table(page, "spot/tower")
    expect(page.locator(".lesson .card.up").nth(1)).to_be_visible()
    assert serious(page) == []
