"""Puzzles: mined by the rules, shipped in order, every line playable, no two alike."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cartable.analysis.mining import AHEAD, mined, placed, refuted, singles
from cartable.analysis.puzzles import KARTA, SETUP, Puzzle, after, likeness, moves_of, puzzles, solved
from cartable.bots.karta.decision import code
from cartable.cli.puzzles import make
from cartable.games.karta import Position


def test_every_puzzle_that_ships_can_be_played_to_its_end() -> None:
    left = {"two": (2,), "three": (3,), "middle": range(4, 8)}
    for puzzle in puzzles():
        state: Position = KARTA.read(puzzle.position, SETUP)
        assert 16 - len(state.laid) in left[puzzle.kind]
        assert len(puzzle.line) % 2 == 1
        for place in puzzle.line:
            assert place in moves_of(state)
            state = after(state, place)
        assert 1 <= puzzle.level <= 5
    levels = [puzzle.level for puzzle in puzzles()]
    assert levels == sorted(levels)
    assert sum(puzzle.kind == "two" for puzzle in puzzles()) <= 100


def test_no_two_puzzles_are_alike() -> None:
    assert len({likeness(puzzle) for puzzle in puzzles()}) == len(puzzles()) > 0


@pytest.mark.parametrize("kind", ["two", "three"])
def test_an_ending_is_proved_and_another_solution_is_refuted(kind: str) -> None:
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.kind == kind)
    assert not refuted(puzzle, 1)
    state, place = next(solved(puzzle))
    other = next(move for move in moves_of(state) if move != place)
    wrong = Puzzle(puzzle.kind, 1, puzzle.position, (other,), ())
    assert refuted(wrong, 1)


def test_a_puzzle_of_the_middle_game_stands_out_at_every_depth() -> None:
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.kind == "middle")
    state, place = next(solved(puzzle))
    found = list(singles(state, 300_000, AHEAD))
    assert found
    assert all(single.alone and single.place == place for single in found)
    assert placed(code(place)) == place


def test_mining_is_the_same_every_time_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "mined.jsonl"
    make(file, games=1, seed=1000)
    once = file.read_bytes()
    # The last line of a run that was killed is cut off.
    file.write_bytes(once + b'{"seed":10')
    make(file, games=1, seed=1000)
    assert file.read_bytes() == once
    assert once == msgspec.json.encode({"seed": 1000, "found": list(mined(1000))}) + b"\n"
