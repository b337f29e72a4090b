"""What a table may agree on before a game."""

from __future__ import annotations

import pickle

import pytest

from cartable.core import (
    Choice,
    DeckSpec,
    Info,
    Number,
    Refused,
    Seat,
    Team,
    Text,
    Toggle,
    Value,
    seated,
    solo,
)
from cartable.texts import LANGUAGES, say

INFO = Info(
    "box/game",
    version=1,
    shapes={2: ((1, 1),), 3: ((1, 1, 1), (2, 1))},
    options=(
        Toggle("loud"),
        Choice("colour", "red", ("red", "blue")),
        Number("rounds", 5, 1, 9),
        Text("cards"),
    ),
    deck=DeckSpec(7, 55),
)


@pytest.mark.rule("TABLE-1")
def test_what_is_not_chosen_has_its_default() -> None:
    setup = INFO.setup()
    assert setup.seats == 2
    assert setup.teams == (0, 1)
    assert setup.options == {"loud": False, "colour": "red", "rounds": 5, "cards": ""}
    assert setup.deck == DeckSpec(7, 55)
    assert (setup.toggle("loud"), setup.word("colour"), setup.number("rounds")) == (False, "red", 5)


@pytest.mark.rule("TABLE-1")
def test_teams_may_be_chosen_seat_by_seat() -> None:
    setup = INFO.setup(teams=(1, 0, 0))
    assert setup.team_count == 2
    assert setup.seats_of(Team(0)) == (Seat(1), Seat(2))


@pytest.mark.rule("TABLE-1")
@pytest.mark.parametrize(
    ("seats", "teams", "options", "key"),
    [
        (4, None, {}, "setup.seats"),
        (None, (0, 0, 0), {}, "setup.teams"),
        (None, (0, 2, 2), {}, "setup.teams"),
        (2, None, {"quiet": True}, "setup.option"),
        (2, None, {"loud": 1}, "setup.value"),
        (2, None, {"colour": "green"}, "setup.value"),
        (2, None, {"rounds": 10}, "setup.value"),
        (2, None, {"rounds": True}, "setup.value"),
        (2, None, {"cards": 3}, "setup.value"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(
    seats: int | None, teams: tuple[int, ...] | None, options: dict[str, Value], key: str
) -> None:
    with pytest.raises(Refused) as refused:
        INFO.setup(seats, teams=teams, options=options)
    assert refused.value.key == key
    for language in LANGUAGES:
        told = say(f"refused.{key}", language, **refused.value.values)
        assert all(allowed in told for allowed in str(refused.value.values["allowed"]).split(", "))


@pytest.mark.rule("TABLE-1")
def test_a_game_says_whether_it_is_played_in_teams_and_how_many_there_are_to_choose_from() -> None:
    alone = Info("karta", version=1, shapes=solo(2, 4))
    assert (INFO.grouped, INFO.teams) == (True, 3)
    assert (alone.grouped, alone.teams) == (False, 4)
    assert Info("isle", version=1, shapes=solo(2, 2), colours=3).teams == 3


@pytest.mark.rule("TABLE-1")
def test_a_deck_is_refused_where_the_game_has_none() -> None:
    with pytest.raises(Refused, match="no-deck"):
        Info("karta", version=1, shapes=solo(2, 2)).setup(deck=DeckSpec(7, 55))


@pytest.mark.rule("TABLE-1")
def test_a_deck_too_large_for_a_table_is_refused() -> None:
    with pytest.raises(Refused, match=r"setup\.order"):
        INFO.setup(deck=DeckSpec(65_537, 55))


def test_a_refusal_travels_between_processes() -> None:
    refused = pickle.loads(pickle.dumps(Refused("KARTA-8", "karta.third", x=1)))
    assert str(refused) == "KARTA-8 karta.third (x=1)"


def test_a_game_without_options_names_none() -> None:
    with pytest.raises(Refused) as refused:
        Info("karta", version=1, shapes=solo(2, 2)).setup(options={"x": 1})
    assert refused.value.values["allowed"] == "–"


def test_trials_show_all_an_option_can_do() -> None:
    assert [option.trials for option in INFO.options] == [(False, True), ("red", "blue"), (1, 5, 9), ("",)]


def test_teams_sit_alternately() -> None:
    assert seated((2, 2, 1)) == (0, 1, 2, 0, 1)


def test_a_refusal_names_its_rule_its_text_and_its_values() -> None:
    assert str(Refused("KARTA-8", "karta.third", x=1, y=2)) == "KARTA-8 karta.third (x=1, y=2)"
    assert str(Refused("KARTA-8", "karta.third")) == "KARTA-8 karta.third"


def test_the_box_is_the_first_part_of_the_name() -> None:
    assert INFO.box == "box"
