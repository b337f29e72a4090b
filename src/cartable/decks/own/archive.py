"""Archives and folders from outside: their files, one by one, none of them trusted."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from cartable.decks.own.unfit import Unfit

LARGEST_FILE = 40_000_000
LARGEST_SUM = 400_000_000
MOST_FILES = 1000

_JOINER = "\N{ZERO WIDTH JOINER}"
"""Joins several emoji into one; invisible itself."""
_HIDDEN = ("__MACOSX", "Thumbs.db", "desktop.ini")


def files(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file of a folder or ZIP, in the order of their names."""
    if source.is_dir():
        return _folder(source)
    if not source.is_file():
        raise Unfit("missing", path=str(source))
    return zipped(source)


def zipped(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file of a ZIP; refuse one that lies about them."""
    try:
        archive = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, OSError) as error:
        raise Unfit("not-zip", file=source.name) from error
    with archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        for entry in entries:
            _check_entry(entry)
        shown = sorted(
            (entry for entry in entries if _shown(entry.filename)), key=lambda entry: entry.filename
        )
        if len(shown) > MOST_FILES:
            raise Unfit("many-files", most=MOST_FILES)
        total = 0
        for entry in shown:
            content = _unpacked(archive, entry)
            total += len(content)
            if total > LARGEST_SUM:
                raise Unfit("bomb", file=source.name)
            yield entry.filename, content


def _folder(source: Path) -> Iterator[tuple[str, bytes]]:
    paths = [path for path in sorted(source.rglob("*")) if _shown(path.relative_to(source).as_posix())]
    inside = [path for path in paths if path.is_symlink() or not path.is_dir()]
    if len(inside) > MOST_FILES:
        raise Unfit("many-files", most=MOST_FILES)
    for path in inside:
        name = path.relative_to(source).as_posix()
        # A link may lead anywhere, and a pipe or device never ends.
        if path.is_symlink() or not path.is_file():
            raise Unfit("link", file=name)
        if path.stat().st_size > LARGEST_FILE:
            raise Unfit("large-file", file=name, most=LARGEST_FILE // 1_000_000)
        yield name, path.read_bytes()


def _check_entry(entry: zipfile.ZipInfo) -> None:
    name = entry.orig_filename
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in name or "\0" in name:
        raise Unfit("climbs", file=printable(name))
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise Unfit("link", file=printable(name))
    if entry.flag_bits & 1:
        raise Unfit("locked", file=printable(name))


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Unpack no more than is allowed, whatever size the entry claims."""
    name = printable(entry.filename)
    if entry.file_size > LARGEST_FILE:
        raise Unfit("large-file", file=name, most=LARGEST_FILE // 1_000_000)
    try:
        with archive.open(entry) as opened:
            content = opened.read(LARGEST_FILE + 1)
    except Exception as error:
        # Broken archives end in many kinds of errors: of zlib, lzma, struct, and those of zipfile.
        raise Unfit("broken", file=name) from error
    if len(content) > LARGEST_FILE:
        raise Unfit("large-file", file=name, most=LARGEST_FILE // 1_000_000)
    return content


def _shown(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return not any(part.startswith(".") or part in _HIDDEN for part in parts)


def printable(name: str) -> str:
    """Return a name from outside, safe to show: without control characters, and not too long."""
    return "".join(sign if sign.isprintable() or sign == _JOINER else "?" for sign in name)[:80]
