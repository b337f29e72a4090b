"""Custom decks, each kept as one file."""

from __future__ import annotations

import base64
import json
import re
import zipfile
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Literal

import msgspec

from cartable.decks.outline import Outline
from cartable.decks.own.archive import zipped
from cartable.decks.own.unfit import Unfit
from cartable.decks.pack import PACKS, Pack
from cartable.decks.theme import Emblem, Source, Theme
from cartable.designs import deck
from cartable.texts import Language

SUFFIX = ".cartable"
SCREEN = 384
"""How many pixels wide a picture is on a screen: the largest symbol of a card on a phone."""

_NAME = re.compile(r"[^\W_][\w '’-]{0,38}[\w]|[^\W_]")
_RESERVED = {*PACKS, "catatac", "karta", "con", "prn", "aux", "nul"}
OWN = "own"
"""The source of the pictures and words that a deck is made of."""
FORMAT = 1
"""The version of the file."""
LISTING = "deck.json"
"""The file inside the file that says what the pictures are."""


class ListedSymbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One symbol in the file: its names, and its outline."""

    en: str
    fr: str
    outline: Outline
    word: Language | Literal[""] = ""
    """The language that its picture is written in, where the picture is its name in letters."""
    source: str = OWN
    """Which source of the deck its picture comes from."""

    def name(self, language: Language) -> str:
        """Return the name in this language."""
        return self.fr if language == "fr" else self.en


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the file contains besides its pictures."""

    format: int
    name: str
    order: int
    symbols: tuple[ListedSymbol, ...]
    sources: dict[str, Source] = {}
    """Where the built-in symbols come from that fill the deck up."""


# Built before there are threads: two that build one at once crash msgspec.
listings = msgspec.json.Decoder(Listing)


class OwnDeck(msgspec.Struct, frozen=True):
    """A custom deck."""

    name: str
    order: int
    symbols: tuple[ListedSymbol, ...]
    pngs: tuple[bytes, ...]
    sources: dict[str, Source] = {}

    @property
    def key(self) -> str:
        """Identifies the deck, and stays the same under another name."""
        told = blake2b(msgspec.json.encode((self.order, self.symbols)), digest_size=10)
        for png in self.pngs:
            told.update(png)
        return told.hexdigest()

    def pack(self, order: int | None = None, cards: int | None = None) -> Pack:
        """Return it as a pack that can be played and printed, drawn the same wherever it goes.

        Another order takes the first symbols that it needs.
        """
        theme = Theme(
            name=self.name,
            en=self.name,
            fr=self.name,
            sources={OWN: Source("Own pictures", self.name, "private")} | self.sources,
            emblems=tuple(
                Emblem(f"own-{number}", entry.en, entry.fr, f"{entry.source}:{number}")
                for number, entry in enumerate(self.symbols)
            ),
        )
        seed = blake2b(b"".join(self.pngs), digest_size=32).digest()
        shapes = [entry.outline for entry in self.symbols]
        return Pack(
            deck(order or self.order, cards), theme, [wrapped(png) for png in self.pngs], shapes, seed
        )

    def screened(self) -> tuple[str, ...]:
        """Return its pictures as SVG in the size of a screen, a tenth of what paper needs."""
        return tuple(wrapped(_scaled(png), "webp") for png in self.pngs)

    def packed(self) -> bytes:
        """Return the file that `unpacked` reads."""
        listing = Listing(FORMAT, self.name, self.order, self.symbols, self.sources)
        file = BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(zipfile.ZipInfo(LISTING), msgspec.json.encode(listing))
            for number, png in enumerate(self.pngs):
                archive.writestr(zipfile.ZipInfo(f"{number:03}.png"), png)
        return file.getvalue()


def opened(source: Path) -> OwnDeck:
    """Read a deck that this program has saved itself; its outlines are kept, which saves their tracing."""
    content = dict(zipped(source))
    try:
        listing = listings.decode(content.pop(LISTING))
    except (KeyError, msgspec.DecodeError) as error:
        raise Unfit("not-deck", file=source.name) from error
    pngs = tuple(content[name] for name in sorted(content))
    return OwnDeck(listing.name, listing.order, listing.symbols, pngs, listing.sources)


def checked_name(name: str) -> str:
    """Return a name that a deck and its file can have, or refuse it."""
    if not _NAME.fullmatch(name) or name.casefold() in _RESERVED:
        raise Unfit("name", name=json.dumps(name[:60], ensure_ascii=False))
    return name


def wrapped(image: bytes, kind: str = "png") -> str:
    """Return a square picture as an SVG."""
    href = f"data:image/{kind};base64," + base64.b64encode(image).decode()
    drawn = f'<image width="128" height="128" xlink:href="{href}"/>'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {spaces} viewBox="0 0 128 128">{drawn}</svg>'


def _scaled(png: bytes) -> bytes:
    from PIL import Image  # Here: decks that come with the project are played without it.

    file = BytesIO()
    with Image.open(BytesIO(png)) as image:
        image.thumbnail((SCREEN, SCREEN))
        image.save(file, "WEBP", quality=85)
    return file.getvalue()
