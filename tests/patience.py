"""How long a test waits for what must come: long enough for any machine, so that only a fault fails it."""

from __future__ import annotations

from typing import Final

HUNG: Final = 300
"""After so many seconds what has not come never will."""
