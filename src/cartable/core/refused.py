"""The answer to a move, or a setup, that is not allowed."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

Grounds: TypeAlias = tuple[str, str]
"""The rule that forbids something, and the key of its sentence."""


class Refused(Exception):
    """Not allowed now: nothing happens, and only the sender hears which rule forbids it.

    `key` and `values` find and fill the sentence `refused.<key>` of the catalogue, in either language.
    """

    def __init__(self, rule: str, key: str, **values: int | str) -> None:
        super().__init__(rule, key, values)
        self.rule = rule
        self.key = key
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), self.rule, self.key, **self.values), ()

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.rule} {self.key}" + (f" ({said})" if said else "")


class NotYet(Refused):
    """Not allowed while somebody else's claim stands, and judged as soon as that is resolved (SPOT-13)."""
