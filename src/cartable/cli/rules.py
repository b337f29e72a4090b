"""`cartable rules`: the numbered rules, the test and the code of each, and those that have none."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.markdown import Markdown
from rich.table import Table

from cartable.cli.app import LANGUAGE, Complaint, app, out, t
from cartable.texts.rulebook import Rule, brought_rules, done_by, rulebook, shown_by


@app.command(help=t("rules"))
def rules(
    which: Annotated[str | None, Parameter(help=t("rules.id"))] = None,
    /,
    *,
    where: Annotated[bool, Parameter(help=t("rules.where"), negative="")] = False,
    untested: Annotated[bool, Parameter(help=t("rules.untested"), negative="")] = False,
    tests: Annotated[Path, Parameter(help=t("rules.tests"))] = Path("tests"),
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    if (where or untested) and not tests.is_dir():
        raise Complaint(t("rules.no-tests", folder=str(tests)), t("rules.no-tests.hint"))
    if untested:
        _coverage(tests, json)
        return
    book = rulebook(LANGUAGE) | brought_rules(LANGUAGE)
    found = [rule for rule in book.values() if which is None or _named(rule, which.upper())]
    if not found:
        raise Complaint(t("rules.unknown", id=which or ""), t("rules.known", ids=", ".join(_prefixes(book))))
    places = {"test": shown_by(tests), "code": done_by()} if where else {}
    if json:
        told = [_told(rule) | {kind: of.get(rule.id, []) for kind, of in places.items()} for rule in found]
        out.print(msgspec.json.encode(told).decode(), markup=False)
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for rule in found:
        table.add_row(rule.id, t("rules.house") if rule.house else "", Markdown(rule.text))
        for kind, of in places.items():
            for place in of.get(rule.id, ()):
                table.add_row("", "", f"{t(f'rules.{kind}')}  {place.file}:{place.line}")
    out.print(table, soft_wrap=False)


def _coverage(tests: Path, json: bool) -> None:
    book, tested, coded = rulebook("en"), shown_by(tests), done_by()
    missing = {
        "untested": [number for number in book if number not in tested],
        "uncoded": [number for number in book if number not in coded],
    }
    if json:
        out.print(msgspec.json.encode({"rules": len(book), **missing}).decode(), markup=False)
    elif not any(missing.values()):
        out.print(t("rules.covered", count=len(book)))
    else:
        for kind, numbers in missing.items():
            if numbers:
                out.print(t(f"rules.{kind}.some", count=len(numbers)), *numbers, sep="\n", markup=False)
    if any(missing.values()):
        sys.exit(1)


def _told(rule: Rule) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(rule)
    return told


def _named(rule: Rule, which: str) -> bool:
    return which in (rule.id, rule.id.partition("-")[0], rule.page.upper())


def _prefixes(book: dict[str, Rule]) -> list[str]:
    return list(dict.fromkeys(number.partition("-")[0] for number in book))
