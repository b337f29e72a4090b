"""Coming and going: wrong codes, a second tab, being sent away."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import open_table


def test_a_code_that_does_not_exist_is_said_kindly(visit: Visit) -> None:
    page = visit("/")
    for width, height in ((390, 844), (844, 390), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator(".tag button")).to_be_disabled()
        before = page.locator(".boxes").bounding_box()
        page.locator("#code").fill("ZZZZZ")
        page.locator(".tag button").click()
        expect(page.locator("#refusal")).not_to_be_empty()
        assert page.locator(".boxes").bounding_box() == before, (width, height)
    page.locator("#code").fill("")
    expect(page.locator(".tag button")).to_be_disabled()


def test_a_newcomer_is_asked_for_a_name_and_then_sits(visit: Visit) -> None:
    code = open_table(visit(), "spot/tower")
    page = visit(f"/t/{code}", name="")
    page.locator("#name").fill("Chloé")
    page.locator("form .main").click()
    expect(page.locator("li.seat.mine")).to_contain_text("Chloé")


def test_the_same_seat_in_a_second_tab_leaves_the_first_one(visit: Visit) -> None:
    first = visit()
    code = open_table(first, "spot/tower")
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.locator("li.seat.mine")).to_be_visible()
    expect(first.locator(".gone")).to_be_visible()
    first.locator(".gone .main").click()
    expect(first.locator("li.seat.mine")).to_be_visible()
    assert code in first.url


def test_who_is_sent_away_is_told_so(visit: Visit) -> None:
    host = visit()
    code = open_table(host, "spot/tower")
    guest = visit(f"/t/{code}", name="Bruno")
    expect(guest.locator("li.seat.mine")).to_be_visible()
    host.locator("li.seat", has_text="Bruno").locator("button").first.click()
    host.locator('dialog [data-do="remove"]').click()
    host.locator('dialog [data-do="sure"]').click()
    expect(guest.locator(".gone")).to_be_visible()
    expect(host.locator("li.seat:not(.empty)")).to_have_count(1)
