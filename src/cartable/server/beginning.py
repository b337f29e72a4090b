"""How the next game begins: what is played, who sits where, whose pages add to the shuffle, what is dealt."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from cartable.core import Info, Millis, Number, Refused, Seat, Setup, Share, Shuffle, Team, Value
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.calendar import end_of
from cartable.server.rows import Agreement, GameBegan


def beginning(book: Book) -> tuple[Setup, tuple[int, ...]]:
    """Return what would be played now, and the chairs in the order they would sit in, or raise Refused."""
    agreed, chairs = book.agreement, book.chairs
    taken = [seat for seat, chair in enumerate(chairs) if not chair.empty]
    if agreed.day and book.games:
        raise Refused("TABLE-16", "day.once")
    if not taken:
        raise Refused("TABLE-1", "table.nobody-sits")
    info, of = agreed.info, book.teams()
    teams = [of[seat] for seat in taken] if info.grouped else None
    if agreed.practice:
        return _practice(agreed, len(taken)), ()
    setup = info.setup(len(taken), teams=teams, deck=agreed.deck, options=agreed.options)
    order = list(taken)
    if info.host_first and (own := [seat for seat in taken if chairs[seat].member == book.host]):
        order = [own[0], *(seat for seat in taken if seat != own[0])]
    if info.alternate and teams:
        clans = [[seat for seat in taken if of[seat] == team] for team in dict.fromkeys(teams)]
        order = [clan[turn] for turn in range(max(map(len, clans))) for clan in clans if turn < len(clan)]
    setup = replace(setup, options=_reseated(info, setup.options, order))
    if order == taken:
        return setup, ()
    if teams:
        setup = replace(setup, teams=tuple(Team(of[seat]) for seat in order))
    return setup, tuple(order)


def _reseated(info: Info, options: dict[str, Value], order: list[int]) -> dict[str, Value]:
    """Return options in which a number that means a chair means its seat in the game; 0 where it is empty."""
    seats = {chair + 1: seat + 1 for seat, chair in enumerate(order)}
    named = {option.name for option in info.options if isinstance(option, Number) and option.unit == "seat"}
    return {
        name: seats.get(value, 0) if name in named and isinstance(value, int) else value
        for name, value in options.items()
    }


def shuffling(book: Book, order: tuple[int, ...] = ()) -> dict[int, tuple[Seat, ...]]:
    """Return whose pages add a number (TABLE-12), and the seats that each will hold, sitting in this order.

    They are the people who play; where only bots do, it is the host. So nobody whom the others do not see at
    the table has a say in what is dealt. The deck of a day is promised to everybody, and no page changes it.
    """
    if book.agreement.day:
        return {}  # TABLE-16
    taken = order or tuple(seat for seat, chair in enumerate(book.chairs) if not chair.empty)
    found: dict[int, tuple[Seat, ...]] = {}
    for seat, number in enumerate(taken):
        chair = book.chairs[number]
        if chair.member is not None and not chair.bot:
            found[chair.member] = (*found.get(chair.member, ()), Seat(seat))
    return found or ({} if book.host is None else {book.host: ()})


def in_time(book: Book, wall: int) -> None:
    """Refuse the deck of a day that has ended by the calendar: its secret is published (TABLE-16)."""
    if (on := book.agreement.day) and not book.games and end_of(on.day) <= wall:
        raise Refused("TABLE-17", "day.over")


def hindrance(book: Book, wall: int) -> messages.Hindrance | None:
    """Return why the game cannot begin now; None if it can, or if one is being played."""
    try:
        if not book.under_way:
            in_time(book, wall)
            beginning(book)
    except Refused as refused:
        return messages.Hindrance(refused.rule, refused.key, dict(refused.values))
    return None


def deal(book: Book, at: Millis, fresh: bool, numbers: Mapping[int, str]) -> GameBegan:
    """Return how the next game begins, with the number that each person's page added (TABLE-12)."""
    rules = GAMES[book.agreement.game]
    setup, order = beginning(book)
    setup = replace(setup, begins=at)
    shares = tuple(Share(seats, numbers.get(member, "")) for member, seats in shuffling(book, order).items())
    shuffle = Shuffle(book.next_secret, shares)
    name, version = book.agreement.game, rules.info.version
    practice = book.agreement.practice
    position = practice.position if practice else ""
    row = GameBegan(at, name, version, setup, shuffle.seed.hex(), fresh, order, shuffle, position)
    row.dealt()  # Refuses what cannot be dealt, before anything is written.
    return row


def _practice(agreed: Agreement, taken: int) -> Setup:
    """Return what is played from a position: every seat of it is needed (TABLE-13)."""
    assert agreed.practice is not None
    if agreed.practice.version != agreed.info.version:
        raise Refused("TABLE-13", "practice.version")
    teams = agreed.practice.teams
    if agreed.practice.ghost and taken > 1:
        raise Refused("SPOT-16", "ghost.alone")
    if taken != len(teams):
        raise Refused("TABLE-13", "practice.seats", seats=len(teams))
    return agreed.info.setup(teams=teams, deck=agreed.deck, options=agreed.options)
