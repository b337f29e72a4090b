"""The benchmark of the file: its rows are those of true tables, and every part of it runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from cartable.core import NO_EVIDENCE, Played
from cartable.fair import evidence_of
from cartable.lab.played_tables import KINDS, PlayedTable, code_of, evenings
from cartable.lab.stored import AIMS, FEWEST_ROWS, StoreCost, measure
from cartable.server.book import Book
from cartable.server.marks import resumed
from cartable.server.reading import read
from cartable.server.rows import decode
from cartable.server.sqlite import SqliteStore
from cartable.server.store import Append


@pytest.fixture(scope="module")
def played() -> list[PlayedTable]:
    return evenings(420)


def test_an_evening_has_verdicts_of_calls_by_two_and_games_that_end(played: list[PlayedTable]) -> None:
    calls, long, *turns = (
        [decode(row) for append in evening.appends for row in append.rows] for evening in played
    )
    for rows in (calls, long):
        evidence = [row.evidence for row in rows if isinstance(row, Played) and row.evidence != NO_EVIDENCE]
        assert len(evidence) > 100
        assert all(len(evidence_of(raw).presses) == 2 for raw in evidence)
    ended = [sum(append.finish is not None for append in evening.appends) for evening in played]
    assert ended[1] == 0
    assert all(count > 1 for count in (ended[0], *ended[2:]))
    assert len(turns) == len(KINDS) - 2


def test_an_evening_is_written_again_for_another_table(tmp_path: Path, played: list[PlayedTable]) -> None:
    store = SqliteStore(tmp_path, lambda do: do())
    told: list[Exception | None] = []
    for table, evening in enumerate(played * 2, 1):
        home = store.enter(code_of(table))
        for one in evening.of(table, evening.rows):
            store.append(Append(home, one.number, one.rows, told.append, one.finish, one.asked, one.mark))
    store.stop()
    assert not any(told)
    store = SqliteStore(tmp_path, lambda do: do())
    for table, evening in enumerate(played * 2, 1):
        there = store.kept.find(code_of(table))
        assert there
        marked = store.kept.mark(there)
        assert marked
        assert resumed(marked)
        book = asyncio.run(read(store, there))
        assert book
        assert book.final()
        assert (book.code, book.rows) == (code_of(table), evening.rows)
        assert Book.read(store.kept.read(there)).games == book.games
        finishes = [append.finish for append in evening.appends if append.finish]
        assert len(store.kept.listed(there)) == len(finishes)
    store.stop()


def test_every_part_of_it_runs_with_a_few_rows() -> None:
    found = measure(FEWEST_ROWS)
    assert found.rows >= FEWEST_ROWS
    assert found.tables >= 8
    assert set(AIMS) < set(StoreCost.__struct_fields__)
    assert all(value > 0 for name, value in msgspec.structs.asdict(found).items() if name != "backup_rows")
