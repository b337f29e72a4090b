"""The types of a game's values, described so that a client can show any view and offer any move."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from cartable.core import Millis, Seat, Team
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.schema import parts

KINDS: Final[dict[Any, messages.Form]] = {
    Seat: messages.Form("seat"),
    Team: messages.Form("team"),
    Millis: messages.Form("time"),
    bool: messages.Form("flag"),
    int: messages.Form("number"),
    float: messages.Form("number"),
    str: messages.Form("text"),
}


@cache
def forms(game: str) -> messages.Forms:
    """Return the forms of a game's views, moves, events, questions and answers."""
    shapes = Shapes()
    found = {part: shapes.form(of) for part, of in parts(GAMES[game]).items()}
    return messages.Forms(**found, shapes=shapes.told)


class Shapes:
    """The structs met so far, each described once."""

    def __init__(self) -> None:
        self.told: dict[str, messages.Shape] = {}
        self._names: dict[Any, str] = {}

    def form(self, of: Any, bound: Mapping[Any, Any] | None = None) -> messages.Form:
        """Return the form of a type, given its type variables."""
        of = (bound or {}).get(of, of)
        origin, arguments = get_origin(of), get_args(of)
        arguments = tuple((bound or {}).get(one, one) for one in arguments)
        if of in KINDS:
            return KINDS[of]
        if isinstance(of, NewType):
            return self.form(of.__supertype__)
        if origin is Annotated:
            return self.form(arguments[0], bound)
        if origin is Literal:
            return messages.Form("choice", words=arguments)
        if origin in (Union, UnionType):
            return self._either(arguments, bound)
        if isinstance(origin or of, type):
            return self._one(origin or of, arguments, bound)
        return messages.Form("any")

    def _either(self, of: Sequence[Any], bound: Mapping[Any, Any] | None) -> messages.Form:
        """Return the form of a value that may be missing, or is one of several structs, by its tag."""
        found = [self.form(one, bound) for one in of if one is not NoneType]
        empty = NoneType in of or any(one.empty for one in found)
        if len(found) == 1:
            return _emptied(found[0], empty)
        if all(one.kind == "record" for one in found):
            names = tuple(name for one in found for name in one.shapes)
            return messages.Form("record", shapes=names, empty=empty)
        return messages.Form("any", empty=empty)

    def _one(self, of: type, arguments: Sequence[Any], bound: Mapping[Any, Any] | None) -> messages.Form:
        if issubclass(of, Struct):
            return messages.Form("record", shapes=(self._shape(of, tuple(arguments)),))
        if issubclass(of, tuple) and arguments and arguments[-1] is not ...:
            return messages.Form("row", of=tuple(self.form(one, bound) for one in arguments))
        if issubclass(of, Mapping) and len(arguments) == 2:
            return messages.Form("map", of=tuple(self.form(one, bound) for one in arguments))
        if issubclass(of, Sequence | Set | Collection) and arguments:
            return messages.Form("list", of=(self.form(arguments[0], bound),))
        return messages.Form("any")

    def _shape(self, of: type[Struct], arguments: tuple[Any, ...]) -> str:
        """Describe a struct's fields, once, and return the name under which it is described."""
        key = (of, arguments)
        if key not in self._names:
            own = "".join([of.__name__, *(getattr(one, "__name__", "") for one in arguments)])
            name = self._names[key] = own if own not in self.told else f"{own}{len(self.told)}"
            config = of.__struct_config__
            tag = config.tag if isinstance(config.tag, str) else ""
            self.told[name] = messages.Shape(tag, ())  # It may hold itself.
            bound = dict(zip(_variables(of), arguments, strict=False))
            hints = get_type_hints(of)
            blanks = (
                messages.Blank(
                    one.encode_name,
                    self.form(hints[one.name], bound),
                    one.default is NODEFAULT and one.default_factory is NODEFAULT,
                )
                for one in fields(of)
            )
            self.told[name] = messages.Shape(tag, tuple(blanks))
        return self._names[key]


def _emptied(form: messages.Form, empty: bool) -> messages.Form:
    return messages.Form(form.kind, form.of, form.shapes, form.words, empty)


def _variables(of: type) -> tuple[TypeVar, ...]:
    found: tuple[TypeVar, ...] = getattr(of, "__parameters__", ())
    return found
