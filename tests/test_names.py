"""One name for one thing: no two classes are called the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "cartable"
WIRE = SOURCE / "server" / "messages"

STILL_TWICE = {"Call"}
"""Names that are still to be parted."""


def test_no_two_classes_have_one_name_but_for_those_of_the_wire() -> None:
    found = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        if not path.is_relative_to(WIRE):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert found
    twice = {name: places for name, places in found.items() if len(places) > 1}
    assert twice.keys() <= STILL_TWICE, twice
