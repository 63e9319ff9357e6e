"""The headers of a record: those that every record has, in their order, then those that it may have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeVar

from tavola.rules import GAMES
from tavola.rules.core import Seat
from tavola.rules.errors import NotUnderstood, TavolaError
from tavola.rules.record.errors import RecordError
from tavola.rules.record.record import Record, check_header
from tavola.rules.record.write import FORMAT, SPECTATOR

__all__ = ["Line", "read_head"]

T = TypeVar("T")


class Line(NamedTuple):
    """A line of text with its number, counted from 1."""

    number: int
    text: str


def read_head(lines: list[Line]) -> tuple[Record, int]:
    """The record as its headers describe it, and how many lines they and the blank line below them take."""
    head = _Head(lines)
    head.must("Tavola record", _format)
    game = head.must("Game", _game)
    head.must("Rules", lambda text: _rules(game, text))
    players = head.must("Players", lambda text: _among(text, GAMES[game].seats))
    start = head.must("Start", lambda text: _among(text, range(1, players + 1)) - 1)
    written = head.may("Options", _options) or {}
    options = head.checked(lambda: GAMES[game].options.of(written))
    record = Record(game, GAMES[game].version, players, start, options)
    if (eyes := head.may("Seen by", lambda text: (_eyes(text, players),))) is not None:
        record = replace(record, eyes=eyes[0])
    while (pair := head.next(record)) is not None:
        key, value = pair
        head.checked(lambda: check_header(players, record.headers, key, value), record)  # noqa: B023 - called at once
        record = replace(record, headers=(*record.headers, pair))
    return record, head.read


class _Head:
    """Reads header after header."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.read = 0

    def next(self, kept: Record | None = None) -> tuple[str, str] | None:
        """The next header; None at the blank line that ends them."""
        if self.read == len(self.lines):
            raise RecordError(self.read, "The record ends before its first move.", kept)
        number, text = self.lines[self.read]
        self.read += 1
        if not text:
            return None
        key, colon, value = text.partition(":")
        if not colon:
            raise RecordError(number, "A header is written `Key: value`; a blank line ends the headers.", kept)
        return key, value.strip()

    def must(self, key: str, read: Callable[[str], T]) -> T:
        """The value of a header that has to stand here."""
        line = self.read + 1
        if (pair := self.next()) is None or pair[0] != key:
            raise RecordError(line, f"The header {key!r} has to stand here.", None)
        return self.checked(lambda: read(pair[1]))

    def may(self, key: str, read: Callable[[str], T]) -> T | None:
        """The value of a header that may stand here."""
        if self.read < len(self.lines) and self.lines[self.read].text.startswith(f"{key}:"):
            return self.must(key, read)
        return None

    def checked(self, read: Callable[[], T], kept: Record | None = None) -> T:
        """What the function gives; its complaint is about the line read last."""
        try:
            return read()
        except TavolaError as error:
            raise RecordError(self.read, str(error), kept) from error


def _format(text: str) -> None:
    if text != str(FORMAT):
        raise NotUnderstood(f"This is not a record of format {FORMAT}, the only one known.")


def _game(text: str) -> str:
    if text not in GAMES:
        raise NotUnderstood(f"There is no game {text[:40]!r}: choose {', '.join(GAMES)}.")
    return text


def _rules(game: str, text: str) -> None:
    known = GAMES[game].version
    if text != str(known):
        raise NotUnderstood(f"This record follows rules {text[:20]} of {game}; only rules {known} are known.")


def _among(text: str, numbers: range | tuple[int, ...]) -> int:
    for number in numbers:
        if text == str(number):
            return number
    raise NotUnderstood(f"{text[:20]!r} is not one of {', '.join(map(str, numbers))}.")


def _options(text: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in text.split()]
    given = {key: value for key, _, value in pairs}
    if len(given) < len(pairs) or not all(equals for _, equals, _ in pairs):
        raise NotUnderstood("Options are written key=value, each once, with a space between them.")
    return given


def _eyes(text: str, players: int) -> Seat | None:
    return None if text == SPECTATOR else _among(text, range(1, players + 1)) - 1
