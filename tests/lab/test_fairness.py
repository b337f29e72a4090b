"""The simulation drives the real arbiter, and shows what it is for."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from cartable.core import Millis
from cartable.fair import HOME, INTERNET, PRESETS, STRICT, Preset, pause
from cartable.lab import cues
from cartable.lab.fairness import GAPS, FairnessReport, TrialOutcome, run, simulate
from cartable.lab.trials import (
    ARRIVAL,
    BAD_WIFI,
    FOUR_AT_HOME,
    FOUR_MIXED,
    HALVING,
    HONEST,
    HOST_AND_FAR,
    PATIENTLY_TRUSTED,
    QUICK,
    SURE,
    TRIALS,
    TWO_ON_WIFI,
    UNCHECKED,
    Habit,
    Order,
    Race,
    Trial,
    cued,
    patient,
)

ONLINE = Order("internet", INTERNET)
AT_HOME = Order("home", HOME)


def share(cell: TrialOutcome, seat: int = 0) -> float:
    return cell.wins[seat] / cell.reveals


def few_robbed(cell: TrialOutcome) -> bool:
    """Return whether fewer than one reveal in a hundred was robbed (FAIR-9)."""
    return cell.tally.robbed * 100 < cell.tally.reveals


def test_the_same_seed_gives_the_same_report_and_another_seed_another() -> None:
    trials = (Trial(FOUR_MIXED, ONLINE), Trial(FOUR_MIXED, ARRIVAL))
    assert simulate(100, 1, trials) == simulate(100, 1, trials) != simulate(100, 2, trials)


def test_every_trial_counts_every_reveal_once() -> None:
    report = simulate(20, 1)
    assert len(report.cells) == len(TRIALS)
    for cell in report.cells:
        assert sum(cell.wins) == sum(of for of, _ in cell.by_gap) == cell.reveals == 20
        assert cell.fastest == sum(won for _, won in cell.by_gap)
        assert len(cell.by_gap) == len(GAPS) + 1


def test_a_report_is_rows_of_text_and_json_that_decodes_back() -> None:
    report = simulate(10, 1, (Trial(HOST_AND_FAR, ARRIVAL), Trial(HOST_AND_FAR, ONLINE)))
    assert [len(row) for row in report.rows()] == [9, 9]
    assert msgspec.json.decode(report.to_json(), type=FairnessReport) == report


@pytest.mark.rule("FAIR-8")
def test_with_equal_skill_the_host_wins_more_by_arrival_and_no_more_by_the_arbiter() -> None:
    assert share(run(Trial(HOST_AND_FAR, ARRIVAL), 3000, 1)) > 0.57
    assert 0.47 < share(run(Trial(HOST_AND_FAR, ONLINE), 3000, 1)) < 0.53


@pytest.mark.rule("FAIR-8")
def test_the_truly_fastest_of_four_mixed_links_wins_nearly_always() -> None:
    by_arrival, by_arbiter = (run(Trial(FOUR_MIXED, order), 2000, 1) for order in (ARRIVAL, ONLINE))
    assert by_arrival.fastest < 0.90 * 2000
    assert by_arbiter.fastest > 0.98 * 2000


@pytest.mark.rule("FAIR-5")
def test_a_lie_gains_little_where_trust_is_bounded_and_much_where_it_is_not() -> None:
    assert share(run(Trial(TWO_ON_WIFI, UNCHECKED, HALVING), 3000, 1)) < 0.56
    assert share(run(Trial(TWO_ON_WIFI, PATIENTLY_TRUSTED, HALVING), 1000, 1)) > 0.8


@pytest.mark.rule("FAIR-10")
def test_a_crude_liar_is_noticed_and_an_honest_client_is_not() -> None:
    liar = run(Trial(TWO_ON_WIFI, AT_HOME, QUICK), 500, 1)
    assert liar.unverified[0] > 50
    assert liar.unverified[1] == 0
    assert run(Trial(Race("bad", (BAD_WIFI, BAD_WIFI)), AT_HOME, HONEST), 500, 1).unverified == (0, 0)


@pytest.mark.rule("FAIR-9")
def test_the_hold_is_what_keeps_calls_from_being_robbed() -> None:
    hasty = Order("hasty", replace(INTERNET, wait=Millis(0)))
    assert not few_robbed(run(Trial(FOUR_MIXED, hasty), 500, 1))
    assert few_robbed(run(Trial(FOUR_MIXED, ONLINE), 500, 1))


@pytest.mark.rule("FAIR-6")
def test_no_verdict_is_held_longer_than_w() -> None:
    for order, preset in ((AT_HOME, HOME), (ONLINE, INTERNET)):
        cell = run(Trial(FOUR_MIXED, order), 500, 1)
        assert 0 < cell.hold_p50 <= cell.hold_p95 <= preset.wait


@pytest.mark.rule("FAIR-6")
@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_busy_server_that_asks_nobody_decides_as_fairly_and_only_later(preset: Preset) -> None:
    for race in (FOUR_MIXED, FOUR_AT_HOME):
        asked, busy = (run(Trial(race, Order("", preset, asks=asks)), 2000, 1) for asks in (True, False))
        # Four standard errors of either, at about 95 in 100.
        assert abs(busy.fastest - asked.fastest) < 0.02 * 2000 * 2**0.5
        assert max(abs(a - b) for a, b in zip(asked.wins, busy.wins, strict=True)) < 0.04 * 2000 * 2**0.5
        assert few_robbed(busy)
        assert asked.hold_p95 < busy.hold_p95 <= preset.wait


def gain(order: Order, habit: Habit, race: Race = TWO_ON_WIFI, sures: tuple[float, ...] = (SURE,)) -> float:
    """Return how many points a client gains at most that also guesses on a ping's cue, if it is so sure."""
    habits = (habit, *(cued(habit, sure) for sure in sures))
    plain, *cues = (share(run(Trial(race, order, each, apart=True), 2000, 1)) for each in habits)
    return 100 * (max(cues) - plain)


@pytest.mark.rule("FAIR-7")
@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_guessing_on_a_pings_cue_gains_no_point(preset: Preset) -> None:
    order = Order(preset.name, preset)
    for race, habit in product((TWO_ON_WIFI, FOUR_AT_HOME), (HONEST, patient(preset))):
        assert gain(order, habit, race, (0.65, SURE)) <= 1


@pytest.mark.rule("FAIR-7")
def test_if_pings_were_as_few_in_play_as_elsewhere_a_liars_guesses_would_pay_at_a_table_of_four(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cues, "pause", lambda sent, chance, in_play: pause(sent, chance))
    assert gain(Order("strict", STRICT), patient(STRICT), FOUR_AT_HOME) > 1


@pytest.mark.rule("FAIR-7")
def test_if_pings_came_by_the_clock_guessing_on_one_that_does_not_would_pay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cues, "pause", lambda sent, chance, in_play: 2000)
    assert gain(Order("strict", STRICT), patient(STRICT)) > 1
