"""The JSON Schema of everything that goes over the wire, for clients in other languages.

`python -m cartable.server.schema` prints it: `version` is the protocol's, `client` and `server` are the
messages of the socket, `http` the bodies of requests and answers, `games` the moves, events, views (and
questions and answers) of every game that ships.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from cartable.core import Rules
from cartable.games import SHIPPED
from cartable.server import messages

HTTP = (
    messages.NewTable,
    messages.Opened,
    messages.PlayOn,
    messages.Chase,
    messages.Challenge,
    messages.Found,
    messages.Shelf,
    messages.Forms,
    messages.Deck,
    messages.Look,
    messages.Listed,
    messages.Nameless,
    messages.Replay,
    messages.Studied,
    messages.KartaWhere,
    messages.KartaTry,
    messages.KartaMove,
    messages.KartaPuzzle,
    messages.TextCheck,
    messages.DayWish,
    messages.DayPage,
    messages.DayTimes,
    messages.Screen,
    messages.ShowTable,
    messages.Shown,
    messages.Problem,
)


def schema() -> dict[str, Any]:
    """Return the schema as one document with shared definitions."""
    types: dict[tuple[str, ...], Any] = {
        ("client",): messages.FromClient,
        ("server",): messages.FromServer,
        **{("http", struct.__name__): struct for struct in HTTP},
    }
    for name, rules in SHIPPED.items():
        types |= {("games", name, part): of for part, of in parts(rules).items()}
    found, definitions = msgspec.json.schema_components(types.values(), ref_template="#/$defs/{name}")
    document = _object()
    document["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    document["title"] = "Cartable"
    _put(document, ("version",), {"const": messages.VERSION})
    for path, of in zip(types, found, strict=True):
        _put(document, path, of)
    document["$defs"] = dict(sorted(definitions.items()))
    return document


def parts(rules: Rules[Any, Any, Any, Any]) -> dict[str, Any]:
    """Return the types of what a game itself sends and is sent, by what the messages call it."""
    found = {"move": rules.move_type, "event": rules.event_type, "view": rules.view_type}
    if rules.question_type is not None:
        found |= {"question": rules.question_type, "answer": rules.answer_type}
    return found


def main() -> None:
    """Print the schema."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(schema()), indent=2) + b"\n")


def _object() -> dict[str, Any]:
    return {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def _put(document: dict[str, Any], path: tuple[str, ...], of: dict[str, Any]) -> None:
    *parents, last = path
    for name in parents:
        if name not in document["properties"]:
            document["properties"][name] = _object()
            document["required"].append(name)
        document = document["properties"][name]
    document["properties"][last] = of
    document["required"].append(last)


if __name__ == "__main__":
    main()
