"""A bot for CATATAC: with each card it looks for the combo that leaves the yarn best for its clan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cartable.core import Answer, Chance, Millis, Next, Seat, Sight, StageView
from cartable.games.catatac.acts import after, pair_actions
from cartable.games.catatac.boosters import alpha, distraction
from cartable.games.catatac.cards import JOKER, Face
from cartable.games.catatac.moves import (
    Carry,
    CatatacMove,
    Cooperate,
    Counter,
    Distract,
    Lay,
    Steal,
    StoreYarn,
    Toss,
    Use,
)
from cartable.games.catatac.terms import Terms, terms
from cartable.games.catatac.view import CatatacView
from cartable.games.catatac.yarn import CLANS, Yarn, hideout, on_alley, walks

FASTEST: Final = 500
SLOWEST: Final = 2_000
"""Between these, in milliseconds, every delay is equally likely, whatever the hand holds."""

WAIT: Final = float("-inf")
ATTEMPT: Final = 100.0
FAR: Final = 3
NEAR: Final = 2.0
"""What it is worth to have the yarn one place nearer to the hideout of the clan that possesses it."""
POSSESSION: Final = 10.0
KEEP_COUNTER: Final = 4.0
KEEP_JOKER: Final = 3.0
KEEP_BLOCK: Final = 1.0
RARE: Final = 0.2
"""What each known copy of a laid card's number is worth: others are less likely to pair it."""
TEMPO: Final = 3.0
"""What it is worth to keep the next opponent from using a block."""


class CatatacGreedy:
    """Takes the best move it sees, and keeps counters and jokers for when they matter."""

    name = "greedy"

    def answer(
        self,
        sight: Sight[CatatacMove | Next, StageView[CatatacView]],
        chance: Chance,
        stop: Callable[[], bool],
    ) -> Answer[CatatacMove | Next] | None:
        hopes = _Hopes(sight.view.game, terms(sight.setup), sight.seat)
        best = max(sight.moves(), key=hopes.of, default=None)
        if best is None or hopes.of(best) == WAIT:
            return None
        return Answer(best, Millis(FASTEST + chance.below(SLOWEST - FASTEST + 1)))


class _Hopes:
    """What a seat may hope for from each of its moves, by its view alone."""

    def __init__(self, view: CatatacView, terms: Terms, seat: Seat) -> None:
        self.view = view
        self.terms = terms
        self.clan = terms.teams[seat]
        self.steps = alpha.steps(view.alphas, seat)

    def of(self, move: CatatacMove | Next) -> float:
        """Return how good the position is that the move can lead to."""
        view, yarn, face = self.view, self.view.yarn, self.view.top
        pair, block = "pair" in view.rights, "block" in view.rights
        match move:
            case Lay(card):
                return self._laid(self.terms.box.faces[card])
            case Cooperate(card):
                hope = self._laid(self.terms.box.faces[card])
                return hope if hope - self._value(yarn) > ATTEMPT / 2 else WAIT
            case Steal() | Carry() | StoreYarn() | Counter():
                return self._best(face, False, block, after(move, self.clan, yarn))
            case Use():
                return self._used(face, move, pair, yarn)
            case Toss():
                return self._tossed(lambda fell: self._best(face, fell.clan == self.clan, block, fell), yarn)
            case Distract():
                return self._value(yarn) + (TEMPO if yarn.clan == self.clan else TEMPO / 3)
            case _:
                return self._value(yarn)

    def _laid(self, face: Face) -> float:
        view = self.view
        pair = self.terms.box.pairs(face.card, view.top.card)
        return self._best(face, pair, True, view.yarn) - self._kept(face) + RARE * self._known(face.number)

    def _best(self, face: Face, pair: bool, block: bool, yarn: Yarn) -> float:
        if yarn.place == hideout(self.clan):
            return ATTEMPT
        hopes = [self._value(yarn)]
        if pair:
            for act in pair_actions(self.clan, yarn, self.steps, self.terms.hockey):
                hopes.append(self._best(face, False, block, after(act, self.clan, yarn)))
        if block and not distraction.forbids_block(self.view.distracted, self.clan, yarn):
            for use in self.terms.uses[face.card, self.clan, yarn]:
                hopes.append(self._used(face, use, pair, yarn))
        return max(hopes)

    def _used(self, face: Face, use: Use, pair: bool, yarn: Yarn) -> float:
        effects = face.ways[use.way]
        end = next(walk[-1] for walk in walks(effects, yarn, self.clan) if walk[-1].place == use.to)
        if effects[-1].do == "toss":
            return self._tossed(lambda fell: self._best(face, pair, False, fell), end)
        return self._best(face, pair, False, end)

    def _tossed(self, hope: Callable[[Yarn], float], yarn: Yarn) -> float:
        return sum(hope(Yarn(yarn.place, clan)) for clan in CLANS) / len(CLANS)

    def _value(self, yarn: Yarn) -> float:
        if not on_alley(yarn):
            return -ATTEMPT
        near = NEAR * (FAR - abs(yarn.place - hideout(yarn.clan)))
        return POSSESSION + near if yarn.clan == self.clan else -POSSESSION - near

    def _kept(self, face: Face) -> float:
        if any(effect.do == "counter" for way in face.ways for effect in way):
            return KEEP_COUNTER
        if face.number == JOKER:
            return KEEP_JOKER
        return KEEP_BLOCK if face.ways else 0.0

    def _known(self, number: int) -> int:
        faces = self.terms.box.faces
        discarded = sum(faces[card].number == number for card in self.view.discard)
        return discarded + sum(face.number == number for face in self.view.hand)
