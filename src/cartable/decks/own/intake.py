"""Pictures from outside, made into plain PNGs: upright, trimmed, small, and free of anything else."""

from __future__ import annotations

import subprocess
import sys
import warnings
from io import BytesIO
from pathlib import Path, PurePosixPath

import msgspec
from PIL import Image, ImageChops, ImageDraw, ImageOps

from cartable.decks.own.archive import files, printable
from cartable.decks.own.draw import BROKEN
from cartable.decks.own.unfit import Unfit
from cartable.decks.own.vector import check_svg

MOST_PIXELS = 64_000_000
SIDE = 768
"""Pictures are scaled down to this many pixels: sharp at 300 dpi on any card."""

_DRAW = Path(__file__).with_name("draw.py")
_SECONDS = 10
_MEMORY = 1 << 30
"""What drawing an SVG may take; usual ones need a fraction of it."""
_LATE = 20
"""After so many seconds by the clock nobody waits for a drawing any longer, busy as the machine may be."""
_KINDS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "jfif": "JPEG", "webp": "WEBP", "svg": "SVG"}
_STARTS = ((b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"))
_HEIC = ("heic", "heif", "hif")
_HEIC_STARTS = (b"ftypheic", b"ftypheix", b"ftypheim", b"ftypheis", b"ftyphevc", b"ftypmif1", b"ftypmsf1")
_FAINT = 16
_CORNER = 10


class Picture(msgspec.Struct, frozen=True):
    """A picture with its name; square, PNG, transparent around what it shows."""

    name: str
    png: bytes


def pictures(source: Path) -> list[Picture]:
    """Take in all pictures of a folder or ZIP; Unfit, with a sentence, at the first that cannot be used."""
    taken: list[Picture] = []
    origins: dict[bytes, str] = {}
    names: set[str] = set()
    for path, content in files(source):
        file = printable(path)
        png = picture(file, content)
        if png in origins:
            raise Unfit("twins", file=file, other=origins[png])
        origins[png] = file
        name = _unused(_name(path), names)
        names.add(name.casefold())
        taken.append(Picture(name, png))
    return taken


def picture(file: str, content: bytes) -> bytes:
    """Take in one picture, whose extension must match its content."""
    ending = PurePosixPath(file).suffix.lower().lstrip(".")
    # Phones write it, also under the name of a JPEG.
    if ending in _HEIC or content[4:12] in _HEIC_STARTS:
        raise Unfit("heic", file=file)
    said = _KINDS.get(ending)
    if said is None:
        raise Unfit("kind", file=file)
    found = _kind(content)
    if found != said:
        raise Unfit("type", file=file, said=said)
    image = _drawn(file, content) if said == "SVG" else _opened(file, content, said)
    return _finished(file, image)


def _kind(content: bytes) -> str | None:
    """Tell what a file is from its first bytes."""
    for start, kind in _STARTS:
        if content.startswith(start):
            return kind
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "WEBP"
    head = content[:2000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return "SVG" if head.startswith(b"<") and b"<svg" in content[:100_000].lower() else None


def _opened(file: str, content: bytes, kind: str) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            with Image.open(BytesIO(content), formats=[kind]) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise Unfit("pixels", file=file, most=MOST_PIXELS // 1_000_000)
                # A JPEG can be read at a fraction of its size at once.
                image.draft("RGB", (SIDE * 2, SIDE * 2))
                upright = ImageOps.exif_transpose(image)
                if upright.mode.startswith("I"):
                    # Sixteen bits of grey: the upper eight are what is seen.
                    upright = upright.convert("I").point(lambda grey: grey * (1 / 256)).convert("L")
                upright.thumbnail((SIDE * 2, SIDE * 2))
                return upright.convert("RGBA")
        except Unfit:
            raise
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise Unfit("pixels", file=file, most=MOST_PIXELS // 1_000_000) from error
        except Exception as error:
            # Broken pictures end in many kinds of errors, down to those of struct and zlib.
            raise Unfit("broken", file=file) from error


def _drawn(file: str, content: bytes) -> Image.Image:
    png = _apart(file, check_svg(file, content))
    try:
        with Image.open(BytesIO(png), formats=["PNG"]) as image:
            image.thumbnail((SIDE * 2, SIDE * 2))
            return image.convert("RGBA")
    except (ValueError, OSError) as error:
        raise Unfit("broken", file=file) from error


def _apart(file: str, svg: str) -> bytes:
    """Draw an SVG in a separate process; if it dies or is late, refuse the SVG with a sentence."""
    command = [sys.executable, "-I", str(_DRAW), str(SIDE * 2), str(_SECONDS), str(_MEMORY)]
    try:
        done = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=_LATE)
    except subprocess.TimeoutExpired as error:
        raise Unfit("svg-costly", file=file) from error
    if done.returncode == BROKEN:
        raise Unfit("broken", file=file)
    if done.returncode:
        raise Unfit("svg-costly", file=file)
    return done.stdout


def _finished(file: str, image: Image.Image) -> bytes:
    """Trim, round the corners of what is a full rectangle, scale, and save the pixels alone."""
    visible = image.getchannel("A").point(lambda alpha: 255 if alpha >= _FAINT else 0).getbbox()
    if visible is None:
        raise Unfit("empty", file=file)
    image = image.crop(visible)
    image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    low, _ = image.getchannel("A").getextrema()
    if low == 255:
        mask = Image.new("L", image.size)
        radius = max(1, min(image.size) // _CORNER)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, image.width - 1, image.height - 1), radius, fill=255)
        image.putalpha(ImageChops.darker(image.getchannel("A"), mask))
    # A fresh canvas: what else the file held (place, camera, name) is not on it.
    side = max(image.size)
    canvas = Image.new("RGBA", (side, side))
    canvas.paste(image, ((side - image.width) // 2, (side - image.height) // 2))
    saved = BytesIO()
    canvas.save(saved, "PNG")
    return saved.getvalue()


def _name(path: str) -> str:
    words = PurePosixPath(path).stem.replace("_", " ").replace("-", " ").split()
    return printable(" ".join(words))[:40].strip().capitalize() or "?"


def _unused(name: str, used: set[str]) -> str:
    """Return the name, with a number where it is taken: two folders may hold a `cat.png` each."""
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} {number}"
    return free
