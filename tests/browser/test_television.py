"""A television: shown a table by a code, next to phones, forgotten, and at the end of a game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import SMALL, add_bot, open_table, play_out, start

HIDE = """hidden => {
  const value = hidden ? 'hidden' : 'visible';
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""

COVERED = """() => {
  const names = [...document.querySelectorAll('.tag, .join')].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('.felt .card')].flatMap((card) => {
    const round = card.getBoundingClientRect();
    const [x, y, far] = [round.x + round.width / 2, round.y + round.height / 2, round.width / 2];
    return names.filter((name) => Math.hypot(
      Math.max(name.left - x, 0, x - name.right), Math.max(name.top - y, 0, y - name.bottom)) < far - 1);
  }).length;
}"""
"""Counts the names and invitations that lie over a round card."""


SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"


def test_a_television_is_shown_the_table_by_its_code_and_a_forgotten_one_takes_no_cards(visit: Visit) -> None:
    ada = visit()
    open_table(ada, "spot/tower", deck=SMALL)
    television = visit("/tv", size=(1920, 1080), touch=False)
    warned: list[str] = []
    television.on("console", lambda one: warned.append(one.text))
    expect(television.locator(".code")).not_to_have_text("····")
    shown = television.locator(".code").inner_text()
    ada.locator('[data-do="tv"]').click()
    form = ada.locator("dialog form")
    form.locator("input").fill("ZZZZ" if shown != "ZZZZ" else "ZZZX")
    form.locator("button").click()
    expect(ada.locator("dialog [role=alert]")).to_contain_text("ten minutes")
    form.locator("input").fill(shown.lower())
    form.locator("button").click()
    expect(ada.locator("dialog")).to_contain_text("The table is on the TV.")
    expect(television.locator(".tv .code")).to_be_visible()
    ada.locator("dialog .close, dialog button[aria-label=Close]").first.click()

    add_bot(ada)
    start(ada)
    expect(television.locator('[data-place="middle"]')).to_be_visible()
    expect(television.locator(".tag[data-seat]")).to_have_count(2)
    expect(television.locator(".tag:not([data-seat])")).to_have_text("Middle card")
    expect(television.locator(".join img")).to_be_visible()
    assert television.evaluate(COVERED) == 0
    assert television.locator(".join span").evaluate(SIZE) >= 28
    assert television.locator(".notices").evaluate(SIZE) >= 28
    expect(ada.locator(".stock")).to_contain_text("The middle card is on the TV")
    television.evaluate(HIDE, True)
    expect(ada.locator(".stock")).not_to_contain_text("on the TV")
    expect(ada.locator('[data-place="middle"]')).to_be_visible()
    play_out(ada)
    television.evaluate(HIDE, False)
    expect(television.locator(".podium h1")).to_contain_text("wins")
    expect(television.locator(".podium .crown")).to_have_count(1)
    assert [text for text in warned if "svelte.dev" in text] == []


def test_alone_against_bots_reading_pauses_the_game_and_closing_goes_on(visit: Visit) -> None:
    page = visit()
    open_table(page, "spot/tower")
    add_bot(page)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    page.evaluate("location.hash = 'rules-spot/tower'")
    expect(page.locator(".paused")).to_be_visible()
    expect(page.locator("dialog")).to_contain_text("Collect the most cards.")
    page.keyboard.press("Escape")
    expect(page.locator(".paused")).to_have_count(0)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
