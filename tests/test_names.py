"""One name for one thing: no two classes are called the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIRE = ROOT / "src" / "cartable" / "server" / "messages"


def nodes(*folders: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield where each piece of code stands, and the piece; what the wire declares is left out."""
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            if not path.is_relative_to(WIRE):
                for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def test_no_two_classes_have_one_name_but_for_those_of_the_wire() -> None:
    found = defaultdict(list)
    for place, node in nodes("src"):
        if isinstance(node, ast.ClassDef):
            found[node.name].append(place)
    assert len(found) > 100
    assert not {name: places for name, places in found.items() if len(places) > 1}


def test_what_goes_over_the_wire_is_called_by_its_module_everywhere() -> None:
    assert not [
        place
        for place, node in nodes("src", "tests")
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cartable.server.messages")
    ]
