"""The one suite for every game: what holds for rules whichever they are, as functions over a `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from cartable.core import (
    AnyGame,
    Chance,
    Game,
    Millis,
    Refused,
    Rules,
    Seat,
    Setup,
    decode,
    encode,
    record,
    replay,
    seated,
    seed_of,
)

AnyRules = Rules[Any, Any, Any, Any]

LONGEST = 20_000
"""No game is longer than this many moves of random seats."""


def walk(rules: AnyRules, setup: Setup, seed: int) -> Iterator[AnyGame]:
    """Play a game at random to its end; yield it before the first and after every move."""
    game = Game(rules, setup, seed_of(seed))
    lots = Chance(seed_of(seed), 1 << 40)
    seats = [Seat(seat) for seat in range(setup.seats)]
    yield game
    while game.result is None:
        assert game.moves_made < LONGEST, f"no end in sight: {rules.write(game.state)}"
        drawn = ((seat, rules.sample(game.state, seat, lots)) for seat in lots.shuffled(seats))
        found = next(((seat, move) for seat, move in drawn if move is not None), None)
        due = rules.due(game.state)
        # A fifth of the time the table's own move comes first where there is one, as a timer would.
        if due and (found is None or lots.below(5) == 0):
            game.advance(due[0])
        else:
            assert found is not None, f"stuck: {rules.write(game.state)}"
            game.play(*found, Millis(game.now + (0 if due else lots.below(50))))
        yield game


def ends_and_ranks_every_team_once(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Play to the end and look at the result."""
    *_, game = walk(rules, setup, seed)
    assert game.result is not None
    teams = [team for group in game.result.ranking for team in group]
    assert sorted(teams) == list(range(setup.team_count))
    assert len(game.result.scores) == setup.team_count
    assert all(not list(rules.moves(game.state, Seat(seat))) for seat in range(setup.seats))


def replays_to_the_same_state(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Send a game through its record as JSON."""
    *_, game = walk(rules, setup, seed)
    written = encode(record(game))
    again = replay(decode(written, {rules.info.name: rules}), rules)
    assert again.state == game.state
    assert again.result == game.result
    assert encode(record(again)) == written


def shows_nothing_hidden(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Deal again what each seat cannot know: its view, its moves and what it hears must not change."""
    before: Any = None
    for number, game in enumerate(walk(rules, setup, seed)):
        if number % 3 == 0:
            for seat in (None, *map(Seat, range(setup.seats))):
                view = rules.view(game.state, seat)
                other = rules.imagine(view, setup, Chance(seed_of(seed), (1 << 50) + number))
                assert rules.view(other, seat) == view
                if seat is not None:
                    assert list(rules.moves(other, seat)) == list(rules.moves(game.state, seat))
                if before is not None:
                    _hears_the_same(rules, setup, seat, before, game.log[-1], game.moves_made)
        before = game.state


def _hears_the_same(
    rules: AnyRules, setup: Setup, seat: Seat | None, state: Any, entry: Any, number: int
) -> None:
    """Where two worlds look alike to a seat before and after a move, it hears the same of the move."""
    other = rules.imagine(rules.view(state, seat), setup, Chance(b"other", number))
    with suppress(Refused):
        steps = [
            rules.proceed(world, entry.at, Chance(b"same", number))
            if entry.mover is None
            else rules.play(world, entry.seat, entry.move, entry.at, Chance(b"same", number))
            for world in (state, other)
        ]
        views = [rules.view(step.state, seat) for step in steps]
        heard = [[event.seen(seat) for event in step.events] for step in steps]
        assert heard[0] == heard[1] or views[0] != views[1]


def accepts_every_listed_move(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Try each seat's moves, up to a number, in every third position; trying one changes nothing."""
    lots = Chance(seed_of(seed), 1 << 41)
    for number, game in enumerate(walk(rules, setup, seed)):
        if number % 3:
            continue
        before = rules.write(game.state)
        for seat in map(Seat, range(setup.seats)):
            listed = list(rules.moves(game.state, seat))
            for move in lots.shuffled(listed)[:12]:
                rules.play(game.state, seat, move, game.now, game.chance())
            assert rules.has_move(game.state, seat) == bool(listed)
            drawn = rules.sample(game.state, seat, lots)
            assert drawn is None or drawn in listed
        assert rules.write(game.state) == before


def refuses_nonsense(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Send moves with spoilt numbers, from any seat: nothing but Refused may come of it."""
    lots = Chance(seed_of(seed), 1 << 42)
    seen: list[Any] = []
    for game in walk(rules, setup, seed):
        due = rules.due(game.state)
        if due:
            seen.append(due[1])
        seen.extend(
            move
            for seat in map(Seat, range(setup.seats))
            if (move := rules.sample(game.state, seat, lots)) is not None
        )
        for _ in range(3 if seen else 0):
            move = _spoilt(lots.choice(seen), rules, lots)
            seat = Seat(lots.below(setup.seats + 2) - 1)
            rules.claim(game.state, seat, move)
            with suppress(Refused):
                rules.write(rules.play(game.state, seat, move, game.now, game.chance()).state)


def does_by_itself_what_is_due_and_nothing_else(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Let the table go on at any time, and let every seat try to do what is due in its place (TABLE-4)."""
    for game in walk(rules, setup, seed):
        due = rules.due(game.state)
        if due is None:
            _forbidden(rules.proceed, game.state, game.now, game.chance())
        else:
            assert rules.proceed(game.state, due[0], game.chance()).state != game.state
            for seat in map(Seat, range(-1, setup.seats)):
                _forbidden(rules.play, game.state, seat, due[1], due[0], game.chance())


def _forbidden(move: Callable[..., object], *words: object) -> None:
    with pytest.raises(Refused, match=r"TABLE-4 move\.table"):
        move(*words)


def views_and_events_are_plain_json(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Encode and decode what goes over the wire."""
    views = msgspec.json.Decoder(rules.view_type)
    events = msgspec.json.Decoder(rules.event_type)
    for game in walk(rules, setup, seed):
        for seat in (None, *map(Seat, range(setup.seats))):
            view = rules.view(game.state, seat)
            assert views.decode(msgspec.json.encode(view)) == view
            assert list(rules.faces(game.state)) == list(rules.faces(game.state))
        due = rules.due(game.state)
        if due and game.result is None:
            step = rules.proceed(game.state, due[0], game.chance())
            for event in step.events:
                assert events.decode(msgspec.json.encode(event)) == event
                for seat in (None, *map(Seat, range(setup.seats))):
                    event.seen(seat)


def positions_read_and_write(rules: AnyRules, setup: Setup, seed: int) -> None:
    """Send every position of a game through its text."""
    for game in walk(rules, setup, seed):
        text = rules.write(game.state)
        assert "\n" not in text
        assert rules.read(text, setup) == game.state


CHECKS = (
    ends_and_ranks_every_team_once,
    replays_to_the_same_state,
    shows_nothing_hidden,
    accepts_every_listed_move,
    refuses_nonsense,
    does_by_itself_what_is_due_and_nothing_else,
    views_and_events_are_plain_json,
    positions_read_and_write,
)


def setups(rules: AnyRules) -> Iterator[Setup]:
    """Yield every number of seats and shape of teams, and every value of every option."""
    for seats, shapes in rules.info.shapes.items():
        for shape in shapes:
            yield rules.info.setup(teams=seated(shape))
        for option in rules.info.options:
            for value in option.trials:
                if value != option.default:
                    yield rules.info.setup(seats, options={option.name: value})


def _spoilt(move: Any, rules: AnyRules, lots: Chance) -> Any:
    """Return the move with each number perhaps replaced by another."""

    def spoil(value: Any) -> Any:
        if isinstance(value, bool) or lots.below(3):
            return value
        match value:
            case int():
                return lots.choice([-1, 0, 1, 2, 7, 55, 1000, value + 1, value - 1, -(10**12), 10**12])
            case list():
                spoilt = [spoil(item) for item in value]
                return lots.choice([spoilt, spoilt[:-1], spoilt * 2, []])
            case dict():
                return {key: item if key == "type" else spoil(item) for key, item in value.items()}
        return value

    raw = msgspec.to_builtins(move)
    try:
        return msgspec.convert(
            {key: item if key == "type" else spoil(item) for key, item in raw.items()}, rules.move_type
        )
    except msgspec.ValidationError:
        return move
