"""Writes the lessons and pictures that the rules play: `python -m tests.browser.lessons`.

A lesson has no rules of its own: what may be done, what comes of it and what is seen then is all played here,
and the client shows it. The pictures of the island show how the games of a recorded adventure ended.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from cartable.core import Chance, Millis, Seat, seed_of
from cartable.core.record import decode, steps
from cartable.games import GAMES
from cartable.games.catatac import Catatac
from cartable.games.catatac.moves import CatatacEvent, CatatacMove, Decline
from cartable.games.catatac.state import State
from cartable.games.catatac.turns import Turns, What
from cartable.games.catatac.view import CatatacView
from cartable.games.catatac.yarn import Yarn
from cartable.games.island.isle import TeamTally
from cartable.games.karta import WAYS, Karta, KartaCard, KartaView, Outlook, Place, Position, outlook
from tests.recorded import RECORDS

DRAWINGS: Final = Path(__file__).parents[2] / "web/src/games"
LEARNER, OTHER = Seat(0), Seat(1)

MOVE: Final = "234578/115566 1a* 4 * -/- ..w.. 0 turn:0 - - - -"
STORE: Final = "1a23578/115566 2b* 6 * -/- .w... 0 turn:0 1 - - -"
COUNTER: Final = "22b3578/115566 * 4a * 1s/- ....b 0 counter:0?0 1 - - -"

KARTA: Final = "0 adejklop bcfghimn J1+0+0 g3-2-1"
LINE: Final = KartaCard(3)
ANSWER: Final = " D0+3-1 b0-1+1"
BREAK: Final = KartaCard(15)

ADVENTURE: Final = "2/island-adventure-6-1.json"


class Act(msgspec.Struct, frozen=True):
    """What happens, and what the learner sees then."""

    events: tuple[CatatacEvent, ...]
    view: CatatacView


class CatatacTask(msgspec.Struct, frozen=True):
    """A position of CATATAC, the turn that is asked for (a card, one of its turns), and what comes of it."""

    view: CatatacView
    turns: Turns
    card: int
    turn: int
    acts: tuple[Act, ...]


class Goal(msgspec.Struct, frozen=True):
    """A place that does what is asked for, and what is seen once the card lies there."""

    place: Place
    view: KartaView


class Look(msgspec.Struct, frozen=True):
    """Where the card may lie, turned so."""

    turned: int
    over: bool
    outlook: Outlook


class KartaTask(msgspec.Struct, frozen=True):
    """A position of Karta Doppio, the card to lay, where it may lie, and where it should."""

    view: KartaView
    card: KartaCard
    looks: tuple[Look, ...]
    goals: tuple[Goal, ...]


class End(msgspec.Struct, frozen=True):
    """How a game of the island ended, as everybody sees it, and each team's points in the match then."""

    game: str
    island: tuple[int, ...]
    turned: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    tallies: tuple[TeamTally, ...]
    standing: tuple[int, ...]


def scenes() -> list[CatatacTask]:
    """Play the lesson of CATATAC: move the yarn, store it, counter."""
    return [
        scene(MOVE, "4", place=1),
        scene(STORE, "1a", (OTHER, Decline()), place=0),
        scene(COUNTER, "2b", place=3),
    ]


def scene(text: str, code: str, *then: tuple[Seat, CatatacMove], place: int) -> CatatacTask:
    """Play one scene: the turn with this card that brings the yarn there, and what others do then."""
    rules = Catatac()
    state = rules.read(text, rules.info.setup(2))
    told = rules.answer(state, LEARNER, What())
    face = next(face for face in rules.view(state, LEARNER).hand if face.code == code)
    turns = next(one.turns for one in told.cards if one.card == face.card)
    at = next(n for n, turn in enumerate(turns) if turn.trail and ends(turn.trail[-1], place))
    acts, after = [], state
    for seat, move in (*((LEARNER, move) for move in turns[at].moves), *then):
        act, after = played(rules, after, seat, move)
        acts.append(act)
    return CatatacTask(rules.view(state, LEARNER), told, face.card, at, tuple(acts))


def ends(yarn: Yarn, place: int) -> bool:
    """Tell whether the yarn lies there."""
    return yarn.place == place


def played(rules: Catatac, state: State, seat: Seat, move: CatatacMove) -> tuple[Act, State]:
    """Play one move; a toss falls as the seed of the lesson has it."""
    step = rules.play(state, seat, move, Millis(0), Chance(seed_of(7), 0))
    return Act(step.events, rules.view(step.state, LEARNER)), step.state


def tasks() -> list[KartaTask]:
    """Play the lesson of Karta Doppio: make a line with a card as it lies, break a line with one to turn."""
    rules = Karta()
    first, second = (rules.read(text, rules.info.setup(2)) for text in (KARTA, KARTA + ANSWER))
    return [task(rules, first, LINE, ((0, True),)), task(rules, second, BREAK, WAYS)]


def task(rules: Karta, position: Position, card: KartaCard, ways: tuple[tuple[int, bool], ...]) -> KartaTask:
    """Ask for a place that leaves the learner a line, and the other none."""
    looks = tuple(Look(turned, over, outlook(position, card, turned, over)) for turned, over in ways)
    places = [
        Place(card, look.turned, look.over, spot.x, spot.y)
        for look in looks
        for spot in look.outlook.spots
        if spot.tokens[0] > 0 and spot.tokens[1] == 0
    ]
    played = [rules.play(position, LEARNER, place, Millis(0), Chance(b"", 0)) for place in places]
    goals = tuple(
        Goal(place, rules.view(step.state, LEARNER)) for place, step in zip(places, played, strict=True)
    )
    return KartaTask(rules.view(position, LEARNER), card, looks, goals)


def islands() -> list[End]:
    """Play the adventure again; return how each of its games ended."""
    record = decode((RECORDS / ADVENTURE).read_bytes(), GAMES)
    found: dict[str, End] = {}
    for played, _, _ in steps(record, GAMES[record.game]):
        stage = played.rules.view(played.state, None)
        isle = stage.game
        if isle.tallies:
            found[isle.game] = End(
                isle.game, isle.island, isle.turned, isle.taken, isle.tallies, stage.standing
            )
    return list(found.values())


def written() -> dict[Path, bytes]:
    """Return the lessons and pictures as the client reads them."""
    return {
        DRAWINGS / "catatac/lesson.json": msgspec.json.encode(scenes()) + b"\n",
        DRAWINGS / "karta/lesson.json": msgspec.json.encode(tasks()) + b"\n",
        DRAWINGS / "island/ends.json": msgspec.json.encode(islands()) + b"\n",
    }


if __name__ == "__main__":
    for path, text in written().items():
        path.write_bytes(text)
