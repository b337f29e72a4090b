"""What tests of the command line share: the command itself, and a database that runs."""

from __future__ import annotations

import pytest

from tests.cli.command import Command
from tests.server.databases import own_database, postgres

__all__ = ["own_database", "postgres"]


@pytest.fixture
def cartable(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)
