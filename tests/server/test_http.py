"""The server over HTTP: tables, decks and records, and everything it does not let through."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import WSServerHandshakeError

from cartable import plugins, texts
from cartable.core import DeckSpec, Seat
from cartable.designs import deck
from cartable.server import messages as m
from cartable.server.limits import GUESSES_A_MINUTE, OPENED_A_MINUTE, REPLAYED_A_MINUTE
from cartable.server.outside import LARGEST
from cartable.server.routes import page, records
from cartable.server.routes.replies import qr
from cartable.texts import rulebook
from tests.recorded import newest
from tests.server.visitors import ADMIN, STILL, Served, Visitor, serving

Get = Callable[..., Awaitable[tuple[int, bytes, dict[str, str]]]]


def over_http(tmp_path: Path, scene: Callable[[Served, Get], Awaitable[None]], **settings: Any) -> None:
    """Run a scene with a server, and a short way to ask it."""

    async def run() -> None:
        async with serving(tmp_path, **settings) as served:

            async def get(path: str, method: str = "GET", **fields: Any) -> tuple[int, bytes, dict[str, str]]:
                async with served.http.request(method, served.url + path, **fields) as answer:
                    return answer.status, await answer.read(), dict(answer.headers)

            await scene(served, get)

    asyncio.run(run())


def key(body: bytes) -> str:
    return msgspec.json.decode(body, type=m.Problem).key


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_the_protocols_page_lists_every_address(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    table = re.search(r"^## HTTP$.*?^\|---?\|---?\|\n(.*?)\n\n", page, re.DOTALL | re.MULTILINE)
    assert table is not None
    listed = [
        (method, re.sub(r"\b[A-Z]+\b", "*", path))
        for row in table[1].splitlines()
        for method, path in re.findall(r"`([A-Z]+) (/[^`?]*)[^`]*`", row.split("|")[1])
    ]

    async def scene(served: Served, get: Get) -> None:
        answered = {
            (route.method, re.sub(r"\{[^}]*\}", "*", route.resource.canonical))
            for route in served.server.app().router.routes()
            if route.resource is not None and route.method not in {"HEAD", "*"}
        }
        pages = {("GET", "/"), ("GET", "/t/*")}
        assert ("GET", "/api/day") in answered
        assert len(set(listed)) == len(listed)
        assert set(listed) - pages == answered - {("GET", "/*")}

    over_http(tmp_path, scene)


def test_a_game_of_another_package_brings_its_words_its_rules_and_its_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kim"
    (folder / "rules" / "fr").mkdir(parents=True)
    (folder / "texts.json").write_text('{"game.kim": {"en": "Kim’s game", "fr": "Le jeu de Kim"}}', "utf-8")
    (folder / "rules" / "kim.md").write_text("| KIM-1 | Look. |\n", "utf-8")
    (folder / "rules" / "fr" / "kim.md").write_text("| KIM-1 | Regardez. |\n", "utf-8")
    kept = (texts.catalogue, texts.brought, rulebook.brought_rules, rulebook._brought)
    monkeypatch.setattr(plugins, "folders", lambda: (folder,))
    for one in kept:
        one.cache_clear()

    async def scene(served: Served, get: Get) -> None:
        shelf = msgspec.json.decode((await get("/api/games"))[1], type=m.Shelf)
        assert shelf.texts == {"game.kim": {"en": "Kim’s game", "fr": "Le jeu de Kim"}}
        assert b"Look." in (await get("/api/rules/kim/en"))[1]
        assert b"Regardez." in (await get("/api/rules/kim/fr"))[1]
        assert (await get("/api/rules/karta/en"))[0] == 404
        assert (await get("/api/rules/kim/de"))[0] == 404
        assert rulebook.brought_rules("fr")["KIM-1"].page == "kim"
        told = msgspec.json.decode((await get("/api/forms/spot/tower"))[1], type=m.Forms)
        assert told.view.shapes == ("SpotView",)
        assert key((await get("/api/forms/spot/none"))[1]) == "error.no-game"

    over_http(tmp_path, scene)
    for one in kept:
        one.cache_clear()


def test_the_shelf_shows_every_game_and_decks_show_every_card(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        shelf = msgspec.json.decode((await get("/api/games"))[1], type=m.Shelf)
        assert {info.box for info in shelf.games} == set(shelf.bots)
        status, body, headers = await get("/api/decks/7/55")
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
        found = msgspec.json.decode(body, type=m.Deck)
        assert found.cards == tuple(deck(7, 55).symbols(card) for card in deck(7, 55).cards)
        for path in ("/api/decks/6/43", "/api/decks/7/99", "/api/decks/100000/3"):
            assert (await get(path))[0] == 404

    over_http(tmp_path, scene)


def test_a_table_is_opened_found_and_forgotten(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        opened = await served.open(name="Ada")
        assert opened.link == f"{served.url}/t/{opened.code}"
        found = msgspec.json.decode((await get(f"/api/tables/{opened.code.lower()}"))[1], type=m.Found)
        assert (found.code, found.phase, found.seated) == (opened.code, "gathering", 0)
        assert found.link == opened.link
        status, image, _ = await get(f"/api/tables/{opened.code}/qr.svg")
        assert status == 200
        assert b"<svg" in image
        assert (await get("/api/tables"))[0] == 401
        status, body, _ = await get("/api/tables", headers=bearer(ADMIN))
        assert opened.code in body.decode()
        assert (await get(f"/api/tables/{opened.code}", "DELETE"))[0] == 401
        assert (await get(f"/api/tables/{opened.code}", "DELETE", headers=bearer(ADMIN)))[0] == 204
        status, body, _ = await get(f"/api/tables/{opened.code}")
        assert (status, key(body)) == (404, "error.no-table")

    over_http(tmp_path, scene)


def test_a_table_that_cannot_be_is_refused_with_its_rule_in_the_askers_language(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        status, body, _ = await get(
            "/api/tables", "POST", data=b'{"game": "chess"}', headers={"Accept-Language": "fr-FR,fr"}
        )
        problem = msgspec.json.decode(body, type=m.Problem)
        assert (status, problem.rule, problem.key) == (409, "TABLE-1", "table.game")
        assert problem.text.startswith("Ce jeu n’existe pas")
        for wrong in (b"{", b'{"game": 3}', b'{"game": "karta", "cheat": 1}', b"\xff"):
            status, body, _ = await get("/api/tables", "POST", data=wrong)
            assert (status, key(body)) == (400, "error.body")
        wanted = msgspec.json.encode(m.NewTable("spot/tower", options={"penalty": 10**9}))
        assert (await get("/api/tables", "POST", data=wanted))[0] == 409

    over_http(tmp_path, scene)


def test_a_saved_game_is_replayed_from_its_file_within_limits_and_kept_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(content: bytes) -> bytes:
        return gzip.compress(b"{}")

    async def scene(served: Served, get: Get) -> None:
        content = newest("karta").read_bytes()
        status, body, _ = await get("/api/replay", "POST", data=content)
        assert status == 200
        assert msgspec.json.decode(body, type=m.Replay).game == "karta"
        plain = {"Accept-Encoding": "identity"}
        status, same, headers = await get("/api/replay", "POST", data=content, headers=plain)
        assert (status, same) == (200, body)
        assert "Content-Encoding" not in headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        status, body, _ = await get("/api/replay", "POST", data=content[:-20])
        assert (status, key(body)) == (400, "error.record-broken")
        status, body, _ = await get("/api/replay", "POST", data=BytesIO(b" " * (LARGEST + 1)))
        assert (status, key(body)) == (413, "error.record-large")
        monkeypatch.setattr(records, "apart", nothing)
        answers = [await get("/api/replay", "POST", data=content) for _ in range(3 * REPLAYED_A_MINUTE)]
        assert {status for status, _, _ in answers} == {200, 429}
        assert served.store.kept.tables() == []

    over_http(tmp_path, scene, speed=STILL)


def test_a_moment_of_a_file_becomes_a_table_and_a_forged_one_does_not(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        content = newest("karta").read_bytes()
        where = "/api/practice?step=7&seat=1&bot=hard&name=Ada"
        status, body, _ = await get(where, "POST", data=content)
        assert status == 201
        opened = msgspec.json.decode(body, type=m.Opened)
        table = served.server.lobby.at_hand(opened.code)
        assert table
        assert table.book.agreement.practice
        assert [chair.bot for chair in table.book.chairs] == ["hard", ""]
        forged = msgspec.json.encode(msgspec.json.decode(content) | {"position": "0 abcdefgh ijklmnop"})
        for path, data, outcome in (
            (where, forged, (422, "error.record-false")),
            (where, content[:-20], (400, "error.record-broken")),
            (where, newest("spot/tower").read_bytes(), (409, "refused.practice.game")),
            ("/api/practice?step=99&bot=hard", content, (409, "refused.practice.moment")),
            ("/api/practice?step=-1", content, (400, "error.body")),
            ("/api/practice?step=7&position=0", content, (400, "error.body")),
            ("/api/practice?step=7&seat=2", content, (409, "table.no-seat")),
            ("/api/practice?step=7&bot=regular", content, (409, "table.bot")),
            ("/api/records/c0ffee/practice", b'{"step": 7}', (404, "error.no-record")),
            ("/api/records/c0ffee/practice", b'{"step": 7, "position": "x"}', (400, "error.body")),
        ):
            status, body, _ = await get(path, "POST", data=data)
            assert (path, status, key(body)) == (path, *outcome)
        assert len(served.store.kept.tables()) == 1

    over_http(tmp_path, scene, speed=STILL)


def test_finished_games_are_listed_downloaded_replayed_and_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(served: Served, get: Get) -> None:
        opened = await served.open("spot/practice", options={"rounds": 3}, face=7)
        ada = Visitor(served, opened.code, (0,), 1, opened.token)
        async with asyncio.TaskGroup() as group:
            group.create_task(ada.play())
            await ada.seated()
            await ada.ask(m.Start)
        path = f"/api/tables/{opened.code}/records"
        assert (await get(path))[0] == 401
        status, body, _ = await get(path, headers=bearer(opened.token))
        (listed,) = msgspec.json.decode(body, type=list[m.Listed])
        status, body, headers = await get(f"/api/records/{listed.record}")
        assert status == 200
        assert "attachment" in headers["Content-Disposition"]
        record = msgspec.json.decode(body)
        assert record["game"] == "spot/practice"
        status, body, _ = await get(f"/api/records/{listed.record}/replay")
        seen = msgspec.json.decode(body, type=m.Replay)
        frames = seen.frames
        assert seen.faces == (7,)
        assert len(frames) == len(record["log"]) + 1
        assert frames[-1].verdict
        pictured = f"/api/records/{listed.record}/qr.svg"
        for query, fragment in (("", ""), ("?moment=0", ""), ("?moment=2", "#2")):
            assert (await get(pictured + query))[:2] == (200, qr(seen.link + fragment).body)
        for wrong in ("-1", "+1", "2x", "1e1", "99", "9" * 5_000, "%C2%B2", ""):
            status, body, _ = await get(f"{pictured}?moment={wrong}")
            assert (status, key(body)) == (400, "error.request"), wrong
        status, body, _ = await get(f"/api/records/{listed.record}/practice", "POST", data=b'{"step": 0}')
        assert (status, key(body)) == (409, "practice.game")
        # Without names: by an id of its own, twice the same, that is in no list and goes with the game.
        for _ in range(2):
            status, body, _ = await get(f"/api/records/{listed.record}/nameless", "POST")
            assert status == 201
        hidden = msgspec.json.decode(body, type=m.Nameless).record
        assert hidden != listed.record
        told = (await get(f"/api/records/{hidden}/replay"))[1]
        veiled = msgspec.json.decode(told, type=m.Replay)
        assert (veiled.names, veiled.faces) == (("",), ())
        assert len(msgspec.json.decode((await get(path, headers=bearer(opened.token)))[1])) == 1
        assert (await get(f"/api/records/{hidden}/nameless", "POST"))[1] == body
        for asked in (f"{listed.record}/nameless", "POST"), (listed.record, "DELETE"):
            with monkeypatch.context() as failing:
                failing.setattr(served.store, "_commit", lambda db, batch: OSError("no disk"))
                status, body, _ = await get(
                    f"/api/records/{asked[0]}", asked[1], headers=bearer(opened.token)
                )
            assert (status, key(body)) == (503, "closing.storage")
        assert (await get(f"/api/records/{listed.record}", "DELETE"))[0] == 401
        assert (await get(f"/api/records/{listed.record}", "DELETE", headers=bearer(opened.token)))[0] == 204
        for gone in (listed.record, hidden):
            status, body, _ = await get(f"/api/records/{gone}")
            assert (status, key(body)) == (404, "error.no-record")

    over_http(tmp_path, scene, speed=40)


def test_a_link_to_a_run_says_what_is_to_beat_and_opens_a_table(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        opened = await served.open("spot/tower", deck=DeckSpec(2, 7))
        ada = Visitor(served, opened.code, (0,), 1, opened.token)
        async with asyncio.TaskGroup() as group:
            group.create_task(ada.play())
            await ada.seated()
            await ada.ask(m.Start)
        body = (await get(f"/api/tables/{opened.code}/records", headers=bearer(opened.token)))[1]
        (listed,) = msgspec.json.decode(body, type=list[m.Listed])
        where = f"/api/records/{listed.record}/ghost"
        status, body, _ = await get(where)
        assert status == 200
        challenge = msgspec.json.decode(body, type=m.Challenge)
        assert (challenge.game, challenge.deck) == ("spot/tower", DeckSpec(2, 7))
        assert len(challenge.ghost.splits) == 6
        assert challenge.ghost.name == listed.names[0]
        status, body, _ = await get(where, "POST", data=b'{"name": "Bob"}')
        assert status == 201
        table = served.server.lobby.at_hand(msgspec.json.decode(body, type=m.Opened).code)
        assert table
        assert table.book.agreement.practice
        assert table.book.agreement.practice.ghost == challenge.ghost
        assert [person.name for person in table.book.persons.values()] == ["Bob"]
        nameless = msgspec.json.decode((await get(f"/api/records/{listed.record}/nameless", "POST"))[1])
        veiled = (await get(f"/api/records/{nameless['record']}/ghost"))[1]
        assert msgspec.json.decode(veiled, type=m.Challenge).ghost.name == ""
        content = (await get(f"/api/records/{listed.record}"))[1]
        assert (await get("/api/ghost?name=Eve", "POST", data=content))[0] == 201
        other = newest("karta").read_bytes()
        await get(f"/api/records/{listed.record}", "DELETE", headers=bearer(opened.token))
        for path, method, data, outcome in (
            (where, "GET", None, (404, "error.no-record")),  # It is deleted.
            (where, "POST", b"{}", (404, "error.no-record")),
            (where, "POST", b'{"position": "0"}', (400, "error.body")),
            ("/api/records/no such' --/ghost", "GET", None, (404, "error.no-record")),
            (f"/api/records/{'x' * 999}/ghost", "GET", None, (404, "error.no-record")),
            ("/api/ghost?step=3", "POST", content, (400, "error.body")),
            ("/api/ghost", "POST", content[:-20], (400, "error.record-broken")),
            ("/api/ghost", "POST", b"", (400, "error.record-broken")),
            ("/api/ghost", "POST", other, (409, "refused.ghost.none")),
        ):
            status, body, _ = await get(path, method, data=data)
            assert (path[:40], status, key(body)) == (path[:40], *outcome)

    over_http(tmp_path, scene, speed=40)


def test_other_sites_pages_and_rebound_names_are_turned_away(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        evil = {"Origin": "https://evil.example"}
        status, body, _ = await get("/api/tables", "POST", data=b"{}", headers=evil)
        assert (status, key(body)) == (403, "error.origin")
        with pytest.raises(WSServerHandshakeError) as refused:
            await served.http.ws_connect(f"{served.url}/ws", headers=evil)
        assert refused.value.status == 403
        status, body, _ = await get("/health", headers={"Host": "evil.example"})
        assert (status, key(body)) == (421, "error.host")
        for host in (
            "localhost:8000",
            "127.0.0.1",
            "[::1]:8000",
            "192.168.1.20:8000",
            "play.example",
            "cartable.lan",
        ):
            assert (await get("/health", headers={"Host": host}))[0] == 200
        own = {"Origin": "https://play.example", "Host": "127.0.0.1"}
        assert (await get("/api/tables", "POST", data=b"{", headers=own))[0] == 400

    over_http(tmp_path, scene, public_url="https://play.example", hosts=("cartable.lan",))


def test_every_answer_has_the_headers_that_keep_a_browser_safe(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        for path in ("/health", "/api/games", "/api/nothing", "/"):
            headers = (await get(path))[2]
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "unsafe" not in policy
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"

    over_http(tmp_path, scene)


def test_codes_cannot_be_guessed_nor_tables_opened_without_end(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        async def allowed(*asked: str, **fields: Any) -> Counter[int]:
            """Ask until it is refused."""
            seen: Counter[int] = Counter()
            while not seen[429]:
                seen[(await get(*asked, **fields))[0]] += 1
            return seen

        guesses = await allowed("/api/tables/XXXXX")
        opened = await allowed("/api/tables", "POST", data=b'{"game": "karta"}')
        assert guesses == {404: GUESSES_A_MINUTE, 429: 1}
        assert opened == {201: OPENED_A_MINUTE, 429: 1}

    over_http(tmp_path, scene, speed=STILL)


@pytest.mark.parametrize("place", ["operator", "table", "record", "screen"])
def test_tokens_cannot_be_guessed_without_end_and_the_right_one_is_let_in(place: str, tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        opened = await served.open("spot/practice", name="Ada")
        screen = msgspec.json.decode((await get("/api/screens", "POST", data=b"{}"))[1], type=m.Screen)
        table = f'{{"table": "{opened.code}"}}'
        asked: dict[str, tuple[str, str, str, str]] = {
            "operator": ("/metrics", "GET", "", ADMIN),
            "table": (f"/api/tables/{opened.code}/records", "GET", "", opened.token),
            "record": (f"/api/records/{await abandoned(served, opened)}", "DELETE", "", opened.token),
            "screen": (f"/api/screens/{screen.code}", "POST", table, opened.token),
        }
        path, method, data, right = asked[place]
        seen = [
            (await get(path, method, data=data, headers=bearer(f"guess {number}")))[0]
            for number in range(GUESSES_A_MINUTE + 2)
        ]
        assert seen == [401] * GUESSES_A_MINUTE + [429] * 2
        assert (await get(path, method, data=data, headers=bearer(right)))[0] in (200, 204)

    over_http(tmp_path, scene, speed=STILL)


async def abandoned(served: Served, opened: m.Opened) -> str:
    """Return the record of a game that its only player began and abandoned."""
    async with served.http.ws_connect(f"{served.url}/ws") as ws:
        hello = m.Hello(1, m.VERSION, opened.code, opened.token)
        for request in (hello, m.Sit(2, Seat(0)), m.Start(3), m.Abandon(4)):
            await ws.send_str(msgspec.json.encode(request).decode())
            while (await ws.receive_json()).get("id") != request.id:
                pass
        table = served.server.lobby.at_hand(opened.code)
        assert table
        return table.book.record


def test_an_address_downloads_so_many_records_and_any_number_of_those_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "DOWNLOADED_A_MINUTE", 2)

    async def scene(served: Served, get: Get) -> None:
        record = await abandoned(served, await served.open("spot/practice"))
        other = msgspec.json.decode((await get(f"/api/records/{record}/nameless", "POST"))[1])["record"]
        assert (await get(f"/api/records/{record}"))[0] == 200
        assert (await get(f"/api/records/{record}/replay"))[0] == 200

        async def never(record: str) -> None:
            raise AssertionError("rows were read")

        with monkeypatch.context() as closed:
            # Neither what is remembered nor a link's picture needs the rows.
            closed.setattr(served.store, "record", never)
            for path in ("", "", "/replay", "/qr.svg", "/qr.svg?moment=1"):
                assert (await get(f"/api/records/{record}{path}"))[0] == 200
            for path in ("", "/qr.svg"):
                assert (await get(f"/api/records/none{path}"))[0] == 404
        assert (await get(f"/api/records/{other}"))[0] == 200
        third = await abandoned(served, await served.open("spot/practice"))
        status, body, _ = await get(f"/api/records/{third}")
        assert (status, key(body)) == (429, "error.too-many")
        assert (await get(f"/api/records/{third}/qr.svg"))[0] == 200

    over_http(tmp_path, scene)


@pytest.mark.parametrize(
    ("whose", "outcome"), [("the host then", 204), ("the host now", 204), ("somebody else", 401)]
)
def test_a_game_is_deleted_by_whoever_hosts_or_hosted_when_it_ended(
    tmp_path: Path, whose: str, outcome: int
) -> None:
    async def come(served: Served, code: str) -> str:
        async with served.http.ws_connect(f"{served.url}/ws") as ws:
            await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, code)).decode())
            while (told := await ws.receive_json())["type"] != "welcome":
                pass
            return str(told["token"])

    async def scene(served: Served, get: Get) -> None:
        opened = await served.open()
        record = await abandoned(served, opened)
        bob, cleo = [await come(served, opened.code) for _ in range(2)]
        async with served.http.ws_connect(f"{served.url}/ws") as ws:
            for request in (m.Hello(1, m.VERSION, opened.code, opened.token), m.Host(2, 2)):
                await ws.send_str(msgspec.json.encode(request).decode())
                while (await ws.receive_json()).get("id") != request.id:
                    pass
        table = served.server.lobby.at_hand(opened.code)
        assert table
        assert table.book.host == 2
        token = {"the host then": opened.token, "the host now": bob, "somebody else": cleo}[whose]
        assert (await get(f"/api/records/{record}", "DELETE", headers=bearer(token)))[0] == outcome

    over_http(tmp_path, scene)


def test_a_proxys_word_on_who_asks_is_taken_only_where_it_was_named(tmp_path: Path) -> None:
    async def guess(get: Get) -> set[int]:
        return {
            (await get("/api/tables/XXXXX", headers={"X-Forwarded-For": f"10.0.0.{n}"}))[0]
            for n in range(GUESSES_A_MINUTE + 5)
        }

    async def believed(served: Served, get: Get) -> None:
        assert await guess(get) == {404}

    async def ignored(served: Served, get: Get) -> None:
        assert await guess(get) == {404, 429}

    over_http(tmp_path / "a", believed, proxies=("127.0.0.1",))
    over_http(tmp_path / "b", ignored, speed=STILL)


def test_figures_need_the_token_and_health_does_not(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        assert (await get("/health"))[:2] == (200, b"ok\n")
        assert (await get("/metrics"))[0] == 401
        assert (await get("/metrics", headers=bearer("wrong")))[0] == 401
        await served.open()
        text = (await get("/metrics", headers=bearer(ADMIN)))[1].decode()
        assert "cartable_tables 1\n" in text
        assert "cartable_store_writable 1\n" in text
        assert "cartable_asking 1\n" in text
        served.store.full = "disk full"
        status, body, _ = await get("/health")
        assert (status, key(body)) == (503, "error.storage")
        served.store.full = ""

    over_http(tmp_path, scene)


def test_the_page_is_served_for_every_address_of_its_own_and_no_file_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>the page")
    (static / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(page, "STATIC", static)

    async def scene(served: Served, get: Get) -> None:
        for path in ("/", "/t/KRTBD", "/rules"):
            assert b"the page" in (await get(path))[1]
        assert "immutable" in (await get("/assets/a.js"))[2]["Cache-Control"]
        for path in ("/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/none.js", "/api/x"):
            status, body, _ = await get(path)
            assert status == 404
            assert b"secret" not in body
        (static / "index.html").unlink()
        status, body, _ = await get("/")
        assert (status, key(body)) == (503, "serve.not-built")

    over_http(tmp_path / "data", scene)
