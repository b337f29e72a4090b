"""Tables for the deck of the day: one try of each device counts (TABLE-16)."""

from __future__ import annotations

from cartable.server.calendar import day_of
from cartable.server.chairs import key_of
from cartable.server.day import MOST_TRIES, agreed, alone, key_of_device, secret_of, token_of
from cartable.server.lobby import HandOver, Lobby, Opening
from cartable.server.store import DayTry


class DayTables:
    """Opens a lobby's tables for the deck of the day."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def open(self, device: str, then: HandOver, address: str = "") -> None:
        """Open a table for a device's try, or for fun after it; or find that of a try that goes on."""
        lobby, store = self._lobby, self._lobby.store
        server, day = await store.secret(), day_of(lobby.wall())
        key, token = key_of_device(server, day, device), token_of(server, day, device)
        place, tried = None, await store.tried(day, key)
        if tried is None:
            place = await lobby.place()
            tried = await store.try_day(DayTry(day, key, place[1]), MOST_TRIES)
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
