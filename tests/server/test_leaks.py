"""Nothing leaves a table that its receiver may not know; every game, every message, every seat."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cartable.core import Chance, Seat
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.sights import Shot
from tests.server.fakes import FakeHouse, Line

SEED = b"dealt anew"


class Watched(Line):
    """A connection that deals anew what is hidden at every message, and finds the message the same."""

    checked = 0

    def send(self, *messages: bytes) -> None:
        super().send(*messages)
        for message in messages:
            if message.startswith(b'{"type":"game"'):
                self._check(msgspec.json.decode(message, type=m.Game))

    def _check(self, told: m.Game) -> None:
        game = self.table.book.game
        assert game is not None
        for sight in told.sights:
            view = game.rules.view(game.state, sight.seat)
            self.checked += 1
            dealt = game.rules.imagine(view, game.setup, Chance(SEED, self.checked))
            other = _Dealt(game, dealt)
            events = tuple(msgspec.json.decode(raw, type=game.rules.event_type) for raw in sight.events)
            again = Shot(other, told.number, told.moves, told.now, events)  # type: ignore[arg-type]
            seats = () if sight.seat is None else (sight.seat,)
            shown = msgspec.json.decode(again.message(seats), type=m.Game).sights[0]
            assert msgspec.json.encode(shown) == msgspec.json.encode(sight)


class _Dealt:
    """A game in another state."""

    def __init__(self, game: Any, state: Any) -> None:
        self.rules = game.rules
        self.setup = game.setup
        self.moves_made = game.moves_made
        self.state = state
        self.result = game.result


@pytest.mark.parametrize("name", GAMES)
def test_no_message_changes_when_what_is_hidden_from_its_receiver_does(name: str) -> None:
    rules = GAMES[name]
    house = FakeHouse()
    options = {"once": True} if any(option.name == "once" for option in rules.info.options) else {}
    table = house.table(name, options)
    ada = Watched(house, table, "Ada")
    ada.ask(m.Sit, seat=Seat(0))
    bob = Watched(house, table, "Bob")
    tv = Watched(house, table, "TV", tv=True)
    seats = rules.info.seats[len(rules.info.seats) // 2]
    for seat in range(1, seats):
        ada.ask(m.Bot, seat=Seat(seat), bot="random")
    ada.ask(m.Start)
    lots = Chance(SEED, 0)
    for _ in range(400):
        house.fake.turn(700)
        game = table.book.game
        if game is None or game.result is not None:
            break
        move = rules.sample(game.state, Seat(0), lots)
        if move is not None and lots.below(3) == 0:
            ada.play(0, move, reaction=600)
            house.fake.turn(300)
    assert ada.checked > 2
    assert tv.checked > 2
    texts = b"".join(raw for line in (ada, bob, tv) for raw in line.raw if b'"phase":"playing"' in raw)
    assert table.book.game is not None
    assert table.book.game.seed.hex().encode() not in texts


def test_the_leak_test_notices_a_leak() -> None:
    house = FakeHouse()
    table = house.table("catatac")
    ada, bob = Watched(house, table, "Ada"), Line(house, table, "Bob")
    ada.ask(m.Sit, seat=Seat(0))
    bob.ask(m.Sit, seat=Seat(1))
    ada.ask(m.Start)
    theirs = bob.last(m.Game).sights[0]
    stolen = msgspec.structs.replace(theirs, seat=Seat(0))
    told = msgspec.structs.replace(ada.last(m.Game), sights=(stolen,))
    with pytest.raises(AssertionError):
        ada.send(msgspec.json.encode(told))


@pytest.mark.parametrize("name", GAMES)
def test_where_nothing_is_hidden_every_seat_sees_what_a_spectator_sees(name: str) -> None:
    rules = GAMES[name]
    if rules.info.hidden:
        assert name == "catatac"
        return
    setup = rules.info.setup(rules.info.seats[-1])
    from tests.suite import walk

    for number, game in enumerate(walk(rules, setup, 3)):
        if number > 60:
            break
        for seat in range(setup.seats):
            assert rules.view(game.state, Seat(seat)) == rules.view(game.state, None)
