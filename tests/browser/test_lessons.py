"""The first minute with a box: tried by a newcomer, and true to the rules."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.fingers import Fingers
from tests.browser.lessons import islands, written
from tests.browser.players import QUICK, SMALL, open_table, play_on, start
from tests.browser.test_access import serious
from tests.browser.test_karta import touch
from tests.browser.test_lying import APART

WHERE = "() => document.querySelector('.place').style.transform.match(/-?[0-9]+/g).map(Number)"


def learn(page: Page, box: str) -> Locator:
    """Go from the shelf to the lesson of a box; return what the lesson says."""
    page.locator(f"[data-box={box}]").click()
    entry = page.locator(f'[data-game="{box}"]')
    entry.locator(".game").click()
    entry.locator('[data-way="now"]').click()
    said = page.locator(".coach p")
    expect(said).to_be_visible()
    return said


SQUARE = "() => document.querySelector('.place').getScreenCTM().a"
"""How many pixels wide a square of a card is."""

SLOP = 16
"""A finger that moves farther is no tap in any browser, in pixels."""

SHARED = """() => {
  const sides = [...document.querySelectorAll('.lesson .card.up')].map((card) =>
    [...card.querySelectorAll('[data-symbol]')].map((symbol) => symbol.dataset.symbol));
  return sides.length === 2 ? sides[0].filter((symbol) => sides[1].includes(symbol)) : [];
}"""
"""The symbols that both cards of the lesson have."""


def bring(page: Page, x: int, y: int) -> None:
    """Bring the held card to its place with the arrows."""
    expect(page.locator(".outline.ok, .outline.no")).to_be_visible()
    left, top = page.evaluate(WHERE)
    for keys, steps in ((("ArrowLeft", "ArrowRight"), x - left), (("ArrowUp", "ArrowDown"), y - top)):
        for _ in range(abs(steps)):
            page.keyboard.press(keys[steps > 0])


def drag(page: Page, x: int, y: int) -> None:
    """Drag the card that lies on the table to its place, with one finger."""
    expect(page.locator(".outline.ok, .outline.no")).to_be_visible()
    held = page.locator(".hold").bounding_box()
    assert held is not None
    square = page.evaluate(SQUARE)
    left, top = page.evaluate(WHERE)
    start = (held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    across, down = (x - left) * square, (y - top) * square
    assert math.hypot(across, down) > SLOP
    finger = page.context.new_cdp_session(page)
    touch(finger, "touchStart", start)
    for step in range(1, 9):
        touch(finger, "touchMove", (start[0] + across * step / 8, start[1] + down * step / 8))
    touch(finger, "touchEnd")
    assert page.evaluate(WHERE) == [x, y]


def test_the_lessons_and_pictures_are_what_the_rules_play() -> None:
    for path, text in written().items():
        assert path.read_bytes() == text, f"run python -m tests.browser.lessons: {path.name}"


def test_each_island_in_a_picture_has_one_team_to_name_which_scored_2_points() -> None:
    ends = islands()
    assert [end.game for end in ends] == ["welcome", "ports", "route", "barbarians", "knights"]
    for end in ends:
        scored = [tally for tally in end.tallies if tally.points - tally.first == 2]
        assert [tally.count for tally in scored] == [max(tally.count for tally in end.tallies)], end.game
    assert [points >= 10 for points in ends[-1].standing].count(True) == 1


def test_a_newcomer_moves_stores_and_counters_before_the_first_game_of_catatac(visit: Visit) -> None:
    page = visit("/", guided=False)
    said = learn(page, "catatac")
    expect(said).to_contain_text("you play White")
    page.locator('.held[data-card="7"]').tap()
    expect(said).to_contain_text("Play the 4")
    for card, done in (("4", "There it goes"), ("1a", "golden point card"), ("2b", "Back to the alley")):
        page.locator(f'.held[data-card="{card}"]').tap()
        page.locator("button.way").first.tap()
        expect(said).to_contain_text(done)
        page.locator(".coach .main").tap()
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator(".held")).to_have_count(6)
    page.reload()
    expect(page.locator(".held")).to_have_count(6)
    expect(page.locator(".coach, .guide")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 700), (360, 640)])
def test_the_alley_is_seen_while_the_coach_speaks_of_it(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", guided=False, size=size, locale="fr-FR")
    learn(page, "catatac")
    for press in (None, '.held[data-card="4"]', "button.way"):
        if press:
            page.locator(press).first.tap()
        if press == "button.way":
            expect(page.locator(".coach .main")).to_be_visible()
        assert page.evaluate(APART, [".coach", ".scene"]), press
        alley = page.locator(".scene").bounding_box()
        assert alley is not None
        assert alley["height"] >= 150, press


def test_a_newcomer_makes_a_line_and_breaks_one_before_the_first_game_of_karta(visit: Visit) -> None:
    page = visit("/", guided=False, size=(1440, 900), touch=False, locale="fr-FR")
    said = learn(page, "karta")
    expect(said).to_contain_text("Vous êtes rouge")
    page.keyboard.press("1")
    bring(page, 3, -1)
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Votre premier jeton")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Bleu a une ligne")
    page.keyboard.press("1")
    expect(page.locator(".outline.ok, .outline.no")).to_be_visible()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("tournez la carte")
    page.keyboard.press("r")
    bring(page, 0, 2)
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Bleu rend son jeton")
    page.keyboard.press("Enter")
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator(".karta .near")).to_be_visible()


def test_one_finger_drags_the_cards_of_the_lesson_of_karta_on_the_table(visit: Visit) -> None:
    page = visit("/", guided=False)
    said = learn(page, "karta")
    fingers = Fingers(page)
    fingers.tap(".hand .card")
    expect(said).to_contain_text("Drag it")
    drag(page, 3, -1)
    expect(said).to_contain_text("That makes a line. Place it.")
    fingers.tap(".hands .main")
    expect(said).to_contain_text("Your first token")
    fingers.tap(".coach .main")
    expect(said).to_contain_text("Blue has a line too")
    fingers.tap(".hand .card")
    expect(said).to_contain_text("Rotate it")
    fingers.tap(".tool:nth-child(2)")
    drag(page, 0, 2)
    expect(said).to_contain_text("That breaks it. Place it.")
    fingers.tap(".lay")
    expect(said).to_contain_text("Blue gives its token back")
    fingers.tap(".coach .main")
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator(".karta .near")).to_be_visible()


def test_a_newcomer_learns_spot_with_the_smallest_deck(visit: Visit) -> None:
    code = open_table(visit(), "spot/tower", deck=SMALL)
    page = visit(f"/t/{code}", name="Bruno", guided=False)
    said = page.locator(".lesson > p")
    for _ in range(2):
        expect(page.locator(".lesson .card.up")).to_have_count(2)
        (shared,) = page.evaluate(SHARED)
        page.locator(f'.lesson [data-symbol="{shared}"]').first.tap(force=True)
        expect(said).to_contain_text("all there is to it")
        expect(said).not_to_contain_text("all there is to it")
    page.locator(".lesson .main").tap()
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator("li.seat.mine")).to_contain_text("Bruno")


@pytest.mark.parametrize("box", ["catatac", "karta"])
def test_a_lesson_shuts_nobody_out_and_is_skipped_at_once(visit: Visit, box: str) -> None:
    page = visit("/", guided=False)
    learn(page, box)
    assert serious(page) == []
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator(f".{box}")).to_be_visible()


def test_the_first_hints_of_a_game_hide_no_card_and_go_at_the_first_find(visit: Visit) -> None:
    page = visit(guided=False)
    open_table(page, "spot/tower", deck=SMALL)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    guide, felt = page.locator(".guide").bounding_box(), page.locator(".felt").bounding_box()
    assert guide is not None
    assert felt is not None
    assert guide["y"] + guide["height"] <= felt["y"]
    page.wait_for_timeout(QUICK)
    assert play_on(page)
    expect(page.locator(".guide")).to_have_count(0)
