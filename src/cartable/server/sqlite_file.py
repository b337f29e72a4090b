"""The file of a server: its name, its tables, and how it is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

FILE: Final = "cartable.db"
FORM: Final = 4
"""The file's `user_version`."""
SCHEMA: Final = f"""
    CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, used INTEGER NOT NULL);
    CREATE TABLE fresh (
        place INTEGER PRIMARY KEY, home INTEGER NOT NULL, number INTEGER NOT NULL, member INTEGER NOT NULL,
        page INTEGER NOT NULL, request INTEGER NOT NULL, sum INTEGER NOT NULL, entry BLOB NOT NULL
    );
    CREATE TABLE chunks (
        place INTEGER PRIMARY KEY, home INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        rows BLOB NOT NULL
    );
    CREATE UNIQUE INDEX chunks_of ON chunks (home, last);
    CREATE TABLE records (
        id TEXT PRIMARY KEY, home INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        listed BLOB NOT NULL
    );
    CREATE INDEX records_of ON records (home);
    CREATE TABLE marks (home INTEGER PRIMARY KEY, sum INTEGER NOT NULL, mark BLOB NOT NULL);
    CREATE TABLE gone (home INTEGER PRIMARY KEY);
    CREATE TABLE days (day INTEGER PRIMARY KEY);
    PRAGMA user_version = {FORM};
"""
ADDED: Final = """
    CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS tries (
        day INTEGER, key TEXT, home INTEGER NOT NULL, record TEXT NOT NULL, why TEXT, millis INTEGER NOT NULL,
        PRIMARY KEY (day, key)
    );
    CREATE INDEX IF NOT EXISTS tries_by_time ON tries (day, millis) WHERE why = '';
"""
"""What an earlier Cartable of the same form does not know and does not need."""


def connected(file: Path) -> sqlite3.Connection:
    """Open a file; what is committed to it is durable."""
    db = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=5)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except BaseException:
        db.close()
        raise
    return db
