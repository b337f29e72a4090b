"""The deck of the day in the browser: from the shelf to a run, and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import play_on, searched

KEY = """(symbol) => {
  const card = document.querySelector('.felt > .place .card.up:has(kbd)');
  const symbols = [...(card?.querySelectorAll('[data-symbol]') ?? [])];
  const at = symbols.findIndex((one) => Number(one.dataset.symbol) === symbol);
  return card?.querySelectorAll('kbd')[at]?.textContent ?? '';
}"""
"""The key that one's own card shows beside a symbol."""


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
    page.get_by_role("button", name="Leave…").click()
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


@pytest.mark.long
@pytest.mark.rule("TABLE-16")
def test_a_whole_run_by_keyboard_is_listed_and_written_into_the_book(visit: Visit) -> None:
    page = visit("/", touch=False, size=(1440, 900))

    def pressed(name: str) -> None:
        """Press a button as one does without a mouse."""
        button = page.get_by_role("button", name=name)
        expect(button).to_be_enabled()
        for _ in range(60):
            if button.evaluate("(one) => one === document.activeElement"):
                break
            page.keyboard.press("Tab")
        assert button.evaluate("(one) => one === document.activeElement"), f"no way to {name}"
        page.keyboard.press("Enter")

    pressed("Deck of the day")
    pressed("Play")
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    page.keyboard.press("Shift")  # From the first key on, each symbol shows its own.
    for _ in range(400):
        if page.locator('[data-do="list"]').count() > 0:
            break
        for _, symbol in searched(page):
            if key := page.evaluate(KEY, symbol):
                page.keyboard.press(key)
    expect(page.locator(".over .total")).to_contain_text(re.compile(r"\d\ss for the whole deck"))
    expect(page.get_by_text("This try counts.")).to_be_visible()
    expect(page.locator("dialog:not(.deaf)")).to_be_visible()  # It came by itself: deaf at first.
    pressed("See the list")
    standing = page.get_by_role("status")
    # Where the machine paints too late for its pings, the arbiter believes nobody (FAIR-10).
    expect(standing).to_contain_text(re.compile("You are 1st today|could not be verified"))
    listed = int("1st" in standing.inner_text())
    expect(page.locator("tr.own")).to_have_count(listed)
    expect(page.get_by_text("Nobody is listed yet.")).to_have_count(1 - listed)
    page.goto(page.url.replace("/day", "/book"))
    expect(page.locator("main ol li")).to_have_count(1)
    expect(page.locator(".runs tbody tr")).to_have_count(listed)
