"""`cartable bench`."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from cartable.lab.load import Load
from cartable.lab.stored import StoreCost
from cartable.lab.studied import StudyTime, StudyTimes
from tests.cli.command import Command


def test_bench_compares_tables_alone_beside_bots_and_beside_analyses(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = []

    def measure(paced: bool, tables: int, seconds: float, bots: int, analyses: int = 0) -> Load:
        beside.append((bots, analyses))
        late = 0.5 if bots else 0.25 if analyses else 0
        return Load(tables, seconds, 1000, 100, 1, 2 + late, 3, 4, 5, 6, 7, 8, 9, 10, judged=33 * analyses)

    monkeypatch.setattr("cartable.lab.load.measure", measure)
    found = cartable("bench", "bots", "--bots", "3", "--analyses", "4", "--json").json
    assert list(found) == ["idle", "busy", "studied"]
    assert beside == [(0, 0), (3, 0), (0, 4)]
    said = " ".join(cartable("bench", "bots", "--analyses", "1").out.split())
    assert "alongside 1 person having games analysed" in said
    assert "Moves analysed meanwhile 0 0 33" in said
    assert "with bots thinking: p50 +0.00 ms, p99 +0.50 ms" in said
    assert "with games analysed: p50 +0.00 ms, p99 +0.25 ms" in said


def test_bench_measures_analyses_from_request_to_result(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.lab.studied.SHAPES", [("karta", 2)])
    monkeypatch.setattr("cartable.lab.files.COMPILED", False)
    found = cartable("bench", "analyses", "--times", "2", "--json").json
    (kind,) = found["kinds"]
    assert (kind["game"], kind["seats"], kind["level"], kind["runs"], kind["moves"]) == (
        "karta",
        2,
        "hard",
        2,
        16,
    )
    assert 0 < kind["fastest"] <= kind["median"] <= kind["slowest"]
    again = StudyTimes(1.5, (StudyTime(**kind),))
    monkeypatch.setattr("cartable.lab.studied.measure", lambda times: again)
    said = cartable("bench", "analyses").out
    assert "The very first analysis took 1.50\N{NO-BREAK SPACE}s" in said
    assert re.search(r"karta +2 +hard +2 +16 +\d", said)


def test_bench_measures_decks_and_games(cartable: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.lab.bench.ORDERS", (7, 8))
    ran = cartable("bench", "--seconds", "0.001", "--json").json
    assert [deck["order"] for deck in ran["decks"]] == [7, 8]
    assert all(game["moves"] > 0 for game in ran["games"])


def test_bench_prints_what_a_full_file_costs_beside_its_aims(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(rows: int) -> StoreCost:
        return StoreCost(rows, 12, 5000, 31.5, 400, 300, 90, 9, 1.5, 4, 1, 210, 2, 7000, 40, 21)

    monkeypatch.setattr("cartable.lab.stored.measure", measure)
    assert cartable("bench", "store", "--rows", "3000", "--json").json["rows"] == 3000
    said = " ".join(cartable("bench", "store").out.split())
    assert "Rows in the file 1,000,000 Tables 12" in said
    assert "Server start after a crash, ms 400 < 1,000" in said
    ran = cartable("bench", "store", "--rows", "199")
    assert (ran.code, "at least 200" in ran.err) == (2, True)


def test_other_servers_are_measured_beside_ours_where_the_tools_are(
    cartable: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    servers = import_module("cartable.lab.servers")
    tools = tmp_path / "compare.py"
    monkeypatch.setattr(servers, "COMPARE", tools)
    ran = cartable("bench", "server", "--peers")
    assert (ran.code, "in the repository" in ran.err) == (2, True)
    tools.write_text("import sys; sys.exit('There is no compiler.')", "utf-8")
    ran = cartable("bench", "server", "--peers")
    assert (ran.code, "not compared" in ran.err) == (2, True)
    run = {"calls_per_s": 4e3, "cpu_us_per_call": 80, "to_cartable": 0.5, "p50_us": 140, "p99_us": 1300}
    report = {"notes": [], "medians": {"Colyseus": run}}
    tools.write_text(f"print({json.dumps(json.dumps(report))})", "utf-8")
    assert cartable("bench", "server", "--peers", "--json").json == [
        {"name": "Colyseus", "calls_a_second": 4000, "cpu_micros": 80, "ratio": 2, "p50": 0.14, "p99": 1.3}
    ]
    assert "× 2.0" in cartable("bench", "server", "--peers").out
