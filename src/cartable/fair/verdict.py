"""A verdict: who was first, why, and what a call that came too late would have changed."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Chance, Seat
from cartable.fair.contest import Contest
from cartable.fair.press import Press, Score


class Verdict(Struct, frozen=True):
    """The decision on one contest, with the evidence it follows from."""

    winner: Seat
    tied: tuple[Seat, ...]
    """The seats that the draw was among: more than one in a tie only (FAIR-8)."""
    scores: tuple[Score, ...]
    """What each call scored, best first."""
    evidence: Contest

    def score(self, seat: Seat) -> Score | None:
        """Return what a seat may see after the round: its milliseconds, and what was forgiven (FAIR-11)."""
        return next((score for score in self.scores if score.seat == seat), None)


class Tally(Struct, frozen=True):
    """How often a table's verdicts came too early (FAIR-9)."""

    reveals: int = 0
    late: int = 0
    robbed: int = 0

    def revealed(self) -> Tally:
        """Count a reveal."""
        return replace(self, reveals=self.reveals + 1)

    def came_late(self, would_have_won: bool) -> Tally:
        """Count a right call that was read after its verdict."""
        return replace(self, late=self.late + 1, robbed=self.robbed + would_have_won)


def decide(evidence: Contest, chance: Chance) -> Verdict:
    """Decide a contest: the smallest score wins, a tie is drawn (FAIR-8).

    The draw ranks all entrants, whether or not they called, and the best ranked of the tied wins. So a seat
    that wins with some reaction wins with any shorter one under the same chance.
    The chance is one that nothing else of the game draws from, made again for each decision on the contest.
    """
    scores = evidence.scores
    past = scores[0].moment + evidence.preset.tie
    tied = tuple([score.seat for score in scores if score.moment < past])
    if len(tied) == 1:
        return Verdict(tied[0], tied, scores, evidence)
    drawn = chance.shuffled([entrant.seat for entrant in evidence.entrants])
    return Verdict(min(tied, key=drawn.index), tied, scores, evidence)


def robbed(verdict: Verdict, late: Press, chance: Chance) -> bool:
    """Return whether a right call read after the verdict would have won; the verdict stands (FAIR-9)."""
    return decide(verdict.evidence.heard(late), chance).winner == late.seat != verdict.winner
