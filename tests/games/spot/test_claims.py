"""Claims: one's own corner first, then the symbol (SPOT-12, SPOT-13)."""

from __future__ import annotations

import pytest

from cartable.core import Claim, Game, Millis, decode, encode, record, replay, seed_of
from cartable.designs import Card
from cartable.games.reflex.calls import LateCall, Thaw, Took, Wrong
from cartable.games.spot import CATCH, FACEOFF, GIFT, POTATO, PRACTICE, TOWER, TRIPLET, WELL
from cartable.games.spot.claims import NAMING, ClaimCards, Claimed, Lapse, Lapsed
from cartable.games.spot.rules import Spot
from cartable.games.spot.spread import Spread
from tests.games.spot.lay import A, B, C, begin, chance, first_call, lay, misnamed, play, refused, table

COMMON = (GIFT, TRIPLET, CATCH, PRACTICE, FACEOFF)
common = pytest.mark.parametrize("rules", COMMON, ids=lambda rules: str(rules.info.name))


def claimed(rules: Spot, state: Spread) -> Spread:
    """Return the table after A has claimed the common cards at 100 ms."""
    return play(rules, state, A, ClaimCards(rules.common(state)), at=100).state


@common
@pytest.mark.rule("SPOT-12")
def test_a_claim_stands_for_three_seconds_in_which_its_symbol_wins(rules: Spot) -> None:
    state = begin(rules, 3)
    cards = rules.common(state)
    step = play(rules, state, A, ClaimCards(cards), at=100)
    assert step.events == (Claimed(A, cards, Millis(100 + NAMING)),)
    assert rules.claimant(step.state) == A
    assert rules.due(step.state) == (100 + NAMING, Lapse(A))
    assert (rules.view(step.state, B).claimant, rules.view(step.state, B).lapses) == (A, 100 + NAMING)
    call = first_call(rules, step.state, A)
    after = play(rules, step.state, A, call, at=900)
    assert isinstance(after.events[0], Took)
    assert after.events[0].seat == A
    assert rules.claimant(after.state) is None
    assert (after.state.claimant, after.state.lapses) == (None, None)


@pytest.mark.rule("SPOT-12")
@pytest.mark.parametrize("rules", [TOWER, WELL, POTATO], ids=lambda rules: str(rules.info.name))
def test_where_everybody_has_cards_of_their_own_nothing_is_claimed_but_in_a_face_off(rules: Spot) -> None:
    state = begin(rules, 2)
    assert rules.claim(state, A, ClaimCards((Card(0),))) == Claim((0,), (0,), right=False, open=True)
    with refused("SPOT-12", "spot.no-claim"):
        play(rules, state, A, ClaimCards((Card(0),)))
    tied = lay(rules, "- 2,3 - 0,1 -/- 5/5 0 0/0 0,1 -")
    both = ClaimCards((Card(1), Card(0)))
    assert rules.claim(tied, B, both) == Claim((1, 0), (1, 0), right=True, open=True)
    step = play(rules, tied, B, ClaimCards((Card(1), Card(0))))
    after = play(rules, step.state, B, first_call(rules, step.state, B))
    assert after.state.winner == B


@pytest.mark.rule("SPOT-12")
def test_a_claim_is_about_all_common_cards_and_late_if_one_has_gone() -> None:
    state = begin(CATCH, 3)
    one, *others = cards = CATCH.common(state)
    with refused("SPOT-12", "spot.claim-all"):
        play(CATCH, state, A, ClaimCards(tuple(others)))
    with refused("SPOT-12", "spot.claim-all"):
        play(CATCH, state, A, ClaimCards((*cards, one)))
    with refused("SPOT-10", "spot.no-such"):
        play(CATCH, state, A, ClaimCards((Card(1_000),)))
    with refused("SPOT-10", "spot.no-such"):
        play(CATCH, state, A, ClaimCards(()))
    taken = play(CATCH, state, B, first_call(CATCH, state, B)).state
    step = play(CATCH, taken, A, ClaimCards(cards))
    assert step.events == (LateCall(A, cards),)
    assert CATCH.claimant(step.state) is None


@pytest.mark.rule("SPOT-12")
def test_a_claim_about_the_round_before_is_late_and_one_about_cards_face_down_is_refused() -> None:
    state = begin(CATCH, 2)
    before = CATCH.common(state)
    for seat in (A, B):
        state = play(CATCH, state, seat, first_call(CATCH, state, seat)).state
    assert state.flips is not None
    assert play(CATCH, state, A, ClaimCards(before)).events == (LateCall(A, before),)
    with refused("SPOT-1", "spot.down"):
        play(CATCH, state, A, ClaimCards(CATCH.common(state)))


@pytest.mark.rule("SPOT-12")
def test_who_has_claimed_does_not_claim_again_and_a_late_symbol_keeps_the_claim() -> None:
    state = claimed(GIFT, begin(GIFT, 3))
    with refused("SPOT-12", "spot.claiming"):
        play(GIFT, state, A, ClaimCards(GIFT.common(state)))
    gone = first_call(GIFT, state, A)
    gone = type(gone)(gone.symbol, (state.middle[0], gone.cards[1]))
    step = play(GIFT, state, A, gone)
    assert step.events == (LateCall(A, gone.cards),)
    assert GIFT.claimant(step.state) == GIFT.claimant(state)


@common
@pytest.mark.rule("SPOT-13")
def test_while_a_claim_stands_nobody_else_calls_or_claims(rules: Spot) -> None:
    before = begin(rules, 3)
    state = claimed(rules, before)
    call = first_call(rules, before, B)
    assert not list(rules.moves(state, B))
    assert rules.sample(state, B, chance()) is None
    assert list(rules.moves(state, A)) == list(rules.moves(before, A))
    for move in (call, misnamed(before, call), ClaimCards(rules.common(state))):
        claim = rules.claim(state, B, move)
        assert claim
        assert not claim.right
        with refused("SPOT-13", "spot.claimed"):
            play(rules, state, B, move)


@common
@pytest.mark.rule("SPOT-5")
@pytest.mark.rule("SPOT-13")
def test_a_wrong_symbol_freezes_and_the_next_claim_counts(rules: Spot) -> None:
    state = claimed(rules, begin(rules, 3))
    step = play(rules, state, A, misnamed(state, first_call(rules, state, A)), at=500)
    assert isinstance(step.events[0], Wrong)
    assert step.events[0].until == 2_500
    with refused("SPOT-5", "spot.frozen"):
        play(rules, step.state, A, ClaimCards(rules.common(step.state)), at=600)
    after = play(rules, step.state, B, ClaimCards(rules.common(step.state)), at=600)
    assert rules.claimant(after.state) == B


@common
@pytest.mark.rule("SPOT-5")
@pytest.mark.rule("SPOT-13")
def test_who_names_nothing_in_time_is_frozen_and_the_next_claim_counts(rules: Spot) -> None:
    state = claimed(rules, begin(rules, 3))
    step = rules.proceed(state, Millis(3_100), chance())
    assert step.events == (Lapsed(A, Millis(5_100)),)
    assert rules.claimant(step.state) is None
    assert rules.due(step.state) == (5_100, Thaw(A))
    after = play(rules, step.state, C, ClaimCards(rules.common(step.state)), at=3_200)
    assert rules.claimant(after.state) == C
    # The frozen seat thaws while the other's claim stands.
    assert rules.due(after.state) == (5_100, Thaw(A))
    with refused("TABLE-4", "move.table"):
        play(rules, state, A, Lapse(A))


def test_without_a_penalty_nobody_freezes() -> None:
    state = claimed(PRACTICE, begin(PRACTICE, 2, penalty=0))
    step = PRACTICE.proceed(state, Millis(3_100), chance())
    assert step.events == (Lapsed(A, Millis(3_100)),)
    assert step.state.frozen == (None, None)


@common
def test_a_position_tells_the_claim(rules: Spot) -> None:
    state = claimed(rules, begin(rules, 3))
    text = rules.write(state)
    assert text.endswith(" 0@3100")
    assert rules.read(text, state.setup) == state
    assert rules.imagine(rules.view(state, B), state.setup, chance()).claimant == A
    for spoilt in ("7@3100", "0@3100 1@3100", "0", "x@1"):
        with pytest.raises(ValueError, match="not a"):
            rules.read(text.replace("0@3100", spoilt), state.setup)


def test_nobody_claims_in_a_position_without_common_cards() -> None:
    with pytest.raises(ValueError, match="nobody can claim"):
        lay(TOWER, "- - 4,17,3 - 8/1,2 0/0 0 0/0 - - 0@100")
    with pytest.raises(ValueError, match="nobody can claim"):
        lay(PRACTICE, "3000 4,17,3 - 8,1 -/- 0/0 0 0/0 - - 0@100")


@common
def test_a_game_of_claims_replays_from_its_record(rules: Spot) -> None:
    game = Game(rules, table(rules, 3), seed_of(4))
    number = 0
    while game.result is None:
        number += 1
        game.advance(Millis(game.now + 6_000))
        seat = (A, B, C)[number % 3]
        seat = seat if not game.state.faceoff or seat in game.state.faceoff else game.state.faceoff[0]
        game.play(seat, ClaimCards(rules.common(game.state)), Millis(game.now + 10))
        call = first_call(rules, game.state, seat)
        if number % 7 == 1:
            game.advance(Millis(game.now + NAMING))
        else:
            game.play(seat, misnamed(game.state, call) if number % 7 == 2 else call, Millis(game.now + 500))
    again = replay(decode(encode(record(game)), {rules.info.name: rules}), rules)
    assert again.result == game.result
    assert again.state == game.state
