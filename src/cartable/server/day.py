"""The deck of the day: the same cards for everybody on this server (TABLE-16), and one try that counts."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from msgspec.structs import replace

from cartable.analysis import run
from cartable.core import Seat
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.records import recorded
from cartable.server.rows import Agreement, Daily, Resumed, Row, Sat, decode
from cartable.server.store import DayTry, Filed
from cartable.texts import LANGUAGES, Language, say

GAME: Final = "spot/tower"
MOST_TRIES: Final = 10_000
"""How many tries count each day; later ones are for fun, so that nobody can fill the disk."""
MOST_LISTED: Final = 100
NO_TIME: Final = messages.DayTimes(0, (), "given-up")
KEPT: Final = 30
"""How many days the lists are kept."""


def secret_of(server: str, day: int) -> str:
    """Return the secret of a day's deck; it reveals nothing about any other day."""
    return _derived(server, b"deck %d" % day, 32)


def key_of_device(server: str, day: int, device: str) -> str:
    """Return the name a device goes by for one day: the next day nobody can tell it is the same one."""
    return _derived(server, b"device %d %s" % (day, device.encode()), 16)


def token_of(server: str, day: int, device: str) -> str:
    """Return the token that brings a device back to its counted try, however often it asks."""
    return _derived(server, b"token %d %s" % (day, device.encode()), 16)


def agreed(day: int, key: str, counted: bool) -> Agreement:
    """Return what is played on a day."""
    setup = GAMES[GAME].info.setup(1)
    on = Daily(day, key, counted)
    # Strangers compare times here: no more is believed than on the internet (FAIR-5).
    terms = messages.Terms(fairness="internet")
    return Agreement(GAME, setup.options, setup.deck, "", terms, day=on)


def alone(member: int) -> list[Row]:
    """Return the row that seats whoever tries."""
    return [Sat(Seat(0), member, "")]


def names_of(key: str) -> dict[Language, str]:
    """Return somebody's name in the list: made up, the same for every reader, never typed."""
    number = int(key, 16)
    found: dict[Language, str] = {}
    for language in LANGUAGES:
        animals, words = (say(f"guise.{kind}", language).split(", ") for kind in ("animals", "words"))
        animal, word = animals[number % len(animals)], words[number // len(animals) % len(words)]
        found[language] = say("guise.name", language, animal=animal, word=word)
    return found


def times(filed: Filed) -> messages.DayTimes:
    """Return how long a try took, from its record, and why it is not listed (TABLE-17)."""
    found = run(recorded(filed.rows, filed.listed.result))
    if found is None:
        return NO_TIME
    why: messages.Unlisted = "" if found.verified else "unverified"
    if any(isinstance(decode(row), Resumed) for row in filed.rows):
        # The table's clock had stopped meanwhile, and whoever had seen the card had time to think.
        why = "interrupted"
    if filed.listed.finished >= filed.listed.sealed:
        why = "late"  # The secret was published before it ended.
    return messages.DayTimes(found.total, found.splits, why)


def measured(tried: DayTry, filed: Filed | None) -> DayTry:
    """Return a try with its time; one whose record was deleted is not listed."""
    try:
        found = times(filed) if filed else NO_TIME
    except ValueError:
        # Rules that have changed since, or rows that were damaged: the others' times are shown all the same.
        found = NO_TIME
    return replace(tried, why=found.why, millis=found.millis)


def _derived(server: str, what: bytes, size: int) -> str:
    return blake2b(what, key=bytes.fromhex(server), digest_size=size).hexdigest()
