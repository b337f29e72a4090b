"""CATATAC: two clans of cats and a ball of yarn; the rules of one game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Grounds, Millis, Refused, Result, Rules, Seat, Setup, Step, Veil, ranked
from cartable.games.catatac import course, notation
from cartable.games.catatac.acts import acts
from cartable.games.catatac.allowed import why_not_act, why_not_cooperate, why_not_lay
from cartable.games.catatac.boosters import alpha, distraction
from cartable.games.catatac.cards import flaws
from cartable.games.catatac.moves import (
    CatatacEvent,
    CatatacMove,
    Cooperate,
    Decline,
    Declined,
    Lay,
    Open,
)
from cartable.games.catatac.state import Draft, State
from cartable.games.catatac.terms import INFO, terms
from cartable.games.catatac.turns import Turns, What, turns
from cartable.games.catatac.view import CatatacView, imagine, view
from cartable.games.catatac.yarn import CLANS, NEUTRAL, Yarn


class Catatac(Rules[State, CatatacMove, CatatacEvent, CatatacView]):
    """The rules of one game.

    A turn is small steps: a seat lays a card, acts with it, and is done. Where teammates or the other clan
    have a say, `asked` names them; who is asked never depends on what the hands hold.
    """

    info = INFO
    move_type = CatatacMove
    event_type = CatatacEvent
    view_type = CatatacView
    question_type = What
    answer_type = Turns

    def start(self, setup: Setup, chance: Chance) -> State:
        table = terms(setup)
        starter = _starter(setup, chance)
        cards = chance.shuffled(table.deck)
        dealt = State(
            setup=setup.settled,
            starter=starter,
            phase="turn",
            turn=starter,
            asked=(),
            until=None,
            laid=None,
            rights=0,
            yarn=Yarn(NEUTRAL, chance.choice(CLANS)),  # CTC-4
            hands=tuple(tuple(sorted(cards.pop() for _ in range(table.hand))) for _ in table.teams),  # CTC-2
            discard=(cards.pop(),),  # CTC-2
            pile=tuple(cards),
            points=tuple(chance.shuffled(table.box.treasure())),  # CTC-3
            won=((), ()),
            tokens=distraction.tokens(table),
            distracted=None,
            alphas=alpha.first(table, starter),
        )
        draft = Draft(dealt, table, setup.begins)
        course.begin_turn(draft, starter)
        return draft.state()

    def flaws(self, setup: Setup) -> tuple[Refused, ...]:
        return flaws(setup.word("cards"))  # CTC-20

    def moves(self, state: State, seat: Seat) -> Iterator[CatatacMove]:
        table = terms(state.setup)
        if state.phase == "over" or not 0 <= seat < table.seats:
            return
        if state.phase == "act":
            yield from acts(state, table) if seat == state.laid else ()
            return
        for card in dict.fromkeys(state.hands[seat]):
            if why_not_lay(state, table, seat, card) is None:
                yield Lay(card)
            elif why_not_cooperate(state, table, seat, card) is None:
                yield Cooperate(card)
        if seat in state.asked:
            yield Decline()

    def sample(self, state: State, seat: Seat, chance: Chance) -> CatatacMove | None:
        if state.phase == "turn" and seat == state.turn:
            return Lay(chance.choice(state.hands[seat]))
        return super().sample(state, seat, chance)

    def veil(self, state: State, seat: Seat, chance: Chance) -> Veil[CatatacMove] | None:
        # CTC-37: a breath is short and ends by itself.
        if state.phase == "breath" or seat not in state.asked:
            return None
        # A question ends with a card, or when everybody asked has declined: the discard tells them apart.
        only = list(self.moves(state, seat)) == [Decline()]
        return Veil((len(state.discard),), Decline(), course.hesitation(chance), only)

    def play(
        self, state: State, seat: Seat, move: CatatacMove, at: Millis, chance: Chance
    ) -> Step[State, CatatacEvent]:
        draft = Draft(state, terms(state.setup), at)
        if isinstance(move, Open):
            raise Refused("TABLE-4", "move.table")
        if not 0 <= seat < draft.terms.seats:
            raise Refused("TABLE-4", "move.seat")
        if state.phase == "over":
            raise Refused("TABLE-2", "game.over")
        if isinstance(move, Lay):
            _allow(why_not_lay(state, draft.terms, seat, move.card))
            course.lay(draft, seat, move.card, chance)
        elif isinstance(move, Cooperate):
            _allow(why_not_cooperate(state, draft.terms, seat, move.card))
            course.lay(draft, seat, move.card, chance)
        elif isinstance(move, Decline):
            _allow(None if seat in state.asked else ("CTC-37", "catatac.asked"))
            draft.events.append(Declined(seat))
            course.decline(draft, seat, chance)
        else:
            _allow(why_not_act(state, draft.terms, seat, move))
            course.act(draft, move, chance)
        return Step(draft.state(), tuple(draft.events))

    def due(self, state: State) -> tuple[Millis, CatatacMove] | None:
        return None if state.until is None else (state.until, Open())

    def proceed(self, state: State, at: Millis, chance: Chance) -> Step[State, CatatacEvent]:
        if state.phase != "breath":
            return super().proceed(state, at, chance)
        draft = Draft(state, terms(state.setup), at)
        course.open_turn(draft)
        return Step(draft.state(), tuple(draft.events))

    def view(self, state: State, seat: Seat | None) -> CatatacView:
        return view(state, terms(state.setup), seat)

    def answer(self, state: State, seat: Seat, question: What) -> Turns:
        return turns(state, terms(state.setup), seat)

    def imagine(self, view: CatatacView, setup: Setup, chance: Chance) -> State:
        return imagine(view, terms(setup), setup, chance)

    def afresh(self, state: State, at: Millis, chance: Chance) -> State | None:
        if state.phase == "over":
            return None
        return replace(
            state,
            pile=tuple(chance.shuffled(state.pile)),
            points=tuple(chance.shuffled(state.points)),
            until=None if state.until is None else Millis(at + course.BREATH),
        )

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        points, sardines = terms(state.setup).box.tally(state.won)
        return ranked(tuple(zip(points, sardines, strict=True)), points)  # CTC-31

    def write(self, state: State) -> str:
        return notation.write(state, terms(state.setup))

    def read(self, text: str, setup: Setup) -> State:
        return notation.read(text, terms(setup), setup)


def _starter(setup: Setup, chance: Chance) -> Seat:
    # Within a series `deal` names who starts: the seat left of the starter before.
    if setup.deal:
        return Seat(setup.deal[0] % setup.seats)
    # CTC-4: counted round the table, so that every number is somebody.
    chosen = setup.number("starter")
    return Seat((chosen - 1) % setup.seats if chosen else chance.below(setup.seats))


def _allow(why: Grounds | None) -> None:
    if why is not None:
        raise Refused(*why)
