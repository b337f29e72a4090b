"""What lies on the table of an island game, whichever it is, and how it is written in one line.

A position has twelve fields: flip time, island, ports, turned cards, decks, places open so far, cards out
of play, cards taken, standing, points, round, freezes. Cards stand from bottom to top with commas, seats or
teams are set apart by slashes, `-` is nothing, -1 is a place or hand without a card. Knights, two teams:
`- - - 19,35 20,21/36,37 - 22,38 -/- 3/0 1/0 2 0/0`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from cartable.core import Chance, Millis, Setup, Team, View
from cartable.designs import ISLAND, Card
from cartable.games.island.cards import TEAM_OF
from cartable.games.reflex.state import (
    COUNTDOWN,
    DOWN,
    EMPTY,
    ReflexState,
    cards_of,
    frozen_of,
    listed,
    numbers,
    places_of,
    shown,
    thaws,
)

MOST: Final = 2
"""Points for having the most of what a game counts (WELCOME-3, PORTS-6, ROUTE-4, BARB-3)."""

FIRST: Final = 1
"""Points for the team that has played all its cards (WELCOME-2, PORTS-5, ROUTE-3)."""


class Isle(ReflexState, frozen=True):
    """All cards of an island game, whichever it is; the top of a deck is its last card.

    A hand is a seat's where everybody has cards of their own, and a team's where the team shares them.
    """

    island: tuple[Card | None, ...]
    """The top card of each place, None where it was taken; no places in Knights."""
    ports: tuple[Card, ...]
    turned: tuple[Card | None, ...]
    """The card that each hand has to play, None where it has none."""
    decks: tuple[tuple[Card, ...], ...]
    """Each hand's cards still face down."""
    reach: tuple[int, ...]
    """In Ports, the places that have been open to each hand since its card was turned, as bits."""
    gone: tuple[Card, ...]
    """Cards that are out of play and that everybody has seen: covered, or of an earlier round."""
    taken: tuple[tuple[Card, ...], ...]
    """What each team has taken; in Knights of the round that is on, or has just been scored."""
    standing: tuple[int, ...]
    """Each team's points when the game began."""
    points: tuple[int, ...]
    """In Knights, each team's points of the rounds so far."""
    round: int


class TeamTally(Struct, frozen=True):
    """What one team counts at the end of a game, or of a round of Knights."""

    points: int
    first: bool
    """Whether it has played all its cards."""
    counted: tuple[int, ...]
    """What is counted: places in Welcome and Route, ports in Ports, cards in Barbarians and Knights."""
    count: int
    """How many that makes; it counts double for somebody alone against two pairs."""


class IsleView(View, frozen=True, tag="isle"):
    """What everybody sees: there are no hidden hands, only cards that lie face down.

    `turned` and `counts` are by seat, in Barbarians and Knights by team.
    """

    game: str
    flips: Millis | None
    island: tuple[Card, ...]
    ports: tuple[Card, ...]
    turned: tuple[Card, ...]
    counts: tuple[int, ...]
    open: tuple[tuple[int, ...], ...]
    """The places where each team may lay a card now; no entries where there is no such limit."""
    reach: tuple[int, ...]
    gone: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], ...]
    standing: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    frozen: tuple[Millis, ...]
    tallies: tuple[TeamTally, ...]
    """How the game was scored, once it is over."""


def opening(
    setup: Setup,
    hands: Iterable[Sequence[Card]],
    *,
    island: Sequence[Card] = (),
    ports: Sequence[Card] = (),
    reach: tuple[int, ...] = (),
) -> Isle:
    """Return the table at the beginning of a game, each hand's top card ready to be turned at once."""
    dealt = [tuple(hand) for hand in hands]
    nothing = (0,) * setup.team_count
    return Isle(
        setup.settled,
        Millis(setup.begins + COUNTDOWN),
        (None,) * setup.seats,
        tuple(island),
        tuple(ports),
        tuple(hand[-1] if hand else None for hand in dealt),
        tuple(hand[:-1] for hand in dealt),
        reach,
        (),
        ((),) * setup.team_count,
        setup.standing or nothing,  # ISLE-2
        nothing,
        0,
    )


def look(
    isle: Isle, game: str, places: tuple[tuple[int, ...], ...], tallies: tuple[TeamTally, ...]
) -> IsleView:
    """Return what everybody sees of a table."""
    down = isle.flips is not None
    return IsleView(
        game,
        isle.flips,
        shown(isle.island),
        isle.ports,
        tuple(EMPTY if card is None else DOWN for card in isle.turned) if down else shown(isle.turned),
        tuple(map(len, isle.decks)),
        places,
        isle.reach,
        isle.gone,
        isle.taken,
        isle.standing,
        isle.points,
        isle.round,
        thaws(isle.frozen),
        tallies,
    )


def imagined(view: IsleView, setup: Setup, pools: Sequence[list[Card]]) -> Isle:
    """Return a table that looks like this, each hand's cards that nobody sees drawn from its pool."""
    return Isle(
        setup.settled,
        view.flips,
        frozen_of(view.frozen),
        tuple(None if card == EMPTY else card for card in view.island),
        view.ports,
        tuple(
            pools[hand].pop() if card == DOWN else None if card == EMPTY else card
            for hand, card in enumerate(view.turned)
        ),
        tuple(tuple(pools[hand].pop() for _ in range(count)) for hand, count in enumerate(view.counts)),
        view.reach,
        view.gone,
        view.taken,
        view.standing,
        view.points,
        view.round,
    )


def unseen(view: IsleView, cards: Iterable[Card], chance: Chance) -> list[Card]:
    """Return, in random order, those of the cards that nobody has seen in play."""
    seen = {*view.island, *view.turned, *view.gone}
    return chance.shuffled([card for card in cards if card not in seen])


def visible(island: Sequence[Card | None], team: Team) -> tuple[int, ...]:
    """Return the places whose top card shows a team's colour."""
    return tuple(place for place, card in enumerate(island) if TEAM_OF[card] == team)


def lone(setup: Setup) -> Team | None:
    """Return the team of one that plays against two pairs (FIVE-6), or None at any other table."""
    if setup.seats != 5:
        return None
    return next(team for team in setup.teams if setup.teams.count(team) == 1)


def tallied(
    setup: Setup, counted: Sequence[tuple[int, ...]], first: Team | None = None, least: int = 1
) -> tuple[TeamTally, ...]:
    """Score a game: the most counted, at least the least, earns 2 points, and so does who is level."""
    alone = lone(setup)
    counts = [
        len(of) * (2 if team == alone else 1) for team, of in enumerate(counted)
    ]  # FIVE-1, FIVE-2, FIVE-3, FIVE-4
    most = max(least, *counts)  # PORTS-6
    # FIVE-6: what counts double decides who has the most, and nothing else.
    points = [
        MOST * (count == most and team in setup.playing) + FIRST * (team == first)
        for team, count in enumerate(counts)
    ]
    return tuple(TeamTally(points[team], team == first, of, counts[team]) for team, of in enumerate(counted))


def write(isle: Isle) -> str:
    """Return the table as one line of text."""
    return " ".join(
        (
            "-" if isle.flips is None else str(isle.flips),
            listed(isle.island),
            listed(isle.ports),
            listed(isle.turned),
            "/".join(map(listed, isle.decks)),
            listed(isle.reach),
            listed(isle.gone),
            "/".join(map(listed, isle.taken)),
            "/".join(map(str, isle.standing)),
            "/".join(map(str, isle.points)),
            str(isle.round),
            "/".join(map(str, thaws(isle.frozen))),
        )
    )


def read(text: str, setup: Setup, *, hands: int, places: int, ports: int) -> Isle:
    """Return the table that a line of text stands for; raise ValueError where there is none."""
    try:
        flips, island, port, turned, decks, reach, gone, taken, standing, points, round_, frozen = text.split(
            " "
        )
        found = Isle(
            setup.settled,
            None if flips == "-" else Millis(int(flips)),
            frozen_of(Millis(int(until)) for until in frozen.split("/")),
            places_of(island),
            cards_of(port),
            places_of(turned),
            tuple(map(cards_of, decks.split("/"))),
            tuple(numbers(reach)),
            cards_of(gone),
            tuple(map(cards_of, taken.split("/"))),
            tuple(map(int, standing.split("/"))),
            tuple(map(int, points.split("/"))),
            int(round_),
        )
    except ValueError as error:
        raise ValueError(
            f"not a table of the island: {text!r} ({error}); write it like"
            " `- - - 19,35 20,21/36,37 - 22,38 -/- 3/0 1/0 2 0/0`"
        ) from error
    _check(found, text, (hands, places, ports))
    return found


def _check(isle: Isle, text: str, shape: tuple[int, int, int]) -> None:
    hands, places, ports = shape
    teams, seats = isle.setup.team_count, isle.setup.seats
    wanted = (hands, hands, hands if ports else 0, places, ports, teams, teams, teams, seats)
    parts = (
        isle.turned,
        isle.decks,
        isle.reach,
        isle.island,
        isle.ports,
        isle.taken,
        isle.standing,
        isle.points,
        isle.frozen,
    )
    if tuple(map(len, parts)) != wanted:
        raise ValueError(f"not a table of this game: {text!r}; it has other places, ports, seats or teams")
    held = [card for deck in isle.decks for card in deck]
    cards = [card for card in (*isle.island, *isle.turned) if card is not None] + [
        *isle.ports,
        *held,
        *isle.gone,
    ]
    taken = {card for of in isle.taken for card in of}
    if len(set(cards)) < len(cards) or not {*cards, *taken} <= set(ISLAND.cards):
        raise ValueError(
            f"not a table of the island: {text!r} has a card twice or one that is not in the box"
        )
