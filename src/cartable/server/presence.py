"""Who is here, how long the others have been gone, and so what each may do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cartable.core import Millis, Seat
from cartable.server.beginning import in_time
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.clock import Alarm, Clock
from cartable.server.seating import Seating


class Presence:
    """The people of a book who are connected, and those who are not."""

    def __init__(self, book: Book, clock: Clock, wall: Callable[[], int]) -> None:
        self.clients: dict[int, Client] = {}
        self.weaker: set[Seat] = set()
        """The seats whose bots have played weaker than they should in this game."""
        self.adding: tuple[int, ...] = ()
        """Whose pages are to add a number to the shuffle now (TABLE-12)."""
        self.used = clock.now()
        """When someone was here last, by the clock."""
        self._book = book
        self._clock = clock
        self._wall = wall
        self._away = dict.fromkeys(book.persons, self.used)
        self._alarm: Alarm | None = None

    @property
    def patience(self) -> Millis:
        """How long a seat waits for its person."""
        return Millis(self._book.agreement.terms.patience * 1000)

    def came(self, client: Client) -> Client | None:
        """Note that someone is here; return the connection that this one replaces."""
        self.used = self._clock.now()
        self._away.pop(client.member, None)
        before = self.clients.pop(client.member, None)
        self.clients[client.member] = client
        return before

    def gone(self, member: int) -> Client | None:
        """Note that someone is no longer here."""
        self.used = self._away[member] = self._clock.now()
        return self.clients.pop(member, None)

    def lost(self, client: Client) -> bool:
        """Note that a connection is lost; return whether its person was here by it."""
        here = self.clients.get(client.member)
        if here is client or (here is None and client.member in self._book.persons):
            self.gone(client.member)
        return here is client

    def rest(self) -> None:
        """Do nothing more, and retire every connection."""
        if self._alarm:
            self._alarm.cancel()
        for client in self.clients.values():
            client.stop()

    def seated(self) -> Iterator[tuple[Seat, Client | None, Millis]]:
        """Yield the seats that can play now, with their client (None: a bot) and their handicap."""
        for seat, chair in enumerate(self._book.chairs):
            if chair.bot:
                yield Seat(seat), None, chair.handicap
            elif chair.member in self.clients and not chair.resigned:
                yield Seat(seat), self.clients[chair.member], chair.handicap

    def weaken(self, seat: Seat) -> bool:
        """Note that a bot played weaker than it should; return whether that is news."""
        news = seat not in self.weaker
        self.weaker.add(seat)
        return news

    def bots(self) -> dict[Seat, str]:
        """Return the seats that bots play."""
        return {Seat(seat): chair.bot for seat, chair in enumerate(self._book.chairs) if chair.bot}

    def away(self, member: int) -> Millis | None:
        """Return how long someone has been gone; None if they are here or were never known."""
        since = self._away.get(member)
        return None if since is None or member in self.clients else Millis(self._clock.now() - since)

    def wait(self, over: Callable[[], None]) -> None:
        """Call back when the table's patience with the next of those who are gone is over."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if not self.clients:
            return
        times = [time for member in self._book.persons if (time := self.away(member)) is not None]
        if waits := [self.patience - time for time in times if time <= self.patience]:
            self._alarm = self._clock.at(Millis(self._clock.now() + min(waits) + 1), over)

    def heir(self) -> int | None:
        """Return who gets the host's powers, where nobody has them or the host is gone for too long."""
        book = self._book
        if book.host is not None and (self.away(book.host) or 0) <= self.patience:
            return None
        heirs = [other for other in self.clients if other in book.persons and not book.persons[other].tv]
        return min(heirs, default=None)

    def seating(self, member: int, at: Millis) -> Seating:
        """Return what someone may do at the table now."""
        return Seating(self._book, member, at, self.spare, self.clients)

    def may_start(self, member: int, at: Millis) -> None:
        """Refuse a start that someone may not ask for now, or that could lead to nothing."""
        self.seating(member, at).may_start()
        in_time(self._book, self._wall())

    def spare(self, seat: Seat) -> bool:
        """Return whether a seat may be given to a bot: its person gave up, or is gone for too long."""
        chair = self._book.chairs[seat]
        if chair.bot or not self._book.under_way:
            return False
        if chair.member is None or chair.resigned:
            return True
        away = self.away(chair.member)
        return away is not None and away > self.patience
