"""The same work done by others, in the same run, so that a ratio says what a figure alone cannot.

The packages are in the dependency group `peers`; nothing else needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from time import process_time_ns
from typing import Any

from msgspec import Struct


class PeerSpeed(Struct, frozen=True):
    """Random moves per second of a game in another library."""

    name: str
    moves: int


def games(budget: int) -> Iterator[PeerSpeed]:
    """Measure random play in python-chess and OpenSpiel through their Python interfaces."""
    yield PeerSpeed("python-chess", _speed(_chess_game(), budget))
    yield PeerSpeed("OpenSpiel backgammon", _speed(_spiel_game("backgammon"), budget))
    yield PeerSpeed("OpenSpiel gin rummy", _speed(_spiel_game("gin_rummy"), budget))


def _speed(game: Callable[[Random], int], budget: int) -> int:
    lots, moves, start = Random(1), 0, process_time_ns()
    while (spent := process_time_ns() - start) < budget:
        moves += game(lots)
    return moves * 1_000_000_000 // spent


def _chess_game() -> Callable[[Random], int]:
    chess: Any = import_module("chess")

    def play(lots: Random) -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(lots.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


def _spiel_game(name: str) -> Callable[[Random], int]:
    game: Any = import_module("pyspiel").load_game(name)

    def play(lots: Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(lots.choices(actions, weights)[0])
            else:
                state.apply_action(lots.choice(state.legal_actions()))
                moves += 1
        return moves

    return play
