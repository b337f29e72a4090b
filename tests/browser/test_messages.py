"""The client's types are made from the server's schema, which is kept next to them."""

from __future__ import annotations

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

from cartable.server.schema import schema

KEPT = Path(__file__).parents[2] / "web" / "messages.schema.json"


def test_the_schema_that_the_client_is_built_from_is_that_of_the_server() -> None:
    remedy = (
        "run `python -m cartable.server.schema > web/messages.schema.json`, then `npm run messages` in web/"
    )
    assert plain(json.loads(KEPT.read_text("utf-8"))) == plain(schema()), remedy


def plain(value: Any) -> Any:
    """Return a schema whose descriptions do not depend on how a version of Python indents docstrings."""
    if isinstance(value, dict):
        return {
            key: cleandoc(part) if key == "description" and isinstance(part, str) else plain(part)
            for key, part in value.items()
        }
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value
