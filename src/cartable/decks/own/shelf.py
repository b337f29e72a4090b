"""The shelf: the folder where custom decks are kept, one file each."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import msgspec

from cartable.decks.own.deck import SUFFIX, OwnDeck, checked_name, opened
from cartable.decks.own.unfit import Unfit


class Kept(msgspec.Struct, frozen=True):
    """A deck as the shelf lists it; `key` stays the same when it is renamed, or taken in again."""

    name: str
    order: int
    key: str


class Shelf:
    """Custom decks by name; every change is whole or does not happen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Return the names of all decks, in alphabetical order."""
        return sorted((path.stem for path in self._folder.glob(f"*{SUFFIX}")), key=str.casefold)

    def kept(self) -> list[Kept]:
        """List all decks, in alphabetical order; files that are not decks are skipped."""
        listed = []
        for name in self.names():
            path = self._folder / (name + SUFFIX)
            try:
                seen = path.stat()
            except FileNotFoundError:
                continue
            if (order_and_key := _read(path, seen.st_mtime_ns, seen.st_size)) is not None:
                listed.append(Kept(name, *order_and_key))
        return listed

    def load(self, name: str) -> OwnDeck:
        """Return a deck by its name, whatever the case; raise Unfit, naming those there are."""
        return opened(self._found(name))

    def add(self, deck: OwnDeck) -> None:
        """Put a new deck on the shelf; Unfit when its name is taken."""
        self._check_free(deck.name)
        self._write(self._folder / (deck.name + SUFFIX), deck.packed())

    def rename(self, name: str, new: str) -> None:
        """Give a deck another name."""
        old = self._found(name)
        checked_name(new)
        if new.casefold() != old.stem.casefold():
            self._check_free(new)
        renamed = msgspec.structs.replace(opened(old), name=new)
        path = self._folder / (new + SUFFIX)
        self._write(path, renamed.packed())
        if not (path.exists() and path.samefile(old)):
            old.unlink()

    def delete(self, name: str) -> None:
        """Take a deck off the shelf for good."""
        self._found(name).unlink()

    def export(self, name: str, target: Path) -> None:
        """Write a deck to a file that others can take in."""
        self._write(target, self._found(name).read_bytes())

    def take_in(self, source: Path, name: str | None = None) -> OwnDeck:
        """Put a deck from a file on the shelf, under another name if one is given."""
        if not source.is_file():
            raise Unfit("missing", path=str(source))
        from cartable.decks.own.making import unpacked  # Here: who only plays takes nothing in.

        deck = unpacked(source)
        if name is not None:
            deck = msgspec.structs.replace(deck, name=checked_name(name))
        self.add(deck)
        return deck

    def _found(self, name: str) -> Path:
        for known in self.names():
            if known.casefold() == name.casefold():
                return self._folder / (known + SUFFIX)
        raise Unfit("unknown", name=name[:60], known=", ".join(self.names()) or "–")

    def _check_free(self, name: str) -> None:
        checked_name(name)
        if name.casefold() in (known.casefold() for known in self.names()):
            raise Unfit("taken", name=name)

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file next to its place and move it there, so that it is never seen half-written."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            part.write_bytes(content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@lru_cache(maxsize=1000)
def _read(path: Path, changed: int, size: int) -> tuple[int, str] | None:
    """Return a deck's order and key, read once for each time that its file changed."""
    try:
        deck = opened(path)
    except (Unfit, OSError):
        return None
    return deck.order, deck.key
