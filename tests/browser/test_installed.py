"""The page as an app: it can be installed where the context is secure, and never shows an old page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.serving import Serving


def test_the_worker_asks_the_network_first_and_says_so_where_there_is_none(
    visit: Visit, tmp_path: Path
) -> None:
    with Serving(tmp_path) as serving:
        page = visit("/", origin=serving.address, workers=True)
        page.evaluate("async () => (await navigator.serviceWorker.ready).active.state")
        manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
        for icon in manifest["icons"]:
            answer = page.request.get(serving.address + icon["src"])
            assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
        page.reload()
        expect(page.locator(".boxes")).to_be_visible()
        serving.kill()
        page.reload()
        expect(page.locator("body")).to_contain_text("server")
        assert page.evaluate("caches.keys()") == [], "nothing is kept that could be old"
        serving.start()
        page.reload()
        expect(page.locator(".boxes")).to_be_visible()


def test_at_home_without_tls_nothing_is_registered_and_nothing_is_wrong(
    visit: Visit, serving: Serving
) -> None:
    page = visit("/", origin=serving.lan, workers=True)
    expect(page.locator(".boxes")).to_be_visible()
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate("'serviceWorker' in navigator") is False


CHUNK = "**/assets/Book-*.js"
"""Code that is loaded when somebody asks for it, and has another name after an upgrade."""


def gone(page: Page, times: int | None = None) -> list[str]:
    """Take a part of the page's code away; return where its reloads are listed."""
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.route(CHUNK, lambda route: route.fulfill(status=404), times=times)
    return loads


def test_a_page_whose_code_is_gone_after_an_upgrade_is_loaded_again_and_goes_on(visit: Visit) -> None:
    page = visit("/")
    loads = gone(page, times=1)
    page.get_by_role("button", name="Your games").click()
    expect(page.get_by_text("No games on this device yet.")).to_be_visible()
    assert [url.rpartition("/")[2] for url in loads] == ["book"]


def test_a_page_whose_code_stays_gone_is_not_loaded_for_ever_and_says_what_to_do(
    visit: Visit, serving: Serving
) -> None:
    page = visit("/")
    loads = gone(page)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.resource_type == "fetch" else None)
    with page.expect_event("load"):
        page.get_by_role("button", name="Your games").click()
    expect(page.get_by_text("This part of the page didn’t load.")).to_be_visible()
    # Before it reloads itself a page asks whether the server is there.
    assert asked.count(f"{serving.address}/") == len(loads) == 1
    page.unroute(CHUNK)
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_text("No games on this device yet.")).to_be_visible()
