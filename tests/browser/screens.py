"""Takes a picture of every screen at four sizes: `python -m tests.browser.screens FOLDER [what ...]`.

What is named, a scene, a language or a size, is taken instead of all.
Every scene is played twice, in English by day and in French in the evening; `ways` adds what settings change.
The pictures are for looking at: nothing compares them.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect, sync_playwright

from tests.browser.chromium import launched
from tests.browser.fingers import gather
from tests.browser.players import (
    GUIDED,
    add_bot,
    choose_symbols,
    find,
    look,
    open_table,
    over,
    play_on,
    play_out,
    press,
    start,
)
from tests.browser.serving import Serving
from tests.browser.test_catatac import begin as begin_catatac
from tests.browser.test_catatac import play_on as play_card
from tests.browser.test_island import begin, by_symbol, match
from tests.browser.test_karta import ARROWS
from tests.browser.test_karta import begin as begin_karta
from tests.browser.test_lessons import learn
from tests.browser.test_lobby import touched
from tests.recorded import newest

SIZES: Final = {"phone": (390, 844), "lying": (844, 390), "tablet": (820, 1180), "laptop": (1440, 900)}
LOOKS: Final = {"en": ("en-GB", "light"), "fr": ("fr-FR", "dark")}
SPOT: Final = ("tower", "well", "gift", "triplet", "potato", "catch", "practice", "faceoff")
ISLAND: Final = ("welcome", "ports", "route", "barbarians", "knights")
WAYS: Final = ("names", "big", "left", "calm", "contrast", "marks")


class Studio:
    """A browser that looks one way, and where its pictures go."""

    def __init__(
        self, browser: Browser, serving: Serving, folder: Path, language: str, sizes: list[str]
    ) -> None:
        self.serving = serving
        self._browser = browser
        self._folder = folder
        self._language = language
        self._sizes = sizes

    def visit(
        self, path: str = "/", *, name: str = "Ada", guided: bool = True, ways: tuple[str, ...] = ()
    ) -> Page:
        """Open a page in a profile of its own."""
        locale, scheme = LOOKS[self._language]
        width, height = SIZES["phone"]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=True,
        )
        chosen = {"name": name, "volume": 0, "guided": GUIDED if guided else (), **dict.fromkeys(ways, True)}
        context.add_init_script(
            "if (!localStorage.getItem('cartable.settings'))"
            f" localStorage.setItem('cartable.settings', {json.dumps(json.dumps(chosen))})"
        )
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.goto(self.serving.address + path)
        return page

    def shoot(self, page: Page, name: str, *, wait: int = 450, sizes: tuple[str, ...] = tuple(SIZES)) -> None:
        """Take one picture of a page at each size."""
        for size in (size for size in sizes if size in self._sizes):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(wait)
            page.screenshot(path=self._folder / f"{name}-{self._language}-{size}.png")
        width, height = SIZES["phone"]
        page.set_viewport_size({"width": width, "height": height})

    def done(self) -> None:
        """Close all pages."""
        for context in self._browser.contexts:
            context.close()


def shelf(studio: Studio) -> None:
    """The shelf, and everything that opens on it."""
    page = studio.visit()
    expect(page.locator(".boxes")).to_be_visible()
    studio.shoot(page, "shelf", wait=700)
    for opened in ("spot", "island", "catatac", "karta", "settings", "rules-spot/tower"):
        page.goto(f"{studio.serving.address}/#{opened}")
        expect(page.locator("dialog")).to_be_visible()
        page.wait_for_timeout(500)
        studio.shoot(page, f"shelf-{opened.replace('/', '-')}")
    page.goto(f"{studio.serving.address}/#settings")
    page.locator("dialog .scroll").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    studio.shoot(page, "shelf-settings-end", sizes=("phone",))


def day(studio: Studio) -> None:
    """The deck of the day: its page with two lists, and the end of a run."""
    names = [
        {"en": "Quick otter", "fr": "Loutre rapide"},
        {"en": "Tranquil hedgehog", "fr": "Hérisson tranquille"},
        {"en": "Fearless bat", "fr": "Chauve-souris téméraire"},
    ]
    entries = [
        {"place": place, "names": name, "face": f"{place:032x}", "millis": 61_250 * place, "own": place == 2}
        for place, name in enumerate(names, 1)
    ]
    lists = [
        {
            "date": date,
            "commitment": "3b1f" * 16,
            "secret": secret,
            "entries": [{**one, "record": record} for one in entries],
        }
        for date, secret, record in (("2026-11-16", "", ""), ("2026-11-15", "77aa" * 16, "c0ffee"))
    ]
    own = {"entry": {**entries[1], "record": ""}, "why": ""}
    told = {"now": 1_794_830_000, "ends": 1_794_873_600, "own": own, "lists": lists}
    page = studio.visit()
    page.route("**/api/day", lambda route: route.fulfill(json=told))
    page.goto(f"{studio.serving.address}/day")
    expect(page.locator("[data-page=day] tr.own")).to_have_count(2)
    studio.shoot(page, "day")
    page.locator("details summary").click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    studio.shoot(page, "day-fair", sizes=("phone", "laptop"))
    page.unroute("**/api/day")
    page.goto(f"{studio.serving.address}/day")
    studio.shoot(page, "day-none")
    page.locator('[data-do="day"]').click()
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    for _ in range(3):
        play_on(page)
    studio.shoot(page, "day-run", sizes=("phone", "laptop"))
    page.goto(f"{page.url.partition('#')[0]}#menu")
    studio.shoot(page, "day-menu", sizes=("phone",))
    page.get_by_role("button", name=re.compile("Leave…|Quitter…")).click()
    page.locator('[data-do="abandon"]').click()
    page.locator('[data-do="sure"]').click()
    expect(page.locator('[data-do="list"]')).to_be_visible()
    studio.shoot(page, "day-over", wait=900)


def doors(studio: Studio) -> None:
    """Addresses that lead nowhere, the door, being sent away, the same seat in another tab."""
    studio.shoot(studio.visit("/t/ZZZZZ"), "unknown")
    studio.shoot(studio.visit("/nowhere"), "nowhere")
    page = studio.visit()
    page.locator("#code").fill("ZZZZZ")
    page.locator(".tag button").click()
    expect(page.locator("#refusal")).not_to_be_empty()
    studio.shoot(page, "shelf-problem")
    host = studio.visit()
    code = open_table(host, "spot/tower")
    studio.shoot(studio.visit(f"/t/{code}", name=""), "door")
    studio.shoot(studio.visit("/t/ZZZZZ", name=""), "door-unknown")
    second = host.context.new_page()
    second.goto(host.url)
    expect(host.locator(".gone")).to_be_visible()
    studio.shoot(host, "elsewhere")


def lobby(studio: Studio) -> None:
    """The lobby as its host and its guests see it, and what opens there."""
    host = studio.visit()
    code = open_table(host, "spot/tower")
    studio.shoot(host, "lobby-alone")
    guest = studio.visit(f"/t/{code}", name="Bruno")
    expect(guest.locator("li.seat.mine")).to_be_visible()
    add_bot(host)
    studio.shoot(host, "lobby-host")
    studio.shoot(guest, "lobby-guest")
    host.locator(".agreement").scroll_into_view_if_needed()
    host.mouse.wheel(0, 3000)
    studio.shoot(host, "lobby-end", sizes=("phone", "lying", "tablet"))
    for nth, what in enumerate(("own", "guest", "bot")):
        host.locator("li.seat .take").nth(nth).click()
        studio.shoot(host, f"lobby-seat-{what}")
        host.locator("dialog .close").click()
    for opened in ("menu", "invite"):
        host.goto(f"{studio.serving.address}/t/{code}#{opened}")
        expect(host.locator("dialog")).to_be_visible()
        studio.shoot(host, f"lobby-{opened}", wait=600)
    island = studio.visit()
    open_table(island, "island/adventure")
    for _ in range(3):
        add_bot(island)
    studio.shoot(island, "lobby-teams")


def boxes(studio: Studio) -> None:
    """What is said of the boxes and their rules, the owner's cards, and practice with the island's."""
    page = studio.visit()
    for opened in ("island", "catatac", "rules-every-karta"):
        page.goto(f"{studio.serving.address}/#{opened}")
        expect(page.locator("dialog")).to_be_visible()
        studio.shoot(page, f"box-{opened}")
    host = studio.visit()
    code = open_table(host, "catatac")
    cards = host.locator('[data-option="cards"]')
    cards.locator("button").click()
    field = cards.locator("textarea")
    expect(field).not_to_have_value("")
    cards.scroll_into_view_if_needed()
    studio.shoot(host, "cards")
    right = field.input_value()
    field.fill(right.replace("8 x4", "8 mice").replace("2 other: counter", "2 other: purr"))
    expect(cards.locator("li")).to_have_count(2)
    cards.locator("li").last.scroll_into_view_if_needed()
    studio.shoot(host, "cards-wrong")
    field.fill(right)
    cards.locator('[data-do="use"]').click()
    guest = studio.visit(f"/t/{code}", name="Bruno")
    there = guest.locator('[data-option="cards"]')
    there.locator("button").click()
    there.scroll_into_view_if_needed()
    studio.shoot(guest, "cards-guest")
    page = studio.visit()
    open_table(page, "spot/practice", deck={"order": 8, "cards": 73}, theme="island")
    studio.shoot(page, "practice-lobby")
    page.locator('[data-do="start"]').click()
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    studio.shoot(page, "practice")


def lessons(studio: Studio) -> None:
    """The first minute of a box."""
    for box, game in (("spot", "spot/tower"), ("island", "island/welcome")):
        page = studio.visit(guided=False)
        open_table(page, game)
        page.locator('[data-do="lesson"]').tap()
        expect(page.locator(".lesson .card.up").nth(1)).to_be_visible(timeout=40_000)
        studio.shoot(page, f"lesson-{box}")
    page = studio.visit(guided=False)
    learn(page, "catatac")
    studio.shoot(page, "lesson-catatac")
    for card in ("4", "1a"):
        page.locator(f'.held[data-card="{card}"]').tap()
        studio.shoot(page, f"lesson-catatac-{card}-chosen")
        page.locator("button.way").first.tap()
        expect(page.locator(".coach .main")).to_be_visible()
        studio.shoot(page, f"lesson-catatac-{card}-done", wait=900)
        page.locator(".coach .main").tap()
    page = studio.visit(guided=False)
    learn(page, "karta")
    studio.shoot(page, "lesson-karta")
    page.locator(".lesson .card").first.tap(force=True)  # It beckons, and never lies still.
    studio.shoot(page, "lesson-karta-held")


def spot(studio: Studio) -> None:
    """Each game of Spot it! in play, with two bots where it takes them."""
    for game in SPOT:
        page = studio.visit()
        open_table(page, f"spot/{game}")
        for _ in range(0 if game == "practice" else 2):
            add_bot(page)
        page.locator('[data-do="start"]').click()
        if game == "tower":
            expect(page.locator(".count")).to_be_visible()
            studio.shoot(page, "spot-countdown", wait=150)
        expect(page.locator(".card.up").first).to_be_visible()
        studio.shoot(page, f"spot-{game}")
        studio.done()


def together(studio: Studio) -> None:
    """Several at one screen: three of Spot it!, two on the island."""
    for game, seats in (
        *((f"spot/{name}", 3) for name in ("tower", "triplet", "catch", "practice")),
        *((f"island/{name}", 2) for name in ("welcome", "route", "knights")),
    ):
        page = studio.visit()
        gather(page, game, seats)
        expect(page.locator(".card.up").nth(1)).to_be_visible()
        expect(page.locator("div.count")).to_have_count(0)
        studio.shoot(page, f"together-{game.replace('/', '-')}")
        studio.done()


def replays(studio: Studio) -> None:
    """A saved game of each box, half-way, as somebody sees it who did not play."""
    for game in ("spot/tower", "spot/triplet", "island/adventure", "catatac", "karta"):
        page = studio.visit("/r")
        page.locator("input[type=file]").set_input_files(newest(game))
        where = page.locator("input[type=range]")
        where.fill(str(int(where.get_attribute("max") or 0) // 2))
        studio.shoot(page, f"replay-{game.replace('/', '-')}", wait=700)
        studio.done()


def puzzles(studio: Studio) -> None:
    """A puzzle of Karta Doppio: as it comes, a card held, its solution."""
    page = studio.visit("/puzzles")
    expect(page.locator(".exercise .card").first).to_be_visible()
    studio.shoot(page, "puzzle")
    page.keyboard.press("1")
    expect(page.locator(".outline.ok, .outline.no").first).to_be_visible()
    studio.shoot(page, "puzzle-held")
    page.keyboard.press("Escape")
    page.locator(".exercise .row .button").first.click()
    studio.shoot(page, "puzzle-solution", wait=700)


def moments(studio: Studio) -> None:
    """What happens in a game: a verdict, frost, a pause, a lost line, the menu, a watcher, a television."""
    lines: list[WebSocketRoute] = []

    def line(route: WebSocketRoute) -> None:
        route.connect_to_server()
        lines.append(route)

    page = studio.visit()
    page.route_web_socket("**/ws?*", line)
    code = open_table(page, "spot/tower")
    add_bot(page)
    add_bot(page)
    start(page)
    expect(page.locator(".card.up").nth(1)).to_be_visible()
    page.wait_for_timeout(400)
    for size in SIZES:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(500)
        for card, symbol in find(look(page)):
            press(page, card, symbol)
        page.wait_for_timeout(200)
        studio.shoot(page, "moment-verdict", wait=60, sizes=(size,))
    for size in SIZES:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(400)
        one, other = look(page)
        wrong = next(symbol for symbol in one["symbols"] if symbol not in other["symbols"])
        press(page, one["card"], wrong)
        studio.shoot(page, "moment-frozen", wait=350, sizes=(size,))
        expect(page.locator(".frost")).to_have_count(0)
    watcher = studio.visit(f"/t/{code}", name="Zoé")
    expect(watcher.locator(".card.up").first).to_be_visible()
    studio.shoot(watcher, "moment-watching")
    tv = studio.visit(f"/t/{code}#tv")
    expect(tv.locator(".card.up").first).to_be_visible()
    studio.shoot(tv, "moment-tv", sizes=("laptop",))
    studio.shoot(page, "moment-beside-tv", sizes=("phone", "lying", "tablet"))
    page.locator(".corner.say").click()
    studio.shoot(page, "moment-sayings", sizes=("phone", "lying", "laptop"))
    page.locator(".corner.menu").click()
    studio.shoot(page, "moment-menu")
    page.locator("dialog li button", has_text=re.compile("Pause")).click()
    expect(page.locator(".paused")).to_be_visible()
    studio.shoot(page, "moment-paused")
    studio.shoot(watcher, "moment-paused-guest", sizes=("phone", "lying"))
    lines[-1].close()
    expect(page.locator(".lost")).to_be_visible()
    studio.shoot(page, "moment-lost", wait=20, sizes=("phone", "lying"))
    expect(page.locator(".lost")).to_have_count(0)


def ending(studio: Studio) -> None:
    """The end of a game, as its host, a watcher and a television see it."""
    page = studio.visit()
    code = open_table(page, "spot/tower")
    choose_symbols(page, 4)
    add_bot(page)
    add_bot(page)
    start(page)
    watcher = studio.visit(f"/t/{code}", name="Zoé")
    tv = studio.visit(f"/t/{code}#tv")
    play_out(page)
    studio.shoot(page, "summary", wait=800)
    studio.shoot(watcher, "summary-guest")
    studio.shoot(tv, "tv-summary", sizes=("laptop",))


def analyses(studio: Studio) -> None:
    """A saved game of every box, analysed: its beginning, a mistake, its end, and its moves."""
    names = ["Maximilienne", "Jean-Christophe", "Bartholomew", "Ana"]

    def named(route: Route) -> None:
        told = route.fetch().json()
        told["names"] = names[: len(told["names"])]
        route.fulfill(json=told)

    for game in ("spot/tower", "island/adventure", "catatac", "karta"):
        page, shot = studio.visit("/r"), f"analysis-{game.partition('/')[0]}"
        page.set_default_timeout(90_000)
        page.route("**/api/replay", named)
        page.locator("input[type=file]").set_input_files(newest(game))
        page.locator('[data-do="analyse"]').click()
        page.locator('[data-do="whole"]').click()
        studio.shoot(page, shot)
        if page.locator(".chips .chip", has_text=re.compile("Next mistake|Erreur suivante")).count():
            page.locator(".chips .chip", has_text=re.compile("Next mistake|Erreur suivante")).first.click()
            studio.shoot(page, f"{shot}-mistake")
        page.keyboard.press("End")
        studio.shoot(page, f"{shot}-end")
        page.locator('[data-do="more"]').click()
        studio.shoot(page, f"{shot}-more", sizes=("phone", "lying"))
        page.get_by_role("button", name=re.compile("Moves|Coups")).click()
        studio.shoot(page, f"{shot}-moves", sizes=("phone", "lying"))


def television(studio: Studio) -> None:
    """The table as a big picture: before a game, and a game of the island."""
    host = studio.visit()
    code = open_table(host, "island/ports")
    add_bot(host)
    add_bot(host)
    tv = studio.visit(f"/t/{code}#tv")
    expect(tv.locator("img[alt]")).to_be_visible()
    studio.shoot(tv, "tv-gathering", sizes=("laptop",))
    begin(host)
    studio.shoot(tv, "tv-island", sizes=("laptop",))


def island(studio: Studio) -> None:
    """Each game of the island in play: untouched, a symbol pressed, a place pressed."""
    for game in ISLAND:
        page = studio.visit()
        open_table(page, f"island/{game}")
        add_bot(page)
        add_bot(page)
        begin(page)
        studio.shoot(page, f"island-{game}")
        if game == "ports" and (found := match(page)) is not None:
            page.locator(f'[data-hand] [data-symbol="{found["symbol"]}"]').first.tap()
            studio.shoot(page, "island-aim")
            page.keyboard.press("Escape")
            page.locator(f'[data-slot="{found["slot"]}"] .place > button').tap()
            studio.shoot(page, "island-lens", sizes=("phone", "lying"))
            page.keyboard.press("Escape")
            devtools = page.context.new_cdp_session(page)
            touched(devtools, "touchStart", (175, 330), (215, 330))
            touched(devtools, "touchMove", (150, 330), (240, 330))
            touched(devtools, "touchMove", (150, 330), (250, 330))
            touched(devtools, "touchEnd")
            studio.shoot(page, "island-closer", sizes=("phone", "lying"))
        studio.done()


def adventure(studio: Studio) -> None:
    """The five games in order, each with its scoring, up to the end."""
    page = studio.visit()
    open_table(page, "island/adventure")
    add_bot(page)
    page.get_by_role("switch").first.click()
    begin(page)
    shot: set[str] = set()
    for _ in range(1500):
        if over(page):
            break
        game = page.locator("[data-game]").get_attribute("data-game") or ""
        if page.locator(".scoring").count() > 0:
            if game not in shot:
                shot.add(game)
                studio.shoot(page, f"scoring-{game}", wait=700)
        elif (found := match(page)) is not None:
            by_symbol(page, found)
        page.wait_for_timeout(200)
    studio.shoot(page, "summary-island", wait=800)


def alley(studio: Studio) -> None:
    """CATATAC with two, four and six cats: waiting, a card chosen, a card explained, the count, the end."""
    for bots, first, last in ((1, 0, 0), (3, 0, 1), (5, 2, 6)):
        page = studio.visit()
        code = open_table(page, "catatac")
        for _ in range(bots):
            add_bot(page)
        for switch in page.locator(".agreement [role=switch]").all()[first:last]:
            switch.check()
        if bots > 1:
            studio.shoot(page, f"catatac-{bots + 1}-lobby")
        begin_catatac(page)
        studio.shoot(page, f"catatac-{bots + 1}-begin")
        for turn in range(4):
            reach(page)
            page.keyboard.press(str(turn % 3 + 1))
            studio.shoot(page, f"catatac-{bots + 1}-chosen-{turn}")
            play_card(page)
        if bots == 5:
            tv = studio.visit(f"/t/{code}#tv")
            studio.shoot(tv, "catatac-tv", sizes=("laptop",))
        if bots == 1:
            page.locator("button.legend").click()
            studio.shoot(page, "catatac-legend")
            page.keyboard.press("Escape")
        for _ in range(1500):
            if over(page) or page.locator(".ending").count() > 0:
                break
            play_card(page)
            page.wait_for_timeout(120)
        studio.shoot(page, f"catatac-{bots + 1}-count", wait=1500)
        page.locator(".ending .go").click()
        studio.shoot(page, f"catatac-{bots + 1}-summary", wait=800)
        studio.done()
    page = studio.visit()
    open_table(page, "catatac")
    page.locator("li.seat.empty button").last.click()
    expect(page.locator("li.seat.mine")).to_have_count(2)
    begin_catatac(page)
    expect(page.locator(".curtain")).to_be_visible()
    studio.shoot(page, "catatac-curtain")


def reach(page: Page) -> None:
    """Wait until there is a card to lay, and let a store go that comes before."""
    for _ in range(200):
        if page.locator(".decline").count() > 0:
            page.keyboard.press("d")
        elif page.locator(".held.able").count() > 0:
            return
        page.wait_for_timeout(150)


def hold(page: Page, turns: int) -> None:
    """Take a card up, turn it, and bring it with the arrows to where it may lie."""
    if page.locator(".outline").count() == 0:
        page.keyboard.press("1")
    for _ in range(turns):
        page.keyboard.press("r")
    for arrow in ARROWS * 9:
        expect(page.locator(".outline.ok, .outline.no").first).to_be_visible()
        if page.locator(".outline.ok").count() > 0:
            return
        page.keyboard.press(arrow)


def light(studio: Studio) -> None:
    """Karta Doppio on one screen: empty, a card held, a refusal, half-way, crowded, the end."""
    page = studio.visit()
    open_table(page, "karta")
    add_bot(page)
    studio.shoot(page, "karta-lobby")
    begin_karta(page)
    studio.shoot(page, "karta-bot")
    studio.done()
    page = studio.visit()
    code = open_table(page, "karta")
    page.locator("li.seat.empty button").last.click()
    expect(page.locator("li.seat.mine")).to_have_count(2)
    begin_karta(page)
    tv = studio.visit(f"/t/{code}#tv")
    for turn in range(16):
        if over(page):
            break
        laid = page.locator(".sat").count()
        hold(page, turn % 3)
        if turn in (1, 6, 12):
            studio.shoot(page, f"karta-{turn}-held")
        if turn == 6:
            for _ in range(12):
                page.keyboard.press("ArrowUp")
            expect(page.locator(".outline.no")).to_be_visible()
            studio.shoot(page, "karta-refused")
            hold(page, 0)
        page.keyboard.press("Enter")
        expect(page.locator(".outline")).to_have_count(0)
        assert page.locator(".sat").count() > laid or over(page)
        if turn in (7, 13) and not over(page):
            studio.shoot(page, f"karta-{turn}-laid")
            studio.shoot(tv, f"karta-{turn}-tv", sizes=("laptop",))
    studio.shoot(page, "karta-summary", wait=900)


def homes(studio: Studio) -> None:
    """Karta Doppio in two homes, with a clock: a card taken back, a draw offered, the return game."""
    ada = studio.visit()
    code = open_table(ada, "karta")
    for switch in ada.locator(".agreement [role=switch]").all():
        switch.check()
    ada.locator(".agreement label", has_text=re.compile("2.min")).first.click()
    bruno = studio.visit(f"/t/{code}", name="Bruno")
    expect(bruno.locator("li.seat.mine")).to_be_visible()
    studio.shoot(ada, "karta-agreed")
    begin_karta(ada)
    expect(bruno.locator(".karta")).to_be_visible()
    first, second = (ada, bruno) if re.search("Your turn|vous", ada.title()) else (bruno, ada)
    hold(first, 1)
    first.keyboard.press("Enter")
    expect(second.locator(".sat")).to_have_count(1)
    studio.shoot(first, "karta-take-back")
    first.keyboard.press("u")
    expect(second.locator(".sat")).to_have_count(0)
    studio.shoot(second, "karta-taken-back", wait=200, sizes=("phone", "lying"))
    first.locator(".corner.menu").click()
    studio.shoot(first, "karta-menu")
    first.locator("dialog li button", has_text=re.compile("draw|nulle")).click()
    expect(second.locator(".offer")).to_be_visible()
    studio.shoot(second, "karta-draw")
    studio.shoot(first, "karta-draw-offered", sizes=("phone", "lying"))
    for turn in range(40):
        mover = next((page for page in (ada, bruno) if page.locator(".interval").count()), None)
        if mover is not None:
            studio.shoot(mover, "karta-interval", wait=1200)
            break
        page = (first, second)[turn % 2]
        page.wait_for_timeout(400)
        hold(page, turn % 3)
        page.keyboard.press("Enter")
        expect(page.locator(".outline")).to_have_count(0)


def ways(studio: Studio) -> None:
    """The main screens under each setting."""
    for way in WAYS:
        page = studio.visit(ways=(way,))
        if way in ("contrast", "calm"):
            studio.shoot(page, f"way-{way}-shelf", sizes=("phone", "lying", "laptop"))
        for game, bots, shown in (
            ("spot/tower", 2, ".card.up"),
            ("island/ports", 2, ".card.up"),
            ("catatac", 1, ".held"),
            ("karta", 1, ".near button"),
        ):
            page.goto(studio.serving.address)
            open_table(page, game)
            for _ in range(bots):
                add_bot(page)
            page.locator('[data-do="start"]').click()
            expect(page.locator(shown).nth(1)).to_be_visible()
            expect(page.locator("div.count")).to_have_count(0)
            studio.shoot(page, f"way-{way}-{game.partition('/')[0]}")
        studio.done()


SCENES: Final[dict[str, Callable[[Studio], None]]] = {
    scene.__name__: scene
    for scene in (
        shelf,
        day,
        doors,
        lobby,
        boxes,
        lessons,
        spot,
        together,
        replays,
        puzzles,
        moments,
        ending,
        analyses,
        television,
        island,
        adventure,
        alley,
        light,
        homes,
        ways,
    )
}


def main(folder: Path, names: list[str]) -> None:
    """Play the scenes with these names, or all."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in names if name in SCENES] or list(SCENES)
    languages = [name for name in names if name in LOOKS] or list(LOOKS)
    sizes = [name for name in names if name in SIZES] or list(SIZES)
    with tempfile.TemporaryDirectory() as data, Serving(Path(data)) as serving, sync_playwright() as play:
        browser = launched(play)
        for language in languages:
            for name in wanted:
                studio = Studio(browser, serving, folder, language, sizes)
                try:
                    SCENES[name](studio)
                except Exception as error:  # The other scenes are still worth a look.
                    sys.stderr.write(f"{name} {language}: {error}\n")
                studio.done()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
