"""The examples of the README, of docs/analysis.md and of docstrings run as they are printed."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import Struct, StructMeta

from cartable.analysis import found

ROOT = Path(__file__).parents[1]
ANALYSIS = (ROOT / "docs" / "analysis.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWING = [
    path
    for path in sorted((ROOT / "src" / "cartable").rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]
"""The modules with examples in their docstrings."""


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README + ANALYSIS, re.DOTALL))
def test_the_examples_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "an example", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind in vars(found).values()
        if isinstance(kind, StructMeta) and kind.__module__ == found.__name__
    ],
    ids=lambda kind: kind.__name__,
)
def test_every_field_that_an_analysis_finds_is_explained(kind: type[Struct]) -> None:
    _, _, said = ANALYSIS.partition(f"**`{kind.__name__}`**")
    said, _, _ = said.partition("\n**`")
    assert [name for name in kind.__struct_fields__ if f"`{name}`" not in said] == []


@pytest.mark.parametrize("path", SHOWING, ids=lambda path: path.parent.name)
def test_the_examples_of_docstrings_run(path: Path) -> None:
    module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    failed, attempted = doctest.testmod(import_module(module))
    assert attempted > 0
    assert failed == 0


def test_the_readme_opens_with_the_two_commands() -> None:
    start, test = re.findall(r"^    (pip install uv && .*)$", README, re.MULTILINE)
    assert start == "pip install uv && uv run cartable"
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert test.partition(" && ")[2] in ci
