"""Words as symbols: read from a file, drawn in letters."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from PIL import Image

from cartable.decks.own.archive import printable
from cartable.decks.own.intake import SIDE
from cartable.decks.own.unfit import Unfit
from cartable.decks.press.typeset import compiled, undrawable
from cartable.texts import LANGUAGES, Language

_MOST_BYTES = 1_000_000
_LONGEST = 40
_LINE = 11
_INKS = ("#c0392b", "#1f6fb8", "#2e7d32", "#8e44ad", "#c2571a", "#00796b", "#ad1457", "#37474f")
_TEMPLATE = """
#let words = json("words.json")
#set page(width: auto, height: auto, margin: 4pt, fill: none)
#set text(font: ("Bricolage Grotesque", "Atkinson Hyperlegible Next"), weight: 700, size: 60pt)
#set par(leading: 0.32em)
#for (lines, ink) in words {
  page(align(center, text(fill: rgb(ink), lines.join(linebreak()))))
}
"""


class Word(msgspec.Struct, frozen=True):
    """A word in both languages, the same twice where only one was given."""

    en: str
    fr: str

    def name(self, language: Language) -> str:
        """Return the word in this language."""
        return self.fr if language == "fr" else self.en


def words(source: Path) -> list[Word]:
    """Read words: one per line, or a CSV with a column for each language; Unfit if that is not possible."""
    try:
        if source.exists() and not source.is_file():
            # A pipe or a device might never end.
            raise Unfit("no-file", path=str(source))
        content = source.read_bytes() if source.stat().st_size <= _MOST_BYTES else None
    except OSError as error:
        raise Unfit("missing", path=str(source)) from error
    if content is None:
        raise Unfit("large-file", file=source.name, most=_MOST_BYTES // 1_000_000)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unfit("not-text", file=source.name) from error
    if "\0" in text:
        raise Unfit("not-text", file=source.name)
    found = _columns(text) if source.suffix.lower() == ".csv" else [Word(line, line) for line in _lines(text)]
    missing = undrawable("".join(word.en + word.fr for word in found))
    for language in LANGUAGES:
        seen: set[str] = set()
        for name in (word.name(language) for word in found):
            if len(name) > _LONGEST:
                raise Unfit("long-word", word=name[:_LONGEST] + "…", most=_LONGEST)
            if signs := "".join(sign for sign in name if sign in missing):
                raise Unfit("unwritten", word=name, signs=signs)
            if name.casefold() in seen:
                raise Unfit("twice", word=name)
            seen.add(name.casefold())
    return found


def drawn(shown: Sequence[str]) -> list[bytes]:
    """Draw words in letters, in colours that change from one to the next, as square PNGs."""
    if not shown:
        return []
    with TemporaryDirectory(prefix="cartable-") as name:
        folder = Path(name)
        listed = [(_broken(word), _INKS[number % len(_INKS)]) for number, word in enumerate(shown)]
        (folder / "words.json").write_bytes(msgspec.json.encode(listed))
        (folder / "words.typ").write_text(_TEMPLATE, "utf-8")
        return [_square(page) for page in compiled(folder / "words.typ", "png", 200)]


def _lines(text: str) -> list[str]:
    return [word for line in text.splitlines() if (word := _clean(line))]


def _columns(text: str) -> list[Word]:
    rows = csv.reader(StringIO(text), delimiter=";" if text.count(";") > text.count(",") else ",")
    found = []
    for row in rows:
        cells = [_clean(cell) for cell in row[:2]]
        if not any(cells) or [cell.casefold() for cell in cells] == ["en", "fr"]:
            continue
        en = cells[0] or cells[-1]
        found.append(Word(en, cells[-1] or en))
    return found


def _clean(word: str) -> str:
    return " ".join(printable(word.replace("\t", " ")).split()) if len(word) <= 80 else word.strip()


def _broken(word: str) -> list[str]:
    """Break a long expression into lines of about equal length, so that it fills a card better."""
    lines = [""]
    for part in word.split(" "):
        if lines[-1] and len(lines[-1]) + len(part) >= _LINE:
            lines.append(part)
        else:
            lines[-1] = f"{lines[-1]} {part}".strip()
    return lines


def _square(png: bytes) -> bytes:
    with Image.open(BytesIO(png)) as image:
        letters = image.convert("RGBA")
    letters = letters.crop(letters.getchannel("A").getbbox())
    letters.thumbnail((SIDE, SIDE))
    side = max(letters.size)
    canvas = Image.new("RGBA", (side, side))
    canvas.paste(letters, ((side - letters.width) // 2, (side - letters.height) // 2))
    saved = BytesIO()
    canvas.save(saved, "PNG")
    return saved.getvalue()
