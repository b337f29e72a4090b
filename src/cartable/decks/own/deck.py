"""Custom decks: made from pictures and words, kept as one file."""

from __future__ import annotations

import base64
import json
import re
import zipfile
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

import msgspec
from PIL import Image

from cartable.decks.outline import Outline, outline
from cartable.decks.own.archive import zipped
from cartable.decks.own.intake import picture, pictures
from cartable.decks.own.unfit import Unfit
from cartable.decks.own.words import drawn, words
from cartable.decks.pack import PACKS, Pack
from cartable.decks.theme import Emblem, Source, Theme
from cartable.designs import deck, prime_power
from cartable.texts import Language

LARGEST_ORDER = 13
SUFFIX = ".cartable"
SCREEN = 384
"""How many pixels wide a picture is on a screen: the largest symbol of a card on a phone."""

_NAME = re.compile(r"[^\W_][\w '’-]{0,38}[\w]|[^\W_]")
_RESERVED = {*PACKS, "catatac", "karta", "con", "prn", "aux", "nul"}
_FORMAT = 1
_LISTING = "deck.json"


class ListedSymbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One symbol in the file: its names, and its outline."""

    en: str
    fr: str
    outline: Outline


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says besides its pictures."""

    format: int
    name: str
    order: int
    symbols: tuple[ListedSymbol, ...]


# Built before there are threads: two that build one at once crash msgspec.
_listing = msgspec.json.Decoder(Listing)


class OwnDeck(msgspec.Struct, frozen=True):
    """A custom deck."""

    name: str
    order: int
    symbols: tuple[ListedSymbol, ...]
    pngs: tuple[bytes, ...]

    @property
    def key(self) -> str:
        """What tells it from every other deck, and stays the same under another name."""
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
            sources={"own": Source("Own pictures", self.name, "private")},
            emblems=tuple(
                Emblem(f"own-{number}", entry.en, entry.fr, f"own:{number}")
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
        listing = Listing(_FORMAT, self.name, self.order, self.symbols)
        file = BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(zipfile.ZipInfo(_LISTING), msgspec.json.encode(listing))
            for number, png in enumerate(self.pngs):
                archive.writestr(zipfile.ZipInfo(f"{number:03}.png"), png)
        return file.getvalue()


class MadeDeck(msgspec.Struct, frozen=True):
    """A new deck, and what is to be said about it: symbols left over, and how many make the next order."""

    deck: OwnDeck
    unused: int
    next_order: int
    missing: int


def make(
    name: str,
    picture_source: Path | None = None,
    word_source: Path | None = None,
    order: int | None = None,
    language: Language = "en",
) -> MadeDeck:
    """Make a deck of all pictures and words found, of the order given or the largest they suffice for."""
    checked_name(name)
    taken = pictures(picture_source) if picture_source else []
    listed = words(word_source) if word_source else []
    count = len(taken) + len(listed)
    what = "pictures" if not listed else "words" if not taken else "symbols"
    chosen = _order(count, order, what)
    needed = chosen * chosen + chosen + 1
    shown = drawn([word.fr if language == "fr" else word.en for word in listed]) if listed else []
    symbols = [(one.name, one.name, one.png) for one in taken]
    symbols += [(word.en, word.fr, png) for word, png in zip(listed, shown, strict=True)]
    kept = symbols[:needed]
    made = OwnDeck(
        name,
        chosen,
        tuple(ListedSymbol(en, fr, _traced(en, png)) for en, fr, png in kept),
        tuple(png for _, _, png in kept),
    )
    following = next(q for q in range(chosen + 1, 2 * chosen + 1) if prime_power(q))
    return MadeDeck(made, count - needed, following, following * following + following + 1 - count)


def unpacked(source: Path) -> OwnDeck:
    """Read a deck from a file, trusting nothing in it: pictures and outlines are made again."""
    content = dict(zipped(source))
    try:
        listing = _listing.decode(content.pop(_LISTING, b""))
    except msgspec.DecodeError as error:
        raise Unfit("not-deck", file=source.name) from error
    needed = listing.order * listing.order + listing.order + 1
    if (
        listing.format != _FORMAT
        or not 2 <= listing.order <= LARGEST_ORDER
        or prime_power(listing.order) is None
        or len(listing.symbols) != needed
        or sorted(content) != [f"{number:03}.png" for number in range(needed)]
        or not all(0 < len(name) <= 40 for entry in listing.symbols for name in (entry.en, entry.fr))
    ):
        raise Unfit("not-deck", file=source.name)
    checked_name(listing.name)
    pngs = tuple(picture(name, content[name]) for name in sorted(content))
    entries = tuple(
        ListedSymbol(entry.en, entry.fr, _traced(entry.en, png))
        for entry, png in zip(listing.symbols, pngs, strict=True)
    )
    return OwnDeck(listing.name, listing.order, entries, pngs)


def opened(source: Path) -> OwnDeck:
    """Read a deck that this program has saved itself; its outlines are kept, which saves their tracing."""
    content = dict(zipped(source))
    try:
        listing = _listing.decode(content.pop(_LISTING))
    except (KeyError, msgspec.DecodeError) as error:
        raise Unfit("not-deck", file=source.name) from error
    return OwnDeck(
        listing.name, listing.order, listing.symbols, tuple(content[name] for name in sorted(content))
    )


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
    file = BytesIO()
    with Image.open(BytesIO(png)) as image:
        image.thumbnail((SCREEN, SCREEN))
        image.save(file, "WEBP", quality=85)
    return file.getvalue()


def _traced(name: str, png: bytes) -> Outline:
    try:
        return outline(wrapped(png))
    except ValueError as error:
        raise Unfit("empty", file=name) from error


def _order(count: int, asked: int | None, what: str) -> int:
    """Choose the order: the one asked for, or the largest that so many symbols suffice for."""
    known = [q for q in range(2, LARGEST_ORDER + 1) if prime_power(q)]
    fitting = [q for q in known if q * q + q + 1 <= count]
    if asked is not None:
        if asked > LARGEST_ORDER:
            raise Unfit("large-order", order=asked, largest=LARGEST_ORDER)
        # NoPlane, with the nearest orders, where there is none.
        needed = deck(asked).symbol_count
        if needed <= count:
            return asked
    elif fitting:
        return fitting[-1]
    else:
        asked, needed = known[0], 7
    missing = {"count": count, "order": asked, "needed": needed, "missing": needed - count}
    if fitting:
        lower = fitting[-1]
        raise Unfit(f"few-or.{what}", lower=lower, lower_needed=lower * lower + lower + 1, **missing)
    raise Unfit(f"few.{what}", **missing)
