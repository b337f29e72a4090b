"""Every game goes through the one suite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cartable.core import Chance, Choice, Game, Rules, Seat, Setup, decode, replay, seed_of
from cartable.games import GAMES
from cartable.texts import LANGUAGES, catalogue
from tests.suite import CHECKS, ends_and_ranks_every_team_once, setups

RECORDS = Path(__file__).parents[1] / "records"
PAGES = Path(__file__).parents[2] / "docs" / "rules"

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
def test_the_suite(name: str, check: Callable[[Rules[Any, Any, Any, Any], Setup, int], None]) -> None:
    rules = GAMES[name]
    check(rules, rules.info.setup(rules.info.seats[0]), 1)
    check(rules, rules.info.setup(rules.info.seats[-1]), 2)


@every_game
@pytest.mark.rule("TABLE-1")
def test_every_number_of_seats_and_every_option_value_plays_to_the_end(name: str) -> None:
    rules = GAMES[name]
    for seed, setup in enumerate(setups(rules)):
        ends_and_ranks_every_team_once(rules, setup, seed)


@pytest.mark.rule("TABLE-9")
@pytest.mark.parametrize("name", [name for name, rules in GAMES.items() if rules.info.takeback])
def test_taking_back_gives_nothing_away_where_it_is_allowed(name: str) -> None:
    rules = GAMES[name]
    assert not rules.info.hidden
    assert not rules.info.reflex
    game = Game(rules, rules.info.setup(), seed_of(1))
    luck = Chance(seed_of(2), 1)
    while game.result is None:
        seats = [Seat(seat) for seat in range(game.setup.seats)]
        assert all(rules.view(game.state, seat) == rules.view(game.state, None) for seat in seats)
        draws = ((seat, rules.sample(game.state, seat, game.chance())) for seat in seats)
        seat, move = next((seat, move) for seat, move in draws if move is not None)
        other = rules.play(game.state, seat, move, game.now, luck)
        game.play(seat, move, game.now)
        assert game.state == other.state


@every_game
def test_old_records_replay_for_ever(name: str) -> None:
    rules = GAMES[name]
    records = sorted(RECORDS.glob(f"{name.replace('/', '-')}-*.json"))
    assert records, f"no record of {name}: write one with `cartable sim {name} --records tests/records`"
    for path in records:
        assert replay(decode(path.read_bytes(), GAMES), rules).result is not None


@every_game
def test_it_has_a_rules_page_in_both_languages(name: str) -> None:
    box = GAMES[name].info.box
    assert (PAGES / f"{box}.md").exists()
    assert (PAGES / "fr" / f"{box}.md").exists()


@every_game
def test_its_name_and_options_have_words_in_both_languages(name: str) -> None:
    info = GAMES[name].info
    keys = [f"game.{name}", f"game.{name}.about"]
    for option in info.options:
        keys += [f"option.{info.box}.{option.name}", f"option.{info.box}.{option.name}.why"]
        if isinstance(option, Choice):
            keys += [f"option.{info.box}.{option.name}.{word}" for word in option.words]
    for key in keys:
        assert key in catalogue(), f"no text for {key}"
        assert all(getattr(catalogue()[key], language) for language in LANGUAGES)
