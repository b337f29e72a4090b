"""The numbers that every part of the project shares; as types of their own they cannot be mixed up."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
Team = NewType("Team", int)
Millis = NewType("Millis", int)
