"""The FAIR rules at a table: reveals, holds, promises and evidence, on a clock turned by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Raw

from cartable.core import NO_EVIDENCE, Played, Record, Seat, decode, encode
from cartable.fair import HOME, INTERNET, Contest, evidence_of, verdicts
from cartable.server import messages as m
from cartable.server.records import frames, recorded
from cartable.server.rows import Stunned
from cartable.server.rows import decode as row_of
from tests.server.fakes import FakeHouse, Line, seated, tower_call


def playing(house: FakeHouse, seats: int = 2, trips: tuple[int, ...] = (), **terms: Any) -> list[Line]:
    """Return people whose cards have just been turned up, with round trips measured before."""
    lines = seated(house, house.table(**terms), seats)
    for line, trip in zip(lines, trips or (0,) * seats, strict=True):
        measure(house, line, trip)
    lines[0].ask(m.Start)
    while lines[0].table.book.game.state.flips is not None:  # type: ignore[union-attr]
        house.fake.turn(10)
    house.fake.turn(200)
    return lines


def shown(line: Line) -> tuple[int, int]:
    """Return the common moment of the latest reveal, and when it was written to this client."""
    assert line.client
    assert line.reveal
    return line.client.shown[line.reveal]


def measure(house: FakeHouse, line: Line, trip: int) -> None:
    """Let a client answer pings after this round trip."""
    assert line.client
    for _ in range(12):
        line.pong()
        line.client.ping()
        house.fake.turn(trip)
        line.pong()


def answering(house: FakeHouse, lines: list[Line], millis: int) -> None:
    """Let time pass in which every ping is answered within 10 ms."""
    for _ in range(millis // 10):
        house.fake.turn(10)
        for line in lines:
            line.pong(clock=0)


def moves_of(line: Line) -> int:
    return line.last(m.Game).moves


@pytest.mark.rule("FAIR-1")
def test_a_reveal_carries_numbers_of_cards_and_nothing_else(house: FakeHouse) -> None:
    ada, _ = playing(house)
    game = next(game for game in ada.all(m.Game) if game.reveal)
    assert msgspec.json.decode(msgspec.json.encode(game.reveal)).keys() == {"number", "cards"}
    assert all(isinstance(card, int) for card in game.reveal.cards)  # type: ignore[union-attr]
    assert len(msgspec.json.encode(game)) < 2_000


@pytest.mark.rule("FAIR-2")
def test_a_reveal_is_sent_earlier_to_whoever_is_further_away(house: FakeHouse) -> None:
    near, far = playing(house, trips=(0, 100))
    times = [
        next(at for at, message in reversed(line.sent) if isinstance(message, m.Game) and message.reveal)
        for line in (near, far)
    ]
    assert times[0] - times[1] == 50
    assert shown(near)[0] == shown(far)[0] == times[0]


@pytest.mark.rule("FAIR-2")
def test_nothing_overtakes_a_reveal_that_waits_to_be_sent(house: FakeHouse) -> None:
    near, far = playing(house, trips=(0, 100))
    house.fake.turn(1_000)
    near.play(0, tower_call(near.table, 0), 900)
    far.pong(clock=2_000)
    house.fake.turn(20)
    verdict = moves_of(far)
    assert moves_of(near) < verdict
    far.ask(m.React, reaction="wow")
    assert not near.all(m.Reacted)
    house.fake.turn(50)
    assert moves_of(near) == verdict
    kinds = [type(message) for _, message in near.sent]
    assert kinds.index(m.Reacted) > len(kinds) - 1 - kinds[::-1].index(m.Game)


@pytest.mark.rule("FAIR-4")
def test_a_call_sent_again_after_a_lost_connection_is_no_false_start(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(900)
    assert bob.client
    bob.table.gone(bob.client)
    back = Line(house, bob.table, token=bob.token)
    house.fake.turn(10)
    answer = back.play(1, tower_call(bob.table, 1))
    assert not isinstance(answer, m.Refused)
    house.fake.turn(1_000)
    assert isinstance(back.answer(101), m.Done)
    assert ada.last(m.Game).moves > 0


@pytest.mark.rule("FAIR-4")
def test_a_press_before_the_cards_can_be_seen_is_a_false_start_and_freezes(house: FakeHouse) -> None:
    ada, bob = playing(house)
    bob.pong(clock=0)
    answer = ada.play(0, tower_call(ada.table, 0), reaction=100)
    assert answer.key == "fair.false-start"
    again = ada.play(0, tower_call(ada.table, 0), reaction=900)
    assert again.key == "fair.stunned"
    house.fake.turn(HOME.freeze)
    ada.play(0, tower_call(ada.table, 0), reaction=900)
    house.fake.turn(HOME.wait)
    assert isinstance(ada.answered, m.Done)
    rows = [row_of(row, "spot/tower") for row in house.memory.logs[ada.table.home]]
    assert sum(isinstance(row, Stunned) for row in rows) == 1


@pytest.mark.rule("FAIR-6")
def test_the_verdict_waits_for_a_promise_and_the_faster_press_wins_though_it_came_later(
    house: FakeHouse,
) -> None:
    near, far = playing(house, trips=(0, 60), fairness="internet")
    house.fake.turn(1_000)
    before = moves_of(near)
    elapsed = house.fake.now() - shown(near)[1]
    assert near.play(0, tower_call(near.table, 0), reaction=elapsed) is None
    assert isinstance(far.sent[-1][1], m.Ping)
    house.fake.turn(30)
    assert moves_of(near) == before
    # It left 40 ms before the other's press and took 60 ms more on the way.
    far.play(1, tower_call(far.table, 1), reaction=elapsed - 40)
    house.fake.turn(INTERNET.wait + 100)
    verdict = far.last(m.Game).verdicts[0]
    assert verdict.winner == 1
    assert isinstance(near.answered, m.Late)
    assert isinstance(far.answered, m.Done)


def test_an_answer_goes_to_the_connection_that_asked_and_to_no_later_one(house: FakeHouse) -> None:
    near, _ = playing(house, trips=(0, 60), fairness="internet")
    house.fake.turn(1_000)
    elapsed = house.fake.now() - shown(near)[1]
    assert near.play(0, tower_call(near.table, 0), reaction=elapsed) is None
    back = Line(house, near.table, token=near.token)
    house.fake.turn(INTERNET.wait + 100)
    assert back.last(m.Game).verdicts
    assert not back.all(m.Done)
    assert not back.all(m.Late)


@pytest.mark.rule("FAIR-6")
def test_a_rivals_promise_ends_the_hold_at_once(house: FakeHouse) -> None:
    ada, bob = playing(house)
    bob.pong(clock=0)
    house.fake.turn(1_000)
    bob.pong(clock=0)
    before = moves_of(ada)
    ada.play(0, tower_call(ada.table, 0), reaction=900)
    assert moves_of(ada) == before
    bob.pong(clock=5_000)
    assert moves_of(ada) == before + 1


@pytest.mark.rule("FAIR-6")
def test_the_hold_ends_though_nobody_answers(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    before = moves_of(ada)
    ada.play(0, tower_call(ada.table, 0), reaction=900)
    house.fake.turn(HOME.wait)
    assert moves_of(ada) == before + 1
    assert bob.last(m.Game).verdicts[0].winner == 0


@pytest.mark.rule("FAIR-7")
def test_nobody_learns_of_a_call_before_its_verdict(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    count = len(bob.sent)
    assert ada.play(0, tower_call(ada.table, 0), reaction=900) is None
    told = [message for _, message in bob.sent[count:]]
    assert all(isinstance(message, m.Ping) for message in told)
    second = ada.play(0, tower_call(ada.table, 0), reaction=950)
    assert second.key == "fair.pending"


@pytest.mark.rule("FAIR-7")
def test_while_cards_are_searched_pings_come_more_often_whether_anybody_calls_or_not(
    house: FakeHouse,
) -> None:
    _, bob = lines = seated(house, house.table(), 2)

    def pings(seconds: int) -> int:
        before = len(bob.all(m.Ping))
        answering(house, lines, seconds * 1_000)
        return len(bob.all(m.Ping)) - before

    pings(5)
    idle = pings(60)
    lines[0].ask(m.Start)
    answering(house, lines, 3_500)
    played = pings(9)
    assert idle / 60 < 0.8
    assert played / 9 > 1.2
    pings(5)
    assert pings(60) / 60 < 0.8, "nobody has turned a card for a while"


def busy(house: FakeHouse) -> None:
    """Let the server be so busy that it asks nobody."""
    house.asking.asks = False
    house.asking.held = lambda now: False  # type: ignore[method-assign]


@pytest.mark.rule("FAIR-6", "FAIR-7")
def test_a_busy_server_asks_nobody_and_holds_a_call_as_long_as_another_could_beat_it(
    house: FakeHouse,
) -> None:
    ada, bob = playing(house, trips=(0, 20))
    busy(house)
    house.fake.turn(700)
    before, count = moves_of(bob), len(bob.sent)
    assert bob.client
    ada.play(0, tower_call(ada.table, 0), reaction=house.fake.now() - shown(ada)[1])
    bound = shown(bob)[1] - shown(bob)[0] + 1 + bob.client.lag.p95 + 15 + HOME.bucket
    house.fake.turn(bound - 1)
    assert bob.sent[count:] == []
    house.fake.turn(1)
    assert moves_of(bob) == before + 1


@pytest.mark.rule("FAIR-6")
def test_whoever_was_quicker_wins_though_a_busy_server_did_not_ask(house: FakeHouse) -> None:
    ada, bob = playing(house, trips=(0, 60))
    busy(house)
    house.fake.turn(1_000)
    theirs = tower_call(bob.table, 1)
    elapsed = house.fake.now() - shown(bob)[1]
    ada.play(0, tower_call(ada.table, 0), reaction=house.fake.now() - shown(ada)[1])
    house.fake.turn(30)
    bob.play(1, theirs, reaction=elapsed - 40)
    house.fake.turn(HOME.wait)
    assert ada.last(m.Game).verdicts[0].winner == 1


@pytest.mark.rule("FAIR-7")
def test_an_answer_that_falls_short_is_followed_by_no_ping_of_a_busy_server(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    busy(house)
    assert bob.client
    bob.client.ping()
    ada.play(0, tower_call(ada.table, 0), reaction=house.fake.now() - shown(ada)[1])
    count = len(bob.sent)
    bob.pong(clock=0)
    house.fake.turn(50)
    assert bob.sent[count:] == []


@pytest.mark.rule("FAIR-7")
def test_the_pings_of_a_busy_server_travel_ahead_of_views_and_alone_only_to_who_is_sent_none(
    house: FakeHouse,
) -> None:
    ada, bob = lines = playing(house)
    busy(house)
    answering(house, lines, 3_000)
    travelled = 0
    for _ in range(12):
        answering(house, lines, 1_000)
        count = len(bob.sent)
        ada.play(0, tower_call(ada.table, 0), reaction=900)
        answering(house, lines, HOME.wait + 10)
        pings = [number for number, (_, sent) in enumerate(bob.sent[count:]) if isinstance(sent, m.Ping)]
        for number in pings:
            (at, _), (then, view) = bob.sent[count + number : count + number + 2]
            assert isinstance(view, m.Game)
            assert at == then
        travelled += len(pings)
    assert travelled in range(3, 10)
    count = len(bob.sent)
    answering(house, lines, 9_000)
    assert any(isinstance(sent, m.Ping) for _, sent in bob.sent[count:]), "nothing is sent any more"


def test_a_client_that_answers_none_of_the_pings_that_travel_is_let_go(house: FakeHouse) -> None:
    ada, bob = playing(house)
    busy(house)
    for _ in range(50):
        if not bob.closed:
            answering(house, [ada], 1_000)
            ada.play(0, tower_call(ada.table, 0), reaction=900)
            answering(house, [ada], HOME.wait + 10)
    assert bob.closed
    assert not ada.closed


@pytest.mark.rule("FAIR-7")
def test_a_wrong_call_is_decided_at_once_and_freezes_from_its_arrival(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    call = tower_call(ada.table, 0)
    wrong = {"type": "call", "symbol": (call.symbol + 1) % 57, "cards": call.cards}
    assert isinstance(ada.play(0, wrong, reaction=900), m.Done)
    game = bob.last(m.Game)
    event = msgspec.json.decode(game.sights[0].events[0])
    assert event["type"] == "wrong"
    assert event["until"] == game.now + 2_000
    assert ada.play(0, call, reaction=950).rule == "SPOT-5"


@pytest.mark.rule("FAIR-9")
def test_a_call_after_the_verdict_changes_nothing_and_is_counted(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    theirs = tower_call(bob.table, 1)
    elapsed = house.fake.now() - shown(bob)[1]
    ada.play(0, tower_call(ada.table, 0), reaction=elapsed)
    house.fake.turn(HOME.wait)
    winner = bob.last(m.Game).verdicts[0].winner
    # A spike on the way: it was pressed long before the other call.
    assert isinstance(bob.play(1, theirs, reaction=elapsed - 100, reveal=2), m.Late)
    assert winner == 0
    assert ada.view(ada.table.book.game.rules).counts == (2, 1)  # type: ignore[union-attr]
    tally = ada.table.tally
    assert (tally.late, tally.robbed) == (1, 0)
    assert tally.reveals == 3


@pytest.mark.rule("FAIR-9")
def test_a_call_that_would_have_won_but_came_after_the_hold_was_robbed(house: FakeHouse) -> None:
    # Only where more may be forgiven than the hold waits for can a verdict fall too early.
    ada, bob = playing(house, trips=(0, 200), fairness="internet")
    house.fake.turn(1_000)
    theirs, number = tower_call(bob.table, 1), bob.reveal
    elapsed = house.fake.now() - shown(ada)[1]
    ada.play(0, tower_call(ada.table, 0), reaction=elapsed)
    house.fake.turn(INTERNET.wait)
    assert bob.last(m.Game).verdicts[0].winner == 0
    # Pressed 200 ms before the other, and held up on the way until the hold was over.
    assert isinstance(bob.play(1, theirs, reaction=elapsed - 200, reveal=number), m.Late)
    tally = ada.table.tally
    assert (tally.late, tally.robbed) == (1, 1)
    house.fake.turn(200)
    assert ada.view(ada.table.book.game.rules).counts == (2, 1)  # type: ignore[union-attr]


@pytest.mark.rule("FAIR-11")
def test_every_verdict_is_in_the_record_and_decided_again_the_same(house: FakeHouse) -> None:
    ada, bob = playing(house)
    for turn in range(60):
        if ada.table.book.result:
            break
        house.fake.turn(1_000)
        lines = (ada, bob) if turn % 2 else (bob, ada)
        calls = {line: tower_call(line.table, (ada, bob).index(line)) for line in lines}
        for line, call in calls.items():
            line.play((ada, bob).index(line), call, reaction=900)
        house.fake.turn(400)
    assert ada.table.book.result
    told = [verdict for game in ada.all(m.Game) for verdict in game.verdicts]
    found = house.memory.kept.record(ada.last(m.Table).record)
    assert found
    record = recorded(found.rows, found.listed.result)
    again = verdicts(record)
    assert [verdict.winner for verdict in again.values()] == [verdict.winner for verdict in told]
    assert [verdict.scores for verdict in again.values()] == [verdict.scores for verdict in told]
    moves = [entry for entry in record.log if isinstance(entry, Played) and entry.evidence != NO_EVIDENCE]
    assert len(moves) == len(told) == 53
    assert msgspec.json.decode(moves[0].evidence, type=Contest).preset == HOME
    assert verdicts(as_objects(record)) == again
    steps = list(frames(record))
    assert len(steps) == len(record.log) + 1
    assert sum(step.verdict is not None for step in steps) == 53
    forged = msgspec.structs.replace(record, log=[_swapped(entry) for entry in record.log])
    with pytest.raises(ValueError, match="evidence says otherwise"):
        verdicts(forged)


def as_objects(record: Record[Any]) -> Record[Any]:
    """Return a record with its evidence as servers wrote it before they wrote arrays."""

    def named(value: Any) -> Any:
        if isinstance(value, msgspec.Struct):
            return {name: named(getattr(value, name)) for name in value.__struct_fields__}
        return [named(inner) for inner in value] if isinstance(value, tuple) else value

    def older(entry: Any) -> Any:
        if not isinstance(entry, Played) or entry.evidence == NO_EVIDENCE:
            return entry
        evidence = msgspec.json.encode(named(evidence_of(entry.evidence)))
        assert len(evidence) > 2 * len(bytes(entry.evidence))
        return msgspec.structs.replace(entry, evidence=Raw(evidence))

    return msgspec.structs.replace(record, log=[older(entry) for entry in record.log])


def _swapped(entry: Any) -> Any:
    if isinstance(entry, Played) and entry.evidence != NO_EVIDENCE:
        return msgspec.structs.replace(entry, seat=Seat(1 - entry.seat))
    return entry


@pytest.mark.rule("FAIR-11")
def test_players_see_their_milliseconds_and_what_was_forgiven(house: FakeHouse) -> None:
    ada, _bob = playing(house, trips=(40, 40))
    house.fake.turn(1_000)
    elapsed = house.fake.now() - shown(ada)[1]
    ada.play(0, tower_call(ada.table, 0), reaction=elapsed - 30)
    house.fake.turn(HOME.wait + 100)
    (score,) = ada.last(m.Game).verdicts[0].scores
    assert (score.elapsed, score.implied, score.credit) == (elapsed, 30, 30)
    assert score.score == elapsed - 30


@pytest.mark.rule("FAIR-10")
def test_a_client_whose_times_do_not_fit_its_pings_is_shown_as_unverified(house: FakeHouse) -> None:
    liar, bob = lines = seated(house, house.table(), 2)
    liar.ask(m.Start)
    answering(house, lines, 6_000)
    for _ in range(25):
        answering(house, lines, 1_000)
        elapsed = house.fake.now() - shown(liar)[1]
        liar.play(0, tower_call(liar.table, 0), reaction=elapsed - 300)
        answering(house, lines, 300)
    people = {person.member: person.unverified for person in bob.last(m.Table).persons}
    assert people == {1: True, 2: False}
    assert liar.last(m.Game).verdicts[0].scores[0].credit == 0


@pytest.mark.rule("FAIR-10")
def test_it_is_told_as_well_where_the_call_that_shows_it_is_refused(house: FakeHouse) -> None:
    liar, bob = lines = seated(house, house.table(), 2)
    liar.ask(m.Start)
    answering(house, lines, 6_000)
    for _ in range(20):
        answering(house, lines, 1_100)
        assert not bob.last(m.Table).persons[0].unverified
        refused = liar.play(0, tower_call(liar.table, 0), reaction=100)
        assert refused.key == "fair.false-start"
    assert bob.last(m.Table).persons[0].unverified


def test_a_handicap_is_added_to_the_score(house: FakeHouse) -> None:
    lines = seated(house, house.table(), 2)
    lines[0].ask(m.Handicap, seat=0, millis=300)
    lines[0].ask(m.Start)
    house.fake.turn(6_000)
    ada, bob = lines
    call = tower_call(bob.table, 1)
    ada.play(0, tower_call(ada.table, 0), reaction=900)
    house.fake.turn(100)
    bob.play(1, call, reaction=1_000)
    house.fake.turn(400)
    assert bob.last(m.Game).verdicts[0].winner == 1


def test_coming_back_does_not_shorten_anybodys_reaction(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(2_000)
    back = Line(house, ada.table, token=ada.token)
    assert back.reveal
    house.fake.turn(200)
    bob.play(1, tower_call(bob.table, 1), reaction=2_150)
    back.play(0, tower_call(back.table, 0), reaction=200)
    house.fake.turn(400)
    verdict = bob.last(m.Game).verdicts[0]
    moments = {score.seat: score.moment for score in verdict.scores}
    assert abs(moments[Seat(0)] - moments[Seat(1)]) < 250


def test_after_a_restart_the_arbiter_decides_as_before(house: FakeHouse) -> None:
    ada, bob = playing(house)
    table = house.again(ada.table)
    near, far = (Line(house, table, token=line.token) for line in (ada, bob))
    assert near.reveal
    house.fake.turn(1_000)
    call = tower_call(table, 1)
    near.play(0, tower_call(table, 0), reaction=1_000)
    far.play(1, call, reaction=950)
    house.fake.turn(400)
    assert far.last(m.Game).verdicts[0].winner == 1


def test_a_reaction_told_from_another_reveal_is_converted(house: FakeHouse) -> None:
    ada, bob = playing(house, 2)
    house.fake.turn(1_000)
    ada.play(0, tower_call(ada.table, 0), reaction=900)
    house.fake.turn(400)
    first, second = (bob.client.shown[number] for number in (2, 3))  # type: ignore[union-attr]
    house.fake.turn(1_000)
    bob.play(1, tower_call(bob.table, 1), reaction=house.fake.now() - first[1], reveal=2)
    house.fake.turn(400)
    (score,) = bob.last(m.Game).verdicts[0].scores
    assert score.implied == 0
    assert score.elapsed < house.fake.now() - second[1]


def test_a_record_of_a_live_game_is_written_in_the_form_of_records(house: FakeHouse) -> None:
    ada, _ = playing(house)
    ada.ask(m.Abandon)
    found = house.memory.kept.record(ada.last(m.Table).record)
    assert found
    from cartable.games import GAMES

    assert decode(encode(recorded(found.rows, found.listed.result)), GAMES).result == ada.table.book.result
