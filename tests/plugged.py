"""Packages that bring games, as an installer would leave them in a folder: put the folder on the path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def package(site: Path, name: str, files: Mapping[str, str], **groups: str) -> Path:
    """Write a package and its entry points (`games="nim = nim:NIM"`) into a folder, and return the folder."""
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")
    about = site / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    points = "\n".join(f"[cartable.{group}]\n{lines}\n" for group, lines in groups.items())
    (about / "entry_points.txt").write_text(points, encoding="utf-8")
    return site
