"""Files other than tables: custom decks, and where symbols lie on the cards of decks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DECKS: Final = "decks"
DRAWN: Final = "drawn"


class Files:
    """Files in the folder where everything is kept: what is there is all there is."""

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
