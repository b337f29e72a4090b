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


def test_a_draw_is_offered_declined_offered_again_and_agreed(visit: Visit) -> None:
    ada, bruno = in_two_homes(visit)
    menu(ada, "Offer a draw")
    bruno.get_by_role("button", name="Decline").click()
    expect(ada.locator(".offer")).to_contain_text("The draw was declined")
    menu(ada, "Offer a draw")
    expect(bruno.locator(".offer")).to_contain_text("offers a draw")
    assert serious(bruno) == []
    bruno.get_by_role("button", name="Accept").click()
    for page in (ada, bruno):
        expect(page.locator(".ranking")).to_be_visible()
        expect(page.locator(".why")).to_have_text("A draw was agreed.")


def test_who_gives_up_is_asked_first_and_loses(visit: Visit) -> None:
    ada, bruno = in_two_homes(visit)
    menu(bruno, "Resign")
    bruno.get_by_role("button", name="Cancel").click()
    bruno.get_by_role("button", name="Resign").click()
    assert serious(bruno) == []
    bruno.locator("[data-do=sure]").click()
    for page, winner, why in ((ada, "You", "Bruno has resigned."), (bruno, "Ada", "You have resigned.")):
        expect(page.locator(".ranking li").first).to_contain_text(winner)
        expect(page.locator(".why")).to_have_text(why)


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
