"""A run alone, and a link to it that somebody else plays against."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import SMALL, open_table, play_out, resize, start
from tests.browser.test_access import serious
from tests.browser.test_lying import LYING, assert_seen


def test_a_run_becomes_a_link_and_somebody_else_plays_its_cards_against_it(visit: Visit) -> None:
    ada = visit()
    open_table(ada, "spot/tower", deck=SMALL)
    expect(ada.locator("footer p")).to_contain_text("against the clock")
    start(ada)
    expect(ada.get_by_role("timer", name="Your time")).to_have_text(re.compile(r"^\d\ss$"))
    play_out(ada, believed=True)
    expect(ada.get_by_role("heading", name="Finished")).to_be_visible()
    expect(ada.locator(".run .total")).to_have_text(re.compile(r"6 cards in \d+\.\d\d\ss"))
    assert ada.locator(".crown").count() == 0
    assert serious(ada) == []
    ada.locator('dialog [data-do="more"]').click()
    record = ada.evaluate("document.querySelector('a[download]').href").rpartition("/")[2]

    bob = visit(f"/ghost/{record}", name="Bruno")
    expect(bob.get_by_role("heading", name="Ada challenges you: The Tower")).to_be_visible()
    assert serious(bob) == []
    bob.locator('[data-do="chase"]').press("Enter")
    expect(bob.locator(".ghost")).to_contain_text("Ada")
    bob.reload()
    expect(bob.locator(".ghost")).to_contain_text("Ada")
    play_out(bob, believed=True)
    expect(bob.locator(".run .versus")).to_contain_text(re.compile("(faster|slower) than Ada"))
    bob.locator(".run summary").click()
    expect(bob.locator(".run tbody tr").last).to_be_visible()
    expect(bob.locator(".run tbody tr")).to_have_count(6)
    assert serious(bob) == []
    resize(bob, *LYING)
    assert_seen(bob, '[data-do="again"]')
    bob.locator('dialog [data-do="more"]').click()
    bob.get_by_role("button", name="Change game").click()
    bob.locator('[data-game="spot/well"] .game').press("Enter")
    expect(bob.get_by_role("heading", name="The Well", level=1)).to_be_visible()
    assert_seen(bob, '[data-do="start"]')

    bob.goto(bob.url.partition("/t/")[0] + "/book")
    expect(bob.locator(".ghosts")).to_contain_text("Ghosts chased: 1.")
    ada.goto(bob.url)
    expect(ada.locator(".runs tbody tr")).to_contain_text(re.compile(r"The Tower\s+3 symbols, 6 cards"))
    ada.locator(".runs a").click()
    expect(ada.locator("main.replay .felt")).to_be_visible()

    nobody = visit("/ghost/c0ffee")
    expect(nobody.locator("body")).to_contain_text("There is no such game record.")
