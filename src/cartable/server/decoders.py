"""Decoders, each built once and by one thread at a time.

msgspec keeps what it learns of a struct before it has learnt all of it: where two threads meet the same
struct for the first time, one may read what is not there yet, and the whole program crashes.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any, Final

import msgspec

_BUILDING: Final = Lock()


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a type, from any thread."""
    with _BUILDING:
        return _built(kind)


@cache
def _built(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
