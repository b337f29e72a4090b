"""SVG from outside: only drawing, nothing that runs, loads or grows without end."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from cartable.decks.own.unfit import Unfit

_MOST_BYTES = 4_000_000
_MOST_ELEMENTS = 40_000
_DEEPEST = 200
_ACTIVE = {
    "script", "foreignobject", "iframe", "object", "embed", "audio", "video", "canvas", "handler", "listener",
    "animate", "animatemotion", "animatetransform", "animatecolor", "set", "discard",
}  # fmt: skip
_PICTURE = re.compile(r"data:image/(png|jpe?g|webp);base64,[A-Za-z0-9+/=\s]*\Z")
_ADDRESS = re.compile(r"url\s*\(\s*['\"]?\s*(?!#)|@import|javascript:|expression\s*\(", re.IGNORECASE)
_SVG = "{http://www.w3.org/2000/svg}svg"


def check_svg(name: str, content: bytes) -> str:
    """Return the SVG as text, or refuse it with a sentence."""
    if len(content) > _MOST_BYTES:
        raise Unfit("large-file", file=name, most=_MOST_BYTES // 1_000_000)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unfit("broken", file=name) from error
    # Entities can be made to grow without end, and to read other files: no drawing needs them.
    if re.search(r"<!(DOCTYPE\s[^>]*\[|ENTITY)", text, re.IGNORECASE):
        raise Unfit("svg-entities", file=name)
    try:
        root = ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>\[]*>", "", text, count=1, flags=re.IGNORECASE))
    except (ElementTree.ParseError, ValueError) as error:
        raise Unfit("broken", file=name) from error
    if root.tag != _SVG:
        raise Unfit("type", file=name, said="SVG")
    for element in root.iter():
        _check_element(name, element)
    _check_growth(name, root)
    return ElementTree.tostring(root, encoding="unicode")


def _check_element(name: str, element: ElementTree.Element) -> None:
    tag = _local(element.tag)
    if tag in _ACTIVE:
        raise Unfit("svg-script", file=name)
    if tag == "style" and _ADDRESS.search(_plain(element.text or "")):
        raise Unfit("svg-outside", file=name)
    for key, value in element.attrib.items():
        attribute = _local(key)
        if attribute.startswith("on"):
            raise Unfit("svg-script", file=name)
        if attribute == "href" and not _may_refer(tag, value):
            raise Unfit("svg-outside", file=name)
        if attribute in ("src", "base") or (attribute != "href" and _ADDRESS.search(_plain(value))):
            raise Unfit("svg-outside", file=name)


def _may_refer(tag: str, value: str) -> bool:
    """Return whether a reference stays within the drawing; links to click lead out of it."""
    value = value.strip()
    if tag in ("image", "feimage"):
        return value.startswith("#") or bool(_PICTURE.match(value))
    return value.startswith("#")


def _check_growth(name: str, root: ElementTree.Element) -> None:
    """Count the elements as they are drawn: `use` draws others again, and can do so a billion times."""
    known = {element.get("id"): element for element in root.iter() if element.get("id")}
    counted: dict[int, int] = {}

    def count(element: ElementTree.Element, depth: int) -> int:
        if depth > _DEEPEST:
            raise Unfit("svg-large", file=name)
        if id(element) in counted:
            return counted[id(element)]
        total = 1 + sum(count(child, depth + 1) for child in element)
        for key, value in element.attrib.items():
            if _local(key) == "href" and value.strip()[1:] in known:
                total += count(known[value.strip()[1:]], depth + 1)
        if total > _MOST_ELEMENTS:
            raise Unfit("svg-large", file=name)
        counted[id(element)] = total
        return total

    count(root, 0)


def _plain(value: str) -> str:
    """Return a style without its comments and escapes, which could hide an address."""
    without = re.sub(r"/\*.*?\*/", "", value, flags=re.DOTALL)
    return re.sub(r"\\([0-9a-fA-F]{1,6})\s?", lambda found: chr(int(found[1], 16) % 0x110000), without)


def _local(tag: object) -> str:
    """Return the name of an element or attribute without its namespace; comments have none."""
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""
