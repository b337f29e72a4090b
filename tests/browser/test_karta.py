"""Karta Doppio in a browser: by keyboard, by mouse, by touch, through a power cut, to the end."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from cartable.games.karta import CARDS, FRONTS
from tests.browser.conftest import Visit
from tests.browser.players import add_bot, open_table, over
from tests.browser.serving import Serving
from tests.browser.test_access import serious

ARROWS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft")
FRONTS_DRAWN = Path(__file__).parents[2] / "web/src/games/karta/fronts.json"

MOVES = 120


def begin(page: Page) -> None:
    """Begin a game, as the host."""
    page.locator('[data-do="start"]').click()
    expect(page.locator(".karta")).to_be_visible()


def against_a_bot(page: Page) -> None:
    """Open a table and begin a game against a bot."""
    open_table(page, "karta")
    add_bot(page)
    begin(page)


def my_turn(page: Page) -> None:
    expect(page).to_have_title(re.compile("Your turn"))


def laid(page: Page) -> int:
    return page.locator(".sat").count()


def lay_by_keyboard(page: Page, turns: int = 0) -> None:
    """Take the first card, turn it, look for a place with the arrows, and lay it."""
    my_turn(page)
    page.keyboard.press("1")
    expect(page.locator(".outline.ok, .outline.no")).to_be_visible()
    for _ in range(turns):
        page.keyboard.press("r")
    expect(page.locator(".outline.ok, .outline.no")).to_be_visible()
    for arrow in ARROWS * 9:
        if page.locator(".outline.ok").count() > 0:
            break
        page.keyboard.press(arrow)
    lay(page, lambda: page.keyboard.press("Enter"))


def lay_by_touch(page: Page) -> None:
    """Tap the first card, and lay it where it offers itself."""
    my_turn(page)
    page.locator(".near button").first.tap()
    expect(page.locator(".outline.ok")).to_be_visible()
    lay(page, lambda: page.locator(".lay").tap())


def lay(page: Page, do: Callable[[], None]) -> None:
    """Do what lays the held card, and wait until it lies."""
    before = laid(page)
    do()
    expect(page.locator(".outline")).to_have_count(0)
    assert laid(page) > before


def touch(fingers: CDPSession, kind: str, *at: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def counted(meter: CDPSession) -> list[int]:
    """Return how often the page has been styled, and how often laid out."""
    metrics = {one["name"]: int(one["value"]) for one in meter.send("Performance.getMetrics")["metrics"]}
    return [metrics[name] for name in ("RecalcStyleCount", "LayoutCount")]


def test_the_client_draws_the_cards_of_the_rules() -> None:
    drawn = [tuple(rows) for rows in json.loads(FRONTS_DRAWN.read_text())]
    assert drawn == [FRONTS[card] for card in CARDS]


def test_a_bot_that_looks_ahead_answers(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    open_table(page, "karta")
    add_bot(page)
    page.locator("li.seat:not(.empty) button").last.click()
    page.locator("dialog .levels button", has_text="Medium").click()
    page.locator("dialog .close").click()
    expect(page.locator("li.seat", has_text="Medium")).to_be_visible()
    begin(page)
    for _ in range(2):
        lay_by_keyboard(page)
    my_turn(page)
    assert laid(page) in (4, 5)


def test_a_game_against_a_bot_is_played_to_its_end_by_keyboard_alone(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    against_a_bot(page)
    for turn in range(8):
        lay_by_keyboard(page, turns=turn % 4)
    expect(page.locator(".ranking")).to_be_visible()
    assert laid(page) in (15, 16)


def test_a_card_led_far_away_by_the_keys_keeps_the_table_in_sight(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    open_table(page, "karta", options={"colour": "first"})
    add_bot(page)
    begin(page)
    lay_by_keyboard(page)
    my_turn(page)
    world = page.locator(".board .world")
    before = world.get_attribute("style")
    page.keyboard.press("1")
    expect(page.locator(".outline.ok")).to_be_visible()
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".outline")).to_be_in_viewport()
    expect(page.locator(".sat").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".outline")).to_have_count(0)
    assert world.get_attribute("style") == before


def test_two_people_finish_a_game_by_touch_through_a_power_cut(visit: Visit, serving: Serving) -> None:
    ada = visit(moving=True)
    code = open_table(ada, "karta")
    bruno = visit(f"/t/{code}", name="Bruno", size=(820, 1180))
    expect(bruno.locator("li.seat.mine")).to_contain_text("Bruno")
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    begin(ada)
    expect(bruno.locator(".karta")).to_be_visible()
    for turn in range(16):
        page = next(page for page in (ada, bruno) if "Your turn" in page.title())
        other = bruno if page is ada else ada
        if turn == 6:
            serving.kill()
            expect(ada.locator(".lost")).to_be_visible()
            serving.start()
            for back in (ada, bruno):
                expect(back.locator(".lost")).to_have_count(0)
                expect(back.locator(".sat")).to_have_count(6)
        lay_by_touch(page)
        if turn < 15 and not over(page):
            my_turn(other)
    for page in (ada, bruno):
        expect(page.locator(".ranking")).to_be_visible()


def test_one_finger_drags_a_card_from_the_hand_and_on_the_table_and_two_turn_it(visit: Visit) -> None:
    page = visit()
    against_a_bot(page)
    lay_by_touch(page)
    my_turn(page)
    card = page.locator(".near button").nth(3).bounding_box()
    table = page.locator(".sat").first.bounding_box()
    assert card is not None
    assert table is not None
    start = (card["x"] + 20, card["y"] + 30)
    end = (table["x"] + table["width"] / 2, table["y"] + table["height"] / 2 + 84)
    fingers = page.context.new_cdp_session(page)
    touch(fingers, "touchStart", start)
    for step in range(1, 13):
        part = step / 12
        at = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        touch(fingers, "touchMove", at)
    expect(page.locator(".outline.ok, .outline.no")).to_be_visible()
    tall = page.locator(".outline").get_attribute("width")
    touch(fingers, "touchStart", end, (end[0] + 90, end[1]))
    for degrees in range(0, 70, 6):
        angle = math.radians(degrees)
        touch(fingers, "touchMove", end, (end[0] + 90 * math.cos(angle), end[1] + 90 * math.sin(angle)))
    touch(fingers, "touchEnd")
    expect(page.locator(".outline")).not_to_have_attribute("width", tall or "")
    held = page.locator(".hold").bounding_box()
    place = page.locator(".place")
    lies = re.search(r", (-?\d+)px", place.get_attribute("style") or "")
    assert held is not None
    assert lies is not None
    square, row = min(held["width"], held["height"]) / 2, int(lies[1])
    grasped = (held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    touch(fingers, "touchStart", grasped)
    for step in range(1, 13):
        touch(fingers, "touchMove", (grasped[0], grasped[1] - square * step / 4))
    # Three squares up, give or take where it lay between two.
    expect(place).to_have_attribute("style", re.compile(rf", ({row - 2}|{row - 3}|{row - 4})px"))
    touch(fingers, "touchEnd")
    page.locator(".tool").nth(3).tap()
    expect(page.locator(".outline")).to_have_count(0)


def test_a_card_where_it_may_not_lie_says_which_rule_forbids_it(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    against_a_bot(page)
    lay_by_keyboard(page)
    my_turn(page)
    page.keyboard.press("2")
    expect(page.locator(".outline.ok")).to_be_visible()
    # Beyond the corner of all that is laid a card touches nothing by a side, wherever the bot has laid.
    for _ in range(20):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".verdict")).to_contain_text("KARTA-7")
    before = laid(page)
    page.keyboard.press("Enter")
    expect(page.locator(".outline.no")).to_be_visible()
    assert laid(page) == before
    page.locator(".verdict button").click()
    expect(page.locator("dialog")).to_contain_text("KARTA-7")


def test_dragging_asks_nothing_and_lays_the_page_out_no_more_often_than_it_is_drawn(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    against_a_bot(page)
    for turn in range(4):
        lay_by_keyboard(page, turns=turn)
    my_turn(page)
    page.keyboard.press("1")
    expect(page.locator(".outline.ok, .outline.no")).to_be_visible()
    box = page.locator(".hold").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable")
    assert [frame for frame in sent if '"ask"' in frame]
    sent.clear()
    before = counted(meter)
    for step in range(MOVES):
        angle = step / MOVES * 2 * math.pi
        page.mouse.move(720 + 300 * math.cos(angle), 420 + 250 * math.sin(angle))
    done = [count - first for count, first in zip(counted(meter), before, strict=True)]
    page.mouse.up()
    assert not [frame for frame in sent if '"ask"' in frame]
    # How long that takes, `measure.py` measures: here no speed of a machine counts.
    assert all(0 < count <= 2 * MOVES for count in done)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_nobody_is_shut_out(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size, touch=size[0] < 1000)
    against_a_bot(page)
    my_turn(page)
    assert serious(page) == []
    page.keyboard.press("1")
    expect(page.locator(".outline.ok")).to_be_visible()
    assert serious(page) == []
    for button in page.locator(".karta button:visible").all():
        pressed = button.bounding_box()
        assert pressed is not None
        assert min(pressed["width"], pressed["height"]) >= 44


def test_alone_against_a_bot_one_may_ask_for_a_hint_until_somebody_comes(visit: Visit) -> None:
    page = visit()
    code = open_table(page, "karta", options={"colour": "first"}, terms={"hints": True})
    add_bot(page)
    page.locator('[data-do="start"]').click()
    page.locator('[data-do="hint"]').click()
    expect(page.locator(".karta .outline")).to_be_visible()
    expect(page.locator(".near .advised")).to_have_count(1)
    expect(page.locator('[data-do="hint"]')).to_have_count(0)
    expect(page.locator(".karta .unseen[aria-live]").first).to_contain_text("Hint")
    page.reload()
    expect(page.locator('[data-do="hint"]')).to_be_visible()
    visit(f"/t/{code}", name="Bruno")
    expect(page.locator('[data-do="hint"]')).to_have_count(0)


def test_a_name_keeps_eight_letters_beside_many_tokens(visit: Visit) -> None:
    page = visit(size=(390, 844))
    against_a_bot(page)
    far = page.locator(".karta section:not(:has(.mine))").first
    far.locator(".name").evaluate("one => one.textContent = 'Theodora'")
    far.locator(".row").evaluate(
        "one => { for (let i = 0; i < 5; i++) one.append(one.lastElementChild.cloneNode(true)) }"
    )
    assert far.locator(".name").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert far.locator("header").evaluate("one => one.scrollWidth <= one.clientWidth")
