"""What keeps the store from writing is said as it is: a broken disk is not a full one."""

from __future__ import annotations

import errno
import os

import pytest

from cartable.server.sentences import unwritable
from cartable.texts import say


@pytest.mark.parametrize("why", ["disk I/O error", os.strerror(errno.EIO)])
def test_whoever_has_a_broken_disk_is_not_told_to_make_room(why: str) -> None:
    assert unwritable(why) == "error.disk"
    assert "space" not in say(unwritable(why), "en", why=why)
    assert "place" not in say(unwritable(why), "fr", why=why)


@pytest.mark.parametrize("why", ["database or disk is full", "disk full"])
def test_whoever_has_a_full_disk_is_told_to_make_room(why: str) -> None:
    assert unwritable(why) == "error.storage"
    assert "space" in say(unwritable(why), "en", why=why)


def test_the_systems_own_word_for_no_room_is_understood() -> None:
    assert unwritable(os.strerror(errno.ENOSPC)) == "error.storage"
