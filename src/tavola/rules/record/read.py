"""Text to a record: first its lines are understood, then the game is replayed strictly.

Damage is named by its line; all that stands before it and follows the rules is kept.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE
from tavola.rules.errors import NotUnderstood, TavolaError
from tavola.rules.record.ending import Result, result_from_text
from tavola.rules.record.errors import RecordError
from tavola.rules.record.head import Line, read_head
from tavola.rules.record.record import Record, first_state, game_of, is_plain
from tavola.rules.record.replay import check_result
from tavola.rules.record.seen import fill
from tavola.rules.record.write import RESULT

__all__ = ["MAX_BYTES", "parse"]

MAX_BYTES: Final = 1_000_000
"""A longer text is refused unread; games of people are a hundredth of it."""


class Ply(NamedTuple):
    """An action as it stands in the text."""

    line: int
    turn: int | None
    """None for a deal, which has a line of its own."""
    seat: int
    action: Any


class Damage(NamedTuple):
    """Where the text stops making sense, and why."""

    line: int
    why: str


def parse(text: str | bytes, limit: int | None = MAX_BYTES) -> Record:
    """The record that `dump` wrote; RecordError where the text is damaged or breaks the rules.

    A text of more bytes than the limit is refused; None is for those who wrote it themselves.
    """
    if limit is not None:
        _check_size(text, limit)
    lines = _lines(text)
    record, first = read_head(lines)
    body = _Body(record, lines[first:])
    return body.replayed(lines[-1].number if lines else 1)


def _check_size(text: str | bytes, limit: int) -> None:
    size = len(text)
    if isinstance(text, str) and size <= limit:
        size = len(text.encode("utf-8", "surrogatepass"))
    if size > limit:
        raise RecordError(1, f"This text is longer than a record may be, {limit} bytes.", None)


def _lines(text: str | bytes) -> list[Line]:
    """The lines with their numbers, from 1; a byte order mark and space at the end of lines mean nothing."""
    if isinstance(text, bytes):
        text = _decoded(text)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    return [Line(number, line.rstrip()) for number, line in enumerate(lines, 1)]


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(data.count(b"\n", 0, error.start) + 1, "This is not UTF-8 text.", None) from error


_TURN = re.compile(r"([0-9]{1,9})\. ([0-9]): (.*)")


class _Body:
    """What stands below the headers, understood line by line until something is not."""

    def __init__(self, record: Record, lines: list[Line]) -> None:
        self.record = record
        self.game = game_of(record)
        self.plies: list[Ply] = []
        self.comments: list[tuple[int, str]] = []
        self.result: tuple[int, Result] | None = None
        self.damage: Damage | None = None
        for line in lines:
            try:
                self._read(line)
            except TavolaError as error:
                self.damage = Damage(line.number, str(error))
                break

    def _read(self, line: Line) -> None:
        text = line.text
        if not text:
            return
        if self.result is not None:
            raise NotUnderstood("Nothing may follow the result.")
        if text.startswith("#"):
            self._comment(text[1:].strip())
        elif text.startswith(RESULT):
            result = result_from_text(text.removeprefix(RESULT).strip(), self.record.players)
            self.result = line.number, result
        elif turn := _TURN.fullmatch(text):
            for action in turn[3].split(";"):
                ply = Ply(line.number, int(turn[1]), int(turn[2]) - 1, self.game.from_text(action))
                self.plies.append(ply)
        elif text[0].isdigit():
            raise NotUnderstood("A turn is written `12. 1: ...`: its number, the seat, and its actions.")
        else:
            self.plies.append(Ply(line.number, None, -1, self.game.from_text(text)))

    def _comment(self, text: str) -> None:
        if not is_plain(text):
            raise NotUnderstood("A comment is one line of plain text.")
        self.comments.append((len(self.plies), text))

    def replayed(self, last_line: int) -> Record:
        """The whole record, if the rules allow it and nothing is damaged."""
        whole = self._up_to(len(self.plies))
        actions, wrong = fill(whole, Rng())
        state = first_state(whole)
        for number, ply in enumerate(self.plies):
            try:
                self._check_place(state, number)
                if number == len(actions) and wrong is not None:
                    raise wrong
                after = self.game.apply(state, actions[number]).state
                self._check_chance(state, after, number)
                state = after
            except TavolaError as error:
                raise RecordError(ply.line, str(error), self._up_to(number)) from error
        if self.damage is not None:
            raise RecordError(*self.damage, whole)
        if self.result is None:
            raise RecordError(last_line + 1, "The record ends without a result.", whole)
        line, result = self.result
        finished = replace(whole, result=result)
        try:
            check_result(finished, state)
        except NotUnderstood as error:
            raise RecordError(line, str(error), whole) from error
        return finished

    def _check_place(self, state: Any, number: int) -> None:
        """Refuse a ply that stands on the wrong line."""
        ply, before = self.plies[number], self.plies[number - 1] if number else None
        actor, turn = self.game.to_play(state), self.game.turns(state)
        if actor is None:
            raise NotUnderstood("The game is over: only its result may follow.")
        if actor is CHANCE:
            return
        if ply.turn is None:
            raise NotUnderstood(f"This should be turn {turn}, written `{turn}. {actor + 1}: ...`.")
        if ply.turn != turn:
            if before is not None and before.line == ply.line:
                raise NotUnderstood(f"Turn {ply.turn} is over: there is an action too many on its line.")
            unfinished = f": turn {turn} is not finished" if before is not None and before.turn == turn else ""
            raise NotUnderstood(f"This is turn {turn}, not turn {ply.turn}{unfinished}.")
        if ply.seat != actor:
            raise NotUnderstood(f"Turn {turn} is the turn of seat {actor + 1}, not of seat {ply.seat + 1}.")

    def _check_chance(self, state: Any, after: Any, number: int) -> None:
        """A deal has a line of its own; what else chance does belongs to its turn."""
        if self.game.to_play(state) is not CHANCE:
            return
        ply, turn = self.plies[number], self.game.turns(state)
        if turn != self.game.turns(after):
            if ply.turn is not None:
                raise NotUnderstood("A deal has a line of its own.")
        elif (ply.turn, ply.seat) != (turn, self.plies[number - 1].seat):
            raise NotUnderstood(f"This belongs on the line of turn {turn}.")

    def _up_to(self, number: int) -> Record:
        comments = tuple(comment for comment in self.comments if comment[0] <= number)
        return replace(self.record, plies=tuple(ply.action for ply in self.plies[:number]), comments=comments)
