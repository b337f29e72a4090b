"""Runs the command line in this process."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

import pytest

from cartable.cli import main
from cartable.texts import Language


class Ran:
    """What one command printed, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Command:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *words: str) -> Ran:
        self.monkeypatch.setattr(sys, "argv", ["cartable", *words])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        printed = self.capsys.readouterr()
        return Ran(code, printed.out, printed.err)


def spoken(monkeypatch: pytest.MonkeyPatch, language: Language, *modules: str) -> None:
    """Let the commands speak a language."""
    # All are loaded first: one that is loaded later keeps the language that it finds.
    for module in [import_module(f"cartable.cli.{name}") for name in modules]:
        monkeypatch.setattr(module, "LANGUAGE", language)
