"""The lock of a data folder: one server at a time."""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from cartable.server.store import Unwritable

LOCK: Final = "cartable.lock"


def claimed(folder: Path) -> ExitStack:
    """Lock a folder until it is released; raise Unwritable if another server has it.

    Held as long as the process lives: two servers on one folder would write over each other.
    """
    try:
        with ExitStack() as held:
            lock = sqlite3.connect(folder / LOCK, isolation_level=None, timeout=0, check_same_thread=False)
            held.callback(lock.close)
            lock.execute("BEGIN EXCLUSIVE")
            held.enter_context(_locked(folder))
            return held.pop_all()
    except BlockingIOError as error:
        raise Unwritable(str(error), "serve.running", folder=str(folder)) from error
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        raise Unwritable(str(error), "serve.running", folder=str(folder)) from error


def _locked(folder: Path) -> ExitStack:
    """Lock the folder itself where the system can: a lock file could be deleted, and then locked again."""
    held = ExitStack()
    try:
        import fcntl
    except ImportError:  # Windows deletes no file that is open.
        return held
    number = os.open(folder, os.O_RDONLY)
    held.callback(os.close, number)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        held.close()
        raise BlockingIOError(error.errno, "another server uses this folder") from error
    return held
