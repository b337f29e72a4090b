"""The match: teams, modes, the standing and its end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cartable.core import (
    Chance,
    DeckSpec,
    Game,
    Millis,
    Refused,
    Seat,
    Series,
    decode,
    encode,
    record,
    replay,
    seated,
    seed_of,
)
from cartable.games import GAMES
from cartable.games.island import (
    ADVENTURE,
    BARBARIANS,
    KNIGHTS,
    PORTS,
    ROUTE,
    WELCOME,
    Barbarians,
    Knights,
    Ports,
    Route,
    Welcome,
)
from cartable.games.island.cards import TEAM_CARDS
from cartable.games.reflex.state import COUNTDOWN
from tests.games.island.positions import dealt, finished, laid, line, play, right
from tests.suite import CHECKS, ends_and_ranks_every_team_once, setups

BEGINNER = {"welcome": WELCOME, "ports": PORTS, "route": ROUTE, "barbarians": BARBARIANS, "knights": KNIGHTS}
MATCHES = [*BEGINNER.values(), ADVENTURE]
SINGLES = [Welcome(), Ports(), Route(), Barbarians(), Knights()]

every_match = pytest.mark.parametrize("rules", MATCHES, ids=lambda rules: str(rules.info.name))


@pytest.mark.rule("ISLE-1")
def test_there_are_two_or_three_teams_of_one_or_two() -> None:
    shapes = {shape for shapes in WELCOME.info.shapes.values() for shape in shapes}
    every = {(a, b) for a in (1, 2) for b in (1, 2)} | {
        (a, b, c) for a in (1, 2) for b in (1, 2) for c in (1, 2)
    }
    assert shapes == {tuple(sorted(shape, reverse=True)) for shape in every}
    assert all(sum(shape) == seats for seats, of in WELCOME.info.shapes.items() for shape in of)


@pytest.mark.rule("ISLE-1")
def test_equal_teams_come_first() -> None:
    assert [WELCOME.info.setup(seats).teams for seats in (3, 4, 6)] == [
        (0, 1, 2),
        (0, 1, 0, 1),
        (0, 1, 2, 0, 1, 2),
    ]


@pytest.mark.rule("ISLE-1")
@pytest.mark.parametrize("shape", [(2, 1), (2, 1, 1)])
def test_uneven_tables_other_than_five_play_without_adjustment(shape: tuple[int, ...]) -> None:
    state = dealt(Welcome(), WELCOME.info.setup(teams=seated(shape)))
    held = [0] * len(shape)
    for team, deck in zip(state.setup.teams, state.decks, strict=True):
        held[team] += len(deck) + 1
    assert held == [16] * len(shape)


@every_match
@pytest.mark.rule("ISLE-2")
def test_every_score_starts_at_nought(rules: Series[Any, Any, Any, Any]) -> None:
    assert dealt(rules, rules.info.setup(3)).standing == (0, 0, 0)


@pytest.mark.rule("ISLE-3")
@pytest.mark.parametrize("game", ["welcome", "ports", "route", "barbarians"])
def test_in_beginner_mode_one_game_is_played_again_and_again(game: str) -> None:
    rules = BEGINNER[game]
    stages = list(finished(rules, rules.info.setup(2), 3))
    assert [stage.index for stage in stages] == [0, 1, 2]
    assert {rules.view(stage, None).game.game for stage in stages} == {game}


@pytest.mark.rule("ISLE-3")
def test_in_adventure_mode_the_five_games_are_played_in_order() -> None:
    rules, games = ADVENTURE, []
    for seed in range(20):
        stages = list(finished(rules, rules.info.setup(6), 99, seed))
        games.append([rules.view(stage, None).game.game for stage in stages])
    five = ["welcome", "ports", "route", "barbarians", "knights"]
    assert five in games
    assert all(played == five[: len(played)] for played in games)


@pytest.mark.rule("ISLE-3")
def test_in_adventure_mode_the_fifth_game_repeats_until_the_end() -> None:
    rules = ADVENTURE
    assert rules.plan.rules(rules.info.setup(2), 7).info.name == "island/knights"


def nearly_won(standing: str) -> tuple[Series[Any, Any, Any, Any], Any]:
    """A match of Welcome whose game blue ends with its next card."""
    rules, setup = WELCOME, WELCOME.info.setup(2)
    game = line("19,35", "-/36", island=laid({0: 20, 1: 21}))
    return rules, rules.read(f"3 {standing} - | {game}", setup)


@pytest.mark.rule("ISLE-4")
def test_a_match_goes_on_while_nobody_has_ten_points() -> None:
    rules, state = nearly_won("6,9")
    step = play(rules, state, 0, right(5, 19))
    assert step.state.standing == (9, 9)
    assert rules.result(step.state) is None
    assert rules.due(step.state) is not None


@pytest.mark.rule("ISLE-4")
def test_a_match_ends_after_a_game_with_ten_points_or_more_and_most_wins() -> None:
    rules, state = nearly_won("8,9")
    assert rules.result(state) is None
    step = play(rules, state, 0, right(5, 19))
    result = rules.result(step.state)
    assert result is not None
    assert (result.ranking, result.scores) == (((0,), (1,)), (11, 9))
    assert rules.due(step.state) is None


@pytest.mark.rule("ISLE-4")
def test_teams_level_at_the_top_share_the_win() -> None:
    rules, state = nearly_won("8,11")
    result = rules.result(play(rules, state, 0, right(5, 19)).state)
    assert result is not None
    assert (result.winners, result.scores) == ((0, 1), (11, 11))


@pytest.mark.rule("ISLE-4")
def test_a_match_can_begin_with_a_standing() -> None:
    setup = replace(KNIGHTS.info.setup(2), standing=(3, 4))
    state = dealt(KNIGHTS, setup)
    assert state.standing == state.game.standing == (3, 4)


@pytest.mark.rule("ISLE-5")
@pytest.mark.parametrize("game", ["welcome", "ports"])
def test_every_game_begins_with_all_cards_shuffled_anew(game: str) -> None:
    rules = BEGINNER[game]
    orders = set()
    for stage in finished(rules, rules.info.setup(2), 2):
        due = rules.due(stage)
        assert due is not None
        begun = rules.proceed(stage, due[0], Chance(seed_of(1), stage.index)).state
        for team in (0, 1):
            top = begun.game.turned[team]
            assert top is not None
            deck = (*begun.game.decks[team], top)
            assert sorted(deck) == list(TEAM_CARDS[team])
            orders.add(deck)
        assert begun.game.flips == due[0] + COUNTDOWN
    assert len(orders) == 4


@pytest.mark.rule("ISLE-14")
@pytest.mark.parametrize("game", BEGINNER)
def test_once_is_a_single_game(game: str) -> None:
    rules = BEGINNER[game]
    (stage,) = finished(rules, rules.info.setup(2, options={"once": True}), 99)
    result = rules.result(stage)
    assert result is not None
    assert result.scores == stage.standing


@pytest.mark.rule("ISLE-14")
def test_an_adventure_once_is_each_of_the_five_games_once() -> None:
    rules = ADVENTURE
    stages = list(finished(rules, rules.info.setup(2, options={"once": True}), 99))
    assert [stage.index for stage in stages] == [0, 1, 2, 3, 4]
    assert stages[-1].game.round == 15


@every_match
@pytest.mark.rule("DECK-5")
def test_the_island_is_played_with_its_own_deck(rules: Series[Any, Any, Any, Any]) -> None:
    with pytest.raises(Refused) as refusal:
        dealt(rules, rules.info.setup(2, deck=DeckSpec(7, 55)))
    assert (refusal.value.rule, refusal.value.key) == ("DECK-5", "island.deck")


@every_match
def test_options_are_the_penalty_two_where_ports_are_and_once(
    rules: Series[Any, Any, Any, Any],
) -> None:
    ports = {"centre": "7", "inland": True} if rules in (PORTS, ADVENTURE) else {}
    assert [option.name for option in rules.info.options] == ["penalty", *ports, "once"]
    assert rules.info.setup(2).options == {"penalty": 2_000, **ports, "once": False}


@every_match
def test_every_table_and_option_plays_to_the_end(rules: Series[Any, Any, Any, Any]) -> None:
    for seed, setup in enumerate(setups(rules)):
        ends_and_ranks_every_team_once(rules, setup, seed)


@pytest.mark.parametrize("rules", [*MATCHES, *SINGLES], ids=lambda rules: type(rules).__name__)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
def test_the_one_suite_holds_for_matches_and_for_single_games(rules: Any, check: Any) -> None:
    for seed, seats in enumerate((2, 5)):
        check(rules, rules.info.setup(seats), seed)


@pytest.mark.rule("ISLE-1")
@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("island/")])
@pytest.mark.parametrize("teams", [(0, 2), (1, 2), (2, 0, 2), (2, 1, 1, 2)])
def test_two_teams_play_any_two_colours_to_the_end(name: str, teams: tuple[int, ...]) -> None:
    rules = GAMES[name]
    game = Game(rules, rules.info.setup(teams=teams, options={"once": True}), seed_of(5))
    for _ in range(2_000):
        game.advance(Millis(game.now + 20_000))
        if game.result is not None:
            break
        seat = Seat(game.chance().below(len(teams)))
        move = rules.sample(game.state, seat, game.chance())
        if move is not None:
            game.play(seat, move, game.now)
    view = rules.view(game.state, None)
    assert rules.view(rules.imagine(view, game.setup, game.chance()), None) == view
    assert game.result is not None
    assert {team for group in game.result.ranking for team in group} == set(teams)
    assert rules.write(rules.read(rules.write(game.state), game.setup)) == rules.write(game.state)
    assert replay(decode(encode(record(game)), GAMES), rules).result == game.result


@pytest.mark.rule("ISLE-1")
def test_there_are_three_colours_and_no_more() -> None:
    for teams in ((0, 3), (0, 0)):
        with pytest.raises(Refused, match=r"setup\.teams"):
            GAMES["island/ports"].info.setup(teams=teams)
