"""The common form of a position: the game, its options, then `key=value` fields, all on one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tavola.rules.errors import NotUnderstood, TavolaError
from tavola.rules.options import Options

__all__ = ["number", "read_position", "split", "write_position"]

O = TypeVar("O", bound=Options)  # noqa: E741 - the natural letter for options


def write_position(game: str, options: Options, fields: Mapping[str, str]) -> str:
    """`game option=value ... / key=value ...`."""
    words = [game, *(f"{key}={value}" for key, value in options.written().items()), "/"]
    return " ".join(words + [f"{key}={value}" for key, value in fields.items()])


def read_position(text: str, game: str, options: type[O], keys: Sequence[str]) -> tuple[O, dict[str, str]]:
    """The options and the fields, which must be exactly these keys in this order."""
    head, slash, tail = " ".join(text.split()).partition(" / ")
    name, *chosen = head.split(" ")
    if name != game or not slash:
        raise NotUnderstood(f"A position of this game begins with {game!r}, its options and a slash.")
    fields = [_pair(word) for word in tail.split(" ")]
    if [key for key, _ in fields] != list(keys):
        raise NotUnderstood(f"A position has these fields in this order: {', '.join(keys)}.")
    try:
        return options.of(dict(_pair(word) for word in chosen)), dict(fields)
    except TavolaError as error:
        raise NotUnderstood(str(error)) from error


def _pair(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise NotUnderstood(f"{word[:40]!r} is not of the form key=value.")
    return key, value


def number(text: str) -> int:
    """A whole number as `str` writes it."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and str(int(text)) == text):
        raise NotUnderstood(f"{text[:40]!r} is not a whole number.")
    return int(text)


def split(text: str, mark: str, count: int | None = None) -> list[str]:
    """The parts between marks (nothing for an empty text), and exactly so many where a count is given."""
    parts = text.split(mark) if text or count is not None else []
    if count is not None and len(parts) != count:
        raise NotUnderstood(f"{text[:40]!r} does not have {count} parts.")
    return parts
