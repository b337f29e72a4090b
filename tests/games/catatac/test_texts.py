"""Every refusal of this box can be said in both languages."""

from __future__ import annotations

import re
from pathlib import Path

from cartable.games import catatac
from cartable.texts import LANGUAGES, catalogue


def test_every_refusal_has_words_and_no_words_are_left_over() -> None:
    sources = Path(catatac.__file__).parent.rglob("*.py")
    keys = {
        f"refused.{key}"
        for path in sources
        for key in re.findall(r'"(catatac\.[a-z.-]+)"', path.read_text(encoding="utf-8"))
    }
    assert keys == {key for key in catalogue() if key.startswith("refused.catatac.")}
    assert all(getattr(catalogue()[key], language) for key in keys for language in LANGUAGES)
