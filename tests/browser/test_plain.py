"""Games without a line of web code: what the browser makes of their views, moves and events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OUTSIDE, Visit
from tests.browser.players import add_bot, open_table
from tests.browser.serving import Serving
from tests.browser.test_access import serious
from tests.guide.page import ROOT, nim
from tests.plugged import package
from tests.undrawn import ENTRIES

SIZES = [(390, 844), (844, 390), (820, 1180), (1440, 900)]

TIGHT = """() => [...document.querySelectorAll('.plain button, .plain input, .plain select')]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.innerText || one.type, one.closest('label.flag') ?? one])
  .map(([name, one]) => [name, one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 44 || box.left < 0 || box.right > innerWidth)
  .map(([name]) => name)"""
"""What is too small to press, or lies outside the screen."""

Come = Callable[..., Page]


@pytest.fixture(scope="module")
def plugged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with the Nim of docs/adding-a-game.md, and with games that the client does not know."""
    folder = tmp_path_factory.mktemp("plugged")
    site = nim(folder / "page")
    package(site, "undrawn", {}, games=ENTRIES)
    with Serving(folder / "tables", site, ROOT) as server:
        yield server


@pytest.fixture
def come(visit: Visit, plugged: Serving) -> Come:
    """Open pages of that server."""

    def open_page(path: str = OUTSIDE, **wishes: Any) -> Page:
        return visit(path, origin=plugged.address, **wishes)

    return open_page


def begin(page: Page) -> None:
    """Begin the game, as the host."""
    page.locator('[data-do="start"]').click()
    expect(page.locator(".plain .board")).to_be_visible()


def random_bot(page: Page) -> None:
    """Invite a bot and let it be the random one, as the host."""
    add_bot(page)
    page.locator("li.seat:not(.empty) button").last.click()
    page.locator("dialog .levels button", has_text="Random").click()
    page.locator("dialog .close").click()


def add_person(page: Page) -> None:
    """Seat a second person at this screen."""
    page.locator("li.seat.empty .take").last.click()
    expect(page.locator("li.seat:not(.empty)")).to_have_count(2)


def over(page: Page) -> bool:
    return page.locator(".ranking").count() > 0


def test_the_nim_of_the_page_is_played_against_the_random_bot_to_the_end(come: Come) -> None:
    page = come()
    open_table(page, "nim")
    expect(page.locator("h1")).to_have_text("Nim")
    expect(page.get_by_text("Size of the heap")).to_be_visible()
    random_bot(page)
    begin(page)
    left = page.locator(".board dd")
    expect(page.locator(".board dt")).to_have_text("Left in the heap")
    while not over(page):
        move = page.locator(".hands button").first
        # The bot thinks for a second or two; then it is one's turn, or the end.
        expect(move.or_(page.locator(".ranking"))).to_be_visible()
        if not over(page):
            before = left.inner_text()
            assert move.inner_text() == "Take 1"
            move.click()
            expect(left).not_to_have_text(before)
            if left.inner_text() != "0":
                # After the last one the result has the place.
                expect(page.locator(".log, .last").first).to_contain_text("takes")
    expect(page.locator(".ranking li")).to_have_count(2)
    expect(page.locator("dialog h2")).to_contain_text("win")
    page.locator('[data-do="again"]').click()
    expect(left).to_be_visible()
    assert "takes" not in page.locator(".last").inner_text()


def test_people_play_it_together_each_in_their_language_by_keyboard_too(come: Come) -> None:
    ada = come(touch=False, size=(1440, 900))
    code = open_table(ada, "nim")
    zoe = come(f"/t/{code}", name="Zoé", locale="fr-FR", dark=True)
    expect(ada.locator("li.seat:not(.empty)")).to_have_count(2)
    begin(ada)
    expect(zoe.locator(".board dt")).to_have_text("Reste dans le tas")
    first, then = (ada, zoe) if ada.locator(".hands button").count() else (zoe, ada)
    expect(first.locator(".status")).to_have_text("Your turn" if first is ada else "À vous de jouer")
    expect(then.locator(".hands button")).to_have_count(0)
    expect(ada.locator("li.turn")).to_contain_text("You" if first is ada else "Zoé")
    first.keyboard.press("3")
    expect(first.locator(".board dd")).to_have_text("12")
    expect(then.locator(".board dd")).to_have_text("12")
    expect(zoe.locator(".last")).to_have_text(f"{'Ada' if first is ada else 'Zoé'} en prend 3")
    expect(then.locator(".hands button")).to_have_count(3)
    then.locator(".hands button").nth(1).click()
    expect(ada.locator(".board dd")).to_have_text("10")
    # Whoever looks on sees the table, and has nothing to press.
    late = come(f"/t/{code}#tv", size=(1440, 900))
    expect(late.locator(".board dd")).to_have_text("10")
    expect(late.locator(".hands")).to_have_count(0)
    # A reloaded page is back where it was.
    zoe.reload()
    expect(zoe.locator(".board dd")).to_have_text("10")


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_screen_and_shuts_nobody_out(come: Come, size: tuple[int, int]) -> None:
    page = come("/", size=size, dark=size[0] in (844, 820))
    expect(page.locator("[data-box=nim]")).to_be_visible()
    assert serious(page) == [], "shelf"
    open_table(page, "cats")
    for _ in range(3):
        add_bot(page)
    begin(page)
    expect(page.locator(".board h3", has_text="Hand").first).to_be_visible()
    assert page.evaluate(TIGHT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == [], "cats"
    open_table(page, "lanes")
    add_bot(page)
    begin(page)
    expect(page.locator(".hands form").first).to_be_visible()
    assert page.evaluate(TIGHT) == []
    assert serious(page) == [], "lanes"


def test_hands_stay_hidden_where_two_people_share_a_screen(come: Come) -> None:
    page = come()
    open_table(page, "cats")
    add_person(page)
    begin(page)
    board = page.locator(".board")
    lift = board.locator("button.main")
    expect(lift).to_be_visible()
    assert "Hand" not in board.inner_text()
    hands = []
    for _ in range(2):
        lift.click()
        expect(board.locator("h3", has_text="Hand").first).to_be_visible()
        hands.append(page.locator(".hands").inner_text())
        # Playing a card, and passing until it is the other's turn, lowers the curtain again.
        while lift.count() == 0:
            before = board.text_content() or ""
            page.locator(".hands button").last.click()
            expect(board).not_to_have_text(before)
            expect(page.locator(".hands button").or_(lift).first).to_be_visible()
    assert hands[0] != hands[1]


def test_where_moves_are_too_many_one_asks_or_types_and_a_refusal_says_why(come: Come) -> None:
    page = come()
    open_table(page, "lanes")
    add_person(page)
    begin(page)
    asked = page.locator(".hands form").first
    asked.locator("input[type=number]").first.fill("99")
    asked.locator("input[type=number]").nth(1).fill("0")
    asked.locator("button").click()
    expect(page.locator(".notices")).to_contain_text("not in your hand")
    first = page.locator(".board section", has=page.locator("h3", has_text="Hand")).first
    red = first.locator("li").first.inner_text()
    asked.locator("input[type=number]").first.fill(red)
    asked.locator("button").click()
    spot = page.locator(".hands li button").first
    expect(spot).to_contain_text(f"Card {red}")
    spot.click()
    expect(page.locator(".last")).to_contain_text("Placed")
    # The second card is typed: first where it cannot be, then right over the first.
    page.locator(".hands summary").click()
    page.locator(".hands details select").select_option(label="Place")
    blue = page.locator(".board section section li").nth(8).inner_text()
    fields = page.locator(".hands details input[type=number]")
    for field, value in zip(fields.all(), (blue, "0", "40", "40"), strict=True):
        field.fill(value)
    page.locator(".hands details button").click()
    expect(page.locator(".notices")).to_contain_text("KARTA-")


@pytest.mark.parametrize(("locale", "words"), [("en-GB", "game of speed"), ("fr-FR", "jeu de rapidité")])
def test_a_game_of_speed_without_a_drawing_is_refused_with_a_sentence(
    come: Come, locale: str, words: str
) -> None:
    page = come("/#swift", locale=locale)
    page.locator('[data-way="table"]').click()
    expect(page.locator("dialog [role=alert]")).to_contain_text(words)


def test_whoever_plays_another_game_does_not_load_it(come: Come, plugged: Serving) -> None:
    page = come()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    open_table(page, "karta")
    add_bot(page)
    page.locator('[data-do="start"]').click()
    expect(page.locator(".karta")).to_be_visible()
    assert any(name.startswith("Karta-") for name in loaded)
    assert not any(name.startswith("Plain-") for name in loaded)
    open_table(page, "nim")
    add_bot(page)
    begin(page)
    assert any(name.startswith("Plain-") for name in loaded)
