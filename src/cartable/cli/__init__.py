"""The command `cartable`."""

from __future__ import annotations

import sys
from importlib import import_module

from cartable.plugins import Unusable

MODULES = {
    "serve": ("serve",),
    "backup": ("serve", "backup"),
    "restore": ("serve", "backup"),
    "move-data": ("serve", "backup"),
    "games": ("games",),
    "sim": ("sim",),
    "replay": ("sim",),
    "analyse": ("sim", "analyse"),
    "puzzles": ("sim", "puzzles"),
    "arena": ("arena",),
    "bots": ("arena",),
    "deck": ("deck", "own_decks"),
    "print": ("deck", "own_decks"),
    "rules": ("rules",),
    "bench": ("bench",),
    "lab": ("lab",),
    "cluster": ("serve", "cluster"),
}
"""The modules that register commands; only the one asked for is loaded, so that it starts at once."""


def main() -> None:
    """Run the command line."""
    words = sys.argv[1:]
    wanted = MODULES.get(words[0] if words else "serve") or [
        name for names in MODULES.values() for name in names
    ]
    try:
        for name in dict.fromkeys(wanted):
            import_module(f"cartable.cli.{name}")
    except Unusable as unusable:
        # In English alone: it may be the texts that cannot be read.
        sys.exit(str(unusable))
    import_module("cartable.cli.app").run(words)
