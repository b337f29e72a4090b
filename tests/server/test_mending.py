"""Files of earlier servers: records that point at the wrong rows are mended, or listed as damaged."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from cartable.core import encode
from cartable.server.records import recorded
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE
from cartable.server.store import Damaged
from tests.server.visitors import serving

KEPT = Path(__file__).parents[1] / "kept" / "0.1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "data"
    shutil.copytree(KEPT / "data", copied)
    return copied


def shifted(folder: Path) -> list[str]:
    """Let all records point three rows too far, as after three starts that were refused; return them."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("UPDATE records SET first = first + 3, last = last + 3")
        db.commit()
        return [row[0] for row in db.execute("SELECT id FROM records")]


def test_records_that_point_too_far_are_mended_once(folder: Path) -> None:
    records = shifted(folder)
    assert records
    for _ in range(2):
        store = SqliteStore(folder, lambda do: do())
        for record in records:
            filed = store.kept.record(record)
            assert filed
            assert not filed.listed.damaged
            file = (KEPT / "records" / f"{record}.json").read_bytes()
            assert encode(recorded(filed.rows, filed.listed.result)) == file
        store.stop()


def test_a_record_whose_first_row_is_gone_is_listed_as_damaged(folder: Path) -> None:
    records = shifted(folder)
    with closing(sqlite3.connect(folder / FILE)) as db:
        # A table that was forgotten keeps the rows of its records alone, and these pointed too far.
        (home,) = db.execute("SELECT home FROM records WHERE id = ?", (records[0],)).fetchone()
        db.execute("DELETE FROM tables WHERE id = ?", (home,))
        kept = "SELECT 1 FROM records WHERE home = ? AND number BETWEEN first AND last"
        db.execute(f"DELETE FROM fresh WHERE home = ? AND NOT EXISTS ({kept})", (home, home))
        # Its last rows are gone with the others: nothing says where it ended.
        db.execute(
            "DELETE FROM fresh WHERE home = ? AND substr(entry, 1, 15) = ?", (home, b'{"type":"ended"')
        )
        db.commit()
    store = SqliteStore(folder, lambda do: do())
    filed = store.kept.record(records[0])
    assert filed
    assert filed.listed.damaged
    with pytest.raises(Damaged):
        recorded(filed.rows, filed.listed.result)
    store.stop()

    async def scene() -> None:
        async with serving(folder) as served:
            for path in (records[0], f"{records[0]}/replay"):
                async with served.http.get(f"{served.url}/api/records/{path}") as answer:
                    assert answer.status == 410
                    assert msgspec.json.decode(await answer.read())["key"] == "error.damaged"
            async with served.http.get(f"{served.url}/api/records/{records[1]}") as answer:
                assert answer.status == 200

    asyncio.run(scene())
