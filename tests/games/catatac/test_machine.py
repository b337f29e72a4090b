"""Whatever is sent in whatever order: cards are conserved, and nothing but Refused is raised."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cartable.core import Chance, Millis, Refused, Seat, seed_of
from cartable.games.catatac import moves as m
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.state import State
from cartable.games.catatac.terms import terms
from cartable.games.catatac.yarn import YarnPlace, hideout, on_alley
from tests.games.catatac.positions import GAME, table

numbers = st.integers(-3, 60) | st.integers()
sent = st.one_of(
    st.builds(m.Lay, numbers.map(PawCard)),
    st.builds(m.Cooperate, numbers.map(PawCard)),
    st.builds(m.Carry, numbers.map(YarnPlace)),
    st.builds(m.Use, numbers, numbers.map(YarnPlace)),
    st.sampled_from(
        [m.Steal(), m.StoreYarn(), m.Counter(), m.Toss(), m.Distract(), m.EndTurn(), m.Decline(), m.Open()]
    ),
)
options = st.fixed_dictionaries(
    {name: st.booleans() for name in ("hockey", "kittens", "distraction", "alpha", "momentum")}
)


class CatatacMachine(RuleBasedStateMachine):
    """A table at which anyone sends anything."""

    state: State
    chances: int = 0

    @initialize(seats=st.sampled_from([2, 4, 6]), seed=st.integers(0, 10**6), chosen=options)
    def begin(self, seats: int, seed: int, chosen: dict[str, Any]) -> None:
        self.seed = seed_of(seed)
        self.state = GAME.start(table(seats, **chosen), self._chance())
        self.box = terms(self.state.setup)

    @rule(seat=st.integers(-1, 6), move=sent, at=st.integers())
    def anything(self, seat: int, move: m.CatatacMove, at: int) -> None:
        listed = list(GAME.moves(self.state, Seat(seat)))
        try:
            after = GAME.play(self.state, Seat(seat), move, Millis(at), self._chance()).state
        except Refused:
            assert move not in listed
        else:
            assert move in listed
            self.state = after

    @precondition(lambda self: GAME.due(self.state) is not None)
    @rule()
    def time_passes(self) -> None:
        self.state = GAME.proceed(self.state, Millis(0), self._chance()).state

    @precondition(lambda self: self.state.phase != "over")
    @rule(number=st.integers(0, 5), many=st.integers(1, 12))
    def something_allowed(self, number: int, many: int) -> None:
        for _ in range(many):
            seats = range(self.state.setup.seats)
            drawn = {seat: GAME.sample(self.state, Seat(seat), self._chance()) for seat in seats}
            able = [seat for seat, move in drawn.items() if move is not None]
            assert able or self.state.phase == "over"
            if not able:
                return
            seat = able[number % len(able)]
            move = drawn[seat]
            assert move is not None
            self.state = GAME.play(self.state, Seat(seat), move, Millis(0), self._chance()).state

    @invariant()
    def cards_are_conserved(self) -> None:
        state = self.state
        paws = Counter(card for pile in (*state.hands, state.pile, state.discard) for card in pile)
        assert paws == Counter(self.box.deck)
        treasure = Counter(card for pile in (*state.won, state.points) for card in pile)
        assert treasure == Counter(self.box.box.treasure())

    @invariant()
    def the_position_makes_sense(self) -> None:
        state = self.state
        assert all(len(hand) <= self.box.hand for hand in state.hands)
        assert all(tuple(sorted(hand)) == hand for hand in state.hands)
        assert (GAME.result(state) is not None) == (state.phase == "over")
        assert bool(state.asked) == (state.phase in ("breath", "counter", "empty"))
        if not on_alley(state.yarn):
            assert state.yarn.place == hideout(
                self.box.teams[state.actor if state.phase != "act" else state.turn - 1]
            )
        if state.phase == "over":
            assert not state.points or not any(state.hands)
        assert GAME.read(GAME.write(state), state.setup) == state

    def _chance(self) -> Chance:
        self.chances += 1
        return Chance(self.seed, self.chances)


CatatacMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
TestTable = CatatacMachine.TestCase
