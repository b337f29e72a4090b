"""Presets: how far a table trusts its clients, and how long it waits for them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from cartable.core import Millis


class Preset(Struct, frozen=True, array_like=True):
    """The numbers of one kind of table; part of the evidence, so that no edit changes an old verdict."""

    name: str
    cap: Millis
    """The most round trip that is ever forgiven (FAIR-5)."""
    bucket: Millis
    """What the spike bucket holds (FAIR-5)."""
    wait: Millis
    """The longest hold (FAIR-6)."""
    false_start: Millis = Millis(150)
    """A reaction under this is no reaction (FAIR-4)."""
    suspicious: Millis = Millis(350)
    """A right call under this is flagged where one has to search (FAIR-4)."""
    tie: Millis = Millis(8)
    """Scores closer than this are a tie (FAIR-8)."""
    freeze: Millis = Millis(1000)
    """How long a false start freezes its seat (FAIR-4)."""


HOME: Final = Preset("home", cap=Millis(80), bucket=Millis(120), wait=Millis(200))
INTERNET: Final = Preset("internet", cap=Millis(250), bucket=Millis(150), wait=Millis(250))
STRICT: Final = Preset("strict", cap=Millis(120), bucket=Millis(0), wait=Millis(150))

PRESETS: Final = {preset.name: preset for preset in (HOME, INTERNET, STRICT)}
