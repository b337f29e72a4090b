"""What holds for every contest, whatever the networks and whatever the clients say."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cartable.core import Millis
from cartable.fair import PRESETS, Contest, Entrant, Preset, Press, decide, score
from tests.fair.places import chance, contest, entrant, press, promise

presets = st.sampled_from(list(PRESETS.values()))
chances = st.integers(0, 50)
claims = st.one_of(st.none(), st.integers(150, 3000))


@st.composite
def entrants(draw: st.DrawFn, seat: int = 0) -> Entrant:
    median = draw(st.integers(0, 400))
    return entrant(
        seat,
        median=median,
        p95=median + draw(st.integers(0, 200)),
        spare=draw(st.integers(0, 150)),
        verified=draw(st.booleans()),
        bot=draw(st.booleans()),
        handicap=draw(st.sampled_from([0, 0, 0, 100])),
    )


@st.composite
def calls(draw: st.DrawFn, who: Entrant) -> Press:
    reaction = draw(claims)
    return press(who, reaction, draw(st.integers(150, 3000) if reaction is None else st.integers(-50, 600)))


@st.composite
def races(draw: st.DrawFn, least: int = 2) -> tuple[list[Entrant], list[Press]]:
    seats = [draw(entrants(seat)) for seat in range(draw(st.integers(least, 5)))]
    return seats, [draw(calls(who)) for who in seats]


def held(seats: list[Entrant], presses: list[Press], preset: Preset) -> Contest:
    opened = contest(presses[0], *seats, preset=preset)
    for each in presses[1:]:
        opened = opened.heard(each)
    return opened


@pytest.mark.rule("FAIR-6")
@given(races(), presets, chances, st.data())
def test_the_order_of_arrival_inside_the_hold_does_not_matter(
    race: tuple[list[Entrant], list[Press]], preset: Preset, number: int, data: st.DataObject
) -> None:
    seats, presses = race
    other = data.draw(st.permutations(presses))
    one, two = (decide(held(seats, order, preset), chance(number)) for order in (presses, other))
    assert (one.winner, one.tied, one.scores) == (two.winner, two.tied, two.scores)


@pytest.mark.rule("FAIR-8")
@given(st.lists(st.tuples(st.integers(150, 400), st.integers(0, 60)), min_size=2, max_size=5), presets)
def test_within_the_bound_the_shortest_reaction_wins_whatever_the_lags(
    race: list[tuple[int, int]], preset: Preset
) -> None:
    seats = [entrant(seat, median=50, p95=60) for seat in range(len(race))]
    presses = [press(who, *each) for who, each in zip(seats, race, strict=True)]
    verdict = decide(held(seats, sorted(presses, key=lambda p: p.read), preset), chance())
    assert race[verdict.winner][0] - min(reaction for reaction, _ in race) < preset.tie


@pytest.mark.rule("FAIR-8")
@given(races(), presets, chances, st.integers(0, 500))
def test_a_shorter_true_reaction_never_hurts(
    race: tuple[list[Entrant], list[Press]], preset: Preset, number: int, faster: int
) -> None:
    seats, presses = race
    mine = presses[0]
    sooner = replace(
        mine,
        read=Millis(mine.read - faster),
        reaction=None if mine.reaction is None else Millis(mine.reaction - faster),
    )
    assume(decide(held(seats, presses, preset), chance(number)).winner == mine.seat)
    assert decide(held(seats, [sooner, *presses[1:]], preset), chance(number)).winner == mine.seat


@pytest.mark.rule("FAIR-5")
@given(entrants(), st.integers(0, 5000), st.one_of(st.none(), st.integers(-5000, 5000)), presets)
def test_nobody_scores_below_the_servers_time_less_cap_and_bucket(
    who: Entrant, elapsed: int, claim: int | None, preset: Preset
) -> None:
    call = Press(
        who.seat, who.common, who.sent, Millis(who.sent + elapsed), None if claim is None else Millis(claim)
    )
    result = score(call, who, preset)
    assert elapsed >= result.score - who.handicap >= elapsed - preset.cap - who.spare
    assert 0 <= result.spike <= who.spare


@pytest.mark.rule("FAIR-6")
@given(races(), presets, st.lists(st.tuples(st.integers(1, 4), st.integers(0, 4000)), max_size=4))
def test_the_hold_is_bounded_and_news_never_lengthens_it_beyond_w(
    race: tuple[list[Entrant], list[Press]], preset: Preset, answers: list[tuple[int, int]]
) -> None:
    seats, presses = race
    now = contest(presses[0], *seats, preset=preset)
    for seat, clock in answers:
        assert presses[0].read <= now.due <= presses[0].read + preset.wait
        later = now.promised(promise(seat, clock, presses[0].read + 5))
        assert later.due <= now.due
        now = later
    assert now.ready(Millis(presses[0].read + preset.wait))


@pytest.mark.rule("FAIR-6")
@settings(max_examples=200)
@given(entrants(0), entrants(1), presets, chances, st.data())
def test_a_verdict_that_is_ready_before_the_deadline_is_one_that_no_later_call_beats(
    a: Entrant, b: Entrant, preset: Preset, number: int, data: st.DataObject
) -> None:
    now = contest(
        press(a, data.draw(st.integers(150, 3000)), data.draw(st.integers(0, 300))), a, b, preset=preset
    )
    clock = data.draw(st.integers(0, 4000))
    answered = data.draw(st.integers(0, 300))
    if data.draw(st.booleans()):
        now = now.promised(promise(1, clock, now.opened + answered))
    else:
        clock = 0
    assume(now.due < now.deadline)
    # Whatever the client claims, but for a reaction shorter than it has promised.
    read = max(now.due, b.sent + clock) + data.draw(st.integers(0, 500))
    claim = data.draw(st.one_of(st.none(), st.integers(clock, 9000)))
    late = Press(b.seat, b.common, b.sent, Millis(read), None if claim is None else Millis(claim))
    assume(claim is not None or clock == 0)
    verdict = decide(now.heard(late), chance(number))
    assert verdict.scores[0].seat == a.seat
    assert verdict.winner == a.seat or b.seat in verdict.tied


@pytest.mark.rule("FAIR-11")
@given(races(), presets, chances)
def test_replaying_the_evidence_gives_the_same_verdict(
    race: tuple[list[Entrant], list[Press]], preset: Preset, number: int
) -> None:
    verdict = decide(held(*race, preset), chance(number))
    log = msgspec.json.encode(verdict.evidence)
    assert decide(msgspec.json.decode(log, type=Contest), chance(number)) == verdict
