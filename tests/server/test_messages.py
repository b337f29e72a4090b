"""The protocol's page and the structs say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from cartable.core import Note, Played
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.schema import HTTP, parts, schema

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL)
TYPES: dict[str, Any] = {
    "client": messages.FromClient,
    "server": messages.FromServer,
    **{struct.__name__: struct for struct in HTTP},
}


@pytest.mark.parametrize(("kind", "example"), EXAMPLES, ids=[f"{i}-{e[0]}" for i, e in enumerate(EXAMPLES)])
def test_every_example_on_the_page_is_what_the_structs_say(kind: str, example: str) -> None:
    decoded = msgspec.json.decode(example, type=TYPES[kind])
    assert msgspec.json.decode(msgspec.json.encode(decoded)) == msgspec.json.decode(example)


def inner(kind: str, example: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what the game itself says in an example, each with its kind."""
    match example:
        case {"type": "play", "move": move}:
            yield "move", move
        case {"type": "ask", "question": question}:
            yield "question", question
        case {"type": "answered", "answer": answer}:
            yield "answer", answer
        case {"type": "game", "sights": sights}:
            for sight in sights:
                yield "view", sight["view"]
                yield from (("event", event) for event in sight["events"])
                yield from (("move", move) for move in sight["moves"] or ())
    if kind == "Replay":
        for frame in example["frames"]:
            yield "view", frame["view"]
            yield "entry", frame["entry"]
            yield from (("event", event) for event in frame["events"])


def understood(name: str, said: list[tuple[str, Any]]) -> bool:
    """Tell whether all of this is what a game says, to the last field."""
    types = parts(GAMES[name])
    played: Any = Played[GAMES[name].move_type]  # type: ignore[misc]
    types["entry"] = played | Note
    try:
        read = [(msgspec.convert(value, types[part]), value) for part, value in said]
    except (msgspec.ValidationError, KeyError):
        return False
    return all(msgspec.json.decode(msgspec.json.encode(one)) == value for one, value in read)


SPOKEN = [(kind, list(inner(kind, msgspec.json.decode(text)))) for kind, text in EXAMPLES]


@pytest.mark.parametrize(("kind", "said"), [(kind, said) for kind, said in SPOKEN if said])
def test_what_the_game_says_in_an_example_is_decoded_to_the_last_field(
    kind: str, said: list[tuple[str, Any]]
) -> None:
    assert any(understood(name, said) for name in GAMES), said


def test_the_examples_show_every_part_of_a_game() -> None:
    shown = {part for _, said in SPOKEN for part, _ in said}
    assert shown == {"move", "event", "view", "question", "answer", "entry"}


def test_every_version_on_the_page_is_the_one_that_is_spoken() -> None:
    read = [(kind, msgspec.json.decode(text)) for kind, text in EXAMPLES]
    said = [(kind, one.get("type"), one["version"]) for kind, one in read if "version" in one]
    where = {("client", "hello"), ("server", "welcome"), ("server", "reload"), ("Shelf", None)}
    assert where <= {(kind, name) for kind, name, _ in said}
    assert {version for *_, version in said} == {messages.VERSION}


def test_every_message_has_an_example_under_its_name() -> None:
    shown = {(kind, msgspec.json.decode(text).get("type")) for kind, text in EXAMPLES}
    for kind in ("client", "server"):
        for struct in get_args(TYPES[kind]):
            assert (kind, struct.__struct_config__.tag) in shown
            assert f"\n### {struct.__struct_config__.tag}\n" in PAGE
    assert {kind for kind, _ in EXAMPLES} == set(TYPES)


def test_a_message_with_an_unknown_field_is_not_understood() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type": "start", "id": 1, "cheat": true}', type=messages.FromClient)


def test_a_message_of_the_server_always_has_all_its_fields() -> None:
    for struct in get_args(messages.FromServer):
        assert all(field.required for field in msgspec.structs.fields(struct))


def test_the_schema_names_every_message_and_the_forms_of_every_game() -> None:
    printed = schema()
    definitions = printed["$defs"]
    for struct in (*get_args(messages.FromClient), *get_args(messages.FromServer), *HTTP):
        assert any(name.endswith(struct.__name__) for name in definitions)
    assert printed["properties"]["version"] == {"const": messages.VERSION}
    for forms in printed["properties"]["games"]["properties"].values():
        assert {"move", "event", "view"} <= set(forms["properties"])
