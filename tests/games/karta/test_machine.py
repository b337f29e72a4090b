"""Whatever is sent, the table stays what the slow way says it is."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cartable.core import Chance, Millis, Refused, Seat, seed_of
from cartable.games.karta import CARDS, WAYS, Karta, KartaCard, Place, Position, face, places
from tests.games.karta import slow

RULES = Karta()
SETUP = RULES.info.setup(2)

ANY = st.integers(-(10**15), 10**15) | st.integers(-6, 18)


class Session(RuleBasedStateMachine):
    """A game into which anything is thrown, beside the same table kept square by square."""

    position: Position
    squares: slow.Squares
    corner: bool

    @initialize(seed=st.integers(0, 10**6), corner=st.booleans())
    def deal(self, seed: int, corner: bool) -> None:
        self.corner = corner
        self.position = RULES.start(RULES.info.setup(2, options={"corner": corner}), Chance(seed_of(seed), 0))
        self.squares = {}

    @precondition(lambda self: self.position.turn is not None)
    @rule(seed=st.integers(0, 10**6))
    def lay_any_card(self, seed: int) -> None:
        seat = self.position.turn
        assert seat is not None
        place = RULES.sample(self.position, seat, Chance(seed_of(seed), 1))
        assert place is not None
        self._lay(seat, place)

    @precondition(lambda self: self.position.turn is not None)
    @rule(nth=st.integers(0, 7), way=st.sampled_from(WAYS), at=st.integers(0, 10**6))
    def lay_a_card_where_it_may_lie(self, nth: int, way: tuple[int, bool], at: int) -> None:
        seat = self.position.turn
        assert seat is not None
        hand = self.position.hands[self.position.colour]
        card = hand[nth % len(hand)]
        spots = places(self.position, card, *way)
        shown = face(card, *way)
        turn = len(self.position.laid)
        assert {(s.x, s.y) for s in spots} == slow.corners(self.squares, turn, shown, self.corner)
        if spots:
            spot = spots[at % len(spots)]
            covered = slow.covered(shown, spot.x, spot.y)
            before = [slow.dot(self.squares.get(square, "")) for square in covered]
            after = list(covered.values())
            assert spot.locks == tuple(n for n, square in enumerate(covered) if square in self.squares)
            assert spot.captures == tuple(n for n in range(6) if {before[n], after[n]} == {"R", "B"})
            self._lay(seat, Place(card, *way, spot.x, spot.y))
            assert (self.position.tokens, self.position.dots) == (spot.tokens, spot.dots)

    @rule(seat=ANY, card=ANY, turned=ANY, over=st.booleans(), x=ANY, y=ANY)
    def send_nonsense(self, seat: int, card: int, turned: int, over: bool, x: int, y: int) -> None:
        try:
            self._lay(Seat(seat), Place(KartaCard(card), turned, over, x, y))
        except Refused:
            return

    @invariant()
    def no_card_is_lost(self) -> None:
        hands, laid = self.position.hands, [place.card for place in self.position.laid]
        assert sorted([*hands[0], *hands[1], *laid]) == list(CARDS)

    @invariant()
    def the_squares_are_those_of_the_slow_table(self) -> None:
        names = {"R": "red", "B": "blue", "": None}
        view = RULES.view(self.position, None)
        assert {(square.x, square.y): (square.dot, square.locked) for square in view.squares} == {
            at: (names[slow.dot(layers)], len(layers) == 2) for at, layers in self.squares.items()
        }

    @invariant()
    def the_tokens_are_the_lines_on_the_table(self) -> None:
        view = RULES.view(self.position, None)
        for side, letter, colour in ((view.red, "R", "red"), (view.blue, "B", "blue")):
            assert side.tokens == slow.tokens(self.squares, letter)
            assert side.tokens == sum(line.tokens for line in view.lines if line.colour == colour)

    @invariant()
    def it_reads_and_imagines_back(self) -> None:
        assert RULES.read(RULES.write(self.position), SETUP) == self.position
        view = RULES.view(self.position, Seat(0))
        assert RULES.imagine(view, self.position.setup, Chance(b"", 0)) == self.position

    def _lay(self, seat: Seat, place: Place) -> None:
        self.position = RULES.play(self.position, seat, place, Millis(0), Chance(b"", 0)).state
        self.squares = slow.laid(self.squares, place)


TestSession = Session.TestCase
TestSession.settings = settings(max_examples=30, stateful_step_count=24)
