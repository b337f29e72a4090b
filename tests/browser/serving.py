"""A server in a process of its own, that a test can kill and start again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

from tests.patience import HUNG

ROOT = Path(__file__).parents[2]
LAN = "cartable.lan"
"""A name as a home network would have it; plain http under it is no secure context."""


class Serving:
    """`cartable serve` on one port and one folder, however often it is started."""

    def __init__(self, folder: Path, *sites: Path) -> None:
        self.folder = folder
        self._sites = sites
        """Folders with packages that bring more games."""
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where it answers on this machine."""
        return f"http://localhost:{self._port}"

    @property
    def lan(self) -> str:
        """Where it answers on the home network."""
        return f"http://{LAN}:{self._port}"

    def __enter__(self) -> Serving:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it and wait until it answers."""
        flags = ["--local", "--port", str(self._port), "--data", str(self.folder)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.server", "serve", *flags],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONUNBUFFERED": "1",
                "PYTHONPATH": os.pathsep.join(map(str, self._sites)),
                "CARTABLE_HOSTS": LAN,
                "CARTABLE_WARM": "false",
            },
        )
        assert self._process.stdout is not None
        # It says where it answers as soon as it does.
        while line := self._process.stdout.readline():
            if "http" in line and self._answers():
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=HUNG) as answer:
                return bool(answer.status == 200)
        except urllib.error.URLError:
            return False


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
