"""Machine code is kept while it is right, and no longer; nothing needs a place to keep it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from cartable.bots.catatac import playout
from cartable.bots.compiled import COMPILED, made_of
from cartable.bots.karta import learning, search

ROOT = Path(__file__).parents[2]

BELOW = "from cartable.bots.compiled import compiled\n@compiled\ndef below(x):\n    return x + {}\n"
ABOVE = (
    "from cartable.bots.compiled import compiled\nfrom below import below\n"
    "@compiled\ndef above(x):\n    return 2 * below(x)\nprint(above(1))\n"
)


WITHOUT = (
    "import sys; sys.modules['numba'] = None\n"
    "from cartable.cli import main\n"
    "from cartable.lab.simulate import simulate\n"
    "from cartable.games import GAMES\n"
    "for game in ('karta', 'catatac'):\n"
    "    (outcome,) = simulate(game, GAMES[game].info.setup(2), ('easy', 'medium'), 1, seed=1)\n"
    "    print(outcome.result.why)\n"
    "sys.argv[1:] = ['bots']; main()\n"
)


def told(script: str, folder: Path, **environment: str) -> str:
    """Return what a process of its own prints."""
    known = {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT / "src"))), **environment}
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | known, capture_output=True, text=True, check=True
    )
    return done.stdout


def given(source: str, **named: object) -> FunctionType:
    """Return the function `given` of a source that knows these names."""
    exec(source, named)
    made = named["given"]
    assert isinstance(made, FunctionType)
    return made


def test_numba_is_among_what_the_tests_need() -> None:
    assert COMPILED, "run the tests with: uv run --group dev"


def test_without_numba_every_level_plays_and_those_that_are_weaker_say_so() -> None:
    said = told(WITHOUT, ROOT, LC_ALL="C", COLUMNS="200")
    assert said.count("played") == 2
    weaker = set(re.findall(r"^Without numba, “(\w+)” plays (\w+) less well", said, re.MULTILINE))
    assert weaker >= {("expert", "karta"), ("expert", "catatac")}
    assert weaker.isdisjoint({(level, box) for level in ("easy", "medium") for box in ("karta", "catatac")})


def test_what_a_function_is_made_of_are_its_code_its_constants_and_its_callees() -> None:
    source = "def given(x): return below(x) + more"
    one, two = (given(f"def given(x): return x * {factor}") for factor in (3, 4))
    digest = made_of(given(source, below=one, more=5))
    assert made_of(given(source, below=one, more=5)) == digest
    assert made_of(given(source, below=one, more=6)) != digest
    assert made_of(given(source, below=two, more=5)) != digest
    assert made_of(given(f"{source} - 1", below=one, more=5)) != digest


def test_code_is_not_kept_under_the_same_name_for_an_argument_whose_class_was_renamed_or_moved() -> None:
    source = "from __future__ import annotations\ndef given(x: Kind): return x.y"
    kinds = [type("Kind", (), {"__module__": "a"}), type("Kind", (), {"__module__": "b"})]
    digests = [made_of(given(source, Kind=kind)) for kind in kinds]
    renamed = type("Renamed", (), {"__module__": "a"})
    digests.append(made_of(given(source.replace("Kind", "Renamed"), Renamed=renamed)))
    assert len(set(digests)) == 3


def test_a_function_inside_a_function_and_one_that_calls_itself_have_a_digest_too() -> None:
    inside = "def given(x): return (lambda y: y + {})(x)"
    assert made_of(given(inside.format(1))) == made_of(given(inside.format(1)))
    assert made_of(given(inside.format(1))) != made_of(given(inside.format(2)))
    assert made_of(given("def given(x): return given(x - 1) if x else 0"))


def test_rows_of_numbers_count_with_all_that_they_hold() -> None:
    source = "def given(x): return row[x]"
    rows = [memoryview(bytes([*range(200), last])) for last in (1, 2)]
    assert len({made_of(given(source, row=row)) for row in rows}) == 2


def names() -> str:
    """Return the names by which the code of the searches is kept."""
    kept = (value for module in (learning, search, playout) for value in vars(module).values())
    return " ".join(value.__qualname__ for value in kept if hasattr(value, "py_func"))


def test_every_process_knows_the_kept_code_by_the_same_names() -> None:
    script = "from tests.bots.test_compiled import names; print(names())"
    assert names().count("-") > 20
    assert told(script, ROOT, PYTHONHASHSEED="2").strip() == names()


def test_code_is_compiled_anew_when_something_in_another_file_changes(tmp_path: Path) -> None:
    (tmp_path / "above.py").write_text(ABOVE)
    for more, result in ((1, "4"), (2, "6")):
        (tmp_path / "below.py").write_text(BELOW.format(more))
        assert told("import above", tmp_path, PYTHONDONTWRITEBYTECODE="1").strip() == result
    kept = {path.name.partition("-")[0] for path in (tmp_path / "__pycache__").iterdir()}
    assert kept == {"above.above", "below.below"}


@pytest.mark.parametrize("kept", [True, False])
def test_it_runs_where_nothing_can_be_written_beside_it(tmp_path: Path, kept: bool) -> None:
    """A file where the folder should be stops everyone, even those who may write anywhere."""
    (tmp_path / "__pycache__").write_text("")
    (tmp_path / "below.py").write_text(BELOW.format(1))
    home = tmp_path / "home"
    if not kept:
        home.write_text("")
    script = "from below import below; print(below(1))"
    assert told(script, tmp_path, HOME=str(home), XDG_CACHE_HOME=str(home / "cache")).strip() == "2"
    assert any(home.rglob("below.below-*.nbi")) == kept
