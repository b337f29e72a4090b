"""Verdicts: the smallest score, ties, late calls, and deciding again from the log."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from cartable.core import Seat
from cartable.fair import Contest, Tally, Verdict, decide, robbed
from tests.fair.places import chance, contest, entrant, press, promise

A, B, C = (entrant(seat, p95=100, spare=40) for seat in range(3))


@pytest.mark.rule("FAIR-8")
def test_the_smallest_score_wins_though_it_is_read_last() -> None:
    held = contest(press(A, 900, 5), A, B, C).heard(press(C, 905, 40)).heard(press(B, 880, 90))
    verdict = decide(held, chance())
    assert (verdict.winner, verdict.tied) == (1, (1,))
    assert [score.seat for score in verdict.scores] == [1, 0, 2]


@pytest.mark.rule("FAIR-8")
@pytest.mark.parametrize(("later", "tied"), [(907, (0, 1)), (908, (0,))])
def test_scores_closer_than_8_ms_to_the_best_are_a_tie(later: int, tied: tuple[int, ...]) -> None:
    held = contest(press(A, 900, 20), A, B, C).heard(press(B, later, 20))
    assert decide(held, chance()).tied == tied


@pytest.mark.rule("FAIR-8")
def test_a_tie_is_drawn_evenly_from_the_chance_it_is_given() -> None:
    held = contest(press(A, 900, 20), A, B, C).heard(press(B, 905, 20)).heard(press(C, 950, 20))
    winners = Counter(decide(held, chance(number)).winner for number in range(400))
    assert set(winners) == {0, 1}
    assert 160 < winners[Seat(0)] < 240


@pytest.mark.rule("FAIR-9")
def test_a_call_after_the_verdict_is_counted_and_overturns_nothing() -> None:
    verdict = decide(contest(press(A, 900, 20), A, B, C), chance())
    before = msgspec.json.encode(verdict)
    assert robbed(verdict, press(B, 850, 60), chance())
    assert not robbed(verdict, press(C, 950, 60), chance())
    assert not robbed(verdict, press(A, 100, 20), chance())
    assert msgspec.json.encode(verdict) == before


@pytest.mark.rule("FAIR-9")
def test_reveals_late_calls_and_robbed_ones_are_counted() -> None:
    tally = Tally()
    for _ in range(200):
        tally = tally.revealed()
    assert tally.came_late(True).came_late(False) == Tally(200, 2, 1)


@pytest.mark.rule("FAIR-11")
def test_a_log_decides_again_bit_for_bit() -> None:
    held = contest(press(A, 900, 20), A, B, C).heard(press(B, 903, 150)).promised(promise(2, 920, 10_950))
    for number in range(20):
        verdict = decide(held, chance(number))
        log = msgspec.json.encode(verdict.evidence)
        again = decide(msgspec.json.decode(log, type=Contest), chance(number))
        assert again == verdict
        assert msgspec.json.encode(again) == msgspec.json.encode(verdict)
        assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict


@pytest.mark.rule("FAIR-11")
def test_the_evidence_is_whole_numbers_throughout() -> None:
    def numbers(value: object) -> list[type]:
        if isinstance(value, dict):
            return [each for part in value.values() for each in numbers(part)]
        if isinstance(value, list):
            return [each for part in value for each in numbers(part)]
        return [type(value)]

    held = contest(press(A, 900, 20), A, B).promised(promise(1, 920, 10_950))
    found = set(numbers(msgspec.json.decode(msgspec.json.encode(decide(held, chance())))))
    assert found == {int, bool, str}


@pytest.mark.rule("FAIR-11")
def test_after_the_round_a_seat_can_see_its_milliseconds_and_what_was_forgiven() -> None:
    verdict = decide(contest(press(A, 900, 130), A, B), chance())
    mine = verdict.score(Seat(0))
    assert mine is not None
    assert (mine.elapsed, mine.credit, mine.spike, mine.score) == (1030, 120, 40, 910)
    assert verdict.score(Seat(1)) is None
