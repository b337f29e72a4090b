"""`cartable lab`: what it prints, and how it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from urllib.request import urlopen

import msgspec
import pytest

from cartable.lab.costs import KINDS, Cost, Costs
from cartable.lab.havoc import Havoc, Mishap
from tests.cli.command import Command

MISHAP = Mishap(1, "kill", "ada", 0.1, None, 0.5, 0.9, 0.4)
HAVOC = Havoc(
    times=1,
    confirmed=9,
    lost=0,
    turns=4,
    twice=0,
    forgotten=0,
    epochs=0,
    winners=0,
    held=0,
    noticed={"kill": 0.1},
    owned={"kill": 0.2},
    first={"kill": 0.5},
    back={"kill": 0.9},
    pauses={"kill": 0.4},
    slowest={"kill": MISHAP},
    counts={"kill": 1},
)
COSTS = Costs(
    tables=1,
    rate=2,
    rounds=3,
    runs={kind: Cost(0.1, None, 2.0, 3.0) for kind in KINDS},
    database_to_file=1.1,
    half_to_one=1.25,
    two_to_one=1.35,
    two_to_half=1.05,
    p99_to_file=1.3,
    own_millis=0.6,
    other_millis=1.0,
    forwarded_millis=0.4,
    load=0.5,
    cores=2,
)

INTERRUPTIBLE = """
import signal
from cartable.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
"""The command, also where tests run behind a shell that goes on: what it starts there ignores interrupts."""


def test_servers_run_side_by_side_until_interrupted(own_database: str) -> None:
    words = ("lab", "cluster", "--nodes", "2", "--port", "0", "--database", own_database)
    command = [sys.executable, "-c", INTERRUPTIBLE, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        try:
            assert running.stdout is not None
            *addresses, front = [running.stdout.readline().split()[-1] for _ in range(3)]
            for number, address in enumerate(addresses):
                with urlopen(f"{address}/health") as answer:
                    assert re.search(rf"node node{number + 1}: \d+ shards", answer.read().decode())
            heard: set[str] = set()
            while len(heard) < 2:
                with urlopen(f"{front}/health") as answer:
                    heard |= set(re.findall(r"node node\d", answer.read().decode()))
            assert heard == {"node node1", "node node2"}
            running.send_signal(signal.SIGINT)
            assert running.wait(120) == 0
        finally:
            running.kill()


@pytest.mark.parametrize("field", ["", "lost", "twice", "forgotten", "epochs", "winners"])
def test_a_single_loss_is_an_exit_code(
    cartable: Command, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    found = msgspec.structs.replace(HAVOC, **({field: 1} if field else {}))

    def havoc(*_: object, told: Callable[[Mishap], None]) -> Havoc:
        told(MISHAP)
        return found

    monkeypatch.setattr("cartable.lab.havoc.havoc", havoc)
    done = cartable("lab", "kill", "--cluster", "--times", "1", "--json")
    assert done.code == (1 if field else 0)
    assert msgspec.json.decode(done.out, type=Havoc) == found
    assert done.out.count("\n") == 1
    shown = cartable("lab", "kill", "--cluster", "--times", "1", "--seed", "7").out
    assert "{'kill': 0.2}" in shown
    assert "seed 7" in shown
    # As it happens, and once more at the end: the slowest of its kind.
    assert " ".join(shown.split()).count("1 kill ada: noticed 0.1 s, owned – s, first") == 2


def test_what_a_cluster_costs_is_printed(cartable: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.lab.costs.costs", lambda **_: COSTS)
    told = cartable("lab", "cluster", "--measure", "--json")
    assert msgspec.json.decode(told.out, type=Costs) == COSTS
    shown = cartable("lab", "cluster", "--measure").out
    assert "1.05" in shown
    assert "–" in shown


def test_the_fairness_simulation_prints_a_row_for_each_race_and_order(cartable: Command) -> None:
    report = cartable("lab", "fairness", "--reveals", "4", "--json").json
    assert report["reveals"] == 4
    assert len(cartable("lab", "fairness", "--reveals", "4").out.splitlines()) > len(report["cells"])
