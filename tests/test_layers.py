"""The layers: imports go one way, and the pure ones touch nothing outside themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "cartable"

MAY_USE: dict[str, set[str]] = {
    "core": set(),
    "designs": set(),
    "texts": set(),
    "games": {"core", "designs"},
    "fair": {"core"},
    "decks": {"core", "designs", "games", "texts"},
    "bots": {"core", "designs", "games", "fair"},
    "lab": {"core", "designs", "games", "fair", "decks", "bots", "server", "texts"},
    "server": {"core", "designs", "games", "fair", "decks", "bots", "texts"},
    "cli": {"core", "designs", "games", "fair", "decks", "bots", "lab", "server", "texts"},
}

PURE = ("core", "designs", "games", "fair", "bots")

ALLOWED_OUTSIDE = {"msgspec"}

IMPURE = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip


def modules(layer: str) -> list[Path]:
    return sorted((SOURCE / layer).rglob("*.py"))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add(node.module or "")
    return found


def test_every_package_is_a_layer() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert packages <= set(MAY_USE)


@pytest.mark.parametrize("layer", MAY_USE)
def test_imports_go_one_way(layer: str) -> None:
    for path in modules(layer):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "cartable" and len(parts) > 1:
                assert parts[1] in MAY_USE[layer] | {layer}, f"{path} imports {name}"


@pytest.mark.parametrize("layer", PURE)
def test_pure_layers_use_no_clock_no_global_random_no_input_or_output(layer: str) -> None:
    for path in modules(layer):
        assert not {name.split(".")[0] for name in imports(path)} & IMPURE, path
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        names = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
        assert not names & {"open", "print", "input"}, path


@pytest.mark.parametrize("layer", PURE)
def test_pure_layers_need_nothing_but_msgspec(layer: str) -> None:
    import sys

    for path in modules(layer):
        outside = {name.split(".")[0] for name in imports(path)} - {"cartable"} - sys.stdlib_module_names
        assert outside <= ALLOWED_OUTSIDE, path
