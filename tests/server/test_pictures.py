"""The pictures of decks over HTTP: themes, custom decks, and what is kept of them."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import msgspec

from cartable.core import DeckSpec
from cartable.decks.drawings import Drawings
from cartable.decks.own import OwnDeck, Shelf
from cartable.decks.own.making import make
from cartable.designs import deck
from cartable.server import messages as m
from cartable.server.limits import OPENED_A_MINUTE
from cartable.server.pictures import OWN, Drawn, Pictures
from tests.server.test_http import Get, bearer, key, over_http
from tests.server.visitors import STILL, Served, Visitor

THIRTEEN = ["sun", "moon", "star", "rain", "snow", "wind", "fog", "hail", "frost", "dew", "ice", "sea", "sky"]


def words(tmp_path: Path, name: str = "Weather", count: int = 13) -> OwnDeck:
    """Make a deck of words."""
    (tmp_path / "words.txt").write_text("\n".join(THIRTEEN[:count]), "utf-8")
    return make(name, None, tmp_path / "words.txt").deck


def shelf(tmp_path: Path) -> Shelf:
    """Return the shelf of a server whose folder this is."""
    return Shelf(tmp_path / "decks")


async def looks(get: Get) -> dict[str, m.Look]:
    status, body, headers = await get("/api/themes")
    assert status == 200
    assert headers["Cache-Control"] == "no-cache"
    return {look.en: look for look in msgspec.json.decode(body, type=list[m.Look])}


def test_themes_are_listed_with_the_largest_deck_that_they_are_enough_for(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        found = {look.name: (look.order, look.cards, look.own) for look in (await looks(get)).values()}
        assert found == {
            "everyday": (11, 133, False),
            "island": (8, 73, False),
            "backyard": (7, 57, False),
            "insects": (5, 31, False),
        }

    over_http(tmp_path, scene)


def test_a_theme_comes_with_its_pictures_names_and_places_for_good(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        status, body, headers = await get("/api/decks/3/10/insects")
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
        drawn = msgspec.json.decode(body, type=Drawn)
        assert len(drawn.emblems) == 13
        assert all(sticker.picture.startswith("<svg") and sticker.fr for sticker in drawn.emblems)
        cards = [sorted(place.symbol for place in card) for card in drawn.cards]
        assert cards == [sorted(deck(3, 10).symbols(card)) for card in deck(3, 10).cards]

    over_http(tmp_path, scene)


def test_pictures_that_cannot_be_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        for path in ("7/55/insects", "6/43/everyday", "3/99/everyday", "127/3/everyday", "3/13/nowhere"):
            status, body, _ = await get(f"/api/decks/{path}")
            assert (status, key(body)) == (404, "error.no-deck"), path

    over_http(tmp_path, scene)


def test_a_deck_of_ones_own_is_listed_and_sent_like_a_theme(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        assert "Weather" not in await looks(get)
        shelf(tmp_path).add(words(tmp_path))
        look = (await looks(get))["Weather"]
        assert (look.order, look.cards, look.own) == (3, 13, True)
        status, body, headers = await get(f"/api/decks/3/13/{look.name}")
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
        drawn = msgspec.json.decode(body, type=Drawn)
        assert [sticker.en for sticker in drawn.emblems] == THIRTEEN
        assert drawn.cards == words(tmp_path).pack().drawing.cards
        assert all("data:image/webp" in sticker.picture for sticker in drawn.emblems)
        fewer = msgspec.json.decode((await get(f"/api/decks/2/7/{look.name}"))[1], type=Drawn)
        assert [sticker.en for sticker in fewer.emblems] == THIRTEEN[:7]
        assert (await get(f"/api/decks/7/55/{look.name}"))[0] == 404

    over_http(tmp_path, scene)


def test_an_own_deck_keeps_its_name_on_the_wire_when_it_is_renamed_or_put_back(tmp_path: Path) -> None:
    own = shelf(tmp_path)
    own.add(words(tmp_path))
    wire = own.kept()[0].key
    own.rename("Weather", "Sky")
    own.export("Sky", tmp_path / "sky.cartable")
    assert [one.key for one in own.kept()] == [wire]
    own.delete("Sky")
    assert own.kept() == []
    own.take_in(tmp_path / "sky.cartable")
    assert [(one.name, one.key) for one in own.kept()] == [("Sky", wire)]
    own.add(words(tmp_path, "Other", 7))
    assert own.kept()[0].key != wire


def test_a_file_that_is_no_deck_does_not_hide_the_others(tmp_path: Path) -> None:
    own = shelf(tmp_path)
    own.add(words(tmp_path))
    (tmp_path / "decks" / "Broken.cartable").write_bytes(b"no deck at all")
    assert own.names() == ["Broken", "Weather"]
    assert [one.name for one in own.kept()] == ["Weather"]


def test_a_game_with_an_own_deck_is_played_and_its_record_outlives_the_deck(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        shelf(tmp_path).add(words(tmp_path))
        look = (await looks(get))["Weather"]
        opened = await served.open(
            "spot/practice", options={"rounds": 3}, deck=DeckSpec(look.order, look.cards), theme=look.name
        )
        ada = Visitor(served, opened.code, (0,), 1, opened.token)
        async with asyncio.TaskGroup() as group:
            group.create_task(ada.play())
            await ada.seated()
            assert ada.table
            assert ada.table.theme == look.name
            shelf(tmp_path).delete("Weather")
            await ada.ask(m.Start)
        path = f"/api/tables/{opened.code}/records"
        (listed,) = msgspec.json.decode(
            (await get(path, headers=bearer(opened.token)))[1], type=list[m.Listed]
        )
        record = msgspec.json.decode((await get(f"/api/records/{listed.record}"))[1])
        assert record["setup"]["deck"] == {"order": 3, "cards": 13}
        assert (await get(f"/api/records/{listed.record}/replay"))[0] == 200

    over_http(tmp_path, scene, speed=8)


def test_a_deck_that_was_deleted_is_told_in_a_sentence_and_comes_back_with_its_file(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        own = shelf(tmp_path)
        own.add(words(tmp_path))
        path = f"/api/decks/3/13/{(await looks(get))['Weather'].name}"
        own.export("Weather", tmp_path / "weather.cartable")
        own.delete("Weather")
        status, body, _ = await get(path, headers={"Accept-Language": "fr"})
        problem = msgspec.json.decode(body, type=m.Problem)
        assert (status, problem.key) == (404, "error.deck-gone")
        assert "Rien n’est perdu" in problem.text
        own.take_in(tmp_path / "weather.cartable")
        assert (await get(path))[0] == 200
        own.delete("Weather")
        assert (await get(path))[0] == 200, "who comes back to a game still gets what is in memory"

    over_http(tmp_path, scene)


def test_an_address_may_ask_for_what_is_drawn_as_often_as_it_likes(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        for _ in range(OPENED_A_MINUTE + 5):
            assert (await get("/api/decks/2/7/insects"))[0] == 200
        answers = [(await get(f"/api/decks/2/7/{number}"))[0] for number in range(OPENED_A_MINUTE + 5)]
        assert answers[0] == 404
        assert answers[-1] == 429

    over_http(tmp_path, scene, speed=STILL)


def test_only_what_was_asked_for_last_is_kept(tmp_path: Path) -> None:
    async def scene() -> None:
        pictures = Pictures(shelf(tmp_path), Drawings(), most=1)
        first = await pictures.drawn("insects", 2, 7)
        assert pictures.kept("insects", 2, 7) == first
        second = await pictures.drawn("insects", 2, 6)
        assert pictures.kept("insects", 2, 7) is None
        assert pictures.kept("insects", 2, 6) == second
        assert first
        assert second
        both = Pictures(shelf(tmp_path), Drawings(), most=len(first) + len(second))
        await both.drawn("insects", 2, 7)
        await both.drawn("insects", 2, 6)
        assert both.kept("insects", 2, 7) == first
        await both.drawn("insects", 2, 5)
        assert both.kept("insects", 2, 6) is None, "it was asked for longest ago"
        assert both.kept("insects", 2, 7) == first

    asyncio.run(scene())


def test_those_who_ask_at_once_get_one_and_the_same_drawing(tmp_path: Path) -> None:
    async def scene() -> None:
        pictures = Pictures(shelf(tmp_path), Drawings())
        one, other = await asyncio.gather(*(pictures.drawn("insects", 2, 7) for _ in range(2)))
        assert one is other
        assert one
        assert len(msgspec.json.decode(gzip.decompress(one), type=Drawn).cards) == 7
        assert await pictures.drawn(OWN + "0" * 20, 2, 7) is None

    asyncio.run(scene())
