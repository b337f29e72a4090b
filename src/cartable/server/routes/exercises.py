"""Karta's exercises: puzzles, where a card fits, and how good a place is."""

from __future__ import annotations

from typing import TypeVar

from aiohttp import web

from cartable.analysis.puzzles import RULES, SETUP, Puzzle, after, by_id, seen
from cartable.games.karta import KartaCard, Where
from cartable.server import messages
from cartable.server.door import while_there
from cartable.server.limits import EXERCISED_A_MINUTE, STUDIED_A_MINUTE
from cartable.server.routes.desk import Desk
from cartable.server.routes.replies import Fault, body_of, json
from cartable.server.studies import Studies, TooBusy, can

T = TypeVar("T")


class ExerciseRoutes:
    """Karta's exercises: puzzles, where a card fits, and how good a place is."""

    def __init__(self, desk: Desk, studies: Studies) -> None:
        self._desk = desk
        self._studies = studies
        self._exercised = desk.limits(EXERCISED_A_MINUTE)
        self._judged = desk.limits(STUDIED_A_MINUTE)

    async def where(self, request: web.Request) -> web.StreamResponse:
        """Answer where a card fits."""
        asked = await self._asked(request, messages.KartaWhere)
        try:
            state = RULES.read(asked.position, SETUP)
            if state.turn is None:
                raise Fault(400, "error.position")
            found = RULES.answer(state, state.turn, Where(KartaCard(asked.card), asked.turned, asked.over))
        except ValueError as error:
            raise Fault(400, "error.position") from error
        return json(found)

    async def judge(self, request: web.Request) -> web.StreamResponse:
        """Answer how good a place is."""
        asked = await self._asked(request, messages.KartaTry)
        if not can(asked.level):
            raise Fault(501, "error.study-expert")
        if asked.level == "expert":
            self._desk.count(request, self._judged)
        asker = (self._desk.who(request), "")
        try:
            judging = self._studies.judge(asked.position, asked.place, asked.level, asker)
            return json(await while_there(request, judging))
        except TooBusy:
            raise Fault(503, "error.study-busy") from None
        except ValueError as error:
            raise Fault(400, "error.position") from error

    async def puzzles(self, request: web.Request) -> web.StreamResponse:
        """List every puzzle by kind, level and id."""
        return json([(puzzle.kind, puzzle.level, id) for id, puzzle in by_id().items()])

    async def puzzle(self, request: web.Request) -> web.StreamResponse:
        """Answer one puzzle."""
        puzzle = by_id().get(request.match_info["puzzle"])
        if puzzle is None:
            raise Fault(404, "error.no-page")
        return json(posed(puzzle))

    async def _asked(self, request: web.Request, kind: type[T]) -> T:
        self._desk.count(request, self._exercised)
        return await body_of(request, kind)


def posed(puzzle: Puzzle) -> messages.KartaPuzzle:
    """Return a puzzle with what is seen at each of its steps."""
    states = [RULES.read(puzzle.position, SETUP)]
    for place in puzzle.line:
        states.append(after(states[-1], place))
    return messages.KartaPuzzle(
        puzzle.id,
        puzzle.kind,
        puzzle.level,
        puzzle.position,
        puzzle.line,
        tuple(map(seen, states)),
        tuple(map(RULES.write, states)),
        puzzle.rows,
    )
