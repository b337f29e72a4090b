"""The verdicts on a game of Karta and of CATATAC; `python -m tests.analysis.verdicts` writes them anew."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from cartable.analysis import ReflexStudy, study
from cartable.core import decode
from cartable.games import GAMES
from tests.recorded import newest

EXPECTED: Final = Path(__file__).parent / "verdicts.json"

Verdicts = list[tuple[int, str, float, float]]
"""Of every move its step, its verdict, and the chance before and after it."""


def found(game: str) -> Verdicts:
    """Return the verdicts of the newest record of a game at `hard`."""
    studied = study(decode(newest(game).read_bytes(), GAMES))
    assert not isinstance(studied, ReflexStudy)
    return [(move.step, move.verdict, round(move.before, 5), round(move.after, 5)) for move in studied.moves]


if __name__ == "__main__":
    games = sys.argv[1:]
    told = {game: found(game) for game in games or ("karta", "catatac")}
    if games:
        sys.stdout.write(json.dumps(told))
    else:
        lines = (
            f'"{game}": [\n' + ",\n".join(map(json.dumps, moves)) + "\n]" for game, moves in told.items()
        )
        EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
