"""A record: one game as JSON, from which it always replays exactly."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Generic

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from cartable.core.game import Game, Note, Played
from cartable.core.result import Result
from cartable.core.rules import E, M, Rules, S, V
from cartable.core.setup import Setup
from cartable.core.shuffle import Shuffle, commitment

FORMAT = 1
"""The version of the record's own form; a game's `version` is that of its rules."""
MOST_ENTRIES = 20_000
"""The most entries in the log of a record that is replayed, wherever it is from."""


class Header(Struct, frozen=True):
    """The rules that a record names."""

    cartable: int
    game: str
    version: int


class Record(Struct, Generic[M], frozen=True, omit_defaults=True):
    """Everything needed to replay a game."""

    cartable: int
    game: str
    version: int
    setup: Setup
    seed: str
    log: list[Played[M] | Note]
    result: Result | None
    shuffle: Shuffle | None = None
    """What the seed is made of; missing where a server or a program chose the seed alone."""
    position: str = ""
    """Where it began, if not with a deal (TABLE-13)."""

    @property
    def commitment(self) -> str:
        """The hash that the server gave before its game began (TABLE-12)."""
        return commitment(self.shuffle.secret if self.shuffle else self.seed)


class OtherVersion(ValueError):
    """A game cannot be replayed here: it needs another version of its rules."""

    def __init__(self, game: str, needs: int, has: int) -> None:
        super().__init__(game, needs, has)
        self.game = game
        self.needs = needs
        """The version that the game was played with."""
        self.has = has
        """The version of the rules here."""

    def __str__(self) -> str:
        return f"it needs version {self.needs} of {self.game}; these rules are version {self.has}"


def record(game: Game[S, M, E, V]) -> Record[M]:
    """Return the record of a game, finished or not."""
    info = game.rules.info
    return Record(
        FORMAT,
        info.name,
        info.version,
        game.setup,
        game.seed.hex(),
        list(game.log),
        game.result,
        position=game.began_at,
    )


def encode(record: Record[M]) -> bytes:
    """Return the record as JSON, one entry of the log on a line."""
    log = b",\n".join(map(msgspec.json.encode, record.log))
    frame = msgspec.json.encode(replace(record, log=[]))
    return frame.replace(b'"log":[]', b'"log":[\n' + log + b"\n]", 1) + b"\n"


def decode(text: bytes, rules: Mapping[str, Rules[Any, Any, Any, Any]]) -> Record[Any]:
    """Read a record of one of these games; raise ValueError where it is none.

    The moves of a version that its rules do not play stay undecoded, each a `Raw`.
    """
    try:
        text = text.removeprefix(BOM_UTF8)  # Some editors write it.
        header = msgspec.json.decode(text, type=Header)
        if header.cartable != FORMAT:
            raise ValueError(f"the record has form {header.cartable}, this program reads form {FORMAT}")
        if header.game not in rules:
            raise ValueError(f"the record is of {header.game!r}, which is none of: {', '.join(rules)}")
        found: Record[Any] = _decoder(rules[header.game], header.version).decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"this is not a record: {error}") from error
    return found


def begun(record: Record[M], rules: Rules[S, M, E, V]) -> Game[S, M, E, V]:
    """Return a record's game as it began; raise ValueError if the seed does not follow from its parts.

    Where the rules do not play its version, the error is OtherVersion.
    """
    if not rules.info.plays(record.version):
        raise OtherVersion(record.game, record.version, rules.info.version)
    seed = bytes.fromhex(record.seed)
    if record.shuffle and record.shuffle.seed != seed:
        raise ValueError("the seed is not made of the secret and the numbers that the record names")
    return Game(rules, record.setup, seed, record.position)


def replay(record: Record[M], rules: Rules[S, M, E, V]) -> Game[S, M, E, V]:
    """Replay a record; raise ValueError if it does not lead to its own result.

    Where the rules do not play its version, the error is OtherVersion.
    """
    *_, (game, _, _) = steps(record, rules)
    return game


def steps(
    record: Record[M], rules: Rules[S, M, E, V]
) -> Iterator[tuple[Game[S, M, E, V], Played[M] | Note | None, tuple[E, ...]]]:
    """Replay a record: yield the game after each entry, the opening first, and what happened.

    It raises what `replay` does.
    """
    game = begun(record, rules)
    yield game, None, ()
    for entry in record.log:
        yield game, entry, game.repeat(entry)
    if game.log != record.log or game.result != record.result:
        raise ValueError("the record does not replay to what it says: it was changed, or the rules were")


def _decoder(rules: Rules[Any, Any, Any, Any], version: int) -> msgspec.json.Decoder[Record[Any]]:
    return _reading(rules.move_type if rules.info.plays(version) else Raw)


@cache
def _reading(move: Any) -> msgspec.json.Decoder[Record[Any]]:
    return msgspec.json.Decoder(Record[move])
