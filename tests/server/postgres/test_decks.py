"""Decks that servers share through a database."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cartable.server.postgres.database import Database
from cartable.server.postgres.files import SharedFiles
from cartable.server.shared_store import borrowed
from tests.server.databases import asked, stored
from tests.server.test_store import scene


def test_every_server_has_the_decks_of_the_others(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store, stored(database) as other:
            ours, theirs = SharedFiles(store), SharedFiles(other)
            try:
                (ours.folder / "decks").mkdir()
                deck = ours.folder / "decks" / "été.deck"
                deck.write_bytes(b"drawn")
                await ours.give()
                await theirs.fetch()
                copy = theirs.folder / "decks" / "été.deck"
                assert copy.read_bytes() == b"drawn"
                copy.write_bytes(b"drawn anew")
                await theirs.give()
                await ours.fetch()
                assert deck.read_bytes() == b"drawn anew"
                deck.unlink()
                await ours.give(deleted=True)
                await theirs.fetch()
                assert not copy.exists()
                for folder, name in (
                    ("../decks", "x"),
                    ("decks", "../../x"),
                    ("decks", ".."),
                    ("decks", ".x"),
                ):
                    await asked(database, "INSERT INTO files VALUES ($1, $2, 'bad')", folder, name)
                await theirs.fetch()
                assert list(theirs.folder.glob("**/*x")) == []
            finally:
                ours.close()
                theirs.close()
            assert not ours.folder.exists()

    scene(play)


KILLED = """
import os, signal
from types import SimpleNamespace
from cartable.server.postgres.files import SharedFiles
files = SharedFiles(SimpleNamespace())
(files.folder / "decks").mkdir()
(files.folder / "decks" / "a.deck").write_bytes(b"drawn")
print(files.folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_folder_of_a_killed_server_is_cleared_at_the_next_start_and_no_other(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", KILLED]
    killed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    left = Path(killed.stdout.strip())
    assert (left / "decks" / "a.deck").exists()
    os.utime(left, (0, 0))
    others, beginning = tmp_path / "cartable-elsewhere", tmp_path / "cartable-files-begun"
    others.mkdir()
    # Another server has just made it, and does not hold it yet.
    beginning.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    async def play() -> None:
        async with stored(database) as store:
            ours = SharedFiles(store)
            os.utime(ours.folder, (0, 0))
            theirs = SharedFiles(store)
            assert set(tmp_path.iterdir()) == {others, beginning, ours.folder, theirs.folder}
            ours.close()
            theirs.close()
        assert set(tmp_path.iterdir()) == {others, beginning}

    scene(play)


@pytest.mark.parametrize("cleared", ["the deck", "the folder"])
def test_decks_that_a_system_clears_away_are_not_deleted_and_come_back(
    cleared: str, database: Database
) -> None:
    async def play() -> None:
        async with stored(database) as store:
            files = SharedFiles(store)
            try:
                (files.folder / "decks").mkdir()
                deck = files.folder / "decks" / "été.deck"
                deck.write_bytes(b"drawn")
                await files.give()
                if cleared == "the deck":
                    deck.unlink()
                else:
                    shutil.rmtree(files.folder)
                await files.give()
                assert await asked(database, "SELECT name FROM files") == [("été.deck",)]
                await files.fetch()
                assert deck.read_bytes() == b"drawn"
            finally:
                files.close()

    scene(play)


def test_a_deck_is_deleted_for_everyone_by_whoever_borrows_the_decks(own_database: str) -> None:
    with borrowed(own_database) as decks:
        decks.mkdir()
        for name in ("été", "noël"):
            (decks / f"{name}.deck").write_bytes(b"drawn")
    with borrowed(own_database) as decks:
        (decks / "été.deck").unlink()
    with borrowed(own_database) as decks:
        assert [deck.name for deck in decks.iterdir()] == ["noël.deck"]
