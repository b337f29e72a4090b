"""The same record has the same verdicts on every machine, with numba and without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.verdicts import EXPECTED, found

ROOT = Path(__file__).parents[2]
NEAR = 0.001
"""A tenth of a point of winning chance."""
WITHOUT = (
    "import runpy, sys; sys.modules['numba'] = None\n"
    "runpy.run_module('tests.analysis.verdicts', run_name='__main__')\n"
)


def agree(game: str, told: list[Any]) -> None:
    expected = json.loads(EXPECTED.read_text())[game]
    assert [(step, verdict) for step, verdict, *_ in told] == [
        (step, verdict) for step, verdict, *_ in expected
    ]
    for one, other in zip(told, expected, strict=True):
        assert one[2:] == pytest.approx(other[2:], abs=NEAR), f"step {one[0]}"


@pytest.mark.parametrize(
    "name",
    [
        "karta",
        "catatac",
        "karta-return",
        "catatac-marathon-of-four",
        pytest.param("karta-expert", marks=pytest.mark.long),
    ],
)
def test_a_record_has_the_verdicts_that_it_always_had(name: str) -> None:
    agree(name, [list(one) for one in found(name)])


# CATATAC takes a minute and a half.
@pytest.mark.parametrize("game", ["karta", pytest.param("catatac", marks=pytest.mark.long)])
def test_without_numba_the_verdicts_are_the_same(game: str) -> None:
    known = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, game],
        env=os.environ | known,
        capture_output=True,
        text=True,
        check=True,
    )
    agree(game, json.loads(done.stdout)[game])
