"""The store: what was called back is there, in order, whatever happens."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from cartable.core import Result, Team
from cartable.server import messages
from cartable.server.store import FILE, LOCK, MIGRATIONS, Finish, SqliteStore, Unwritable
from tests.patience import HUNG


class Calls:
    """Call-backs, counted across threads."""

    def __init__(self) -> None:
        self.failures: list[Exception | None] = []
        self._changed = threading.Condition()

    def then(self, failure: Exception | None) -> None:
        with self._changed:
            self.failures.append(failure)
            self._changed.notify()

    def wait(self, count: int) -> list[Exception | None]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.failures) >= count, timeout=HUNG)
        return self.failures


def at_once(do: Callable[[], None]) -> None:
    do()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path, at_once)
    yield store
    store.close()


def listed(record: str) -> messages.Listed:
    return messages.Listed(record, "spot/tower", 1, ("Ada",), Result(((Team(0),),), (1,)))


def test_rows_come_back_in_order(store: SqliteStore) -> None:
    home, calls = store.open("ABCDE"), Calls()
    for number in range(0, 1000, 2):
        store.append(home, number, [b"%d" % number, b"%d" % (number + 1)], calls.then)
    assert calls.wait(500) == [None] * 500
    assert store.read(home) == [b"%d" % number for number in range(1000)]
    assert store.read(home, 10, 12) == [b"10", b"11", b"12"]
    assert store.find("ABCDE") == home
    assert store.commits < 500


def test_what_was_written_is_there_after_a_restart(tmp_path: Path) -> None:
    calls = Calls()
    store = SqliteStore(tmp_path, at_once)
    home = store.open("ABCDE")
    store.append(home, 0, [b"one"], calls.then)
    store.close()
    assert calls.failures == [None]
    again = SqliteStore(tmp_path, at_once)
    assert again.read(home) == [b"one"]
    assert [code for code, _ in again.tables()] == ["ABCDE"]
    assert again.open("FGHJK") == home + 1
    again.close()


def test_rows_stay_in_order_when_they_are_moved_to_their_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.store.MOST_FRESH", 7)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    homes = [store.open(code) for code in ("ABCDE", "FGHIJ", "KLMNO")]
    for number in range(20):
        for home in homes:
            store.append(home, number, [b"%d/%d" % (home, number)], calls.then)
        calls.wait(3 * (number + 1))
    assert calls.failures == [None] * 60
    for home in homes:
        assert store.read(home) == [b"%d/%d" % (home, number) for number in range(20)]
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        moved, fresh = (db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("log", "fresh"))
    assert moved + fresh == 60
    assert moved > 40
    again = SqliteStore(tmp_path, at_once)
    assert again.read(homes[1], 3, 4) == [b"%d/3" % homes[1], b"%d/4" % homes[1]]
    again.close()


def test_rows_are_moved_in_a_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.server.store.FRESH", 2)
    monkeypatch.setattr("cartable.server.store.REST", 0.01)
    store, calls, pause = SqliteStore(tmp_path, at_once), Calls(), threading.Event()
    home = store.open("ABCDE")
    store.append(home, 0, [b"one", b"two"], calls.then)
    assert calls.wait(1) == [None]
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        for _ in range(1000):
            if db.execute("SELECT count(*) FROM log").fetchone()[0] == 2:
                break
            pause.wait(0.01)
        assert db.execute("SELECT count(*) FROM fresh").fetchone()[0] == 0
    store.append(home, 2, [b"three"], calls.then)
    assert calls.wait(2) == [None, None]
    assert store.read(home) == [b"one", b"two", b"three"]
    store.close()


def test_records_outlive_their_table_and_go_when_they_are_deleted(store: SqliteStore) -> None:
    home, calls = store.open("ABCDE"), Calls()
    store.append(home, 0, [b"opened", b"began", b"move", b"ended"], calls.then, Finish(1, 2, listed("r1")))
    calls.wait(1)
    assert [found.record for found in store.listed(home)] == ["r1"]
    store.forget(home)
    store.append(home + 1, 0, [], calls.then)
    calls.wait(2)
    assert store.find("ABCDE") is None
    filed = store.record("r1")
    assert filed
    assert (filed.home, filed.rows, filed.listed.record) == (home, [b"began", b"move"], "r1")
    assert store.read(home) == [b"began", b"move"]
    store.delete("r1")
    store.append(home + 1, 0, [], calls.then)
    calls.wait(3)
    assert store.record("r1") is None
    assert store.read(home) == []


def test_after_a_failure_no_log_goes_on_behind_a_gap(store: SqliteStore) -> None:
    home, calls = store.open("ABCDE"), Calls()
    store.append(home, 0, [b"one"], calls.then)
    calls.wait(1)
    store.append(home, 1, [cast(bytes, None)], calls.then)
    calls.wait(2)
    store.append(home, 1, [b"two"], calls.then)
    failures = calls.wait(3)
    assert failures[0] is None
    assert all(isinstance(failure, sqlite3.Error) for failure in failures[1:])
    assert store.full
    store.renew()
    store.append(home, 1, [b"two"], calls.then)
    assert calls.wait(4)[3] is None
    assert store.full == ""
    assert store.read(home) == [b"one", b"two"]


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    calls = Calls()
    store = SqliteStore(tmp_path, at_once, most_pages=32)
    home = store.open("ABCDE")
    store.append(home, 0, [b"one"], calls.then)
    calls.wait(1)
    store.append(home, 1, [b"x" * 1_000_000], calls.then)
    (failure,) = calls.wait(2)[1:]
    assert "full" in str(failure)
    assert store.full
    assert store.read(home) == [b"one"]
    store.close()


def test_a_second_server_on_the_same_folder_is_told_so(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(Unwritable, match="locked"):
        SqliteStore(tmp_path, at_once)


def test_a_folder_that_cannot_be_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unwritable):
        SqliteStore(tmp_path / "file", at_once)


def test_a_file_of_a_newer_cartable_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path, at_once).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(Unwritable, match="knows"):
        SqliteStore(tmp_path, at_once)


def why_not(folder: Path) -> str:
    """Return why there can be no store in a folder, and let go of it."""
    try:
        SqliteStore(folder, at_once).close()
    except Unwritable as error:
        return str(error)
    return ""


def test_a_server_that_dies_while_it_starts_can_start_again(tmp_path: Path) -> None:
    calls = Calls()
    store = SqliteStore(tmp_path, at_once)
    home = store.open("ABCDE")
    store.append(home, 0, [b"one", b"two"], calls.then)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("CREATE TRIGGER death BEFORE DELETE ON fresh BEGIN SELECT RAISE(ABORT, 'death'); END")
        db.commit()
    assert why_not(tmp_path) == "death"
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("DROP TRIGGER death")
        db.commit()
    again = SqliteStore(tmp_path, at_once)
    assert again.read(home) == [b"one", b"two"]
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no file that is open")
def test_a_deleted_lock_lets_no_second_server_in(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, at_once)
    (tmp_path / LOCK).unlink()
    with pytest.raises(Unwritable, match="another server"):
        SqliteStore(tmp_path, at_once)
    store.close()
    SqliteStore(tmp_path, at_once).close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other means")
def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "new", at_once).close()
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("form", range(1, len(MIGRATIONS)))
def test_a_file_of_an_older_cartable_is_brought_to_its_new_form(form: int, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript("".join(MIGRATIONS[:form]) + f"PRAGMA user_version = {form};")
        db.execute("INSERT INTO tables VALUES (7, 'ABCDE', 0)")
        db.executemany("INSERT INTO log VALUES (7, ?, ?)", [(0, b"one"), (1, b"two")])
        db.commit()
    calls = Calls()
    store = SqliteStore(tmp_path, at_once)
    assert store.find("ABCDE") == 7
    store.append(7, 2, [b"three"], calls.then)
    assert calls.wait(1) == [None]
    assert store.read(7) == [b"one", b"two", b"three"]
    assert store.open("FGHJK") == 8
    store.close()
    again = SqliteStore(tmp_path, at_once)
    assert again.read(7) == [b"one", b"two", b"three"]
    again.close()
