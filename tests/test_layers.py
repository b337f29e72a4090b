"""The layers, as the map in docs/design.md has them: imports go one way, pure layers touch nothing else."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from tests.pythons import LIBRARY

SOURCE = Path(__file__).parents[1] / "src" / "cartable"

MAP = (Path(__file__).parents[1] / "docs" / "design.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)`( \(pure\))? \| [^|]+ \|(?: ([\w, ]+))? \|$", MAP, re.MULTILINE)

MAY_IMPORT = {layer: set(re.findall(r"\w+", others)) for layer, _, others in ROWS}
LAYERS = {f"cartable.{layer}" for layer in MAY_IMPORT}
PURE = [layer for layer, pure, _ in ROWS if pure]

ALLOWED_OUTSIDE = {"msgspec"}

IMPURE = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip


def modules(layer: str) -> list[Path]:
    return [path] if (path := SOURCE / f"{layer}.py").exists() else sorted((SOURCE / layer).rglob("*.py"))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add(node.module or "")
            # `from cartable import plugins` imports a layer as well.
            found |= {f"cartable.{name.name}" for name in node.names if node.module == "cartable"} & LAYERS
    return found


def test_the_map_shows_every_package_and_no_other() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    modules = {path.stem for path in SOURCE.glob("*.py")} - {"__init__"}
    assert packages | modules == set(MAY_IMPORT)


def test_the_map_has_no_circle() -> None:
    # A layer names only layers above its own row.
    above: set[str] = set()
    for layer, others in MAY_IMPORT.items():
        assert others <= above, layer
        above.add(layer)


def test_a_pure_layer_stands_on_pure_layers_alone() -> None:
    assert {"core", "games", "fair", "bots"} <= set(PURE)
    for layer in PURE:
        assert MAY_IMPORT[layer] <= set(PURE), layer


def test_every_pure_layer_is_tried_on_every_python() -> None:
    assert {layer for layer in PURE if Path(__file__).with_name(layer).is_dir()} <= set(LIBRARY)


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_imports_go_one_way(layer: str) -> None:
    for path in modules(layer):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "cartable" and len(parts) > 1:
                assert parts[1] in MAY_IMPORT[layer] | {layer}, f"{path} imports {name}"


def test_no_box_imports_another() -> None:
    boxes = {path.parent.name for path in (SOURCE / "games").glob("*/__init__.py")} - {"reflex"}
    assert {"spot", "island", "catatac", "karta"} <= boxes
    for box in boxes:
        for path in (SOURCE / "games" / box).rglob("*.py"):
            for name in imports(path):
                assert not any(name.startswith(f"cartable.games.{other}") for other in boxes - {box}), path


@pytest.mark.parametrize("layer", PURE)
def test_pure_layers_use_no_clock_no_global_random_no_input_or_output(layer: str) -> None:
    for path in modules(layer):
        assert not {name.split(".")[0] for name in imports(path)} & IMPURE, path
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        names = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
        assert not names & {"open", "print", "input"}, path


@pytest.mark.parametrize("layer", PURE)
def test_pure_layers_need_nothing_but_msgspec(layer: str) -> None:
    for path in modules(layer):
        outside = {name.split(".")[0] for name in imports(path)} - {"cartable"} - sys.stdlib_module_names
        assert outside <= ALLOWED_OUTSIDE, path
