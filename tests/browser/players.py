"""Playing as people do: by looking at what is drawn and pressing on it."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypedDict

from playwright.sync_api import Page, expect

LOOK = """() => [...document.querySelectorAll('.felt > .place')].flatMap((place) => {
  const card = place.querySelector('.card.up');
  return card === null ? [] : [{
    card: Number(card.dataset.card),
    live: card.classList.contains('live'),
    middle: place.dataset.place === 'middle',
    mine: place.dataset.mine === 'true',
    symbols: [...card.querySelectorAll('.symbol')].map((symbol) => Number(symbol.dataset.symbol)),
  }];
})"""

MIDDLES = """(found) => found.map((one) => {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


class SeenCard(TypedDict):
    """A card that lies face up on the screen."""

    card: int
    live: bool
    middle: bool
    mine: bool
    symbols: list[int]


GUIDED: Final = (
    "spot",
    "island",
    "catatac",
    "karta",
    "spot/triplet",
    "spot/potato",
    "spot/catch",
    "spot/gift",
)
"""The boxes and games whose first hints somebody has seen."""

SMALL = {"order": 2, "cards": 7}
"""The smallest deck there is."""

OPEN = """async (asked) => {
  const { name } = JSON.parse(localStorage.getItem('cartable.settings')) ?? {};
  const answer = await fetch('/api/tables', { method: 'POST', body: JSON.stringify({ ...asked, name }) });
  const { code, token } = await answer.json();
  localStorage.setItem('cartable.tables', JSON.stringify([{ code, tv: false, token }]));
  return new URL(`/t/${code}`, location.href).href;
}"""
"""Does what the shelf does when somebody opens a table there."""


TWO_FRAMES = """async () => {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Give a page another size, and wait until what measures itself has been drawn anew."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(TWO_FRAMES)


def open_table(page: Page, game: str, **agreed: object) -> str:
    """Open a table for people and go there; return its code."""
    address: str = page.evaluate(OPEN, {"game": game, **agreed})
    page.goto(address)
    expect(page.locator("li.seat.mine")).to_be_visible()
    return address.rpartition("/")[2]


def open_from_shelf(page: Page, game: str) -> str:
    """Open a table for people by pressing on the shelf; return its code."""
    page.locator(f"[data-box={game.partition('/')[0]}]").click()
    entry = page.locator(f'[data-game="{game}"]')
    entry.locator(".game").click()  # Of a box with one game it is no button, and needs no press.
    entry.locator('[data-way="table"]').click()
    page.wait_for_url("**/t/*")
    expect(page.locator("li.seat.mine")).to_be_visible()
    return page.url.rpartition("/")[2]


def choose_symbols(page: Page, count: int) -> None:
    """Choose how many symbols a card has, as the host."""
    label = page.locator(".agreement label", has_text=str(count)).filter(
        has=page.locator("input[type=radio]")
    )
    label.first.click()
    expect(label.first.locator("input")).to_be_checked()


def add_bot(page: Page) -> None:
    """Add a bot, as the host."""
    seats = page.locator("li.seat:not(.empty)")
    before = seats.count()
    page.locator('[data-add="bot"]').click()
    expect(seats).to_have_count(before + 1)


def start(page: Page) -> None:
    """Begin the game, as the host."""
    page.locator('[data-do="start"]').click()
    expect(page.locator(".felt")).to_be_visible()


def look(page: Page) -> list[SeenCard]:
    """Return the cards that lie face up."""
    # A card's symbols can be told one by one only after its first paint.
    expect(page.locator('.felt > .place .card.up[data-card^="-"]')).to_have_count(0)
    seen: list[SeenCard] = page.evaluate(LOOK)
    return seen


def find(seen: list[SeenCard]) -> list[tuple[int, int]]:
    """Return what to press, each a card and a symbol of it; nothing where no match is seen."""
    anchors = [one for one in seen if one["middle"]] or [one for one in seen if one["mine"]] or seen
    if len(seen) > 2 and anchors is seen:
        return _triple(seen)
    for anchor in anchors:
        for other in seen:
            shared = set(anchor["symbols"]) & set(other["symbols"])
            if other is not anchor and shared and other["live"]:
                return [(other["card"], min(shared))]
    return []


def press(page: Page, card: int, symbol: int) -> None:
    """Press a symbol of a card, where it still lies there."""
    button = page.locator(f'.felt > .place .card[data-card="{card}"] [data-symbol="{symbol}"]')
    # All at once: someone may take the card at any time.
    for x, y in button.evaluate_all(MIDDLES)[:1]:
        page.mouse.click(x, y)


def play_on(page: Page) -> bool:
    """Press a match where one is seen; tell whether one was."""
    found = find(look(page))
    for card, symbol in found:
        press(page, card, symbol)
    return bool(found)


def over(page: Page) -> bool:
    """Return whether the summary is shown."""
    return page.locator(".ranking").count() > 0


QUICK = 180
"""As many milliseconds as the quickest person needs: it is no false start."""
BELIEVED = 400
"""A wait after which the arbiter believes that somebody has searched (FAIR-4)."""


def searched(page: Page) -> list[tuple[int, int]]:
    """Return what to press once the cards have lain there for as long as somebody needs to search them."""
    page.wait_for_timeout(QUICK)
    seen = look(page)
    page.wait_for_timeout(BELIEVED)
    return find(seen) if look(page) == seen else []


def play_out(*pages: Page, most: int = 400, believed: bool = False) -> None:
    """Let the pages take turns in finding matches until the game is over for all."""
    for turn in range(most):
        page = pages[turn % len(pages)]
        if over(page):
            break
        if believed:
            for card, symbol in searched(page):
                press(page, card, symbol)
            continue
        play_on(page)
        page.wait_for_timeout(QUICK)
    for page in pages:
        expect(page.locator(".ranking")).to_be_visible()


def _triple(seen: list[SeenCard]) -> list[tuple[int, int]]:
    counts = Counter(symbol for one in seen for symbol in one["symbols"])
    if not counts:
        return []
    symbol, count = counts.most_common(1)[0]
    return [(one["card"], symbol) for one in seen if symbol in one["symbols"]][:3] if count >= 3 else []
