"""How a table looks: from outside, and to everyone at it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Millis, Seat, commitment
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.beginning import hindrance
from cartable.server.book import Book
from cartable.server.calendar import dated, end_of
from cartable.server.chairs import Chair
from cartable.server.longhand import told
from cartable.server.presence import Presence


def found(book: Book, presence: Presence, link: str) -> messages.Found:
    """Return what someone at the door is told; they reach the table at this address."""
    seated = sum(not chair.empty for chair in book.chairs)
    # Whoever shares a screen is somebody, too.
    persons = sum(
        max(1, len(book.seats_of(member)))
        for member, person in book.persons.items()
        if member in presence.clients and not person.tv
    )
    return messages.Found(book.code, book.agreement.game, book.phase, seated, persons, book.locked, link)


def portrait(
    book: Book, presence: Presence, now: Millis, resumes: Millis | None, wall: int
) -> messages.Table:
    """Return the table as everyone is told of it, at this time in seconds since 1970."""
    agreed, over = book.agreement, book.began if not book.under_way else None
    day = _day(book)
    if day and wall < day.ends:
        over = None  # TABLE-16
    shuffle = book.began.shuffle if book.began else None
    return messages.Table(
        now=now,
        code=book.code,
        phase=book.phase,
        host=book.host,
        locked=book.locked,
        game=agreed.game,
        options=told(agreed.info, agreed.options),
        deck=agreed.deck,
        theme=agreed.theme,
        terms=agreed.terms,
        chairs=tuple(_chairs(book, presence)),
        persons=tuple(_persons(book, presence)),
        games=book.games,
        hindrance=hindrance(book, wall),
        resumes=resumes,
        commitment=book.commitment,
        seed=over.seed if over else "",
        shares=shuffle.shares if shuffle else (),
        secret=shuffle.secret if shuffle and over else "",
        next=commitment(book.next_secret),
        adding=presence.adding,
        practice=_unread(agreed.practice),
        record=book.record,
        outdated=book.outdated,
        day=day,
    )


def refreshed(portrait: messages.Table, presence: Presence) -> messages.Table:
    """Return a portrait with those who are here now: coming and going waits for no commit."""
    here = presence.clients
    persons = tuple(
        [
            replace(person, here=person.member in here, unverified=_unverified(person.member, presence))
            for person in portrait.persons
        ]
    )
    chairs = tuple(
        [
            replace(chair, away=away, spare=chair.spare and away)
            if _awaited(chair) and chair.away != (away := chair.member not in here)
            else chair
            for chair in portrait.chairs
        ]
    )
    return replace(portrait, persons=persons, chairs=chairs)


def _day(book: Book) -> messages.DayRun | None:
    on = book.agreement.day
    return messages.DayRun(dated(on.day), end_of(on.day), on.counted) if on else None


def _persons(book: Book, presence: Presence) -> Iterator[messages.Person]:
    for member, person in book.persons.items():
        here = member in presence.clients
        yield messages.Person(member, person.name, here, person.tv, _unverified(member, presence))


def _unverified(member: int, presence: Presence) -> bool:
    return member in presence.clients and presence.clients[member].unverified


def _chairs(book: Book, presence: Presence) -> Iterator[messages.Chair]:
    for number, (chair, team) in enumerate(zip(book.chairs, book.teams(), strict=True)):
        seat = Seat(number)
        yield messages.Chair(
            seat=seat,
            team=team,
            name=book.name(seat),
            member=chair.member,
            bot=chair.bot,
            away=_awaited(chair) and chair.member not in presence.clients,
            spare=presence.spare(seat),
            ready=chair.ready or chair.bot != "",
            handicap=chair.handicap,
            resigned=chair.resigned,
            draw=chair.draw,
            score=chair.score,
            dealt=_taken_over(book, chair),
            given=chair.given,
            weaker=chair.bot != "" and seat in presence.weaker,
            face=book.face(seat),
        )


def _taken_over(book: Book, chair: Chair) -> str:
    """Return to whom a hidden hand was dealt that someone else holds now, or whose game a bot finished."""
    hidden = book.under_way and GAMES[book.playing].info.hidden
    if not hidden and not (book.phase == "over" and chair.bot):
        return ""
    return chair.dealt if (chair.member, chair.bot) != chair.owner else ""


def _awaited(chair: Chair | messages.Chair) -> bool:
    """Return whether somebody plays from a chair: where a bot does, nobody is missed."""
    return chair.member is not None and not chair.bot


def _unread(practice: messages.Practice | None) -> messages.Practice | None:
    """Return what is told of the moment that is played on from: its position holds every hand."""
    return replace(practice, position="") if practice else None
