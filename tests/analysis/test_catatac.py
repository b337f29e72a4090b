"""A game of CATATAC, gone through: what a seat could have done, given what it could see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.analysis import CatatacStudy, study, verdict
from cartable.analysis.catatac import NODES, doubt, gathered, judge, outcomes, tossings, weighed
from cartable.analysis.choices import asked
from cartable.core import Chance, Game, OtherVersion, Played, Record, Seat, decode, record, seed_of
from cartable.games import GAMES
from cartable.games.catatac.moves import Decline, Lay
from tests.recorded import RECORDS, newest

CATATAC = decode(newest("catatac").read_bytes(), GAMES)


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    """Try every choice in a few worlds only."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(NODES, "hard", 16)
        yield


@pytest.fixture(scope="module")
def studied(quick: None) -> CatatacStudy:
    found = study(CATATAC, "hard")
    assert isinstance(found, CatatacStudy)
    return found


def test_every_choice_between_two_things_is_judged_once_and_in_order(studied: CatatacStudy) -> None:
    moves = {number: entry.move for number, entry in enumerate(CATATAC.log, 1) if isinstance(entry, Played)}
    assert len(studied.moves) > 20
    assert all(choice.played == moves[choice.step] for choice in studied.moves)
    steps = [choice.step for choice in studied.moves]
    assert steps == sorted(set(steps))


def test_a_loss_is_the_choosers_and_the_chance_is_whites(studied: CatatacStudy) -> None:
    for choice in studied.moves:
        white = CATATAC.setup.teams[choice.seat] == 0
        lost = choice.before - choice.after if white else choice.after - choice.before
        assert lost == pytest.approx(choice.loss)
        assert 0 <= choice.after <= 1
        assert choice.verdict == verdict(choice.loss)
        assert choice.loss == 0 or choice.better != choice.played


def test_skill_and_luck_together_are_the_whole_way_from_even_to_the_end(studied: CatatacStudy) -> None:
    assert studied.ends == (1.0,) or studied.ends == (0.0,) or studied.ends == (0.5,)
    skill = sum(
        -choice.loss if CATATAC.setup.teams[choice.seat] == 0 else choice.loss for choice in studied.moves
    )
    assert 0.5 + skill + studied.luck == pytest.approx(studied.ends[0])
    assert sum(studied.given) == pytest.approx(sum(choice.loss for choice in studied.moves))


def test_the_same_record_is_judged_the_same_every_time(studied: CatatacStudy) -> None:
    assert study(CATATAC, "hard") == studied


def test_what_nobody_could_see_does_not_change_a_verdict() -> None:
    """The hidden cards change places: a seat's choice is judged by its view alone."""
    one = next(one for one in asked(CATATAC) if isinstance(one.played, Lay))
    hands, pile, seat = list(one.state.hands), list(one.state.pile), one.seat
    other = Seat((seat + 1) % CATATAC.setup.seats)
    hands[other], pile[: len(hands[other])] = tuple(sorted(pile[: len(hands[other])])), list(hands[other])
    assert hands[other] != one.state.hands[other]
    hidden = replace(one, state=replace(one.state, hands=tuple(hands), pile=tuple(pile)))
    assert judge(hidden, "hard") == judge(one, "hard")


def test_what_is_within_the_noise_is_no_loss() -> None:
    one = next(one for one in asked(CATATAC) if isinstance(one.played, Lay))
    found = weighed(one, 64)
    best = max(found, key=lambda plan: plan.worth)
    assert doubt(best, best) == 0
    assert any(plan.plan.move == one.played for plan in found)
    assert len({len(plan.each) for plan in found}) == 1


def test_luck_is_counted_from_one_choice_to_the_next(studied: CatatacStudy) -> None:
    found = [replace(choice, luck=0.0) for choice in studied.moves[:3]]
    made = gathered(CATATAC, "hard", found)
    assert made.moves[0].luck == pytest.approx(found[0].before - 0.5)
    assert made.moves[1].luck == pytest.approx(found[1].before - found[0].after)


def test_a_game_that_was_given_up_has_no_end_of_its_own() -> None:
    rules = GAMES["catatac"]
    game: Game[Any, Any, Any, Any] = Game(rules, rules.info.setup(2), seed_of(4))
    for number in range(12):
        for seat in (Seat(0), Seat(1)):
            if (move := rules.sample(game.state, seat, Chance(seed_of(number), seat))) is not None:
                game.play(seat, move, game.now)
                break
    assert outcomes(record(game)) == {0: None}
    assert isinstance(study(record(game), "hard"), CatatacStudy)


def practised(position: str, seed: int) -> Record[Any]:
    """Return the record of a game that two play on from there at random, to its end."""
    rules = GAMES["catatac"]
    setup = rules.info.setup(2, options={"marathon": True})
    game: Game[Any, Any, Any, Any] = Game(rules, setup, seed_of(seed), position)
    number = 0
    while game.state.game.phase != "over":
        number += 1
        for seat in (Seat(0), Seat(1)):
            if (move := rules.sample(game.state, seat, Chance(seed_of(number), seat))) is not None:
                game.play(seat, move, game.now)
                break
    return record(game)


PRACTICE = "{index} 2,1,0,0 - | 1234/56 8 *7 2 */3,1s .w... 0 turn:0 1 - - -"
"""White has nearly all point cards, and as good as won."""


@pytest.mark.parametrize("index", [0, 1, 2])
def test_practice_from_any_game_of_a_marathon_is_studied_by_the_positions_own_worth(index: int) -> None:
    played = practised(PRACTICE.format(index=index), 5)
    found = study(played, "hard")
    assert isinstance(found, CatatacStudy)
    assert {choice.game for choice in found.moves} == {index}
    assert (len(found.ends), found.moves[0].luck) == (1, 0.0)
    skill = sum(choice.after - choice.before for choice in found.moves)
    assert found.moves[0].before + skill + found.luck == pytest.approx(found.ends[0])


@pytest.mark.parametrize("share", [1.0, None])
def test_practice_without_a_choice_was_no_luck(share: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.analysis.catatac.outcomes", lambda record: {1: share})
    monkeypatch.setattr("cartable.analysis.catatac.tossings", lambda record: [])
    made = gathered(replace(CATATAC, position="1"), "hard", [])
    assert (made.luck, made.ends) == (0.0, (share,))


def test_four_seats_can_decline_and_are_judged() -> None:
    four = decode(next(path for path in _records() if "catatac-4" in path.name).read_bytes(), GAMES)
    choices = list(asked(four))
    assert {one.seat for one in choices} == {0, 1, 2, 3}
    for one in [one for one in choices if isinstance(one.played, Decline)][:2]:
        assert 0 <= judge(one, "hard").after <= 1


def test_a_marathon_is_gone_through_game_by_game() -> None:
    series = decode((RECORDS / "1" / "catatac-4-7.json").read_bytes(), GAMES)
    assert series.setup.seats == 4
    found = study(series, "hard")
    assert isinstance(found, CatatacStudy)
    games = [choice.game for choice in found.moves]
    assert games == sorted(games)
    assert set(games) == {0, 1, 2}
    assert len(found.ends) == 3
    # Each game begins even, whatever the one before it came to.
    for game in range(3):
        of = [choice for choice in found.moves if choice.game == game]
        assert {choice.seat for choice in of} == {0, 1, 2, 3}
        assert of[0].luck == pytest.approx(of[0].before - 0.5)
    skill = sum(choice.after - choice.before for choice in found.moves)
    assert 3 * 0.5 + skill + found.luck == pytest.approx(sum(end or 0.0 for end in found.ends))
    # Each game says so of itself: from even, what was given away and what luck brought lead to its end.
    white = [team == 0 for team in series.setup.teams]
    for one in found.games:
        away = sum(-lost if mine else lost for lost, mine in zip(one.given, white, strict=True))
        assert 0.5 + away + one.luck == pytest.approx(one.end)
        assert len(one.accuracy) == len(white)
    assert [one.end for one in found.games] == list(found.ends)
    assert sum(one.luck for one in found.games) == pytest.approx(found.luck)
    assert sum(one.tosses for one in found.games) == pytest.approx(found.tosses)


def test_luck_of_a_toss_is_of_its_own_game_and_of_the_end_where_no_choice_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    series = decode((RECORDS / "1" / "catatac-4-7.json").read_bytes(), GAMES)
    ones = list(asked(series))
    tossed = tossings(series)
    assert {game for game, _ in tossed} == {0, 1, 2}
    for one in ones:
        before = (other.step for other in ones if other.game == one.game and other.step < one.step)
        since = max(before, default=0)
        assert one.tossed == any(game == one.game and since <= step < one.step for game, step in tossed)
    first = [judge(next(one for one in ones if one.game == game), "hard") for game in range(3)]
    found = gathered(series, "hard", first)
    for made, of in zip(first, found.games, strict=True):
        # Since its only choice there was at least one toss.
        assert of.tosses == pytest.approx((of.end or 0.0) - made.after)
    monkeypatch.setattr("cartable.analysis.catatac.tossings", lambda record: [])
    assert gathered(series, "hard", first).tosses == 0


def test_whoever_had_no_choice_has_no_accuracy(studied: CatatacStudy) -> None:
    (game,) = gathered(CATATAC, "hard", [one for one in studied.moves if one.seat == 0]).games
    assert game.accuracy == (studied.accuracy[0], None)


def test_a_record_of_other_rules_is_not_judged() -> None:
    other: Record[Any] = msgspec.structs.replace(CATATAC, version=999)
    with pytest.raises(OtherVersion):
        study(other)


def _records() -> list[Any]:
    return sorted(newest("catatac").parent.glob("catatac-*.json"))
