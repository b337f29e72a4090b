"""The records that lie in `tests/records`, each under the version of its game's rules."""

from __future__ import annotations

from pathlib import Path

from cartable.games import GAMES

RECORDS = Path(__file__).parent / "records"


def newest(name: str) -> Path:
    """Return a record of a game of several people that today's rules play."""
    info = GAMES[name].info
    for version in (info.version, *sorted(info.replays, reverse=True)):
        for path in sorted((RECORDS / str(version)).glob(f"{name.replace('/', '-')}-[!1]-*.json")):
            return path
    raise AssertionError(f"there is no record of {name}")
