"""The command line with a database: what it says, what it moves, and that it tells no password."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.server.test_moving import filled

SECRET = "geheim"
NOWHERE = f"postgresql://ada:{SECRET}@127.0.0.1:1/games"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("sun\nmoon\nstar\nrain\nsnow\nwind\nfog\n", "utf-8")


def test_a_database_needs_the_admin_token_too(cartable: Command) -> None:
    refused = cartable("serve", "--database", NOWHERE)
    assert refused.code == 2
    assert "CARTABLE_TOKEN" in refused.err
    assert SECRET not in refused.err + refused.out


def test_a_database_that_is_away_is_told_in_one_sentence(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTABLE_DATABASE", NOWHERE)
    monkeypatch.setenv("CARTABLE_TOKEN", "token")
    for command in (("serve",), ("deck", "list")):
        refused = cartable(*command)
        assert refused.code == 2
        assert "The database 127.0.0.1:1/games cannot be reached." in refused.err
        assert SECRET not in refused.err + refused.out


def test_without_the_driver_the_command_to_install_it_is_told(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("asyncpg", "cartable.server.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    # What is imported anew is forgotten afterwards.
    monkeypatch.setattr("cartable.server.postgres", None, raising=False)
    monkeypatch.setenv("CARTABLE_TOKEN", "token")
    refused = cartable("serve", "--database", NOWHERE)
    assert refused.code == 2
    assert 'pip install "cartable[postgres]"' in refused.err


def test_a_folder_is_moved_and_its_decks_are_there_for_all(
    cartable: Command, own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cartable("deck", "new", "Weather", "--words", "words.txt").code == 0
    folder = tmp_path / "data"
    shutil.move(folder / "decks", tmp_path / "kept")

    async def fill() -> None:
        await (await filled(folder)).close()

    asyncio.run(fill())
    shutil.rmtree(folder / "decks")
    shutil.move(tmp_path / "kept", folder / "decks")
    assert "CARTABLE_DATABASE" in cartable("move-data", "data").err
    done = cartable("move-data", "data", own_database)
    assert done.code == 0, done.err
    assert "Tables: 2. Finished games: 3. Decks and drawings: 1. Already there: 0." in done.out
    again = cartable("move-data", "data", own_database)
    assert "Tables: 0. Finished games: 0. Decks and drawings: 0. Already there: 2." in again.out
    monkeypatch.setenv("CARTABLE_DATABASE", own_database)
    assert cartable("deck", "list").out == "Weather\n"
    assert cartable("deck", "rename", "Weather", "Sky").code == 0
    assert cartable("deck", "list").out == "Sky\n"
    monkeypatch.delenv("CARTABLE_DATABASE")
    assert cartable("deck", "list").out == "Weather\n", "the folder is left alone"
