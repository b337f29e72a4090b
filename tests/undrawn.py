"""Games that the client draws, under names it does not know: what it makes of any game shows on them."""

from __future__ import annotations

from copy import copy
from typing import Any

from msgspec.structs import replace

from cartable.core import Rules
from cartable.games.catatac import CATATAC
from cartable.games.karta import KARTA
from cartable.games.spot import TOWER

ENTRIES = "cats = tests.undrawn:CATS\nlanes = tests.undrawn:LANES\nswift = tests.undrawn:SWIFT"
"""The entry points of a package that brings them."""


def renamed(rules: Rules[Any, Any, Any, Any], name: str) -> Rules[Any, Any, Any, Any]:
    """Return the same rules under another name."""
    other = copy(rules)
    other.info = replace(rules.info, name=name)
    return other


CATS = renamed(CATATAC, "cats")
"""Hidden hands, teams, and up to six seats."""
LANES = renamed(KARTA, "lanes")
"""Too many moves to list: one asks, or types one."""
SWIFT = renamed(TOWER, "swift")
"""A game of speed, which cannot be played without a drawing."""
