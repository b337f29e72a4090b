"""What a press scores: bounded trust, false starts, clients without a clock, bots, handicaps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cartable.core import Millis
from cartable.fair import HOME, INTERNET, PRESETS, STRICT, Preset, Score, score, sift
from tests.fair.places import COMMON, entrant, press


def scored(reaction: int | None, lag: int, spare: int = 0, p95: int = 30, verified: bool = True) -> Score:
    who = entrant(0, p95=p95, spare=spare, verified=verified)
    return score(press(who, reaction, lag), who, HOME)


@pytest.mark.rule("FAIR-5")
def test_the_presets_are_those_of_the_page() -> None:
    assert [(p.name, p.cap, p.bucket, p.wait) for p in PRESETS.values()] == [
        ("home", 80, 120, 200),
        ("internet", 250, 150, 250),
        ("strict", 120, 0, 150),
    ]


@pytest.mark.rule("FAIR-3")
@pytest.mark.parametrize("lag", [0, 5, 25, 45])
def test_the_time_before_the_clients_own_paint_does_not_count(lag: int) -> None:
    assert scored(900, lag).score == 900


@pytest.mark.rule("FAIR-5")
@pytest.mark.parametrize(
    ("lag", "p95", "spare", "credit", "spike"),
    [
        (45, 30, 0, 45, 0),
        (46, 30, 0, 45, 0),
        (46, 30, 5, 46, 1),
        (500, 30, 120, 165, 120),
        (500, 300, 0, 80, 0),
        (500, 300, 120, 200, 120),
        (-10, 30, 120, 0, 0),
    ],
)
def test_lag_is_forgiven_up_to_the_p95_and_15_ms_or_the_cap_and_the_rest_from_the_bucket(
    lag: int, p95: int, spare: int, credit: int, spike: int
) -> None:
    result = scored(900, lag, spare, p95)
    assert (result.credit, result.spike) == (credit, spike)
    assert result.score == result.elapsed - credit


@pytest.mark.rule("FAIR-4")
@pytest.mark.parametrize(("reaction", "answer"), [(149, "false start"), (150, "contest")])
@pytest.mark.parametrize("right", [True, False])
def test_a_reaction_under_150_ms_is_a_false_start_be_it_right_or_wrong(
    reaction: int, answer: str, right: bool
) -> None:
    who = entrant(0)
    expected = "wrong" if answer == "contest" and not right else answer
    assert sift(press(who, reaction, 20), who, HOME, right) == expected


@pytest.mark.rule("FAIR-4")
def test_a_long_claim_does_not_excuse_a_press_before_the_cards() -> None:
    who = entrant(0)
    claimed = press(who, 2000, -1900)
    assert claimed.elapsed == 100
    assert sift(claimed, who, HOME, right=True) == "false start"


@pytest.mark.rule("FAIR-4")
def test_a_client_without_a_clock_starts_falsely_too() -> None:
    who = entrant(0, median=20)
    assert sift(press(who, None, 169), who, HOME, right=True) == "false start"
    assert sift(press(who, None, 170), who, HOME, right=True) == "contest"


@pytest.mark.rule("FAIR-4")
@pytest.mark.parametrize(
    ("reaction", "search", "flagged"), [(349, True, True), (350, True, False), (349, False, False)]
)
def test_a_call_under_350_ms_is_flagged_only_where_one_has_to_search(
    reaction: int, search: bool, flagged: bool
) -> None:
    who = entrant(0)
    assert score(press(who, reaction, 20), who, HOME, search).flagged is flagged


@pytest.mark.rule("FAIR-7")
def test_a_wrong_call_is_decided_at_once() -> None:
    who = entrant(0)
    assert sift(press(who, 900, 20), who, HOME, right=False) == "wrong"


@pytest.mark.rule("FAIR-10")
@pytest.mark.parametrize("reaction", [900, None])
def test_unverified_timing_earns_no_credit(reaction: int | None) -> None:
    result = scored(reaction, 920 if reaction is None else 20, spare=120, verified=False)
    assert (result.credit, result.score) == (0, 920)


@pytest.mark.rule("FAIR-12")
def test_a_client_without_a_clock_is_scored_its_time_less_the_median_round_trip() -> None:
    result = scored(None, 920)
    assert (result.score, result.credit, result.implied) == (900, 20, None)


@pytest.mark.rule("FAIR-12")
def test_a_slow_answer_to_pings_buys_a_client_without_a_clock_no_more_than_the_cap() -> None:
    who = entrant(0, median=5000, p95=6000, spare=120)
    assert score(press(who, None, 900), who, HOME).credit == HOME.cap


@pytest.mark.rule("FAIR-12")
@pytest.mark.parametrize("preset", [HOME, INTERNET, STRICT])
def test_a_bot_has_no_lag_whatever_it_says(preset: Preset) -> None:
    who = entrant(0, median=200, p95=300, spare=120, bot=True)
    for reaction in (None, 850):
        call = replace(press(who, 900), reaction=None if reaction is None else Millis(reaction))
        assert score(call, who, preset).score == 900


@pytest.mark.rule("FAIR-5")
def test_a_handicap_is_added_to_the_score_but_is_no_reaction() -> None:
    who = entrant(0, handicap=250)
    result = score(press(who, 160, 20), who, HOME)
    assert (result.score, result.moment, result.flagged) == (410, COMMON + 410, True)
    assert sift(press(who, 140, 20), who, HOME, right=True) == "false start"
