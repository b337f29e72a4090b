"""What strangers meet around the code: workflows, version, changelog."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cartable

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_to_a_commit_and_says_its_version(workflow: Path) -> None:
    used = re.findall(r"uses: (.+)", workflow.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.match(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_the_scripts_and_folders_that_a_workflow_names_exist(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    names = re.findall(r"(?<![\w/.])((?:tests|docs|bench|\.ci|\.github)/[\w./]+)", text)
    assert names
    for name in names:
        assert (ROOT / name.rstrip(".")).exists(), name


def test_the_version_has_a_dated_place_in_the_changelog_below_what_comes_next() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, second = re.findall(r"^## (.+)$", changelog, re.MULTILINE)[:2]
    assert first == "[Unreleased]"
    assert re.fullmatch(re.escape(f"[{cartable.__version__}]") + r" - \d{4}-\d\d-\d\d", second)


def test_the_version_is_written_in_one_place() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert not re.search(r"^version *=", project, re.MULTILINE)


def test_every_python_that_is_claimed_is_in_the_matrix() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    claimed = re.findall(r"Programming Language :: Python :: (3\.\d+)", project)
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    matrix = re.search(r"python: \[(.+)\]", checks)
    assert matrix
    assert re.findall(r'"(3\.\d+)"', matrix[1]) == claimed
