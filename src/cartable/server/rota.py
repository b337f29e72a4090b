"""A rota: work is taken by address, then by table, then in order, so that nobody takes every turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

T = TypeVar("T")

Whose = tuple[str, str]
"""The address and the table that work is done for."""
NOBODYS: Final[Whose] = ("", "")


class Rota(Generic[T]):
    """Waiting work: addresses take turns, and so do the tables of an address."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        for tables in self._addresses.values():
            for waiting in tables.values():
                yield from waiting

    def add(self, whose: Whose, one: T) -> None:
        """Add something."""
        address, table = whose
        self._addresses.setdefault(address, OrderedDict()).setdefault(table, deque()).append(one)
        self._count += 1

    def remove(self, whose: Whose, one: T) -> None:
        """Remove something; what its table adds instead keeps the turn."""
        address, table = whose
        self._addresses[address][table].remove(one)
        self._count -= 1
        if not self._count:
            self._addresses.clear()

    def take(self) -> T:
        """Take what is next; its address and table go to the end."""
        while True:
            address, tables = self._addresses.popitem(last=False)
            while tables:
                table, waiting = tables.popitem(last=False)
                if not waiting:
                    continue
                one = waiting.popleft()
                self._count -= 1
                if waiting:
                    tables[table] = waiting
                if tables:
                    self._addresses[address] = tables
                return one

    def clear(self) -> None:
        """Remove everything."""
        self._addresses.clear()
        self._count = 0
