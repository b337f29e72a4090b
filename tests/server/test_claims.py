"""Claims at a table: several at once, silence, goodbyes and restarts, on a clock turned by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cartable.core import NO_EVIDENCE, Millis, Played, Seat
from cartable.fair import verdicts
from cartable.games.reflex.calls import Call
from cartable.games.spot.claims import NAMING, ClaimCards, Enough
from cartable.server import messages as m
from cartable.server.records import frames, recorded
from cartable.server.rows import decode as row_of
from cartable.server.table import Table
from tests.server.fakes import FakeHouse, Line, tower_call

DECIDED = 250
"""Longer than a home table holds any call, in milliseconds."""


def gathered(house: FakeHouse, game: str = "spot/practice", **terms: Any) -> tuple[Line, Line]:
    """Return a tablet with seats 0 and 1 and a phone with seat 2, the cards turned up a second ago."""
    table = house.table(game, **terms)
    tablet, phone = Line(house, table, "Tablet", page=1), Line(house, table, "Phone", page=2)
    for seat in (0, 1):
        assert isinstance(tablet.ask(m.Sit, seat=Seat(seat), also=seat > 0), m.Done)
    assert isinstance(phone.ask(m.Sit, seat=Seat(2)), m.Done)
    tablet.ask(m.Start)
    house.fake.turn(4_000)
    return tablet, phone


def state(line: Line) -> Any:
    assert line.table.book.game
    return line.table.book.game.state


def claim(line: Line) -> ClaimCards:
    """Return a claim of what lies there now."""
    assert line.table.book.game
    return ClaimCards(line.table.book.game.rules.common(line.table.book.game.state))  # type: ignore[attr-defined]


def wrong(call: Call) -> dict[str, Any]:
    return {"type": "call", "symbol": (call.symbol + 1) % 57, "cards": call.cards}


def granted(house: FakeHouse, line: Line, seat: int = 0) -> None:
    """Let a seat claim, and wait for the verdict."""
    line.play(seat, claim(line), reaction=900)
    house.fake.turn(DECIDED)
    assert state(line).claimant == seat


def events(line: Line) -> list[dict[str, Any]]:
    """Return all that a client was told happened."""
    games = [game for game in line.all(m.Game) if game.sights]
    return [msgspec.json.decode(event) for game in games for event in game.sights[0].events]


def scores(line: Line) -> tuple[int, ...]:
    kept: tuple[int, ...] = state(line).kept
    return kept


@pytest.mark.rule("SPOT-12")
@pytest.mark.rule("FAIR-13")
def test_of_two_claims_at_one_screen_the_quicker_counts_and_then_its_symbol_wins(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    first = claim(tablet)
    assert tablet.play(1, first, reaction=990) is None
    assert tablet.play(0, first, reaction=950) is None
    house.fake.turn(DECIDED)
    assert state(tablet).claimant == 0
    (verdict,) = tablet.last(m.Game).verdicts
    assert [score.seat for score in verdict.scores] == [0, 1]
    assert events(phone)[-1]["type"] == "claimed"
    assert isinstance(tablet.play(0, tower_call(tablet.table, 0)), m.Done)
    assert scores(tablet) == (1, 0, 0)
    # The other claim waited, and is late now that its cards have gone: it costs nothing.
    assert len(tablet.all(m.Late)) == 1
    assert state(tablet).claimant is None
    assert state(tablet).frozen == (None, None, None)


@pytest.mark.rule("FAIR-13")
def test_a_claim_and_a_phones_call_compete_by_reaction(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    tablet.play(0, claim(tablet), reaction=1_000)
    phone.play(2, call, reaction=940)
    house.fake.turn(DECIDED)
    assert scores(tablet) == (0, 0, 1)
    assert isinstance(tablet.answered, m.Late)
    tablet.play(0, claim(tablet), reaction=200)
    house.fake.turn(DECIDED)
    assert state(tablet).claimant == 0


@pytest.mark.rule("FAIR-13")
def test_a_claim_answers_the_oldest_reveal_and_is_a_false_start_only_where_all_is_new(
    house: FakeHouse,
) -> None:
    tablet, phone = gathered(house, "spot/triplet")
    phone.play(2, tower_call(phone.table, 2), reaction=900)
    house.fake.turn(DECIDED)
    assert len(scores(tablet)) == 3
    # Three cards are new; the six others have long been there.
    house.fake.turn(20)
    tablet.play(0, claim(tablet), reaction=20)
    house.fake.turn(DECIDED)
    assert state(tablet).claimant == 0
    fresh, _ = gathered(FakeHouse())
    assert fresh.play(0, claim(fresh), reaction=100).key == "fair.false-start"


@pytest.mark.rule("SPOT-13")
def test_until_a_claim_is_resolved_no_other_call_is_decided(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    granted(house, tablet)
    told = len(phone.all(m.Game))
    assert phone.play(2, call, reaction=1_300) is None
    assert tablet.play(1, claim(tablet), reaction=1_350) is None
    assert phone.play(2, call, reaction=1_400).key == "fair.pending"
    house.fake.turn(2_000)
    assert len(phone.all(m.Game)) == told
    assert scores(tablet) == (0, 0, 0)
    house.fake.turn(NAMING - 2_000)
    assert [event["type"] for event in events(phone)[-3:]] == ["lapsed", "took", "late"]
    assert scores(tablet) == (0, 0, 1)
    assert state(tablet).frozen[0] > 0
    assert len(phone.all(m.Late)) == 0


@pytest.mark.rule("SPOT-13")
@pytest.mark.rule("SPOT-5")
def test_after_a_wrong_symbol_the_next_claim_counts_in_the_order_of_the_presses(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    granted(house, tablet)
    assert tablet.client
    elapsed = house.fake.now() - tablet.client.shown[tablet.reveal or 0][1]
    phone.play(2, call, reaction=elapsed)
    house.fake.turn(40)
    # Read later, and pressed earlier.
    tablet.play(1, claim(tablet), reaction=elapsed - 20)
    assert isinstance(tablet.play(0, wrong(call)), m.Done)
    house.fake.turn(DECIDED)
    assert state(tablet).claimant == 1
    assert state(tablet).frozen[0] > 0
    assert tablet.play(0, claim(tablet)).key == "spot.frozen"
    # The phone's call waits once more, and is judged when this claim has failed too.
    house.fake.turn(NAMING)
    assert scores(tablet) == (0, 0, 1)


@pytest.mark.rule("SPOT-13")
def test_a_wrong_call_that_waited_freezes_only_where_its_cards_still_lie(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    granted(house, tablet)
    assert phone.play(2, wrong(call), reaction=1_400) is None
    assert isinstance(tablet.play(0, call), m.Done)
    assert isinstance(phone.answered, m.Late)
    assert state(tablet).frozen == (None, None, None)
    house.fake.turn(1_000)
    granted(house, tablet)
    assert phone.play(2, wrong(tower_call(tablet.table, 0)), reaction=1_400) is None
    house.fake.turn(NAMING)
    assert isinstance(phone.answered, m.Done)
    assert state(tablet).frozen[2] > 0


@pytest.mark.rule("SPOT-13")
def test_a_bot_waits_like_everybody_and_is_judged_then(house: FakeHouse) -> None:
    table = house.table("spot/practice")
    tablet = Line(house, table)
    for seat in (0, 1):
        tablet.ask(m.Sit, seat=Seat(seat), also=seat > 0)
    tablet.ask(m.Bot, seat=Seat(2), bot="greedy")
    tablet.ask(m.Start)
    house.fake.turn(3_300)
    granted(house, tablet)
    house.fake.turn(NAMING - 400)
    assert scores(tablet) == (0, 0, 0)
    house.fake.turn(400)
    assert scores(tablet) == (0, 0, 1)


@pytest.mark.rule("SPOT-12")
def test_nobody_claims_for_a_seat_that_is_not_theirs_or_with_a_screen_of_their_own(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    stranger = Line(house, tablet.table, "Eve")
    assert stranger.play(0, claim(tablet)).key == "table.not-yours"
    assert tablet.play(2, claim(tablet)).key == "table.not-yours"
    assert tablet.play(9, claim(tablet)).key == "table.not-yours"
    assert phone.play(2, claim(tablet), reaction=900).key == "spot.claim-alone"
    assert tablet.play(0, {"type": "lapse", "seat": 1}).key == "move.table"
    assert tablet.play(0, {"type": "claim"}).key == "error.move"
    assert tablet.play(0, {"type": "claim", "cards": [10**9]}).key == "spot.no-such"
    granted(house, tablet)
    assert tablet.play(0, claim(tablet)).key == "spot.claiming"


@pytest.mark.rule("SPOT-13")
@pytest.mark.parametrize("how", ["disconnected", "left", "stood", "resigned"])
def test_who_claims_and_goes_lets_the_time_run_out(house: FakeHouse, how: str) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    granted(house, tablet)
    phone.play(2, call, reaction=1_300)
    if how == "disconnected":
        tablet.table.gone(tablet.client)  # type: ignore[arg-type]
    elif how == "left":
        tablet.ask(m.Leave)
    elif how == "stood":
        tablet.ask(m.Stand, seat=Seat(0))
    else:
        tablet.ask(m.Resign, seat=Seat(0))
    house.fake.turn(NAMING - DECIDED)
    assert state(phone).kept == (0, 0, 0)
    house.fake.turn(DECIDED)
    assert state(phone).claimant is None
    assert state(phone).kept == (0, 0, 1)
    assert isinstance(phone.answered, m.Done)


@pytest.mark.rule("SPOT-13")
@pytest.mark.parametrize("named", [True, False])
def test_a_screen_that_is_loaded_anew_is_told_the_claim_and_both_its_seats_go_on(
    house: FakeHouse, named: bool
) -> None:
    tablet, phone = gathered(house)
    granted(house, tablet)
    table, lapses = tablet.table, state(tablet).lapses
    table.gone(tablet.client)  # type: ignore[arg-type]
    house.fake.turn(1_000)
    back = Line(house, table, token=tablet.token, page=3)
    assert table.book.game
    view = back.view(table.book.game.rules)
    assert (view.claimant, view.lapses) == (0, lapses)
    house.fake.turn(1_000)
    assert back.play(1, claim(back), reaction=900) is None
    if named:
        assert isinstance(back.play(0, tower_call(table, 0)), m.Done)
        house.fake.turn(1_000)
        granted(house, back, seat=1)
    else:
        house.fake.turn(NAMING - 2_000)
        assert [event["type"] for event in events(back)[-2:]] == ["lapsed", "claimed"]
        assert state(back).frozen[0] > 0
    assert isinstance(back.play(1, tower_call(table, 1)), m.Done)
    assert scores(phone) == (int(named), 1, 0)


@pytest.mark.rule("SPOT-13")
@pytest.mark.rule("FAIR-11")
def test_a_restart_keeps_the_claim_and_what_is_left_of_its_time(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    granted(house, tablet)
    lapses = state(tablet).lapses
    assert phone.play(2, call, reaction=1_300) is None
    asked = phone._id
    table = house.again(tablet.table)
    assert table.book.game
    assert (table.book.game.state.claimant, table.book.game.state.lapses) == (0, lapses)
    back = Line(house, table, token=tablet.token, page=1)
    other = Line(house, table, token=phone.token, page=2)
    house.fake.turn(1_000)
    # The call that waited is nowhere in the log: its page sends it again, and it waits again.
    other._id = asked - 1
    assert other.play(2, call, reaction=1_300, reveal=phone.reveal) is None
    assert isinstance(back.play(0, tower_call(table, 0)), m.Done)
    assert isinstance(other.answered, m.Late)
    assert table.book.game.state.kept == (1, 0, 0)
    assert house.again(table).book.game.state == table.book.game.state  # type: ignore[union-attr]


def finished(house: FakeHouse, tablet: Line) -> None:
    """Play a while by claims, some of which are wrong or lapse, until it is enough."""
    for turn in range(33):
        seat = turn % 2
        house.fake.turn(6_000)
        tablet.play(seat, claim(tablet), reaction=900)
        house.fake.turn(DECIDED)
        call = tower_call(tablet.table, seat)
        if turn % 5 != 1:
            tablet.play(seat, wrong(call) if turn % 5 == 2 else call)
    assert isinstance(tablet.play(0, Enough()), m.Done)
    assert tablet.table.book.result


@pytest.mark.rule("FAIR-11")
def test_claims_are_in_the_record_with_their_evidence_and_decided_again_the_same(house: FakeHouse) -> None:
    tablet, _ = gathered(house)
    finished(house, tablet)
    found = house.memory.kept.record(tablet.last(m.Table).record)
    assert found
    record = recorded(found.rows, found.listed.result)
    again = verdicts(record)
    told = [verdict for game in tablet.all(m.Game) for verdict in game.verdicts]
    assert [verdict.winner for verdict in again.values()] == [verdict.winner for verdict in told]
    claims = [
        entry for entry in record.log if isinstance(entry, Played) and isinstance(entry.move, ClaimCards)
    ]
    assert len(claims) > 20
    assert all(entry.evidence != NO_EVIDENCE for entry in claims)
    assert len(list(frames(record))) == len(record.log) + 1


@pytest.mark.rule("SPOT-13")
def test_a_pause_stops_the_time_of_a_claim(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    granted(house, tablet)
    phone.play(2, call, reaction=1_300)
    tablet.ask(m.Pause)
    house.fake.turn(60_000)
    assert state(tablet).claimant == 0
    tablet.ask(m.Resume)
    house.fake.turn(3_000)
    assert state(tablet).claimant == 0
    house.fake.turn(NAMING)
    assert scores(tablet) == (0, 0, 1)


def test_what_waits_as_the_game_is_abandoned_is_answered(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    granted(house, tablet)
    phone.play(2, call, reaction=1_300)
    tablet.ask(m.Abandon)
    assert isinstance(phone.answered, m.Late)


def test_where_order_of_arrival_decides_calls_wait_as_well(house: FakeHouse) -> None:
    house.arbiter = False
    tablet, phone = gathered(house)
    call = tower_call(phone.table, 2)
    assert isinstance(tablet.play(0, claim(tablet)), m.Done)
    assert phone.play(2, call) is None
    assert phone.play(2, call).key == "fair.pending"
    house.fake.turn(NAMING)
    assert scores(tablet) == (0, 0, 1)


def test_nobody_can_stop_a_table_by_claiming_again_and_again(house: FakeHouse) -> None:
    """Even where a failed claim costs nothing, whoever called meanwhile gets the card."""
    table = house.table("spot/practice", {"penalty": 0})
    tablet, phone = Line(house, table), Line(house, table)
    for seat in (0, 1):
        tablet.ask(m.Sit, seat=Seat(seat), also=seat > 0)
    phone.ask(m.Sit, seat=Seat(2))
    tablet.ask(m.Start)
    house.fake.turn(4_000)
    for turn in range(1, 6):
        seat = turn % 2
        tablet.play(seat, claim(tablet), reaction=200)
        house.fake.turn(DECIDED)
        phone.play(2, tower_call(table, seat), reaction=450)
        house.fake.turn(NAMING)
        assert scores(tablet) == (0, 0, turn)


def rows(house: FakeHouse, table: Table) -> list[Any]:
    return [row_of(row, "spot/practice") for row in house.memory.logs[table.home]]


@pytest.mark.rule("SPOT-13")
def test_a_lapse_is_the_tables_own_move_in_the_log(house: FakeHouse) -> None:
    tablet, _ = gathered(house)
    granted(house, tablet)
    house.fake.turn(NAMING)
    moves = [row for row in rows(house, tablet.table) if isinstance(row, Played)]
    assert [type(row.move).__name__ for row in moves] == ["Flip", "ClaimCards", "Lapse"]
    assert moves[-1].mover is None
    assert moves[-1].at == Millis(moves[-2].at + NAMING)


@pytest.mark.rule("SPOT-7")
def test_a_call_that_is_still_held_when_practice_ends_is_answered_and_takes_nothing(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    phone.play(2, tower_call(phone.table, 2), reaction=900)
    assert not phone.answered
    assert isinstance(tablet.play(0, Enough()), m.Done)
    house.fake.turn(DECIDED)
    assert isinstance(phone.answered, m.Late | m.Refused)
    assert not phone.table.book.under_way
    assert phone.table.book.result
    assert phone.table.book.result.scores == (0, 0, 0)


@pytest.mark.rule("SPOT-7", "TABLE-6")
def test_nobody_ends_practice_for_a_seat_that_is_not_theirs(house: FakeHouse) -> None:
    tablet, phone = gathered(house)
    assert isinstance(phone.play(0, Enough()), m.Refused)
    assert phone.table.book.under_way
    assert isinstance(phone.play(2, Enough()), m.Done)
    assert not tablet.table.book.under_way
