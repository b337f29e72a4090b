"""What a table decides about one input, before any of it is written or told."""

from __future__ import annotations

from msgspec import Struct

from cartable.core import Event, Seat
from cartable.fair import Reveal, Verdict
from cartable.server import messages
from cartable.server.client import Client
from cartable.server.rows import Asked, Row
from cartable.server.store import Finish


class Decision(Struct):
    """Rows to write, and what to tell once they are written."""

    rows: list[Row] = []
    asked: dict[int, Asked] = {}
    """Who asked for some of the rows, by position."""
    events: list[Event] = []
    verdicts: list[Verdict] = []
    expired: list[Seat] = []
    """The seats whose time ran out."""
    answers: list[tuple[Client, messages.Message]] = []
    goodbyes: list[tuple[int, str]] = []
    """Members to disconnect once all this has been told, and the key of the reason."""
    secret: Seat | None = None
    """The only seat that should notice its rows, where nothing happens in the game."""
    table: bool = False
    """Whether anything about the table changed, besides the game."""
    game: bool = False
    """Whether the game looks different though no row says so."""
    reveal: Reveal | None = None
    finish: Finish | None = None
    """The game that ended with this."""

    def owe(self, client: Client, id: int, late: bool = False) -> Asked:
        """Note that the last row was asked for, and answer that it is done or came late."""
        found = Asked(client.member, client.page, id, late)
        self.asked[len(self.rows) - 1] = found
        self.answers.append((client, messages.Late(id) if late else messages.Done(id)))
        return found
