"""Everything happens to a table at once, for every game; `tests/server/chaos.py` says what, and goes on."""

from __future__ import annotations

import pytest

from cartable.games import GAMES
from tests.server.chaos import run


@pytest.mark.parametrize("game", GAMES)
def test_book_log_and_screens_agree_whatever_happens(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whatever is read again is read from a mark, and compared with the whole log.
    monkeypatch.setattr("cartable.server.herald.EVERY", 7)
    chaos = run(game, seed=2, steps=500)
    rows = b"".join(chaos.store.logs[1])
    # It did happen: somebody came, a game was begun, and moves were made in it.
    assert all(rows.count(b'{"type":"%s"' % kind) for kind in (b"came", b"began", b"played"))
    assert chaos.again
