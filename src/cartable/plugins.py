"""What other packages bring: games, bots for them, and their words, found by the packages' entry points.

A package with an entry point in the group `cartable.games` is known to every part of the program once it is
installed: docs/adding-a-game.md shows one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Any, Final

from cartable.core import Bot, Rules

GAMES: Final = "cartable.games"
"""Each entry point of this group is the rules of one game."""
BOTS: Final = "cartable.bots"
"""Each entry point of this group is named after a box, and maps names to bots that play its games."""

NAME: Final = re.compile(r"[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)?")
"""The names a game may have, its box first: they appear in addresses and in the keys of texts."""


class Unusable(Exception):
    """Another package brings something that cannot be used: fix it, or uninstall the package."""

    def __init__(self, what: EntryPoint | Traversable, why: str) -> None:
        if isinstance(what, EntryPoint):
            package = what.dist.name if what.dist else "?"
            super().__init__(f"The package {package} cannot be used: {what.name} = {what.value}: {why}")
        else:
            super().__init__(f"{what} cannot be used: {why}")


def games(known: Iterable[str]) -> dict[str, Rules[Any, Any, Any, Any]]:
    """Return the games that packages bring, by name; raise Unusable if one is none, or its name taken."""
    found: dict[str, Rules[Any, Any, Any, Any]] = {}
    taken = {name.partition("/")[0] for name in known}
    for entry, rules in _brought(GAMES):
        if not isinstance(rules, Rules):
            raise Unusable(entry, "it must be an object of a class derived from cartable.core.Rules")
        name = rules.info.name
        if not NAME.fullmatch(name):
            raise Unusable(
                entry, f"a game cannot be called {name!r}: use small letters, such as nim or box/game"
            )
        if name in found or rules.info.box in taken:
            raise Unusable(entry, f"there is already a box or a game called {name!r}")
        found[name] = rules
    return found


def bots() -> dict[str, dict[str, Bot[Any, Any]]]:
    """Return the bots that packages bring, by box and name; raise Unusable if one is no bot."""
    found: dict[str, dict[str, Bot[Any, Any]]] = {}
    for entry, players in _brought(BOTS):
        if not isinstance(players, Mapping) or not all(
            hasattr(player, "answer") for player in players.values()
        ):
            raise Unusable(entry, "it must map names to bots")
        found.setdefault(entry.name, {}).update(players)
    return found


@cache
def folders() -> tuple[Traversable, ...]:
    """Return the folders of the packages that bring games: their texts and rules lie there.

    Nothing is imported for it: a package may use the games of this one, which use these texts.
    """
    packages = dict.fromkeys(entry.module.partition(".")[0] for entry in sorted(entry_points(group=GAMES)))
    return tuple(folder for package in packages if (folder := _folder(package)))


@cache
def _brought(group: str) -> tuple[tuple[EntryPoint, Any], ...]:
    return tuple((entry, _loaded(entry)) for entry in sorted(entry_points(group=group)))


def _loaded(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except Exception as error:  # Whatever somebody else's module may do.
        raise Unusable(entry, f"{type(error).__name__}: {error}") from error


def _folder(package: str) -> Traversable | None:
    spec: Any = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return None  # A package that is missing is complained of when it is loaded; a module has no folder.
    folder: Traversable = spec.loader.get_resource_reader(package).files()
    return folder
