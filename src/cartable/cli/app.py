"""The command itself: its language, its errors, and where its commands are registered."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import cyclopts
from rich.console import Console

from cartable import __version__
from cartable.core import Refused
from cartable.designs import NoPlane
from cartable.texts import Language, refusal, say


def system_language(environment: dict[str, str] | os._Environ[str] = os.environ) -> Language:
    """Return French if the system's language is French, otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "fr" if environment[name].lower().startswith("fr") else "en"
    return "en"


LANGUAGE = system_language()


def t(key: str, **values: int | str) -> str:
    """Return a text of the command line in the system's language."""
    return say(f"cli.{key}", LANGUAGE, **values)


class Complaint(Exception):
    """Something wrong with what was asked for: one clear sentence, and a hint."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint


app = cyclopts.App(name="cartable", help=t("about"), version=__version__, version_flags=["--version"])

DRAWING = ("PIL", "resvg_py", "typst")
"""What drawing and printing need, of the extra `cartable[print]`; playing does not need it."""

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def run(arguments: list[str]) -> None:
    """Run one command; a mistake in it ends with exit code 2, one sentence and a hint, and no traceback."""
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except Complaint as complaint:
        _fail(complaint.sentence, complaint.hint)
    except Refused as refused:
        _fail(refusal(refused.rule, refused.key, LANGUAGE, refused.values), t("hint.games"))
    except ModuleNotFoundError as missing:
        if missing.name not in DRAWING:
            raise
        _fail(t("no-drawing"), t("hint.no-drawing"))
    except NoPlane as none:
        _fail(no_plane(none), t("hint.deck"))
    except cyclopts.CycloptsError as error:
        _fail(_said(error), t("hint.help"))
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def content(file: Path, most: int) -> bytes:
    """Return the content of a file of at most this many megabytes; complain if it cannot be read."""
    try:
        if file.exists() and not file.is_file():
            # A pipe or a device might never end.
            raise Complaint(t("no-file", file=str(file)))
        with file.open("rb") as opened:
            read = opened.read((most << 20) + 1)
    except OSError as error:
        raise Complaint(t("unreadable", file=str(file), why=error.strerror or "")) from error
    if len(read) > most << 20:
        raise Complaint(t("large", file=str(file), most=most))
    return read


def at_least(least: int, name: str, count: int) -> None:
    """Complain of a number that is too small."""
    if count < least:
        raise Complaint(t("wrong.least", name=name, least=least, count=count))


def unwritable(file: Path, error: OSError) -> Complaint:
    """Return the complaint of a file that cannot be written."""
    return Complaint(t("unwritable", file=str(file), why=error.strerror or ""))


def no_plane(none: NoPlane) -> str:
    """Say why there is no deck of an order, and which orders are near it (DECK-3)."""
    why = t(f"no-plane.{none.reason}", order=none.order)
    if none.below is None:
        return f"{why} {t('no-plane.first', above=none.above)}"
    return f"{why} {t('no-plane.nearest', below=none.below, above=none.above)}"


def _said(error: cyclopts.CycloptsError) -> str:
    """Say what is wrong with the words of a command."""
    match error:
        case cyclopts.UnknownCommandError() | cyclopts.UnusedCliTokensError():
            return t("wrong.command", word=" ".join(error.unused_tokens or ())[:80])
        case cyclopts.UnknownOptionError():
            return t("wrong.option", word=error.token.keyword or error.token.value)
        case cyclopts.CoercionError() if error.token is not None:
            return t("wrong.value", word=error.token.value, name=error.token.keyword or _name(error))
        case cyclopts.MissingArgumentError():
            return t("wrong.missing", name=_name(error))
    return " ".join(str(error).split())


def _name(error: cyclopts.CycloptsError) -> str:
    return error.argument.name if error.argument is not None else ""


def _fail(sentence: str, hint: str) -> NoReturn:
    err.print(sentence, markup=False)
    if hint:
        err.print(hint, markup=False, style="dim")
    sys.exit(2)
