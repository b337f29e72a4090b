"""The protocol's page and the structs say the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from cartable.server import messages
from cartable.server.schema import HTTP, schema

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
    for forms in printed["properties"]["games"]["properties"].values():
        assert {"move", "event", "view"} <= set(forms["properties"])
