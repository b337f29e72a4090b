"""Analyses alongside the tables: told as they go on, shared, kept, ended, and no harm to anybody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.analysis import KartaStudy, ReflexStudy, puzzles, study
from cartable.bots.compiled import COMPILED
from cartable.core import Refused, decode
from cartable.games import GAMES
from cartable.games.karta import Place
from cartable.server import messages as m
from cartable.server import outside, studies
from cartable.server.door import Guest
from cartable.server.limits import STUDIED_A_MINUTE
from cartable.server.outside import LARGEST, Examine, Unreadable, read
from cartable.server.rota import NOBODYS, Whose
from cartable.server.routes import studies as routes
from cartable.server.studies import ONE_MOVE, NoStudy, Studies, TooBusy, settle
from cartable.server.think import Far, Thinkers
from cartable.texts import say
from tests.patience import HUNG
from tests.recorded import newest
from tests.server.test_http import Get, bearer, key, over_http
from tests.server.visitors import STILL, Served, Visitor

KARTA = newest("karta").read_bytes()
TOWER = newest("spot/tower").read_bytes()


class Slow:
    """A process that does its work when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[..., Any], Callable[[Any], None]]] = []
        self.given_up = 0
        self.done = 0

    def __call__(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        assert far is not None
        assert far.whole
        task = work, then
        self.waiting.append(task)

        def give_up() -> None:
            if task in self.waiting:
                self.waiting.remove(task)
                self.given_up += 1

        return give_up

    async def examine(self, content: bytes, purpose: Examine) -> bytes | Unreadable:
        """Examine a record when it is told to."""
        answer: asyncio.Future[bytes | Unreadable] = asyncio.get_running_loop().create_future()
        give_up = self(lambda share: read(content, purpose), partial(settle, answer), ONE_MOVE)
        try:
            return await answer
        finally:
            give_up()

    async def do(self, outcome: Any = None) -> None:
        """Do what waits, or end it so."""
        while not self.waiting:
            await asyncio.sleep(0)
        work, then = self.waiting.pop(0)
        self.done += 1
        then(outcome or work(1.0))


def scene(act: Callable[[Studies, Slow], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        slow = Slow()
        async with asyncio.timeout(HUNG):
            await act(Studies(lambda: slow, slow.examine), slow)

    asyncio.run(run())


def told(line: bytes) -> m.Studied:
    return msgspec.json.decode(line, type=m.Studied)


def test_an_analysis_is_told_move_by_move_and_kept_for_the_next_who_asks() -> None:
    async def act(found: Studies, slow: Slow) -> None:
        lines = found.study(KARTA, "hard", NOBODYS)
        first = asyncio.ensure_future(anext(lines))
        await slow.do()
        of = told(await first).of
        assert of > 10
        again = found.study(KARTA, "hard", NOBODYS)
        assert told(await anext(again)).done == 0
        for number in range(1, of):
            coming = asyncio.ensure_future(anext(lines))
            await slow.do()
            assert told(await coming) == m.Studied(number, of)
        coming = asyncio.ensure_future(anext(lines))
        await slow.do()
        await slow.do()
        last = told(await coming)
        if last.study is None:
            last = told(await anext(lines))
        assert last.study == study(decode(KARTA, GAMES), "hard")
        assert told([line async for line in again][-1]) == last
        assert slow.done == of + 2
        assert [told(line) async for line in found.study(KARTA, "hard", NOBODYS)] == [last]
        assert [job.moves for job in found._jobs.values()] == [[]]
        assert slow.done == of + 2

    scene(act)


def test_the_work_ends_when_the_last_who_asked_has_gone() -> None:
    async def act(found: Studies, slow: Slow) -> None:
        one, other = (found.study(KARTA, "hard", NOBODYS) for _ in range(2))
        first = asyncio.ensure_future(anext(one))
        await slow.do()
        await first
        await anext(other)
        await one.aclose()
        await slow.do()
        assert told(await anext(other)).done == 1
        await other.aclose()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert slow.given_up == 1
        assert not slow.waiting

    scene(act)


def test_what_was_found_is_kept_for_whoever_asks_again_after_the_line_was_cut() -> None:
    async def act(found: Studies, slow: Slow) -> None:
        lines = found.study(KARTA, "hard", NOBODYS)
        for _ in range(4):
            coming = asyncio.ensure_future(anext(lines))
            await slow.do()
            last = told(await coming)
        assert last.done == 3
        await lines.aclose()
        while slow.waiting:
            await asyncio.sleep(0)
        again = found.study(KARTA, "hard", NOBODYS)
        assert told(await anext(again)) == last
        done = slow.done
        for _ in range(last.of - last.done + 1):
            await slow.do()
        assert told([line async for line in again][-1]).study == study(decode(KARTA, GAMES), "hard")
        assert slow.done == done + last.of - last.done + 1

    scene(act)


def test_what_was_left_takes_no_place_of_those_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MOST_WAITING", 1)

    async def act(found: Studies, slow: Slow) -> None:
        for content in (KARTA, newest("catatac").read_bytes()):
            lines = found.study(content, "hard", NOBODYS)
            first = asyncio.ensure_future(anext(lines))
            await slow.do()
            await first
            await lines.aclose()
            while slow.waiting:
                await asyncio.sleep(0)
        assert len(found._jobs) == 2

    scene(act)


def test_a_process_that_dies_is_said_to_those_who_asked_and_the_next_may_ask_again() -> None:
    async def act(found: Studies, slow: Slow) -> None:
        first = asyncio.ensure_future(anext(found.study(KARTA, "hard", NOBODYS)))
        await slow.do(RuntimeError("it died"))
        with pytest.raises(RuntimeError, match="died"):
            await first
        again = asyncio.ensure_future(anext(found.study(KARTA, "hard", NOBODYS)))
        await slow.do()
        assert told(await again).done == 0

    scene(act)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (KARTA[:-30], "error.record-broken"),
        (KARTA.replace(b'"version":', b'"version":99', 1), "error.other-version"),
        (b"", "error.record-broken"),
    ],
)
def test_what_is_no_true_record_is_declined(content: bytes, why: str) -> None:
    async def act(found: Studies, slow: Slow) -> None:
        first = asyncio.ensure_future(anext(found.study(content, "hard", NOBODYS)))
        await slow.do()
        with pytest.raises(NoStudy) as declined:
            await first
        assert declined.value.why.key == why

    scene(act)


def test_no_more_are_begun_than_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MOST_WAITING", 1)

    async def act(found: Studies, slow: Slow) -> None:
        first = asyncio.ensure_future(anext(found.study(KARTA, "hard", NOBODYS)))
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await anext(found.study(b"another", "hard", NOBODYS))
        await slow.do()
        await first

    scene(act)


def test_only_the_latest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "KEPT", 2)

    async def act(found: Studies, slow: Slow) -> None:
        for content in (b"1", b"2", b"3", b"4"):
            first = asyncio.ensure_future(anext(found.study(content, "hard", NOBODYS)))
            await slow.do()
            with pytest.raises(NoStudy):
                await first
        assert len(found._jobs) <= 3

    scene(act)


def test_the_studies_that_are_kept_have_no_more_bytes_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def act(found: Studies, slow: Slow) -> None:
        async def studied(content: bytes) -> bytes:
            coming = asyncio.ensure_future(anext(found.study(content, "hard", NOBODYS)))
            await slow.do()
            return await coming

        first = await studied(TOWER)
        assert len(found._jobs) == 1
        monkeypatch.setattr(studies, "KEPT_BYTES", len(first))
        assert await studied(TOWER + b" ") == first
        ((key, _),) = found._jobs
        assert key == blake2b(TOWER + b" ").digest()

    scene(act)


def test_every_line_of_an_analysis_gives_its_connection_as_much_time_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def count(guest: Guest) -> None:
        nonlocal asked
        asked += 1

    async def lines(*given: Any) -> AsyncGenerator[bytes, None]:
        for number in range(1, 6):
            yield msgspec.json.encode(m.Studied(number, 5)) + b"\n"

    async def act(served: Served, get: Get) -> None:
        monkeypatch.setattr(Guest, "asked", count)
        monkeypatch.setattr(Studies, "study", lambda *given: lines())
        status, body, _ = await get("/api/study", "POST", data=KARTA)
        assert (status, len(body.splitlines())) == (200, 5)
        assert asked == 1 + 5

    over_http(tmp_path, act)


def slowed(served: Served, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Let a server's analyses wait until they are told to go on."""
    slow = Slow()
    monkeypatch.setattr(served.server._studies, "_make", lambda: slow)
    monkeypatch.setattr(served.server._studies, "_examine", slow.examine)
    return slow


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (RuntimeError("it died"), "error.study-failed"),
        (NoStudy(outside.LONG_STUDY), "error.study-long"),
    ],
)
def test_an_analysis_that_fails_after_its_first_line_says_why_in_its_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception, why: str
) -> None:
    async def act(served: Served, get: Get) -> None:
        slow = slowed(served, monkeypatch)
        french = {"Accept-Language": "fr"}
        begun = asyncio.create_task(slow.do())
        async with served.http.post(f"{served.url}/api/study", data=KARTA, headers=french) as answer:
            await begun
            first = told(await answer.content.readline())
            await slow.do()
            await slow.do(fault)
            *_, last = (await answer.content.read()).splitlines()
        assert answer.status == 200
        problem = m.Problem(why, say(why, "fr"))
        assert told(last) == m.Studied(1, first.of, problem=problem)
        # What was judged is kept for the next try.
        async with served.http.post(f"{served.url}/api/study", data=KARTA) as answer:
            assert told(await answer.content.readline()) == m.Studied(1, first.of)

    over_http(tmp_path, act)


def test_an_address_begins_so_many_analyses_at_once_and_follows_any_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "STUDIES_AN_ADDRESS", 2)

    async def act(served: Served, get: Get) -> None:
        slow = slowed(served, monkeypatch)
        jobs = served.server._studies._jobs
        files = [TOWER, TOWER + b" ", TOWER]
        asked = []
        for number, file in enumerate(files, 1):
            asked.append(asyncio.ensure_future(get("/api/study", "POST", data=file)))
            while sum(job.listeners for job in jobs.values()) < number:
                await asyncio.sleep(0)
        status, body, _ = await get("/api/study", "POST", data=TOWER + b"  ")
        assert (status, key(body)) == (429, "error.too-many")
        assert len(jobs) == 2
        for _ in jobs:
            await slow.do()
        assert [status for status, *_ in await asyncio.gather(*asked)] == [200, 200, 200]
        free = asyncio.create_task(slow.do())
        assert (await get("/api/study", "POST", data=TOWER + b"  "))[0] == 200
        await free

    over_http(tmp_path, act)


def test_an_analysis_that_is_kept_does_not_count_as_one_that_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "STUDIED_A_MINUTE", 1)
    monkeypatch.setattr(routes, "STUDIES_ASKED_A_MINUTE", 5)

    async def act(served: Served, get: Get) -> None:
        slow = slowed(served, monkeypatch)
        done = asyncio.create_task(slow.do())
        assert [(await get("/api/study", "POST", data=TOWER))[0] for _ in range(3)] == [200, 200, 200]
        await done
        status, body, _ = await get("/api/study", "POST", data=TOWER + b" ")
        assert (status, key(body)) == (429, "error.too-many")
        # Asking is counted too, before anything is read.
        assert [(await get("/api/study", "POST", data=TOWER))[0] for _ in range(2)] == [200, 429]

    over_http(tmp_path, act)


def test_an_address_sends_so_many_files_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "STUDIES_AN_ADDRESS", 1)
    came, goes_on = asyncio.Event(), asyncio.Event()

    async def slowly() -> AsyncGenerator[bytes, None]:
        yield b"{"
        await goes_on.wait()

    async def reading(request: Any) -> bytes:
        came.set()
        content: bytes = await request.read()
        return content

    monkeypatch.setattr(routes, "file_of", reading)

    async def act(served: Served, get: Get) -> None:
        first = asyncio.ensure_future(get("/api/study", "POST", data=slowly()))
        await came.wait()
        status, body, _ = await get("/api/study", "POST", data=TOWER)
        assert (status, key(body)) == (429, "error.too-many")
        goes_on.set()
        assert (await first)[0] == 400
        assert (await get("/api/study", "POST", data=TOWER))[0] == 200

    over_http(tmp_path, act)


def test_over_http_a_file_is_analysed_and_a_stranger_is_answered_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(content: bytes, purpose: Examine) -> Unreadable:
        return Unreadable(400, "error.record-broken")

    async def act(served: Served, get: Get) -> None:
        status, body, headers = await get("/api/study?level=hard", "POST", data=KARTA)
        assert (status, headers["Content-Type"]) == (200, "application/x-ndjson")
        lines = [told(line) for line in body.splitlines()]
        found = lines[-1].study
        assert isinstance(found, KartaStudy)
        assert lines[-1].done == lines[-1].of == len(found.moves)
        status, body, _ = await get("/api/study?level=easy", "POST", data=KARTA)
        assert (status, key(body)) == (400, "error.request")
        status, body, _ = await get("/api/study", "POST", data=TOWER)
        assert isinstance(told(body.splitlines()[-1]).study, ReflexStudy)
        status, body, _ = await get("/api/study", "POST", data=BytesIO(b" " * (LARGEST + 1)))
        assert (status, key(body)) == (413, "error.record-large")
        assert (await get("/api/records/none/study"))[0] == 404
        status, body, _ = await get("/api/study", "POST", data=b"{")
        assert (status, key(body)) == (400, "error.record-broken")
        monkeypatch.setattr(served.server._studies, "_examine", broken)
        answers = [await get("/api/study", "POST", data=b"{") for _ in range(STUDIED_A_MINUTE)]
        assert {key(body) for _, body, _ in answers} == {"error.record-broken", "error.too-many"}

    over_http(tmp_path, act, speed=STILL)


@pytest.mark.parametrize("name", ["karta", "catatac", "spot/tower", "island/ports"])
def test_a_file_is_examined_in_a_process_of_its_own_with_limits(name: str) -> None:
    content = newest(name).read_bytes()
    found = asyncio.run(outside.apart(content, purpose=Examine()))
    assert found == read(content, Examine())
    assert isinstance(found, bytes)


def test_a_record_that_the_server_keeps_needs_no_process_of_its_own() -> None:
    async def never(content: bytes, purpose: Examine) -> bytes:
        raise AssertionError("nobody doubts it")

    async def act() -> None:
        slow = Slow()
        found = Studies(lambda: slow, never)
        lines = found.study(KARTA, "hard", NOBODYS, "karta")
        first = asyncio.ensure_future(anext(lines))
        await slow.do()
        of = told(await first).of
        for _ in range(of + 1):
            await slow.do()
        assert told([line async for line in lines][-1]).study == study(decode(KARTA, GAMES), "hard")
        other = KARTA.replace(b'"version":', b'"version":99', 1)
        declined = asyncio.ensure_future(anext(found.study(other, "hard", NOBODYS, "karta")))
        await slow.do()
        with pytest.raises(NoStudy) as why:
            await declined
        assert why.value.why.key == "error.other-version"

    asyncio.run(act())


def test_over_http_a_game_of_this_server_is_not_doubted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games: list[str] = []

    async def lines(content: bytes, level: str, whose: Whose, kept: str) -> AsyncGenerator[bytes, None]:
        games.append(kept)
        yield msgspec.json.encode(m.Studied(0, 1)) + b"\n"

    async def act(served: Served, get: Get) -> None:
        monkeypatch.setattr(Studies, "study", lambda self, *given: lines(*given))
        opened = await served.open("spot/practice", options={"rounds": 1})
        ada = Visitor(served, opened.code, (0,), 1, opened.token)
        async with asyncio.TaskGroup() as group:
            group.create_task(ada.play())
            await ada.seated()
            await ada.ask(m.Start)
        _, body, _ = await get(f"/api/tables/{opened.code}/records", headers=bearer(opened.token))
        (listed,) = msgspec.json.decode(body, type=list[m.Listed])
        assert (await get(f"/api/records/{listed.record}/study"))[0] == 200
        assert (await get("/api/study", "POST", data=KARTA))[0] == 200
        assert games == ["spot/practice", ""]

    over_http(tmp_path, act)


def test_no_file_is_examined_by_the_process_of_the_analyses() -> None:
    async def act() -> None:
        slow = Slow()
        found = Studies(lambda: slow)
        with pytest.raises(NoStudy) as declined:
            await anext(found.study(KARTA[:-30], "hard", NOBODYS))
        assert declined.value.why.key == "error.record-broken"
        assert slow.done == len(slow.waiting) == 0

    asyncio.run(act())


def test_without_numba_there_is_the_quick_analysis_only_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "COMPILED", False)

    async def act(served: Served, get: Get) -> None:
        status, body, _ = await get("/api/study?level=expert", "POST", data=KARTA)
        assert (status, key(body)) == (501, "error.study-expert")
        status, body, _ = await get("/api/study", "POST", data=KARTA)
        assert status == 200
        assert told(body.splitlines()[-1]).plain

    over_http(tmp_path, act)


def test_a_position_is_asked_about_and_an_answer_judged(tmp_path: Path) -> None:
    found = study(decode(KARTA, GAMES), "hard")
    assert isinstance(found, KartaStudy)
    moves = found.moves
    move = next(move for move in moves if move.better)

    async def act(served: Served, get: Get) -> None:
        place = move.better
        assert place is not None
        asked = {"position": move.position, "card": place.card, "turned": place.turned, "over": place.over}
        status, body, _ = await get("/api/karta/where", "POST", json=asked)
        assert status == 200
        assert (place.x, place.y) in {(spot["x"], spot["y"]) for spot in msgspec.json.decode(body)["spots"]}

        async def judged(place: Any, position: str = move.position) -> tuple[int, Any]:
            posed = msgspec.to_builtins({"position": position, "place": place})
            status, body, _ = await get("/api/karta/judge", "POST", json=posed)
            return status, msgspec.json.decode(body)

        assert (await judged(place))[1]["loss"] == 0
        assert (await judged(move.played))[1]["loss"] == pytest.approx(move.loss)
        assert (await judged(msgspec.structs.replace(place, x=99)))[0] == 409
        for position in ("", "0 abc", "0 abcdefgh ijklmnop a0+0+0 a0+0+0"):
            status, problem = await judged(place, position)
            assert (status, problem["key"]) == (400, "error.position")
            status, body, _ = await get("/api/karta/where", "POST", json=asked | {"position": position})
            assert (status, key(body)) == (400, "error.position")
        assert (await get("/api/karta/where", "POST", json=asked | {"card": 16}))[0] == 400
        assert (await get("/api/karta/where", "POST", json=asked | {"position": "0" * 401}))[0] == 400
        assert (await get("/api/karta/where", "POST", data=b"[" * 30_000))[0] == 400

    over_http(tmp_path, act)


POSED = {
    "position": "0 abcdefgh ijklmnop a0+0+0",
    "place": {"type": "place", "card": 9, "turned": 1, "over": False, "x": 1, "y": 2},
    "level": "hard",
}


def test_an_answer_that_nobody_waits_for_is_not_judged(tmp_path: Path) -> None:
    slow = Slow()

    async def act(served: Served, get: Get) -> None:
        served.server._studies._make = lambda: slow
        asking = asyncio.ensure_future(get("/api/karta/judge", "POST", json=POSED))
        while not slow.waiting:
            await asyncio.sleep(0)
        asking.cancel()
        async with asyncio.timeout(HUNG):
            while slow.waiting:
                await asyncio.sleep(0)
        assert (slow.given_up, slow.done) == (1, 0)

    over_http(tmp_path, act)


def test_answers_are_judged_by_the_expert_as_seldom_as_games_and_not_while_too_many_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "COMPILED", True)
    monkeypatch.setattr(studies, "MOST_WAITING", 0)

    async def act(served: Served, get: Get) -> None:
        async def judged(level: str) -> str:
            return key((await get("/api/karta/judge", "POST", json=POSED | {"level": level}))[1])

        assert {await judged("expert") for _ in range(STUDIED_A_MINUTE)} == {"error.study-busy"}
        assert await judged("expert") == "error.too-many"
        assert await judged("hard") == "error.study-busy"

    over_http(tmp_path, act, speed=STILL)


def test_the_answers_of_an_address_leave_room_for_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MOST_ANSWERS", 2)
    asked = str(POSED["position"]), msgspec.convert(POSED["place"], Place), "hard"

    async def act(found: Studies, slow: Slow) -> None:
        waiting = [asyncio.ensure_future(found.judge(*asked, ("one", ""))) for _ in range(2)]
        while len(slow.waiting) < 2:
            await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await found.judge(*asked, ("one", ""))
        waiting.append(asyncio.ensure_future(found.judge(*asked, ("another", ""))))
        for _ in range(3):
            await slow.do(ValueError("no such card"))
        assert len(await asyncio.gather(*waiting, return_exceptions=True)) == 3
        again = asyncio.ensure_future(found.judge(*asked, ("one", "")))
        await slow.do(ValueError("no such card"))
        with pytest.raises(ValueError, match="card"):
            await again

    scene(act)


def test_every_puzzle_can_be_had_and_no_other(tmp_path: Path) -> None:
    async def act(served: Served, get: Get) -> None:
        listed = msgspec.json.decode((await get("/api/puzzles"))[1])
        assert len(listed) == len(puzzles())
        assert listed[0] == [puzzles()[0].kind, puzzles()[0].level, puzzles()[0].id]
        for wrong in ("0", "0" * 10):
            assert (await get(f"/api/puzzles/{wrong}"))[0] == 404
        if puzzles():
            status, body, _ = await get(f"/api/puzzles/{puzzles()[0].id}")
            assert status == 200
            puzzle = msgspec.json.decode(body, type=m.KartaPuzzle)
            assert len(puzzle.views) == len(puzzle.positions) == len(puzzle.line) + 1
            assert puzzle.positions[0] == puzzle.position

    over_http(tmp_path, act)


def test_a_game_without_an_analysis_is_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "analysed", lambda game: False)

    async def act(found: Studies, slow: Slow) -> None:
        first = asyncio.ensure_future(anext(found.study(KARTA, "hard", NOBODYS)))
        await slow.do()
        with pytest.raises(NoStudy) as declined:
            await first
        assert declined.value.why.key == "error.study-game"

    scene(act)


def test_a_game_of_speed_is_gone_through_at_once() -> None:
    async def act(found: Studies, slow: Slow) -> None:
        lines = found.study(TOWER, "hard", NOBODYS)
        coming = asyncio.ensure_future(anext(lines))
        await slow.do()
        assert told(await coming) == m.Studied(1, 1, study(decode(TOWER, GAMES)), not COMPILED)
        assert [line async for line in lines] == []

    scene(act)


def test_a_game_of_speed_is_gone_through_in_a_process_of_its_own_with_limits() -> None:
    async def act() -> None:
        slow = Slow()
        for kept in ("", "spot/tower"):
            lines = Studies(lambda: slow).study(TOWER, "hard", NOBODYS, kept)
            assert told([line async for line in lines][-1]).study == study(decode(TOWER, GAMES))
        assert slow.done == len(slow.waiting) == 0

    asyncio.run(act())


class CountedProcess:
    """A process that counts how often it was ended."""

    def __init__(self, ended: list[CountedProcess]) -> None:
        self._ended = ended

    def submit(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given))
        except Exception as error:
            done.set_exception(error)
        return done

    def shutdown(self, wait: bool = True, cancel_futures: bool = False) -> None:
        self._ended.append(self)


def test_the_process_goes_when_nobody_has_asked_for_a_while_and_the_next_has_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(studies, "IDLE", 0.0)
    ended: list[CountedProcess] = []
    begun: list[CountedProcess] = []

    def process() -> Any:
        begun.append(CountedProcess(ended))
        return begun[-1]

    async def act() -> None:
        found = Studies(lambda: Thinkers(processes=1, far=process))
        position = "0 abcdefgh ijklmnop"
        for number in (1, 2):
            with pytest.raises((ValueError, Refused, AttributeError)):
                await found.judge(position, None, "hard", NOBODYS)  # type: ignore[arg-type]
            assert len(begun) == number
            for _ in range(50):
                await asyncio.sleep(0)
            assert ended == begun
        await found.close()

    asyncio.run(act())


def test_the_process_is_made_ready_once_by_a_game_that_looks_ahead() -> None:
    async def act(found: Studies, slow: Slow) -> None:
        found.expect("spot/tower")
        assert not slow.waiting
        found.expect("karta")
        found.expect("catatac")
        ((work, _),) = slow.waiting
        assert work is studies.get_ready
        await slow.do(outcome="ready")
        # Whoever asks now has no need to wait for it, and nobody readies it beside them.
        asked = asyncio.ensure_future(found.judge("0 abcdefgh ijklmnop", None, "hard", NOBODYS))  # type: ignore[arg-type]
        while not slow.waiting:
            await asyncio.sleep(0)
        found.expect("karta")
        assert len(slow.waiting) == 1
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        await found.close()

    scene(act)


def test_a_process_that_was_made_ready_for_nobody_goes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "IDLE", 0.0)
    ended: list[CountedProcess] = []

    def process() -> Any:
        return CountedProcess(ended)

    async def act() -> None:
        found = Studies(lambda: Thinkers(processes=1, far=process))
        monkeypatch.setattr(studies, "get_ready", lambda share: None)
        found.expect("karta")
        assert not ended
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(ended) == 1
        await found.close()

    asyncio.run(act())


def test_a_server_hears_which_games_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(Studies, "expect", lambda self, game: heard.append(game))

    async def act(served: Served, get: Get) -> None:
        served.server.lobby.finished("karta")

    over_http(tmp_path, act)
    assert heard == ["karta"]
