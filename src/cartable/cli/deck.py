"""`cartable deck`: decks where any two cards share one symbol."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from cartable.cli.app import Complaint, app, out, t
from cartable.designs import Deck, DeckReport
from cartable.designs import deck as build

LARGEST = 256
"""Beyond this order a deck only fills memory and is useful to nobody."""

decks = App(name="deck", help=t("deck"))
app.command(decks)


@decks.default
def deck(
    *,
    order: Annotated[int, Parameter(help=t("deck.order"))] = 7,
    cards: Annotated[int | None, Parameter(help=t("deck.cards"))] = None,
    check: Annotated[bool, Parameter(help=t("deck.check"), negative="")] = False,
    json: Annotated[bool, Parameter(help=t("json"), negative="")] = False,
) -> None:
    if order > LARGEST:
        raise Complaint(t("deck.large", order=order, largest=LARGEST), t("hint.deck"))
    try:
        made = build(order, cards)
    except ValueError as error:
        if cards is None:
            raise
        raise Complaint(t("deck.size", order=order, count=order * order + order + 1, cards=cards)) from error
    report = made.check() if check else None
    if json:
        _print_json(made, report)
    elif report:
        _print_report(made, report)
    else:
        for card in made.cards:
            out.print(" ".join(map(str, made.symbols(card))))


def _print_json(made: Deck, report: DeckReport | None) -> None:
    listed = {
        "order": made.order,
        "symbols": made.symbol_count,
        "cards": [made.symbols(card) for card in made.cards],
    }
    if report:
        listed["check"] = report
    out.print(msgspec.json.encode(listed).decode(), markup=False)


def _print_report(made: Deck, report: DeckReport) -> None:
    out.print(t("deck.counts", cards=report.cards, symbols=report.symbols, each=made.order + 1))
    assert report.right, "a built deck is right"
    out.print(t("deck.right", pairs=report.pairs))
    for times, symbols in sorted(report.appearances.items(), reverse=True):
        out.print(t("deck.appear", symbols=symbols, times=times))
