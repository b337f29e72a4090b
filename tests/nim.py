"""Nim: take one, two or three from the heap; who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cartable.core import (
    Chance,
    Event,
    Info,
    Millis,
    Move,
    Number,
    Refused,
    Result,
    Rules,
    Seat,
    Setup,
    Step,
    View,
    ranked,
    solo,
)


class Take(Move, frozen=True):
    """Take some from the heap."""

    count: int


class Taken(Event, frozen=True):
    """Some were taken from the heap."""

    seat: Seat
    count: int


class Heap(Struct, frozen=True):
    """How many are left, and whose turn it is."""

    setup: Setup
    left: int
    turn: Seat


class NimView(View, frozen=True, tag="nim"):
    """Everything: nothing is hidden in Nim."""

    left: int
    turn: Seat


class Nim(Rules[Heap, Take, Taken, NimView]):
    """The rules of Nim."""

    info = Info("nim", version=1, shapes=solo(2, 3), options=(Number("heap", default=15, low=1, high=40),))
    move_type = Take
    event_type = Taken
    view_type = NimView

    def start(self, setup: Setup, chance: Chance) -> Heap:
        return Heap(setup.settled, setup.number("heap"), Seat(chance.below(setup.seats)))

    def moves(self, state: Heap, seat: Seat) -> Iterator[Take]:
        if seat == state.turn:
            yield from map(Take, range(1, min(3, state.left) + 1))

    def play(self, state: Heap, seat: Seat, move: Take, at: Millis, chance: Chance) -> Step[Heap, Taken]:
        if seat != state.turn:
            raise Refused("NIM-1", "nim.turn", seat=state.turn)
        if move not in self.moves(state, seat):
            raise Refused("NIM-2", "nim.count", most=min(3, state.left))
        turn = Seat((seat + 1) % state.setup.seats)
        return Step(Heap(state.setup, state.left - move.count, turn), (Taken(seat, move.count),))

    def due(self, state: Heap) -> None:
        return None

    def view(self, state: Heap, seat: Seat | None) -> NimView:
        return NimView(state.left, state.turn)

    def imagine(self, view: NimView, setup: Setup, chance: Chance) -> Heap:
        return Heap(setup.settled, view.left, view.turn)

    def result(self, state: Heap) -> Result | None:
        if state.left:
            return None
        last = (state.turn - 1) % state.setup.seats
        scores = [int(seat == last) for seat in range(state.setup.seats)]
        return ranked(scores, scores)

    def write(self, state: Heap) -> str:
        return f"{state.left} {state.turn}"

    def read(self, text: str, setup: Setup) -> Heap:
        left, turn = map(int, text.split(" "))
        return Heap(setup.settled, left, Seat(turn))


NIM = Nim()
