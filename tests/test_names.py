"""One name for one thing: no two classes, and no two types under another name, are called the same."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIRE = ROOT / "src" / "cartable" / "server" / "messages"
WEB = ROOT / "web" / "src"
TYPE = re.compile(r"^ *(export )?(?:abstract )?(class|interface|type|enum) ([A-Z]\w*)(?=[ <])", re.MULTILINE)
"""A type of the web client: whether others may have it, what it is, and its name."""


def nodes(*folders: str, mentioning: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield where each piece of code stands, and the piece, in files that mention a word; not the wire's."""
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            if not path.is_relative_to(WIRE) and mentioning in (text := path.read_text("utf-8")):
                for node in ast.walk(ast.parse(text)):
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def named(node: ast.AST) -> str:
    """Return the type that is named here: a class, or a type under another name; empty where none is."""
    match node:
        case ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            # One letter stands for any type, and capitals for a value.
            return name if name[0].isupper() and not name.isupper() else ""
        case _:
            return ""


def test_no_two_types_have_one_name_but_for_those_of_the_wire() -> None:
    found = defaultdict(list)
    for place, node in nodes("src", mentioning=""):
        if name := named(node):
            found[name].append(place)
    assert len(found) > 100
    shared = {name: places for name, places in found.items() if len(places) > 1}
    assert not shared, shared


def test_what_goes_over_the_wire_is_called_by_its_module_everywhere() -> None:
    assert not [
        place
        for place, node in nodes("src", "tests", mentioning="server.messages")
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cartable.server.messages")
    ]


def scripts() -> Iterator[tuple[Path, str]]:
    """Yield each file of the web client, and its text; neither tests nor the wire's types."""
    for path in sorted([*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]):
        if path != WEB / "messages.ts" and not path.name.endswith(".test.ts"):
            yield path, path.read_text("utf-8")


def test_no_two_types_of_the_web_client_have_one_name() -> None:
    found = defaultdict(list)
    for path, text in scripts():
        for _, _, name in TYPE.findall(text):
            found[name].append(str(path.relative_to(ROOT)))
    assert len(found) > 100
    assert not {name: places for name, places in found.items() if len(places) > 1}


def test_what_goes_over_the_wire_is_called_by_its_module_in_the_web_client() -> None:
    named = re.compile(r"import (?:type )?\{([^}]*)\} from \"[./]+/messages\"")
    assert {name for _, text in scripts() for names in named.findall(text) for name in names.split()} == {
        "VERSION"
    }


def test_a_file_of_the_web_client_that_holds_a_class_is_called_by_it() -> None:
    found = {}
    for path, text in scripts():
        classes = [name for export, kind, name in TYPE.findall(text) if export and kind == "class"]
        if classes and not re.search(r"^export (async )?function", text, re.MULTILINE):
            found[path.name.split(".")[0]] = classes
    assert len(found) > 10
    assert all([name] == classes for name, classes in found.items()), found
