"""Real browsers at a real server: what every test in this folder is given."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from cartable.server.routes.page import built
from tests.browser.chromium import launched
from tests.browser.players import GUIDED
from tests.browser.serving import Serving

Visit = Callable[..., Page]

HUNG = 120_000
"""After so many milliseconds what has not come will not come, however busy the machine is."""

expect.set_options(timeout=HUNG)

OUTSIDE = "/health"
"""An address of the server that shows nothing: to draw the shelf takes longer than to sit down at a table."""


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with its own folder, on a port of its own."""
    if not built():
        pytest.fail("the web client is not built: run `npm ci && npm run build` in web/")
    with Serving(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium, whichever this machine has or can fetch."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, serving: Serving) -> Iterator[Visit]:
    """Open pages of the client, each in a profile of its own, and check that none reports an error."""
    pages: list[Page] = []
    wrong: list[str] = []

    def open_page(
        path: str = OUTSIDE,
        *,
        name: str = "Ada",
        locale: str = "en-GB",
        size: tuple[int, int] = (390, 844),
        touch: bool = True,
        dark: bool = False,
        moving: bool = False,
        guided: bool = True,
        origin: str = "",
        workers: bool = False,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            has_touch=touch,
            color_scheme="dark" if dark else "light",
            service_workers="allow" if workers else "block",
            # Most tests see what moves at its end: to draw it on the way takes most of their time.
            reduced_motion="no-preference" if moving else "reduce",
        )
        known = json.dumps(GUIDED if guided else ())
        context.add_init_script(
            "if (!localStorage.getItem('cartable.settings')) localStorage.setItem('cartable.settings',"
            f"""'{{"name":"{name}","face":1,"volume":0,"guided":{known}}}')"""
        )
        page = context.new_page()
        page.set_default_timeout(HUNG)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto((origin or serving.address) + path)
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert not wrong
