"""Puzzles: mined by the rules, shipped in order, every line playable, no two alike."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from cartable.analysis.mining import AHEAD, NODES_EACH, alone, mined, placed, refuted
from cartable.analysis.puzzles import KARTA, SETUP, Puzzle, after, likeness, moves_of, puzzles, solved
from cartable.bots.karta.decision import code
from cartable.cli.puzzles import make
from cartable.games.karta import Position


def test_every_puzzle_that_ships_can_be_played_to_its_end() -> None:
    left = {"two": (2,), "three": (3,), "middle": (4,)}
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
    counts = Counter(puzzle.kind for puzzle in puzzles())
    assert counts["two"] <= 100
    assert counts["three"] >= 150
    assert counts["middle"] >= 150
    assert counts.total() >= 500


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


def test_a_puzzle_of_the_middle_game_stands_out_at_every_depth_up_to_the_end() -> None:
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.kind == "middle")
    state, place = next(solved(puzzle))
    found = list(alone(state, place, NODES_EACH, AHEAD))
    assert all(single.alone for single in found)
    assert [single.to_end for single in found] == [False, False, True]
    assert placed(code(place)) == place
    other = next(move for move in moves_of(state) if move != place)
    assert not any(single.alone for single in alone(state, other, 300_000, AHEAD))
    assert list(alone(state, place, 10, AHEAD)) == []


def test_a_puzzle_that_another_placement_solves_as_well_is_refuted() -> None:
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.kind == "middle")
    state, place = next(solved(puzzle))
    other = next(move for move in moves_of(state) if move != place)
    assert refuted(Puzzle("middle", 1, puzzle.position, (other,), ()), 300_000)


def test_a_mined_puzzle_of_the_middle_game_ships() -> None:
    [puzzle] = mined(120010, ("middle",))
    assert puzzle in puzzles()


def test_mining_is_the_same_every_time_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "mined.jsonl"
    make(file, games=1, seed=1000)
    once = file.read_bytes()
    # The last line of a run that was killed is cut off.
    file.write_bytes(once + b'{"seed":10')
    make(file, games=1, seed=1000)
    assert file.read_bytes() == once
    assert once == msgspec.json.encode({"seed": 1000, "found": list(mined(1000))}) + b"\n"
