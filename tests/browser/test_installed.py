"""The page as an app: it can be installed where the context is secure, and never shows an old page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

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
