"""Texts among the options: checked as they come, told by their hash, fetched once, kept by the log."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.core import Seat
from cartable.games.catatac.cards import box, our_text
from cartable.server import messages as m
from cartable.server.longhand import MARK, digest
from tests.server.fakes import FakeHouse, Line, seated
from tests.server.visitors import serving

OWN = our_text().replace("point 1 sardine x2", "point 1 2 sardines\npoint 1")
HASH = digest(OWN)


def configured(line: Line, text: str, **options: Any) -> Any:
    return line.ask(m.Configure, game="catatac", options={"cards": text, **options})


def test_a_text_is_told_by_its_hash_and_stays_when_other_options_change() -> None:
    house = FakeHouse()
    table = house.table("catatac")
    ada, bruno = seated(house, table, 2)
    assert isinstance(configured(ada, OWN), m.Done)
    for line in (ada, bruno):
        assert line.last(m.Table).options["cards"] == HASH
        assert max(map(len, line.raw)) < 2_000
    assert isinstance(configured(ada, HASH, hockey=True), m.Done)
    assert table.book.agreement.options["cards"] == OWN
    assert table.book.agreement.options["hockey"] is True
    # A restart of the server, a game, and another one.
    again = house.again(table)
    assert again.book.agreement.options["cards"] == OWN
    for _ in range(2):
        assert isinstance(ada.ask(m.Start), m.Done)
        game = table.book.game
        assert game
        assert game.setup.options["cards"] == OWN
        assert all(len(message) < 8_000 and b"sardines" not in message[:2_000] for message in ada.raw)
        assert isinstance(ada.ask(m.Abandon), m.Done)
    assert ada.last(m.Table).options["cards"] == HASH
    # The usual cards again.
    assert isinstance(configured(ada, ""), m.Done)
    assert ada.last(m.Table).options["cards"] == ""


@pytest.mark.rule("CTC-20")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        (OWN + "#" * 4096, "setup.long"),
        ("miaow", "catatac.cards.line"),
        (OWN.replace("8 x4", "8 x3"), "catatac.cards.number"),
        (HASH, "table.no-text"),
        (MARK + "0" * 64, "table.no-text"),
        (5, "setup.value"),
    ],
)
def test_a_wrong_text_is_refused_when_it_is_entered_and_changes_nothing(text: Any, key: str) -> None:
    house = FakeHouse()
    table = house.table("catatac")
    (ada,) = seated(house, table, 1)
    rows = table.book.rows
    answer = configured(ada, text)
    assert isinstance(answer, m.Refused)
    assert answer.key == key
    assert len(answer.text) < 400
    assert table.book.rows == rows
    assert ada.last(m.Table).options["cards"] == ""


@pytest.mark.rule("TABLE-5")
def test_only_the_host_enters_a_text() -> None:
    house = FakeHouse()
    table = house.table("catatac")
    _, bruno = seated(house, table, 2)
    answer = configured(bruno, OWN)
    assert isinstance(answer, m.Refused)
    assert answer.rule == "TABLE-5"
    assert table.book.agreement.options["cards"] == ""


def test_bots_play_the_owners_cards_to_the_end() -> None:
    house = FakeHouse()
    table = house.table("catatac", {"cards": OWN})
    (ada,) = seated(house, table, 1)
    assert isinstance(ada.ask(m.Bot, seat=Seat(1), bot="greedy"), m.Done)
    assert isinstance(ada.ask(m.Start), m.Done)
    game = table.book.game
    assert game
    while table.book.under_way:
        move = game.rules.sample(game.state, Seat(0), game.chance())
        # A no that is not told yet is an answer, too (CTC-37).
        if move and not table.book.veiled:
            assert isinstance(ada.play(0, move), m.Done)
        else:
            house.fake.turn(1_000)
    assert table.book.result
    assert table.book.result.why == "played"


def test_over_http_a_text_is_checked_by_line_and_fetched_by_its_hash(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:

            async def check(**asked: str) -> list[m.Hindrance]:
                wanted = {"game": "catatac", "option": "cards", "text": "", **asked}
                async with served.http.post(f"{served.url}/api/check", json=wanted) as answer:
                    assert answer.status == 200, await answer.text()
                    return msgspec.json.decode(await answer.read(), type=list[m.Hindrance])

            assert await check(text=OWN) == []
            assert [(flaw.key, flaw.values["line"]) for flaw in await check(text="1 x4\nmiaow\n\npurr")] == [
                ("catatac.cards.line", 2),
                ("catatac.cards.line", 4),
            ]
            assert [flaw.key for flaw in await check(text="#" * 5_000)] == ["setup.long"]
            assert [flaw.key for flaw in await check(option="colour")] == ["setup.option"]
            async with served.http.post(
                f"{served.url}/api/check", json={"game": "chess", "option": "", "text": ""}
            ) as answer:
                assert answer.status == 409

            wanted = {"game": "catatac", "options": {"cards": OWN}}
            async with served.http.post(f"{served.url}/api/tables", json=wanted) as answer:
                opened = msgspec.json.decode(await answer.read(), type=m.Opened)
            at = f"{served.url}/api/tables/{opened.code}/texts/"
            async with served.http.get(at + HASH) as answer:
                assert answer.status == 200
                assert await answer.text() == OWN
                assert "immutable" in answer.headers["Cache-Control"]
                assert answer.headers["Content-Type"].startswith("text/plain")
            async with served.http.get(at + digest("miaow")) as answer:
                assert answer.status == 404

    asyncio.run(scene())


def test_the_owners_cards_are_a_box() -> None:
    assert len(box(OWN).paws()) == 58
