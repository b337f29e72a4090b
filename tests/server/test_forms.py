"""The forms of every game: whatever it tells fits them, to the last value."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from cartable.core import Chance, Millis, Move, Played, Refused, Seat, Team, View, seed_of
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.forms import Shapes, forms
from tests.suite import walk

TYPES: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("number", "seat", "team", "time"), int),
    "text": str,
    "flag": bool,
}


def fits(value: Any, form: m.Form, shapes: dict[str, m.Shape]) -> bool:
    """Return whether a value, as JSON has it, is of a form."""
    if value is None:
        return form.empty
    match form.kind:
        case "choice":
            return value in form.words
        case "list":
            return all(fits(one, form.of[0], shapes) for one in value)
        case "row":
            return len(value) == len(form.of) and all(
                fits(one, of, shapes) for one, of in zip(value, form.of, strict=True)
            )
        case "map":
            return all(fits(one, form.of[1], shapes) for one in value.values())
        case "record":
            found = [shapes[name] for name in form.shapes if shapes[name].type == value.get("type", "")]
            if len(found) != 1:
                return False
            blanks = {blank.name: blank.form for blank in found[0].fields}
            own = {name: one for name, one in value.items() if name != "type"}
            return own.keys() <= blanks.keys() and all(
                fits(one, blanks[name], shapes) for name, one in own.items()
            )
    return isinstance(value, TYPES[form.kind])


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("name", GAMES)
def test_all_that_a_game_tells_fits_its_forms(name: str) -> None:
    rules, told = GAMES[name], forms(name)
    setup = rules.info.setup(rules.info.seats[-1])
    for game in islice(walk(rules, setup, 4), 0, 120, 3):
        for seat in (None, *map(Seat, range(setup.seats))):
            assert fits(plain(rules.view(game.state, seat)), told.view, told.shapes)
        for entry in game.log[-1:]:
            assert isinstance(entry, Played)
            assert fits(plain(entry.move), told.move, told.shapes)
        lot = Chance(seed_of(3), game.moves_made)
        for seat in map(Seat, range(setup.seats)):
            move = rules.sample(game.state, seat, lot)
            if move is not None:
                try:
                    step = rules.play(game.state, seat, move, game.now, lot)
                except Refused:
                    continue
                assert all(fits(plain(event), told.event, told.shapes) for event in step.events)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_a_game_is_left_untold(name: str) -> None:
    def kinds(form: m.Form) -> set[str]:
        return {form.kind}.union(*map(kinds, form.of))

    told: m.Forms = forms(name)
    roots = [told.view, told.move, told.event, *(form for form in (told.question, told.answer) if form)]
    inner = [blank.form for shape in told.shapes.values() for blank in shape.fields]
    assert "any" not in set().union(*map(kinds, [*roots, *inner]))


class Pile(Struct, frozen=True):
    """A pile that may hold piles."""

    under: Pile | None
    of: dict[Team, tuple[Seat, int]]
    until: Millis = Millis(0)


class KimView(View, frozen=True):
    pile: Pile
    odd: int | str
    raw: msgspec.Raw


class Look(Move, frozen=True, tag="look"):
    at: list[Seat]


class Wait(Move, frozen=True, tag="wait"):
    pass


def test_seats_teams_and_times_are_told_by_their_types_however_deep() -> None:
    shapes = Shapes()
    assert shapes.form(KimView) == m.Form("record", shapes=("KimView",))
    pile, odd, raw = shapes.told["KimView"].fields
    assert pile.form == m.Form("record", shapes=("Pile",))
    assert (odd.form, raw.form) == (m.Form("any"), m.Form("any"))
    under, of, until = shapes.told["Pile"].fields
    assert under.form == m.Form("record", shapes=("Pile",), empty=True)
    assert of.form == m.Form("map", of=(m.Form("team"), m.Form("row", of=(m.Form("seat"), m.Form("number")))))
    assert (until.form, until.needed, of.needed) == (m.Form("time"), False, True)
    assert shapes.form(Look | Wait) == m.Form("record", shapes=("Look", "Wait"))
    assert shapes.told["Look"] == m.Shape("look", shapes.told["Look"].fields)
    assert shapes.told["Look"].fields[0].form == m.Form("list", of=(m.Form("seat"),))
