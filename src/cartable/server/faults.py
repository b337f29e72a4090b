"""What went wrong, for a log: where, and never what an exception says; that may be a hand or an address."""

from __future__ import annotations

import traceback


def trace(fault: BaseException) -> str:
    """Return the lines of code that an exception passed, and its kind."""
    lines = traceback.format_list(traceback.extract_tb(fault.__traceback__))
    return "".join((*lines, type(fault).__name__))
