"""Other ways to play: by keyboard, by touch, in French, without https, on a bad line, on one screen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from cartable.texts import say
from tests.browser.conftest import Visit
from tests.browser.players import (
    SMALL,
    add_bot,
    find,
    look,
    open_table,
    over,
    play_on,
    play_out,
    start,
)
from tests.browser.serving import Serving

FILM = """() => new Promise((plays) => {
  document.querySelector('video').addEventListener('timeupdate', plays, {once: true});
})"""
"""Waits until the film plays that keeps a phone awake."""


FROST = """() => new MutationObserver(() => {
  if (document.querySelector('.frost')) document.documentElement.dataset.frozen = '';
}).observe(document.body, {subtree: true, childList: true, attributes: true})"""
"""Sees the frost however short it lies, and however busy the machine is."""


def at_the_table(page: Page, game: str = "spot/practice") -> None:
    """Go from the shelf into a game for one."""
    open_table(page, game, deck=SMALL)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()


def insist(page: Page, act: Callable[[], object], score: int) -> None:
    """Act until the score is reached: on a busy machine a press may be taken for a false start."""
    own = page.locator(".plate.mine b")
    for _ in range(400):
        page.wait_for_timeout(300)
        if int(own.inner_text()) >= score:
            return
        act()
    raise AssertionError(f"the score is still {own.inner_text()}")


def test_a_game_can_be_played_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/", size=(1440, 900), touch=False)
    page.locator("[data-box=spot]").focus()
    page.keyboard.press("Enter")
    page.locator('[data-game="spot/practice"] .game').focus()
    page.keyboard.press("Enter")
    page.locator('[data-game="spot/practice"] [data-way="now"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".card.up").nth(1)).to_be_visible()

    def press_digit() -> None:
        seen = look(page)
        for _, symbol in find(seen):
            page.keyboard.press(str(seen[0]["symbols"].index(symbol) + 1))

    insist(page, press_digit, 3)


def test_typing_the_beginning_of_a_name_calls_it(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    at_the_table(page)

    def type_name() -> None:
        for card, symbol in find(look(page)):
            named = page.locator(f'.card[data-card="{card}"] [data-symbol="{symbol}"]').first
            # What was typed after the beginning that sufficed, last time, is no beginning.
            page.keyboard.press("Escape")
            page.keyboard.type(named.get_attribute("aria-label") or "")

    insist(page, type_name, 1)


def test_a_finger_is_as_good_as_a_mouse(visit: Visit) -> None:
    page = visit(touch=True)
    at_the_table(page)

    def tap() -> None:
        for card, symbol in find(look(page)):
            box = page.locator(f'.card[data-card="{card}"] [data-symbol="{symbol}"]').first.bounding_box()
            assert box is not None
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    insist(page, tap, 1)


def test_a_wrong_press_freezes_and_says_so(visit: Visit) -> None:
    page = visit()
    at_the_table(page)
    page.wait_for_timeout(200)
    one, other = look(page)
    wrong = next(symbol for symbol in one["symbols"] if symbol not in other["symbols"])
    page.evaluate(FROST)
    page.locator(f'.card[data-card="{one["card"]}"] [data-symbol="{wrong}"]').dispatch_event(
        "click", {"detail": 0}
    )
    expect(page.locator("html[data-frozen]")).to_have_count(1)
    expect(page.locator(".frost")).to_have_count(0)


def test_in_french_nothing_is_english(visit: Visit) -> None:
    page = visit("/", locale="fr-FR")
    expect(page.locator(".lead")).to_have_text(say("shelf.lead", "fr"))
    assert page.evaluate("document.documentElement.lang") == "fr"
    open_table(page, "spot/tower")
    expect(page.locator("h1")).to_have_text("La tour infernale")
    expect(page.locator('[data-do="start"]')).to_contain_text("Commencer")


def test_on_a_home_network_without_https_everything_works(visit: Visit, serving: Serving) -> None:
    ada = visit(origin=serving.lan)
    assert ada.evaluate("isSecureContext") is False
    code = open_table(ada, "spot/tower", deck=SMALL)
    bruno = visit(f"/t/{code}", name="Bruno", origin=serving.lan)
    expect(bruno.locator("li.seat.mine")).to_contain_text("Bruno")
    start(ada)
    expect(ada.locator("video")).to_have_count(1)
    ada.evaluate(FILM)
    for page in (ada, bruno):
        expect(page.locator(".card.up").nth(1)).to_be_visible()
    play_out(ada, bruno)


def test_a_dropped_connection_comes_back_by_itself_to_the_same_seat(visit: Visit) -> None:
    lines: list[WebSocketRoute] = []

    def line(route: WebSocketRoute) -> None:
        route.connect_to_server()
        lines.append(route)

    page = visit()
    page.route_web_socket("**/ws?*", line)
    at_the_table(page, "spot/practice")
    before = [one["card"] for one in look(page)]
    lines[-1].close()
    expect(page.locator(".lost")).to_be_visible()
    expect(page.locator(".lost")).to_have_count(0)
    assert len(lines) == 2
    assert [one["card"] for one in look(page)] == before
    insist(page, lambda: play_on(page), 1)


def test_one_screen_can_hold_several_seats(visit: Visit) -> None:
    page = visit(size=(820, 1180))
    open_table(page, "spot/tower", deck=SMALL)
    page.locator("li.seat.empty button").last.click()
    expect(page.locator("li.seat.mine")).to_have_count(2)
    start(page)
    expect(page.locator('[data-mine="true"] .card.up')).to_have_count(2)
    play_out(page)


def test_a_television_shows_the_table_and_the_phone_only_its_own_card(visit: Visit) -> None:
    phone = visit()
    code = open_table(phone, "spot/tower")
    tv = visit(f"/t/{code}#tv", size=(1440, 900), touch=False)
    expect(tv.locator("img[alt]")).to_be_visible()
    add_bot(phone)
    start(phone)
    expect(tv.locator(".card.up")).to_have_count(3)
    expect(phone.locator(".felt > .place")).to_have_count(1)


def test_who_comes_late_watches_or_takes_over_a_bot(visit: Visit) -> None:
    ada = visit()
    code = open_table(ada, "spot/tower")
    add_bot(ada)
    start(ada)
    late = visit(f"/t/{code}", name="Zoé")
    late.locator(".watching button").click()
    expect(late.locator(".plate.mine")).to_be_visible()
    expect(ada.locator(".people .plate")).to_contain_text("Zoé")
    assert not over(ada)
