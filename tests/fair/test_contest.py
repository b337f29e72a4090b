"""The hold: whom to ping, whom to wait for, and how long."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cartable.core import Millis, Seat
from cartable.fair import HOME, INTERNET, STRICT, Contest, Preset
from tests.fair.places import COMMON, contest, entrant, press, promise

A, B, C = (entrant(seat, p95=30, spare=120) for seat in range(3))
FIRST = press(A, 900, 20)
SAFE = 900 + 1
"""From this reaction on a rival is past the best call."""


@pytest.mark.rule("FAIR-6")
def test_the_first_valid_call_has_every_other_eligible_seat_pinged_at_once() -> None:
    held = contest(FIRST, A, B, C)
    assert held.waiting == (1, 2)
    assert [held.ask(seat) for seat in (Seat(0), Seat(1), Seat(2))] == [None, FIRST.read, FIRST.read]
    assert not held.ready(FIRST.read)


@pytest.mark.rule("FAIR-6")
def test_the_verdict_is_ready_when_each_has_called_is_frozen_or_has_promised() -> None:
    held = contest(FIRST, A, B, C, entrant(3))
    held = held.heard(press(B, 950, 10))
    held = held.froze(Seat(2))
    assert held.waiting == (3,)
    held = held.promised(promise(3, SAFE, FIRST.read + 30))
    assert held.waiting == ()
    assert held.ready(Millis(FIRST.read + 30))


@pytest.mark.rule("FAIR-6")
def test_an_answer_that_falls_short_is_followed_by_a_ping_when_its_clock_is_past() -> None:
    held = contest(FIRST, A, B)
    held = held.promised(promise(1, SAFE - 1, FIRST.read + 5))
    assert held.waiting == (1,)
    assert held.ask(Seat(1)) == FIRST.read + 6
    held = held.promised(promise(1, SAFE, FIRST.read + 9))
    assert held.ask(Seat(1)) is None
    assert held.ready(Millis(FIRST.read + 9))


@pytest.mark.rule("FAIR-6")
def test_a_promise_stands_when_a_better_call_comes_and_falls_for_no_worse_one() -> None:
    held = contest(FIRST, A, B, C).promised(promise(2, 860, FIRST.read + 5))
    assert held.waiting == (1, 2)
    held = held.heard(press(B, 850, 90))
    assert held.waiting == ()


@pytest.mark.rule("FAIR-6")
@pytest.mark.parametrize("preset", [HOME, INTERNET, STRICT])
def test_the_hold_ends_at_most_w_after_the_first_call(preset: Preset) -> None:
    far = entrant(1, median=400, p95=900, spare=1000)
    held = contest(FIRST, A, far, preset=preset)
    assert held.due == held.deadline == FIRST.read + preset.wait
    assert not held.ready(Millis(held.deadline - 1))
    assert held.ready(held.deadline)


@pytest.mark.rule("FAIR-6")
def test_a_silent_seat_is_not_waited_for_once_nothing_it_could_claim_would_win() -> None:
    silent = entrant(1, median=20, p95=30, spare=10)
    held = contest(FIRST, A, silent)
    # Written 10 ms before the common moment; at most 30 + 15 + 10 ms can be forgiven.
    assert held.due == COMMON - 10 + SAFE + 55 < held.deadline


@pytest.mark.rule("FAIR-12")
def test_a_bot_is_not_pinged_and_not_waited_for_beyond_the_best_score() -> None:
    bot = replace(entrant(1, median=0, bot=True), spare=Millis(500))
    slow = entrant(0, median=20, p95=30)
    held = contest(press(slow, 900, 10), slow, bot)
    assert held.ask(Seat(1)) is None
    assert held.due == COMMON + SAFE


@pytest.mark.rule("FAIR-6")
def test_a_handicap_shortens_the_wait_for_its_seat() -> None:
    held = contest(FIRST, A, entrant(1, handicap=100)).promised(promise(1, SAFE - 103, FIRST.read + 5))
    assert held.ask(Seat(1)) == FIRST.read + 8
    assert held.promised(promise(1, SAFE - 100, FIRST.read + 9)).waiting == ()


@pytest.mark.rule("FAIR-2")
def test_only_calls_about_the_same_card_compete() -> None:
    held = Contest.open(HOME, (7, 8), (A, B), FIRST)
    assert held.concerns((8, 9))
    assert not held.concerns((9, 10))


@pytest.mark.rule("FAIR-2")
def test_calls_that_answer_different_reveals_compare_on_the_tables_clock() -> None:
    older = replace(
        press(B, 0), common=Millis(COMMON - 3000), sent=Millis(COMMON - 3010), reaction=Millis(3850)
    )
    older = replace(older, read=Millis(older.sent + 3850 + 20))
    held = contest(FIRST, A, B).heard(older)
    assert [(s.seat, s.score) for s in held.scores] == [(1, 3850), (0, 900)]
    assert held.scores[0].moment + 50 == held.scores[1].moment


@pytest.mark.rule("FAIR-7")
def test_a_wrong_call_in_the_hold_changes_only_whom_it_waits_for() -> None:
    held = contest(FIRST, A, B, C)
    after = held.froze(Seat(1))
    assert after.waiting == (2,)
    assert (after.scores, after.deadline, after.ask(Seat(2))) == (
        held.scores,
        held.deadline,
        held.ask(Seat(2)),
    )


def test_a_seats_first_call_stands() -> None:
    held = contest(FIRST, A, B)
    assert held.heard(press(A, 500, 20)) is held


def test_a_seat_that_may_not_call_is_turned_away() -> None:
    with pytest.raises(ValueError, match="seat 2 may not call"):
        contest(FIRST, A, B).heard(press(C, 900))
