"""Stores that try again sooner."""

from __future__ import annotations

import pytest

from tests.patience import HUNG


@pytest.fixture
def untiring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store try again at once, and never give up."""
    monkeypatch.setattr("cartable.server.postgres.writer.PATIENCE", HUNG)
    monkeypatch.setattr("cartable.server.postgres.writer.PAUSE", 0.01)
    monkeypatch.setattr("cartable.server.postgres.database.Cable.AGAIN", 0.01)


@pytest.fixture
def hasty(untiring: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store give up sooner."""
    monkeypatch.setattr("cartable.server.postgres.writer.PATIENCE", 0.3)
