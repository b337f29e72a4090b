"""The box as a whole: decks, going from game to game, and whatever anyone may send."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cartable.core import (
    Chance,
    DeckSpec,
    Game,
    Millis,
    Refused,
    Result,
    Seat,
    Setup,
    carried,
    ranked,
    seed_of,
)
from cartable.designs import Card, Symbol, deck, triplet_table
from cartable.games.reflex.calls import Call, Flip, Thaw
from cartable.games.spot import CATCH, FACEOFF, GIFT, PRACTICE, TOWER, TRIPLET, WELL
from cartable.games.spot.claims import SpotMove
from cartable.games.spot.rules import Spot, SpotEvent
from cartable.games.spot.spread import SpotView, Spread
from tests.games.spot.lay import (
    ALL,
    A,
    begin,
    chance,
    every_game,
    first_call,
    misnamed,
    play,
    refused,
    table,
)

AnySpotGame = Game[Spread, SpotMove, SpotEvent, SpotView]

DECKS = (DeckSpec(7, 55), DeckSpec(3, 13), DeckSpec(4, 21), DeckSpec(5, 31), DeckSpec(8, 60))


def played(rules: Spot, setup: Setup, seed: int) -> AnySpotGame:
    """Return a game that random seats have played to its end."""
    game: AnySpotGame = Game(rules, setup, seed_of(seed))
    lots = Chance(seed_of(seed), 1 << 40)
    while game.result is None:
        if due := rules.due(game.state):
            game.advance(due[0])
        seat = Seat(lots.below(setup.seats))
        if move := rules.sample(game.state, seat, lots):
            game.play(seat, move, Millis(game.now + lots.below(900)))
    return game


def ended(rules: Spot, setup: Setup, seed: int) -> Result:
    """Return how such a game ended."""
    result = played(rules, setup, seed).result
    assert result is not None
    return result


@pytest.mark.rule("SPOT-9")
def test_a_table_goes_straight_on_to_any_other_game_with_the_same_seats_and_a_running_score() -> None:
    standing: tuple[int, ...] = ()
    wins = [0, 0, 0]
    for seed, rules in enumerate((WELL, TOWER, WELL, FACEOFF, GIFT, CATCH, TRIPLET)):
        result = ended(rules, table(rules, 3), seed)
        standing = carried(standing, result)
        for team in result.winners:
            wins[team] += 1
    assert standing == tuple(wins)
    assert sum(standing) == 7


@pytest.mark.rule("SPOT-9")
def test_a_shared_first_place_is_a_point_for_each() -> None:
    level = ranked([5, 3, 5], [5, 3, 5])
    assert carried((), level) == (1, 0, 1)
    assert carried((1, 4, 0), level) == (2, 4, 1)


@pytest.mark.rule("SPOT-9")
def test_where_all_are_level_nobody_has_won() -> None:
    assert carried((2, 0, 1), ranked([5, 5, 5], [5, 5, 5])) == (2, 0, 1)
    assert carried((), ranked([0, 0], [0, 0], "agreed")) == (0, 0)


@pytest.mark.rule("SPOT-15")
@pytest.mark.parametrize("rules", [TOWER, WELL])
def test_one_goes_through_the_whole_deck_alone_and_nobody_scores(rules: Spot) -> None:
    state = begin(rules, 1)
    for _ in range(54):
        assert rules.result(state) is None
        state = play(rules, state, A, misnamed(state, first_call(rules, state, A)), at=4_000).state
        assert rules.due(state) == (6_000, Thaw(A))  # A wrong call costs its freeze.
        state = rules.proceed(state, Millis(6_000), chance()).state
        state = play(rules, state, A, first_call(rules, state, A)).state
    result = rules.result(state)
    assert result is not None
    assert result.scores == ((55,) if rules is TOWER else (0,))
    assert carried((3,), result) == (3,)
    assert not state.faceoff


@pytest.mark.rule("SPOT-11")
@pytest.mark.parametrize("rules", [rules for rules in ALL if rules is not TRIPLET], ids=lambda r: r.info.name)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_deck_of_fewer_than_two_cards_a_seat_and_one_is_refused(rules: Spot, seats: int) -> None:
    with refused("SPOT-11", "spot.few-cards"):
        rules.start(table(rules, seats, deck=DeckSpec(7, 2 * seats)), chance())
    assert ended(rules, table(rules, seats, deck=DeckSpec(7, 2 * seats + 1)), 1)


@pytest.mark.rule("SPOT-11")
@pytest.mark.parametrize("order", [2, 3, 4, 7, 8])
def test_a_triplet_needs_as_many_cards_as_lie_on_its_table(order: int) -> None:
    need = triplet_table(order)
    with refused("SPOT-11", "spot.few-cards"):
        TRIPLET.start(table(TRIPLET, 8, deck=DeckSpec(order, need - 1)), chance())
    assert ended(TRIPLET, table(TRIPLET, 8, deck=DeckSpec(order, need)), 1)


@pytest.mark.rule("SPOT-11")
def test_a_deck_that_cannot_be_is_refused() -> None:
    with refused("DECK-3", "spot.no-plane"):
        TOWER.start(table(TOWER, 2, deck=DeckSpec(6, 30)), chance())
    with refused("SPOT-11", "spot.few-cards"):
        TOWER.start(table(TOWER, 2, deck=DeckSpec(7, 1)), chance())
    for cards in (0, 58):
        with refused("SPOT-11", "spot.no-deck"):
            TOWER.start(table(TOWER, 2, deck=DeckSpec(7, cards)), chance())


@every_game
@pytest.mark.parametrize("spec", DECKS, ids=str)
def test_every_game_plays_with_decks_of_any_order_and_size(rules: Spot, spec: DeckSpec) -> None:
    seats = 4
    game = played(rules, table(rules, seats, deck=spec), 3)
    assert game.result is not None
    assert sorted(team for group in game.result.ranking for team in group) == list(range(seats))


@pytest.mark.rule("SPOT-15")
def test_practice_the_tower_and_the_well_are_for_one_to_eight_and_all_else_for_two_to_eight() -> None:
    for rules in ALL:
        assert rules.info.seats == tuple(range(1 if rules in (PRACTICE, TOWER, WELL) else 2, 9))
        assert rules.info.setup().seats == (1 if rules is PRACTICE else 2)
        assert rules.info.runs(1) is (rules in (TOWER, WELL))
        assert not rules.info.runs(2)
        assert rules.info.reflex
        assert not rules.info.hidden


class AnySpot(RuleBasedStateMachine):
    """Right calls, wrong calls, nonsense and passing time, in any order."""

    @initialize(
        rules=st.sampled_from(ALL),
        seats=st.integers(2, 6),
        spec=st.sampled_from(DECKS),
        seed=st.integers(0, 99),
    )
    def begin(self, rules: Spot, seats: int, spec: DeckSpec, seed: int) -> None:
        self.spot = rules
        self.deck = deck(spec.order, spec.cards)
        self.game: AnySpotGame = Game(rules, table(rules, seats, deck=spec), seed_of(seed))
        self.lots = Chance(seed_of(seed), 1 << 40)

    @rule(wait=st.integers(0, 4_000))
    def let_time_pass(self, wait: int) -> None:
        self.game.advance(Millis(self.game.now + wait))

    @precondition(lambda self: self.game.result is None)
    @rule(seat=st.integers(0, 5), times=st.integers(1, 12))
    def call_right(self, seat: int, times: int) -> None:
        for _ in range(times):
            move = self.spot.sample(self.game.state, Seat(seat), self.lots)
            if move is not None:
                claim = self.spot.claim(self.game.state, Seat(seat), move)
                assert claim is not None
                assert claim.right
                before = self.scored
                self.game.play(Seat(seat), move, self.game.now)
                assert self.scored != before or self.game.state.faceoff

    @precondition(lambda self: self.game.result is None)
    @rule(seat=st.integers(0, 5), symbol=st.integers(0, 72))
    def call_any_symbol(self, seat: int, symbol: int) -> None:
        move = self.spot.sample(self.game.state, Seat(seat), self.lots)
        if isinstance(move, Call):
            before, wrong = self.scored, move.symbol != symbol
            with suppress(Refused):
                self.game.play(Seat(seat), Call(Symbol(symbol), move.cards), self.game.now)
            assert not wrong or self.scored == before

    @rule(
        seat=st.integers(-2, 9),
        symbol=st.integers(-2, 80),
        cards=st.lists(st.integers(-2, 80) | st.just(10**12), max_size=4),
    )
    def call_nonsense(self, seat: int, symbol: int, cards: list[int]) -> None:
        call = Call(Symbol(symbol), tuple(map(Card, cards)))
        assert self.spot.claim(self.game.state, Seat(seat), call) is not None
        with suppress(Refused):
            self.game.play(Seat(seat), call, self.game.now)

    @rule(seat=st.integers(-2, 9), of=st.integers(-2, 9), flip=st.booleans())
    def move_for_the_table(self, seat: int, of: int, flip: bool) -> None:
        move = Flip() if flip else Thaw(Seat(of))
        with pytest.raises(Refused, match="TABLE-4"):
            self.spot.play(self.game.state, Seat(seat), move, self.game.now, self.game.chance())

    @property
    def scored(self) -> tuple[object, ...]:
        """All that a right call changes and no other."""
        state = self.game.state
        return state.stock, state.middle, state.table, state.piles, state.kept, state.round, state.winner

    @invariant()
    def no_card_is_lost_or_twice(self) -> None:
        state = self.game.state
        cards = [*state.stock, *state.middle, *state.side_by_side]
        cards += (card for pile in state.piles for card in pile)
        assert len(set(cards)) == len(cards)
        gone = 0 if state.faceoff else sum(state.kept)
        if self.spot is CATCH and not state.faceoff:
            gone += state.round
        if not isinstance(self.spot, type(PRACTICE)):
            assert len(cards) + gone == len(self.deck)

    @invariant()
    def the_game_goes_on_until_it_has_a_result(self) -> None:
        game, seats = self.game, range(self.game.setup.seats)
        alive = any(next(self.spot.moves(game.state, Seat(seat)), None) for seat in seats)
        assert (game.result is None) == (alive or self.spot.due(game.state) is not None)

    @invariant()
    def the_position_can_be_written_and_imagined(self) -> None:
        state, setup = self.game.state, self.game.setup
        assert self.spot.read(self.spot.write(state), setup) == state
        view = self.spot.view(state, None)
        assert self.spot.view(self.spot.imagine(view, setup, chance()), None) == view


AnySpot.TestCase.settings = settings(max_examples=60, stateful_step_count=25)
test_whatever_is_sent_no_card_is_lost_and_nothing_breaks = AnySpot.TestCase
