"""One name for one thing: no two classes are called the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIRE = ROOT / "src" / "cartable" / "server" / "messages"


def nodes(*folders: str, mentioning: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield where each piece of code stands, and the piece, in files that mention a word; not the wire's."""
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            if not path.is_relative_to(WIRE) and mentioning in (text := path.read_text("utf-8")):
                for node in ast.walk(ast.parse(text)):
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def test_no_two_classes_have_one_name_but_for_those_of_the_wire() -> None:
    found = defaultdict(list)
    for place, node in nodes("src", mentioning="class "):
        if isinstance(node, ast.ClassDef):
            found[node.name].append(place)
    assert len(found) > 100
    assert not {name: places for name, places in found.items() if len(places) > 1}


def test_what_goes_over_the_wire_is_called_by_its_module_everywhere() -> None:
    assert not [
        place
        for place, node in nodes("src", "tests", mentioning="server.messages")
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cartable.server.messages")
    ]
