"""Lag: the last thirty round trips, the spike bucket, irregular pings, and stories that do not fit."""

from __future__ import annotations

import pytest

from cartable.core import Millis, Seat
from cartable.fair import HOME, STRICT, Entrant, Lag, pause
from cartable.fair.lag import BURST, ENOUGH, KEPT, PAINTING
from tests.fair.places import chance

TRIPS = [20 + 7 * i % 12 for i in range(KEPT)]


def lag_of(trips: list[int], implied: list[int]) -> Lag:
    lag = Lag.fresh(HOME)
    for trip in trips:
        lag = lag.measured(Millis(trip))
    for each in implied:
        lag = lag.called(Millis(each))
    return lag


def test_median_and_p95_are_those_of_the_last_thirty_round_trips() -> None:
    lag = lag_of([5000, *range(1, 31)], [])
    assert (len(lag.trips), lag.median, lag.p95) == (30, 15, 29)


@pytest.mark.parametrize(
    ("trips", "median", "p95"), [([], 0, 0), ([9], 9, 9), ([9, 4], 6, 9), ([9, 1, 4], 4, 9)]
)
def test_few_round_trips_have_a_median_and_a_p95_too(trips: list[int], median: int, p95: int) -> None:
    lag = lag_of(trips, [])
    assert (lag.median, lag.p95) == (median, p95)


@pytest.mark.rule("FAIR-5")
def test_the_bucket_starts_full_refills_25_ms_a_reveal_and_never_runs_over_or_dry() -> None:
    lag = Lag.fresh(HOME)
    assert lag.spare == lag.revealed(HOME).spare == 120
    lag = lag.spent(Millis(110))
    assert [lag.spare, lag.revealed(HOME).spare, lag.spent(Millis(11)).spare] == [10, 35, 0]
    assert Lag.fresh(STRICT).revealed(STRICT).spare == 0


@pytest.mark.rule("FAIR-10")
def test_an_honest_client_is_verified_even_where_it_draws_30_frames_a_second() -> None:
    frames = [34 + 11 * i % 34 for i in range(KEPT)]
    assert lag_of(TRIPS, [trip + frame for trip, frame in zip(TRIPS, frames, strict=True)]).verified


@pytest.mark.rule("FAIR-10")
@pytest.mark.parametrize(("calls", "verified"), [(ENOUGH - 1, True), (ENOUGH, False)])
def test_a_story_that_does_not_fit_the_pings_is_noticed_after_20_calls(calls: int, verified: bool) -> None:
    lag = lag_of(TRIPS, [400 + i for i in range(calls)])
    assert lag.verified is verified
    assert Entrant.over(lag, Seat(0), Millis(0), Millis(0)).trusted is verified


@pytest.mark.rule("FAIR-10")
def test_the_lags_are_compared_by_rank_so_that_a_few_spikes_of_an_honest_client_prove_nothing() -> None:
    honest = [trip + 25 for trip in TRIPS]
    assert lag_of(TRIPS, honest[:25] + [2000] * 5).verified


@pytest.mark.rule("FAIR-10")
def test_the_rank_test_turns_where_four_standard_deviations_are_passed() -> None:
    """With all round trips equal, k of 30 lags above and the rest equal too, z is known in closed form."""
    verdicts = []
    for above in range(KEPT + 1):
        lags = [20 + PAINTING] * (KEPT - above) + [500 + i for i in range(above)]
        verdicts.append(lag_of([20] * KEPT, lags).verified)
        m = n = KEPT
        tied = 2 * KEPT - above
        z2 = (n * above / 2) ** 2 / (m * n / 12 * (61 - (tied**3 - tied) / (60 * 59))) if above else 0
        assert verdicts[-1] is (z2 <= 16)
    assert True in verdicts
    assert False in verdicts


@pytest.mark.rule("FAIR-10")
def test_a_client_that_leaves_pings_unanswered_cannot_be_verified() -> None:
    assert lag_of(TRIPS[:BURST], [20] * ENOUGH).verified
    assert not lag_of(TRIPS[: BURST - 1], [20] * ENOUGH).verified


@pytest.mark.rule("FAIR-10")
def test_a_client_that_tells_the_truth_again_is_believed_again() -> None:
    lag = lag_of(TRIPS, [900] * KEPT)
    assert not lag.verified
    for trip in TRIPS:
        lag = lag.called(Millis(trip + 25))
    assert lag.verified


@pytest.mark.rule("FAIR-7")
def test_pings_come_in_a_burst_and_then_about_every_two_seconds_at_irregular_times() -> None:
    assert max(pause(sent, chance(sent)) for sent in range(BURST)) < 150
    pauses = [pause(BURST, chance(number)) for number in range(400)]
    assert 1500 < sum(pauses) / len(pauses) < 2500
    assert len(set(pauses)) > 100
    # A hold's second ping follows its first within a frame or two: so do ordinary ones.
    assert 50 < sum(each < 65 for each in pauses) < 150


@pytest.mark.rule("FAIR-7")
def test_in_play_pings_come_about_twice_a_second() -> None:
    pauses = [pause(BURST, chance(number), in_play=True) for number in range(400)]
    assert 400 < sum(pauses) / len(pauses) < 700
    assert 50 < sum(each < 65 for each in pauses) < 200


@pytest.mark.rule("FAIR-7")
def test_how_long_ago_the_last_ping_came_does_not_tell_when_the_next_one_does() -> None:
    pauses = [pause(BURST, chance(number)) for number in range(4000)]
    within = []
    for since in (100, 600, 1200, 2500):
        left = [each for each in pauses if each >= since]
        within.append(sum(each < since + 500 for each in left) / len(left))
    assert max(within) - min(within) < 0.05
