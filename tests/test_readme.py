"""The README's examples run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_the_examples_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_readme_opens_with_the_two_commands() -> None:
    start, test = re.findall(r"^    (pip install uv && .*)$", README, re.MULTILINE)
    assert start == "pip install uv && uv run cartable"
    ci = (Path(__file__).parents[1] / ".ci" / "run").read_text(encoding="utf-8")
    assert test.partition(" && ")[2] in ci
