"""Names that people give themselves, made safe to show."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 24

_JOINER: Final = "\u200d"
"""Joins emoji; the only harmless invisible character."""


def cleaned(name: str) -> str:
    """Return a name without control, invisible or direction-changing characters, trimmed and not too long."""
    shown = (c for c in name if c.isspace() or c == _JOINER or unicodedata.category(c)[0] != "C")
    words = unicodedata.normalize("NFC", "".join(shown)).split()
    return " ".join(words)[:LONGEST].strip(f" {_JOINER}")
