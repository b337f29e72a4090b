"""One game of Karta Doppio, rule by rule."""

from __future__ import annotations

from collections import Counter

import pytest

from cartable.core import Chance, Millis, Refused, Seat, seed_of
from cartable.games.karta import CARDS, Karta, KartaCard, Place, Placed, Position, Stuck, face, places
from cartable.texts import LANGUAGES, say
from tests.games.karta import slow

RULES = Karta()
SETUP = RULES.info.setup(2)
RED, BLUE = Seat(0), Seat(1)

DEAL = "0 abcdefgh ijklmnop"
"""Red sits first and has the cards a to h."""

ENDED = {
    "red has more tokens": (
        "0 befgiknp acdhjlmo G0+0+0 H2-1+0 I0+0+3 c3-1+5 E1-1-2 d2+2+1 k3+2-1 l2-3+0"
        " N0-2+2 O1+0+3 F0+1-3 m2+3+1 B3-2-2 A1+4-1 P1+2-4 J0+4+1"
    ),
    "blue has more tokens": (
        "0 aeijklnp bcdfghmo I2+0+0 f1+0-2 e2+0-1 g1+2+0 P1+3+1 D0-2+1 j1+5+0 o1+3-1"
        " a3+4+2 c3-2-3 N2+0+3 H0+0+2 l3-4+0 m2-2+2 K3+2-2 B3-5+0"
    ),
    "level, red has more dots": (
        "0 acdeiklp bfghjmno p3+0+0 H1+1+0 D0-2-1 o3+3+0 I0-1+0 F2+0-3 c1+4+0 M3+0-4"
        " A3+0+2 b0+3+2 L3+0-2 G3+2-2 e0-4+1 N0-3-1 K0+0+3 J0+4-4"
    ),
    "level, blue has more dots": (
        "0 gijklmno abcdefhp K3+0+0 H2+0-1 j3+2+0 B3+3+0 o2-2+1 d2-2-2 G0-4-1 a3-1+3"
        " n0-3-2 F3-4+1 I2+0-4 p1-1-3 l1+2+2 c3+1+3 m1+5+0 E3-1-5"
    ),
    "level, and level in dots": (
        "0 bdefjkln acghimop D0+0+0 P1+0+2 N0-2+1 I1-2+0 E0+0-3 A2+2+1 k0+4+0 c0+1-1"
        " b3+3+1 M0-1-3 J0+1+4 h0+6+0 l3-5+0 o0+0+3 F0+2-2 g2-1+4"
    ),
}
"""Games that were played to the end."""

# Fifteen wide cards in a strip: all is locked but three columns, each between two that are.
STRIP = " ".join(
    f"{letter}1{x:+}+0"
    for letter, x in zip(
        "aibjckdlemfngoh", (0, 3, 0, 4, 6, 8, 9, 12, 12, 15, 15, 18, 18, 21, 21), strict=True
    )
)


def read(text: str) -> Position:
    return RULES.read(text, SETUP)


def lay(position: Position, place: Place, seat: Seat | None = None) -> tuple[Position, Placed]:
    """Lay a card for the seat whose turn it is, or for another."""
    turn = position.seats[position.colour] if seat is None else seat
    step = RULES.play(position, turn, place, Millis(0), Chance(b"", 0))
    placed = step.events[0]
    assert isinstance(placed, Placed)
    return step.state, placed


def last(text: str) -> tuple[Position, Position, Placed]:
    """Return the positions before and after the last card of a text, and what happened."""
    before, place = read(text.rpartition(" ")[0]), read(text).laid[-1]
    return before, *lay(before, place)


def refusal(position: Position, place: Place, seat: Seat | None = None) -> Refused:
    """Return why a card may not lie so; every refusal has its words in both languages."""
    with pytest.raises(Refused) as caught:
        lay(position, place, seat)
    assert all(say(f"refused.{caught.value.key}", language, **caught.value.values) for language in LANGUAGES)
    return caught.value


def drawn(position: Position) -> str:
    """Draw the table: R, B and . are squares under one card, r, b and , under two, and _ is bare table."""
    squares = {(square.x, square.y): square for square in RULES.view(position, None).squares}
    looks = {
        at: {"red": "Rr", "blue": "Bb", None: ".,"}[square.dot][square.locked]
        for at, square in squares.items()
    }
    across, down = ({at[axis] for at in squares} for axis in (0, 1))
    return "/".join(
        "".join(looks.get((x, y), "_") for x in range(min(across), max(across) + 1))
        for y in range(min(down), max(down) + 1)
    )


def slow_squares(position: Position) -> slow.Squares:
    squares: slow.Squares = {}
    for place in position.laid:
        squares = slow.laid(squares, place)
    return squares


def card(letter: str) -> KartaCard:
    return KartaCard("abcdefghijklmnop".index(letter))


@pytest.mark.rule("KARTA-4")
def test_eight_cards_each_are_dealt_and_all_lie_open_on_the_face_of_their_colour() -> None:
    start = RULES.start(SETUP, Chance(seed_of(1), 0))
    assert [len(hand) for hand in start.hands] == [8, 8]
    assert sorted(start.hands[0] + start.hands[1]) == list(CARDS)
    for seat in (RED, BLUE, None):
        view = RULES.view(start, seat)
        assert (view.red.hand, view.blue.hand) == start.hands
        assert (view.red.over, view.blue.over) == (True, False)
    assert RULES.start(SETUP, Chance(seed_of(2), 0)).hands != start.hands


@pytest.mark.rule("KARTA-4")
@pytest.mark.parametrize(("colour", "red"), [("first", {0}), ("second", {1}), ("random", {0, 1})])
def test_red_is_the_host_or_the_guest_or_drawn_by_lot(colour: str, red: set[int]) -> None:
    setup = RULES.info.setup(options={"colour": colour})
    assert {RULES.start(setup, Chance(seed_of(seed), 0)).red for seed in range(20)} == red


@pytest.mark.rule("KARTA-4")
@pytest.mark.parametrize("number", [card("i"), 16, -1, 10**12])
def test_only_cards_of_ones_own_hand_may_be_laid(number: int) -> None:
    assert refusal(read(DEAL), Place(KartaCard(number), 0, False, 0, 0)).rule == "KARTA-4"


@pytest.mark.rule("KARTA-4")
def test_a_card_is_laid_once() -> None:
    position = read(f"{DEAL} a0+0+0 i0+2+0")
    assert card("a") not in position.hands[0]
    assert refusal(position, Place(card("a"), 0, False, 0, 3)).rule == "KARTA-4"


@pytest.mark.rule("KARTA-5")
def test_red_starts_with_any_card_and_the_seats_alternate() -> None:
    start = RULES.read("1 abcdefgh ijklmnop", SETUP)
    assert start.turn == BLUE == start.red
    assert {place.card for place in RULES.moves(start, BLUE)} == set(start.hands[0])
    assert not list(RULES.moves(start, RED))
    assert RULES.sample(start, RED, Chance(b"", 0)) is None
    assert refusal(start, Place(card("i"), 0, False, 0, 0), RED).rule == "KARTA-5"
    after, _ = lay(start, Place(card("a"), 0, False, 0, 0))
    assert after.turn == RED
    assert refusal(after, Place(card("b"), 0, False, 2, 0), BLUE).rule == "KARTA-5"


@pytest.mark.rule("KARTA-5")
def test_sixteen_cards_are_laid_and_blue_lays_the_last() -> None:
    position = RULES.start(SETUP, Chance(seed_of(3), 0))
    turns: list[Seat] = []
    while (turn := position.turn) is not None:
        place = RULES.sample(position, turn, Chance(seed_of(3), len(turns)))
        assert place is not None
        position, _ = lay(position, place)
        turns.append(turn)
    assert turns == list(position.seats) * 8
    assert position.hands == ((), ())


@pytest.mark.rule("KARTA-6")
def test_the_first_card_may_lie_in_eight_ways_and_says_where_the_middle_is() -> None:
    start = read(DEAL)
    assert len(list(RULES.moves(start, RED))) == 8 * 8
    assert refusal(start, Place(card("a"), 0, False, 1, 0)).rule == "KARTA-6"
    assert refusal(start, Place(card("a"), 0, False, 10**9, 0)).rule == "KARTA-6"


@pytest.mark.rule("KARTA-6")
@pytest.mark.parametrize("turned", [-1, 4, 10**12])
def test_a_card_is_turned_by_none_to_three_quarters(turned: int) -> None:
    assert refusal(read(DEAL), Place(card("a"), turned, False, 0, 0)).rule == "KARTA-6"


@pytest.mark.rule("KARTA-6")
@pytest.mark.parametrize(("over", "dots"), [(True, (2, 1)), (False, (1, 2))])
def test_red_may_turn_a_card_over_and_give_blue_two_dots(over: bool, dots: tuple[int, int]) -> None:
    position, _ = lay(read(DEAL), Place(card("a"), 0, over, 0, 0))
    assert position.dots == dots


@pytest.mark.rule("KARTA-7")
@pytest.mark.parametrize(("x", "y"), [(2, 0), (-2, 2), (0, 3), (1, -3), (1, 1), (2, -2)])
def test_a_card_may_touch_another_along_a_side_or_overlap_it(x: int, y: int) -> None:
    position = read(f"{DEAL} a0+0+0")
    assert any((place.x, place.y, place.turned) == (x, y, 0) for place in RULES.moves(position, BLUE))


@pytest.mark.rule("KARTA-7")
@pytest.mark.parametrize(
    ("x", "y"), [(2, 3), (-2, -3), (2, -3), (-2, 3), (3, 0), (9, 9), (10**12, 0), (0, -99)]
)
def test_a_corner_alone_is_no_contact_and_neither_is_a_gap(x: int, y: int) -> None:
    position = read(f"{DEAL} a0+0+0")
    refused = refusal(position, Place(card("i"), 0, False, x, y))
    assert (refused.rule, refused.key) == ("KARTA-7", "karta.contact")


@pytest.mark.rule("KARTA-7")
@pytest.mark.parametrize(("x", "y"), [(2, 3), (-2, -3), (2, -3), (-2, 3)])
def test_as_an_option_a_corner_is_contact(x: int, y: int) -> None:
    setup = RULES.info.setup(2, options={"corner": True})
    position = RULES.read(f"{DEAL} a0+0+0", setup)
    after, _ = lay(position, Place(card("i"), 0, False, x, y))
    assert len(after.laid) == 2
    assert RULES.view(RULES.imagine(RULES.view(after, None), setup, Chance(b"", 0)), None) == RULES.view(
        after, None
    )
    refused = refusal(position, Place(card("i"), 0, False, x + (1 if x > 0 else -1), y))
    assert (refused.rule, refused.key) == ("KARTA-7", "karta.apart")
    # The position says so itself: whoever reads it alone plays on by the same rules.
    text = RULES.write(after)
    assert text.startswith("0c ")
    assert RULES.read(text, SETUP) == RULES.read(text, setup) == after


@pytest.mark.rule("KARTA-11")
def test_even_where_corners_touch_the_last_card_overlaps() -> None:
    position = RULES.start(RULES.info.setup(2, options={"corner": True}), Chance(seed_of(3), 0))
    for turn in range(15):
        seat = position.seats[turn % 2]
        place = RULES.sample(position, seat, Chance(seed_of(3), turn))
        assert place is not None
        position, _ = lay(position, place)
    spots = places(position, position.hands[1][0], 0, False)
    assert spots
    assert all(spot.locks for spot in spots)


@pytest.mark.rule("KARTA-8")
def test_a_third_card_on_any_square_is_refused() -> None:
    position = read(f"{DEAL} A0+0+0 k0+1+0")
    assert refusal(position, Place(card("b"), 0, True, 1, 2)).rule == "KARTA-8"
    after, placed = lay(position, Place(card("b"), 0, True, 2, 2))
    assert placed.locks == (0,)
    assert after.table.locked.bit_count() == 4


@pytest.mark.rule("KARTA-9")
def test_dots_are_seen_through_empty_squares_and_two_layers_are_locked() -> None:
    before, after, placed = last(f"{DEAL} a0+0+0 i0+1+1")
    assert drawn(before) == "../.B/BR"
    assert drawn(after) == ".._/.bB/BrB/_.R"
    assert (placed.locks, placed.captures) == ((0, 2), ())


@pytest.mark.rule("KARTA-9")
def test_a_dot_over_a_dot_of_the_other_colour_captures_it() -> None:
    before, after, placed = last(f"{DEAL} A0+0+0 i0+2+0 b0+0+0")
    assert drawn(before) == "...B/R..B/BR.R"
    assert drawn(after) == ",,.B/rb.B/rb.R"
    assert placed.captures == (4, 5)


@pytest.mark.rule("KARTA-10")
def test_the_second_card_may_not_capture_a_red_dot_of_the_first() -> None:
    position = read(f"{DEAL} A0+0+0")
    assert drawn(position) == "../R./BR"
    assert refusal(position, Place(card("i"), 0, False, -1, 1)).rule == "KARTA-10"


@pytest.mark.rule("KARTA-10")
def test_the_second_card_may_not_cover_the_first_wholly_even_without_a_capture() -> None:
    position = read(f"{DEAL} A0+0+0")
    assert refusal(position, Place(card("i"), 0, False, 0, 0)).rule == "KARTA-10"
    across, _ = lay(position, Place(card("i"), 3, False, 0, 0))
    assert across.table.locked.bit_count() == 4


@pytest.mark.rule("KARTA-10")
@pytest.mark.parametrize(("x", "y", "shown"), [(1, 1, ".._/R,B/BrB/_.R"), (-1, -1, ".B_/.b./.r./_BR")])
def test_the_second_card_may_put_an_empty_square_or_red_on_red(x: int, y: int, shown: str) -> None:
    after, placed = lay(read(f"{DEAL} A0+0+0"), Place(card("i"), 0, False, x, y))
    assert drawn(after) == shown
    assert placed.captures == ()


@pytest.mark.rule("KARTA-10")
def test_from_the_third_card_on_a_card_may_be_captured_and_covered_wholly() -> None:
    after, placed = lay(read(f"{DEAL} A0+0+0 i0+2+0 b0+0+3"), Place(card("p"), 2, False, 0, 0))
    assert placed.locks == (0, 1, 2, 3, 4, 5)
    assert after.table.locked.bit_count() == 6
    _, taken = lay(read(f"{DEAL} A0+0+0 i0+2+0 b0+0+3"), Place(card("j"), 0, False, -1, 1))
    assert taken.captures == (1,)


@pytest.mark.rule("KARTA-11")
@pytest.mark.parametrize("text", ENDED.values(), ids=ENDED)
def test_the_last_card_must_overlap(text: str) -> None:
    before, _, placed = last(text)
    assert placed.locks
    (left,) = before.hands[1]
    shown, squares = face(left, 0, False), slow_squares(before)
    free = {(place.x, place.y) for place in RULES.moves(before, before.seats[1]) if place.turned == 0}
    touching = slow.corners(squares, 2, shown) - free
    assert touching
    assert free == slow.corners(squares, 15, shown)
    for x, y in touching:
        assert refusal(before, Place(left, 0, False, x, y)).rule == "KARTA-11"


@pytest.mark.rule("KARTA-12")
def test_the_game_ends_without_the_last_card_where_it_can_overlap_nothing() -> None:
    before = read(f"{DEAL} {STRIP}".rpartition(" ")[0])
    assert RULES.result(before) is None
    step = RULES.play(before, RED, read(f"{DEAL} {STRIP}").laid[-1], Millis(0), Chance(b"", 0))
    assert step.events[1:] == (Stuck(BLUE),)
    after = step.state
    assert after.hands == ((), (card("p"),))
    for turned in range(4):
        shown = face(card("p"), turned, False)
        assert slow.corners(slow_squares(after), 2, shown)
        assert not slow.corners(slow_squares(after), 15, shown)
    assert after.turn is None
    assert not list(RULES.moves(after, BLUE))
    assert RULES.sample(after, BLUE, Chance(b"", 0)) is None
    assert RULES.result(after) is not None
    assert read(RULES.write(after)) == after
    assert refusal(after, Place(card("p"), 0, False, 3, 0)).rule == "TABLE-2"


@pytest.mark.rule("KARTA-12")
@pytest.mark.parametrize(("quarter", "fits"), [(1, {1, 3}), (0, {0, 2})])
def test_the_game_goes_on_where_the_last_card_fits_one_way_only(quarter: int, fits: set[int]) -> None:
    # One open card in the middle of a column of locked ones, or of a row.
    offsets = (0, 2, -2, 2, -2, 4, 4, 6, 6, 8, 8, -4, -4, -6, -6)
    laid = " ".join(
        f"{letter}{quarter}" + (f"+0{offset:+}" if quarter else f"{offset:+}+0")
        for letter, offset in zip("aibjckdlemfngoh", offsets, strict=True)
    )
    position = read(f"{DEAL} {laid}")
    assert position.turn == BLUE
    assert {place.turned for place in RULES.moves(position, BLUE)} == fits
    place = RULES.sample(position, BLUE, Chance(seed_of(1), 1))
    assert place is not None
    assert RULES.result(lay(position, place)[0]) is not None


@pytest.mark.rule("KARTA-13")
def test_a_line_of_four_earns_a_token() -> None:
    before, after, placed = last("0 bcefhilm adgjknop b2+0+0 d3-1+2")
    assert drawn(before) == "BR/B./.."
    assert drawn(after) == "_BR/_B./.br/.B."
    assert (before.tokens, after.tokens, placed.tokens) == ((0, 0), (0, 1), (0, 1))


@pytest.mark.rule("KARTA-13")
def test_one_card_can_make_two_lines() -> None:
    before, after, _ = last("0 bcehijlm adfgknop C2+0+0 g1+1-1 i2+2+0 P1+0+1 M1-2-1")
    assert drawn(after) == "B.RB../.Rrrrb/__rbb./__r,b."
    assert (before.tokens, after.tokens) == ((0, 0), (2, 0))
    assert [(line.colour, line.length) for line in RULES.view(after, RED).lines] == [("red", 4), ("red", 4)]


@pytest.mark.rule("KARTA-14")
def test_a_line_that_is_captured_gives_its_token_back_however_old_it_is() -> None:
    before, after, placed = last("0 aefijmnp bcdghklo p3+0+0 c1+2+2 n2+2+1 B3-2-1 f1+1-1")
    assert read("0 aefijmnp bcdghklo p3+0+0 c1+2+2").tokens == (0, 1)
    assert drawn(before) == "..B____/.Rr.B__/__..bR_/____bb./____br."
    assert drawn(after) == "..BBB._/.Rr,r._/__..bR_/____bb./____br."
    assert (before.tokens, after.tokens, placed.captures) == ((0, 1), (0, 0), (4,))


@pytest.mark.rule("KARTA-14")
def test_a_line_completed_for_the_other_colour_is_the_others_token() -> None:
    before, after, placed = last("0 bcdiklop aefghjmn I2+0+0 J2+0+2")
    assert (before.turn, placed.seat) == (BLUE, BLUE)
    assert drawn(after) == ".B/.R/br/.R/.R"
    assert (before.tokens, after.tokens) == ((0, 0), (1, 0))


@pytest.mark.rule("KARTA-14")
def test_whoever_breaks_a_line_of_their_own_loses_its_token() -> None:
    before, after, placed = last("0 cdfklmno abeghijp C2+0+0 P0-2-2 f1+0+0")
    assert drawn(before) == "B.__/..__/RRRR/__.B/__.."
    assert (placed.seat, before.tokens, after.tokens) == (RED, (1, 0), (0, 0))


@pytest.mark.rule("KARTA-16")
@pytest.mark.parametrize(
    ("ending", "ranking"),
    [
        ("red has more tokens", ((0,), (1,))),
        ("blue has more tokens", ((1,), (0,))),
        ("level, red has more dots", ((0,), (1,))),
        ("level, blue has more dots", ((1,), (0,))),
        ("level, and level in dots", ((0, 1),)),
    ],
)
def test_most_tokens_win_then_most_dots_then_it_is_a_draw(
    ending: str, ranking: tuple[tuple[int, ...], ...]
) -> None:
    before, after, _ = last(ENDED[ending])
    assert RULES.result(before) is None
    result = RULES.result(after)
    assert result is not None
    assert result.ranking == ranking
    assert result.scores == after.tokens
    assert (len(set(after.tokens)) == 1) == ("level" in ending)
    assert (len(set(after.dots)) == 1) == ("level in dots" in ending)


@pytest.mark.rule("KARTA-16")
def test_the_first_team_may_sit_second_or_be_blue() -> None:
    text = ENDED["red has more tokens"]
    swapped = RULES.result(RULES.read(text, RULES.info.setup(teams=(1, 0))))
    blue = RULES.result(read("1" + text[1:]))
    assert swapped == blue
    assert blue is not None
    assert (blue.ranking, blue.scores) == (((1,), (0,)), (0, 3))


@pytest.mark.rule("KARTA-16")
def test_nothing_is_laid_after_the_end() -> None:
    ended = read(ENDED["red has more tokens"])
    assert ended.turn is None
    for seat in (RED, BLUE):
        assert refusal(ended, ended.laid[-1], seat).rule == "TABLE-2"
        assert not list(RULES.moves(ended, seat))
    with pytest.raises(Refused, match="TABLE-2"):
        places(ended, card("a"), 0, False)


@pytest.mark.rule("KARTA-18")
def test_a_dot_on_a_dot_of_ones_own_costs_a_visible_dot() -> None:
    before, after, placed = last(f"{DEAL} A0+0+0 i0-2+0 B0+1+1")
    assert drawn(before) == ".B../.BR./.RBR"
    assert drawn(after) == ".B.._/.BR,./.RBr./___RB"
    assert (before.dots[0], after.dots[0]) == (3, 3 + 2 - 1)
    assert placed.captures == ()


@pytest.mark.parametrize("seat", [-1, 2, 7, 10**12])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    assert refusal(read(DEAL), Place(card("a"), 0, False, 0, 0), Seat(seat)).rule == "TABLE-4"


def test_the_table_itself_has_nothing_to_do() -> None:
    assert RULES.due(read(DEAL)) is None


def test_every_seat_and_every_spectator_sees_all_there_is() -> None:
    position = read(ENDED["red has more tokens"].rpartition(" ")[0])
    views = [RULES.view(position, seat) for seat in (RED, BLUE, None)]
    assert views[0] == views[1] == views[2]
    assert RULES.imagine(views[0], SETUP, Chance(b"", 0)) == position


def test_places_say_what_a_card_would_capture_and_lock_and_the_tokens_after_it() -> None:
    before, after, placed = last("0 aefijmnp bcdghklo p3+0+0 c1+2+2 n2+2+1 B3-2-1 f1+1-1")
    (spot,) = [s for s in places(before, card("f"), 1, False) if (s.x, s.y) == (1, -1)]
    assert (spot.captures, spot.locks) == (placed.captures, placed.locks) == ((4,), (3, 4))
    assert (spot.tokens, spot.dots) == (after.tokens, after.dots)


def test_places_are_refused_for_a_card_that_cannot_be_laid_now() -> None:
    position = read(DEAL)
    with pytest.raises(Refused, match="KARTA-4"):
        places(position, card("i"), 0, False)
    with pytest.raises(Refused, match="KARTA-6"):
        places(position, card("a"), 4, False)


@pytest.mark.parametrize(
    "text",
    [
        # Blue's first turn: what it may not capture or cover is drawn again (KARTA-10).
        f"{DEAL} A0+0+0",
        ENDED["red has more tokens"].rsplit(" ", 4)[0],
        ENDED["red has more tokens"].rsplit(" ", 1)[0],
    ],
)
def test_a_sample_is_any_of_the_moves_equally_often(text: str) -> None:
    position = read(text)
    turn = position.seats[position.colour]
    moves = list(RULES.moves(position, turn))
    lots = Chance(seed_of(1), 1)
    often = Counter(RULES.sample(position, turn, lots) for _ in range(30 * len(moves)))
    assert often.keys() == set(moves)
    # Each comes 30 times, give or take five times the square root of that.
    assert 2 < min(often.values()) <= max(often.values()) < 58


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0 abcdefgh",
        "2 abcdefgh ijklmnop",
        "x abcdefgh ijklmnop",
        "0 abcdefgh ijklmnoz",
        "0 aacdefgh ijklmnop",
        "0 abcdefg ijklmnop",
        "0 abcdefgh ijklmnop a0",
        "0 abcdefgh ijklmnop a0+0+0 a0+2+0",
        "0 abcdefgh ijklmnop a0+0+0 i0+9+0",
        f"0 abcdefgh ijklmnop {STRIP} p0+3+0",
    ],
)
def test_a_text_that_is_no_position_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(ValueError, match="write it like"):
        read(text)


def test_a_position_is_written_as_it_is_read() -> None:
    for text in ENDED.values():
        assert RULES.write(read(text)) == text
