"""What only the project's own code can tell; run by the project's interpreter.

inside.py facts ORDER CARDS FILE      the protocol's version and the symbols that cards share, for load.c
inside.py beyond FOLDER TABLES LOG    when every verdict arrived, and how many seconds after it could fall
"""

from __future__ import annotations

import json
import struct
import sys
from bisect import bisect_right
from collections import defaultdict
from pathlib import Path

from cartable.designs import deck
from cartable.fair import Press
from cartable.lab.verdicts import decidable, first_told, verdicts
from cartable.server import messages

ENTRY = struct.Struct("=ihhiid")
"""What the load generator notes: room, kind, seat, two numbers, when."""
TOLD = 0
MILLISECOND = 0.001


def facts(order: int, cards: int, file: Path) -> None:
    """Write what the load generator must know of Cartable."""
    box = deck(order, cards)
    rows = [[0 if a == b else box.shared(a, b) for b in box.cards] for a in box.cards]
    head = struct.pack("=hh", messages.VERSION, cards)
    file.write_bytes(head + b"".join(struct.pack(f"={cards}h", *row) for row in rows))


def beyond(folder: Path, tables: Path, log: Path) -> list[tuple[float, float]]:
    """Count as `cartable.lab.load` does.

    From the moment at which the evidence that the server wrote down allowed a verdict, or from the sending of
    the message on which it fell, to the arrival of the view.
    """
    codes = [line.split()[0] for line in tables.read_text().splitlines()]
    told: dict[str, dict[tuple[int, int], float]] = {code: {} for code in codes}
    sent: dict[tuple[str, int, int], list[float]] = defaultdict(list)
    for room, kind, seat, a, b, at in ENTRY.iter_unpack(log.read_bytes()):
        if kind == TOLD:
            told[codes[room]].setdefault((a, b), at)
        else:
            sent[codes[room], seat, a].append(at)
    took = []
    for code, played, evidence in verdicts(folder, set(codes)):
        if (arrived := first_told(told[code], played)) is None:
            continue
        could, message = decidable(evidence)
        if message is not None:
            clock = message.reaction if isinstance(message, Press) else message.clock
            # A clock shows the same time once per reveal: what was read is the last that was sent before.
            times = sent[code, message.seat, clock or 0]
            if place := bisect_right(times, could + MILLISECOND):
                could = min(could, times[place - 1])
        took.append((arrived, arrived - could))
    return took


if __name__ == "__main__":
    if sys.argv[1] == "facts":
        facts(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
    else:
        json.dump(beyond(*map(Path, sys.argv[2:5])), sys.stdout)
