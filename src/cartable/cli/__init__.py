"""The command `cartable`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    from cartable.cli import arena, bench, deck, games, lab, rules, sim  # noqa: F401 - each hangs its commands on the app
    from cartable.cli.app import run

    run(sys.argv[1:])
