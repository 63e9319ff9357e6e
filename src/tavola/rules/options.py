"""Table options: frozen values with defaults, checked against their choices.

A game's options are a frozen dataclass whose fields are made with `choice` or `number`. The key that people
write (`takeFewer`) is kept beside the Python name (`take_fewer`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

from tavola.rules.errors import BadOption

__all__ = ["Options", "choice", "number", "read_pairs"]

O = TypeVar("O", bound="Options")  # noqa: E741 - the natural letter for options


def choice(key: str, *values: str | int) -> Any:
    """A field that takes one of the values, the first by default."""
    return field(default=values[0], metadata={"key": key, "values": values})


def number(key: str, default: int | None, low: int, high: int, *, off: bool = False) -> Any:
    """A field that takes a whole number from low to high, or None (written `off`) where that is allowed."""
    return field(default=default, metadata={"key": key, "range": (low, high), "off": off})


def _choices(f: Field[Any]) -> str:
    if "values" in f.metadata:
        return " or ".join(str(v) for v in f.metadata["values"])
    low, high = f.metadata["range"]
    return f"{'off or ' if f.metadata['off'] else ''}a whole number from {low} to {high}"


def _fits(f: Field[Any], value: object) -> bool:
    if isinstance(value, bool):
        return False
    if "values" in f.metadata:
        return value in f.metadata["values"]
    if value is None:
        return bool(f.metadata["off"])
    low, high = f.metadata["range"]
    return isinstance(value, int) and low <= value <= high


def _read(f: Field[Any], text: str) -> object:
    if text == "off" and f.metadata.get("off"):
        return None
    number_expected = "range" in f.metadata or isinstance(f.default, int)
    return int(text) if number_expected and text.isascii() and text.isdigit() and len(text) < 10 else text


@dataclass(frozen=True, slots=True)
class Options:
    """What all games' options can do."""

    def __post_init__(self) -> None:
        """Refuse a value that is not among the choices."""
        for f in fields(self):
            value = getattr(self, f.name)
            if not _fits(f, value):
                raise BadOption(f"{f.metadata['key']} cannot be {str(value)[:40]}: choose {_choices(f)}.")

    @classmethod
    def of(cls: type[O], given: Mapping[str, str]) -> O:
        """The options as people write them, `{"takeFewer": "upTo3"}`."""
        known = {f.metadata["key"]: f for f in fields(cls)}
        if not isinstance(given, Mapping) or not all(isinstance(value, str) for value in given.values()):
            raise BadOption("Options are written as key=value.")
        for key in given:
            if key not in known:
                raise BadOption(f"There is no option {key[:40]} here: choose among {', '.join(known)}.")
        return cls(**{known[key].name: _read(known[key], value) for key, value in given.items()})

    def written(self, *, all_of_them: bool = False) -> dict[str, str]:
        """What differs from the defaults (or all of them), as people write it; `of` reads it back."""
        return {
            f.metadata["key"]: "off" if (value := getattr(self, f.name)) is None else str(value)
            for f in fields(self)
            if all_of_them or getattr(self, f.name) != f.default
        }

    @classmethod
    def choices(cls) -> dict[str, str]:
        """Each key with what it can be, the default named."""
        return {
            f.metadata["key"]: f"{_choices(f)} (default {'off' if f.default is None else f.default})"
            for f in fields(cls)
            if f.default is not MISSING
        }


def read_pairs(given: Sequence[str]) -> dict[str, str]:
    """Options as people write them on a command line: `KEY=VALUE`, each key once."""
    pairs = [text.partition("=") for text in given]
    if wrong := [text for text, pair in zip(given, pairs, strict=True) if not pair[1]]:
        raise BadOption(f"An option is given as KEY=VALUE, and {wrong[0]!r} is not.")
    if len({key for key, _, _ in pairs}) < len(pairs):
        raise BadOption("Each option is given once.")
    return {key: value for key, _, value in pairs}
