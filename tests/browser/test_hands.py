"""Several people round one screen: everybody has an edge, and several fingers press at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.fingers import (
    PALM,
    REACH,
    RESULTS,
    TABLE,
    Fingers,
    act,
    gather,
    match,
    overhear,
    pad,
    play_by_hand,
    sit_down,
    symbol,
)
from tests.browser.players import BELIEVED, QUICK, SMALL

TIED = {"order": 2, "cards": 6}
"""As many cards for both as two that take turns take."""

PAIR = {"order": 3, "cards": 8}
"""Two triplets, and no third: any five of these cards have one."""

COVER = """(seat) => {
  const shown = (card) => [...(card?.querySelectorAll('.symbol') ?? [])].map((one) => one.dataset.symbol);
  const own = document.querySelector(`.near[data-hand="${seat}"] .card.up`);
  for (const place of document.querySelectorAll('.far [data-slot]:not(:has(.place.shut))')) {
    const match = shown(own).find((one) => shown(place.querySelector('.card.up')).includes(one));
    if (match) return [`.near[data-hand="${seat}"] [data-symbol="${match}"]`,
      `.far [data-slot="${place.dataset.slot}"]`];
  }
  return [];
}"""
"""What a seat presses on its own card, and on the island."""

KEY = """(seat) => {
  const at = (place, what) => [...document.querySelectorAll(`.felt > .place[data-place="${place}"] ${what}`)];
  const symbols = (place) => at(place, '.card.up .symbol').map((one) => one.dataset.symbol);
  const [own, middle] = [symbols(`seat ${seat}`), symbols('middle')];
  const keys = at(`seat ${seat}`, 'kbd');
  return keys[own.findIndex((one) => middle.includes(one))]?.textContent ?? '';
}"""
"""The key on a seat's own card that names its match."""

DUEL = """(seat) => {
  const cards = [...document.querySelectorAll('.near .card.up')];
  const shown = (card) => [...card.querySelectorAll('.symbol')].map((one) => one.dataset.symbol);
  const own = cards.find((one) => one.closest(`[data-hand="${seat}"]`));
  const other = cards.findLast((one) => one !== own);
  const match = own && other && shown(own).find((one) => shown(other).includes(one));
  return match ? [own, other].map((one) => `[data-card="${one.dataset.card}"] [data-symbol="${match}"]`) : [];
}"""
"""What a knight presses: the match on one's own card, then on another's."""


COVERED = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const near = ({ left, right, top, bottom }, { x, y }) =>
    Math.hypot(x - Math.min(right, Math.max(left, x)), y - Math.min(bottom, Math.max(top, y)));
  const round = boxes('.near .tile, .far .tile, .corner');
  const said = boxes('.rim .aim');
  const off = said.filter((one) => one.left < 0 || one.top < 0 || one.right > innerWidth
    || one.bottom > innerHeight);
  const crews = boxes('.rim .crew');
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return [...off, ...said.filter((one) => crews.some((crew) => over(one, crew))),
    ...said.filter((one) => round.some(({ left, top, width, height }) =>
      near(one, { x: left + width / 2, y: top + height / 2 }) < width / 2))].map((one) => one.toJSON());
}"""
"""What is said at a side and lies over a card, a corner, who sits there, or outside of the screen."""

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until all is drawn at the size that the screen has now."""

RELOADED_AT = """(selector) => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    location.reload();
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Loads the page anew as soon as something is seen on it."""

RELOADED_IN_SHUFFLE = """() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).type === 'add') location.reload();
    else send.call(this, text);
  };
}"""
"""Loads the page anew instead of adding its number to the shuffle."""


def score(page: Page, seat: int) -> int:
    return int(page.locator(f"{pad(seat)} b").inner_text())


def press_the_match(fingers: Fingers, seat: int) -> None:
    fingers.tap(*[symbol(place, shown) for place, shown in match(fingers.page.evaluate(TABLE), seat)])


def cover(fingers: Fingers, seat: int) -> None:
    """Lay a card of a seat; which places are open to it is seen once one of its symbols is pressed."""
    page = fingers.page
    own = f'.near[data-hand="{seat}"]'
    aims = [
        f'{own} [data-symbol="{one}"]'
        for one in page.locator(f"{own} .card.up .symbol").evaluate_all(
            "all => all.map((one) => one.dataset.symbol)"
        )[:1]
    ]
    for press in aims:
        fingers.tap(press)
    for press in page.evaluate(COVER, seat):
        if press not in aims:
            fingers.tap(press)


def test_two_claim_at_once_with_palms_and_fingers_on_the_glass_and_one_of_them_is_heard(
    visit: Visit,
) -> None:
    page = visit(size=(820, 1180))
    told = overhear(page)
    fingers = gather(page, "spot/practice", 2, deck=SMALL)
    expect(page.locator(f"{pad(0)}.free")).to_be_visible()
    page.wait_for_timeout(300)
    press_the_match(fingers, 0)
    fingers.down(pad(0), width=PALM)
    fingers.cancel()
    expect(page.locator(".pad.free")).to_have_count(2)
    assert (score(page, 0), score(page, 1)) == (0, 0)
    fingers.down(pad(0), pad(1))
    expect(page.locator(".pad.speaks")).to_have_count(1)
    speaker = int(page.locator(".pad.speaks").get_attribute("data-pad") or "")
    # Both fingers stay where they are; a third one names the symbol.
    press_the_match(fingers, speaker)
    expect(page.locator(f"{pad(speaker)} b")).to_have_text("1")
    expect(page.locator(f"{pad(1 - speaker)} b")).to_have_text("0")
    expect(page.locator(pad(1 - speaker))).to_contain_text("Someone was quicker")
    assert [event["seat"] for event in told if event["type"] == "claimed"] == [speaker]
    fingers.cancel()
    page.wait_for_timeout(300)
    # A touch has claimed, even one that the panel takes back.
    fingers.down(pad(1 - speaker))
    fingers.cancel()
    expect(page.locator(f"{pad(1 - speaker)}.speaks")).to_be_visible()
    # Nothing is named: the time runs out, and the other is heard.
    expect(page.locator(f"{pad(1 - speaker)}.frozen")).to_be_visible()
    fingers.tap(pad(speaker))
    expect(page.locator(f"{pad(speaker)}.speaks")).to_be_visible()
    page.locator('[data-do="enough"]').first.click()
    expect(page.locator(f".ranking, {RESULTS}")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "heard"),
    [
        ("tower", "Late by|Someone was quicker"),
        ("well", "Late by|Someone was quicker"),
        ("potato", "keeps 2 cards"),
    ],
)
def test_of_two_fingers_at_the_same_instant_one_is_heard_and_the_other_is_told(
    visit: Visit, game: str, heard: str
) -> None:
    page = visit(size=(820, 1180))
    told = overhear(page)
    fingers = gather(page, f"spot/{game}", 2, deck=SMALL)
    for first, second in ((0, 1), (1, 0)):
        expect(page.locator(".felt .card.live.up")).to_have_count(2)
        page.wait_for_timeout(220)
        told.clear()
        seen = page.evaluate(TABLE)
        own = [symbol(*match(dict(seen), seat, claims=False)[0]) for seat in (first, second)]
        fingers.tap(*own)
        if game == "potato":
            # Both have begun: whoever comes to the other's card first gives (SPOT-12).
            page.wait_for_timeout(REACH)
            fingers.tap(*reversed(own))
        expect(page.locator(".word", has_text=re.compile("Yours|Given away"))).to_have_count(1)
        expect(page.locator(".word", has_text=re.compile(heard))).to_have_count(1)
        expect(page.locator(".sent, .frost")).to_have_count(0)
        assert not [event for event in told if event["type"] == "wrong"]
        (took,) = [event for event in told if event["type"] == "took"]
        if game == "potato":
            assert (took["seat"], took["to"]) == (first, second)
        # What was said goes, and both can press again.
        expect(page.locator(".word")).to_have_count(0)


def test_two_share_a_keyboard_and_each_has_keys_of_their_own(visit: Visit) -> None:
    page = visit(size=(1440, 900), touch=False)
    gather(page, "spot/tower", 2, deck=SMALL)
    expect(page.locator(".felt .card.up")).to_have_count(3)
    # Side by side before one screen: nothing is turned.
    assert page.locator(".edge").evaluate_all("all => all.map((one) => one.dataset.turn)") == ["0", "0"]
    used: set[str] = set()
    for turn in range(200):
        if page.locator(f".ranking, {RESULTS}").count() > 0:
            break
        page.wait_for_timeout(220)
        if key := page.evaluate(KEY, turn % 2):
            used.add(key)
            page.keyboard.press(f"Key{key}")
    expect(page.locator(f".ranking, {RESULTS}")).to_be_visible()
    assert used & set("QWE"), used
    assert used & set("UIO"), used
    assert used <= set("QWEUIO"), used


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "game", ["tower", "well", "gift", "triplet", "potato", "catch", "practice", "faceoff"]
)
def test_a_game_at_one_screen_is_played_to_its_end(visit: Visit, game: str, seats: int) -> None:
    page = visit(size=(1180, 820) if seats == 3 else (820, 1180))
    deck = {"order": 3, "cards": 13} if seats > 2 else SMALL
    options = {"rounds": 20} if game == "practice" else {}
    fingers = gather(page, f"spot/{game}", seats, deck=deck, options=options)
    play_by_hand(fingers, seats)


@pytest.mark.long
@pytest.mark.parametrize("game", ["tower", "gift", "triplet", "catch", "potato"])
def test_a_tie_at_one_screen_is_broken_by_a_face_off(visit: Visit, game: str) -> None:
    page = visit(size=(820, 1180))
    told = overhear(page)
    options = {"rounds": 2} if game == "potato" else {}
    deck = {"catch": SMALL, "triplet": PAIR}.get(game, TIED)
    fingers = gather(page, f"spot/{game}", 2, deck=deck, options=options)
    best = max if game in ("gift", "potato") else min

    def behind(turn: int) -> int:
        scores = [int(text) for text in page.locator(".pad b").all_inner_texts()]
        seats = page.locator(".pad").evaluate_all("all => all.map((one) => Number(one.dataset.pad))")
        level = len(set(scores)) < 2
        return turn % 2 if level else int(seats[scores.index(best(scores))])

    play_by_hand(fingers, 2, whose=behind)
    tied, took = [event for event in told if event["type"] in ("tied", "took")][-2:]
    assert tied == {"type": "tied", "seats": [0, 1]}
    assert (took["type"], len(took["cards"])) == ("took", 2)


@pytest.mark.long
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1180, 820)])
def test_karta_is_played_face_to_face_to_its_end(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size)
    fingers = gather(page, "karta", 2)
    turned = set()
    for _ in range(40):
        expect(page.locator("section.turn button, .ranking").first).to_be_visible()
        if page.locator(".ranking").count() > 0:
            break
        turned.add(page.locator(".karta.opposite").count())
        fingers.tap("section.turn .hand button")
        expect(page.locator(".outline.ok")).to_be_visible()
        before = page.locator(".sat").count()
        fingers.tap(".lay")
        expect(page.locator(".outline")).to_have_count(0)
        assert page.locator(".sat").count() > before or page.locator(".ranking").count() > 0
    expect(page.locator(".ranking")).to_be_visible()
    assert turned == {0, 1}


@pytest.mark.long
@pytest.mark.parametrize("game", ["welcome", "ports", "route", "barbarians"])
def test_teams_play_the_island_from_their_sides_to_the_end(visit: Visit, game: str) -> None:
    page = visit(size=(820, 1180))
    fingers = gather(page, f"island/{game}", 2, options={"once": True})
    expect(page.locator(".near .card.up")).to_have_count(2)
    turns = page.locator(".near").evaluate_all("all => all.map((one) => one.dataset.turn)")
    assert sorted(turns) == ["0", "180"]
    for turn in range(400):
        if page.locator(".ranking, .scoring").count() > 0:
            break
        page.wait_for_timeout(220)
        cover(fingers, turn % 2)
    expect(page.locator(".ranking")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), [("ports", 3), ("welcome", 4), ("knights", 3)])
def test_what_the_game_is_about_is_said_at_every_side_and_covers_nothing(
    visit: Visit, game: str, seats: int
) -> None:
    page = visit(size=(820, 1180), locale="fr-FR")
    gather(page, f"island/{game}", seats)
    expect(page.locator(".near .card.up")).to_have_count(seats)
    for width, height in ((820, 1180), (1180, 820), (1440, 900), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        # Two who share a side of a phone have no room for it; knights share none.
        roomy = game == "knights" or min(width, height) > 400
        expect(page.locator(".rim .aim")).to_have_count(seats if roomy else 4 - seats)
        page.evaluate(DRAWN)
        assert page.evaluate(COVERED) == [], (width, height)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3])
def test_knights_at_one_screen_take_each_other_s_cards_to_the_end(visit: Visit, seats: int) -> None:
    page = visit(size=(820, 1180))
    told = overhear(page)
    fingers = gather(page, "island/knights", seats, options={"once": True})
    took: list[int] = []
    for turn in range(400):
        if page.locator(".ranking, .scoring").count() > 0:
            break
        page.wait_for_timeout(220)
        seat = turn % seats
        if not (presses := page.evaluate(DUEL, seat)):
            continue
        page.wait_for_timeout(QUICK + BELIEVED)
        told.clear()
        # One team begins, or both at one instant: whoever comes to the other's card takes it.
        fingers.tap(*presses[: 1 + len(took) % 2])
        page.wait_for_timeout(REACH)
        fingers.tap(presses[1])
        expect(page.locator(presses[1])).to_have_count(0)
        assert [event["seat"] for event in told if event["type"] in ("took", "wrong")] == [seat]
        took.append(seat)
    expect(page.locator(".ranking")).to_be_visible()
    assert len(took) == 16 * (seats - 1)
    assert {*took} == {*range(seats)}


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "deck", "taken", "seen"),
    [
        pytest.param("triplet", SMALL, 0, ".pad.speaks", id="while a claim stands"),
        pytest.param("potato", SMALL, 0, ".felt [role=timer]", id="in the breath between two rounds"),
        pytest.param("tower", TIED, 3, '[data-place="table 1"]', id="in a face-off"),
    ],
)
def test_a_shared_screen_that_is_loaded_anew_in_a_game_plays_on(
    visit: Visit, game: str, deck: dict[str, int], taken: int, seen: str
) -> None:
    page = visit(size=(820, 1180))
    fingers = gather(page, f"spot/{game}", 2, deck=deck)
    for turn in range(taken):
        expect(page.locator(".felt .card.live.up")).to_have_count(2)
        page.wait_for_timeout(QUICK + BELIEVED)
        act(fingers, turn % 2)
        expect(page.locator(f"{pad(turn % 2)} b")).to_have_text(str(2 + turn // 2))
    expect(page.locator(".felt .card.live.up").nth(1)).to_be_visible()
    page.wait_for_timeout(QUICK + BELIEVED)
    page.evaluate(RELOADED_AT, seen)
    with page.expect_navigation():
        if game == "triplet":
            fingers.tap(pad(0))
        else:
            act(fingers, taken % 2)
    play_by_hand(fingers, 2)


@pytest.mark.long
def test_a_shared_screen_that_is_paused_while_a_claim_stands_plays_on(visit: Visit) -> None:
    page = visit(size=(820, 1180))
    told = overhear(page)
    fingers = gather(page, "spot/triplet", 2, deck=SMALL)
    expect(page.locator(f"{pad(0)}.free")).to_be_visible()
    page.wait_for_timeout(QUICK + BELIEVED)
    fingers.tap(pad(0))
    expect(page.locator(f"{pad(0)}.speaks")).to_be_visible()
    page.evaluate("location.hash = 'menu'")
    # Whoever reads the menu where all seats are at this screen pauses the game.
    expect(page.locator(".paused")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".paused")).to_have_count(0)
    play_by_hand(fingers, 2)
    claimed, ended = [event for event in told if event["type"] in ("claimed", "took", "wrong", "lapsed")][:2]
    assert (claimed["type"], claimed["seat"]) == ("claimed", 0)
    assert (ended["type"] != "claimed", ended["seat"]) == (True, 0)


@pytest.mark.long
def test_a_shared_screen_that_is_loaded_anew_while_the_cards_are_shuffled_plays_on(visit: Visit) -> None:
    page = visit(size=(820, 1180))
    fingers = sit_down(page, "spot/tower", 2, deck=SMALL)
    page.evaluate(RELOADED_IN_SHUFFLE)
    with page.expect_navigation():
        page.locator('[data-do="start"]').click()
    expect(page.locator(".felt .card.live.up")).to_have_count(2)
    play_by_hand(fingers, 2)


@pytest.mark.long
@pytest.mark.parametrize("anew", [True, False])
def test_a_shared_screen_plays_on_after_the_scoring_of_the_island(visit: Visit, anew: bool) -> None:
    page = visit(size=(820, 1180))
    told = overhear(page)
    fingers = gather(page, "island/adventure", 2, options={"once": True})
    expect(page.locator(".near .card.up")).to_have_count(2)
    for turn in range(400):
        if page.locator(".scoring").count() > 0:
            break
        page.wait_for_timeout(220)
        cover(fingers, turn % 2)
    expect(page.locator(".scoring")).to_be_visible()
    if anew:
        page.reload()
    expect(page.locator('[data-game="ports"] .near .card.up')).to_have_count(2)
    told.clear()
    for turn in range(40):
        if any(event["type"] == "covered" for event in told):
            break
        page.wait_for_timeout(220)
        cover(fingers, turn % 2)
    assert any(event["type"] == "covered" for event in told)
