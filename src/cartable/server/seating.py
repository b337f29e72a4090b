"""What people may do at a table besides playing: each request becomes rows of the log, or is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from cartable.bots import RANDOM, names
from cartable.core import (
    Info,
    Millis,
    Note,
    Refused,
    Replaced,
    Resigned,
    Seat,
    TakenBack,
)
from cartable.core.game import Abandoned, Agreed
from cartable.games import GAMES, SHIPPED
from cartable.server import messages
from cartable.server.beginning import beginning
from cartable.server.book import Book
from cartable.server.chairs import Chair
from cartable.server.longhand import meant
from cartable.server.names import cleaned
from cartable.server.rows import (
    Agreement,
    Botted,
    Configured,
    Given,
    Handicapped,
    Hosted,
    Left,
    Locked,
    MemberCame,
    Offered,
    OwnRow,
    Paused,
    Readied,
    Renamed,
    Row,
    Sat,
    Stood,
    Teamed,
)

ALONE: Final = (messages.Ready, messages.Resign, messages.Abandon, messages.Leave)
"""All that can be arranged at a table for the deck of the day (TABLE-16)."""

CROWD: Final = 64
"""How many people may be at a table."""

SeatRequest: TypeAlias = (
    messages.Sit
    | messages.Give
    | messages.Stand
    | messages.Bot
    | messages.Team
    | messages.Handicap
    | messages.Ready
)
GameRequest: TypeAlias = (
    messages.Pause | messages.Resume | messages.Resign | messages.Draw | messages.TakeBack | messages.Abandon
)

Rows = list[OwnRow | Note]


class Seating:
    """The decisions for one request of one member; `spare` tells which seats a bot may take in a game."""

    def __init__(
        self,
        book: Book,
        member: int,
        at: Millis,
        spare: Callable[[Seat], bool],
        here: Mapping[int, object],
    ) -> None:
        self.book = book
        self.member = member
        self.at = at
        self.spare = spare
        self.here = here

    def decide(self, request: messages.Request) -> Rows:
        """Return what the request leads to; raise Refused if it is not allowed."""
        if self.book.agreement.day and not isinstance(request, ALONE):
            raise Refused("TABLE-16", "day.fixed")
        if isinstance(request, SeatRequest):
            return self._of_seat(request)
        if isinstance(request, GameRequest):
            return self._of_game(request)
        match request:
            case messages.Rename(name=name, face=face):
                return [Renamed(self.member, cleaned(name), face)]
            case messages.Configure():
                return self._configure(request)
            case messages.Lock(locked=locked):
                self._host()
                return [Locked(locked)]
            case messages.Host(member=member):
                self._host()
                self._person(member)
                return [Hosted(member)]
            case messages.Leave():
                return leaving(self.book, self.member, self.here, self.at)
            case messages.Remove(member=member):
                self._host()
                self._person(member)
                if member == self.member:
                    raise Refused("TABLE-5", "table.yourself")
                return leaving(self.book, member, self.here, self.at)
            case _:
                raise AssertionError(f"{type(request).__name__} arranges nothing")

    def _of_seat(self, request: SeatRequest) -> Rows:
        match request:
            case messages.Sit():
                return self._sit(request)
            case messages.Give(seat=seat, member=member):
                return self._give(seat, member)
            case messages.Stand(seat=seat):
                self._own(seat)
                return [Stood(seat)]
            case messages.Bot(seat=seat, bot=bot):
                return self._bot(seat, bot)
            case messages.Team(seat=seat, team=team):
                self._between_games()
                if not self._hosts:
                    self._own(seat)
                self._chair(seat)
                return [Teamed(seat, team)]
            case messages.Handicap(seat=seat, millis=millis):
                self._host()
                self._chair(seat)
                return [Handicapped(seat, Millis(millis))]
            case messages.Ready(seat=seat, ready=ready):
                self._between_games()
                self._own(seat)
                return [Readied(seat, ready)]

    def _of_game(self, request: GameRequest) -> Rows:
        match request:
            case messages.Pause():
                return self._pause()
            case messages.Resume():
                self._host()
                if self.book.phase != "paused":
                    raise Refused("TABLE-8", "table.not-paused")
                return []
            case messages.Resign(seat=seat):
                return self._resign(seat)
            case messages.Draw(seat=seat, agree=agree):
                return self._draw(seat, agree)
            case messages.TakeBack(seat=seat):
                return self._take_back(seat)
            case messages.Abandon():
                self._host()
                self._in_game()
                return [Abandoned(self.at)]

    @property
    def _hosts(self) -> bool:
        return self.book.host == self.member

    def _host(self) -> None:
        if not self._hosts:
            raise Refused("TABLE-5", "table.host")

    def _between_games(self) -> None:
        if self.book.under_way:
            raise Refused("TABLE-8", "table.playing")

    def _in_game(self) -> None:
        if not self.book.under_way:
            raise Refused("TABLE-8", "table.no-game")

    def _chair(self, seat: Seat) -> None:
        if seat >= len(self.book.chairs):
            raise Refused("TABLE-6", "table.no-seat", seats=len(self.book.chairs))

    def _own(self, seat: Seat) -> None:
        self._chair(seat)
        if self.book.chairs[seat].member != self.member:
            raise Refused("TABLE-6", "table.not-yours")

    def _person(self, member: int) -> None:
        if member not in self.book.persons:
            raise Refused("TABLE-7", "table.nobody")

    def _sit(self, request: messages.Sit) -> Rows:
        book, seat = self.book, request.seat
        if book.persons[self.member].tv:
            raise Refused("TABLE-6", "table.tv")
        if seat == len(book.chairs):
            self._between_games()
            most = max(book.agreement.info.seats)
            if seat >= most:
                raise Refused("TABLE-1", "table.full", most=most)
        else:
            self._chair(seat)
        chair = book.chairs[seat] if seat < len(book.chairs) else None
        if chair and chair.member not in (None, self.member):
            raise Refused("TABLE-6", "table.taken")
        if chair and chair.bot and chair.member is None and not book.under_way:
            raise Refused("TABLE-6", "table.taken")
        if book.under_way:
            self._in(seat)
            self._may_see(seat)
        rows: Rows = []
        if not request.also:
            rows += [Stood(own) for own in book.seats_of(self.member) if own != seat]
        name = cleaned(request.name)
        rows.append(Sat(seat, self.member, name, request.face if name or request.also else 0))
        if book.under_way:
            rows.append(Replaced(seat, self.at))
        return rows

    @property
    def _hidden(self) -> bool:
        return self.book.under_way and GAMES[self.book.playing].info.hidden

    def _may_see(self, seat: Seat) -> None:
        """Refuse a seat whose hidden cards this person must not see."""
        held = self.book.held.get(self.member, set())
        if not self._hidden or seat in held:
            return
        if held:
            raise Refused("TABLE-6", "table.seen-hand")
        if self.book.chairs[seat].given != self.member:
            raise Refused("TABLE-6", "table.hidden-hand")

    def _give(self, seat: Seat, member: int) -> Rows:
        self._host()
        self._chair(seat)
        self._person(member)
        if not self._hidden:
            raise Refused("TABLE-8", "table.nothing-hidden")
        if self.book.chairs[seat].member is not None:
            raise Refused("TABLE-6", "table.taken")
        if member == self.member or self.book.persons[member].tv:
            raise Refused("TABLE-6", "table.give-self")
        if self.book.held.get(member):
            raise Refused("TABLE-6", "table.other-hand")
        return [Given(seat, member)]

    def _bot(self, seat: Seat, bot: str) -> Rows:
        self._host()
        book = self.book
        if seat != len(book.chairs) or book.under_way:
            self._chair(seat)
        known = names(book.agreement.info.box)
        if bot and bot not in known:
            raise Refused("TABLE-1", "table.bot", allowed=", ".join(known))
        if book.under_way:
            if bot and not self.spare(seat):
                raise Refused("TABLE-6", "table.patience", seconds=book.agreement.terms.patience)
            if not bot:
                raise Refused("TABLE-8", "table.playing")
            return [Replaced(seat, self.at, bot)]
        if seat == len(book.chairs) and seat >= max(book.agreement.info.seats):
            raise Refused("TABLE-1", "table.full", most=max(book.agreement.info.seats))
        if bot and seat < len(book.chairs) and book.chairs[seat].member is not None:
            raise Refused("TABLE-6", "table.taken")
        return [Botted(seat, bot)]

    def _configure(self, request: messages.Configure) -> Rows:
        self._host()
        self._between_games()
        chosen = agreement(request, self.book.agreement)
        taken = sum(not chair.empty for chair in self.book.chairs)
        if taken > max(chosen.info.seats):
            raise Refused("TABLE-1", "table.too-many", most=max(chosen.info.seats), seated=taken)
        # A bot that does not play the new box gives its seat to the one that plays any.
        known = names(chosen.info.box)
        strange = [
            number for number, chair in enumerate(self.book.chairs) if chair.bot and chair.bot not in known
        ]
        return [
            Configured(chosen),
            *(Botted(Seat(number), RANDOM.name) for number in strange),
            *_regrouped(self.book, chosen.info),
        ]

    def may_start(self) -> None:
        """Refuse a start that this member may not ask for, or that could lead to nothing."""
        self._host()
        self._between_games()
        beginning(self.book)

    def _in(self, seat: Seat) -> None:
        """Refuse if this seat has resigned."""
        if self.book.chairs[seat].resigned:
            raise Refused("TABLE-2", "table.resigned")

    def _others(self, seat: Seat) -> list[Chair]:
        """Return the seats of the other people still in the game."""
        return [
            chair
            for number, chair in enumerate(self.book.chairs)
            if number != seat and chair.member is not None and not chair.bot and not chair.resigned
        ]

    def _pause(self) -> Rows:
        self._host()
        self._in_game()
        if self.book.phase == "paused":
            raise Refused("TABLE-8", "table.paused")
        if self.book.began and GAMES[self.book.playing].info.runs(self.book.began.setup.seats):
            raise Refused("SPOT-15", "run.pause")
        return [Paused(self.at)]

    def _resign(self, seat: Seat) -> Rows:
        self._in_game()
        self._own(seat)
        self._in(seat)
        book = self.book
        rows: Rows = [Resigned(seat, self.at)]
        teams = book.teams()
        left = {
            team
            for number, (chair, team) in enumerate(zip(book.chairs, teams, strict=True))
            if number != seat and not chair.resigned
        }
        if len(left) < 2:
            return rows
        if not self._others(seat):
            rows.append(Abandoned(self.at))  # Bots do not play on by themselves.
        elif teams[seat] in left and not GAMES[book.playing].info.reflex:
            rows.append(Replaced(seat, self.at, _stand_in(book)))  # Its team must not wait for its turn.
        return rows

    def _draw(self, seat: Seat, agree: bool) -> Rows:
        self._in_game()
        self._own(seat)
        self._in(seat)
        others, chairs = self._others(seat), self.book.chairs
        if not others:
            raise Refused("TABLE-2", "table.draw-alone")
        if not agree and not chairs[seat].draw:
            # Whoever has offered nothing declines what the others offer.
            return [Offered(Seat(number), False) for number, chair in enumerate(chairs) if chair.draw]
        rows: Rows = [Offered(seat, agree)]
        if agree and all(chair.draw for chair in others):
            rows.append(Agreed(self.at))
        return rows

    def _take_back(self, seat: Seat) -> Rows:
        self._in_game()
        self._own(seat)
        if self.book.phase == "paused":
            raise Refused("TABLE-8", "table.paused")
        if not self.book.agreement.terms.takeback:
            raise Refused("TABLE-9", "table.no-takeback")
        if self.book.takeback != seat:
            raise Refused("TABLE-9", "game.no-takeback")
        return [TakenBack(seat, self.at)]


def agreement(request: messages.Configure | messages.NewTable, before: Agreement | None = None) -> Agreement:
    """Return what a request wants to play, complete; raise Refused where there is no such game or option.

    A text that the table has already, by the agreement before, is named by its hash.
    """
    if request.game not in GAMES:
        raise Refused("TABLE-1", "table.game", allowed=", ".join(GAMES))
    rules = GAMES[request.game]
    info = rules.info
    if info.reflex and request.game not in SHIPPED:
        # What is told a client of a reflex game is cards to be painted, which takes a drawing.
        raise Refused("TABLE-1", "table.undrawn", game=request.game)
    setup = info.setup(deck=request.deck, options=meant(info, request.options, before))
    for flaw in rules.flaws(setup):
        raise flaw
    return Agreement(request.game, setup.options, setup.deck, cleaned(request.theme), request.terms)


def arriving(
    book: Book,
    name: str,
    face: int,
    key: str,
    tv: bool,
    away: Callable[[int], Millis | None],
    shown: bool = False,
) -> list[Row]:
    """Return the rows that bring someone in; raise Refused if the table is closed.

    A locked one is open to a screen on which its host has it `shown`. At a full table, the person without a
    seat who has been gone longest makes room.
    """
    if book.agreement.day and book.newest:
        raise Refused("TABLE-16", "day.alone")
    if book.locked and not shown:
        raise Refused("TABLE-7", "table.locked")
    rows: list[Row] = []
    if len(book.persons) >= CROWD:
        bound = {book.host, *(chair.member for chair in book.chairs)}
        gone = {member: away(member) or 0 for member in book.persons if away(member) is not None}
        idle = [member for member in gone if member not in bound]
        if not idle:
            raise Refused("TABLE-7", "table.crowd", most=CROWD)
        rows.append(Left(max(idle, key=gone.__getitem__)))
    member = book.newest + 1
    rows.append(MemberCame(member, cleaned(name), key, tv, face))
    if book.host is None and not tv:
        rows.append(Hosted(member))
    return rows


def leaving(book: Book, member: int, here: Mapping[int, object], at: Millis) -> Rows:
    """Return the rows of someone leaving: the host's powers pass on, the last with a seat ends the game."""
    rows: Rows = [Left(member)]
    others = [other for other, person in book.persons.items() if other != member and not person.tv]
    if member == book.host and others:
        rows.append(Hosted(min(others, key=lambda other: (other not in here, other))))
    playing = {chair.member for chair in book.chairs if not chair.resigned} - {None}
    if book.under_way and (not others or playing == {member}):
        rows.append(Abandoned(at))  # TABLE-2
    elif book.under_way and GAMES[book.playing].info.hidden:
        # Nobody gets to see a hand by making its owner go: a bot plays it.
        rows += [Replaced(seat, at, _stand_in(book)) for seat in book.seats_of(member)]
    return rows


def practising(agreed: Agreement, wanted: messages.PlayOn, member: int) -> list[Row]:
    """Return the rows that seat the host and the bots who play on from a moment; raise Refused."""
    assert agreed.practice is not None
    seats, known = len(agreed.practice.teams), names(agreed.info.box)
    if wanted.seat >= seats:
        raise Refused("TABLE-6", "table.no-seat", seats=seats)
    if wanted.bot and wanted.bot not in known:
        raise Refused("TABLE-1", "table.bot", allowed=", ".join(known))
    rows: list[Row] = []
    for seat, team in enumerate(agreed.practice.teams):
        if seat == wanted.seat:
            rows.append(Sat(Seat(seat), member, ""))
        else:
            # A chair that waits for somebody is put up by its team.
            rows.append(Botted(Seat(seat), wanted.bot) if wanted.bot else Teamed(Seat(seat), team))
    return rows


def _regrouped(book: Book, info: Info) -> Rows:
    """Return the rows that keep chosen teams in another game: a team it does not have joins the others.

    Where no teams of the game come of it, everybody is in the usual one.
    """
    chosen = [seat for seat, chair in enumerate(book.chairs) if chair.team is not None]
    if not chosen or info == book.agreement.info:
        return []
    teams = {seat: team for seat, team in enumerate(book.teams()) if not book.chairs[seat].empty}
    for seat in [seat for seat, team in teams.items() if team >= info.teams]:
        del teams[seat]
        teams[seat] = min(range(info.teams), key=list(teams.values()).count)
    if info.grouped and (len(teams) not in info.shapes or info.allows(tuple(teams.values()))):
        return [Teamed(Seat(seat), team) for seat, team in sorted(teams.items())]
    return [Teamed(Seat(seat), None) for seat in chosen]


def _stand_in(book: Book) -> str:
    """Return the bot that takes over a hand: like those that already play here, or of the middle level."""
    here = [chair.bot for chair in book.chairs if chair.bot]
    known = names(book.playing.partition("/")[0])
    return here[0] if here else "medium" if "medium" in known else known[0]
