"""The numbers that every part of the project shares, and that are not to be taken for one another."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
Team = NewType("Team", int)
Millis = NewType("Millis", int)
