"""Pictures put together from parts: each part is a piece of SVG, 128 by 128, with holes for colours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template

import msgspec

_PARTS = Path(__file__).parent / "themes" / "parts" / "parts.json"
_MIRROR = "matrix(-1 0 0 1 128 0)"


class Composite(msgspec.Struct, frozen=True):
    """A picture made from parts, named from back to front; a name that ends in `*` is drawn on both sides.

    The colours are those of the fur or shell (a), of lighter parts and wings (b), of what is worn or marked
    (c).
    """

    kind: str
    a: str
    b: str
    c: str
    parts: tuple[str, ...]

    def draw(self) -> str:
        """Return the SVG body; in a part, `$a` is a colour, `$ad` its darker and `$al` its lighter shade."""
        colours = {
            letter + shade: value
            for letter, colour in (("a", self.a), ("b", self.b), ("c", self.c))
            for shade, value in (("", colour), ("d", mixed(colour, 0, 28)), ("l", mixed(colour, 255, 45)))
        }
        return "".join(self._part(name, colours) for name in self.parts)

    def _part(self, name: str, colours: Mapping[str, str]) -> str:
        piece = Template(_parts()[self.kind][name.rstrip("*")]).substitute(colours)
        return f'{piece}<g transform="{_MIRROR}">{piece}</g>' if name.endswith("*") else piece


def mixed(colour: str, grey: int, percent: int) -> str:
    """Return a colour (`#rrggbb`) mixed with this percentage of a grey."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{(channel * (100 - percent) + grey * percent) // 100:02x}" for channel in channels)


@cache
def _parts() -> dict[str, dict[str, str]]:
    return msgspec.json.decode(_PARTS.read_bytes(), type=dict[str, dict[str, str]])
