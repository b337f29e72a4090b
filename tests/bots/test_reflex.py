"""The bots that find matches as people do."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cartable.bots import bot
from cartable.bots.island import IslandReflex
from cartable.bots.reflex import GLANCE, LEVELS
from cartable.bots.reflex.times import FLOOR, ITEM, USUAL, Level, exponential, normal
from cartable.bots.spot import SpotReflex
from cartable.core import Answer, Chance, DeckSpec, Game, Millis, Played, Rules, Seat, Sight, seed_of
from cartable.designs import ISLAND, Card
from cartable.games.island import KNIGHTS, PORTS, WELCOME
from cartable.games.island.rules import Point
from cartable.games.reflex.calls import Call
from cartable.games.reflex.state import deck_of
from cartable.games.spot import GIFT, PRACTICE, TOWER, TRIPLET
from cartable.lab.simulate import play_out
from tests.games.island.positions import PORT_ROW, laid, line
from tests.games.spot.lay import A, begin, lay, right, table

SURE = Level(Millis(1000), Millis(0), Millis(0), slips=0, wit=100)
"""Never wrong, always in the best place, always as quick."""

every_level = pytest.mark.parametrize("name", LEVELS)


def reflex(rules: Rules[Any, Any, Any, Any], level: Level) -> SpotReflex | IslandReflex:
    """Return a bot of this level that plays a game."""
    return SpotReflex("", level) if rules.info.box == "spot" else IslandReflex("", level)


def answered(
    rules: Rules[Any, Any, Any, Any],
    state: Any,
    seat: Seat = A,
    level: Level = SURE,
    number: int = 0,
    lain: Mapping[int, Millis] | None = None,
) -> Answer[Any] | None:
    """Return what a bot of a level answers in this seat."""
    sight = Sight(rules, state.setup, state, seat, lain or {})
    return reflex(rules, level).answer(sight, Chance(seed_of(8), number), lambda: False)


def chosen(rules: Rules[Any, Any, Any, Any], state: Any, seat: Seat = A, level: Level = SURE) -> set[Call]:
    """Return the calls that a bot of a level chooses from."""
    answers = (answered(rules, state, seat, level, number) for number in range(60))
    return {answer.move for answer in answers if answer and isinstance(answer.move, Call)}


def helping(rules: Rules[Any, Any, Any, Any], **more: Any) -> Any:
    """Return a table where blue's seat 2 has played all its cards, and seat 0 holds card 19."""
    game = line("19,35,-1,36", "20/37/-/38", island=laid({0: 21, 3: 39}), seats=4, **more)
    return rules.read(f"0 0,0 - | {game}", rules.info.setup(4))


def searched(rules: Rules[Any, Any, Any, Any], state: Any, lain: Mapping[int, Millis] | None = None) -> int:
    """Return how many symbols the first seat looks at before its first call."""
    return reflex(rules, SURE).items(
        Sight(rules, state.setup, state, A, lain or {}), next(iter(rules.moves(state, A)))
    )


@every_level
def test_the_time_per_card_agrees_with_the_model(name: str) -> None:
    level, draws = LEVELS[name], 4000
    times = [level.time(USUAL, Chance(seed_of(1), number)) for number in range(draws)]
    mean = sum(times) / draws
    spread = (sum((time - mean) ** 2 for time in times) / draws) ** 0.5
    assert mean == pytest.approx(level.mean + level.tail, rel=0.05)
    assert spread == pytest.approx((level.spread**2 + level.tail**2) ** 0.5, rel=0.05)
    assert min(times) >= FLOOR


@every_level
def test_the_time_per_card_in_a_game_agrees_with_the_model(name: str) -> None:
    setup = PRACTICE.info.setup(1, options={"penalty": 0, "rounds": 200})
    total = right = asked = 0
    for seed in range(6):
        game: Game[Any, Any, Any, Any] = Game(PRACTICE, setup, seed_of(seed))
        play_out(game, [SpotReflex(name, LEVELS[name])])
        calls = [entry for entry in game.log if isinstance(entry, Played) and isinstance(entry.move, Call)]
        deck = deck_of(setup)
        right += sum(deck.shared(*entry.move.cards) == entry.move.symbol for entry in calls)
        asked += len(calls)
        total += calls[-1].at - calls[0].at
        total += calls[0].at - 3_000
    # After a wrong call the same cards lie there still, and are known: those are few.
    assert total / asked == pytest.approx(LEVELS[name].mean + LEVELS[name].tail, rel=0.05)
    assert 1 - right / asked == pytest.approx(LEVELS[name].slips / 1000, abs=0.02)


def test_the_draws_have_the_shape_of_their_distributions() -> None:
    chance, draws = Chance(seed_of(2), 0), 20_000
    bell = [normal(0, 1000, chance) for _ in range(draws)]
    assert sum(abs(of) < 1000 for of in bell) / draws == pytest.approx(0.683, abs=0.01)
    assert sum(abs(of) < 2000 for of in bell) / draws == pytest.approx(0.954, abs=0.01)
    tail = [exponential(1000, chance) for _ in range(draws)]
    assert sum(of < 693 for of in tail) / draws == pytest.approx(0.5, abs=0.01)
    assert sum(of > 3000 for of in tail) / draws == pytest.approx(0.0498, abs=0.005)


def test_a_time_is_the_same_on_every_machine() -> None:
    times = [LEVELS["casual"].time(USUAL, Chance(seed_of(3), number)) for number in range(6)]
    assert times == [1677, 1872, 2239, 2451, 2768, 1540]


@every_level
def test_a_symbol_more_to_compare_costs_its_time_and_mostly_in_the_tail(name: str) -> None:
    level, draws = LEVELS[name], 3000
    few, many = (
        sorted(level.time(items, Chance(seed_of(4), number)) for number in range(draws))
        for items in (USUAL, USUAL + 20)
    )
    assert (sum(many) - sum(few)) / draws == pytest.approx(20 * ITEM, rel=0.1)
    quick, slow = (many[draws * part // 10] - few[draws * part // 10] for part in (1, 9))
    assert slow > 2 * quick


def test_small_cards_are_searched_faster_but_never_faster_than_anybody_could() -> None:
    chances = [Chance(seed_of(5), number) for number in range(200)]
    assert {LEVELS["expert"].time(0, chance) for chance in chances} >= {FLOOR}


def tower(order: int) -> Any:
    """Return a Tower for two, turned up, with a deck of an order."""
    setup = TOWER.info.setup(2, deck=DeckSpec(order, order * order + order + 1))
    game: Game[Any, Any, Any, Any] = Game(TOWER, setup, seed_of(1))
    game.advance(Millis(3_000))
    return game.state


def test_cards_with_more_symbols_take_longer() -> None:
    assert searched(TOWER, tower(7)) == USUAL
    assert searched(TOWER, tower(8)) == USUAL + 2
    assert searched(TOWER, tower(3)) == USUAL - 8


def test_a_card_that_was_looked_at_before_is_searched_faster() -> None:
    state = tower(7)
    middle, own = state.middle[-1], state.piles[0][-1]
    lain = {middle: Millis(0), own: Millis(GLANCE), state.piles[1][-1]: Millis(GLANCE)}
    assert searched(TOWER, state, lain) == USUAL - 4
    assert searched(TOWER, state, lain | {own: Millis(GLANCE - 1)}) == USUAL
    # The others' cards come after its own, a glance each.
    assert searched(TOWER, state, lain | {middle: Millis(3 * GLANCE - 1)}) == USUAL - 4
    assert searched(TOWER, state, lain | {middle: Millis(3 * GLANCE)}) == USUAL - 8


def test_in_the_triplet_the_whole_table_has_to_be_compared() -> None:
    state = begin(TRIPLET, 2)
    assert searched(TRIPLET, state) == 72
    old: dict[int, Millis] = dict.fromkeys(state.side_by_side, Millis(10_000))
    assert searched(TRIPLET, state, old) == 36
    assert searched(TRIPLET, state, old | dict.fromkeys(state.side_by_side[:3], Millis(0))) == 48


def test_a_gap_in_the_table_need_not_be_looked_at() -> None:
    state = begin(TRIPLET, 2)
    while None not in state.table:
        state = TRIPLET.play(state, A, next(TRIPLET.moves(state, A)), Millis(0), Chance(b"", 1)).state
    assert searched(TRIPLET, state) == 8 * len(state.side_by_side)


def test_a_slip_names_a_symbol_of_the_contested_card_that_the_others_lack() -> None:
    state = begin(TOWER, 2)
    deck = deck_of(state.setup)
    for call in chosen(TOWER, state, level=Level(Millis(1000), Millis(0), Millis(0), slips=1000, wit=100)):
        assert deck.has(call.cards[0], call.symbol)
        assert not deck.has(call.cards[1], call.symbol)


def test_a_gift_goes_to_whoever_has_the_fewest_cards() -> None:
    state = lay(GIFT, "- - 9,5,0 - 1/7,2/8,3/10,11,4 0/0/0/0 0 0/0/0/0 - -")
    assert chosen(GIFT, state) == {right(0, 2), right(0, 3)}
    assert chosen(GIFT, state, level=LEVELS["child6"]) >= {right(0, 2), right(0, 3), right(0, 4)}


def test_at_the_end_of_the_triplet_who_is_ahead_leaves_little_and_who_is_behind_much() -> None:
    state = begin(TRIPLET, 2)
    assert len(chosen(TRIPLET, state)) > len(chosen(TRIPLET, replace(state, stock=(), kept=(9, 6))))
    for kept, ahead in (((9, 6), True), ((6, 6), True), ((6, 9), False)):
        last = replace(state, stock=(), kept=kept)
        calls = [call for call in TRIPLET.moves(last, A) if isinstance(call, Call)]
        left = {call: sum(set(call.cards).isdisjoint(other.cards) for other in calls) for call in calls}
        assert len(set(left.values())) > 1
        wanted = min(left.values()) if ahead else max(left.values())
        assert {left[call] for call in chosen(TRIPLET, last)} == {wanted}


def test_a_face_off_is_called_like_any_other() -> None:
    state = lay(GIFT, "- 5,6 - 0,1 -/-/- 3/3/4 0 0/0/0 0,1 -")
    assert chosen(GIFT, state) == {right(0, 1)}
    assert answered(GIFT, state, Seat(2)) is None


def island(rules: Any, text: str, seats: int) -> Any:
    """Return a position of an island game."""
    return rules.read(text, rules.info.setup(seats))


def test_in_welcome_it_covers_another_teams_card_rather_than_its_own() -> None:
    places = ",".join(map(str, (20, 36, *range(17))))
    state = island(WELCOME, f"0 0,0 - | - {places} - 19,35 21,22/37,38 - - -/- 0/0 0/0 0 0/0", 2)
    assert {call.cards for call in chosen(WELCOME, state)} == {(36, 19)}
    assert len(chosen(WELCOME, state, level=LEVELS["child6"])) > 5


def test_knights_take_whoever_is_ahead_first() -> None:
    state = island(KNIGHTS, "0 0,0,0 - | - - - 19,35,51 20/36/52 - - -/-/- 0/0/0 1/2/5 0 0/0/0", 3)
    assert {call.cards for call in chosen(KNIGHTS, state)} == {(51, 19)}
    assert {call.cards for call in chosen(KNIGHTS, state, Seat(2))} == {(35, 51)}


def test_it_waits_while_it_may_not_call() -> None:
    assert answered(TOWER, TOWER.start(table(TOWER, 3), Chance(seed_of(1), 0))) is None


def test_whoever_is_better_takes_more_cards() -> None:
    """In a Tower between neighbouring levels, seats changed half the time."""
    names = list(LEVELS)
    for worse, better in pairwise(names):
        cards = [0, 0]
        for seed in range(6):
            game: Game[Any, Any, Any, Any] = Game(TOWER, table(TOWER, 2), seed_of(seed))
            pair = [SpotReflex(worse, LEVELS[worse]), SpotReflex(better, LEVELS[better])]
            play_out(game, pair if seed % 2 else pair[::-1])
            assert game.result is not None
            scores = game.result.scores if seed % 2 else game.result.scores[::-1]
            cards = [before + score for before, score in zip(cards, scores, strict=True)]
        assert cards[0] < cards[1]


def test_seeing_the_best_place_wins_at_the_same_speed() -> None:
    sees, blind = (IslandReflex("", replace(LEVELS["casual"], wit=wit)) for wit in (100, 0))
    setup = WELCOME.info.setup(2, options={"once": True})
    for seed in range(4):
        game: Game[Any, Any, Any, Any] = Game(WELCOME, setup, seed_of(seed))
        play_out(game, [sees, blind] if seed % 2 else [blind, sees])
        assert game.result is not None
        assert game.result.winners == (0 if seed % 2 else 1,)


def test_the_page_on_bots_gives_the_figures_of_every_level() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    for name, level in LEVELS.items():
        figures = (level.mean, level.spread, level.tail, level.mean + level.tail)
        row = " | ".join(map(str, (f"`{name}`", *figures, f"{level.slips // 10}%", f"{level.wit}%")))
        assert f"| {row} |" in page


def test_the_levels_of_a_table_are_those_of_ages() -> None:
    for name, age in {"easy": "child8", "medium": "casual", "hard": "regular", "expert": "expert"}.items():
        for box in ("spot/tower", "island/ports"):
            found = bot(name, box)
            assert isinstance(found, SpotReflex | IslandReflex)
            assert (found.name, found.level) == (name, LEVELS[age])


def test_a_bot_that_does_not_play_a_box_is_a_clear_error() -> None:
    with pytest.raises(ValueError, match="no bot for karta is called 'child6': choose from random, greedy"):
        bot("child6", "karta")


@pytest.mark.rule("ISLE-8")
def test_who_has_played_all_cards_points_where_the_team_mates_card_is_worth_most() -> None:
    answers = [answered(WELCOME, helping(WELCOME), Seat(2), number=number) for number in range(20)]
    # Blue gains most by covering orange's only card; nobody points before having found it.
    best = Point(Card(39), ISLAND.shared(Card(39), Card(19)))
    assert {answer.move for answer in answers if answer} == {best}
    assert min(answer.delay for answer in answers if answer) >= 1000
    assert answered(WELCOME, helping(WELCOME), Seat(0), number=1) not in answers


def test_it_points_only_where_the_team_mate_may_play() -> None:
    state = helping(PORTS, ports=PORT_ROW, reach="524287,524287,524287,524287")
    open_now = PORTS.view(state, None).game.open[0]
    assert 0 < len(open_now) < 19
    answers = [answered(PORTS, state, Seat(2), replace(SURE, wit=100), number) for number in range(20)]
    pointed = {answer.move.card for answer in answers if answer and isinstance(answer.move, Point)}
    assert pointed
    assert pointed <= {state.game.island[place] for place in open_now}


def test_it_points_the_sooner_the_longer_the_card_has_lain_and_then_no_more() -> None:
    state = helping(WELCOME)
    told = [answered(WELCOME, state, Seat(2), lain={19: Millis(lain)}) for lain in (0, 300, 1000)]
    new, later, last = (answer.delay for answer in told if answer)
    assert new - later == 300
    assert last == FLOOR
    assert answered(WELCOME, state, Seat(2), lain={19: Millis(1001)}) is None


def test_who_does_not_see_the_best_place_does_not_point() -> None:
    assert answered(WELCOME, helping(WELCOME), Seat(2), replace(SURE, wit=0)) is None


def test_bots_that_point_finish_their_games() -> None:
    setup = WELCOME.info.setup(4, options={"once": True})
    game: Game[Any, Any, Any, Any] = Game(WELCOME, setup, seed_of(3))
    play_out(game, [bot(name, "island/welcome") for name in ("child6", "child6", "expert", "child6")])
    pointed = [entry for entry in game.log if isinstance(entry, Played) and isinstance(entry.move, Point)]
    assert game.result is not None
    assert 0 < len(pointed) < 16


@pytest.mark.parametrize("known", [False, True])
def test_a_triplet_takes_each_level_the_time_of_people(known: bool) -> None:
    state = begin(TRIPLET, 2)
    lain: dict[int, Millis] = {card: Millis(60_000) for card in state.side_by_side if known}
    times = {}
    for name in ("child8", "casual", "regular", "expert"):
        answers = (answered(TRIPLET, state, level=LEVELS[name], number=n, lain=lain) for n in range(800))
        times[name] = sorted(answer.delay for answer in answers if answer)
    easy, medium, hard, expert = (each[400] for each in times.values())
    assert easy > medium > hard > expert
    assert 8_000 <= easy <= 11_000
    assert 4_500 <= medium <= 7_000
    assert sum(time < 2_500 for time in times["child8"]) <= 4
