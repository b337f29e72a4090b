"""A series is itself a game: several games in a row with a standing, and a break between them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from cartable.core.chance import Chance
from cartable.core.numbers import Millis, Seat
from cartable.core.refused import Refused
from cartable.core.result import Result
from cartable.core.rules import Claim, E, Event, M, Move, Rules, S, Step, V, Veil, View
from cartable.core.setup import Info, Setup

BREAK = 12_000
"""How long a break lasts, in milliseconds (house): time to look at the scoring."""


class Next(Move, frozen=True):
    """Go on to the next game of the series; the table's own move."""


class StageFinished(Event, frozen=True, tag="finished"):
    """A game of the series ended, and the standing is now this."""

    game: int
    result: Result
    standing: tuple[int, ...]


class StageBegan(Event, frozen=True, tag="began"):
    """The next game of the series began."""

    game: int


class Stage(Struct, Generic[S], frozen=True):
    """A game of the series, with what came before it."""

    setup: Setup
    index: int
    standing: tuple[int, ...]
    game: S
    resumes: Millis | None = None
    """When the next game begins, while there is a break."""


class StageView(View, Generic[V], frozen=True):
    """What a seat sees of a series; `standing` counts a game only when it has ended."""

    index: int
    standing: tuple[int, ...]
    game: V
    resumes: Millis | None = None


class Plan(ABC, Generic[S, M, E, V]):
    """Which games a series consists of, and how their results add up."""

    @abstractmethod
    def rules(self, setup: Setup, index: int) -> Rules[S, M, E, V]:
        """Return the rules of a game of the series."""

    @abstractmethod
    def every(self) -> tuple[Rules[S, M, E, V], ...]:
        """Return all rules that may occur."""

    @abstractmethod
    def setup(self, setup: Setup, index: int, standing: tuple[int, ...], before: S | None) -> Setup:
        """Return the setup of a game, given the standing and how the game before it ended."""

    @abstractmethod
    def standing(self, setup: Setup, index: int, standing: tuple[int, ...], game: S) -> tuple[int, ...]:
        """Return the standing after a game that ended so."""

    @abstractmethod
    def result(self, setup: Setup, index: int, standing: tuple[int, ...]) -> Result | None:
        """Return how the series ended with this game, or None where another follows."""


class Series(Rules[Stage[S], M | Next, E | StageFinished | StageBegan, StageView[V]], Generic[S, M, E, V]):
    """The rules of a series, whatever its games."""

    def __init__(self, info: Info, plan: Plan[S, M, E, V]) -> None:
        self.info = info
        self.plan = plan
        every = plan.every()
        self.move_type: Any = reduce(or_, (rules.move_type for rules in every), Next)
        self.event_type: Any = reduce(or_, (rules.event_type for rules in every), StageFinished | StageBegan)
        self.moves_on_demand = any(rules.moves_on_demand for rules in every)
        self.question_type: Any = _either(rules.question_type for rules in every)
        self.answer_type: Any = _either(rules.answer_type for rules in every)
        self.view_type: Any = StageView[reduce(or_, (rules.view_type for rules in every))]  # type: ignore[misc]

    def start(self, setup: Setup, chance: Chance) -> Stage[S]:
        standing = setup.standing or (0,) * setup.team_count
        rules, inner = self.plan.rules(setup, 0), self.plan.setup(setup, 0, standing, None)
        return Stage(setup.settled, 0, standing, rules.start(inner, chance))

    def flaws(self, setup: Setup) -> tuple[Refused, ...]:
        return self.plan.rules(setup, 0).flaws(setup)

    def moves(self, state: Stage[S], seat: Seat) -> Iterator[M | Next]:
        return iter(()) if state.resumes is not None else self._rules(state).moves(state.game, seat)

    def sample(self, state: Stage[S], seat: Seat, chance: Chance) -> M | Next | None:
        return None if state.resumes is not None else self._rules(state).sample(state.game, seat, chance)

    def stand_in(self, state: Stage[S], seat: Seat, chance: Chance) -> M | Next | None:
        return None if state.resumes is not None else self._rules(state).stand_in(state.game, seat, chance)

    def veil(self, state: Stage[S], seat: Seat, chance: Chance) -> Veil[M | Next] | None:
        if state.resumes is not None or (found := self._rules(state).veil(state.game, seat, chance)) is None:
            return None
        return Veil((state.index, *found.question), found.move, found.wait, found.only)

    def play(
        self, state: Stage[S], seat: Seat, move: M | Next, at: Millis, chance: Chance
    ) -> Step[Stage[S], E | StageFinished | StageBegan]:
        if isinstance(move, Next):
            raise Refused("TABLE-4", "move.table")
        if state.resumes is not None:
            raise Refused("TABLE-3", "series.break")
        rules = self._rules(state)
        return self._after(state, rules, rules.play(state.game, seat, move, at, chance), at)

    def due(self, state: Stage[S]) -> tuple[Millis, M | Next] | None:
        if state.resumes is not None:
            return state.resumes, Next()
        return self._rules(state).due(state.game)

    def proceed(
        self, state: Stage[S], at: Millis, chance: Chance
    ) -> Step[Stage[S], E | StageFinished | StageBegan]:
        if state.resumes is None:
            rules = self._rules(state)
            return self._after(state, rules, rules.proceed(state.game, at, chance), at)
        index = state.index + 1
        inner = replace(self.plan.setup(state.setup, index, state.standing, state.game), begins=at)
        game = self.plan.rules(state.setup, index).start(inner, chance)
        return Step(Stage(state.setup, index, state.standing, game), (StageBegan(index),))

    def view(self, state: Stage[S], seat: Seat | None) -> StageView[V]:
        game = self._rules(state).view(state.game, seat)
        return StageView(state.index, state.standing, game, state.resumes)

    def imagine(self, view: StageView[V], setup: Setup, chance: Chance) -> Stage[S]:
        inner = self.plan.setup(setup, view.index, view.standing, None).settled
        game = self.plan.rules(setup, view.index).imagine(view.game, inner, chance)
        return Stage(setup.settled, view.index, view.standing, game, view.resumes)

    def result(self, state: Stage[S]) -> Result | None:
        if state.resumes is not None or self._rules(state).result(state.game) is None:
            return None
        return self.plan.result(state.setup, state.index, state.standing)

    def write(self, state: Stage[S]) -> str:
        standing = ",".join(map(str, state.standing))
        resumes = "-" if state.resumes is None else state.resumes
        return f"{state.index} {standing} {resumes} | {self._rules(state).write(state.game)}"

    def read(self, text: str, setup: Setup) -> Stage[S]:
        head, _, game = text.partition(" | ")
        try:
            index, scores, resumes = head.split(" ")
            standing = tuple(map(int, scores.split(",")))
            inner = self.plan.setup(setup, int(index), standing, None).settled
            return Stage(
                setup.settled,
                int(index),
                standing,
                self.plan.rules(setup, int(index)).read(game, inner),
                None if resumes == "-" else Millis(int(resumes)),
            )
        except ValueError as error:
            raise ValueError(f"not a position of {self.info.name}: {text!r} ({error})") from error

    def afresh(self, state: Stage[S], at: Millis, chance: Chance) -> Stage[S] | None:
        if state.resumes is not None:
            return None
        game = self._rules(state).afresh(state.game, at, chance)
        return None if game is None else replace(state, game=game)

    def claim(self, state: Stage[S], seat: Seat, move: M | Next) -> Claim | None:
        return None if isinstance(move, Next) else self._rules(state).claim(state.game, seat, move)

    def claimant(self, state: Stage[S]) -> Seat | None:
        return self._rules(state).claimant(state.game)

    def answer(self, state: Stage[S], seat: Seat, question: Any) -> Any:
        return self._rules(state).answer(state.game, seat, question)

    def faces(self, state: Stage[S]) -> Iterable[int]:
        return self._rules(state).faces(state.game)

    def _rules(self, state: Stage[S]) -> Rules[S, M, E, V]:
        return self.plan.rules(state.setup, state.index)

    def _after(
        self, state: Stage[S], rules: Rules[S, M, E, V], step: Step[S, E], at: Millis
    ) -> Step[Stage[S], E | StageFinished | StageBegan]:
        result = rules.result(step.state)
        if result is None:
            return Step(Stage(state.setup, state.index, state.standing, step.state), step.events)
        standing = self.plan.standing(state.setup, state.index, state.standing, step.state)
        over = self.plan.result(state.setup, state.index, standing) is not None
        resumes = None if over else Millis(at + BREAK)
        after = Stage(state.setup, state.index, standing, step.state, resumes)
        return Step(after, (*step.events, StageFinished(state.index, result, standing)))


def _either(types: Iterable[Any]) -> Any:
    """Return a type that is one of these; None stands for no type."""
    found = [of for of in types if of is not None]
    return reduce(or_, found) if found else None
