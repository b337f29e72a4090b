"""Whatever is sent to whichever game, cards are conserved and nothing but Refused is raised."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cartable.core import Chance, Game, Millis, Move, Next, Refused, Seat, seated, seed_of
from cartable.designs import ISLAND, Card, Symbol
from cartable.games.island import ADVENTURE, BARBARIANS, KNIGHTS, PORTS, ROUTE, WELCOME
from cartable.games.island.cards import ISLAND_CARDS, TEAM_CARDS
from cartable.games.island.rules import GOAL, Point
from cartable.games.reflex.calls import Call, Flip, Thaw

MATCHES = [WELCOME, PORTS, ROUTE, BARBARIANS, KNIGHTS, ADVENTURE]
SHAPES = [shape for shapes in WELCOME.info.shapes.values() for shape in shapes]

numbers = st.integers(-3, 80) | st.integers()
anything: st.SearchStrategy[Move] = st.one_of(
    st.builds(
        Call, numbers.map(Symbol), st.lists(numbers.map(Card), max_size=3).map(lambda cards: tuple(cards))
    ),
    st.builds(Point, numbers.map(Card), st.none() | numbers.map(Symbol)),
    st.builds(Thaw, numbers.map(Seat)),
    st.just(Flip()),
    st.just(Next()),
)


class Isles(RuleBasedStateMachine):
    """A match in which seats call right, wrong, late, and send nonsense."""

    game: Game[Any, Any, Any, Any]

    @initialize(
        rules=st.sampled_from(MATCHES),
        shape=st.sampled_from(SHAPES),
        penalty=st.sampled_from([0, 1, 2_000]),
        once=st.booleans(),
        seed=st.integers(0, 99),
    )
    def begins(self, rules: Any, shape: tuple[int, ...], penalty: int, once: bool, seed: int) -> None:
        options = {"penalty": penalty, "once": once}
        self.game = Game(rules, rules.info.setup(teams=seated(shape), options=options), seed_of(seed))
        self.lots = Chance(seed_of(seed), 1 << 40)
        self.standing = self.game.state.standing

    @property
    def over(self) -> bool:
        return self.game.result is not None

    @rule(count=st.integers(1, 30))
    def seats_make_right_calls(self, count: int) -> None:
        for _ in range(count):
            seat = Seat(self.lots.below(self.game.setup.seats))
            move = self.game.rules.sample(self.game.state, seat, self.lots)
            if move is not None:
                self.game.play(seat, move, Millis(self.game.now + self.lots.below(100)))

    @precondition(lambda self: not self.over)
    @rule(seat=st.integers(0, 5), card=st.integers(0, 18), symbol=st.integers(0, 72))
    def a_seat_guesses_a_symbol(self, seat: int, card: int, symbol: int) -> None:
        isle = self.game.state.game
        own = isle.turned[seat % len(isle.turned)]
        with suppress(Refused):
            cards = (isle.island[card] if isle.island else Card(card + 19), Card(-1) if own is None else own)
            self.game.play(Seat(seat), Call(Symbol(symbol), cards), self.game.now)

    @rule(seat=st.integers(-2, 7) | st.integers(), move=anything, late=st.integers(-(10**6), 1_000))
    def anybody_sends_anything(self, seat: int, move: Move, late: int) -> None:
        state = self.game.state
        at = Millis(self.game.now + late)
        self.game.rules.claim(state, Seat(seat), move)
        with suppress(Refused):
            self.game.rules.play(state, Seat(seat), move, at, self.game.chance())
        with suppress(Refused):
            self.game.play(Seat(seat), move, at)

    @rule()
    def time_passes(self) -> None:
        due = self.game.rules.due(self.game.state)
        if due is not None:
            self.game.advance(due[0])

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        isle = self.game.state.game
        teams = self.game.setup.team_count
        seen = [*isle.island, *isle.turned, *isle.gone, *(card for deck in isle.decks for card in deck)]
        cards = Counter(card for card in seen if card is not None)
        assert not cards or max(cards.values()) == 1
        name = self.game.rules.view(self.game.state, None).game.game
        mine = {card for team in range(teams) for card in TEAM_CARDS[team]}
        if name == "barbarians":
            assert {*cards, *(card for of in isle.taken for card in of)} >= set(ISLAND_CARDS)
            assert len(isle.turned) == teams
        elif name == "knights":
            assert set(cards) == mine
        else:
            unused = 8 if self.game.setup.seats == 5 else 0
            assert set(cards) >= set(ISLAND_CARDS)
            assert set(cards) <= {*mine, *ISLAND_CARDS}
            assert len(cards) == len(mine) - unused + 19

    @invariant()
    def scores_only_rise_and_ten_ends_the_match(self) -> None:
        now = self.game.state.standing
        assert all(before <= after for before, after in zip(self.standing, now, strict=True))
        self.standing = now
        if not self.game.setup.toggle("once"):
            assert self.over == (max(now) >= GOAL)

    @invariant()
    def the_position_reads_back(self) -> None:
        rules = self.game.rules
        assert rules.read(rules.write(self.game.state), self.game.setup) == self.game.state

    @invariant()
    def listed_calls_name_what_both_cards_show(self) -> None:
        for seat in range(self.game.setup.seats):
            for move in self.game.rules.moves(self.game.state, Seat(seat)):
                if isinstance(move, Call):
                    assert all(ISLAND.has(card, move.symbol) for card in move.cards)
                    claim = self.game.rules.claim(self.game.state, Seat(seat), move)
                    assert claim is not None
                    assert claim.right


TestIsles = pytest.mark.filterwarnings("error")(Isles.TestCase)
Isles.TestCase.settings = settings(max_examples=30, stateful_step_count=30)
