"""Names that people give themselves, made safe to show."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 24

_JOINER: Final = "\u200d"
"""Joins emoji; of all invisible characters the only harmless one."""


def cleaned(name: str) -> str:
    """Return a name without control, invisible or direction-changing characters, trimmed and not too long."""
    words = " ".join(unicodedata.normalize("NFC", name).split())
    shown = "".join(c for c in words if c == _JOINER or unicodedata.category(c)[0] != "C")
    return shown[:LONGEST].strip(f" {_JOINER}")
