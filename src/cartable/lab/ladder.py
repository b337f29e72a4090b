"""The ladder: a page of the arena's latest figures, one section for each game and number of seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cartable.games import GAMES
from cartable.lab.arena import ArenaReport, Pairing

HEAD = """\
# The ladder

How strong the bots are, as measured by `cartable arena`; [bots](bots.md) says who they are. The command in
each section wrote it, and gives the same figures on any machine. Elo ratings average 1500 in each section.
Brackets are 95% intervals; draws count half.
"""

_SECTION = re.compile(r"^## ", re.MULTILINE)


def rewritten(page: str, report: ArenaReport, command: str) -> str:
    """Return the page with the report's section rewritten, the sections in the order of the games."""
    _, *old = _SECTION.split(page)
    sections = {section.partition("\n")[0]: section.partition("\n")[2].strip("\n") for section in old}
    sections[_title(report)] = "\n".join(_section(report, command))
    ordered = sorted(sections, key=_rank)
    return "\n".join([HEAD, *(f"## {title}\n\n{sections[title]}\n" for title in ordered)])


def percent(hundredths: int) -> str:
    """Return a rate with one decimal."""
    return f"{hundredths / 100:.1f}"


def _title(report: ArenaReport) -> str:
    return f"{report.game}, {report.setup.seats} seats"


def _rank(title: str) -> tuple[int, str]:
    game = title.partition(",")[0]
    return list(GAMES).index(game) if game in GAMES else len(GAMES), title


def _section(report: ArenaReport, command: str) -> Iterator[str]:
    fewer = any(pairing.games < report.games for pairing in report.pairings)
    games = f"{report.games} games per pairing{', or fewer' if fewer else ''}"
    yield f"`{command}` ({games}, version {report.version} of the rules)"
    yield ""
    order = [rating.bot for rating in report.ratings]
    yield from _table(
        ("bot", "Elo", "interval", *(f"against {bot}" for bot in order)),
        (
            (rating.bot, str(rating.elo), f"[{rating.low}, {rating.high}]", *_row(report, rating.bot, order))
            for rating in report.ratings
        ),
    )


def _row(report: ArenaReport, bot: str, order: Iterable[str]) -> Iterator[str]:
    found = {pairing.bots: pairing for pairing in report.pairings}
    for other in order:
        if (bot, other) in found:
            yield _rate(found[bot, other], swapped=False)
        elif (other, bot) in found:
            yield _rate(found[other, bot], swapped=True)
        else:
            yield "–"


def _rate(pairing: Pairing, swapped: bool) -> str:
    rates = (pairing.rate, pairing.low, pairing.high)
    if swapped:
        rates = 10_000 - pairing.rate, 10_000 - pairing.high, 10_000 - pairing.low
    rate, low, high = map(percent, rates)
    return f"{rate}% [{low}, {high}]"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(head)
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"
