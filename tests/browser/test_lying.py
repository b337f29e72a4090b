"""A phone: all that one needs to play is seen without scrolling, on its side too, and nothing is over it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.fingers import gather, pad
from tests.browser.players import add_bot, open_table, resize, start
from tests.browser.test_access import serious
from tests.browser.test_catatac import against_bots, my_turn
from tests.browser.test_island import begin as begin_island
from tests.browser.test_island import play_until_scored

LYING = (844, 390)

HIDDEN = """(what) => [...document.querySelectorAll(what)].filter((one) => {
  const { x, y, width, height, right, bottom } = one.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return x < 0 || y < 0 || right > innerWidth || bottom > innerHeight || !one.contains(over);
}).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return [x, y, width, height, one.outerHTML.slice(0, 90), over?.outerHTML.slice(0, 90)].join(' ');
})"""
"""What sticks out of the screen, or has something else over its middle: where, what, and what is over it."""


COVERED = """([over, under]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((found) => found.getBoundingClientRect());
  const nearest = (at, low, high) => Math.max(low, Math.min(at, high));
  return boxes(over).flatMap((box) => boxes(under).filter(({ x, y, width, height }) => {
    const [mx, my] = [x + width / 2, y + height / 2];
    const [nx, ny] = [nearest(mx, box.left, box.right), nearest(my, box.top, box.bottom)];
    return Math.hypot(nx - mx, ny - my) < width / 2;
  })).length;
}"""
"""How many round things lie under others."""


def assert_seen(page: Page, *selectors: str) -> None:
    """Wait until all of it lies in sight: a sheet that comes by itself lets no press through at first."""
    for selector in selectors:
        expect(page.locator(selector).first).to_be_visible()
        with suppress(TimeoutError):
            page.wait_for_function(f"(what) => ({HIDDEN})(what).length === 0", arg=selector, timeout=5000)
        assert page.evaluate(HIDDEN, selector) == []


LINES = """(all) => all.filter((one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  const boxes = [...text.getClientRects()].filter(({ width }) => width > 0);
  return boxes.some(({ top }) => boxes.some(({ bottom }) => bottom <= top + 1));
}).map((one) => one.textContent)"""
"""Returns what is broken onto several lines."""


def test_the_shelf_and_the_lobby_show_what_one_came_for(visit: Visit) -> None:
    page = visit("/", size=LYING)
    assert_seen(page, ".box", ".pocket .button.main", "#code")
    open_table(page, "spot/tower")
    assert_seen(page, "li.seat.mine .take", '[data-add="bot"]', '[data-do="start"]', ".invite img")


@pytest.mark.parametrize("game", ["gift", "triplet", "catch"])
def test_the_cards_of_spot_lie_within_the_screen(visit: Visit, game: str) -> None:
    page = visit(size=LYING)
    open_table(page, f"spot/{game}")
    add_bot(page)
    add_bot(page)
    start(page)
    expect(page.locator("div.count")).to_have_count(0)
    assert_seen(page, ".felt .card.up", ".corner")


def test_a_hint_moves_no_card_of_the_island(visit: Visit) -> None:
    page = visit(size=LYING)
    open_table(page, "island/ports")
    add_bot(page)
    add_bot(page)
    begin_island(page)
    assert_seen(page, "[data-hand]", "[data-slot] .place > button", ".course", ".corner")
    goal, card = page.locator(".course").bounding_box(), page.locator("[data-hand] .tile").bounding_box()
    assert goal is not None
    assert card is not None
    assert goal["y"] >= card["y"] + card["height"] + 8
    before = page.locator("[data-hand]").bounding_box()
    # A circle beside it may lie over its middle: the press is about the nearest symbol.
    page.locator("[data-hand] .symbol").first.tap(force=True)
    expect(page.locator(".hint")).to_be_visible()
    assert page.locator("[data-hand]").bounding_box() == before


CUT_PADS = """() => [...document.querySelectorAll('.pad')].filter(
  (pad) => pad.scrollHeight > pad.clientHeight || pad.scrollWidth > pad.clientWidth
).length"""
"""How many pads say more than they have room for."""

SPEAK = """() => document.querySelectorAll('.pad').forEach((pad) => {
  pad.classList.remove('free', 'off');
  pad.classList.add('speaks');
  pad.querySelector('.words').textContent =
    'Maintenant, le symbole, sur une carte autour de celle du milieu';
})"""
"""Lets every pad say the longest of its sentences."""


@pytest.mark.parametrize("game", ["tower", "triplet", "catch", "practice"])
def test_three_at_one_phone_have_pads_of_their_own(visit: Visit, game: str) -> None:
    page = visit(size=LYING, locale="fr-FR")
    gather(page, f"spot/{game}", 3)
    expect(page.locator(".pad.none" if game == "tower" else ".pad.free")).to_have_count(3)
    for seat in range(3):
        box = page.locator(pad(seat)).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert max(box["width"], box["height"]) >= 120
        assert page.evaluate(APART, [pad(seat), f".pad:not({pad(seat)}), .corner, .felt > .place > .card"])
    assert page.evaluate(CUT_PADS) == 0
    assert page.evaluate(COVERED, [".note .button", ".felt > .place .card"]) == 0
    if game != "tower":
        page.evaluate(SPEAK)
        assert page.evaluate(CUT_PADS) == 0


def test_what_the_table_says_lies_on_no_card(visit: Visit) -> None:
    page = visit(size=LYING)
    lines: list[WebSocketRoute] = []

    def line(route: WebSocketRoute) -> None:
        if not lines:
            route.connect_to_server()
        lines.append(route)

    page.route_web_socket("**/ws?*", line)
    open_table(page, "spot/tower")
    add_bot(page)
    start(page)
    expect(page.locator("div.count")).to_have_count(0)
    lines[0].close()
    expect(page.locator(".notices .lost")).to_be_visible()
    assert page.evaluate(COVERED, [".notices p", ".felt .card"]) == 0


APART = """([over, under]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((found) => found.getBoundingClientRect());
  return boxes(over).length * boxes(under).length > 0 && boxes(over).every((one) => boxes(under).every(
    (other) =>
      one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top
  ));
}"""
"""Whether these and those are there, and none lies on another."""


def test_a_refusal_covers_neither_the_title_nor_the_way_to_start(visit: Visit) -> None:
    page = visit()
    open_table(page, "spot/tower")
    add_bot(page)
    add_bot(page)
    for size in ((390, 844), LYING, (1440, 900)):
        resize(page, *size)
        page.locator('[data-do="games"]').click()
        assert serious(page) == [], "games"
        # Three people are one too many.
        page.locator('[data-game="karta"] .game').press("Enter")
        expect(page.locator(".notices p")).to_be_visible()
        expect(page.locator(".notices p")).to_be_in_viewport(ratio=1)
        assert_seen(page, '[data-do="start"]')
        for under in ("h1", '[data-do="start"]'):
            assert page.evaluate(APART, [".notices p", under]), (size, under)
        assert serious(page) == [], "refusal"
        expect(page.locator(".notices p")).to_have_count(0, timeout=15_000)


def assert_told_apart(page: Page) -> None:
    """Check that names, counts, points and banners of CATATAC lie on no other."""
    assert page.evaluate(APART, [".standing, .caption", "li.cat, .points, .yarn, .corner"])
    assert page.evaluate(APART, [".clan:not(.black) :is(li.cat, .points)", ".black :is(li.cat, .points)"])
    assert page.evaluate(APART, [".points", "li.cat, .corner"])


def test_the_ways_of_a_card_of_catatac_are_seen(visit: Visit) -> None:
    page = visit(size=LYING)
    against_bots(page, 1, "Marathon")
    my_turn(page)
    assert_seen(page, "button.legend", ".corner")
    assert page.evaluate(APART, ["button.legend", ".house .light"])
    assert_told_apart(page)
    before = page.locator(".scene").bounding_box()
    page.locator(".held.able").last.tap()
    # Hardly a card has more than five ways; those of one that has are scrolled to.
    assert_seen(page, "li:nth-child(-n + 5) > button.way")
    assert_told_apart(page)
    page.locator("button.way").last.scroll_into_view_if_needed()
    expect(page.locator("button.way").last).to_be_in_viewport(ratio=1)
    # The yarn rolls through all of the alley.
    alley, ways = page.locator(".scene").bounding_box(), page.locator(".talk").bounding_box()
    assert alley == before
    assert alley is not None
    assert ways is not None
    assert ways["x"] >= alley["x"] + alley["width"]


def test_two_play_karta_face_to_face(visit: Visit) -> None:
    page = visit(size=LYING)
    fingers = gather(page, "karta", 2, options={"colour": "first"})
    for turn in range(4):
        expect(page.locator(".karta.opposite")).to_have_count(turn % 2)
        # The card that was laid fades out of the hand.
        expect(page.locator("section.turn .hand button[aria-pressed=true]")).to_have_count(0)
        assert_seen(page, "section.turn .hand button")
        fingers.tap("section.turn .hand button")
        expect(page.locator(".outline.ok")).to_be_visible()
        assert_seen(page, ".tool", ".lay")
        fingers.tap(".lay")
        expect(page.locator(".sat")).to_have_count(turn + 1)


OUT_OF_SIGHT = "(one) => one.scrollHeight - one.clientHeight"
"""How many pixels of a sheet are out of sight."""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_all_of_the_menu_is_seen(visit: Visit, locale: str) -> None:
    page = visit(size=LYING, locale=locale)
    code = open_table(page, "karta")
    visit(f"/t/{code}", name="Bruno")
    expect(page.locator("li.seat:not(.empty)")).to_have_count(2)
    page.locator('[data-do="start"]').click()
    page.locator(".corner.menu").click()
    page.locator("dialog li button", has_text="Pause").click()
    expect(page.locator(".paused")).to_be_visible()
    page.evaluate("location.hash = 'menu'")
    # Rules, the lesson, settings, inviting, players, resigning, a draw, leaving.
    expect(page.locator("dialog li button")).to_have_count(8)
    assert page.locator("dialog .scroll").evaluate(OUT_OF_SIGHT) == 0


def test_all_of_the_menu_is_seen_where_two_share_a_screen(visit: Visit) -> None:
    page = visit(size=LYING)
    gather(page, "karta", 2)
    expect(page.locator("main.play .karta")).to_be_visible()
    page.evaluate("location.hash = 'menu'")
    # Both can resign, and offer a draw.
    expect(page.locator("dialog li button")).to_have_count(10)
    assert page.locator("dialog .scroll").evaluate(OUT_OF_SIGHT) == 0


def test_six_cats_hide_neither_hideouts_nor_captions(visit: Visit) -> None:
    page = visit(size=(390, 844))
    against_bots(page, 5)
    assert page.evaluate(APART, [".points b", ".house .frame, .cat, .corner"])
    my_turn(page)
    resize(page, *LYING)
    page.keyboard.press("1")
    page.locator("button.way").first.click()
    caption = page.locator(".caption")
    expect(caption).to_be_visible()
    caption.evaluate("(said) => (said.textContent = 'Sprocket moves the yarn to the alley in the middle')")
    assert page.evaluate(APART, [".caption", ".cat, .points b, .yarn"])


MISTAKE = """() => {
  const shown = (card) => [...(card?.querySelectorAll('.symbol') ?? [])].map((one) => one.dataset.symbol);
  const own = shown(document.querySelector('[data-hand] .card.up'));
  for (const place of document.querySelectorAll('[data-slot]:not(:has(.place.shut))')) {
    const other = shown(place.querySelector('.card.up'));
    const missing = own.find((one) => other.length > 0 && !other.includes(one));
    if (missing) return [missing, place.dataset.slot];
  }
}"""
"""A symbol of one's own card, and a place that does not show it."""


SAID = """() => {
  const said = document.querySelector('.foot .word');
  said.textContent = 'That is too far away. Play on or next to a visible card of your colour.';
  said.classList.add('long');
  said.style.animation = 'none';
  return said.getBoundingClientRect().bottom;
}"""
"""Lets the island say the longest of its sentences; tells how far down that goes."""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), LYING])
def test_what_is_said_on_the_island_lies_on_no_card_of_ones_own(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size)
    open_table(page, "island/welcome")
    add_bot(page)
    begin_island(page)
    before = page.locator("[data-hand]").bounding_box()
    symbol, slot = page.evaluate(MISTAKE)
    page.locator(f'[data-hand] [data-symbol="{symbol}"]').tap(force=True)
    expect(page.locator(".hint")).to_be_visible()
    assert page.locator("[data-hand]").bounding_box() == before
    page.locator(f'[data-slot="{slot}"] .place > button').tap()
    expect(page.locator(".foot .word")).to_be_visible()
    assert page.evaluate(SAID) <= size[1]
    assert page.evaluate(COVERED, [".foot .word", "[data-hand]"]) == 0
    assert page.evaluate(APART, [".foot .word", ".foot .crew"])
    assert page.locator("[data-hand]").bounding_box() == before


NAMES = """() => {
  const names = [...document.querySelectorAll('.people .name, .tag[data-seat] > span')];
  const boxes = names.map((one) => one.getBoundingClientRect());
  return {
    texts: names.map((one) => one.textContent.trim()),
    narrow: boxes.filter(({ width }) => width < 24).length,
    off: boxes.filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth
      || box.bottom > innerHeight).length,
    over: boxes.filter((one, i) => boxes.some((other, j) => i < j && one.left < other.right
      && other.left < one.right && one.top < other.bottom && other.top < one.bottom)).length,
  };
}"""
"""The names of the others, and how many of them cannot be read, are off the screen, or lie on another."""


@pytest.mark.parametrize("game", ["tower", "gift"])
@pytest.mark.parametrize("size", [(360, 640), LYING])
def test_the_names_of_seven_others_are_read_on_a_phone(
    visit: Visit, game: str, size: tuple[int, int]
) -> None:
    page = visit(size=size)
    open_table(page, f"spot/{game}")
    for _ in range(7):
        add_bot(page)
    start(page)
    expect(page.locator("div.count")).to_have_count(0)
    names = page.evaluate(NAMES)
    assert (len({*names["texts"]}), names["narrow"], names["off"], names["over"]) == (7, 0, 0, 0)
    assert page.evaluate(COVERED, [".people .plate, .felt .tag", ".felt .card"]) == 0


def test_what_was_scored_on_the_island_keeps_away_from_the_edge(visit: Visit) -> None:
    page = visit(size=LYING)
    open_table(page, "island/welcome")
    add_bot(page)
    begin_island(page)
    play_until_scored(page)
    scoring = page.locator(".scoring").bounding_box()
    assert scoring is not None
    assert scoring["x"] + scoring["width"] <= LYING[0] - 12


@pytest.mark.parametrize("size", [(844, 390), (390, 844)])
def test_each_row_of_the_results_says_things_on_one_line(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size, locale="fr-FR")
    gather(page, "spot/practice", 2)
    page.locator('[data-do="enough"]').first.click()
    expect(page.locator(".ranking small")).to_have_count(2)
    assert page.locator(".ranking :is(small, .score, .who > span)").evaluate_all(LINES) == []
