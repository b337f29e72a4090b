"""Backups: whole while people play, put back whole, and never over a server that runs."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from cartable.cli.app import run
from cartable.server.backup import BEFORE, Copied, back_up, restore
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE
from cartable.server.store import Append, Unwritable

KEPT = Path(__file__).parents[1] / "kept" / "0.1" / "data"

import_module("cartable.cli.backup")


def opened(folder: Path) -> SqliteStore:
    return SqliteStore(folder, lambda do: do())


def release(told: threading.Semaphore, failure: Exception | None) -> None:
    told.release()


def filled(folder: Path, rows: int) -> int:
    store = opened(folder)
    home = store.enter("ABCDE")
    store.append(Append(home, 0, [b"%d" % number for number in range(rows)], lambda _: None))
    store.stop()
    return home


def test_a_backup_taken_while_people_play_is_one_moment_of_every_table(tmp_path: Path) -> None:
    store = opened(tmp_path / "data")
    homes = [store.enter(code) for code in ("ABCDE", "FGHJK")]
    enough, over = threading.Event(), threading.Event()

    def play() -> None:
        number = 0
        while not over.is_set():
            told = threading.Semaphore(0)
            for home in homes:
                store.append(Append(home, number, [b"x" * 500], partial(release, told)))
            for _ in homes:
                told.acquire()
            number += 1
            if number == 50:
                enough.set()

    playing = threading.Thread(target=play)
    playing.start()
    enough.wait()
    for attempt in range(3):
        assert back_up(tmp_path / "data", tmp_path / f"{attempt}.backup").tables == 2
    over.set()
    playing.join()
    store.stop()
    assert not list(tmp_path.glob("*.part"))
    before = 0
    for attempt in range(3):
        restore(tmp_path / f"again {attempt}", tmp_path / f"{attempt}.backup")
        again = opened(tmp_path / f"again {attempt}")
        counts = [len(again.kept.read(home)) for home in homes]
        assert counts[0] >= max(before, 50)
        assert counts[0] - counts[1] in (0, 1)
        before = counts[0]
        again.stop()


def test_what_is_restored_goes_on_and_what_was_there_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    home = filled(folder, 10)
    (folder / "decks").mkdir()
    (folder / "decks" / "ours.deck").write_bytes(b"drawn")
    assert back_up(folder, tmp_path / "copy") == Copied(1, 0, 1)
    (folder / "decks" / "ours.deck").unlink()
    told: list[Exception | None] = []
    store = opened(folder)
    store.append(Append(home, 10, [b"later"], told.append))
    store.stop()
    assert restore(folder, tmp_path / "copy") == Copied(1, 0, 1)
    again = opened(folder)
    assert len(again.kept.read(home)) == 10
    again.append(Append(home, 10, [b"on"], told.append))
    again.stop()
    assert told == [None, None]
    assert (folder / "decks" / "ours.deck").read_bytes() == b"drawn"
    (folder / BEFORE).rename(folder / FILE)
    kept = opened(folder)
    assert kept.kept.read(home)[-1] == b"later"
    kept.stop()


def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path) -> None:
    shutil.copytree(KEPT, tmp_path / "old")
    back_up(tmp_path / "old", tmp_path / "copy")
    restore(tmp_path / "data", tmp_path / "copy")
    store = opened(tmp_path / "data")
    assert len(store.kept.tables()) == 26
    store.stop()


def test_a_damaged_file_is_replaced_by_a_backup(tmp_path: Path) -> None:
    home = filled(tmp_path / "data", 2_000)
    back_up(tmp_path / "data", tmp_path / "copy")
    file = tmp_path / "data" / FILE
    file.write_bytes(file.read_bytes()[:8192])
    restore(tmp_path / "data", tmp_path / "copy")
    store = opened(tmp_path / "data")
    assert len(store.kept.read(home)) == 2_000
    store.stop()
    assert (tmp_path / "data" / BEFORE).stat().st_size == 8192


def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    back_up(tmp_path, tmp_path / "copy")
    store = opened(tmp_path)
    with pytest.raises(Unwritable) as refused:
        restore(tmp_path, tmp_path / "copy")
    assert refused.value.key == "serve.running"
    store.stop()


def spoilt(folder: Path, kind: str) -> Path:
    """Return something that is no backup."""
    file = folder / "copy"
    filled(folder / "data", 2_000)
    back_up(folder / "data", file)
    if kind == "cut":
        file.write_bytes(file.read_bytes()[:8192])
    elif kind == "text":
        file.write_text("not a backup" * 100)
    elif kind == "foreign":
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA user_version = 99")
    else:
        file.unlink()
    return file


@pytest.mark.parametrize(
    ("kind", "key"),
    [("cut", "serve.cut"), ("text", "serve.damaged"), ("foreign", "backup.foreign"), ("none", "backup.none")],
)
def test_what_is_no_backup_changes_nothing(kind: str, key: str, tmp_path: Path) -> None:
    file = spoilt(tmp_path, kind)
    with pytest.raises(Unwritable) as refused:
        restore(tmp_path / "data", file)
    assert refused.value.key == key
    store = opened(tmp_path / "data")
    assert len(store.kept.read(1)) == 2_000
    store.stop()


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(KEPT, tmp_path / "data")
    copy, data = str(tmp_path / "copy"), ("--data", str(tmp_path / "data"))
    run(["backup", copy, *data])
    assert "Tables: 26. Finished games: 19." in capsys.readouterr().out
    run(["restore", copy, *data])
    assert "Restored. Tables: 26." in capsys.readouterr().out
    for words, sentence in (
        (["backup", copy, "--data", str(tmp_path / "nowhere")], "There are no tables in the folder"),
        (["restore", str(tmp_path / "nothing"), *data], "There is no file"),
    ):
        with pytest.raises(SystemExit) as ended:
            run(words)
        assert ended.value.code == 2
        assert sentence in capsys.readouterr().err
