"""Nothing leaves a table that its receiver may not know; every game, every message, every seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from cartable.core import Chance, Refused, Seat
from cartable.games import GAMES
from cartable.games.catatac.moves import Drew
from cartable.lab.leaks import Leak, Past
from cartable.server import messages as m
from cartable.server.records import recorded
from tests.server.fakes import FakeHouse, Line
from tests.suite import walk

GAMES_AND_VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {"once": True} if "once" in GAMES[name].info.setup().options else {}) for name in GAMES),
    ("catatac", {"marathon": True, "hockey": True, "kittens": True}),
    ("catatac", {"distraction": True, "alpha": True, "momentum": True}),
]


class FullTable:
    """A table with a person, a screen shared by two where there is room, a bot, a spectator and a TV."""

    def __init__(self, game: str, options: dict[str, Any]) -> None:
        self.house = FakeHouse()
        self.table = self.house.table(game, options)
        self.rules = GAMES[game]
        self._lots = Chance(b"evening", 0)
        seats = 4 if 4 in self.rules.info.seats else 2
        names = ("Ada", "Bob", "Eve", "TV")
        self.lines = [Line(self.house, self.table, name, tv=name == "TV") for name in names]
        self.ada, self.bob, self.eve, self.tv = self.lines
        self.held: list[tuple[Line, tuple[Seat, ...]]] = [
            (self.ada, (Seat(0),)),
            (self.bob, (Seat(1),) if seats == 2 else (Seat(1), Seat(2))),
            (self.eve, ()),
            (self.tv, ()),
        ]
        for line, own in self.held:
            for seat in own:
                assert isinstance(line.ask(m.Sit, seat=seat, also=True), m.Done)
        if seats == 4:
            self.ada.ask(m.Bot, seat=Seat(3), bot="random")
        assert isinstance(self.ada.ask(m.Start), m.Done)

    def play(self, steps: int) -> None:
        """Let everybody play for a while, or to the end."""
        lots = self._lots
        game = self.table.book.game
        assert game is not None
        for _ in range(steps):
            self.house.fake.turn(700)
            for line, own in self.held:
                for seat in own:
                    move = None if game.result else self.rules.sample(game.state, seat, lots)
                    if move is not None and lots.below(2):
                        line.play(seat, move, reaction=600)
                        self.house.fake.turn(300)

    def past(self) -> Past:
        """Return what the log tells of the game."""
        book = self.table.book
        return Past(recorded(self.house.memory.kept.read(self.table.home, book.first), book.result))


@pytest.mark.parametrize(("name", "options"), GAMES_AND_VARIANTS)
def test_no_message_changes_when_what_is_hidden_from_its_receiver_does(
    name: str, options: dict[str, Any]
) -> None:
    evening = FullTable(name, options)
    evening.play(400)
    past = evening.past()
    for line, seats in evening.held:
        past.hold_against([line.raw], seats)
    assert past.tally.sights > 8
    assert past.tally.unsure * 10 <= past.tally.hidden
    assert past.tally.hidden or name != "catatac"


@pytest.mark.parametrize(("name", "options"), GAMES_AND_VARIANTS)
def test_of_the_table_everybody_is_told_the_same_and_of_the_seed_nothing_before_the_end(
    name: str, options: dict[str, Any]
) -> None:
    evening = FullTable(name, options)
    evening.play(400)
    about = [[raw for raw in line.raw if raw.startswith(b'{"type":"table"')] for line in evening.lines]
    since = min(map(len, about))
    assert all(told[-since:] == about[0][-since:] for told in about)
    game = evening.table.book.game
    assert game is not None
    secret = game.seed.hex().encode()
    for line in evening.lines:
        for raw in line.raw:
            assert secret not in raw or b'"phase":"over"' in raw


QUESTIONS: dict[str, list[dict[str, Any]]] = {
    "catatac": [{"type": "what"}],
    "karta": [{"type": "where", "card": card, "turned": 1, "over": False} for card in range(20)],
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_answer_changes_when_what_is_hidden_from_the_asker_does(name: str) -> None:
    evening = FullTable(name, {})
    rules, ada = evening.rules, evening.ada
    game = evening.table.book.game
    assert game is not None
    kinds: list[type] = []
    for step in range(200):
        evening.play(1)
        if game.result:
            break
        other = rules.imagine(rules.view(game.state, Seat(0)), game.setup, Chance(b"dealt anew", step))
        for question in QUESTIONS[name]:
            put = msgspec.convert(question, rules.question_type)
            answer = ada.ask(m.Ask, seat=Seat(0), question=Raw(msgspec.json.encode(question)))
            assert said(answer) == outcome(partial(rules.answer, other, Seat(0), put))
            kinds.append(type(answer))
        for seat in map(Seat, range(game.setup.seats)):
            move = rules.sample(game.state, seat, Chance(b"theirs", step))
            if move is None:
                continue
            refused = outcome(partial(rules.play, other, Seat(0), move, game.now, game.chance()))
            if isinstance(refused, tuple):
                answer = ada.play(0, move)
                assert said(answer) == refused
                kinds.append(type(answer))
    assert kinds.count(m.Answered) > 5
    assert kinds.count(m.Refused) > 5


def outcome(do: Callable[[], Any]) -> object:
    """Return what something answers, encoded, or why it is refused."""
    try:
        return msgspec.json.encode(do())
    except Refused as refused:
        return refused.rule, refused.key, refused.values


def said(answer: Any) -> object:
    """Return the same of an answer that was sent."""
    return (
        bytes(answer.answer) if isinstance(answer, m.Answered) else (answer.rule, answer.key, answer.values)
    )


def test_the_leak_test_notices_anothers_sight() -> None:
    evening = FullTable("catatac", {})
    stolen = msgspec.structs.replace(evening.bob.last(m.Game).sights[0], seat=Seat(0))
    told = msgspec.structs.replace(evening.ada.last(m.Game), sights=(stolen,))
    with pytest.raises(Leak):
        evening.past().hold_against([[msgspec.json.encode(told)]], (Seat(0),))


def test_where_only_some_messages_are_made_again_all_of_them_are_held_against_the_log() -> None:
    evening = FullTable("catatac", {})
    evening.play(40)
    past, few = evening.past(), evening.past()
    past.hold_against([evening.ada.raw], (Seat(0),))
    few.hold_against([evening.ada.raw], (Seat(0),), every=10)
    assert 0 < few.tally.sights <= past.tally.sights // 5
    stolen = msgspec.structs.replace(evening.bob.last(m.Game).sights[0], seat=Seat(0))
    told = msgspec.json.encode(msgspec.structs.replace(evening.ada.last(m.Game), sights=(stolen,)))
    with pytest.raises(Leak):
        evening.past().hold_against([[*evening.ada.raw, told]], (Seat(0),), every=1000)


@pytest.mark.parametrize("watcher", [0, 2, 3], ids=["an opponent", "a spectator", "the TV"])
def test_the_leak_test_notices_an_event_that_says_too_much(
    watcher: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Drew, "seen", lambda event, seat: event)
    evening = FullTable("catatac", {})
    evening.play(40)
    line, seats = evening.held[watcher]
    with pytest.raises(Leak):
        evening.past().hold_against([line.raw], seats)


@pytest.mark.parametrize("name", GAMES)
def test_where_nothing_is_hidden_every_seat_sees_what_a_spectator_sees(name: str) -> None:
    rules = GAMES[name]
    if rules.info.hidden:
        assert name == "catatac"
        return
    setup = rules.info.setup(rules.info.seats[-1])
    for number, game in enumerate(walk(rules, setup, 3)):
        if number > 60:
            break
        for seat in range(setup.seats):
            assert rules.view(game.state, Seat(seat)) == rules.view(game.state, None)
