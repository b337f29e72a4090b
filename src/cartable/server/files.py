"""The files beside the tables: custom decks, and where symbols lie on the cards of decks."""

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
        """Where they are kept, to be told."""
        return str(self.folder)

    async def fetch(self) -> None:
        """Bring the folder to what other servers have; raise Away where that cannot be known now."""

    async def give(self) -> None:
        """Let other servers have what has changed in the folder; raise Away where they cannot now."""

    def close(self) -> None:
        """Have done with them."""
