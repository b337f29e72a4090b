"""Finds a Chromium on any machine and starts it; `python -m tests.browser.chromium` says which."""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from platformdirs import user_cache_path
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

from hatch_build import node, npm
from tests.browser.serving import LAN

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {LAN} 127.0.0.1",
)

# The Node that Playwright brings needs a library (libatomic) that a bare machine does not have.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node())

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

PACKAGE = "@sparticuz/chromium@153.0.0"
"""A Chromium for Linux on x86-64 that brings its own libraries."""

PACKAGE_SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="

UNPACK = "process.stdin.pipe(require('node:zlib').createBrotliDecompress()).pipe(process.stdout)"

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">font-cache</cachedir>
</fontconfig>
"""
"""The machine's fonts where it has any, and the package's own."""


def launched(playwright: Playwright) -> Browser:
    """Start the first browser that can be had."""
    return _found(playwright)[1]


def _found(playwright: Playwright) -> tuple[str, Browser]:
    tried = []
    for name, start in _ways(playwright):
        try:
            return name, start()
        except (Error, OSError, subprocess.CalledProcessError) as error:
            tried.append(f"- {name}: {str(error).strip().splitlines()[0]}")
    raise RuntimeError("No browser starts on this machine. Install Chromium. Tried:\n" + "\n".join(tried))


def _ways(playwright: Playwright) -> Iterator[tuple[str, Callable[[], Browser]]]:
    """List the browsers to try: those that are on the machine first, then those that can be fetched."""
    start = partial(playwright.chromium.launch, args=FLAGS)
    for path in filter(None, map(shutil.which, NAMES)):
        yield path, partial(start, executable_path=path)
    if sys.platform != "linux":
        yield "Chrome", partial(start, channel="chrome")
    yield "Playwright's", start
    if (sys.platform, platform.machine()) == ("linux", "x86_64"):
        yield (
            PACKAGE,
            lambda: _launched_from(packaged(user_cache_path("cartable", appauthor=False)), playwright),
        )
    else:
        yield "Playwright's, fetched now", lambda: _fetched(playwright)


def _fetched(playwright: Playwright) -> Browser:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return playwright.chromium.launch(args=FLAGS)


def _launched_from(folder: Path, playwright: Playwright) -> Browser:
    libraries = os.pathsep.join(filter(None, (str(folder / "lib"), os.environ.get("LD_LIBRARY_PATH"))))
    return playwright.chromium.launch(
        executable_path=folder / "chromium",
        args=FLAGS,
        env={**os.environ, "LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(folder / "fonts.conf")},
    )


def packaged(cache: Path) -> Path:
    """Return the folder of the package's browser; fetch and unpack it there once, whoever comes first."""
    import fcntl  # Only where this package runs.

    folder = cache / PACKAGE.rpartition("/")[2]
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=cache) as staging:
                _unpack(Path(staging))
                # A folder under its own name is a whole one.
                (Path(staging) / "browser").rename(folder)
    return folder


def _unpack(staging: Path) -> None:
    npm(staging, "pack", PACKAGE, "--prefer-offline", "--silent")
    [package] = staging.glob("*.tgz")
    found = base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if found != PACKAGE_SHA512:
        raise OSError(f"what the registry calls {PACKAGE} is not what was tested")
    _extract(package, staging)
    packed, browser = staging / "package" / "bin", staging / "browser"
    browser.mkdir()
    _inflate(packed / "chromium.br", browser / "chromium")
    (browser / "chromium").chmod(0o755)
    for name, part in (("al2023", "lib"), ("fonts", "fonts")):
        _inflate(packed / f"{name}.tar.br", staging / f"{name}.tar")
        _extract(staging / f"{name}.tar", staging / name)
        (staging / name / part).rename(browser / part)
    (browser / "fonts.conf").write_text(FONTS)


def _extract(packed: Path, to: Path) -> None:
    with tarfile.open(packed) as archive:
        # Python has it since 3.11.4, and Debian 12 an older one.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(to)


def _inflate(packed: Path, to: Path) -> None:
    with packed.open("rb") as source, to.open("wb") as target:
        subprocess.run([node(), "-e", UNPACK], stdin=source, stdout=target, check=True)


def main() -> None:
    """Say which browser the tests find on this machine."""
    with sync_playwright() as playwright:
        name, browser = _found(playwright)
        sys.stdout.write(f"{name}: {browser.version}\n")
        browser.close()


if __name__ == "__main__":
    main()
