"""Games of speed, gone through: everybody's times, and what somebody finds late."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from cartable.analysis import Reaction, ReflexStudy, drawn, study
from cartable.analysis.reflex import ENOUGH, lateness, mistaken, pace, reactions, shared, shrunk, usual
from cartable.bots.reflex import LEVELS
from cartable.core import Chance, Game, Millis, Played, Seat, decode, record, seed_of
from cartable.designs import Card, Symbol, deck
from cartable.fair import HOME, Contest, Entrant, Press
from cartable.games import GAMES
from cartable.games.reflex.calls import Call
from tests.recorded import newest

REFLEX = [name for name, rules in GAMES.items() if rules.info.reflex]


def found(time: int, symbol: int = 1, outcome: str = "first", called: int | None = None) -> Reaction:
    right = Symbol(symbol)
    said = right if called is None else Symbol(called)
    return Reaction(time, Seat(0), outcome, (), said, right, Millis(time), Millis(0), Millis(0), True)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", REFLEX)
def test_every_call_of_a_record_has_its_time(game: str) -> None:
    record = decode(newest(game).read_bytes(), GAMES)
    studied = study(record)
    assert isinstance(studied, ReflexStudy)
    calls = [
        number
        for number, entry in enumerate(record.log, 1)
        if isinstance(entry, Played) and isinstance(entry.move, Call)
    ]
    assert sorted({one.step for one in studied.reactions}) == calls
    assert all(one.time >= 0 for one in studied.reactions)
    assert [pace.seat for pace in studied.paces] == list(range(record.setup.seats))
    assert drawn(studied).startswith("<svg")


@pytest.mark.rule("FAIR-5")
def test_in_a_contest_both_have_their_time_what_was_forgiven_and_how_long_it_was_held() -> None:
    rules = GAMES["spot/tower"]
    game: Game[Any, Any, Any, Any] = Game(rules, rules.info.setup(2), seed_of(3))
    shown = Millis(3_000)
    game.advance(shown)
    far, near = Seat(0), Seat(1)
    # The nearer press is read first; the farther one was made earlier.
    presses = [Press(near, shown, shown, Millis(3_700), Millis(700))]
    presses += [Press(far, shown, shown, Millis(3_730), Millis(670))]
    entrants = [Entrant(near, shown, shown), Entrant(far, shown, shown, Millis(50), Millis(60))]
    contest = Contest.open(HOME, (), entrants, presses[0]).heard(presses[1])
    move = next(one for one in rules.moves(game.state, far) if isinstance(one, Call))
    game.play(far, move, Millis(3_730), Raw(msgspec.json.encode(contest)))
    first, beaten = reactions(record(game))
    assert (first.seat, first.outcome, first.time, first.forgiven, first.held) == (far, "first", 670, 60, 0)
    assert (first.called, first.right, first.cards) == (move.symbol, move.symbol, move.cards)
    assert (beaten.seat, beaten.outcome, beaten.time) == (near, "beaten", 700)
    assert (beaten.forgiven, beaten.held) == (0, 30)
    # What somebody else would have called nobody knows.
    assert (beaten.called, beaten.right, beaten.cards) == (None, None, ())


def test_a_symbol_that_is_found_late_once_is_told_with_care() -> None:
    usually = [found(1000 + number, symbol) for number, symbol in enumerate([1, 2, 3, 4, 5, 6])]
    once = lateness([*usually, found(4000, 9)], Seat(0))
    thrice = lateness([*usually, *(found(4000 + number, 9) for number in range(3))], Seat(0))
    assert once[0].symbol == thrice[0].symbol == 9
    assert 0 < once[0].share < thrice[0].share < 3
    assert (once[0].count, thrice[0].count) == (1, 3)
    assert lateness([], Seat(0)) == []
    assert [shrunk([1.0] * many) for many in (1, 4, 12)] == [0.2, 0.5, 0.75]
    assert all(one.share >= other.share for one, other in pairwise(thrice))


def test_a_symbol_that_was_missed_counts_as_late_and_its_like_is_named() -> None:
    calls = [
        found(900, 1),
        found(1000, 2),
        found(1100, 3, "wrong", called=7),
        found(1200, 3, "wrong", called=7),
    ]
    assert lateness(calls, Seat(0))[0].symbol == 3
    (one,) = mistaken(calls)
    assert (one.right, one.called, one.count) == (3, 7, 2)


def test_a_pace_is_that_of_the_nearest_level() -> None:
    for name in LEVELS:
        assert pace([found(usual(name, 7))] * ENOUGH, Seat(0), 7).level == name
    few = pace([found(Millis(2_000))] * (ENOUGH - 1), Seat(0), 7)
    assert (few.median, few.level) == (2_000, "")
    assert pace([], Seat(0), 7).level == ""
    # A larger deck takes longer to search.
    assert usual("casual", 8) > usual("casual", 7) > usual("casual", 3)


def test_whoever_is_quicker_is_not_told_a_slower_level() -> None:
    """The time that is told is the one that is compared: a search that took long moves neither."""
    quick = [found(Millis(320))] * 5 + [found(Millis(9_000))] * 2
    steady = [found(Millis(390))] * 7
    told = [pace(calls, Seat(0), 7) for calls in (quick, steady)]
    assert [(one.median, one.level) for one in told] == [(320, "expert"), (390, "expert")]
    old = [replace(found(Millis(200)), anew=False)] * 20
    assert pace([*old, *[found(usual("child8", 7))] * ENOUGH], Seat(0), 7).median == usual("child8", 7)


@pytest.mark.parametrize("name", LEVELS)
def test_half_of_a_levels_times_are_longer_than_its_usual_one(name: str) -> None:
    chance = Chance(seed_of(1), 0)
    times = [LEVELS[name].time(16, chance) for _ in range(4_000)]
    assert sum(time > usual(name, 7) for time in times) / len(times) == pytest.approx(0.5, abs=0.03)


def test_cards_that_lay_there_at_the_call_before_tell_nothing_of_a_search() -> None:
    record = decode(newest("island/barbarians").read_bytes(), GAMES)
    studied = study(record)
    assert isinstance(studied, ReflexStudy)
    for seat in range(record.setup.seats):
        own = [one for one in studied.reactions if one.seat == seat and one.outcome == "first"]
        searched = [one for one in own if one.anew]
        # No card is turned up after the flip (BARB-1): from a game's first call on, times only grow (FAIR-2).
        assert all(after.anew or before.time <= after.time for before, after in pairwise(own))
        assert own[0].anew
        assert ENOUGH <= len(searched) < len(own)
        assert {one.symbol for one in studied.late if one.seat == seat} == {one.right for one in searched}
        assert studied.paces[seat].level == pace(searched, Seat(seat), 8).level
        assert studied.paces[seat].median == pace(searched, Seat(seat), 8).median
    old = [replace(found(9000), anew=False)] * ENOUGH
    assert pace([*old, found(900)], Seat(0), 8).level == ""


@pytest.mark.parametrize("game", ["spot/tower", "spot/well", "island/welcome"])
def test_where_every_call_turns_a_card_up_every_time_is_a_search(game: str) -> None:
    studied = study(decode(newest(game).read_bytes(), GAMES))
    assert isinstance(studied, ReflexStudy)
    assert all(one.anew for one in studied.reactions)


def test_what_cards_share_is_none_where_they_do_not_all_share_it() -> None:
    cards = deck(7)
    assert shared(cards, (Card(0), Card(1))) == cards.shared(Card(0), Card(1))
    assert shared(cards, (Card(0),)) is None
    third = next(card for card in cards.cards[2:] if not cards.has(card, cards.shared(Card(0), Card(1))))
    assert shared(cards, (Card(0), Card(1), third)) is None
