"""CATATAC: what a seat could have done at each choice, given what it could see; luck apart from skill.

A choice is tried in the worlds that its seat could imagine then, as the bots do (`bots/catatac`). What it
gave away is skill. All else that changes a clan's chance, from one choice to the next, is luck: draws,
tosses, and the cards that nobody could see.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.analysis.choices import CatatacAsked
from cartable.analysis.found import CatatacChoice, CatatacGame, CatatacStudy
from cartable.analysis.losses import accuracies, accuracy, verdict
from cartable.analysis.replaying import entries
from cartable.bots.catatac.choice import END, OTHER
from cartable.bots.catatac.decision import BATCH, Choices, TurnPlan, prepared, remembered, seen
from cartable.bots.catatac.endings import SURE
from cartable.bots.catatac.hands import deal, imagined
from cartable.bots.catatac.playout import played
from cartable.bots.catatac.position import AT_ONCE, ME, World, clan_of
from cartable.bots.catatac.worlds import DEPTH, begin, guessed
from cartable.bots.compiled import Numbers, blank, compiled
from cartable.core import Record, Stage
from cartable.games.catatac.moves import Tossed
from cartable.games.catatac.rules import Catatac
from cartable.games.catatac.state import State
from cartable.games.catatac.terms import terms
from cartable.games.catatac.yarn import CLANS, PLACES, Yarn

RULES: Final = Catatac()
NODES: Final = {"hard": 160, "expert": 6_000}
"""How many imagined worlds one choice gets, over all its plans."""
TRUST: Final = 30
"""What a plan seems worth at first sight counts as much as this many worlds."""
LIKELY: Final = 5
"""How many plans are tried: those that seem best at first sight, and what was played."""
NOISE: Final = 2.0
"""A difference of fewer standard errors than this is no difference."""


class Weighed(Struct, frozen=True):
    """What a plan is worth to its clan, and in each of the worlds."""

    plan: TurnPlan
    worth: float
    each: list[int]


def judge(one: CatatacAsked, level: str) -> CatatacChoice:
    """Return what the imagined worlds make of a choice."""
    white = terms(one.setup).teams[one.seat] == 0
    found = weighed(one, NODES[level])
    mine = max((plan for plan in found if plan.plan.move == one.played), key=lambda plan: plan.worth)
    best = max(found, key=lambda plan: plan.worth)
    loss = best.worth - mine.worth if best.worth - mine.worth > NOISE * doubt(best, mine) else 0.0
    after = mine.worth if white else 1 - mine.worth
    return CatatacChoice(
        one.step,
        one.game,
        one.seat,
        one.played,
        best.plan.move if loss else None,
        ended(best.plan) if loss else None,
        after + loss if white else after - loss,
        after,
        loss,
        verdict(loss),
        0.0,
        one.tossed,
    )


def gathered(record: Record[Any], level: str, choices: Sequence[CatatacChoice]) -> CatatacStudy:
    """Return the study of these choices, with what chance brought between them."""
    ends = outcomes(record)
    thrown = tossings(record)
    seats = record.setup.seats
    found: list[CatatacChoice] = []
    games = []
    for game, end in ends.items():
        made = [choice for choice in choices if choice.game == game]
        luck = tosses = 0.0
        stood = 0.5
        if record.position and game == min(ends):
            # It was not dealt (TABLE-13): its position is worth what the first choice finds.
            stood = made[0].before if made else end or 0.0
        for choice in made:
            brought = choice.before - stood
            found.append(replace(choice, luck=brought))
            luck += brought
            tosses += brought if choice.tossed else 0.0
            stood = choice.after
        if end is not None:
            luck += end - stood
            last = made[-1].step if made else 0
            tosses += end - stood if any(of == game and step >= last for of, step in thrown) else 0.0
        accurate = accuracies(((one.seat, one.loss) for one in made), seats)
        given = tuple(sum(one.loss for one in made if one.seat == seat) for seat in range(seats))
        games.append(CatatacGame(game, accurate, given, end, luck, tosses))
    losses = [[one.loss for one in choices if one.seat == seat] for seat in range(seats)]
    return CatatacStudy(
        level,
        tuple(found),
        tuple(map(accuracy, losses)),
        tuple(map(sum, losses)),
        tuple(ends.values()),
        sum(game.luck for game in games),
        sum(game.tosses for game in games),
        tuple(games),
    )


def tossings(record: Record[Any]) -> list[tuple[int, int]]:
    """Return every toss of a record: in which game it was, and which entry of the log led to it."""
    return [
        (game.before.index, number)
        for number, _, game in entries(record)
        if any(isinstance(event, Tossed) for event in game.events)
    ]


def outcomes(record: Record[Any]) -> dict[int, float | None]:
    """Return White's share of each game, by its place in the series; None where it was not played out."""
    ends: dict[int, float | None] = {}
    for _, _, game in entries(record):
        stage: Stage[State] = game.after
        ends.setdefault(stage.index, None)
        if stage.game.phase == "over":
            points, sardines = terms(record.setup).box.tally(stage.game.won)
            white, black = zip(points, sardines, strict=True)
            ends[stage.index] = (1 + (white > black) - (white < black)) / 2
    return ends


def weighed(one: CatatacAsked, nodes: int) -> list[Weighed]:
    """Return the likeliest plans and what was played, each tried in the same worlds."""
    view, table = RULES.view(one.state, one.seat), terms(one.setup)
    choices = Choices(view, one.setup, one.seat)
    moves = list(RULES.moves(one.state, one.seat))
    # One by one: what leads to the same end as another is a plan of its own here.
    plans = [plan for move in moves for plan in choices.plans([move]) if plan.move is not None]
    plans += [plan for plan in choices.plans(moves) if plan.move is None]
    root, world = seen(view, table, one.seat), prepared(one.setup, remembered(view, table, one.seat))
    glance = {plan: int(guessed(world, root, *plan.numbers)) for plan in plans}
    order = sorted(glance, key=glance.__getitem__, reverse=True)
    chosen = order[:LIKELY] + [plan for plan in order[LIKELY:] if plan.move == one.played][:2]
    if not any(plan.move == one.played for plan in order[:LIKELY]):
        chosen = order[: LIKELY - 1] + chosen[LIKELY:]
    worlds = max(BATCH // 2, nodes // len(chosen))
    sums: dict[TurnPlan, list[int]] = {plan: [] for plan in chosen}
    # Chance of its own, which no record has: the same on every machine.
    deal(world, root, one.step)
    out = blank(BATCH)
    for begun in range(0, worlds, BATCH):
        more = min(BATCH, worlds - begun)
        imagined(world, root, more)
        for plan, each in sums.items():
            follow(world, root, *plan.numbers, more, out)
            each += (int(value) for value in out[:more])
    total = TRUST + worlds
    return [
        Weighed(plan, (TRUST * glance[plan] + sum(each)) / (total * SURE), each)
        for plan, each in sums.items()
    ]


@compiled
def follow(
    world: World, root: Numbers, kind: int, card: int, end: int, fallen: int, worlds: int, out: Numbers
) -> None:
    """Record the chances of the clan that tries a plan, world by world.

    The other clan plays alike in every second world, and greedily in the rest.
    """
    guessed(world, root, kind, card, end, fallen)
    end, other = world.choice[END], world.choice[OTHER]
    for number in range(worlds):
        world.options[AT_ONCE] = number & 1
        begin(world, number, kind, card, end, other)
        chance = played(world, DEPTH)
        out[number] = SURE - chance if clan_of(root, root[ME]) else chance


def doubt(best: Weighed, mine: Weighed) -> float:
    """Return the standard error of the difference between two plans."""
    apart = [(one - other) / SURE for one, other in zip(best.each, mine.each, strict=True)]
    mean = sum(apart) / len(apart)
    spread = sqrt(sum((one - mean) ** 2 for one in apart) / max(1, len(apart) - 1))
    return spread * sqrt(len(apart)) / (TRUST + len(apart))


def ended(plan: TurnPlan) -> Yarn | None:
    """Return where a plan leaves the yarn; None where a toss decides, or it stays where it was."""
    return None if plan.end is None else Yarn(PLACES[plan.end // len(CLANS)], CLANS[plan.end % len(CLANS)])
