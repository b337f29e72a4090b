"""The course of a game: how a laid card takes effect, and how turns and counter windows follow."""

from __future__ import annotations

from typing import Final

from cartable.core import Chance, Millis, Seat, Team
from cartable.games.catatac.acts import END_TURN, acts, gained, target
from cartable.games.catatac.boosters import alpha, distraction, momentum
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.moves import (
    Act,
    Attempted,
    Carried,
    Counted,
    Countered,
    Distract,
    Drew,
    EndTurn,
    Laid,
    Passed,
    Steal,
    Stole,
    Stored,
    Toss,
    Tossed,
    TurnCame,
    TurnOpened,
    Use,
)
from cartable.games.catatac.state import BLOCK, DISTRACT, MUST, PAIR, Draft
from cartable.games.catatac.yarn import CLANS, NEUTRAL, Deed, Yarn, YarnPlace, hideout, on_alley, walks

BREATH: Final = 1_500
"""How long a turn waits for teammates who may cooperate, in milliseconds, whatever hands hold (CTC-40)."""


def hesitation(chance: Chance) -> Millis:
    """Draw how long somebody takes to let it go, mostly below three seconds, rarely up to ten (CTC-37)."""
    rarely = chance.below(21) * chance.below(21) * chance.below(21)
    return Millis(800 + chance.below(1_200) + rarely)


def lay(draft: Draft, seat: Seat, card: PawCard, chance: Chance) -> None:
    """Lay a card from the seat's hand, in its turn, to counter, or instead of the seat in turn."""
    terms = draft.terms
    hand = draft.hands[seat]
    at = hand.index(card)
    draft.hold(seat, hand[:at] + hand[at + 1 :])
    if seat == draft.turn:
        draft.recall(seat, laid=True)
    rights = gained(draft, terms, seat, card)
    draft.discard = (*draft.discard, card)  # CTC-5
    draft.phase, draft.asked, draft.until = "act", (), None
    draft.laid, draft.rights = seat, rights
    instead = None if seat == draft.turn else draft.turn
    draft.events.append(Laid(seat, terms.box.faces[card], bool(rights & PAIR), instead))
    _end_where_nothing_is_left(draft, chance)


def act(draft: Draft, move: Act, chance: Chance) -> None:
    """Do one thing with the card just laid."""
    clan = draft.terms.teams[draft.actor]
    draft.rights &= ~DISTRACT
    match move:
        case EndTurn():
            _end_turn(draft, chance)
            return
        case Distract():
            distraction.spend(draft)
            _end_turn(draft, chance)
            return
        case Toss():
            _toss(draft, draft.yarn.place, chance)
            momentum.settle(draft)
        case Use():
            draft.rights &= ~(BLOCK | MUST)
            _use(draft, move, clan, chance)
        case Steal():
            draft.rights &= ~PAIR
            _do(draft, "steal", draft.yarn.place, chance)
        case _:
            draft.rights &= ~PAIR
            _bring(draft, target(move, clan))
    _end_where_nothing_is_left(draft, chance)


def decline(draft: Draft, seat: Seat, chance: Chance) -> None:
    """Take a seat's no; when all have said it, the store succeeds or the turn goes on."""
    draft.asked = tuple(other for other in draft.asked if other != seat)
    if seat == draft.turn:
        draft.recall(seat, laid=False)
    if draft.asked:
        return
    if draft.phase == "counter":
        _succeed(draft, chance)
    elif draft.phase == "breath":
        open_turn(draft)
    else:
        _pass_over(draft)


def open_turn(draft: Draft) -> None:
    """Let the seat in turn lay its card."""
    draft.phase, draft.asked, draft.until = "turn", (), None
    draft.events.append(TurnOpened(draft.turn))


def begin_turn(draft: Draft, seat: Seat) -> None:
    """Begin the turn of a seat, which may have no cards (CTC-28), or end the game."""
    if not any(draft.hands):  # CTC-29
        _end(draft)
        return
    terms = draft.terms
    draft.turn = seat
    asked: tuple[Seat, ...] = ()
    if draft.distracted != terms.teams[seat]:
        # An empty hand is public: nobody else is left out, whatever the hands hold (CTC-37).
        asked = tuple(sorted(mate for mate in terms.mates[seat] if draft.hands[mate]))
    draft.asked = asked
    if draft.hands[seat]:
        draft.phase = "breath" if asked else "turn"  # CTC-25
        draft.until = Millis(draft.at + BREATH) if asked else None
        draft.events.append(TurnCame(seat, bool(asked)))
    elif asked:
        draft.phase, draft.until = "empty", None  # CTC-28
        draft.events.append(TurnCame(seat, True))
    else:
        _pass_over(draft)


def _end_where_nothing_is_left(draft: Draft, chance: Chance) -> None:
    # What a card still allows is public, so nobody has to say that nothing is left. An attempt ends the
    # turn at once (CTC-21).
    if draft.yarn.place == hideout(draft.terms.teams[draft.actor]) or acts(draft, draft.terms) == [END_TURN]:
        _end_turn(draft, chance)


def _use(draft: Draft, move: Use, clan: Team, chance: Chance) -> None:
    effects = draft.terms.box.faces[draft.discard[-1]].ways[move.way]
    walk = next(way for way in walks(effects, draft.yarn, clan) if way[-1].place == move.to)
    for effect, after in zip(effects, walk, strict=True):
        _do(draft, effect.do, after.place, chance)


def _do(draft: Draft, deed: Deed, to: YarnPlace, chance: Chance) -> None:
    if deed == "toss":
        _toss(draft, to, chance)
    elif deed == "steal":
        draft.yarn = Yarn(to, draft.terms.teams[draft.actor])
        draft.events.append(Stole(draft.actor))
    else:
        _bring(draft, to)


def _bring(draft: Draft, to: YarnPlace) -> None:
    seat, origin = draft.actor, draft.yarn.place
    draft.yarn = Yarn(to, draft.yarn.clan)
    if to == hideout(draft.terms.teams[seat]):
        draft.events.append(Attempted(seat, origin))
    elif origin in map(hideout, CLANS):
        draft.events.append(Countered(seat, to))
    else:
        draft.events.append(Carried(seat, origin, to))


def _toss(draft: Draft, place: YarnPlace, chance: Chance) -> None:
    draft.yarn = Yarn(place, chance.choice(CLANS))  # CTC-17
    draft.events.append(Tossed(draft.yarn.clan))


def _end_turn(draft: Draft, chance: Chance) -> None:
    terms = draft.terms
    draft.rights = 0
    if draft.laid == draft.turn:  # CTC-27: whoever cooperated draws only after a turn of their own
        _draw(draft, draft.turn)
    if draft.distracted == terms.teams[draft.turn]:
        draft.distracted = None
    following = terms.left_of(draft.turn)  # CTC-27, CTC-38
    if on_alley(draft.yarn):
        begin_turn(draft, following)
        return
    clan = terms.teams[following]
    draft.turn = following
    draft.asked = tuple(
        # CTC-22, CTC-23, CTC-37: everybody of the clan who has cards is asked.
        seat
        for seat in map(Seat, range(terms.seats))
        if terms.teams[seat] == clan and draft.hands[seat]
    )
    draft.phase = "counter"
    if not draft.asked:  # CTC-30
        _succeed(draft, chance)


def _succeed(draft: Draft, chance: Chance) -> None:
    terms = draft.terms
    *points, taken = draft.points
    storing = terms.teams[draft.actor]
    draft.points = tuple(points)
    # CTC-24: the clan takes a point card unseen, and the yarn goes back to the middle.
    draft.won = tuple((*won, taken) if clan == storing else won for clan, won in enumerate(draft.won))
    draft.events.append(Stored(draft.actor, len(points)))
    alpha.crown(draft, draft.actor)
    if not points or not any(draft.hands):  # CTC-29
        _end(draft)
        return
    _toss(draft, NEUTRAL, chance)  # CTC-24
    seat = draft.turn
    while not draft.hands[seat]:  # CTC-30: CTC-28 does not apply here
        draft.events.append(Passed(seat))
        seat = terms.left_of(seat)
    begin_turn(draft, seat)


def _pass_over(draft: Draft) -> None:
    draft.events.append(Passed(draft.turn))
    begin_turn(draft, draft.terms.left_of(draft.turn))  # CTC-29


def _draw(draft: Draft, seat: Seat) -> None:
    hand = draft.hands[seat]
    count = min(draft.terms.hand - len(hand), len(draft.pile))  # CTC-5
    if count:
        drawn = draft.pile[: -count - 1 : -1]
        draft.pile = draft.pile[:-count]
        draft.hold(seat, tuple(sorted(hand + drawn)))
        draft.events.append(Drew(seat, count, drawn))


def _end(draft: Draft) -> None:
    draft.phase, draft.asked, draft.until = "over", (), None
    shown = tuple(tuple(draft.terms.box.points[card] for card in won) for won in draft.won)
    draft.events.append(Counted(shown, *draft.terms.box.tally(draft.won)))
