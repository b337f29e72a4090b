"""The wheel: the same wherever and whenever it is built, and all that pip needs."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.patience import HUNG

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel as `uv build` makes it from a fresh copy of this checkout."""
    return _built(_copied(tmp_path_factory.mktemp("here")))


def test_it_is_the_same_from_another_folder_at_another_time(wheel: Path, tmp_path: Path) -> None:
    copy = _copied(tmp_path / "somewhere else")
    for path in copy.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
        path.chmod(0o700 if path.is_dir() else 0o600)
    left = copy / "src/cartable/static/assets/left-by-an-earlier-build.js"
    left.parent.mkdir(parents=True)
    left.write_text("old")
    (copy / "web/notes.txt").write_text("not part of the client")
    again = _built(copy, TZ="Asia/Tokyo", LC_ALL="C", PYTHONHASHSEED="7")
    assert _names(again) == _names(wheel)
    assert _digest(again) == _digest(wheel)


def test_pip_alone_makes_it_serve_the_page_and_with_the_extra_print(wheel: Path, tmp_path: Path) -> None:
    home = BareEnvironment(tmp_path / "venv")
    home.pip("install", str(wheel))
    home.run("cartable", "sim", "karta", "--games", "2")
    with home.serving(tmp_path / "data") as address:
        page = _read(address)
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script
        assert "function" in _read(address + script[1])
        assert '"karta"' in _read(address + "/api/games")
        assert '"emblems"' in gzip.decompress(_bytes(address + "/api/decks/3/13/insects")).decode()
    home.pip("install", f"cartable[print] @ {wheel.as_uri()}")
    printed = tmp_path / "karta.pdf"
    home.run("cartable", "print", "karta", "-o", str(printed))
    assert printed.read_bytes().startswith(b"%PDF")


class BareEnvironment:
    """An environment with pip in it and nothing else on its path: no uv, no Node."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True)
        self._programs = folder / ("Scripts" if os.name == "nt" else "bin")
        self._environment = {**os.environ, "PATH": str(self._programs), "LC_ALL": "en_GB.UTF-8"}
        for name in ("VIRTUAL_ENV", "PYTHONPATH"):
            self._environment.pop(name, None)

    def pip(self, *arguments: str) -> None:
        """Run pip."""
        self.run("python", "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)

    def run(self, program: str, *arguments: str) -> None:
        """Run a program of the environment to its good end."""
        subprocess.run([self._programs / program, *arguments], env=self._environment, check=True)

    @contextmanager
    def serving(self, data: Path) -> Iterator[str]:
        """Run the server; yield its address."""
        command = [str(self._programs / "cartable"), "serve", "--local", "--port", "0", "--data", str(data)]
        process = subprocess.Popen(command, env=self._environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0].replace("localhost", "127.0.0.1")
        finally:
            process.terminate()
            process.communicate(timeout=HUNG)
        assert process.returncode == 0 or os.name == "nt"


def _copied(folder: Path) -> Path:
    """Copy what git would keep of this checkout, whether committed or not."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


def _built(folder: Path, **environment: str) -> Path:
    """Build as a release does: a source archive, and the wheel from that."""
    uv = os.environ.get("UV", "uv")
    dist = folder.parent / f"{folder.name}-dist"
    command = (uv, "build", "--quiet", "--python", sys.executable, "--out-dir", str(dist))
    subprocess.run(command, cwd=folder, env={**os.environ, **environment}, check=True)
    (made,) = dist.glob("*.whl")
    return made


def _names(wheel: Path) -> list[str]:
    with ZipFile(wheel) as archive:
        return archive.namelist()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read(address: str) -> str:
    return _bytes(address).decode()


def _bytes(address: str) -> bytes:
    with urlopen(address, timeout=HUNG) as answer:
        return bytes(answer.read())
