"""The alley, and what effects make of the yarn."""

from __future__ import annotations

import pytest

from cartable.games.catatac.yarn import (
    ALLEYS,
    BLACK,
    CLANS,
    PLACES,
    WHITE,
    Effect,
    Yarn,
    YarnPlace,
    doorstep,
    hideout,
    reach,
    rival,
    walks,
)


def test_the_alley_is_a_line_of_five_places() -> None:
    assert (hideout(WHITE), doorstep(WHITE), YarnPlace(2), doorstep(BLACK), hideout(BLACK)) == PLACES
    assert [rival(clan) for clan in CLANS] == [BLACK, WHITE]


@pytest.mark.rule("CTC-15")
def test_a_steal_leaves_the_yarn_on_the_own_side_and_a_toss_leaves_it_to_chance() -> None:
    for place in ALLEYS:
        yarn = Yarn(place, BLACK)
        assert reach(Effect("steal"), yarn, WHITE) == (Yarn(place, WHITE),)
        assert reach(Effect("toss"), yarn, WHITE) == (yarn,)


@pytest.mark.rule("CTC-39")
@pytest.mark.parametrize("effect", [Effect("steal"), Effect("toss"), Effect("move", 1), Effect("store", 3)])
def test_on_a_hideout_nothing_but_a_counter_is_possible(effect: Effect) -> None:
    for clan in CLANS:
        for place in map(hideout, CLANS):
            assert reach(effect, Yarn(place, rival(clan)), clan) == ()


@pytest.mark.rule("CTC-16")
def test_a_counter_is_possible_only_from_the_other_clans_hideout() -> None:
    for clan in CLANS:
        able = [place for place in PLACES if reach(Effect("counter"), Yarn(place, WHITE), clan)]
        assert able == [hideout(rival(clan))]


@pytest.mark.rule("CTC-10")
def test_no_effect_leads_onto_the_other_clans_hideout() -> None:
    effects = [Effect("move", 1), Effect("move", 2), *(Effect("store", far) for far in (1, 2, 3))]
    for clan in CLANS:
        ends = {
            yarn.place
            for effect in effects
            for place in ALLEYS
            for yarn in reach(effect, Yarn(place, clan), clan)
        }
        assert ends == {*ALLEYS, hideout(clan)}


@pytest.mark.rule("CTC-8")
def test_a_walk_goes_through_all_effects_or_there_is_none() -> None:
    effects = (Effect("move", 1), Effect("store", 1))
    assert walks(effects, Yarn(YarnPlace(2), WHITE), WHITE) == (
        (Yarn(YarnPlace(1), WHITE), Yarn(YarnPlace(0), WHITE)),
    )
    assert walks(effects, Yarn(YarnPlace(1), WHITE), WHITE) == ()
