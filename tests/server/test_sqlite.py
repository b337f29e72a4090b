"""The store: what was called back is there, in order, whatever happens."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cartable.core import Result, Team
from cartable.server import messages
from cartable.server.folder_lock import LOCK
from cartable.server.gathering import Gathering
from cartable.server.packing import every_row
from cartable.server.rows import Asked
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE, FORM
from cartable.server.store import Append, Damaged, Finish, Unwritable
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
    store.stop()


def listed(record: str) -> messages.Listed:
    return messages.Listed(record, "spot/tower", 1, ("Ada",), Result(((Team(0),),), (1,)))


def test_rows_come_back_in_order(store: SqliteStore) -> None:
    home, calls = store.enter("ABCDE"), Calls()
    for number in range(0, 1000, 2):
        store.append(Append(home, number, [b"%d" % number, b"%d" % (number + 1)], calls.then))
    assert calls.wait(500) == [None] * 500
    assert store.kept.read(home) == [b"%d" % number for number in range(1000)]
    assert store.kept.read(home, 10, 12) == [b"10", b"11", b"12"]
    assert store.kept.find("ABCDE") == home
    assert store.commits < 500


def test_what_was_written_is_there_after_a_restart(tmp_path: Path) -> None:
    calls = Calls()
    store = SqliteStore(tmp_path, at_once)
    home = store.enter("ABCDE")
    store.append(Append(home, 0, [b"one"], calls.then))
    store.stop()
    assert calls.failures == [None]
    again = SqliteStore(tmp_path, at_once)
    assert again.kept.read(home) == [b"one"]
    assert [code for code, _ in again.kept.tables()] == ["ABCDE"]
    assert again.enter("FGHJK") == home + 1
    again.stop()


def counts(folder: Path) -> tuple[int, int]:
    """Return how many rows lie in chunks, and how many as they came."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        (packed,) = db.execute("SELECT ifnull(sum(last - first + 1), 0) FROM chunks").fetchone()
        (fresh,) = db.execute("SELECT count(*) FROM fresh").fetchone()
    return packed, fresh


def eventually(true: Callable[[], bool]) -> None:
    """Wait until something holds."""
    pause = threading.Event()
    for _ in range(int(HUNG / 0.01)):
        if true():
            return
        pause.wait(0.01)
    raise AssertionError


def small(patch: pytest.MonkeyPatch, **sizes: int) -> None:
    """Let rows be gathered few at a time."""
    for name, size in {"CHUNK": 4, "SLICE": 5, "CLEARED": 3, **sizes}.items():
        patch.setattr(f"cartable.server.sqlite_chores.{name}", size)


def test_rows_stay_in_order_when_they_are_gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, MOST_FRESH=7)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    homes = [store.enter(code) for code in ("ABCDE", "FGHIJ", "KLMNO")]
    for number in range(40):
        for home in homes:
            store.append(Append(home, number, [b"%d/%d" % (home, number)], calls.then))
        calls.wait(3 * (number + 1))
        for home in homes:
            assert store.kept.read(home) == [b"%d/%d" % (home, n) for n in range(number + 1)]
    assert calls.failures == [None] * 120
    store.stop()
    packed, fresh = counts(tmp_path)
    assert packed >= 7
    assert packed + fresh >= 120
    again = SqliteStore(tmp_path, at_once)
    for home in homes:
        assert again.kept.read(home) == [b"%d/%d" % (home, number) for number in range(40)]
        assert again.kept.read(home, 3, 13) == [b"%d/%d" % (home, number) for number in range(3, 14)]
    again.stop()


def test_rows_are_gathered_in_a_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, FRESH=2)
    monkeypatch.setattr("cartable.server.sqlite.REST", 0.01)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    home = store.enter("ABCDE")
    store.append(Append(home, 0, [b"%d" % number for number in range(30)], calls.then))
    assert calls.wait(1) == [None]
    eventually(lambda: counts(tmp_path) == (30, 0))
    store.append(Append(home, 30, [b"30"], calls.then))
    assert calls.wait(2) == [None, None]
    assert store.kept.read(home) == [b"%d" % number for number in range(31)]
    store.stop()


@pytest.mark.parametrize("steps", range(12))
def test_a_server_that_dies_while_it_gathers_loses_nothing(
    steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    homes = [store.enter(code) for code in ("ABCDE", "FGHIJ")]
    for number in range(0, 12, 2):
        for home in homes:
            rows = [b"%d/%d" % (home, n) for n in (number, number + 1)]
            store.append(Append(home, number, rows, calls.then))
            calls.wait(len(calls.failures))
    store.stop()
    dying = SqliteStore(tmp_path, at_once)
    dying.stop()
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as db:
        gathering = dying._chores._gather(db)
        for _ in range(steps):
            db.execute("BEGIN")
            next(gathering, None)
            db.execute("COMMIT")
        db.execute("BEGIN")
        next(gathering, None)
    again = SqliteStore(tmp_path, at_once)
    for home in homes:
        assert again.kept.read(home) == [b"%d/%d" % (home, number) for number in range(12)]
        again.append(Append(home, 12, [b"on"], calls.then))
    again.forget(homes[0])
    again.append(Append(homes[1], 13, [], calls.then))
    calls.wait(15)
    again.stop()
    last = SqliteStore(tmp_path, at_once)
    eventually(lambda: last.kept.read(homes[0]) == [])
    assert len(last.kept.read(homes[1])) == 13
    last.stop()


def test_a_table_that_is_forgotten_leaves_no_row_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    homes = [store.enter(code) for code in ("ABCDE", "FGHIJ")]
    for number in range(10):
        for home in homes:
            store.append(Append(home, number, [b"%d/%d" % (home, number)], calls.then))
    calls.wait(20)
    store.forget(homes[0])
    store.stop()
    assert counts(tmp_path) == (0, 10)
    again = SqliteStore(tmp_path, at_once)
    assert again.kept.read(homes[0]) == []
    assert len(again.kept.read(homes[1])) == 10
    again.stop()


def test_who_asked_for_a_row_is_kept_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, MOST_FRESH=1)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    home = store.enter("ABCDE")
    asked = [Asked(3, 1 << 47, 12), Asked(4, 9, 0, late=True), Asked(3, 1 << 47, 13, late=True)]
    for number, by in enumerate(asked):
        store.append(Append(home, 2 * number, [b"nobody's", b"theirs"], calls.then, asked={1: by}))
        calls.wait(number + 1)
    assert store.kept.asked(home) == asked
    store.stop()
    again = SqliteStore(tmp_path, at_once)
    assert again.kept.asked(home, 2) == asked[1:]
    again.stop()


def test_the_rows_of_all_tables_are_read_without_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, MOST_FRESH=3)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    for code in ("ABCDE", "FGHJK"):
        home = store.enter(code)
        for number in range(9):
            store.append(Append(home, number, [code.encode()], calls.then))
            calls.wait(len(calls.failures))
    store.stop()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        rows = list(every_row(db))
    assert rows == [(code, n, code.encode()) for code in ("ABCDE", "FGHJK") for n in range(9)]


def flipped(file: Path, entry: bytes) -> None:
    """Change one bit of a row on the disk."""
    content = file.read_bytes()
    assert content.count(entry) == 1
    file.write_bytes(content.replace(entry, bytes([entry[0] ^ 1]) + entry[1:]))


def test_a_damaged_row_is_noticed_and_other_tables_go_on(tmp_path: Path) -> None:
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    homes = [store.enter(code) for code in ("ABCDE", "FGHIJ")]
    for home in homes:
        store.append(Append(home, 0, [b"row %d of %d" % (number, home) for number in range(3)], calls.then))
    store.stop()
    flipped(tmp_path / FILE, b"row 1 of %d" % homes[0])
    again = SqliteStore(tmp_path, at_once)
    with pytest.raises(Damaged, match="row 1"):
        again.kept.read(homes[0])
    assert again.kept.read(homes[0], 2) == [b"row 2 of %d" % homes[0]]
    assert len(again.kept.read(homes[1])) == 3
    again.append(Append(homes[1], 3, [b"on"], calls.then))
    assert calls.wait(3)[2] is None
    again.stop()


def test_a_damaged_chunk_is_noticed_and_other_tables_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, FRESH=2)
    monkeypatch.setattr("cartable.server.sqlite.REST", 0.01)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    homes = [store.enter(code) for code in ("ABCDE", "FGHIJ")]
    for home in homes:
        store.append(Append(home, 0, [b"%d of %d" % (number, home) for number in range(8)], calls.then))
    calls.wait(2)
    eventually(lambda: counts(tmp_path) == (16, 0))
    store.stop()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        (rows,) = db.execute("SELECT rows FROM chunks WHERE home = ? AND first = 4", homes[:1]).fetchone()
    flipped(tmp_path / FILE, rows[10:])
    again = SqliteStore(tmp_path, at_once)
    with pytest.raises(Damaged):
        again.kept.read(homes[0])
    assert len(again.kept.read(homes[0], 0, 3)) == 4
    assert len(again.kept.read(homes[1])) == 8
    again.stop()


def test_a_row_that_is_gone_is_noticed(tmp_path: Path) -> None:
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    home = store.enter("ABCDE")
    store.append(Append(home, 0, [b"one", b"two", b"three"], calls.then))
    store.stop()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("DELETE FROM fresh WHERE number = 1")
        db.commit()
    again = SqliteStore(tmp_path, at_once)
    with pytest.raises(Damaged, match="row 1 is missing"):
        again.kept.read(home)
    again.stop()


@pytest.mark.parametrize("kept", [1, 3, 100])
def test_a_file_that_is_cut_off_is_said_at_the_start(kept: int, tmp_path: Path) -> None:
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    home = store.enter("ABCDE")
    store.append(Append(home, 0, [b"x" * 3_000 for _ in range(200)], calls.then))
    store.stop()
    file = tmp_path / FILE
    content = file.read_bytes()
    file.write_bytes(content[: kept * 4096])
    with pytest.raises(Unwritable) as cut:
        SqliteStore(tmp_path, at_once)
    assert cut.value.key == "serve.cut"
    assert (cut.value.values["there"], cut.value.values["wanted"]) == (kept * 4096, len(content))
    file.write_bytes(content)
    again = SqliteStore(tmp_path, at_once)
    assert len(again.kept.read(home)) == 200
    again.stop()


@pytest.mark.parametrize(
    ("content", "key"), [(b"", "serve.empty"), (b"no file of ours" * 100, "serve.damaged")]
)
def test_a_file_that_is_none_is_said_at_the_start_and_left_alone(
    content: bytes, key: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Unwritable) as broken:
        SqliteStore(tmp_path, at_once)
    assert broken.value.key == key
    assert (tmp_path / FILE).read_bytes() == content


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("CREATE TABLE theirs (id)")
        db.commit()
    with pytest.raises(Unwritable) as foreign:
        SqliteStore(tmp_path, at_once)
    assert foreign.value.key == "serve.foreign"


def test_an_idle_store_commits_at_once_and_a_busy_one_gathers() -> None:
    gathering = Gathering()
    now = 100.0
    for _ in range(50):
        now += 0.005
        assert gathering.wait(now) == 0
        gathering.begin(now, 1)
        # The next comes right behind, and the disk is free.
        assert gathering.wait(now + 0.0005) == 0
    for _ in range(50):
        now += max(0.0005, gathering.wait(now + 0.0005))
        gathering.begin(now, 10)
    assert 0.0024 < gathering.wait(now + 0.0005) <= 0.0035
    for _ in range(50):
        now += max(0.0005, gathering.wait(now + 0.0005))
        gathering.begin(now, 100)
    assert gathering.wait(now + 0.0005) == pytest.approx(0.0095), (
        "the more there is to write, the more it gathers"
    )
    now += 0.05
    gathering.begin(now, 1)
    assert gathering.wait(now + 0.0005) == 0


def test_the_write_ahead_log_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.server.sqlite.MOST_PAGES_AHEAD", 100)
    monkeypatch.setattr("cartable.server.sqlite.BACKLOG", 100_000)
    store, calls = SqliteStore(tmp_path, at_once), Calls()
    home = store.enter("ABCDE")
    for number in range(300):
        store.append(Append(home, number, [os.urandom(40_000)], calls.then))
        calls.wait(number + 1)
    ahead = (tmp_path / f"{FILE}-wal").stat().st_size
    store.stop()
    assert ahead < 1_000 * 4096 < (tmp_path / FILE).stat().st_size


def test_records_outlive_their_table_and_go_when_they_are_deleted(store: SqliteStore) -> None:
    home, calls = store.enter("ABCDE"), Calls()
    store.append(
        Append(home, 0, [b"opened", b"began", b"move", b"ended"], calls.then, Finish(1, 2, listed("r1")))
    )
    calls.wait(1)
    assert [found.record for found in store.kept.listed(home)] == ["r1"]
    store.forget(home)
    store.append(Append(home + 1, 0, [], calls.then))
    calls.wait(2)
    assert store.kept.find("ABCDE") is None
    eventually(lambda: len(store.kept.read(home)) == 2)
    filed = store.kept.record("r1")
    assert filed
    assert (filed.home, filed.rows, filed.listed.record) == (home, [b"began", b"move"], "r1")
    assert store.kept.read(home) == [b"began", b"move"]
    asyncio.run(store.delete("r1"))
    store.append(Append(home + 1, 0, [], calls.then))
    calls.wait(3)
    assert store.kept.record("r1") is None
    eventually(lambda: store.kept.read(home) == [])


def test_after_a_failure_no_log_goes_on_behind_a_gap(store: SqliteStore, tmp_path: Path) -> None:
    home, calls = store.enter("ABCDE"), Calls()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        far = f"WHEN NEW.number = {1 << 62}"
        db.execute(f"CREATE TRIGGER t BEFORE INSERT ON fresh {far} BEGIN SELECT RAISE(ABORT, 'no'); END")
    store.append(Append(home, 0, [b"one"], calls.then))
    calls.wait(1)
    store.append(Append(home, 1 << 62, [b"nowhere"], calls.then))
    calls.wait(2)
    store.append(Append(home, 1, [b"two"], calls.then))
    failures = calls.wait(3)
    assert failures[0] is None
    assert all(isinstance(failure, sqlite3.Error) for failure in failures[1:])
    assert store.full
    store.renew()
    store.append(Append(home, 1, [b"two"], calls.then))
    assert calls.wait(4)[3] is None
    assert store.full == ""
    assert store.kept.read(home) == [b"one", b"two"]


def test_orders_that_fail_while_nobody_plays_fail_no_append_and_are_carried_out_with_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    calls = Calls()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("CREATE TRIGGER t BEFORE INSERT ON tables BEGIN SELECT RAISE(ABORT, 'no'); END")
        home = store.enter("ABCDE")
        eventually(lambda: bool(store.full))
        db.execute("DROP TRIGGER t")
    store.append(Append(home, 0, [b"one"], calls.then))
    assert calls.wait(1) == [None]
    assert store.full == ""
    assert store.kept.find("ABCDE") == home
    assert store.kept.read(home) == [b"one"]


def test_orders_that_still_fail_with_an_append_are_given_up_with_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    calls = Calls()
    home = store.enter("ABCDE")
    store.append(Append(home, 0, [b"one"], calls.then))
    calls.wait(1)
    store.enter("ABCDE")  # No two tables have one code.
    eventually(lambda: bool(store.full))
    store.append(Append(home, 1, [b"two"], calls.then))
    assert isinstance(calls.wait(2)[1], sqlite3.Error)
    store.renew()
    store.append(Append(home, 1, [b"two"], calls.then))
    assert calls.wait(3)[2] is None
    assert store.kept.read(home) == [b"one", b"two"]


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    calls = Calls()
    store = SqliteStore(tmp_path, at_once, most_pages=32)
    home = store.enter("ABCDE")
    store.append(Append(home, 0, [b"one"], calls.then))
    calls.wait(1)
    store.append(Append(home, 1, [b"x" * 1_000_000], calls.then))
    (failure,) = calls.wait(2)[1:]
    assert "full" in str(failure)
    assert store.full
    assert store.kept.read(home) == [b"one"]
    store.stop()


def test_a_second_server_on_the_same_folder_is_told_so(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(Unwritable, match="locked"):
        SqliteStore(tmp_path, at_once)


def test_a_folder_that_cannot_be_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unwritable):
        SqliteStore(tmp_path / "file", at_once)


def test_a_file_of_a_newer_cartable_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path, at_once).stop()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"PRAGMA user_version = {FORM + 1}")
    db.close()
    with pytest.raises(Unwritable, match="knows"):
        SqliteStore(tmp_path, at_once)


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no file that is open")
def test_a_deleted_lock_lets_no_second_server_in(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, at_once)
    (tmp_path / LOCK).unlink()
    with pytest.raises(Unwritable, match="another server"):
        SqliteStore(tmp_path, at_once)
    store.stop()
    SqliteStore(tmp_path, at_once).stop()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other means")
def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "new", at_once).stop()
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0
