"""Honest people notice nothing of the hostile clients next to them; a server that fails them is found out."""

from __future__ import annotations

import logging
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import pytest

from cartable.core import Seat
from cartable.lab import storm as lab
from cartable.lab.hostile import ODD, STRANGE, Raged
from cartable.lab.storm import Storm, calm, faults_in, storm
from cartable.server import messages, moment
from cartable.server.table import Table
from tests.server.databases import own_database, postgres

__all__ = ["own_database", "postgres"]

QUARTER = 0.25
"""Of a minute."""


def test_twenty_tables_hold_in_a_storm_of_fifteen_seconds() -> None:
    raged = storm(QUARTER, tables=20)
    assert raged.failures(timing=False) == (), raged
    assert raged.answered > 100
    assert raged.moves > 20
    assert raged.looked_through >= 3
    assert all(raged.hostile.values())
    assert len(raged.hostile) == 18


@pytest.mark.long
def test_a_node_over_postgresql_holds_as_well(own_database: str) -> None:
    """It needs a quiet machine: a node that cannot renew its lease for two seconds sends people away."""
    raged = storm(2 * QUARTER, tables=20, database=own_database)
    assert raged.failures(timing=False) == (), raged
    assert raged.answered > 50
    assert raged.moves > 8
    assert all(raged.hostile.values())


def broken(pipe: Connection, folder: str) -> None:
    """Serve, but forget some answers, fail now and then, and show everybody the first hand."""
    receive, message = Table.receive, moment.Moment.message
    count = 0

    def forgetful(table: Table, client: Any, request: Any, read: Any) -> None:
        nonlocal count
        count += 1
        if isinstance(request, messages.React | messages.Play | messages.Ready):
            return
        if count % 50 == 0:
            logging.getLogger("cartable").error("something failed")
        receive(table, client, request, read)

    def indiscreet(told: moment.Moment, seats: tuple[Seat, ...]) -> bytes:
        return message(told, seats and (Seat(0),))

    Table.receive = forgetful  # type: ignore[assignment,method-assign]
    moment.Moment.message = indiscreet  # type: ignore[assignment,method-assign]
    calm(pipe, folder)


def peaceful(pipe: Connection, port: int, codes: list[str], seed: int) -> None:
    """Do nothing until told to stop."""
    pipe.recv()
    pipe.send(Raged({}, 0, []))


def telling(pipe: Connection, port: int, codes: list[str], seed: int) -> None:
    """Do nothing but tell which tables are known."""
    pipe.recv()
    pipe.send(Raged({}, 0, codes))


def test_the_hostile_know_the_code_of_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.lab.crowd.STILL", 1)
    monkeypatch.setattr(lab, "rage", telling)
    assert len(set(storm(0.01, tables=4).faults)) == 4


def test_a_server_that_forgets_fails_and_shows_hands_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.lab.crowd.PATIENCE", 4.0)
    monkeypatch.setattr("cartable.lab.crowd.STILL", 1)
    monkeypatch.setattr(lab, "rage", peaceful)
    raged = storm(0.15, tables=4, serve=broken)
    assert {"unanswered", "still", "leaks", "faults"} <= set(raged.failures(timing=False))


HELD = Storm(
    minutes=1,
    tables=10,
    people=20,
    answered=100,
    p50=1.0,
    p99=50.0,
    moves=1,
    games=1,
    looked_through=1,
    hostile={},
    hostile_megabits=0,
    memory_mb=(100,),
    grown_kb=10.0,
    unanswered=(),
    cut_off=(),
    still=(),
    leaks=(),
    faults=(),
)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("p99", 50.1),
        ("grown_kb", 10.1),
        ("unanswered", ("React at karta",)),
        ("cut_off", ("karta: 1006",)),
        ("still", ("karta (random)",)),
        ("leaks", ("a hand",)),
        ("faults", ("ERROR",)),
    ],
)
def test_whatever_does_not_hold_fails(field: str, value: Any) -> None:
    assert HELD.failures() == ()
    assert msgspec.structs.replace(HELD, **{field: value}).failures() == (field,)


def test_growth_is_measured_from_the_fifth_minute_on_and_per_half_hour() -> None:
    filling = [50_000, 60_000, 70_000, 80_000, 90_000]
    assert lab._grown([*filling, 100_000, 100_000], 10) is None
    assert lab._grown([*filling, *([100_000] * 30)], 10) == 0
    assert lab._grown([*filling, *range(100_000, 103_000, 100)], 10) == pytest.approx(300, rel=0.1)


def test_a_log_is_searched_for_faults_and_not_for_warnings() -> None:
    where = '  File "src/cartable/server/table.py", line 7, in play'
    log = f"INFO hello\nWARNING karta: processes die\nERROR a request failed\n{where}\n    x\nKeyError\n"
    assert faults_in(log) == ["ERROR a request failed", where, "KeyError"]
    assert faults_in("Traceback (most recent call last):\n") == ["Traceback (most recent call last):"]


def test_every_hostile_message_of_the_lists_is_another() -> None:
    assert len(set(ODD)) == len(ODD)
    assert len(set(STRANGE)) == len(STRANGE)
