"""The small words that every part of the project shares."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
Team = NewType("Team", int)
Millis = NewType("Millis", int)
