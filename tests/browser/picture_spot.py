"""Takes the picture of Spot it!, in the middle of a game: `python -m tests.browser.picture_spot`."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import launched
from tests.browser.picture_island import FOLDER
from tests.browser.players import add_bot, open_table, play_on, start
from tests.browser.serving import Serving

SETTINGS = """localStorage.setItem('cartable.settings',
  '{"name":"Ada","face":5,"language":"en","theme":"light","volume":0,"guided":["spot"]}')"""
SIZE = (1200, 720)


def main() -> None:
    """Win a card of the Tower, and take the picture when it has landed."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as serving, sync_playwright() as p:
        browser = launched(p)
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.add_init_script(SETTINGS)
        page.goto(serving.address)
        open_table(page, "spot/tower")
        add_bot(page)
        add_bot(page)
        start(page)
        expect(page.locator(".card.up").nth(1)).to_be_visible()
        for _ in range(40):
            page.wait_for_timeout(700)  # As a person would: sooner is a false start.
            play_on(page)
            page.wait_for_timeout(700)  # The card lands.
            if page.locator(".word.good").count() > 0 and page.locator(".notices p").count() == 0:
                break
        expect(page.locator(".word.good")).to_be_visible()
        shot = Image.open(io.BytesIO(page.screenshot()))
        shot.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(FOLDER / "spot.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
