"""Nobody is shut out: axe finds nothing serious on any screen, light or dark."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, choose_symbols, open_table, play_out, resize, start

SETTLED = """async () => {
  const moving = () => document.getAnimations().some((one) =>
    one.effect.getComputedTiming().iterations !== Infinity && one.playState === 'running');
  for (let looks = 0; looks < 200 && moving(); looks += 1) await new Promise((done) => setTimeout(done, 50));
}"""
"""Waits until nothing fades in any more: what is half there has no contrast yet."""

AXE = """() => Promise.race([
  axe.run({ resultTypes: ['violations'] }).then((found) => found.violations
    .filter((one) => ['serious', 'critical'].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`)),
  new Promise((done) => setTimeout(done, 60_000, ['axe did not come to an end'])),
])"""


def serious(page: Page) -> list[str]:
    """Return what axe finds serious or worse on a page, by day and by night."""
    # To read axe takes longer than to run it.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLED)
        found += [f"{scheme}: {one}" for one in page.evaluate(AXE)]
    return found


def test_the_shelf_and_what_opens_on_it(visit: Visit) -> None:
    page = visit("/")
    for width, height in ((390, 844), (1440, 900)):
        resize(page, width, height)
        assert serious(page) == []
        for opened in ("spot", "settings", "rules-spot/tower"):
            page.goto(page.url.partition("#")[0] + "#" + opened)
            expect(page.locator("dialog")).to_be_visible()
            assert serious(page) == [], opened
            page.locator("dialog .close").click()


def test_the_lobby_the_game_and_its_menu(visit: Visit) -> None:
    page = visit()
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
    page.locator('[data-do="away"]').click()
    expect(page.locator(".boxes")).to_be_visible()


def test_what_opens_at_a_table(visit: Visit) -> None:
    page = visit()
    code = open_table(page, "island/adventure")
    add_bot(page)
    assert serious(page) == [], "teams"
    for opened in ("menu", "invite", "settings", "rules-island/adventure"):
        page.goto(f"{page.url.partition('#')[0]}#{opened}")
        expect(page.locator("dialog")).to_be_visible()
        assert serious(page) == [], opened
    door = visit(f"/t/{code}", name="")
    expect(door.locator("#name")).to_be_visible()
    assert serious(door) == [], "door"
    tv = visit(f"/t/{code}#tv", size=(1440, 900))
    expect(tv.locator("img[alt]")).to_be_visible()
    assert serious(tv) == [], "television"
    lost = visit("/t/ZZZZZ")
    expect(lost.locator(".gone")).to_be_visible()
    assert serious(lost) == [], "no such table"


def test_watching_a_break_and_the_end(visit: Visit) -> None:
    page = visit()
    code = open_table(page, "spot/tower")
    choose_symbols(page, 4)
    add_bot(page)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    late = visit(f"/t/{code}", name="Zoé")
    expect(late.locator(".watching button")).to_be_visible()
    assert serious(late) == [], "watching"
    # Nobody plays at another screen: the menu pauses the game, and closing it resumes.
    page.locator(".corner.menu").click()
    expect(late.locator(".paused")).to_be_visible()
    assert serious(late) == [], "break"
    page.locator("dialog .close").click()
    expect(late.locator(".paused")).to_have_count(0)
    play_out(page)
    assert serious(page) == [], "end"
    assert serious(late) == [], "end, for who watched"


def test_the_door_and_the_lesson(visit: Visit) -> None:
    page = visit(guided=False)
    open_table(page, "spot/tower")
    assert serious(page) == []
    page.locator('[data-do="lesson"]').tap()
    expect(page.locator(".lesson .card.up").nth(1)).to_be_visible()
    assert serious(page) == []
