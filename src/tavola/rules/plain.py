"""Values to plain JSON-ready data and back, guided by their type hints.

Dataclasses and named tuples become objects, tuples lists, pieces (cards and the like) their codes, options what
people write. `load` is the inverse of `dump` for every View and Event.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Sequence
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from tavola.rules.errors import BadOption, NotUnderstood
from tavola.rules.options import Options

__all__ = ["Piece", "dump", "dump_event", "load", "load_event"]

T = TypeVar("T")


class Piece:
    """A kind of card or tile. There is one object of each kind, so pieces are compared by identity."""

    __slots__ = ()
    by_code: ClassVar[dict[str, Any]]
    code: str

    @classmethod
    def of(cls, code: str) -> Self:
        """The piece with this code."""
        piece = cls.by_code.get(code)
        if piece is None:
            raise NotUnderstood(f"There is no {cls.__name__.lower()} {str(code)[:40]!r}.")
        return piece  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the code, so that a copy in another process is that process's one object."""
        return type(self).of, (self.code,)

    def __repr__(self) -> str:
        """The code says it all."""
        return self.code


def dump(value: Any) -> Any:
    """The value as plain data."""
    if value is None or (isinstance(value, (bool, int, str)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Piece):
        return value.code
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Options):
        return value.written(all_of_them=True)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [dump(item) for item in value]
    return {name: dump(getattr(value, name)) for name in _fields(value)}


def dump_event(event: Any) -> dict[str, Any]:
    """An event with its kind."""
    return {"kind": type(event).__name__, **dump(event)}


def load(kind: type[T], data: Any) -> T:
    """The value of this type that `dump` made the data from."""
    try:
        return _load(kind, data)  # type: ignore[no-any-return]
    except (TypeError, KeyError, ValueError, AttributeError, BadOption) as error:
        raise NotUnderstood(f"This is not a {kind.__name__}: {str(error).rstrip('.')}.") from error


def load_event(kinds: Sequence[type[T]], data: Any) -> T:
    """The event that `dump_event` made the data from."""
    named = {kind.__name__: kind for kind in kinds}
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str) or data["kind"] not in named:
        raise NotUnderstood(f"An event has a kind among {', '.join(named)}.")
    return load(named[data["kind"]], {key: value for key, value in data.items() if key != "kind"})


def _fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    return _hints(kind)


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    names = [f.name for f in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else kind._fields
    return {name: hints[name] for name in names}


def _load(kind: Any, data: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        if data is None:
            return None
        (kind,) = (k for k in get_args(kind) if k is not types.NoneType)
        return _load(kind, data)
    if origin is tuple:
        return _load_tuple(get_args(kind), data)
    if origin is not None:  # a generic class with its parameter: Held[Card]
        return _load_fields(origin, data, dict(zip(origin.__parameters__, get_args(kind), strict=True)))
    if issubclass(kind, (Piece, Options)):
        return kind.of(data)
    if issubclass(kind, Enum):
        return kind(data)
    if kind in (bool, int, str):
        if type(data) is not kind:
            raise TypeError(f"{data!r} is not {kind.__name__}")
        return data
    return _load_fields(kind, data, {})


def _load_fields(kind: Any, data: Any, bound: dict[Any, Any]) -> Any:
    hints = _hints(kind)
    if set(data) != set(hints):
        raise ValueError(f"{kind.__name__} has the fields {', '.join(hints)}")
    return kind(**{name: _load(_bind(hint, bound), data[name]) for name, hint in hints.items()})


def _bind(hint: Any, bound: dict[Any, Any]) -> Any:
    if hint in bound:
        return bound[hint]
    parameters = getattr(hint, "__parameters__", ()) if bound else ()
    return hint[tuple(bound[p] for p in parameters)] if parameters else hint


def _load_tuple(args: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise TypeError(f"{data!r} is not a list")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_load(args[0], item) for item in data)
    if len(args) != len(data):
        raise ValueError(f"{data!r} does not have {len(args)} items")
    return tuple(_load(arg, item) for arg, item in zip(args, data, strict=True))
