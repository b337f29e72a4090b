"""Every game goes through the one suite."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw, structs

from cartable.core import (
    Chance,
    Choice,
    Game,
    OtherVersion,
    Played,
    Rules,
    Seat,
    Series,
    Setup,
    decode,
    encode,
    replay,
    seed_of,
)
from cartable.games import GAMES, SHIPPED
from cartable.texts import LANGUAGES, catalogue
from tests.suite import CHECKS, ends_and_ranks_every_team_once, setups

RECORDS = Path(__file__).parents[1] / "records"

every_game = pytest.mark.parametrize("name", GAMES)
every_shipped = pytest.mark.parametrize("name", SHIPPED)
"""What a game of another package keeps with itself, if at all."""


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


def records(name: str, version: int) -> list[Path]:
    """Return the records of a game that were played by that version of its rules."""
    return sorted((RECORDS / str(version)).glob(f"{name.replace('/', '-')}-*.json"))


@pytest.mark.parametrize(
    "path", sorted(RECORDS.glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_every_record_decodes_for_ever_and_replays_where_the_rules_still_play_its_version(path: Path) -> None:
    found = decode(path.read_bytes(), GAMES)
    rules = GAMES[found.game]
    assert path in records(found.game, found.version)
    assert found.result is not None
    if rules.info.plays(found.version):
        assert replay(found, rules).result == found.result
    else:
        with pytest.raises(OtherVersion):
            replay(found, rules)


@every_shipped
def test_every_version_that_a_game_plays_has_a_record_to_prove_it(name: str) -> None:
    info = GAMES[name].info
    assert all(version < info.version for version in info.replays)
    for version in (info.version, *info.replays):
        folder = f"tests/records/{version}"
        assert records(name, version), f"no record: `cartable sim {name} --games 1 --records {folder}`"


@every_shipped
def test_an_old_record_is_refused_until_the_game_lists_its_version(name: str) -> None:
    rules = GAMES[name]
    path = records(name, rules.info.version)[0]
    old = decode(path.read_bytes(), GAMES)

    later = raised(rules, replays=())
    found = decode(path.read_bytes(), {name: later})
    assert (found.setup, found.seed, found.result) == (old.setup, old.seed, old.result)
    assert all(isinstance(entry.move, Raw) for entry in found.log if isinstance(entry, Played))
    assert encode(found) == encode(old)
    with pytest.raises(OtherVersion) as error:
        replay(found, later)
    assert (error.value.needs, error.value.has) == (rules.info.version, rules.info.version + 1)

    lenient = raised(rules, replays=(rules.info.version,))
    found = decode(path.read_bytes(), {name: lenient})
    assert found == old
    assert replay(found, lenient).result == old.result


def raised(rules: Rules[Any, Any, Any, Any], replays: tuple[int, ...]) -> Rules[Any, Any, Any, Any]:
    """Return the same rules as the next version of their game."""
    later = copy(rules)
    later.info = structs.replace(rules.info, version=rules.info.version + 1, replays=replays)
    return later


PARTS = {
    ("island/adventure", 2): {
        "island/welcome": 2,
        "island/ports": 2,
        "island/route": 2,
        "island/barbarians": 2,
        "island/knights": 2,
    },
}
"""The versions of the games that a series of some version consists of."""


@every_shipped
def test_a_series_raises_its_version_with_that_of_a_game_of_it(name: str) -> None:
    rules = GAMES[name]
    if not isinstance(rules, Series):
        return
    parts = {part.info.name: part.info.version for part in rules.plan.every()}
    if len(parts) > 1:
        assert PARTS.get((name, rules.info.version)) == parts, (
            f"raise the version of {name}, and list it here"
        )
    else:
        assert set(parts.values()) == {rules.info.version}


@every_shipped
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
