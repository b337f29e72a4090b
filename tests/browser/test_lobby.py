"""Before a game: people say when they are ready, and find their teams."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Visit
from tests.browser.players import add_bot, open_table, start
from tests.browser.test_access import serious


def middle(page: Page, what: str) -> tuple[float, float]:
    """Return the middle of something on the screen."""
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touched(devtools: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Put a finger down, move it, or lift it."""
    devtools.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
    )


def test_the_host_sees_who_is_not_ready_and_may_start_all_the_same(visit: Visit) -> None:
    host = visit()
    code = open_table(host, "spot/gift")
    waiting = host.locator("footer > p")
    expect(host.locator('[data-do="start"]')).to_be_disabled()
    expect(waiting).to_contain_text("needed")
    guest = visit(f"/t/{code}", name="Bruno")
    expect(waiting).to_contain_text("Bruno")
    ready = guest.locator('[data-do="ready"]')
    ready.click()
    expect(ready).to_have_attribute("aria-pressed", "true")
    expect(host.locator("li.seat", has_text="Bruno")).to_contain_text("Ready")
    expect(waiting).to_have_text("Everyone is ready.")
    assert serious(guest) == []
    ready.click()
    expect(waiting).to_contain_text("Bruno")
    start(host)
    expect(guest.locator(".felt")).to_be_visible()


def test_a_seat_is_carried_to_another_team_with_a_mouse(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    open_table(page, "island/welcome")
    add_bot(page)
    page.mouse.move(*middle(page, "li.seat.mine"))
    page.mouse.down()
    page.mouse.move(*middle(page, '[data-tray="2"]'), steps=6)
    expect(page.locator(".tray.over")).to_have_attribute("data-tray", "2")
    page.mouse.up()
    expect(page.locator('[data-tray="2"] li.seat.mine')).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)


def test_a_seat_is_carried_to_another_team_with_a_finger(visit: Visit) -> None:
    page = visit()
    open_table(page, "island/welcome")
    add_bot(page)
    devtools = page.context.new_cdp_session(page)
    x, y = middle(page, "li.seat.mine")
    to, _ = middle(page, '[data-tray="2"]')
    touched(devtools, "touchStart", (x, y))
    for step in range(1, 7):
        touched(devtools, "touchMove", (x + (to - x) * step / 6, y))
    touched(devtools, "touchEnd")
    expect(page.locator('[data-tray="2"] li.seat.mine')).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)


def test_teams_change_by_keyboard_as_well(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    open_table(page, "island/welcome")
    page.locator("li.seat.mine .team").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-tray="1"] li.seat.mine')).to_be_visible()


def test_an_address_that_leads_nowhere_leads_back_to_the_boxes(visit: Visit) -> None:
    page = visit("/nowhere")
    assert serious(page) == []
    page.locator("main .button").click()
    expect(page.locator(".boxes")).to_be_visible()


def test_whoever_plays_on_the_same_screen_chooses_a_face_that_all_see(visit: Visit) -> None:
    host = visit(size=(390, 844))
    code = open_table(host, "karta")
    guest = visit(f"/t/{code}#tv", name="")
    host.get_by_text("Add a player on this screen").click()
    seat = host.locator("li.seat", has_text="Guest 2")
    drawn = "svg path >> nth=1"
    before = seat.locator(drawn).get_attribute("d")
    seat.locator(".take").click()
    host.locator("dialog .chosen").click()
    assert serious(host) == []
    host.get_by_label("Face 11").check(force=True)
    host.locator("#rename").fill("Bo")
    host.locator("dialog form .main").click()
    face = host.locator("li.seat", has_text="Bo").locator(drawn)
    expect(face).not_to_have_attribute("d", before or "")
    expect(guest.locator("li", has_text="Bo").locator(drawn)).to_have_attribute(
        "d", face.get_attribute("d") or ""
    )
    host.reload()
    expect(host.locator("li.seat", has_text="Bo").locator(drawn)).to_have_attribute(
        "d", face.get_attribute("d") or ""
    )
