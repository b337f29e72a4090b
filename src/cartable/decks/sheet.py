"""Contact sheets: all symbols of a theme, or some cards of a pack, in one picture to look at.

`python -m cartable.decks.sheet docs/pictures` makes those of the documentation again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from cartable.decks.pack import Pack, pack
from cartable.decks.press.faces import Symbols
from cartable.decks.press.typeset import Contact, Job, typeset
from cartable.decks.theme import THEMES, Theme, picture, theme


def contact_sheet(shown: Theme, columns: int = 12, dpi: int = 110) -> bytes:
    """Return a PNG of all symbols of a theme with their names."""
    names = tuple((number, emblem.en, emblem.fr) for number, emblem in enumerate(shown.emblems))
    job = Job(title=shown.en, bleed=0, pages=(Contact(f"{shown.en} · {shown.fr}", names, columns),))
    return _small(typeset(job, [picture(emblem) for emblem in shown.emblems], "png", dpi)[0])


def cards_picture(deck: Pack, numbers: Sequence[int], dpi: int = 100) -> bytes:
    """Return a PNG of some cards side by side, as they lie on a table."""
    cards = [deck.drawing.cards[number] for number in numbers]
    faces = tuple(Symbols(shape="round", width=86, height=86, places=places) for places in cards)
    job = Job(title=deck.theme.en, bleed=0, single=True, faces=faces, outlines=deck.outlines)
    images = [Image.open(BytesIO(page)).convert("RGBA") for page in typeset(job, deck.pictures, "png", dpi)]
    side, gap = images[0].width, images[0].width // 16
    table = Image.new("RGB", (len(images) * (side + gap) + gap, side + 2 * gap), "#efe7da")
    for number, image in enumerate(images):
        table.paste(image, (gap + number * (side + gap), gap), image)
    file = BytesIO()
    table.save(file, "PNG")
    return _small(file.getvalue())


def write_all(folder: Path, coarser: int = 1) -> None:
    """Write the sheets of all themes, and some cards, this many times coarser than usual."""
    for name in THEMES:
        (folder / f"theme-{name}.png").write_bytes(contact_sheet(theme(name), dpi=110 // coarser))
    shown = cards_picture(pack("spot"), (0, 1, 2, 3), dpi=100 // coarser)
    (folder / "cards-spot.png").write_bytes(shown)


def _small(png: bytes) -> bytes:
    """Return a picture with few colours, which looks the same and weighs a third."""
    with Image.open(BytesIO(png)) as image:
        flat = Image.new("RGB", image.size, "white")
        flat.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
    file = BytesIO()
    flat.quantize(255).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
