"""`cartable rules`: the numbered rules, and which of them no test names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.markdown import Markdown
from rich.table import Table

from cartable.cli.app import LANGUAGE, Complaint, app, out, t
from cartable.texts.rulebook import Rule, brought_rules, named_in, rulebook


@app.command(help=t("rules"))
def rules(
    which: Annotated[str | None, Parameter(help=t("rules.id"))] = None,
    /,
    *,
    untested: Annotated[bool, Parameter(help=t("rules.untested"), negative="")] = False,
    tests: Annotated[Path, Parameter(help=t("rules.tests"))] = Path("tests"),
) -> None:
    book = rulebook(LANGUAGE) | brought_rules(LANGUAGE)
    if untested:
        _coverage(tests)
    elif which is None:
        _print(list(book.values()))
    elif found := [rule for rule in book.values() if _named(rule, which.upper())]:
        _print(found)
    else:
        raise Complaint(t("rules.unknown", id=which), t("rules.known", ids=", ".join(_prefixes(book))))


def _coverage(tests: Path) -> None:
    if not tests.is_dir():
        raise Complaint(t("rules.no-tests", folder=str(tests)), t("rules.no-tests.hint"))
    missing = [number for number in rulebook("en") if number not in named_in(tests)]
    if missing:
        out.print(t("rules.missing", count=len(missing)), *missing, sep="\n", markup=False)
        sys.exit(1)
    out.print(t("rules.covered", count=len(rulebook("en"))))


def _print(found: list[Rule]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for rule in found:
        table.add_row(rule.id, Markdown(rule.text))
    out.print(table, soft_wrap=False)


def _named(rule: Rule, which: str) -> bool:
    return which in (rule.id, rule.id.partition("-")[0], rule.page.upper())


def _prefixes(book: dict[str, Rule]) -> list[str]:
    return list(dict.fromkeys(number.partition("-")[0] for number in book))
