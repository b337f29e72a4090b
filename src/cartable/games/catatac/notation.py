"""A position as one line of text.

The hands from seat 0 on, the draw pile from its top, the discard up to its top, the point pile from its top,
the clans' point cards, the alley with the yarn on it (w or b: whose side is up), the seat that started, what
is going on, who laid the top card, and the boosters: tokens, the distracted clan, the Alphas. Where there is
any, the last choices follow: the seat, how many cards lay on the discard, the place of the yarn and its side,
with a plus where the seat laid a card and a minus where it did not counter.

    112aJ/3455b * 6 * -/2,1s ..w.. 0 turn:1 0 - - -
    112a/3455b * 6J * -/2,1s ..w.. 0 turn:1 0 - - - 0:1+2w

A star stands for all cards that stand nowhere else, in the order of the box; it is read, never written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar, cast

from cartable.core import Millis, Seat, Setup, Team
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.state import Chosen, Phase, State
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import CLANS, PLACES, Yarn, YarnPlace, on_alley

C = TypeVar("C", bound=int)

NONE: Final = "-"
COLOURS: Final = "wb"
_RIGHTS: Final = "pb!gd"
_CARD: Final = re.compile(r"[1-8][a-g]?|J|\*")
_CHOICE: Final = re.compile(r"([0-5]):(\d{1,2})([+-])([0-4])([wb])")
_PHASE: Final = re.compile(
    r"(?P<phase>breath|turn|act|counter|empty|over):(?P<turn>[0-5])"
    r"(?:\?(?P<asked>[0-5]+))?(?:@(?P<until>-?\d{1,15}))?(?:\+(?P<rights>p?b?!?g?d?))?"
)


def write(state: State, terms: Terms) -> str:
    """Return the position as one line."""
    faces, points = terms.box.faces, terms.box.points

    def cards(of: Iterable[PawCard]) -> str:
        return "".join(faces[card].code for card in of) or NONE

    def treasure(of: Iterable[int]) -> str:
        return ",".join(points[card].code for card in of) or NONE

    alley = ["."] * len(PLACES)
    alley[state.yarn.place] = COLOURS[state.yarn.clan]
    return " ".join(
        (
            "/".join(map(cards, state.hands)),
            cards(reversed(state.pile)),
            cards(state.discard),
            treasure(reversed(state.points)),
            "/".join(map(treasure, state.won)),
            "".join(alley),
            str(state.starter),
            _phase(state),
            NONE if state.laid is None else str(state.laid),
            "".join(colour for colour, holds in zip(COLOURS, state.tokens, strict=True) if holds) or NONE,
            NONE if state.distracted is None else COLOURS[state.distracted],
            "".join(map(str, state.alphas)) or NONE,
            *filter(None, [",".join(map(_choice, state.lately))]),
        )
    )


def read(text: str, terms: Terms, setup: Setup) -> State:
    """Return the position that the line stands for; raise ValueError where it stands for none."""
    fields = text.split(" ")
    if len(fields) not in (12, 13):
        raise ValueError(f"not a position of catatac: {len(fields)} fields where 12 are due, in {text!r}")
    hands, pile, discard, points, won, alley, starter, phase, laid, tokens, distracted, alphas, *lately = (
        fields
    )
    codes = {face.code: face.card for face in terms.box.faces} | {"*": None}
    values = {point.code: point.card for point in terms.box.points} | {"*": None}
    piles = [_cards(said, codes) for said in (*hands.split("/"), pile, discard)]
    treasure = [_treasure(said, values) for said in (points, *won.split("/"))]
    paws = _complete(piles, terms.deck, "paw cards", lambda card: terms.box.faces[card].code)
    prizes = _complete(
        treasure, terms.box.treasure(), "point cards", lambda card: terms.box.points[card].code
    )
    going = _PHASE.fullmatch(phase)
    if going is None:
        raise ValueError(f"{phase!r} does not say what is going on: write as in 'turn:0' or 'counter:1?13'")
    state = State(
        setup.settled,
        _seat(starter, terms),
        cast(Phase, going["phase"]),
        _seat(going["turn"], terms),
        tuple(_seat(seat, terms) for seat in going["asked"] or ""),
        None if going["until"] is None else Millis(int(going["until"])),
        None if laid == NONE else _seat(laid, terms),
        sum(1 << _RIGHTS.index(right) for right in going["rights"] or ""),
        _yarn(alley),
        tuple(tuple(sorted(hand)) for hand in paws[:-2]),
        paws[-2][::-1],
        paws[-1],
        prizes[0][::-1],
        prizes[1:],
        tuple(colour in tokens for colour in COLOURS),
        None if distracted == NONE else _clan(distracted),
        () if alphas == NONE else tuple(_seat(seat, terms) for seat in alphas),
        tuple(_chosen(choice, terms) for said in lately for choice in said.split(",")),
    )
    _check(state, terms)
    return state


def _phase(state: State) -> str:
    asked = "?" + "".join(map(str, state.asked)) if state.asked else ""
    until = "" if state.until is None else f"@{state.until}"
    open_ = "".join(letter for bit, letter in enumerate(_RIGHTS) if state.rights >> bit & 1)
    return f"{state.phase}:{state.turn}{asked}{until}" + (f"+{open_}" if open_ else "")


def _choice(choice: Chosen) -> str:
    sign = "+" if choice.laid else "-"
    return f"{choice.seat}:{choice.at}{sign}{choice.yarn.place}{COLOURS[choice.yarn.clan]}"


def _chosen(said: str, terms: Terms) -> Chosen:
    found = _CHOICE.fullmatch(said)
    if found is None:
        raise ValueError(f"{said!r} is not a choice: write as in '0:1+2w'")
    seat, at, sign, place, colour = found.groups()
    return Chosen(_seat(seat, terms), int(at), Yarn(YarnPlace(int(place)), _clan(colour)), sign == "+")


def _cards(said: str, codes: dict[str, PawCard | None]) -> tuple[PawCard | None, ...]:
    if said == NONE:
        return ()
    found = _CARD.findall(said)
    if "".join(found) != said or any(code not in codes for code in found):
        raise ValueError(f"{said!r} is not cards of this box: write their codes, as in '11aJ', or '-'")
    return tuple(codes[code] for code in found)


def _treasure(said: str, values: dict[str, int | None]) -> tuple[int | None, ...]:
    if said == NONE:
        return ()
    if any(code not in values for code in said.split(",")):
        raise ValueError(f"{said!r} is not point cards of this box: choose from {', '.join(values)}")
    return tuple(values[code] for code in said.split(","))


def _complete(
    piles: Sequence[tuple[C | None, ...]], box: Iterable[C], what: str, code: Callable[[C], str]
) -> tuple[tuple[C, ...], ...]:
    """Return the piles with all that lies nowhere else in place of the star, which is None."""
    left = Counter(box)
    left.subtract(card for pile in piles for card in pile if card is not None)
    stars = sum(card is None for pile in piles for card in pile)
    if over := [code(card) for card, count in left.items() if count < 0]:
        raise ValueError(f"there are too many {what} {', '.join(over)}: leave some out")
    rest = tuple(left.elements())
    if stars > 1 or (rest and not stars):
        raise ValueError(f"{len(rest)} {what} lie nowhere: say where with one star")
    return tuple(
        tuple(found for card in pile for found in (rest if card is None else (card,))) for pile in piles
    )


def _seat(said: str, terms: Terms) -> Seat:
    if not (said.isdecimal() and int(said) < terms.seats):
        raise ValueError(f"{said!r} is not a seat: they are 0 to {terms.seats - 1}")
    return Seat(int(said))


def _clan(said: str) -> Team:
    if said not in tuple(COLOURS):
        raise ValueError(f"{said!r} is not a clan: write w or b")
    return CLANS[COLOURS.index(said)]


def _yarn(alley: str) -> Yarn:
    colours = alley.replace(".", "")
    if len(alley) != len(PLACES) or len(colours) != 1:
        raise ValueError(f"{alley!r} is not the alley: write five places with the yarn on one, as in '..w..'")
    return Yarn(YarnPlace(alley.index(colours)), _clan(colours))


def _check(state: State, terms: Terms) -> None:
    if len(state.hands) != terms.seats:
        raise ValueError(f"{len(state.hands)} hands where {terms.seats} are due: separate them with /")
    if len(state.won) != len(CLANS):
        raise ValueError("the point cards of both clans are due: separate them with /, as in '-/2,1s'")
    if not state.discard:
        raise ValueError("the discard is never empty: name its top card")
    if state.alphas and [terms.teams[seat] for seat in state.alphas] != list(CLANS):
        raise ValueError("the Alphas are one seat of each clan, White's first")
    if state.phase == "turn" and not state.hands[state.turn]:
        raise ValueError(f"seat {state.turn} has no cards: write 'empty:{state.turn}' and who is asked")
    if (state.phase == "act" or not on_alley(state.yarn)) and state.laid is None:
        raise ValueError("somebody laid the top card: name the seat")
    if (state.phase in ("breath", "counter", "empty")) != bool(state.asked):
        raise ValueError("seats are asked in 'breath', 'counter' and 'empty', and only there")
    if (state.phase == "breath") != (state.until is not None):
        raise ValueError("a breath, and nothing else, has a time at which it ends")
