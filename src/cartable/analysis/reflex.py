"""Spot it! and the island: how quickly each card was found, which symbols a player finds late or mistakes.

A symbol is found once or twice in a game. So its figure is shrunk towards how quickly its seat finds all
others: the fewer times there are, the more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log
from statistics import NormalDist, fmean, median
from typing import Any, Final

from msgspec.structs import replace

from cartable.analysis.found import Lateness, LevelPace, MistakenSymbol, Outcome, Pace, Reaction, ReflexStudy
from cartable.analysis.replaying import entries
from cartable.analysis.runs import run
from cartable.bots.reflex.times import FLOOR, LEVELS
from cartable.core import Millis, Played, Record, Seat
from cartable.designs import Card, Deck, Symbol, deck
from cartable.fair import Verdict, verdicts
from cartable.games import GAMES
from cartable.games.island.rules import Covered
from cartable.games.reflex.calls import Call, LateCall, Took, Wrong

AS_MANY: Final = 4
"""The usual time counts as much as this many times of one symbol."""
MISSED: Final = 1.0
"""A wrong call counts for the symbol that it missed, as if finding it took e times as long as usual."""
NOTHING: Final = (Millis(0), Millis(0), True)
"""Nothing was forgiven, nothing held back, and the cards are new."""
LEAST: Final = 100
"""A time of fewer milliseconds says nothing about how somebody searches."""

RIGHT: Final = ("first", "beaten")
"""The outcomes of a right call."""
ENOUGH: Final = 5
"""A pace is compared with the levels of the bots if there are at least this many right calls."""


def judge(record: Record[Any], level: str) -> ReflexStudy:
    """Return everyone's times in a record; for a run alone, those of its cards (SPOT-15)."""
    found, alone = tuple(reactions(record)), run(record)
    if alone is not None:
        splits = iter(alone.splits)
        found = tuple(replace(one, time=next(splits)) if one.outcome == "first" else one for one in found)
    cards = dealt(record)
    seats = range(record.setup.seats)
    late = (one for seat in seats for one in lateness(found, Seat(seat)))
    return ReflexStudy(
        level,
        found,
        tuple(pace(found, Seat(seat), cards.order) for seat in seats),
        tuple(late),
        tuple(mistaken(found)),
        tuple(LevelPace(name, usual(name, cards.order)) for name in LEVELS),
    )


def gathered(record: Record[Any], level: str, found: Sequence[ReflexStudy]) -> ReflexStudy:
    """Return the only study there is."""
    return found[0]


def reactions(record: Record[Any]) -> Iterator[Reaction]:
    """Yield every call of a record, and those that another call of the same contest beat."""
    decided, cards = verdicts(record), dealt(record)
    shown: dict[int, Millis] = {}
    found: dict[Seat, Millis] = {}
    faces: set[int] = set()
    moves = 0
    for number, entry, done in entries(record):
        if isinstance(entry, Played):
            moves += 1
            if isinstance(entry.move, Call):
                since = max((shown.get(card, entry.at) for card in entry.move.cards), default=entry.at)
                time = Millis(entry.at - since)
                for one in _called(number, entry.seat, done.events, time, decided.get(moves), cards):
                    yield replace(one, anew=found.get(one.seat, since) <= since)
                    if one.outcome in RIGHT:
                        found[one.seat] = entry.at
        now = set(GAMES[record.game].faces(done.after))
        shown.update(dict.fromkeys(now - faces, entry.at))
        faces = now


def _called(
    step: int, seat: Seat, events: Iterable[Any], time: Millis, decided: Verdict | None, cards: Deck
) -> Iterator[Reaction]:
    for event in events:
        match event:
            case LateCall(by, some) if by == seat:
                yield Reaction(step, seat, "late", some, None, shared(cards, some), time, *NOTHING)
            case Wrong(by, symbol, some) if by == seat:
                yield Reaction(step, seat, "wrong", some, symbol, shared(cards, some), time, *NOTHING)
            case Took(by) | Covered(by) if by == seat:
                yield from _won(step, seat, event, time, decided)


def _won(
    step: int, seat: Seat, event: Took | Covered, time: Millis, decided: Verdict | None
) -> Iterator[Reaction]:
    if decided is None:
        yield Reaction(step, seat, "first", event.cards, event.symbol, event.symbol, time, *NOTHING)
        return
    contest = decided.evidence
    fell = max(
        contest.due, *(press.read for press in contest.presses), *(answer.read for answer in contest.promises)
    )
    read = {press.seat: press.read for press in contest.presses}
    for score in decided.scores:
        held = Millis(max(0, min(fell, contest.deadline) - read[score.seat]))
        symbol = event.symbol if score.seat == seat else None
        outcome: Outcome = "first" if score.seat == seat else "beaten"
        cards = event.cards if score.seat == seat else ()
        found = (symbol, symbol, score.score, score.credit, held, True)
        yield Reaction(step, score.seat, outcome, cards, *found)


def shared(cards: Deck, some: Sequence[Card]) -> Symbol | None:
    """Return the symbol that all these cards share; None if there is none."""
    if len(some) < 2 or len(set(some)) < 2:
        return None
    symbol = cards.shared(some[0], some[1])
    return symbol if all(cards.has(card, symbol) for card in some) else None


def lateness(found: Sequence[Reaction], seat: Seat) -> list[Lateness]:
    """Return how late a seat finds each symbol that it found or missed, the latest first."""
    own = [one for one in found if one.seat == seat and one.right is not None]
    times = {one.step: log(max(LEAST, one.time)) for one in own if one.outcome == "first" and one.anew}
    if not times:
        return []
    mean = fmean(times.values())
    apart: defaultdict[Symbol, list[float]] = defaultdict(list)
    for one in own:
        if one.right is not None and (one.outcome == "wrong" or one.step in times):
            apart[one.right].append(MISSED if one.outcome == "wrong" else times[one.step] - mean)
    shares = {symbol: exp(shrunk(values)) - 1 for symbol, values in apart.items()}
    order = sorted(shares, key=lambda symbol: (-shares[symbol], symbol))
    return [Lateness(seat, symbol, len(apart[symbol]), shares[symbol]) for symbol in order]


def shrunk(values: Sequence[float]) -> float:
    """Return the mean of values, shrunk towards zero: the fewer there are, the more."""
    return sum(values) / (len(values) + AS_MANY)


def mistaken(found: Iterable[Reaction]) -> list[MistakenSymbol]:
    """Return what was called instead of what was right, the most frequent first."""
    counts = Counter(
        (one.seat, one.right, one.called)
        for one in found
        if one.outcome == "wrong" and one.right is not None and one.called is not None
    )
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [MistakenSymbol(seat, right, called, count) for (seat, right, called), count in order]


def pace(found: Iterable[Reaction], seat: Seat, order: int) -> Pace:
    """Return how quick a seat was, and which level of the bots that is."""
    own = [one for one in found if one.seat == seat]
    right = [one for one in own if one.outcome in RIGHT and one.time >= LEAST]
    wrong = sum(one.outcome == "wrong" for one in own)
    searched = [one for one in right if one.anew]
    enough = len(searched) >= ENOUGH
    # What is told is what is compared: whoever reads a shorter time never reads a slower level.
    told = searched if enough else right
    middle = Millis(round(median(one.time for one in told))) if told else Millis(0)
    nearest = min(LEVELS, key=lambda name: abs(log(usual(name, order) / middle))) if enough else ""
    return Pace(seat, len(own), wrong, middle, nearest)


def usual(level: str, order: int) -> Millis:
    """Return the median time a level of the bots takes for two cards of a deck of this order."""
    of = LEVELS[level]
    mean, tail = of.parts(2 * (order + 1))
    even = NormalDist()

    def done(time: int) -> float:
        late = exp((mean - time) / tail + of.spread**2 / (2 * tail**2))
        return even.cdf((time - mean) / of.spread) - late * even.cdf(
            (time - mean) / of.spread - of.spread / tail
        )

    return Millis(FLOOR + bisect_left(range(FLOOR, mean + tail), 0.5, key=done))


def dealt(record: Record[Any]) -> Deck:
    """Return the deck of a record."""
    spec = record.setup.deck
    assert spec is not None
    return deck(spec.order)
