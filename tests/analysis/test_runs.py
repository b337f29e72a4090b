"""A run alone through a deck, and the times of its cards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Raw

from cartable.analysis import ReflexStudy, run, study
from cartable.analysis.runs import alone
from cartable.core import (
    NO_EVIDENCE,
    Abandoned,
    Game,
    Millis,
    Record,
    Replaced,
    Seat,
    decode,
    record,
    seed_of,
)
from cartable.fair import HOME, Contest, Entrant, Press
from cartable.games import GAMES
from cartable.games.reflex.calls import Call
from tests.recorded import RECORDS, newest

A = Seat(0)
FLIP = 3_000
RUNS = ("spot/tower", "spot/well")


def begun(name: str = "spot/tower", seats: int = 1) -> Game[Any, Any, Any, Any]:
    rules = GAMES[name]
    return Game(rules, rules.info.setup(seats), seed_of(3))


def call(game: Game[Any, Any, Any, Any]) -> Call:
    found = next(game.rules.moves(game.state, A))
    assert isinstance(found, Call)
    return found


def wrong(game: Game[Any, Any, Any, Any]) -> Call:
    right = call(game)
    symbols = game.rules.deck(game.state).symbols(right.cards[0])  # type: ignore[attr-defined]
    return Call(next(symbol for symbol in symbols if symbol != right.symbol), right.cards)


def measured(shown: int, read: int, reaction: int, **known: Any) -> Raw:
    """Return the evidence of a call that nobody contested."""
    press = Press(A, Millis(shown), Millis(shown), Millis(read), Millis(reaction))
    entrant = Entrant(A, Millis(shown), Millis(shown), Millis(40), Millis(50), **known)
    return Raw(msgspec.json.encode(Contest.open(HOME, (), [entrant], press)))


def gone_through(name: str, lag: int = 0, quickest: int = 600, **known: Any) -> tuple[Record[Any], list[int]]:
    """Return the record of a run whose cards took a little longer each, over a line with this lag."""
    game = begun(name)
    now = FLIP
    times: list[int] = []
    game.advance(Millis(now))
    while game.result is None:
        time = quickest + 10 * len(times)
        shown, now = now, now + time + lag
        times.append(time)
        evidence = measured(shown, now, time, **known) if lag else NO_EVIDENCE
        game.play(A, call(game), Millis(now), evidence)
    return record(game), times


@pytest.mark.rule("SPOT-15")
@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("lag", [0, 30])
def test_each_card_took_what_its_call_took_less_what_was_forgiven(name: str, lag: int) -> None:
    made, times = gone_through(name, lag)
    found = run(made)
    assert found
    assert list(found.splits) == times
    assert len(times) == 54
    assert found.total == sum(times)
    assert found.wrong == (0,) * 54


@pytest.mark.rule("SPOT-15")
def test_a_wrong_call_costs_its_freeze_and_is_counted_with_its_card() -> None:
    game = begun()
    game.advance(Millis(FLIP))
    for at, named in ((700, call), (1_500, wrong), (4_000, wrong), (6_900, call)):
        game.advance(Millis(FLIP + at))
        game.play(A, named(game), Millis(FLIP + at))
    while game.result is None:
        game.play(A, call(game), Millis(game.now + 500))
    found = run(record(game))
    assert found
    assert found.splits[:3] == (700, 6_200, 500)
    assert found.wrong[:3] == (0, 2, 0)


@pytest.mark.rule("SPOT-15")
def test_an_analysis_gives_the_cards_of_a_run_the_times_that_its_splits_give_them() -> None:
    game = begun()
    game.advance(Millis(FLIP))
    while game.result is None:
        decided, now = game.now, Millis(game.now + 650)
        # The arbiter measures from when a card is shown, which is a little after it is decided.
        game.play(A, call(game), now, measured(decided + 20, now, 600))
    made = record(game)
    found, studied = run(made), study(made)
    assert found
    assert isinstance(studied, ReflexStudy)
    assert [one.time for one in studied.reactions] == list(found.splits)


def test_a_run_is_verified_where_the_arbiter_measured_and_believed_every_call() -> None:
    for made, verified in (
        (gone_through("spot/tower", 30), True),
        (gone_through("spot/tower", 0), False),  # Nobody measured.
        (gone_through("spot/tower", 30, verified=False), False),  # Its times do not fit (FAIR-10).
        (gone_through("spot/tower", 30, bot=True), False),
        (gone_through("spot/tower", 30, quickest=300), False),  # Quicker than a person searches (FAIR-4).
    ):
        found = run(made[0])
        assert found
        assert found.verified is verified


def test_a_run_in_which_a_bot_stood_in_is_not_verified() -> None:
    game = begun()
    game.advance(Millis(FLIP))
    game.note(Replaced(A, Millis(FLIP + 100), "easy"))
    now = FLIP + 100
    while game.result is None:
        shown, now = game.now, game.now + 630
        game.play(A, call(game), Millis(now), measured(shown, now, 600))
    found = run(record(game))
    assert found
    assert not found.verified


def test_only_a_deck_that_one_seat_went_through_to_its_end_is_a_run() -> None:
    for name in GAMES:
        found = decode(newest(name).read_bytes(), GAMES)
        assert alone(found) is (name in RUNS and found.setup.seats == 1)
    for name in RUNS:
        for path in (RECORDS / "4").glob(f"{name.replace('/', '-')}-*.json"):
            found = decode(path.read_bytes(), GAMES)
            assert (run(found) is not None) is (found.setup.seats == 1)
    game = begun()
    assert run(record(game)) is None
    game.note(Abandoned(Millis(5)))
    assert run(record(game)) is None
