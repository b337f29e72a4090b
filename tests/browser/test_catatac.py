"""CATATAC in a browser: whole games, a power cut, one screen for two, and hands that nobody else sees."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, open_table, over, resize
from tests.browser.serving import Serving
from tests.browser.test_access import serious

PLAY_ON = """() => {
  const press = (found) => found ? (found.click(), true) : false;
  const cards = [...document.querySelectorAll('.held.able')];
  return press(document.querySelector('.ending .go'))
    || press(document.querySelector('.curtain .lift'))
    || press(document.querySelector('button.way'))
    || press(cards[Math.floor(cards.length / 2)])
    || press(document.querySelector('.decline'));
}"""

LONG = 240_000
"""How long a whole game may take on a busy machine, in milliseconds."""


def begin(page: Page) -> None:
    """Begin a game, as the host."""
    page.locator('[data-do="start"]').click()
    expect(page.locator(".catatac")).to_be_visible()


def choose(page: Page, *options: str) -> None:
    """Switch options on, as the host."""
    for option in options:
        switch = page.get_by_role("switch", name=re.compile(option))
        switch.check()
        expect(switch).to_be_checked()


def against_bots(page: Page, bots: int, *options: str) -> None:
    """Open a table and begin a game with bots."""
    open_table(page, "catatac")
    choose(page, *options)
    for _ in range(bots):
        add_bot(page)
    begin(page)


def my_turn(page: Page) -> None:
    """Wait until one may lay a card in one's own turn, and let stores go that come before."""
    for _ in range(LONG // 150):
        if page.locator(".decline").count() > 0:
            page.keyboard.press("d")
        elif page.locator(".held.able").count() > 0 and "Your turn" in page.title():
            return
        page.wait_for_timeout(150)
    pytest.fail("it was never one's turn")


def choose_useful(page: Page, least: int = 1) -> None:
    """Play on until a card can bring the yarn to so many ends, and choose that card."""
    for _ in range(30):
        my_turn(page)
        for number, card in enumerate(page.locator(".held").all(), start=1):
            if "able" in (card.get_attribute("class") or "").split():
                page.keyboard.press("Escape")
                expect(page.locator("button.way")).to_have_count(0)
                page.keyboard.press(str(number))
                expect(page.locator("button.way").first).to_be_visible()
                if page.locator(".landing").count() >= least:
                    return
        page.locator("button.way").first.click()
        expect(page.locator("button.way")).to_have_count(0)
    pytest.fail("no card could do anything in thirty turns")


def play_on(page: Page) -> bool:
    """Do the next thing that the screen offers; tell whether there was one."""
    return bool(page.evaluate(PLAY_ON))


def play_out(*pages: Page) -> None:
    """Do what the screens offer until the game is over for all."""
    for _ in range(LONG // 120):
        if all(map(over, pages)):
            break
        for page in pages:
            play_on(page)
            page.wait_for_timeout(120 // len(pages))
    for page in pages:
        expect(page.locator(".ranking")).to_be_visible()


def lay_by_keyboard(page: Page) -> None:
    """Choose the first card that may be laid with its number, and what it does with another."""
    my_turn(page)
    page.keyboard.press("1")
    expect(page.locator("button.way").first).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("button.way")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("bots", "options"),
    [
        (1, ("Kittens",)),
        (3, ("Kittens", "Deck Hockey")),
        (5, ("Kittens", "Distraction", "Alpha", "Momentum")),
    ],
)
def test_a_game_with_bots_is_played_to_its_end(visit: Visit, bots: int, options: tuple[str, ...]) -> None:
    page = visit(moving=True)
    against_bots(page, bots, *options)
    expect(page.locator(".cat[data-seat]")).to_have_count(bots + 1)
    play_out(page)


def test_a_game_begins_by_keyboard_alone(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    against_bots(page, 1)
    for _ in range(3):
        lay_by_keyboard(page)


def test_two_people_finish_a_game_through_a_power_cut(visit: Visit, serving: Serving) -> None:
    ada = visit()
    code = open_table(ada, "catatac")
    choose(ada, "Kittens")
    bruno = visit(f"/t/{code}", name="Bruno", size=(820, 1180))
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    begin(ada)
    expect(bruno.locator(".held")).to_have_count(6)
    for _ in range(12):
        for page in (ada, bruno):
            play_on(page)
            page.wait_for_timeout(150)
    for page in (ada, bruno):
        # Whoever comes back has seen all that was done.
        page.reload()
        expect(page.locator(".held").first).to_be_visible()
    hands = [cards(page) for page in (ada, bruno)]
    serving.kill()
    expect(ada.locator(".lost")).to_be_visible()
    serving.start()
    for page, hand in zip((ada, bruno), hands, strict=True):
        expect(page.locator(".lost")).to_have_count(0)
        assert cards(page) == hand
    play_out(ada, bruno)


def cards(page: Page) -> list[str | None]:
    """Return the cards that a page shows in the hand."""
    return [card.get_attribute("data-card") for card in page.locator(".held").all()]


def test_on_one_screen_no_hand_shows_until_its_owner_lifts_the_curtain(visit: Visit) -> None:
    page = visit()
    open_table(page, "catatac")
    page.locator("li.seat.empty button").last.click()
    expect(page.locator("li.seat.mine")).to_have_count(2)
    begin(page)
    for _ in range(3):
        expect(page.locator(".curtain")).to_be_visible()
        expect(page.locator(".held")).to_have_count(0)
        whose = page.locator(".curtain h2").inner_text()
        page.locator(".curtain .lift").click()
        expect(page.locator(".held")).to_have_count(6)
        page.locator(".held.able").first.click()
        page.locator("button.way").last.click()
        expect(page.locator(".curtain")).to_be_visible()
        assert page.locator(".curtain h2").inner_text() != whose


def test_the_alley_shows_where_the_yarn_would_end_and_leads_there(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    against_bots(page, 1, "Alpha")
    choose_useful(page)
    assert page.locator("button.way svg[viewBox='0 0 110 26']").count() > 0
    page.locator(".landing .ring").first.click()
    expect(page.locator(".landing")).to_have_count(0)


def test_the_television_shows_the_alley_and_no_hand(visit: Visit) -> None:
    page = visit()
    code = open_table(page, "catatac")
    add_bot(page)
    television = visit(f"/t/{code}#tv", size=(1920, 1080), touch=False)
    begin(page)
    expect(television.locator(".alley")).to_be_visible()
    expect(television.locator(".top .paw")).to_be_visible()
    assert television.locator(".held, .decline, button.way, .legend").count() == 0


def test_a_card_that_is_hovered_is_explained_in_words(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    against_bots(page, 1)
    page.locator(".held").first.hover()
    expect(page.locator(".explain")).to_contain_text("pair")


def test_a_hand_is_spread_where_there_is_room_and_shows_its_keys(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    against_bots(page, 1)
    my_turn(page)
    middles = page.locator(".held").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect()).map(({ x, width }) => x + width / 2)"
    )
    width = page.locator(".held .paw").first.evaluate("card => card.offsetWidth")
    assert all(right - left > 0.8 * width for left, right in pairwise(middles))
    for key in page.locator(".held kbd").all():
        expect(key).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_nobody_is_shut_out(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size)
    open_table(page, "catatac")
    page.locator("li.seat.empty button").last.click()
    expect(page.locator("li.seat.mine")).to_have_count(2)
    begin(page)
    expect(page.locator(".curtain")).to_be_visible()
    assert serious(page) == [], "curtain"
    page.locator(".curtain .lift").click()
    page.locator(".held.able").first.click()
    expect(page.locator("button.way").first).to_be_visible()
    assert serious(page) == [], "game"
    page.locator(".legend").click()
    expect(page.locator("dialog")).to_be_visible()
    assert serious(page) == [], "legend"


def test_all_that_is_pressed_is_big_enough_and_low_enough(visit: Visit) -> None:
    page = visit()
    against_bots(page, 1)
    my_turn(page)
    page.locator(".held.able").first.click()
    expect(page.locator("button.way").first).to_be_visible()
    for width, height in ((390, 844), (844, 390), (820, 1180), (1440, 900)):
        resize(page, width, height)
        buttons = page.locator(".desk button, .legend").all()
        assert buttons
        for button in buttons:
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert width > 700 or box["y"] > height / 3
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        alley = page.locator(".alley").bounding_box()
        assert alley is not None
        assert alley["height"] > height / 3


def test_the_way_back_to_the_results_lies_below_the_hand(visit: Visit) -> None:
    page = visit(size=(390, 844))
    against_bots(page, 1)
    expect(page.locator(".held").first).to_be_visible()
    page.locator(".corner.menu").click()
    page.get_by_role("button", name="Resign").click()
    page.locator('[data-do="sure"]').click()
    expect(page.locator("dialog:not(.deaf) .ranking")).to_be_visible()
    page.locator("dialog .close").click()
    results = page.locator('[data-do="results"]').bounding_box()
    hand = [card.bounding_box() for card in page.locator(".held").all()]
    assert results is not None
    assert hand != []
    assert all(card is not None and card["y"] + card["height"] <= results["y"] for card in hand)


def test_the_number_on_a_won_point_card_stands_in_its_middle(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    against_bots(page, 1)
    off = page.locator(".points").first.evaluate(
        """(points) => {
          const card = document.createElement("i");
          card.className = points.className.replace("points", "up");
          card.textContent = "2";
          points.prepend(card);
          const number = document.createRange();
          number.selectNodeContents(card);
          const [whole, part] = [card, number].map((one) => one.getBoundingClientRect());
          return [whole.x + whole.width / 2 - part.x - part.width / 2,
                  whole.y + whole.height / 2 - part.y - part.height / 2];
        }"""
    )
    assert all(abs(way) <= 1 for way in off)
