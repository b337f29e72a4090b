"""A television is shown a table by a code: it works once, for ten minutes, and nobody gets it by guessing."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.lab.hand_clock import HandClock
from cartable.server import messages as m
from cartable.server.limits import GUESSES_A_MINUTE, OPENED_A_MINUTE
from cartable.server.lobby import LETTERS
from cartable.server.rows import Locked
from cartable.server.screens import LENGTH, MOST, WAITS, Screens
from tests.server.test_http import Get, bearer, key, over_http
from tests.server.visitors import STILL, Served


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def waiting(screens: Screens) -> tuple[str, str]:
    """Let a screen wait; return its code and its secret."""
    secret = screens.wait("BCDF")
    assert secret
    return "BCDF", secret


def test_a_screen_is_shown_a_table_once(clock: HandClock) -> None:
    screens = Screens(clock)
    code, secret = waiting(screens)
    assert screens.asked(code, secret) == ("", "")
    assert screens.show(f" {code.lower()} ", "TABLE", "let me in")
    assert not screens.show(code, "OTHER")
    assert screens.asked(code, secret) == ("TABLE", "let me in")
    assert screens.asked(code, secret) is None
    assert not screens.show(code, "OTHER")


def test_only_the_screen_itself_hears_what_it_is_shown(clock: HandClock) -> None:
    screens = Screens(clock)
    code, _ = waiting(screens)
    screens.show(code, "TABLE")
    assert screens.asked(code, "guessed") is None
    assert screens.asked(code, "devinée") is None


def test_a_code_is_good_for_ten_minutes(clock: HandClock) -> None:
    screens = Screens(clock)
    code, secret = waiting(screens)
    clock.turn(WAITS - 1)
    assert screens.asked(code, secret) == ("", "")
    clock.turn(1)
    assert screens.asked(code, secret) is None
    assert not screens.show(code, "TABLE")


def test_however_many_wait_memory_stays_bounded_and_the_newest_are_there(clock: HandClock) -> None:
    screens = Screens(clock)
    codes = ["".join(letters) for letters in product(LETTERS, repeat=LENGTH)][: MOST + 5]
    secrets = [screens.wait(code) for code in codes]
    assert screens.asked(codes[4], secrets[4] or "") is None
    assert screens.asked(codes[5], secrets[5] or "") == ("", "")
    assert screens.asked(codes[-1], secrets[-1] or "") == ("", "")


def test_two_screens_never_wait_with_one_code(clock: HandClock) -> None:
    screens = Screens(clock)
    code, secret = waiting(screens)
    assert screens.wait(code) is None
    assert screens.asked(code, secret) == ("", "")


def entering(table: str, token: str) -> dict[str, Any]:
    return {"method": "POST", "data": f'{{"table": "{table}"}}', "headers": bearer(token)}


def test_a_television_opens_the_table_of_whoever_enters_its_code(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        opened = await served.open(name="Ada")
        status, body, _ = await get("/api/screens", method="POST", data="{}")
        screen = msgspec.json.decode(body, type=m.Screen)
        assert (status, screen.seconds) == (201, 600)
        assert len(screen.code) == LENGTH
        assert set(screen.code) <= set(LETTERS)
        there = f"/api/screens/{screen.code}"
        assert (await get(f"{there}/{screen.secret}"))[1] == b'{"table":"","token":""}'
        assert (await get(f"{there}/guessed"))[0] == 404
        assert (await get(there, **entering(opened.code, "")))[0] == 401
        assert (await get(there, **entering("ZZZZZ", opened.token)))[0] == 401
        assert (await get(there, **entering(opened.code, opened.token)))[0] == 204
        status, body, _ = await get(there, **entering(opened.code, opened.token))
        assert (status, key(body)) == (404, "error.no-screen")
        told = (await get(f"{there}/{screen.secret}"))[1]
        assert msgspec.json.decode(told, type=m.Shown).table == opened.code
        assert (await get(f"{there}/{screen.secret}"))[0] == 404

    over_http(tmp_path, scene)


@pytest.mark.rule("TABLE-7")
def test_only_the_host_shows_a_locked_table_on_a_television(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        opened = await served.open(name="Ada")
        table = served.server.lobby.at_hand(opened.code)
        assert table
        _, token, _ = table.invite("Bob")
        here = f"/api/tables/{opened.code}/screen"

        async def shown(whose: str) -> tuple[int, bytes]:
            return (await get(here, "POST", data="{}", headers=bearer(whose)))[:2]

        assert await shown(token) == (200, msgspec.json.encode(m.Shown(opened.code)))
        table.book.apply(Locked(True))
        status, body = await shown(token)
        assert (status, key(body)) == (409, "table.locked")
        assert (await shown("guessed"))[0] == 401
        status, body = await shown(opened.token)
        screen = m.Hello(1, m.VERSION, opened.code, msgspec.json.decode(body, type=m.Shown).token, tv=True)
        async with served.http.ws_connect(f"{served.url}/ws") as ws:
            for hello, kind in (
                (m.Hello(1, m.VERSION, opened.code, tv=True), "refused"),
                (screen, "welcome"),
            ):
                await ws.send_str(msgspec.json.encode(hello).decode())
                assert (await ws.receive_json())["type"] == kind

    over_http(tmp_path, scene)


def test_guesses_are_limited_and_so_are_screens(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        opened = await served.open(name="Ada")
        found = [
            (await get("/api/screens/ZZZZ", **entering(opened.code, opened.token)))[0]
            for _ in range(GUESSES_A_MINUTE + 1)
        ]
        assert found == [404] * GUESSES_A_MINUTE + [429]
        waiting = [(await get("/api/screens", method="POST", data="{}"))[0] for _ in range(OPENED_A_MINUTE)]
        assert waiting == [201] * (OPENED_A_MINUTE - 1) + [429]

    over_http(tmp_path, scene, speed=STILL)
