"""Tables on a clock turned by hand: who may do what, what is told to whom, what outlives a crash."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.core import Millis, Played, Refused, Seat, Team, replay
from cartable.games import GAMES
from cartable.games.island.rules import Point
from cartable.server import messages as m
from cartable.server.admission import GOOD, admission
from cartable.server.client import FORGETTING
from cartable.server.playing import COUNTDOWN
from cartable.server.records import frames, recorded
from cartable.server.rows import decode
from cartable.server.seating import CROWD, agreement
from cartable.texts import Language
from tests.server.fakes import FakeHouse, Line, seated, tower_call

FLIP = 5_000
"""Longer than the countdown before the first cards."""


@pytest.fixture
def house() -> FakeHouse:
    return FakeHouse()


def playing(house: FakeHouse, seats: int = 2, **terms: object) -> list[Line]:
    """Return people in the middle of a game of Tower."""
    lines = seated(house, house.table(**terms), seats)  # type: ignore[arg-type]
    assert isinstance(lines[0].ask(m.Start), m.Done)
    house.fake.turn(FLIP)
    return lines


def refused(answer: object) -> str:
    assert isinstance(answer, m.Refused)
    assert answer.text
    return answer.key


def take(line: Line, seat: int) -> None:
    """Let a seat call and be first."""
    line.house.fake.turn(1_000)
    line.play(seat, tower_call(line.table, seat), reaction=900)
    line.house.fake.turn(300)


@pytest.mark.rule("TABLE-5")
def test_the_first_to_come_is_the_host_and_only_the_host_decides(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    assert ada.last(m.Table).host == 1
    for request, fields in (
        (m.Start, {}),
        (m.Configure, {"game": "karta"}),
        (m.Bot, {"seat": 0, "bot": "random"}),
        (m.Handicap, {"seat": 0, "millis": 100}),
        (m.Lock, {"locked": True}),
        (m.Remove, {"member": 1}),
        (m.Host, {"member": 2}),
        (m.Abandon, {}),
        (m.Pause, {}),
        (m.Resume, {}),
    ):
        assert refused(bob.ask(request, **fields)) == "table.host"


def test_the_hosts_powers_pass_on_when_the_host_leaves_or_hands_them_over(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    ada.ask(m.Host, member=2)
    assert ada.last(m.Table).host == 2
    bob.ask(m.Leave)
    assert bob.closed
    assert bob.last(m.Closing).key == "closing.left"
    assert ada.last(m.Table).host == 1


def test_the_hosts_powers_pass_on_when_the_host_is_gone_for_too_long(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(patience=10), 2)
    assert ada.client
    ada.table.gone(ada.client)
    house.fake.turn(9_000)
    assert bob.last(m.Table).host == 1
    house.fake.turn(2_000)
    assert bob.last(m.Table).host == 2


@pytest.mark.rule("TABLE-7")
def test_a_locked_table_lets_nobody_new_in_but_old_friends_back(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = seated(house, table, 2)
    ada.ask(m.Lock, locked=True)
    with pytest.raises(Refused, match=r"table\.locked"):
        Line(house, table, "Eve")
    again = Line(house, table, token=bob.token)
    assert again.last(m.Welcome).member == 2
    assert bob.closed
    assert bob.last(m.Closing).key == "closing.elsewhere"


@pytest.mark.rule("TABLE-7")
def test_a_television_that_the_host_admits_comes_in_at_a_locked_table_once_within_a_minute(
    house: FakeHouse,
) -> None:
    table = house.table()
    ada, _ = seated(house, table, 2)
    ada.ask(m.Lock, locked=True)
    with pytest.raises(Refused, match=r"table\.locked"):
        Line(house, table, tv=True)
    with pytest.raises(Refused, match=r"table\.locked"):
        admission(table.book, 2, house.today)
    pass_, just, late = [admission(table.book, 1, house.today) for _ in range(3)]
    (elsewhere, *_) = seated(house, house.table(), 1)
    other = admission(elsewhere.table.book, 1, house.today)
    longer = late.replace(late[:10], str(int(late[:10]) + 1))
    for forged in (other, longer, late.rpartition(".")[0], "devinée"):
        with pytest.raises(Refused, match=r"table\.unknown"):
            Line(house, table, token=forged, tv=True)
    # It is a television whatever it says, and comes back like anyone else.
    first, again = [Line(house, table, "Eve", pass_).last(m.Welcome) for _ in range(2)]
    assert first.member == again.member == 3
    assert table.book.persons[3].tv
    assert isinstance(ada.ask(m.Remove, member=3), m.Done)
    for where in (table, house.again(table), house.reread(table)):
        with pytest.raises(Refused, match=r"table\.unknown"):
            Line(house, where, token=pass_, tv=True)
    house.today += GOOD
    assert Line(house, table, token=just, tv=True).last(m.Welcome).member == 4
    house.today += 1
    with pytest.raises(Refused, match=r"table\.unknown"):
        Line(house, table, token=late, tv=True)


def test_somebody_who_was_removed_is_gone_and_the_token_with_them(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = seated(house, table, 2)
    assert isinstance(ada.ask(m.Remove, member=2), m.Done)
    assert bob.closed
    assert [person.member for person in ada.last(m.Table).persons] == [1]
    with pytest.raises(Refused) as stranger:
        Line(house, table, token=bob.token)
    assert stranger.value.key == "table.unknown"
    assert [*table.book.persons] == [1]
    assert Line(house, table, "Bob").last(m.Welcome).member == 3
    ada.ask(m.Lock, locked=True)
    with pytest.raises(Refused) as locked:
        Line(house, table, "Bob again")
    assert locked.value.key == "table.locked"
    assert refused(ada.ask(m.Remove, member=99)) == "table.nobody"
    assert refused(ada.ask(m.Remove, member=1)) == "table.yourself"
    assert refused(ada.ask(m.Remove, member=9)) == "table.nobody"


@pytest.mark.rule("TABLE-6")
def test_nobody_sits_on_a_taken_seat_or_moves_for_another(house: FakeHouse) -> None:
    ada, bob = playing(house)
    assert refused(bob.play(0, tower_call(bob.table, 0), 900)) == "table.not-yours"
    assert refused(bob.ask(m.Sit, seat=0)) == "table.taken"
    assert refused(bob.ask(m.Resign, seat=0)) == "table.not-yours"
    assert refused(bob.ask(m.Stand, seat=7)) == "table.no-seat"
    assert refused(ada.ask(m.Hello, version=1, code="")) == "table.here"


def test_changing_seats_leaves_the_old_one_and_also_keeps_it(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    ada.ask(m.Sit, seat=1)
    assert [chair.member for chair in ada.last(m.Table).chairs] == [None, 1]
    ada.ask(m.Sit, seat=0, name="  Zoé\u202e\n ", also=True)
    chairs = ada.last(m.Table).chairs
    assert [chair.member for chair in chairs] == [1, 1]
    assert chairs[0].name == "Zoé"


def test_one_screen_plays_several_seats_and_empty_chairs_are_put_away(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    ada.ask(m.Sit, seat=1, also=True)
    ada.ask(m.Sit, seat=2, also=True)
    ada.ask(m.Stand, seat=1)
    assert isinstance(ada.ask(m.Start), m.Done)
    assert len(ada.last(m.Table).chairs) == 2
    house.fake.turn(FLIP)
    take(ada, 1)
    assert ada.view(ada.table.book.game.rules).counts == (1, 2)  # type: ignore[union-attr]


def test_a_face_is_chosen_for_oneself_and_for_whoever_plays_on_the_same_screen(house: FakeHouse) -> None:
    table = house.table()
    ada = Line(house, table, "Ada", face=5)
    ada.ask(m.Sit, seat=0)
    ada.ask(m.Sit, seat=1, name="Bo", face=9, also=True)
    ada.ask(m.Sit, seat=2, name="Cleo", also=True)
    faces = [chair.face for chair in ada.last(m.Table).chairs]
    assert faces == [5, 9, 0]
    ada.ask(m.Rename, name="Ada", face=24)
    ada.ask(m.Sit, seat=2, name="Cleo", face=1, also=True)
    back = Line(house, house.again(table), token=ada.token, face=3)
    assert [chair.face for chair in back.last(m.Table).chairs] == [24, 9, 1]
    # Chairs change places with their faces, and whoever leaves in a game stays the same in its result.
    ada.ask(m.Start)
    bob = Line(house, table, "Bob")
    ada.ask(m.Leave)
    assert [(chair.name, chair.face) for chair in bob.last(m.Table).chairs] == [
        ("Ada", 24),
        ("Bo", 9),
        ("Cleo", 1),
    ]
    bob.ask(m.Abandon)
    assert house.memory.finished[table.book.record][1].listed.faces == (24, 9, 1)


def test_a_seat_that_was_left_keeps_no_face_and_one_taken_without_a_name_has_its_persons(
    house: FakeHouse,
) -> None:
    ada = Line(house, house.table(), "Ada", face=5)
    ada.ask(m.Sit, seat=0, name="Bo", face=9)
    ada.ask(m.Stand, seat=0)
    assert ada.last(m.Table).chairs[0].face == 0
    ada.ask(m.Sit, seat=0, face=9)
    assert ada.last(m.Table).chairs[0].face == 5


def test_whoever_comes_along_without_a_name_has_none_that_another_screen_would_have_to_translate(
    house: FakeHouse,
) -> None:
    ada = Line(house, house.table(), "Ada", face=5)
    ada.ask(m.Sit, seat=0)
    ada.ask(m.Sit, seat=1, face=9, also=True)
    bob = Line(house, ada.table, "Bob")
    named = [("Ada", 5), ("", 9)]
    assert [(chair.name, chair.face) for chair in bob.last(m.Table).chairs] == named
    ada.ask(m.Start)
    ada.ask(m.Leave)
    assert [(chair.name, chair.face) for chair in bob.last(m.Table).chairs] == named


def test_a_screen_for_everybody_sees_the_table_and_holds_no_seat(house: FakeHouse) -> None:
    lines = playing(house)
    tv = Line(house, lines[0].table, "TV", tv=True)
    assert refused(tv.ask(m.Sit, seat=0)) == "table.tv"
    assert tv.last(m.Game).sights[0].seat is None
    take(lines[0], 0)
    assert tv.last(m.Game).moves == lines[1].last(m.Game).moves


def ready(line: Line) -> list[bool]:
    return [chair.ready for chair in line.last(m.Table).chairs]


@pytest.mark.rule("TABLE-8")
def test_people_say_that_they_are_ready_between_games_and_bots_always_are(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    ada.ask(m.Bot, seat=2, bot="random")
    assert ready(ada) == [False, False, True]
    assert isinstance(bob.ask(m.Ready, seat=1), m.Done)
    assert ready(ada) == [False, True, True]
    assert refused(bob.ask(m.Ready, seat=0)) == "table.not-yours"
    assert refused(bob.ask(m.Ready, seat=2)) == "table.not-yours"
    assert refused(bob.ask(m.Ready, seat=7)) == "table.no-seat"
    bob.ask(m.Ready, seat=1, ready=False)
    assert ready(ada) == [False, False, True]
    bob.ask(m.Ready, seat=1)
    assert [chair.ready for chair in house.again(ada.table).book.chairs] == [False, True, False]
    assert isinstance(ada.ask(m.Start), m.Done)
    assert refused(bob.ask(m.Ready, seat=1)) == "table.playing"
    ada.ask(m.Abandon)
    assert ready(ada) == [False, False, True]


def test_the_host_begins_though_somebody_is_not_ready(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    assert ready(bob) == [False, False]
    assert isinstance(ada.ask(m.Start), m.Done)
    assert bob.last(m.Table).phase == "playing"


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ((m.Configure, {"game": "spot/well"}), [False, False]),
        ((m.Team, {"seat": 1, "team": 0}), [True, False]),
        ((m.Rename, {"name": "Bo"}), [True, True]),
        ((m.Handicap, {"seat": 1, "millis": 500}), [True, True]),
        ((m.Remove, {"member": 2}), [True, False]),
    ],
)
def test_who_was_ready_for_something_else_is_no_longer_ready(
    house: FakeHouse, change: tuple[type[m.Request], dict[str, Any]], left: list[bool]
) -> None:
    ada, bob = seated(house, house.table(), 2)
    for seat, line in enumerate((ada, bob)):
        line.ask(m.Ready, seat=seat)
    assert ready(ada) == [True, True]
    kind, fields = change
    assert isinstance(ada.ask(kind, **fields), m.Done)
    assert ready(ada) == left


def test_who_changes_seats_is_ready_in_neither(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    bob.ask(m.Ready, seat=1)
    bob.ask(m.Sit, seat=2)
    assert ready(ada) == [False, False, False]
    bob.ask(m.Ready, seat=2)
    bob.ask(m.Stand, seat=2)
    ada.ask(m.Sit, seat=2, also=True)
    assert ready(ada) == [False, False, False]


@pytest.mark.rule("TABLE-1")
def test_a_game_begins_only_with_seats_teams_and_options_that_it_allows(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("spot/gift"), 1)
    assert refused(ada.ask(m.Start)) == "setup.seats"
    assert refused(ada.ask(m.Configure, game="chess")) == "table.game"
    assert refused(ada.ask(m.Configure, game="spot/tower", options={"penalty": -1})) == "setup.value"
    ada.ask(m.Stand, seat=0)
    assert refused(ada.ask(m.Start)) == "table.nobody-sits"
    for seat in range(8):
        ada.ask(m.Sit, seat=seat, also=True)
    assert refused(ada.ask(m.Sit, seat=8, also=True)) == "table.full"
    assert refused(ada.ask(m.Configure, game="karta")) == "table.too-many"


def test_teams_are_the_usual_ones_until_somebody_chooses(house: FakeHouse) -> None:
    lines = seated(house, house.table("island/welcome"), 4)
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 1, 0, 1]
    lines[1].ask(m.Team, seat=1, team=0)
    lines[2].ask(m.Team, seat=2, team=1)
    assert refused(lines[2].ask(m.Team, seat=1, team=1)) == "table.not-yours"
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 0, 1, 1]


@pytest.mark.rule("TABLE-1")
def test_a_game_of_speed_that_no_browser_can_draw_is_refused_with_a_sentence(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Swift(type(GAMES["spot/tower"])):  # type: ignore[misc]
        info = replace(GAMES["spot/tower"].info, name="swift")

    monkeypatch.setitem(GAMES, "swift", Swift())
    (ada,) = seated(house, house.table(), 1)
    assert ada.client is not None
    sentences: dict[Language, str] = {"en": "swift is a game of speed", "fr": "swift est un jeu de rapidité"}
    for language, words in sentences.items():
        ada.client.language = language
        answer = ada.ask(m.Configure, game="swift")
        assert refused(answer) == "table.undrawn"
        assert answer.text.startswith(words)
    with pytest.raises(Refused, match="undrawn"):
        agreement(m.NewTable("swift"))


def test_a_bot_that_does_not_know_the_new_game_is_replaced_by_one_that_knows_all(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("spot/tower"), 1)
    ada.ask(m.Bot, seat=1, bot="child6")
    assert isinstance(ada.ask(m.Configure, game="karta"), m.Done)
    assert [chair.bot for chair in ada.last(m.Table).chairs] == ["", "random"]
    ada.ask(m.Bot, seat=1, bot="greedy")
    assert isinstance(ada.ask(m.Configure, game="catatac"), m.Done)
    assert [chair.bot for chair in ada.last(m.Table).chairs] == ["", "greedy"]


@pytest.mark.rule("TABLE-8")
def test_what_is_agreed_does_not_change_during_a_game(house: FakeHouse) -> None:
    ada, _ = playing(house)
    assert refused(ada.ask(m.Configure, game="spot/well")) == "table.playing"
    assert refused(ada.ask(m.Start)) == "table.playing"
    assert refused(ada.ask(m.Team, seat=0, team=1)) == "table.playing"
    assert refused(ada.ask(m.Sit, seat=2)) == "table.playing"
    assert refused(ada.ask(m.Ask, seat=0, question=msgspec.Raw(b"{}"))) == "table.no-question"


def test_before_a_game_there_is_nothing_to_play_pause_or_resign(house: FakeHouse) -> None:
    ada, _ = seated(house, house.table(), 2)
    move = {"type": "call", "symbol": 0, "cards": [0, 1]}
    assert refused(ada.play(0, move)) == "table.no-game"
    assert refused(ada.ask(m.Pause)) == "table.no-game"
    assert refused(ada.ask(m.Resume)) == "table.not-paused"
    assert refused(ada.ask(m.Resign, seat=0)) == "table.no-game"


def test_what_is_no_move_of_the_game_is_an_error_that_says_what_to_do(house: FakeHouse) -> None:
    ada, _ = playing(house)
    answer = ada.play(0, {"type": "place", "x": 1})
    assert isinstance(answer, m.Error)
    assert answer.key == "error.move"


@pytest.mark.rule("SPOT-9")
def test_the_running_score_goes_on_from_game_to_game_until_it_is_cleared(house: FakeHouse) -> None:
    ada, _bob = playing(house)
    for _ in range(53):
        take(ada, 0)
    assert ada.last(m.Table).phase == "over"
    assert [chair.score for chair in ada.last(m.Table).chairs] == [1, 0]
    ada.ask(m.Configure, game="spot/faceoff")
    ada.ask(m.Start)
    house.fake.turn(FLIP)
    take(ada, 0)
    assert [chair.score for chair in ada.last(m.Table).chairs] == [2, 0]
    ada.ask(m.Start, fresh=True)
    assert [chair.score for chair in ada.last(m.Table).chairs] == [0, 0]
    assert ada.last(m.Table).games == 3


@pytest.mark.rule("TABLE-2")
def test_resigning_a_draw_and_abandoning_end_the_game(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Resign, seat=0)
    result = bob.last(m.Game).result
    assert result
    assert result.why == "resigned"
    assert result.winners == (1,)
    ada.ask(m.Start)
    bob.ask(m.Draw, seat=1)
    assert bob.last(m.Table).chairs[1].draw
    ada.ask(m.Draw, seat=0)
    assert bob.last(m.Game).result.why == "agreed"  # type: ignore[union-attr]
    ada.ask(m.Start)
    bob.ask(m.Leave)
    assert ada.last(m.Table).phase == "playing"
    ada.ask(m.Leave)
    assert ada.table.book.result.why == "abandoned"  # type: ignore[union-attr]


def test_the_house_hears_of_a_game_that_ends_while_people_are_there(house: FakeHouse) -> None:
    ada, bob = playing(house)
    assert house.over == []
    ada.ask(m.Resign, seat=0)
    assert house.over == ["spot/tower"]
    ada.ask(m.Start)
    bob.ask(m.Leave)
    ada.ask(m.Leave)
    assert ada.table.book.result
    assert house.over == ["spot/tower"]


def test_a_move_takes_back_every_offer_of_a_draw(house: FakeHouse) -> None:
    ada, bob = playing(house)
    bob.ask(m.Draw, seat=1)
    take(ada, 0)
    assert not ada.table.book.chairs[1].draw
    assert not bob.last(m.Table).chairs[1].draw


def test_a_paused_clock_stands_still_and_the_cards_are_covered(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Pause)
    paused = ada.last(m.Table)
    assert paused.phase == "paused"
    assert ada.last(m.Game).sights == ()
    assert refused(bob.play(1, tower_call(bob.table, 1), 900)) == "table.paused"
    house.fake.turn(60_000)
    newcomer = Line(house, ada.table)
    assert newcomer.last(m.Game).sights == ()
    ada.ask(m.Resume)
    assert ada.last(m.Table).resumes == COUNTDOWN
    house.fake.turn(COUNTDOWN)
    assert ada.last(m.Table).now == paused.now
    shown = bob.last(m.Game)
    assert shown.reveal
    assert len(shown.reveal.cards) == 3
    take(bob, 1)
    assert isinstance(bob.answered, m.Done)


def test_a_pause_outlives_a_restart(house: FakeHouse) -> None:
    ada, _ = playing(house)
    ada.ask(m.Pause)
    table = house.again(ada.table)
    house.fake.turn(10_000)
    back = Line(house, table, token=ada.token)
    assert back.last(m.Table).phase == "paused"
    assert back.last(m.Table).now == ada.last(m.Table).now


def test_a_seat_whose_person_is_gone_can_be_given_to_a_bot_and_back(house: FakeHouse) -> None:
    ada, bob = playing(house, patience=30)
    assert bob.client
    assert refused(ada.ask(m.Bot, seat=1, bot="random")) == "table.patience"
    bob.table.gone(bob.client)
    assert ada.last(m.Table).chairs[1].away
    house.fake.turn(31_000)
    assert ada.last(m.Table).chairs[1].spare
    assert refused(ada.ask(m.Bot, seat=1, bot="deep-blue")) == "table.bot"
    assert isinstance(ada.ask(m.Bot, seat=1, bot="random"), m.Done)
    # A bot plays now, so nobody is missed.
    assert not ada.last(m.Table).chairs[1].away
    before = ada.last(m.Game).moves
    house.fake.turn(10_000)
    assert ada.last(m.Game).moves > before
    back = Line(house, bob.table, token=bob.token)
    assert refused(back.play(1, tower_call(back.table, 1), 900)) == "table.not-yours"
    assert isinstance(back.ask(m.Sit, seat=1), m.Done)
    assert back.last(m.Table).chairs[1].bot == ""
    take(back, 1)
    rows = [decode(row, "spot/tower") for row in house.memory.logs[ada.table.home]]
    assert sum(type(row).__name__ == "Replaced" for row in rows) == 2


def test_bots_play_a_whole_game_among_themselves_and_with_people(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    for seat, bot in ((1, "random"), (2, "expert")):
        assert isinstance(ada.ask(m.Bot, seat=seat, bot=bot), m.Done)
    assert refused(ada.ask(m.Sit, seat=1)) == "table.taken"
    ada.ask(m.Start)
    house.fake.turn(600_000)
    assert ada.last(m.Game).result is not None
    assert ada.last(m.Table).phase == "over"


def test_a_turn_clock_plays_for_whoever_does_not(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table("karta", turn=20), 2)
    ada.ask(m.Start)
    told = ada.last(m.Game)
    assert told.until == told.now + 20_000
    house.fake.turn(20_001)
    assert bob.last(m.Game).moves == told.moves + 1
    house.fake.turn(20_000 * 16)
    assert bob.last(m.Table).phase == "over"


def lay(line: Line) -> Seat:
    """Let the seat whose turn it is in Karta lay any card; return the seat."""
    game = line.table.book.game
    assert game is not None
    seat = Seat(game.state.game.turn)
    assert isinstance(line.play(seat, game.rules.sample(game.state, seat, game.chance())), m.Done)
    return seat


def at_karta(house: FakeHouse, **terms: object) -> tuple[Line, Line]:
    """Return who begins a game of Karta, and the other."""
    lines = seated(house, house.table("karta", **terms), 2)  # type: ignore[arg-type]
    lines[0].ask(m.Start)
    game = lines[0].table.book.game
    assert game is not None
    return lines[game.state.game.turn], lines[1 - game.state.game.turn]


@pytest.mark.rule("TABLE-9")
def test_a_placement_is_taken_back_before_the_other_moves_and_outlives_a_restart(house: FakeHouse) -> None:
    first, other = at_karta(house, takeback=True, turn=20)
    assert first.last(m.Game).takeback is None
    before = other.last(m.Game).sights[0].view
    seat = lay(first)
    assert other.last(m.Game).takeback == seat
    other.ask(m.Draw, seat=1 - seat)
    assert refused(other.ask(m.TakeBack, seat=seat)) == "table.not-yours"
    assert refused(other.ask(m.TakeBack, seat=1 - seat)) == "game.no-takeback"
    house.fake.turn(5_000)
    assert isinstance(first.ask(m.TakeBack, seat=seat), m.Done)
    told = other.last(m.Game)
    assert (told.sights[0].view, told.takeback, told.until) == (before, None, told.now + 20_000)
    assert not any(chair.draw for chair in other.last(m.Table).chairs)
    lay(first)
    assert refused(first.ask(m.TakeBack, seat=seat)) == "game.no-takeback"
    lay(other)
    game = first.table.book.game
    again = house.again(first.table).book.game
    assert game is not None
    assert again is not None
    assert again.state == game.state
    assert again.takeback == game.takeback == 1 - seat


@pytest.mark.rule("TABLE-9")
def test_a_record_is_seen_again_with_what_was_taken_back(house: FakeHouse) -> None:
    first, other = at_karta(house, takeback=True)
    seat = lay(first)
    first.ask(m.TakeBack, seat=seat)
    lay(first)
    other.ask(m.Resign, seat=1 - seat)
    found = house.memory.kept.record(first.last(m.Table).record)
    assert found is not None
    kept = recorded(found.rows, found.listed.result)
    assert replay(kept, GAMES["karta"]).result == first.last(m.Game).result
    views = [frame.view for frame in frames(kept)]
    assert views[2] == views[0] != views[1]


@pytest.mark.rule("TABLE-9")
def test_a_table_takes_nothing_back_unless_it_was_agreed_nor_while_paused(house: FakeHouse) -> None:
    first, _ = at_karta(house)
    seat = lay(first)
    assert first.last(m.Game).takeback is None
    assert refused(first.ask(m.TakeBack, seat=seat)) == "table.no-takeback"
    first, other = at_karta(house, takeback=True)
    seat = lay(first)
    first.ask(m.Pause)
    other.ask(m.Pause)
    assert refused(first.ask(m.TakeBack, seat=seat)) == "table.paused"


@pytest.mark.rule("TABLE-9")
def test_a_bot_looks_again_when_what_it_would_answer_is_taken_back(house: FakeHouse) -> None:
    table = house.table("karta", {"colour": "first"}, takeback=True)
    ada = Line(house, table, "Ada")
    ada.ask(m.Sit, seat=0)
    ada.ask(m.Bot, seat=1, bot="random")
    ada.ask(m.Start)
    lay(ada)
    moves = ada.last(m.Game).moves
    assert isinstance(ada.ask(m.TakeBack, seat=0), m.Done)
    house.fake.turn(60_000)
    assert ada.last(m.Game).moves == moves
    lay(ada)
    house.fake.turn(60_000)
    assert ada.last(m.Game).moves == moves + 2


def test_a_question_is_answered_and_its_answer_kept_for_the_turn(house: FakeHouse) -> None:
    lines = seated(house, house.table("karta"), 2)
    lines[0].ask(m.Start)
    game = lines[0].table.book.game
    assert game is not None
    view = game.state.game
    hand = view.hands[0]
    asker, other = lines[view.turn], lines[1 - view.turn]
    where = {"type": "where", "card": hand[0], "turned": 0, "over": False}
    question = msgspec.Raw(msgspec.json.encode(where))
    first = asker.ask(m.Ask, seat=view.turn, question=question)
    assert isinstance(first, m.Answered)
    assert msgspec.json.decode(first.answer, type=game.rules.answer_type)
    house.think = lambda work, then, far=None, whose=None: pytest.fail("it was kept")
    asker.table._answers._think = house.think
    again = asker.ask(m.Ask, seat=view.turn, question=question)
    assert again.answer == first.answer
    asker.table._answers._think = lambda work, then, far=None, whose=None: then(
        Refused("KARTA-5", "karta.turn")
    )
    assert refused(other.ask(m.Ask, seat=1 - view.turn, question=question)) == "karta.turn"


def test_what_is_asked_twice_before_it_is_answered_is_found_once_and_told_twice(house: FakeHouse) -> None:
    lines = seated(house, house.table("karta"), 2)
    lines[0].ask(m.Start)
    table, game = lines[0].table, lines[0].table.book.game
    assert game is not None
    turn = game.state.game.turn
    works: list[tuple[Any, Any]] = []

    def think(work: Any, then: Any, far: Any = None, whose: Any = None) -> Any:
        works.append((work, then))

    table._answers._think = think
    wheres = [
        msgspec.Raw(msgspec.json.encode({"type": "where", "card": card, "turned": turned, "over": False}))
        for card in game.state.game.hands[0][:1]
        for turned in (0, 1, 0, 0)
    ]
    for question in wheres:
        assert lines[turn].ask(m.Ask, seat=turn, question=question) is None
    assert len(works) == 2
    for work, then in works:
        then(work())
    answers = [answer.answer for answer in lines[turn].all(m.Answered)]
    assert len(answers) == 4
    assert not table._answers._asked


def test_moves_are_told_where_that_gives_nothing_away(house: FakeHouse) -> None:
    told = {}
    for name in ("catatac", "karta", "spot/tower"):
        lines = seated(house, house.table(name), 2)
        lines[0].ask(m.Start)
        house.fake.turn(FLIP)
        told[name] = [line.last(m.Game).sights[0].moves for line in lines]
    assert told["karta"] == told["spot/tower"] == [None, None]
    assert any(told["catatac"])
    assert None not in told["catatac"]


@pytest.mark.rule("ISLE-8")
def test_a_sign_to_a_team_mate_leaves_no_trace_with_anybody_else(house: FakeHouse) -> None:
    table = house.table("island/welcome", {"once": True})
    lines = seated(house, table, 4)
    ada, bob, mate, _ = lines
    tv = Line(house, table, "TV", tv=True)
    ada.ask(m.Start)
    house.fake.turn(FLIP)
    game = table.book.game
    assert game is not None
    while game.state.game.turned[0] is not None:
        take(ada, 0)
    card = game.state.game.island[0]
    bob.ask(m.Draw, seat=1)
    told = [list(line.all(m.Game)) for line in (*lines, tv)]
    assert isinstance(ada.play(0, Point(card)), m.Done)
    assert table.book.chairs[1].draw
    heard = [line.all(m.Game)[len(before) :] for line, before in zip((*lines, tv), told, strict=True)]
    assert [len(messages) for messages in heard] == [1, 0, 1, 0, 0]
    assert mate.last(m.Game).sights[0].events == ada.last(m.Game).sights[0].events != ()
    before = bob.last(m.Game).moves
    assert house.again(table).book.moves == before
    bob.play(1, tower_call(table, 1), reaction=900)
    house.fake.turn(300)
    assert {line.last(m.Game).moves for line in (*lines, tv)} == {before + 1}


def test_everybody_hears_a_reaction(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    assert isinstance(ada.ask(m.React, reaction="bravo", seat=0), m.Done)
    assert bob.last(m.Reacted) == m.Reacted(1, Seat(0), "bravo")
    assert refused(ada.ask(m.React, reaction="bravo", seat=1)) == "table.not-yours"


@pytest.mark.rule("CTC-25")
def test_that_one_can_cooperate_is_said_to_ones_own_clan_alone(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 4)
    watcher = Line(house, lines[0].table, "Eve")
    lines[0].ask(m.Start)
    assert isinstance(lines[0].ask(m.React, reaction="cooperate", seat=Seat(0)), m.Done)
    assert [len(line.all(m.Reacted)) for line in (*lines, watcher)] == [1, 0, 1, 0, 0]
    assert isinstance(watcher.ask(m.React, reaction="cooperate"), m.Done)
    assert [len(line.all(m.Reacted)) for line in (*lines, watcher)] == [1, 0, 1, 0, 0]


def test_nobody_is_told_what_is_not_yet_written_down(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    house.memory.slow = True
    moves = bob.last(m.Game).moves
    ada.play(0, tower_call(ada.table, 0), 900)
    house.fake.turn(300)
    assert ada.answered is None
    late = Line(house, ada.table, "Eve")
    assert not late.sent
    assert bob.last(m.Game).moves == moves
    house.memory.sync()
    assert bob.last(m.Game).moves == moves + 1
    assert late.last(m.Game).moves == moves + 1
    assert isinstance(ada.answered, m.Done)


def test_after_a_crash_everything_that_was_told_is_there_and_the_rest_is_not(house: FakeHouse) -> None:
    ada, bob = playing(house)
    take(ada, 0)
    told = bob.last(m.Game)
    house.memory.slow = True
    ada.play(0, tower_call(ada.table, 0), 900)
    house.fake.turn(300)
    house.memory.lose()
    house.memory.slow = False
    table = house.again(ada.table)
    back = Line(house, table, token=bob.token)
    seen = back.last(m.Game)
    assert seen.moves == told.moves
    assert seen.sights[0].view == told.sights[0].view
    assert back.last(m.Table).chairs[0].away
    friend = Line(house, table, token=ada.token)
    take(friend, 0)
    assert back.last(m.Game).moves == told.moves + 1


def test_what_cannot_be_written_is_never_told(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.memory.failure = OSError("disk full")
    before = len(bob.all(m.Game))
    take(ada, 0)
    assert len(bob.all(m.Game)) == before
    assert house.failures


def test_a_stopping_table_decides_what_it_holds_and_says_goodbye(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    assert ada.play(0, tower_call(ada.table, 0), 900) is None
    ada.table.stop("closing.stop")
    assert isinstance(ada.answered, m.Done)
    assert bob.last(m.Closing).again
    assert bob.closed


def test_memory_stays_flat_however_long_the_game(house: FakeHouse) -> None:
    ada, _ = playing(house)
    for _ in range(50):
        take(ada, 0)
    game = ada.table.book.game
    assert game is not None
    assert not any(isinstance(entry, Played) for entry in game.log)
    assert ada.client
    assert len(ada.client.shown) <= FORGETTING < 50


def test_every_row_read_again_gives_the_same_table(house: FakeHouse) -> None:
    ada, bob = playing(house, 2)
    ada.ask(m.Handicap, seat=1, millis=250)
    bob.ask(m.Rename, name="Bobby")
    take(ada, 0)
    bob.ask(m.Draw, seat=1)
    again = house.again(ada.table).book
    mine = ada.table.book
    assert again.chairs == mine.chairs
    assert again.persons == mine.persons
    assert again.rows == mine.rows
    assert (again.host, again.phase, again.games, again.at) == (mine.host, mine.phase, mine.games, mine.at)
    assert again.game is not None
    assert mine.game is not None
    assert again.game.state == mine.game.state
    assert Millis(again.game.now) == mine.game.now


@pytest.mark.rule("TABLE-2")
def test_who_resigned_neither_resigns_again_nor_plays(house: FakeHouse) -> None:
    _, bob, _ = playing(house, 3)
    assert isinstance(bob.ask(m.Resign, seat=1), m.Done)
    assert refused(bob.ask(m.Resign, seat=1)) == "table.resigned"
    assert refused(bob.play(1, tower_call(bob.table, 1))) == "table.resigned"


@pytest.mark.rule("TABLE-6")
def test_a_bot_takes_no_persons_seat_and_none_that_is_not_there(house: FakeHouse) -> None:
    ada, _ = seated(house, house.table("karta"), 2)
    assert refused(ada.ask(m.Bot, seat=1, bot="random")) == "table.taken"
    assert refused(ada.ask(m.Bot, seat=2, bot="random")) == "table.full"
    assert refused(ada.ask(m.Bot, seat=3, bot="random")) == "table.no-seat"
    assert refused(ada.ask(m.Bot, seat=1, bot="deep thought")) == "table.bot"
    ada.ask(m.Start)
    assert refused(ada.ask(m.Bot, seat=1, bot="random")) == "table.patience"
    assert refused(ada.ask(m.Bot, seat=1, bot="")) == "table.playing"


@pytest.mark.rule("TABLE-7")
def test_a_crowded_table_takes_nobody_new_but_old_friends_back(house: FakeHouse) -> None:
    table = house.table()
    lines = [Line(house, table, f"P{number}") for number in range(CROWD)]
    with pytest.raises(Refused) as crowd:
        Line(house, table, "one too many")
    assert crowd.value.key == "table.crowd"
    assert Line(house, table, token=lines[5].token).last(m.Welcome).member == 6


@pytest.mark.rule("TABLE-7")
def test_people_who_came_and_went_do_not_fill_a_table_for_good(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = seated(house, table, 2)
    for line in (ada, bob):
        assert line.client
        table.gone(line.client)
    for number in range(3 * CROWD):
        house.fake.turn(10)
        eve = Line(house, table, f"E{number}")
        assert eve.client
        table.gone(eve.client)
    assert len(table.book.persons) == CROWD
    again = house.again(table)
    assert [*again.book.persons] == [*table.book.persons]
    for line, member in ((ada, 1), (bob, 2)):
        assert Line(house, again, token=line.token).last(m.Welcome).member == member


@pytest.mark.rule("TABLE-7")
def test_whoever_is_just_coming_keeps_their_place_at_a_crowded_table(house: FakeHouse) -> None:
    table = house.table()
    lines = [Line(house, table, f"P{number}") for number in range(CROWD - 1)]
    house.memory.slow = True
    coming = Line(house, table, "coming")
    with pytest.raises(Refused) as crowd:
        Line(house, table, "one too many")
    assert crowd.value.key == "table.crowd"
    house.memory.sync()
    assert coming.last(m.Welcome).member == len(lines) + 1


def test_a_line_that_breaks_before_the_welcome_leaves_nobody_here(house: FakeHouse) -> None:
    table = house.table()
    (ada,) = seated(house, table, 1)
    house.memory.slow = True
    bob, again = Line(house, table, "Bob"), Line(house, table, token=ada.token)
    for line in (bob, again):
        assert line.client
        assert not line.client.here
        table.gone(line.client)
    house.memory.sync()
    assert not bob.sent
    assert not again.sent
    assert not ada.closed
    assert [*table.presence.clients] == [1]
    ada.ask(m.Rename, name="Ada L.")
    house.memory.sync()
    assert [person.here for person in ada.last(m.Table).persons] == [True, False]


@pytest.mark.rule("TABLE-8")
def test_a_paused_table_is_not_paused_again_and_counts_down_once(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Pause)
    assert refused(ada.ask(m.Pause)) == "table.paused"
    assert refused(bob.play(1, tower_call(bob.table, 1))) == "table.paused"
    ada.ask(m.Resume)
    assert refused(ada.ask(m.Resume)) == "table.not-paused"
    assert 0 < (ada.last(m.Table).resumes or 0) <= COUNTDOWN
    ada.ask(m.Abandon)
    house.fake.turn(2 * COUNTDOWN)
    assert ada.last(m.Table).phase == "over"


@pytest.mark.rule("TABLE-8")
def test_the_countdown_of_an_abandoned_game_does_not_end_the_pause_of_the_next(house: FakeHouse) -> None:
    ada, _ = playing(house)
    for request in (m.Pause, m.Resume, m.Abandon, m.Start, m.Pause):
        assert isinstance(ada.ask(request), m.Done)
    house.fake.turn(2 * COUNTDOWN)
    assert ada.last(m.Table).phase == "paused"
    assert ada.last(m.Table).resumes is None


def test_a_table_that_was_let_go_does_nothing_more(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Bot, seat=2, bot="random")
    ada.ask(m.Pause)
    ada.ask(m.Resume)
    ada.table.dismiss("closing.error", again=True)
    rows, told = ada.table.book.rows, len(bob.sent)
    house.fake.turn(100_000)
    assert (ada.table.book.rows, len(bob.sent)) == (rows, told)


def test_a_pong_to_no_ping_is_not_believed(house: FakeHouse) -> None:
    ada, _ = playing(house)
    assert ada.client
    before = ada.client.lag
    ada.table.receive(ada.client, m.Pong("made up"), house.fake.now())
    assert ada.client.lag == before


def test_whoever_has_left_is_not_listened_to(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    bob.ask(m.Leave)
    assert bob.closed
    rows = ada.table.book.rows
    assert bob.ask(m.Sit, seat=1) is None
    assert ada.table.book.rows == rows


@pytest.mark.rule("TABLE-2")
def test_an_abandoned_game_gives_nobody_a_point(house: FakeHouse) -> None:
    ada, _ = playing(house)
    ada.ask(m.Abandon)
    assert ada.last(m.Game).result.why == "abandoned"  # type: ignore[union-attr]
    assert [chair.score for chair in ada.last(m.Table).chairs] == [0, 0]


@pytest.mark.rule("TABLE-2")
def test_bots_do_not_play_on_when_the_last_person_resigns(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    for seat in (1, 2):
        ada.ask(m.Bot, seat=seat, bot="random")
    ada.ask(m.Start)
    house.fake.turn(FLIP)
    assert isinstance(ada.ask(m.Resign, seat=0), m.Done)
    assert ada.last(m.Table).phase == "over"
    assert ada.last(m.Game).result.why == "abandoned"  # type: ignore[union-attr]
    assert [(chair.resigned, chair.score) for chair in ada.last(m.Table).chairs] == [
        (True, 0),
        (False, 0),
        (False, 0),
    ]


@pytest.mark.rule("TABLE-2")
def test_a_bot_wins_when_the_only_person_against_it_resigns(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    ada.ask(m.Bot, seat=1, bot="random")
    ada.ask(m.Start)
    ada.ask(m.Resign, seat=0)
    result = ada.last(m.Game).result
    assert result
    assert (result.why, result.winners) == ("resigned", (1,))


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize("removed", [False, True])
def test_bots_do_not_play_on_for_spectators_when_the_last_person_with_a_seat_leaves(
    house: FakeHouse, removed: bool
) -> None:
    (ada,) = seated(house, house.table(), 1)
    for seat in (1, 2):
        ada.ask(m.Bot, seat=seat, bot="random")
    eve, zoe = (Line(house, ada.table, name) for name in ("Eve", "Zoe"))
    ada.ask(m.Start)
    zoe.ask(m.Leave)
    assert eve.last(m.Table).phase == "playing", "a spectator who leaves ends nothing"
    ada.ask(m.Host, member=2)
    (eve.ask(m.Remove, member=1) if removed else ada.ask(m.Leave))
    assert (eve.last(m.Table).phase, eve.last(m.Table).host) == ("over", 2)
    assert eve.last(m.Game).result.why == "abandoned"  # type: ignore[union-attr]


@pytest.mark.rule("TABLE-2")
def test_a_game_waits_for_people_with_seats_who_are_only_gone(house: FakeHouse) -> None:
    ada, bob, cy = playing(house, 3)
    assert bob.client
    bob.table.gone(bob.client)
    cy.ask(m.Resign, seat=2)
    ada.ask(m.Leave)
    assert cy.last(m.Table).phase == "playing"
    Line(house, bob.table, token=bob.token).ask(m.Leave)
    assert cy.last(m.Table).phase == "over", "whoever resigned does not play on"


@pytest.mark.rule("TABLE-2")
def test_a_bot_plays_on_for_a_clan_of_which_one_resigned(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 4)
    lines[0].ask(m.Start)
    lines[1].ask(m.Resign, seat=1)
    told = lines[0].last(m.Table)
    assert (told.phase, told.chairs[1].resigned, told.chairs[1].bot) == ("playing", True, "medium")
    assert refused(lines[1].ask(m.Sit, seat=1)) == "table.resigned"
    lines[3].ask(m.Resign, seat=3)
    result = lines[0].last(m.Game).result
    assert result
    assert (result.why, result.winners) == ("resigned", (0,))


@pytest.mark.rule("TABLE-2")
def test_a_draw_is_declined_by_whoever_has_not_offered_it(house: FakeHouse) -> None:
    ada, bob, cy = playing(house, 3)
    ada.ask(m.Draw, seat=0)
    bob.ask(m.Draw, seat=1)
    assert isinstance(cy.ask(m.Draw, seat=2, agree=False), m.Done)
    assert not any(chair.draw for chair in ada.last(m.Table).chairs)
    assert house.again(ada.table).book.chairs == ada.table.book.chairs
    ada.ask(m.Draw, seat=0)
    bob.ask(m.Draw, seat=1)
    bob.ask(m.Draw, seat=1, agree=False)
    assert [chair.draw for chair in ada.last(m.Table).chairs] == [True, False, False]


@pytest.mark.rule("TABLE-2")
def test_a_draw_takes_another_person(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("karta"), 1)
    ada.ask(m.Bot, seat=1, bot="random")
    ada.ask(m.Start)
    assert refused(ada.ask(m.Draw, seat=0)) == "table.draw-alone"
    ada, bob, cy = playing(house, 3)
    cy.ask(m.Resign, seat=2)
    assert refused(cy.ask(m.Draw, seat=2)) == "table.resigned"
    bob.ask(m.Draw, seat=1)
    ada.ask(m.Draw, seat=0)
    assert ada.last(m.Game).result.why == "agreed"  # type: ignore[union-attr]


@pytest.mark.rule("TABLE-11")
@pytest.mark.rule("KARTA-19")
def test_whose_time_is_up_everyone_is_told_and_the_tables_move_stands(house: FakeHouse) -> None:
    first, other = at_karta(house, takeback=True, turn=20)
    game = first.table.book.game
    assert game is not None
    seat = Seat(game.state.game.turn)
    best = game.rules.stand_in(game.state, seat, game.chance())
    house.fake.turn(20_001)
    assert other.last(m.Game).expired == (seat,)
    assert game.state.game.laid == (best,)
    assert refused(first.ask(m.TakeBack, seat=seat)) == "game.no-takeback"
    rows = [decode(row, "karta") for row in house.memory.logs[first.table.home]]
    assert [type(row).__name__ for row in rows[-2:]] == ["Expired", "Played"]
    again = house.again(first.table).book.game
    assert again is not None
    assert again.state == game.state
    lay(other)
    assert first.last(m.Game).expired == ()


@pytest.mark.rule("TABLE-11")
def test_as_an_option_whoever_runs_out_of_time_loses(house: FakeHouse) -> None:
    first, other = at_karta(house, forfeit=True, turn=20)
    seat = lay(first)
    house.fake.turn(20_001)
    result = first.last(m.Game).result
    assert result
    assert (result.why, result.winners) == ("expired", (Team(seat),))
    told = other.last(m.Table)
    assert [chair.resigned for chair in told.chairs] == [number != seat for number in (0, 1)]
    assert told.chairs[seat].score == 1
    found = house.memory.kept.record(told.record)
    assert found is not None
    kept = recorded(found.rows, found.listed.result)
    assert replay(kept, GAMES["karta"]).result == result
    assert house.again(first.table).book.chairs == first.table.book.chairs


@pytest.mark.rule("TABLE-1")
def test_everyone_is_told_why_the_game_cannot_begin_yet(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 3)
    told = lines[0].last(m.Table).hindrance
    assert told is not None
    assert told.key == refused(lines[0].ask(m.Start)) == "setup.seats"
    lines[0].ask(m.Bot, seat=3, bot="random")
    assert lines[0].last(m.Table).hindrance is None
    lines[0].ask(m.Team, seat=1, team=0)
    told = lines[0].last(m.Table).hindrance
    assert told is not None
    assert (told.key, told.values) == ("setup.teams", {"seats": 4, "allowed": "2-2"})
    lines[0].ask(m.Team, seat=2, team=1)
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert lines[0].last(m.Table).hindrance is None


@pytest.mark.rule("TABLE-1")
@pytest.mark.parametrize(
    ("before", "chosen", "after", "teams"),
    [
        ("island/welcome", {3: 2}, "catatac", [0, 1, 0, 1]),
        ("island/welcome", {0: 0, 1: 0, 2: 1, 3: 2}, "catatac", [0, 0, 1, 1]),
        ("island/welcome", {0: 2, 1: 0, 2: 1, 3: 2}, "catatac", [0, 0, 1, 1]),
        ("island/welcome", {0: 2}, "island/ports", [2, 1, 0, 1]),
        ("island/welcome", {0: 1, 2: 1}, "catatac", [0, 1, 0, 1]),
        ("catatac", {0: 0, 1: 0, 2: 1, 3: 1}, "island/welcome", [0, 0, 1, 1]),
        ("catatac", {0: 0, 1: 0, 2: 1, 3: 1}, "spot/tower", [0, 1, 2, 3]),
    ],
)
def test_another_game_puts_everyone_into_teams_that_it_has(
    house: FakeHouse, before: str, chosen: dict[int, int], after: str, teams: list[int]
) -> None:
    lines = seated(house, house.table(before), 4)
    for seat, team in chosen.items():
        lines[seat].ask(m.Team, seat=seat, team=team)
    assert isinstance(lines[0].ask(m.Configure, game=after), m.Done)
    told = lines[0].last(m.Table)
    assert [chair.team for chair in told.chairs] == teams
    assert told.hindrance is None
    assert house.again(lines[0].table).book.teams() == tuple(teams)


@pytest.mark.rule("TABLE-1")
def test_a_team_that_another_game_does_not_have_is_left_though_the_seats_do_not_fit_yet(
    house: FakeHouse,
) -> None:
    lines = seated(house, house.table("island/welcome"), 3)
    lines[0].ask(m.Team, seat=0, team=2)
    lines[0].ask(m.Configure, game="catatac")
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 1, 0]


def test_the_usual_teams_are_those_of_the_chairs_that_are_taken(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 5)
    lines[2].ask(m.Stand, seat=2)
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 1, 0, 0, 1]
    lines[0].ask(m.Team, seat=0, team=0)
    assert lines[0].last(m.Table).hindrance is None
    assert isinstance(lines[0].ask(m.Start), m.Done)


@pytest.mark.rule("CTC-4")
def test_people_choose_their_clans_and_the_table_seats_them_alternately(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 4)
    for seat, team in enumerate((0, 0, 1, 1)):
        lines[seat].ask(m.Team, seat=seat, team=team)
    lines[0].ask(m.Start)
    told = lines[0].last(m.Table)
    assert [(chair.name, chair.team) for chair in told.chairs] == [("P0", 0), ("P2", 1), ("P1", 0), ("P3", 1)]
    assert lines[1].last(m.Game).sights[0].seat == 2
    assert house.again(lines[0].table).book.chairs == lines[0].table.book.chairs
    lines[0].ask(m.Abandon)
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert [chair.name for chair in lines[0].last(m.Table).chairs] == ["P0", "P2", "P1", "P3"]


@pytest.mark.rule("CTC-4")
def test_who_starts_is_a_person_wherever_the_table_seats_them(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac", {"starter": 4}), 5)
    for seat, team in ((1, 0), (2, 0), (3, 1), (4, 1)):
        lines[seat].ask(m.Team, seat=seat, team=team)
    lines[0].ask(m.Stand, seat=0)
    for _ in range(2):
        assert isinstance(lines[0].ask(m.Start), m.Done)
        told, game = lines[0].last(m.Table), lines[0].table.book.game
        assert [chair.name for chair in told.chairs] == ["P1", "P3", "P2", "P4"]
        assert game is not None
        assert told.chairs[game.state.game.starter].name == "P3"
        again = house.again(lines[0].table).book
        assert again.agreement == lines[0].table.book.agreement
        assert told.options["starter"] == 2
        lines[0].ask(m.Abandon)
    # A chair that nobody sits on any more is nobody's: chance decides.
    lines[3].ask(m.Stand, seat=1)
    lines[0].ask(m.Sit, seat=4)
    lines[0].ask(m.Team, seat=4, team=1)
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert lines[0].last(m.Table).options["starter"] == 0


@pytest.mark.rule("KARTA-4")
@pytest.mark.parametrize(("colour", "red"), [("first", "P1"), ("second", "P0")])
def test_the_host_is_red_wherever_the_host_sits(house: FakeHouse, colour: str, red: str) -> None:
    ada, bob = seated(house, house.table("karta", {"colour": colour}), 2)
    ada.ask(m.Host, member=2)
    assert isinstance(bob.ask(m.Start), m.Done)
    game = ada.table.book.game
    assert game is not None
    assert ada.last(m.Table).chairs[game.state.game.red].name == red
    assert house.again(ada.table).book.chairs == ada.table.book.chairs


@pytest.mark.rule("ISLE-1")
def test_two_teams_play_any_two_of_the_three_colours(house: FakeHouse) -> None:
    ada, _bob = seated(house, house.table("island/knights"), 2)
    ada.ask(m.Team, seat=0, team=2)
    assert isinstance(ada.ask(m.Start), m.Done)
    assert [chair.team for chair in ada.last(m.Table).chairs] == [2, 1]
    ada.ask(m.Resign, seat=0)
    result = ada.last(m.Game).result
    assert result
    assert result.ranking == ((1,), (2,))
    assert [chair.score for chair in ada.last(m.Table).chairs] == [0, 1]
