"""CATATAC at a distance: a draw that is offered and agreed, a game that is given up, a card that is read."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, open_table
from tests.browser.test_access import serious
from tests.browser.test_catatac import begin
from tests.browser.test_karta import touch


def in_two_homes(visit: Visit) -> tuple[Page, Page]:
    """Begin a game of two people."""
    ada = visit()
    code = open_table(ada, "catatac")
    bruno = visit(f"/t/{code}", name="Bruno", size=(1440, 900), touch=False)
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    begin(ada)
    expect(bruno.locator(".held")).to_have_count(6)
    return ada, bruno


def menu(page: Page, item: str) -> None:
    """Choose something from the menu."""
    page.locator(".corner.menu").click()
    page.get_by_role("button", name=item).click()


def test_a_draw_is_offered_and_agreed(visit: Visit) -> None:
    ada, bruno = in_two_homes(visit)
    menu(ada, "Offer a draw")
    expect(bruno.locator(".offer")).to_contain_text("offers a draw")
    assert serious(bruno) == []
    bruno.locator(".offer button").click()
    for page in (ada, bruno):
        expect(page.locator(".ranking")).to_be_visible()


def test_who_gives_up_loses(visit: Visit) -> None:
    ada, bruno = in_two_homes(visit)
    menu(bruno, "Resign")
    for page, winner in ((ada, "You"), (bruno, "Ada")):
        expect(page.locator(".ranking li").first).to_contain_text(winner)


def test_a_card_that_a_finger_rests_on_is_explained_and_not_chosen(visit: Visit) -> None:
    page = visit()
    open_table(page, "catatac")
    add_bot(page)
    begin(page)
    page.mouse.move(195, 200)  # A mouse that rests on a card explains it, too.
    fingers = page.context.new_cdp_session(page)
    for card in (page.locator(".held").nth(2), page.locator(".top")):
        box = card.bounding_box()
        assert box is not None
        touch(fingers, "touchStart", (box["x"] + 20, box["y"] + 30))
        expect(page.locator(".explain")).to_be_visible()
        touch(fingers, "touchEnd")
        expect(page.locator(".explain")).to_have_count(0)
        expect(page.locator(".held.chosen")).to_have_count(0)
