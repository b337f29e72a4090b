"""Takes the picture of the island, in the middle of a game: `python -m tests.browser.picture_island`."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import launched
from tests.browser.players import add_bot, open_table
from tests.browser.serving import Serving
from tests.browser.test_island import begin, by_place, match

FOLDER = Path(__file__).parents[2] / "docs/pictures"
SETTINGS = """localStorage.setItem('cartable.settings',
  '{"name":"Ada","face":5,"language":"en","theme":"light","volume":0,"guided":["island"]}')"""
CALLS = 9
"""How many cards were laid before the picture is taken."""


def main() -> None:
    """Play half a game of Ports on a laptop's screen."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as serving, sync_playwright() as p:
        browser = launched(p)
        picture(browser, serving, "island/ports", (1440, 900)).save(FOLDER / "island.png", optimize=True)
        browser.close()


def picture(browser: Browser, serving: Serving, game: str, size: tuple[int, int]) -> Image.Image:
    """Return a picture of a game on a screen of this size, in few enough colours to be small."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        is_mobile=True,
    )
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.goto(serving.address)
    open_table(page, game)
    add_bot(page)
    add_bot(page)
    begin(page)
    play(page)
    shot = Image.open(io.BytesIO(page.screenshot()))
    context.close()
    return shot.convert("RGB").quantize(256, dither=Image.Dither.NONE)


def play(page: Page) -> None:
    """Lay some cards, and wait until everything lies still."""
    for _ in range(CALLS):
        if (found := match(page)) is not None:
            by_place(page, found)
        page.wait_for_timeout(900)  # Quicker would be before anyone can have seen the next card.
    expect(page.locator(".notices p")).to_have_count(0, timeout=15_000)
    expect(page.locator(".flight, .word, .frost")).to_have_count(0)


if __name__ == "__main__":
    main()
