"""Making decks: of pictures and words, and of files that others have sent."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cartable.decks.outline import Outline
from cartable.decks.own.archive import zipped
from cartable.decks.own.deck import FORMAT, LISTING, ListedSymbol, OwnDeck, checked_name, listings, wrapped
from cartable.decks.own.intake import picture, pictures
from cartable.decks.own.unfit import Unfit
from cartable.decks.own.words import drawn, words
from cartable.decks.tracing import outline
from cartable.designs import deck, prime_power
from cartable.texts import Language

LARGEST_ORDER = 13


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
    pngs = [one.png for one in taken][:needed]
    symbols = [ListedSymbol(one.name, one.name, _traced(one.name, one.png)) for one in taken[:needed]]
    written = listed[: needed - len(symbols)]
    for word, png in zip(written, drawn([word.name(language) for word in written]), strict=True):
        pngs.append(png)
        symbols.append(ListedSymbol(word.en, word.fr, _traced(word.en, png), language))
    made = OwnDeck(name, chosen, tuple(symbols), tuple(pngs))
    following = next(q for q in range(chosen + 1, 2 * chosen + 1) if prime_power(q))
    return MadeDeck(made, count - needed, following, following * following + following + 1 - count)


def spoken(deck: OwnDeck, language: Language) -> OwnDeck:
    """Return a deck with its words in this language, written again where they are in the other one."""
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
    """Read a deck from a file, trusting nothing in it: pictures and outlines are made again."""
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
    ):
        raise Unfit("not-deck", file=source.name)
    checked_name(listing.name)
    pngs = tuple(picture(name, content[name]) for name in sorted(content))
    entries = tuple(
        msgspec.structs.replace(entry, outline=_traced(entry.en, png))
        for entry, png in zip(listing.symbols, pngs, strict=True)
    )
    return OwnDeck(listing.name, listing.order, entries, pngs)


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
