"""The deck of the day in the browser: from the shelf to a run, and back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import play_on


def test_a_run_goes_on_after_a_reload_is_sealed_and_counts_once(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Deck of the day").click()
    expect(page).to_have_url(re.compile("/day$"))
    expect(page.get_by_text("Nobody is listed yet.")).to_be_visible()
    page.locator('[data-do="day"]').click()
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    page.wait_for_timeout(200)
    play_on(page)
    table = page.url
    page.goto(table.partition("/t/")[0] + "/day")
    expect(page.get_by_role("status")).to_contain_text("under way")
    page.locator('[data-do="day"]').click()
    expect(page).to_have_url(table)
    expect(page.locator(".card.up").nth(1)).to_be_visible()

    page.goto(f"{table}#menu")
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    page.get_by_role("button", name="Abandon the game").click()
    page.locator('[data-do="sure"]').click()
    expect(page.get_by_text("did not reach the end of the deck")).to_be_visible()
    expect(page.locator('[data-do="replay"]')).to_have_count(0)
    record = page.evaluate("JSON.parse(localStorage.getItem('cartable.records'))[0].record")
    page.locator('[data-do="list"]').click()
    expect(page.get_by_role("status")).to_contain_text("did not reach the end")
    expect(page.locator('[data-do="day"]')).to_have_text("Play again for fun")
    page.goto(f"{page.url.removesuffix('/day')}/r/{record}")
    expect(page.get_by_text("sealed until the day ends")).to_be_visible()
