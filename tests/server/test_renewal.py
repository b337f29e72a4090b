"""Files of earlier servers are brought to today's form, whatever happens on the way."""

from __future__ import annotations

import shutil
import sqlite3
from collections import namedtuple
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cartable.lab.older import FORMS, written
from cartable.server.renewal import NEW, OLD, Progress
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE
from cartable.server.store import Append, Unwritable

KEPT = Path(__file__).parents[1] / "kept" / "0.1" / "data"
ROWS = [(home, number, b"%d/%d" % (home, number)) for home in (3, 4, 9) for number in range(300)]


class DiedRenewing(BaseException):
    """The process died."""


def opened(folder: Path, progress: Callable[[Progress], None] | None = None) -> SqliteStore:
    return SqliteStore(folder, lambda do: do(), progress=progress)


def as_they_were(folder: Path) -> None:
    """Check that all rows are there, and that tables go on."""
    told: list[Exception | None] = []
    store = opened(folder)
    for home in (3, 4, 9):
        assert store.kept.find(f"CODE{home}") == home
        assert store.kept.read(home) == [entry for of, _, entry in ROWS if of == home]
    store.append(Append(4, 300, [b"on"], told.append))
    assert store.enter("FGHJK") == 10
    store.stop()
    assert told == [None]


@pytest.mark.parametrize("form", range(1, len(FORMS) + 1))
def test_a_file_of_an_earlier_form_loses_nothing(form: int, tmp_path: Path) -> None:
    written(tmp_path, form, ROWS)
    as_they_were(tmp_path)
    assert (tmp_path / OLD).exists()
    again = opened(tmp_path)
    assert len(again.kept.read(4)) == 301
    assert again.kept.idle(2) == ([("CODE3", 3), ("CODE4", 4), ("CODE9", 9)] if form > 2 else [])
    again.stop()
    assert not (tmp_path / OLD).exists()
    assert not (tmp_path / NEW).exists()


def test_what_was_only_in_the_write_ahead_log_is_there(tmp_path: Path) -> None:
    written(tmp_path / "whole", 3, ROWS)
    with closing(sqlite3.connect(tmp_path / "whole" / FILE)) as db:
        db.execute("INSERT INTO fresh (home, number, entry) VALUES (9, 300, x'00')")
        db.commit()
        shutil.copytree(tmp_path / "whole", tmp_path / "died")
    store = opened(tmp_path / "died")
    assert len(store.kept.read(9)) == 301
    store.stop()


MOMENTS = ("begun", "half", "copied", "old renamed", "new renamed")


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("late", [False, True])
def test_it_may_die_at_any_step(
    moment: str, late: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, 3, ROWS)
    monkeypatch.setattr("cartable.server.renewal.AT_ONCE", 500)
    told: list[Progress] = []

    def progress(now: Progress) -> None:
        told.append(now)
        if moment in MOMENTS[:3] and len(told) == MOMENTS.index(moment) + 1:
            raise DiedRenewing

    def dying(path: type[Path], name: str) -> None:
        do = getattr(path, name)

        def died(self: Path, target: Path) -> Any:
            if late:
                do(self, target)
            raise DiedRenewing

        monkeypatch.setattr(path, name, died)

    if moment == "old renamed":
        dying(Path, "rename")
    elif moment == "new renamed":
        dying(Path, "replace")
    with pytest.raises(DiedRenewing):
        opened(tmp_path, progress)
    monkeypatch.undo()
    as_they_were(tmp_path)


def test_it_says_beforehand_what_room_it_needs_and_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, 3, ROWS)
    monkeypatch.setattr("cartable.server.renewal.AT_ONCE", 250)
    told: list[Progress] = []
    opened(tmp_path, told.append).stop()
    assert [(now.done, now.tables) for now in told] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert (tmp_path / FILE).stat().st_size <= told[0].room + 16 * 4096
    assert told[0].room < (tmp_path / OLD).stat().st_size


def test_without_room_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, 3, ROWS)
    usage = namedtuple("usage", "total used free")
    with monkeypatch.context() as patch:
        patch.setattr("shutil.disk_usage", lambda _: usage(10, 5, 5))
        with pytest.raises(Unwritable) as refused:
            opened(tmp_path)
    assert refused.value.key == "serve.room"
    assert refused.value.values["free"] == 1
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (3,)
    as_they_were(tmp_path)


def test_a_cut_file_of_an_earlier_form_is_said_and_left_alone(tmp_path: Path) -> None:
    shutil.copy(KEPT / FILE, tmp_path)
    content = (tmp_path / FILE).read_bytes()[: 50 * 4096]
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Unwritable) as cut:
        opened(tmp_path)
    assert cut.value.key == "serve.cut"
    assert (tmp_path / FILE).read_bytes() == content
