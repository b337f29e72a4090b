"""Who was first: the arbiter of calls that come over unequal networks, pure (the FAIR rules)."""

from cartable.fair.contest import Contest, Promise
from cartable.fair.evidence import evidence_of, lots, verdicts
from cartable.fair.lag import Lag, pause
from cartable.fair.presets import HOME, INTERNET, PRESETS, STRICT, Preset
from cartable.fair.press import Entrant, Press, Score, Sifted, score, sift
from cartable.fair.reveal import Reveal, lead, reveal_of
from cartable.fair.verdict import Tally, Verdict, decide, robbed

__all__ = [
    "HOME",
    "INTERNET",
    "PRESETS",
    "STRICT",
    "Contest",
    "Entrant",
    "Lag",
    "Preset",
    "Press",
    "Promise",
    "Reveal",
    "Score",
    "Sifted",
    "Tally",
    "Verdict",
    "decide",
    "evidence_of",
    "lead",
    "lots",
    "pause",
    "reveal_of",
    "robbed",
    "score",
    "sift",
    "verdicts",
]
