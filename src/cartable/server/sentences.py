"""Messages with a sentence for a person, in their language."""

from __future__ import annotations

from typing import Final

from cartable.core import Refused
from cartable.server import messages
from cartable.texts import Language, refusal, say

AWAY: Final = "the database cannot be reached"


def closing(key: str, language: Language, again: bool) -> messages.Closing:
    """Return the last message to someone."""
    return messages.Closing(key, say(key, language), again)


def unwritable(why: str) -> str:
    """Return the key of the sentence for what keeps the store from writing."""
    if why == AWAY:
        return "error.database"
    # As SQLite, PostgreSQL and the system say it.
    return "error.storage" if "full" in why or "No space" in why else "error.disk"


def error(id: int | None, key: str, language: Language) -> messages.Error:
    """Return the answer to a message that was not understood."""
    return messages.Error(id, key, say(key, language))


def not_allowed(id: int, refused: Refused, language: Language) -> messages.Refused:
    """Return the answer to a request that is not allowed."""
    text = refusal(refused.rule, refused.key, language, refused.values)
    return messages.Refused(id, refused.rule, refused.key, refused.values, text)
