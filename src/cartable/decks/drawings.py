"""The stored layouts of cards: computing one takes seconds, reading it no time.

It depends on the symbols, their outlines and the way of laying them out alone, and is kept under a digest of
these: nothing that is kept can be stale. `python -m cartable.decks.drawings` writes the shipped ones.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from cartable.decks import bitmap, layout
from cartable.decks.layout import Drawing
from cartable.decks.pack import Pack, themed

HERE: Final = Path(__file__).parent / "drawings"
"""The drawings that come with the project."""
SHIPPED: Final = (
    ("everyday", 7, 55),
    ("everyday", 5, 31),
    ("everyday", 4, 21),
    ("everyday", 3, 13),
    ("island", 8, 73),
    ("backyard", 7, 55),
)
"""The decks that a table is usually opened with."""
_decoder = msgspec.json.Decoder(Drawing)
"""Built while the module is loaded, by one thread: two that build it at once would crash the program."""
MOST: Final = 40
"""How many drawings of other decks a folder keeps: some 20 kB each."""


class Drawings:
    """Drawings in a folder of this server, besides those that come with the project."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def of(self, pack: Pack) -> Drawing:
        """Return how a pack's cards are drawn, from what is stored, or drawn and stored now."""
        name = digest(pack)
        for folder in filter(None, (HERE, self._folder)):
            with suppress(OSError, msgspec.DecodeError):
                kept: Drawing = _decoder.decode((folder / name).read_bytes())
                return kept
        drawing = pack.drawing
        with suppress(OSError):  # A full disk costs time only.
            self._keep(name, drawing)
        return drawing

    def _keep(self, name: str, drawing: Drawing) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        kept = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        for old in kept[: max(0, len(kept) + 1 - MOST)]:
            old.unlink(missing_ok=True)
        _write(self._folder / name, drawing)


def digest(pack: Pack) -> str:
    """Return the name under which a pack's drawing is kept."""
    cards = [pack.deck.symbols(card) for card in pack.deck.cards]
    total = hashlib.blake2b(_method(), digest_size=12)
    total.update(msgspec.json.encode((cards, [outline.path for outline in pack.outlines], pack.seed)))
    return f"{total.hexdigest()}.json"


@cache
def _method() -> bytes:
    return "".join(_code(inspect.getsource(module)) for module in (layout, bitmap)).encode()


def _code(source: str) -> str:
    """Return the lines of a module that do something: comments and docstrings change no drawing."""
    said = {
        number
        for line in ast.walk(ast.parse(source))
        if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
        for number in range(line.lineno, (line.end_lineno or line.lineno) + 1)
    }
    lines = (line for number, line in enumerate(source.splitlines(), 1) if number not in said)
    return "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def _write(path: Path, drawing: Drawing) -> None:
    whole = path.with_suffix(".part")
    whole.write_bytes(msgspec.json.encode(drawing))
    whole.replace(path)


def main() -> None:
    """Write the drawings that come with the project."""
    HERE.mkdir(exist_ok=True)
    wanted = {digest(pack): pack for pack in (themed(*one) for one in SHIPPED)}
    for old in HERE.glob("*.json"):
        if old.name not in wanted:
            old.unlink()
    for name, pack in wanted.items():
        if not (HERE / name).exists():
            _write(HERE / name, pack.drawing)


if __name__ == "__main__":
    main()
