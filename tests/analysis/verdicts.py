"""The verdicts on games of Karta and of CATATAC; `python -m tests.analysis.verdicts` writes them anew."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from cartable.analysis import ReflexStudy, study
from cartable.core import decode
from cartable.games import GAMES
from tests.recorded import RECORDS, newest

EXPECTED: Final = Path(__file__).parent / "verdicts.json"

STUDIED: Final = {
    "karta": (newest("karta"), "hard"),
    "catatac": (newest("catatac"), "hard"),
    "karta-return": (RECORDS / "1" / "karta-2-2.json", "hard"),
    "catatac-marathon-of-four": (RECORDS / "1" / "catatac-4-7.json", "hard"),
    "karta-expert": (newest("karta"), "expert"),
}
"""A record, and how far its analysis looks."""

Verdicts = list[tuple[int, str, float, float]]
"""Of every move its step, its verdict, and the chance before and after it."""


def found(name: str) -> Verdicts:
    """Return the verdicts of a record."""
    record, level = STUDIED[name]
    studied = study(decode(record.read_bytes(), GAMES), level)
    assert not isinstance(studied, ReflexStudy)
    return [(move.step, move.verdict, round(move.before, 5), round(move.after, 5)) for move in studied.moves]


if __name__ == "__main__":
    names = sys.argv[1:]
    told = {name: found(name) for name in names or STUDIED}
    if names:
        sys.stdout.write(json.dumps(told))
    else:
        lines = (
            f'"{name}": [\n' + ",\n".join(map(json.dumps, moves)) + "\n]" for name, moves in told.items()
        )
        EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
