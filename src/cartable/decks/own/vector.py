"""SVG from outside: only drawing, nothing that runs, loads or grows without end."""

from __future__ import annotations

import base64
import binascii
import re
import warnings
from io import BytesIO
from math import isfinite
from xml.etree import ElementTree

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from PIL import Image

from cartable.decks.own.unfit import Unfit

_MOST_BYTES = 4_000_000
_MOST_ELEMENTS = 40_000
_DEEPEST = 200
_LONGEST = 10
"""How many times as long as wide a drawing may be: it is drawn in one width."""
_MOST_PIXELS = 16_000_000
"""How many pixels the pictures inside a drawing may have together."""
_MOST_FILTERS = 24
_MOST_NESTED = 4
"""How many filters there may be, and how many patterns, masks and the like inside each other."""
_ACTIVE = {
    "script", "foreignobject", "iframe", "object", "embed", "audio", "video", "canvas", "handler", "listener",
    "animate", "animatemotion", "animatetransform", "animatecolor", "set", "discard",
}  # fmt: skip
_PICTURE = re.compile(r"data:image/(png|jpe?g|webp);base64,[A-Za-z0-9+/=\s]*\Z")
_ADDRESS = re.compile(r"url\s*\(\s*['\"]?\s*(?!#)|@import|javascript:|expression\s*\(", re.IGNORECASE)
_REFERS = re.compile(r"url\s*\(\s*['\"]?\s*#([^'\")]+?)\s*['\"]?\s*\)", re.IGNORECASE)
_FILTER = re.compile(r"(?:^|[;\s])filter\s*:\s*(?!none)", re.IGNORECASE)
_NUMBER = re.compile(r"\s*([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)\s*[a-zA-Z]*\s*\Z")
_SVG = "{http://www.w3.org/2000/svg}svg"


def check_svg(name: str, content: bytes) -> str:
    """Return the SVG as text, or refuse it with a sentence."""
    if len(content) > _MOST_BYTES:
        raise Unfit("large-file", file=name, most=_MOST_BYTES // 1_000_000)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unfit("broken", file=name) from error
    try:
        root = fromstring(text)
    except DefusedXmlException as error:
        # Entities can be made to grow without end, and to read other files: no drawing needs them.
        raise Unfit("svg-entities", file=name) from error
    except (ElementTree.ParseError, ValueError) as error:
        raise Unfit("broken", file=name) from error
    if root.tag != _SVG:
        raise Unfit("type", file=name, said="SVG")
    for element in root.iter():
        _check_element(name, element)
    _check_shape(name, root)
    _check_growth(name, root)
    _check_pictures(name, root)
    _check_effects(name, root)
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


def _check_shape(name: str, root: ElementTree.Element) -> None:
    """Refuse a drawing that is very long: by its size, or by its view box where it has none."""
    box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    for width, height in (
        (root.get("width"), root.get("height")),
        (box[2:] if len(box) == 4 else (None, None)),
    ):
        sides = [float(found[1]) for side in (width, height) if side and (found := _NUMBER.match(side))]
        if len(sides) == 2 and "%" not in f"{width}{height}":
            short, long = sorted(sides)
            if not (isfinite(long) and short > 0):
                raise Unfit("broken", file=name)
            if long > short * _LONGEST:
                raise Unfit("svg-long", file=name, most=_LONGEST)


def _check_pictures(name: str, root: ElementTree.Element) -> None:
    """Count the pixels of the pictures inside by their headers alone."""
    pixels = 0
    for element in root.iter():
        for key, value in element.attrib.items():
            if _local(key) != "href" or not value.strip().startswith("data:"):
                continue
            try:
                content = base64.b64decode(value.partition(",")[2])
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    with Image.open(BytesIO(content), formats=["PNG", "JPEG", "WEBP"]) as image:
                        pixels += image.width * image.height
            except Image.DecompressionBombError:
                pixels += _MOST_PIXELS + 1
            except (OSError, ValueError, SyntaxError, binascii.Error) as error:
                raise Unfit("broken", file=name) from error
    if pixels > _MOST_PIXELS:
        raise Unfit("pixels", file=name, most=_MOST_PIXELS // 1_000_000)


def _check_effects(name: str, root: ElementTree.Element) -> None:
    """Count filters, and what is inside each other by reference: each level may be drawn many times."""
    known = {element.get("id"): element for element in root.iter() if element.get("id")}
    filters = sum(
        element.get("filter", "none").strip() != "none" or bool(_FILTER.search(element.get("style", "")))
        for element in root.iter()
    ) + sum(
        len(_FILTER.findall(element.text.replace("{", ";")))
        for element in root.iter()
        if _local(element.tag) == "style" and element.text
    )
    if filters > _MOST_FILTERS:
        raise Unfit("svg-effects", file=name)
    depths: dict[int, int] = {}

    def depth(element: ElementTree.Element, above: int) -> int:
        if above > _MOST_NESTED:
            raise Unfit("svg-effects", file=name)
        if id(element) not in depths:
            below = [depth(child, above) for child in element]
            referred = {found for value in element.attrib.values() for found in _REFERS.findall(value)}
            below += [1 + depth(known[found], above + 1) for found in referred if found in known]
            depths[id(element)] = max(below, default=0)
        if above + depths[id(element)] > _MOST_NESTED:
            raise Unfit("svg-effects", file=name)
        return depths[id(element)]

    depth(root, 0)


def _plain(value: str) -> str:
    """Return a style without its comments and escapes, which could hide an address."""
    without = re.sub(r"/\*.*?\*/", "", value, flags=re.DOTALL)
    return re.sub(r"\\([0-9a-fA-F]{1,6})\s?", lambda found: chr(int(found[1], 16) % 0x110000), without)


def _local(tag: object) -> str:
    """Return the name of an element or attribute without its namespace; comments have none."""
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""
