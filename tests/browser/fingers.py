"""Several fingers on one screen at once, as Chromium reads them from a touch panel; and what they press."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.players import open_table, over

FINGER = 10.0
PALM = 60.0
"""Half the width of what touches the glass, in pixels."""

TABLE = """() => Object.fromEntries([...document.querySelectorAll('.felt > .place')].flatMap((place) => {
  const card = place.querySelector('.card.up');
  return card === null ? [] : [[place.dataset.place,
    [...card.querySelectorAll('.symbol')].map((symbol) => Number(symbol.dataset.symbol))]];
}))"""

REACH = 300
"""Milliseconds for a hand from one's own card to another's: closer presses are two people's (SPOT-12)."""

RESULTS = '[data-do="results"]'

MIDDLE = """(selector) => [...document.querySelectorAll(selector)].slice(0, 1).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})[0] ?? null"""


class Fingers:
    """The fingers of everybody at one screen; each stays down until it is lifted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._panel = page.context.new_cdp_session(page)
        self._down: dict[int, dict[str, Any]] = {}

    def down(self, *selectors: str, width: float = FINGER) -> list[int]:
        """Put a finger on the middle of each, all in one report of the panel; return their numbers."""
        fingers = []
        for selector in selectors:
            place = self.page.evaluate(MIDDLE, selector)
            if place is None:
                continue
            number = max(self._down, default=0) + 1
            x, y = place
            self._down[number] = {"id": number, "x": x, "y": y, "radiusX": width, "radiusY": width}
            fingers.append(number)
        if fingers:
            self._report("touchStart")
        return fingers

    def up(self, *fingers: int) -> None:
        """Lift some fingers, or all."""
        lifted = [self._down.pop(finger) for finger in fingers or tuple(self._down)]
        if lifted:
            self._report("touchEnd")

    def tap(self, *selectors: str) -> None:
        """Press at the same time, and lift what pressed."""
        if fingers := self.down(*selectors):
            self.up(*fingers)

    def cancel(self) -> None:
        """Take all touches back, as a panel does that finds a palm in them."""
        self._down.clear()
        self._panel.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})

    def _report(self, kind: str) -> None:
        points = list(self._down.values())
        self._panel.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def sit_down(page: Page, game: str, seats: int, **agreed: object) -> Fingers:
    """Seat several people at one screen."""
    open_table(page, game, **agreed)
    for count in range(2, seats + 1):
        page.locator("li.seat.empty button:not([data-add])").last.click()
        expect(page.locator("li.seat.mine")).to_have_count(count)
    return Fingers(page)


def gather(page: Page, game: str, seats: int, **agreed: object) -> Fingers:
    """Seat several people at one screen, and begin."""
    fingers = sit_down(page, game, seats, **agreed)
    page.locator('[data-do="start"]').click()
    return fingers


def overhear(page: Page) -> list[dict[str, Any]]:
    """Return a list to which every event is added that the table tells this page from now on."""
    told: list[dict[str, Any]] = []

    def heard(frame: str | bytes) -> None:
        for sight in json.loads(frame).get("sights", [])[:1]:
            told.extend(sight["events"])

    page.on("websocket", lambda socket: socket.on("framereceived", heard))
    return told


def pad(seat: int) -> str:
    """Return where a seat claims."""
    return f'[data-pad="{seat}"]'


def symbol(place: str, shown: int) -> str:
    """Return where a symbol of a card is."""
    return f'.felt > .place[data-place="{place}"] [data-symbol="{shown}"]'


def act(fingers: Fingers, seat: int) -> None:
    """Let a seat find a match and press it, after a claim where the cards are everyone's."""
    page = fingers.page
    if claims := page.locator(f"{pad(seat)}.none").count() == 0:
        fingers.tap(pad(seat))
    for nth, (place, shown) in enumerate(match(page.evaluate(TABLE), seat, claims)):
        if nth and not claims:
            page.wait_for_timeout(REACH)
        fingers.tap(symbol(place, shown))


def match(seen: dict[str, list[int]], seat: int, claims: bool = True) -> list[tuple[str, int]]:
    """Return what to press, each a place and a symbol; nothing where no match is seen."""
    own, middle = seen.pop(f"seat {seat}", []), seen.pop("middle", [])
    others = {place: shown for place, shown in seen.items() if place.startswith("seat")}
    table = {place: shown for place, shown in seen.items() if place.startswith("table")}
    if not claims:
        # Each has a card of their own: its match is in the middle, or on another's, where it is pressed too.
        for place, theirs in ({"middle": middle} if middle else others).items():
            for shown in {*own} & {*theirs}:
                return [(f"seat {seat}", shown), *([] if middle else [(place, shown)])]
        return []
    if middle:
        # Catch takes an outer card, a gift goes to another's.
        found = (others if own else table).items()
        return [(place, shown) for place, theirs in found for shown in {*middle} & {*theirs}][:1]
    size = min(3, len(table))
    for shown in sorted({shown for one in table.values() for shown in one}):
        places = [place for place, one in table.items() if shown in one]
        if len(places) >= size:
            return [(place, shown) for place in places[: size if size == 3 else 1]]
    return []


def play_by_hand(
    fingers: Fingers, seats: int, most: int = 300, whose: Callable[[int], int] | None = None
) -> None:
    """Let the seats of one screen find matches, in turn or as told, until the game is over."""
    page = fingers.page
    for turn in range(most):
        if over(page) or page.locator(RESULTS).count() > 0:
            break
        page.wait_for_timeout(220)  # As quick as a person could be, and not a false start.
        act(fingers, whose(turn) if whose else turn % seats)
    # Somebody may have pressed once more, and so have looked away from the results.
    expect(page.locator(f".ranking, {RESULTS}")).to_be_visible()
