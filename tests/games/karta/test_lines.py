"""Lines and tokens, and what two layers show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.games.karta import Line
from cartable.games.karta.lines import lines, tokens
from cartable.games.karta.tabletop import MARGIN, ORIGIN, ROW, Stamp, Tabletop, bits, nth, stamped
from tests.games.karta import slow


def sketch(*rows: str) -> Tabletop:
    """Return a table that looks like this, a single card deep, its top left square at 0, 0."""

    def drawn(dots: str) -> int:
        return sum(
            1 << ORIGIN + y * ROW + x
            for y, row in enumerate(rows)
            for x, dot in enumerate(row)
            if dot in dots
        )

    return Tabletop(red=drawn("R"), blue=drawn("B"), laid=drawn("RB."))


@pytest.mark.rule("KARTA-13")
@pytest.mark.parametrize(
    "rows",
    [("RRRR",), ("R", "R", "R", "R"), ("R...", ".R..", "..R.", "...R"), ("...R", "..R.", ".R..", "R...")],
)
def test_four_dots_of_one_colour_in_a_row_are_one_line_in_any_direction(rows: tuple[str, ...]) -> None:
    assert tokens(sketch(*rows).red) == 1


@pytest.mark.rule("KARTA-13")
@pytest.mark.parametrize("rows", [("RRR",), ("RRR.R",), ("RRBR",), ("RR", "RR"), ("R..", ".R.", "..R")])
def test_fewer_than_four_or_a_gap_or_the_other_colour_make_no_line(rows: tuple[str, ...]) -> None:
    assert tokens(sketch(*rows).red) == 0


@pytest.mark.rule("KARTA-15")
@pytest.mark.parametrize(
    ("length", "worth"), [(3, 0), (4, 1), (5, 1), (6, 1), (7, 1), (8, 2), (11, 2), (12, 3), (16, 4), (48, 12)]
)
def test_an_unbroken_run_is_worth_a_token_for_every_four_dots(length: int, worth: int) -> None:
    assert tokens(sketch("R" * length).red) == worth
    assert tokens(sketch(*"R" * length).red) == worth


@pytest.mark.rule("KARTA-15")
def test_two_runs_on_one_row_count_each() -> None:
    assert tokens(sketch("RRRRR.RRRR").red) == 2


@pytest.mark.rule("KARTA-15")
def test_a_dot_may_belong_to_lines_on_different_axes() -> None:
    assert tokens(sketch("RRRR", "RR..", "R.R.", "R..R").red) == 3


@pytest.mark.rule("KARTA-1")
def test_lines_beyond_the_sixteen_tokens_in_the_box_still_count() -> None:
    assert tokens(sketch(*["R" * 8] * 8).red) > 16


def test_a_run_does_not_go_on_at_the_other_end_of_the_frame() -> None:
    edge = sketch("." * 48, "." * 48)
    assert edge.square(ORIGIN + 47) == (47, 0)
    assert tokens(sketch("." * 46 + "RR", "RR" + "." * 46).red) == 0


def test_the_lines_of_a_table_say_where_they_begin_and_what_they_are_worth() -> None:
    table = sketch("RRRRRRRR", "B.......", "B.......", "B.......", "B.......")
    found = list(lines(table))
    assert found == [Line("red", 0, 0, 1, 0, 8), Line("blue", 0, 1, 0, 1, 4)]
    assert [line.tokens for line in found] == [2, 1]


@given(st.lists(st.text("RB.", min_size=12, max_size=12), min_size=1, max_size=12))
def test_tokens_are_those_that_the_slow_way_counts_and_those_of_the_listed_lines(rows: list[str]) -> None:
    table = sketch(*rows)
    squares = slow.covered(tuple(rows), 0, 0)
    found = list(lines(table))
    for dots, letter, colour in ((table.red, "R", "red"), (table.blue, "B", "blue")):
        assert tokens(dots) == slow.tokens(squares, letter)
        assert tokens(dots) == sum(line.tokens for line in found if line.colour == colour)


LETTERS = stamped(("BR.", "..B"))


@pytest.mark.rule("KARTA-9")
@pytest.mark.parametrize(
    ("below", "above", "shown"),
    [
        ("R", "B", "B"),
        ("B", "R", "R"),
        ("R", "R", "R"),
        ("R", ".", "R"),
        ("B", ".", "B"),
        (".", "R", "R"),
        (".", "B", "B"),
        (".", ".", "."),
    ],
)
def test_the_upper_dot_is_seen_through_empty_squares_and_two_layers_lock(
    below: str, above: str, shown: str
) -> None:
    lower, upper = stamped((below + "..", "...")), stamped((above + "..", "..."))
    table = Tabletop().lay(lower, ORIGIN)
    assert table.locked == 0
    table = table.lay(upper, ORIGIN)
    assert (table.red == 1 << ORIGIN, table.blue == 1 << ORIGIN) == (shown == "R", shown == "B")
    assert table.locked == table.laid == upper.squares << ORIGIN


@pytest.mark.rule("KARTA-9")
def test_only_the_squares_under_both_cards_are_locked() -> None:
    table = Tabletop().lay(LETTERS, ORIGIN).lay(LETTERS, ORIGIN + 2)
    assert [table.square(bit) for bit in bits(table.locked)] == [(2, 0), (2, 1)]
    assert table.laid.bit_count() == 10


@pytest.mark.rule("KARTA-6")
@pytest.mark.parametrize(("x", "y"), [(-3, 0), (0, -2), (-2, -1), (3, 0), (1, 1)])
def test_squares_keep_their_x_and_y_when_the_frame_follows_the_cards(x: int, y: int) -> None:
    first = Tabletop().lay(LETTERS, ORIGIN)
    bit = first.bit(x, y)
    assert bit is not None
    table = first.lay(LETTERS, bit)
    seen = {table.square(at) for at in bits(table.laid)}
    assert seen == {(i + dx, j + dy) for i in range(3) for j in range(2) for dx, dy in ((0, 0), (x, y))}
    assert (table.left, table.top) == (min(0, x), min(0, y))
    assert min(at % ROW for at in bits(table.laid)) == MARGIN


@pytest.mark.parametrize(("x", "y"), [(-5, 0), (0, -5), (60, 0), (0, 60), (10**12, 1), (1, -(10**12))])
def test_a_square_far_from_every_card_has_no_bit(x: int, y: int) -> None:
    assert Tabletop().bit(x, y) is None


@given(st.sets(st.integers(0, ROW * ROW - 1), min_size=1, max_size=40))
def test_the_nth_bit_of_a_set_is_the_nth_that_is_listed(chosen: set[int]) -> None:
    squares = sum(1 << bit for bit in chosen)
    assert list(bits(squares)) == sorted(chosen)
    assert [nth(squares, n) for n in range(len(chosen))] == sorted(chosen)


def test_a_stamp_numbers_its_squares_as_one_reads() -> None:
    def numbers(stamp: Stamp, *squares: tuple[int, int]) -> tuple[int, ...]:
        return stamp.numbers[sum(1 << y * ROW + x for x, y in squares)]

    assert numbers(LETTERS, (0, 0), (2, 0), (1, 1)) == (0, 2, 4)
    assert numbers(stamped((".B", "B.", ".R")), (1, 0), (0, 2)) == (1, 4)
