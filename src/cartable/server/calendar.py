"""Days, counted from 1970: when each ends, and how people write it."""

from __future__ import annotations

from datetime import date
from typing import Final

LENGTH: Final = 86_400
"""The seconds of a day; days are those of UTC, which are the same everywhere."""
EPOCH: Final = date(1970, 1, 1).toordinal()


def day_of(seconds: int) -> int:
    """Return the day of a time, both counted from 1970."""
    return seconds // LENGTH


def end_of(day: int) -> int:
    """Return when a day ends, in seconds since 1970."""
    return (day + 1) * LENGTH


def dated(day: int) -> str:
    """Return a day as people write it."""
    return date.fromordinal(EPOCH + day).isoformat()
