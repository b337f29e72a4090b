"""Files other than tables: custom decks, and the layouts of decks' cards."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DECKS: Final = "decks"
DRAWN: Final = "drawn"


class Files:
    """Files in the data folder of a server that shares them with no other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def place(self) -> str:
        """Where they are kept, for messages."""
        return str(self.folder)

    async def fetch(self) -> None:
        """Bring the folder up to date with the other servers; raise Away if they cannot be reached."""

    async def give(self) -> None:
        """Give other servers what changed in the folder; raise Away if they cannot be reached."""

    def close(self) -> None:
        """Close them."""
