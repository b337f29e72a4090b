"""A rota: whatever waits is taken by address, then by table, then as it came, so that nobody takes all."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

T = TypeVar("T")

Whose = tuple[str, str]
"""The address and the table that something is done for."""
NOBODYS: Final[Whose] = ("", "")


class Rota(Generic[T]):
    """What waits: each address has its turn after all others, and so has each table of an address."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._addresses)

    def __iter__(self) -> Iterator[T]:
        for tables in self._addresses.values():
            for waiting in tables.values():
                yield from waiting

    def add(self, whose: Whose, one: T) -> None:
        """Let something wait."""
        address, table = whose
        self._addresses.setdefault(address, OrderedDict()).setdefault(table, deque()).append(one)

    def take(self) -> T:
        """Take what is next; its address and its table go to the end."""
        address, tables = self._addresses.popitem(last=False)
        table, waiting = tables.popitem(last=False)
        one = waiting.popleft()
        if waiting:
            tables[table] = waiting
        if tables:
            self._addresses[address] = tables
        return one

    def clear(self) -> None:
        """Let nothing wait."""
        self._addresses.clear()
