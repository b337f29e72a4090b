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

FASTER = {SOURCE / "bots" / "compiled.py": {"numba", "numpy"}}
"""What is used where it is installed, and not needed."""

HARMLESS = {
    "__future__", "abc", "base64", "bisect", "codecs", "collections", "copy", "dataclasses", "enum",
    "functools", "hashlib", "importlib", "itertools", "math", "operator", "re", "statistics", "struct",
    "types", "typing", "zlib",
}  # fmt: skip
"""The standard library's modules without clock, global random numbers, input or output.

Of `importlib`, pure layers read the files that come with them; what its `import_module` imports is seen here.
"""


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
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            found.add(named(node.args[0]))
    return found


def called(call: ast.Call) -> str:
    """Return the last name of what is called, with or without its module."""
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def named(module: ast.expr) -> str:
    """Return the module that is imported by its name, as far as it stands there."""
    match module:
        case ast.Constant(str(name)) | ast.JoinedStr([ast.Constant(str(name)), *_]):
            return name.removesuffix(".")
    raise AssertionError(f"it does not say what it imports: {ast.unparse(module)}")


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("import_module('cartable.server')", "cartable.server"),
        ("importlib.import_module('time')", "time"),
        ("x = __import__('random').random()", "random"),
        ("import_module(f'cartable.cli.{name}')", "cartable.cli"),
    ],
)
def test_an_import_by_name_is_seen(tmp_path: Path, line: str, seen: str) -> None:
    (file := tmp_path / "module.py").write_text(line)
    assert imports(file) == {seen}


def test_an_import_that_does_not_say_what_it_imports_is_refused(tmp_path: Path) -> None:
    (file := tmp_path / "module.py").write_text("import_module(name)")
    with pytest.raises(AssertionError, match="it does not say what it imports: name"):
        imports(file)


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
    assert set(PURE) == {"core", "plugins", "designs", "games", "fair", "bots", "analysis"}
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
        standard = {name.split(".")[0] for name in imports(path)} & sys.stdlib_module_names
        assert standard <= HARMLESS, path
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        names = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
        assert not names & {"open", "print", "input", "exec", "eval"}, path


@pytest.mark.parametrize("layer", PURE)
def test_pure_layers_need_nothing_but_msgspec(layer: str) -> None:
    for path in modules(layer):
        outside = {name.split(".")[0] for name in imports(path)} - {"cartable"} - sys.stdlib_module_names
        assert outside <= ALLOWED_OUTSIDE | FASTER.get(path, set()), path
