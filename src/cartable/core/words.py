"""The small words that every part of the project shares."""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)
Team = NewType("Team", int)
Millis = NewType("Millis", int)

TABLE: Final = Seat(-1)
"""The seat that the table's own moves come from: flips, thaws, the next game."""
