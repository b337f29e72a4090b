"""Playing as people do: by looking at what is drawn and pressing on it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

LOOK = """() => {
  const cards = [...document.querySelectorAll('.felt > .place .card.up')].map((card) => ({
    card: Number(card.dataset.card),
    live: card.classList.contains('live'),
    symbols: [...card.querySelectorAll('.symbol')].map((symbol) => Number(symbol.dataset.symbol)),
  }));
  return cards;
}"""


def open_table(page: Page, game: str) -> str:
    """Open a table for people from the shelf; return its code."""
    page.locator(f".box.{game.partition('/')[0]}").click()
    entry = page.locator(f'[data-game="{game}"]')
    entry.locator(".game").click()
    entry.locator('[data-way="table"]').click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".lobby")).to_be_visible()
    return page.url.rpartition("/")[2]


def add_bot(page: Page) -> None:
    """Invite a bot, as the host."""
    seats = page.locator("li.seat:not(.empty)")
    before = seats.count()
    page.locator('[data-add="bot"]').click()
    expect(seats).to_have_count(before + 1)


def start(page: Page) -> None:
    """Begin the game, as the host."""
    page.locator('[data-do="start"]').click()


def find(page: Page) -> tuple[int, int] | None:
    """Look at the cards; return a card to press and the symbol that it shares with another, or None."""
    cards = page.evaluate(LOOK)
    for i, one in enumerate(cards):
        for other in cards[:i] + cards[i + 1 :]:
            shared = set(one["symbols"]) & set(other["symbols"])
            if one["live"] and shared:
                return int(one["card"]), shared.pop()
    return None


def press(page: Page, card: int, symbol: int) -> None:
    """Press a symbol of a card with a finger or a mouse."""
    button = page.locator(f'.felt > .place .card[data-card="{card}"] [data-symbol="{symbol}"]')
    box = button.bounding_box()
    if box is not None:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def play_round(page: Page) -> bool:
    """Press a match where there is one; tell whether there was."""
    found = find(page)
    if found is not None:
        press(page, *found)
    return found is not None


def over(page: Page) -> bool:
    """Tell whether the summary is shown."""
    return page.locator(".ranking").count() > 0
