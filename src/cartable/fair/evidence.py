"""The evidence that a record keeps of its contests, and the verdicts worked out from it again."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Raw

from cartable.core import NO_EVIDENCE, Chance, Played, Record
from cartable.fair.contest import Contest
from cartable.fair.verdict import Verdict, decide

_CONTEST: Final = msgspec.json.Decoder(Contest)


def lots(seed: bytes, number: int) -> Chance:
    """Return the chance that breaks ties of the move with this number; no rules draw from it."""
    return Chance(blake2b(seed, digest_size=32, person=b"arbiter").digest(), number)


def evidence_of(raw: Raw) -> Contest:
    """Return the evidence of a verdict, from arrays or, as earlier servers wrote it, from objects."""
    text = bytes(raw)
    if text.startswith(b"{"):
        text = msgspec.json.encode(_values(msgspec.json.decode(text)))
    return _CONTEST.decode(text)


def _values(value: Any) -> Any:
    """Return objects as arrays of their values: they have all fields, in their order."""
    if isinstance(value, dict):
        value = list(value.values())
    return [_values(inner) for inner in value] if isinstance(value, list) else value


def verdicts(record: Record[Any]) -> dict[int, Verdict]:
    """Decide every contest of a record again, by the number of its move; raise ValueError if one differs."""
    found: dict[int, Verdict] = {}
    moves = (entry for entry in record.log if isinstance(entry, Played))
    for number, entry in enumerate(moves, 1):
        if entry.evidence != NO_EVIDENCE:
            contest = evidence_of(entry.evidence)
            if max(len(contest.entrants), len(contest.presses)) > record.setup.seats:
                raise ValueError(f"move {number} has evidence of more calls than there are seats")
            found[number] = decide(contest, lots(bytes.fromhex(record.seed), number))
            if found[number].winner != entry.seat:
                raise ValueError(f"move {number} was seat {entry.seat}'s, the evidence says otherwise")
    return found
