"""Tables for the deck of the day: one try of each device counts (TABLE-16)."""

from __future__ import annotations

from collections import Counter

from cartable.server.calendar import day_of
from cartable.server.chairs import key_of
from cartable.server.day import MOST_TRIES, agreed, alone, key_of_device, secret_of, token_of
from cartable.server.limits import COUNTED_A_DAY
from cartable.server.lobby import HandOver, Lobby, Opening
from cartable.server.store import DayTry


class DayTables:
    """Opens a lobby's tables for the deck of the day."""

    def __init__(self, lobby: Lobby, limited: bool = True) -> None:
        self._lobby = lobby
        self._limited = limited
        self._day = 0
        self._counted: Counter[str] = Counter()
        """How many tries of each address count on that day: as many addresses as count on this server."""

    async def open(self, device: str, then: HandOver, address: str = "") -> None:
        """Open a table for a device's try, or for fun after it; or find that of a try that goes on."""
        lobby, store = self._lobby, self._lobby.store
        server, day = await store.secret(), day_of(lobby.wall())
        key, token = key_of_device(server, day, device), token_of(server, day, device)
        place, tried = None, await store.tried(day, key)
        if tried is None and self._may(day, address):
            place = await lobby.place()
            tried = await self._entered(DayTry(day, key, place[1]), address)
        counted = place is not None and tried is not None and tried.home == place[1]
        if tried and not counted and await self._found(tried, token, then):
            return
        opening = Opening(
            agreed(day, key, counted),
            alone,
            place=place,
            secret=secret_of(server, day),
            token=token if counted else "",
        )
        await lobby.set_up(opening, then, address)

    def _may(self, day: int, address: str) -> bool:
        """Return whether another try of an address can count: nobody uses up a day that is everybody's."""
        if day != self._day:
            self._day, self._counted = day, Counter()
        return not self._limited or self._counted[address] < COUNTED_A_DAY

    async def _entered(self, wanted: DayTry, address: str) -> DayTry | None:
        """Return the try of a device, entered for an address unless the device has one or the day is full."""
        counts = self._counted
        counts[address] += 1  # Before anybody else asks.
        tried = None
        try:
            tried = await self._lobby.store.try_day(wanted, MOST_TRIES)
            return tried
        finally:
            if tried != wanted:
                counts -= Counter((address,))

    async def _found(self, tried: DayTry, token: str, then: HandOver) -> bool:
        """Hand over the table of a try under way; return whether there is one."""
        if tried.record:
            return False
        code = await self._lobby.store.code(tried.home)
        table = await self._lobby.find(code) if code else None
        member = table.book.member_with(key_of(token)) if table else None
        # Whoever left it has had their try.
        if table is None or member is None:
            return False
        then(table, member, token)
        return True
