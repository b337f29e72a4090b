"""What tests of the server share: a house on a clock turned by hand, and a database that runs."""

from __future__ import annotations

import pytest

from tests.server.databases import database, own_database, postgres
from tests.server.fakes import FakeHouse

__all__ = ["database", "own_database", "postgres"]


@pytest.fixture
def house() -> FakeHouse:
    return FakeHouse()
