"""How the command line fails, and in which language it speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartable.cli.app import system_language
from tests.cli.command import Command
from tests.recorded import newest


@pytest.mark.parametrize(
    "words",
    [
        ("frobnicate",),
        ("sim",),
        ("sim", "chess"),
        ("sim", "karta", "--games", "0"),
        ("sim", "karta", "--games", "many"),
        ("sim", "karta", "--seats", "5"),
        ("sim", "karta", "--order", "7"),
        ("sim", "karta", "--option", "return"),
        ("sim", "karta", "--option", "speed=3"),
        ("sim", "karta", "--option", "return=perhaps"),
        ("sim", "karta", "--bots", "deep-blue"),
        ("sim", "spot/tower", "--order", "6"),
        ("sim", "spot/tower", "--order", "7", "--cards", "99"),
        ("sim", "spot/tower", "--cards", "3"),
        ("sim", "catatac", "--option", "cards=@/no/such/file"),
        ("lab", "fairness", "--reveals", "0"),
        ("deck", "--order", "9999"),
        ("deck", "--order", "7", "--cards", "0"),
        ("deck", "--colour", "red"),
        ("replay", "/no/such/file"),
        ("replay", str(Path(__file__))),
        ("puzzles", "make", "/no/such/folder/file"),
        ("puzzles", "make", "/"),
        ("puzzles", "make", "/no/such/folder/file", "--games", "-1"),
        ("puzzles", "check", "/no/such/file"),
        ("puzzles", "check", "--count", "0"),
        ("puzzles", "check", "--count", "-5"),
        ("puzzles", "gather", str(newest("karta")), "--to", "/no/such/folder/file"),
        ("puzzles", "gather", "--to", "/no/such/folder/file", "--two", "-1"),
        ("rules", "CHESS-1"),
        ("rules", "--untested", "--tests", "/no/such/folder"),
    ],
)
def test_a_mistake_is_one_sentence_exit_code_two_and_no_traceback(
    cartable: Command, words: tuple[str, ...]
) -> None:
    ran = cartable(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert 1 <= len(ran.err.strip().splitlines()) <= 2
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "fr_CA", "LANG": "de_DE"}, "fr"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_language_is_the_systems(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language
