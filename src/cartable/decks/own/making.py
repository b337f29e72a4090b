"""Making decks: of pictures and words, and of files that others have sent."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

import msgspec

from cartable.decks.outline import Outline
from cartable.decks.own.archive import zipped
from cartable.decks.own.deck import (
    FORMAT,
    LISTING,
    OWN,
    ListedSymbol,
    Listing,
    OwnDeck,
    checked_name,
    listings,
    wrapped,
)
from cartable.decks.own.intake import picture, pictures
from cartable.decks.own.unfit import Unfit
from cartable.decks.own.words import drawn, words
from cartable.decks.theme import Emblem, theme
from cartable.decks.theme import picture as built_in
from cartable.decks.tracing import outline
from cartable.designs import deck, prime_power
from cartable.texts import Language

LARGEST_ORDER = 13
_ORDERS = [q for q in range(2, LARGEST_ORDER + 1) if prime_power(q)]
_FILLING = "everyday"
"""The theme whose symbols fill a deck up."""


class MadeDeck(msgspec.Struct, frozen=True):
    """A new deck, and what is to be said about it: symbols left over, and how many make the next order."""

    deck: OwnDeck
    filled: int
    """How many built-in symbols it has."""
    unused: int
    next_order: int
    missing: int


def make(
    name: str,
    picture_source: Path | None = None,
    word_source: Path | None = None,
    order: int | None = None,
    language: Language = "en",
    fill: bool = False,
) -> MadeDeck:
    """Make a deck of all pictures and words found, of the order given or the largest they suffice for.

    With `fill`, built-in symbols make up for what is missing to the order given, or else to the next one.
    """
    checked_name(name)
    taken = pictures(picture_source) if picture_source else []
    listed = words(word_source) if word_source else []
    count = len(taken) + len(listed)
    what = "symbols" if fill or (listed and taken) else "words" if listed else "pictures"
    names = [*(one.name for one in taken), *(name for word in listed for name in (word.en, word.fr))]
    fillers = _fillers({name.casefold() for name in names}) if fill else []
    if fill and order is None:
        order = next((q for q in _ORDERS if count <= q * q + q + 1 <= count + len(fillers)), None)
    chosen = _order(count + len(fillers) if order else count, order, what)
    needed = chosen * chosen + chosen + 1
    pngs = [one.png for one in taken][:needed]
    symbols = [ListedSymbol(one.name, one.name, _traced(one.name, one.png)) for one in taken[:needed]]
    written = listed[: needed - len(symbols)]
    for word, png in zip(written, drawn([word.name(language) for word in written]), strict=True):
        pngs.append(png)
        symbols.append(ListedSymbol(word.en, word.fr, _traced(word.en, png), language))
    look = theme(_FILLING)
    sources = {}
    for emblem in fillers[: needed - len(symbols)]:
        key = f"{_FILLING}-{emblem.picture.partition(':')[0]}"
        sources[key] = look.source(emblem)
        pngs.append(picture(f"{emblem.id}.svg", built_in(emblem).encode()))
        symbols.append(ListedSymbol(emblem.en, emblem.fr, _traced(emblem.en, pngs[-1]), source=key))
    made = OwnDeck(name, chosen, tuple(symbols), tuple(pngs), sources)
    following = next(q for q in range(chosen + 1, 2 * chosen + 1) if prime_power(q))
    return MadeDeck(
        made,
        filled=max(0, needed - count),
        unused=max(0, count - needed),
        next_order=following,
        missing=following * following + following + 1 - count,
    )


def spoken(deck: OwnDeck, language: Language) -> OwnDeck:
    """Return a deck with its words in this language, redrawn where they are in the other one."""
    written = [number for number, entry in enumerate(deck.symbols) if entry.word]
    if all(deck.symbols[number].word == language for number in written):
        return deck
    shown = drawn([deck.symbols[number].name(language) for number in written])
    symbols, pngs = list(deck.symbols), list(deck.pngs)
    for number, png in zip(written, shown, strict=True):
        entry = symbols[number]
        pngs[number] = png
        symbols[number] = msgspec.structs.replace(entry, outline=_traced(entry.en, png), word=language)
    return msgspec.structs.replace(deck, symbols=tuple(symbols), pngs=tuple(pngs))


def unpacked(source: Path) -> OwnDeck:
    """Read a deck from a file, trusting nothing in it: pictures and outlines are remade."""
    content = dict(zipped(source))
    try:
        listing = listings.decode(content.pop(LISTING, b""))
    except msgspec.DecodeError as error:
        raise Unfit("not-deck", file=source.name) from error
    needed = listing.order * listing.order + listing.order + 1
    if (
        listing.format != FORMAT
        or not 2 <= listing.order <= LARGEST_ORDER
        or prime_power(listing.order) is None
        or len(listing.symbols) != needed
        or sorted(content) != [f"{number:03}.png" for number in range(needed)]
        or not all(0 < len(name) <= 40 for entry in listing.symbols for name in (entry.en, entry.fr))
        or not _sourced(listing)
    ):
        raise Unfit("not-deck", file=source.name)
    checked_name(listing.name)
    pngs = tuple(picture(name, content[name]) for name in sorted(content))
    entries = tuple(
        msgspec.structs.replace(entry, outline=_traced(entry.en, png))
        for entry, png in zip(listing.symbols, pngs, strict=True)
    )
    return OwnDeck(listing.name, listing.order, entries, pngs, listing.sources)


def _fillers(names: Set[str]) -> list[Emblem]:
    """Return the built-in symbols whose names none of the deck's own has."""
    return [
        emblem
        for emblem in theme(_FILLING).emblems
        if names.isdisjoint({emblem.en.casefold(), emblem.fr.casefold()})
    ]


def _sourced(listing: Listing) -> bool:
    """Tell whether a listing says where every symbol comes from, and in words that can be printed."""
    said = [part for source in listing.sources.values() for part in msgspec.structs.astuple(source)]
    used = {entry.source for entry in listing.symbols} - {OWN}
    return (
        used == listing.sources.keys()
        and not any(":" in key for key in used)
        and all(part.isprintable() and len(part) <= 100 for part in (*used, *said))
    )


def _traced(name: str, png: bytes) -> Outline:
    try:
        return outline(wrapped(png))
    except ValueError as error:
        raise Unfit("empty", file=name) from error


def _order(count: int, asked: int | None, what: str) -> int:
    """Choose the order: the one asked for, or the largest that this many symbols suffice for."""
    fitting = [q for q in _ORDERS if q * q + q + 1 <= count]
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
        asked, needed = _ORDERS[0], 7
    missing = {"count": count, "order": asked, "needed": needed, "missing": needed - count}
    if fitting:
        lower = fitting[-1]
        raise Unfit(f"few-or.{what}", lower=lower, lower_needed=lower * lower + lower + 1, **missing)
    raise Unfit(f"few.{what}", **missing)
