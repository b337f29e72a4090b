"""The island is played to its end in browsers: by touch, by keyboard, in teams, on a television."""

from __future__ import annotations

from typing import TypedDict

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, open_table, over, resize
from tests.browser.test_access import serious
from tests.browser.test_lobby import touched

LOOK = """() => {
  const cards = (name) => [...document.querySelectorAll(`[data-${name}]`)].flatMap((at) => {
    const card = at.querySelector('.card.up');
    return card === null ? [] : [{
      number: Number(at.dataset[name]),
      card: Number(card.dataset.card),
      symbols: [...card.querySelectorAll('.symbol')].map((symbol) => Number(symbol.dataset.symbol)),
      open: at.querySelector('.place.shut') === null,
    }];
  });
  return { slots: cards('slot'), hands: cards('hand') };
}"""

MIDDLE = """(what) => {
  const box = document.querySelector(what)?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""

LESSON = """(place) => {
  const cards = [...document.querySelectorAll('.lesson .card.up')].map((card) =>
    [...card.querySelectorAll('.symbol')].map((symbol) => symbol.dataset.symbol));
  return cards.at(-1).filter((symbol) => cards[place].includes(symbol));
}"""

BOXES = """() => {
  const places = [...document.querySelectorAll('.place > button')];
  return (places.length > 0 ? places : [...document.querySelectorAll('[data-slot] .tile')])
    .map((one) => one.getBoundingClientRect())
    .map((box) => [box.x, box.y, box.width, box.height]);
}"""
"""Returns where everything lies that can be pressed."""

TRIES = 1200
"""So often somebody tries on any machine before a game counts as endless."""

LETTERS = "abcdefghijklmnopqrs"


class Lying(TypedDict):
    """A card that lies face up: in a place of the island, or in the hand of a seat."""

    number: int
    card: int
    symbols: list[int]
    open: bool


class SeenTable(TypedDict):
    """All cards that lie face up."""

    slots: list[Lying]
    hands: list[Lying]


class Match(TypedDict):
    """A place, and what it shares with one's own card: the symbol and its digit."""

    slot: int
    nth: int
    symbol: int
    digit: int
    seat: int


def match(page: Page) -> Match | None:
    """Return something to call, or None where nothing can be called now."""
    seen: SeenTable = page.evaluate(LOOK)
    for hand in seen["hands"]:
        for nth, slot in enumerate(seen["slots"]):
            for digit, symbol in enumerate(hand["symbols"]):
                if slot["open"] and symbol in slot["symbols"]:
                    return Match(
                        slot=slot["number"], nth=nth, symbol=symbol, digit=digit + 1, seat=hand["number"]
                    )
    return None


def touch(page: Page, what: str) -> bool:
    """Touch the middle of something; tell whether it was there, for others may take it away at any time."""
    middle = page.evaluate(MIDDLE, what)
    if middle is not None:
        page.touchscreen.tap(*middle)
    return middle is not None


def by_place(page: Page, found: Match) -> None:
    """Call by touch: the place first, then the symbol on the card that has come closer."""
    symbol = f'[data-symbol="{found["symbol"]}"]'
    if touch(page, f'[data-slot="{found["slot"]}"] .place > button'):
        touch(page, f".lens {symbol}")
    else:
        touch(page, f'[data-slot="{found["slot"]}"] {symbol}')


def by_symbol(page: Page, found: Match) -> None:
    """Call by touch: the symbol on one's own card first, then the place."""
    touch(page, f'[data-hand="{found["seat"]}"] [data-symbol="{found["symbol"]}"]')
    touch(page, f'[data-slot="{found["slot"]}"] .place > button')


def by_keys(page: Page, found: Match) -> None:
    """Call by keyboard: a letter for the place and a digit for the symbol."""
    knights = page.locator('[data-game="knights"]').count() > 0
    page.keyboard.press(LETTERS[found["nth"] if knights else found["slot"]])
    page.keyboard.press(str(found["digit"]))


def begin(page: Page) -> None:
    """Begin the game, as the host, and wait until the cards are turned."""
    page.locator('[data-do="start"]').click()
    expect(page.locator("[data-hand] .card.up")).to_be_visible()
    page.wait_for_timeout(200)


def just_once(page: Page) -> None:
    """Choose that each game is played once, as the host."""
    once = page.get_by_role("switch", name="Play just once")
    once.click()
    expect(once).to_be_checked()


def play_until_scored(page: Page) -> None:
    """Call what one sees until the game is over and its points are shown."""
    for _ in range(TRIES):
        if page.locator(".scoring").count() > 0:
            break
        if (found := match(page)) is not None:
            by_place(page, found)
        page.wait_for_timeout(250)
    expect(page.locator(".scoring")).to_be_visible()


def test_a_whole_game_on_a_phone_by_touch(visit: Visit) -> None:
    page = visit()
    open_table(page, "island/welcome")
    add_bot(page)
    just_once(page)
    begin(page)
    ways = (by_place, by_symbol)
    for turn in range(TRIES):
        if over(page):
            break
        if (found := match(page)) is not None:
            ways[turn % 2](page, found)
        page.wait_for_timeout(250)
    expect(page.locator(".ranking")).to_be_visible()


@pytest.mark.long
def test_the_adventure_by_keyboard_through_all_five_games(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False, moving=True)
    open_table(page, "island/adventure")
    add_bot(page)
    just_once(page)
    begin(page)
    played: list[str] = []
    for _ in range(TRIES):
        if over(page):
            break
        game = page.locator("[data-game]").get_attribute("data-game") or ""
        if game not in played:
            played.append(game)
        if page.locator(".scoring").count() == 0 and (found := match(page)) is not None:
            by_keys(page, found)
        page.wait_for_timeout(200)
    expect(page.locator(".ranking")).to_be_visible()
    assert played == ["welcome", "ports", "route", "barbarians", "knights"]


def test_who_has_laid_all_cards_points_for_the_team_mate_alone(visit: Visit) -> None:
    ada = visit()
    code = open_table(ada, "island/welcome")
    others = visit(f"/t/{code}", name="Cleo")
    expect(others.locator("li.seat.mine")).to_contain_text("Cleo")
    bruno = visit(f"/t/{code}", name="Bruno", size=(1440, 900), touch=False)
    expect(bruno.locator("li.seat.mine")).to_contain_text("Bruno")
    others.locator("li.seat.empty button").last.click()  # Two of the other team on one screen.
    expect(others.locator("li.seat.mine")).to_have_count(2)
    begin(ada)
    for _ in range(TRIES):
        if ada.locator(".hint", has_text="Bruno").count() > 0:
            break
        if (found := match(ada)) is not None:
            by_place(ada, found)
        ada.wait_for_timeout(300)
    expect(ada.locator(".hint")).to_contain_text("Bruno")
    assert touch(ada, '[data-slot="4"] .place > button')
    expect(bruno.locator(".ping")).to_contain_text("Ada")
    assert others.locator(".ping").count() == 0


def test_nobody_is_shut_out_of_the_island(visit: Visit) -> None:
    page = visit()
    open_table(page, "island/ports")
    add_bot(page)
    begin(page)
    assert serious(page) == [], "game"
    page.locator('[data-slot="9"] .place > button').tap()
    expect(page.locator(".lens")).to_be_visible()
    assert serious(page) == [], "enlarged"
    page.keyboard.press("Escape")
    expect(page.locator(".lens")).to_have_count(0)


def test_the_first_minute_lays_two_cards_before_the_first_game(visit: Visit) -> None:
    page = visit(guided=False)
    open_table(page, "island/welcome")
    page.locator('[data-do="lesson"]').tap()
    lesson = page.locator(".lesson")
    expect(lesson.locator(".card.up").nth(3)).to_be_visible()
    assert serious(page) == []
    for place in range(2):
        expect(lesson.locator(".at:last-child .card")).to_have_attribute("data-card", str(19 + place))
        shared: list[str] = page.evaluate(LESSON, place)
        lesson.locator(f".at:last-child [data-symbol='{shared[0]}']").tap()
        lesson.locator(".place > button").nth(place).tap()
        expect(lesson.locator(".place [data-colour='blue']")).to_have_count(place + 1)
    lesson.locator("footer .button").tap()
    expect(page.locator('[data-do="start"]')).to_be_visible()
    expect(page.locator('[data-do="lesson"]')).to_have_count(0)


def test_a_television_shows_the_whole_island_and_nothing_to_press(visit: Visit) -> None:
    ada = visit(locale="fr-FR")
    code = open_table(ada, "island/ports")
    television = visit(f"/t/{code}#tv", size=(1920, 1080), touch=False, locale="fr-FR")
    add_bot(ada)
    begin(ada)
    expect(television.locator("[data-slot] .card.up")).to_have_count(19)
    expect(television.locator(".course")).to_contain_text("Les ports")
    assert television.locator(".island button:enabled").count() == 0


def test_two_fingers_bring_the_island_closer_and_a_tap_still_chooses(visit: Visit) -> None:
    page = visit()
    open_table(page, "island/welcome")
    add_bot(page)
    begin(page)
    tile = page.locator('[data-slot="9"]')
    before = tile.bounding_box()
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    devtools = page.context.new_cdp_session(page)
    touched(devtools, "touchStart", (x - 20, y), (x + 20, y))
    for apart in range(20, 55, 5):
        touched(devtools, "touchMove", (x - apart, y), (x + apart, y))
    touched(devtools, "touchEnd")
    expect(page.locator(".whole")).to_be_visible()
    assert page.locator(".lens").count() == 0, "fingers that look around choose nothing"
    after = tile.bounding_box()
    assert after is not None
    assert after["width"] > 2 * before["width"]
    assert serious(page) == []
    touched(devtools, "touchStart", (x, y))
    for step in range(1, 6):
        touched(devtools, "touchMove", (x + 12 * step, y))
    touched(devtools, "touchEnd")
    moved = tile.bounding_box()
    assert moved is not None
    assert moved["x"] > after["x"] + 30
    page.touchscreen.tap(moved["x"] + moved["width"] / 2, moved["y"] + moved["height"] / 2)
    expect(page.locator(".lens")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".whole").tap()
    expect(page.locator(".whole")).to_have_count(0)


def test_nothing_to_press_is_small_or_off_the_screen(visit: Visit) -> None:
    page = visit()
    open_table(page, "island/ports")
    add_bot(page)
    begin(page)
    for width, height in ((360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900)):
        resize(page, width, height)
        boxes: list[list[float]] = page.evaluate(BOXES)
        assert len(boxes) > 5
        for x, y, wide, high in boxes:
            assert min(wide, high) >= 44
            assert 0 <= x <= width - wide
            assert 0 <= y <= height - high
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
