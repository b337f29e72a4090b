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
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        for tables in self._addresses.values():
            for waiting in tables.values():
                yield from waiting

    def add(self, whose: Whose, one: T) -> None:
        """Let something wait."""
        address, table = whose
        self._addresses.setdefault(address, OrderedDict()).setdefault(table, deque()).append(one)
        self._count += 1

    def remove(self, whose: Whose, one: T) -> None:
        """Let something wait no longer; what its table asks for instead has the same turn."""
        address, table = whose
        self._addresses[address][table].remove(one)
        self._count -= 1
        if not self._count:
            self._addresses.clear()

    def take(self) -> T:
        """Take what is next; its address and its table go to the end."""
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
        """Let nothing wait."""
        self._addresses.clear()
        self._count = 0
