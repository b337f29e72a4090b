"""A run alone through a deck (SPOT-15): how long each card took."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from cartable.analysis.replaying import entries
from cartable.core import Millis, Played, Record, Replaced
from cartable.fair import verdicts
from cartable.games import GAMES
from cartable.games.reflex.calls import Flipped, Took, Wrong


class DeckRun(Struct, frozen=True):
    """The times of a run, card by card."""

    splits: tuple[Millis, ...]
    """How long each card took: from when it was visible to the right call, less what was forgiven."""
    wrong: tuple[int, ...]
    """How many wrong calls each card cost; their freezes are in its time."""
    verified: bool
    """Whether the arbiter measured every call, and believed it: one person's, and none too quick."""

    @property
    def total(self) -> Millis:
        """How long the whole deck took."""
        return Millis(sum(self.splits))


def run(record: Record[Any]) -> DeckRun | None:
    """Return the run in a record, or None if it has none or did not reach the end of the deck.

    It raises OtherVersion where the rules have changed, ValueError where the record is false. Times are the
    table's own, so that whoever loads the page again wins nothing by it.
    """
    if not alone(record):
        return None
    decided = verdicts(record)
    verified = not any(isinstance(entry, Replaced) for entry in record.log)
    splits: list[Millis] = []
    wrong = [0]
    since, moves = Millis(0), 0
    for _, entry, done in entries(record):
        moves += isinstance(entry, Played)
        for event in done.events:
            match event:
                case Flipped():
                    since = entry.at
                case Wrong():
                    wrong[-1] += 1
                case Took():
                    verdict = decided.get(moves)
                    score = verdict.score(event.seat) if verdict else None
                    verified &= score is not None and not score.flagged
                    if verdict:
                        verified &= all(entrant.trusted for entrant in verdict.evidence.entrants)
                    forgiven = score.credit if score else 0
                    splits.append(Millis(max(0, entry.at - since - forgiven)))  # SPOT-15
                    wrong.append(0)
                    since = entry.at
    return DeckRun(tuple(splits), tuple(wrong[: len(splits)]), verified)


def alone(record: Record[Any]) -> bool:
    """Return whether in a record somebody played a deck alone, to its end (SPOT-15)."""
    whole = record.result is not None and record.result.why == "played"
    return whole and GAMES[record.game].info.runs(record.setup.seats)
