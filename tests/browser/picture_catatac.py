"""Takes the picture of CATATAC, in the middle of a game: `python -m tests.browser.picture_catatac`."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import launched
from tests.browser.players import add_bot, open_table
from tests.browser.serving import Serving
from tests.browser.test_catatac import begin, choose_useful

FOLDER = Path(__file__).parents[2] / "docs/pictures"
SETTINGS = """localStorage.setItem('cartable.settings',
  '{"name":"Ada","face":5,"language":"en","theme":"light","volume":0,"guided":["catatac"]}')"""


def main() -> None:
    """Play a few turns on a laptop's screen, until a card can do several things."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as serving, sync_playwright() as p:
        browser = launched(p)
        picture(browser, serving, (1440, 900), bots=3).save(FOLDER / "catatac.png", optimize=True)
        browser.close()


def picture(browser: Browser, serving: Serving, size: tuple[int, int], bots: int) -> Image.Image:
    """Return a picture of a game on a screen of this size; dusk needs all its colours."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        is_mobile=True,
    )
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.goto(serving.address)
    open_table(page, "catatac")
    for _ in range(bots):
        add_bot(page)
    begin(page)
    choose_useful(page, least=2)
    page.mouse.move(size[0] / 2, 150)  # A mouse that rests on a card explains it.
    page.wait_for_timeout(2_500)  # Until all lies still.
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return shot


if __name__ == "__main__":
    main()
