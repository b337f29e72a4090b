"""What is shown for a card that somebody holds over the table."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

from cartable.core import Chance, Game, Millis, Refused, Seat, seed_of
from cartable.games.karta import (
    CARDS,
    KARTA,
    Karta,
    KartaView,
    Line,
    Outlook,
    Place,
    Position,
    Where,
    outlook,
)
from tests.games.karta.test_rules import DEAL, ENDED, read

RULES = Karta()
NO_CHANCE = Chance(seed_of(0), 0)


def held(position: Position) -> Iterator[tuple[Place, Outlook]]:
    """Give two ways to hold the first card in hand, each as a place at 0, 0 with its outlook."""
    card = position.hands[position.colour][0]
    for turned, over in ((0, False), (1, True)):
        yield Place(card, turned, over, 0, 0), outlook(position, card, turned, over)


def through(game: str) -> Iterator[Position]:
    """Give every position of a game before its end."""
    red, *words = game.split(" ")
    for laid in range(2, len(words)):
        yield read(" ".join((red, *words[:laid])))


def after(position: Position, place: Place) -> KartaView:
    turn = position.turn
    assert turn is not None
    return RULES.view(RULES.play(position, turn, place, Millis(0), NO_CHANCE).state, None)


def squares(line: Line) -> set[tuple[str, int, int]]:
    return {(line.colour, line.x + i * line.across, line.y + i * line.down) for i in range(line.length)}


def at(place: Place, x: int, y: int) -> Place:
    return Place(place.card, place.turned, place.over, x, y)


@pytest.mark.rule("KARTA-14")
@pytest.mark.parametrize("name", ["red has more tokens", "blue has more tokens"])
def test_an_outlook_tells_the_lines_that_a_place_makes_and_breaks(name: str) -> None:
    seen = {"made": 0, "broken": 0, "grown": 0}
    for position in through(ENDED[name]):
        before = RULES.view(position, None).lines
        for place, told in held(position):
            for spot in told.spots:
                view = after(position, at(place, spot.x, spot.y))
                dots = {(square.dot, square.x, square.y) for square in view.squares}
                assert set(spot.made) == set(view.lines) - set(before)
                assert set(spot.broken) == {line for line in before if not squares(line) <= dots}
                assert (view.red.tokens, view.blue.tokens) == spot.tokens
                seen["made"] += len(spot.made)
                seen["broken"] += len(spot.broken)
                seen["grown"] += any(line.length > 4 for line in spot.made)
    assert all(seen.values())


@pytest.mark.rule("KARTA-7", "KARTA-8", "KARTA-10", "KARTA-11")
def test_an_outlook_gives_the_rule_that_forbids_each_place_by_the_cards() -> None:
    rules = set()
    for position in through(ENDED["red has more tokens"]):
        turn = position.turn
        assert turn is not None
        for place, told in held(position):
            assert not {(spot.x, spot.y) for spot in told.spots} & {(bar.x, bar.y) for bar in told.barred}
            for bar in told.barred:
                with pytest.raises(Refused) as refused:
                    RULES.play(position, turn, at(place, bar.x, bar.y), Millis(0), NO_CHANCE)
                assert (refused.value.rule, refused.value.key) == (bar.reason.rule, bar.reason.key)
                rules.add(bar.reason.rule)
    assert rules == {"KARTA-8", "KARTA-10", "KARTA-11"}


@pytest.mark.rule("KARTA-6", "KARTA-7")
def test_an_outlook_says_why_a_card_may_lie_nowhere_else() -> None:
    first, second = read(DEAL), read(f"{DEAL} a0+0+0")
    assert {told.elsewhere.rule for _, told in held(first)} == {"KARTA-6"}
    assert {told.elsewhere.rule for _, told in held(second)} == {"KARTA-7"}
    assert all(not told.barred for _, told in held(first))


@pytest.mark.rule("KARTA-5")
def test_the_seat_to_move_asks_for_an_outlook_and_nobody_else_does() -> None:
    game = Game(KARTA, KARTA.info.setup(), seed_of(1))
    position, turn = game.state.game, game.state.game.turn
    assert turn is not None
    where = Where(position.hands[position.colour][0], 1, True)
    assert KARTA.answer(game.state, turn, where) == outlook(position, where.card, 1, True)
    with pytest.raises(Refused, match="KARTA-5"):
        KARTA.answer(game.state, Seat(1 - turn), where)


@pytest.mark.rule("KARTA-19")
def test_the_tables_placement_is_the_first_that_changes_the_fewest_lines() -> None:
    checked = 0
    changing = import_module(Outlook.__module__)._changing
    for position in through(ENDED["blue has more tokens"]):
        seat = position.turn
        assert seat is not None
        own = seat == position.red
        found = [
            (len(spot.made) + len(spot.broken), Place(card, turned, over, spot.x, spot.y))
            for over in (own, not own)
            for card in position.hands[position.colour]
            for turned in range(4)
            for spot in outlook(position, card, turned, over).spots
        ]
        assert [(changes, place) for place, changes in changing(position)] == found
        fewest = min(changes for changes, _ in found)
        first = next(place for changes, place in found if changes == fewest)
        checked += found[0][1] != first
        assert RULES.stand_in(position, seat, NO_CHANCE) == first
        assert RULES.stand_in(position, Seat(1 - seat), NO_CHANCE) is None
    assert checked


@pytest.mark.rule("KARTA-19")
def test_where_every_placement_changes_a_line_it_is_the_first_that_changes_the_fewest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = [Place(card, 0, False, 0, 0) for card in CARDS[:3]]
    monkeypatch.setattr(
        import_module(Outlook.__module__), "_changing", lambda _: iter(zip(places, (2, 1, 1), strict=True))
    )
    assert RULES.stand_in(read(DEAL), Seat(0), NO_CHANCE) == places[1]
