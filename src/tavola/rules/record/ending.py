"""How a recorded game ended: by the rules, by the players' will or the clock, or not yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tavola.rules.core import Outcome, Seat
from tavola.rules.errors import NotUnderstood

__all__ = ["KINDS", "Ending", "Kind", "Result", "result_from_text", "result_to_text"]

Kind = Literal["resigned", "agreed draw", "timeout", "abandoned"]
KINDS: Final[tuple[Kind, ...]] = ("resigned", "agreed draw", "timeout", "abandoned")
UNFINISHED: Final = "*"


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that the table declares and the rules do not know."""

    kind: Kind
    winners: tuple[Seat, ...]
    """Rising; for an agreed draw those who share it, empty where nobody wins."""
    seat: Seat | None = None
    """Who resigned, ran out of time or left."""

    def __post_init__(self) -> None:
        """Refuse an ending that says nothing or contradicts itself."""
        if self.kind not in KINDS:
            raise NotUnderstood(f"A game cannot end by {self.kind!r}: choose {', '.join(KINDS)}.")
        if list(self.winners) != sorted(set(self.winners)) or self.seat in self.winners:
            raise NotUnderstood("Each winner is named once, in the order of the seats, and is not who gave up.")
        if self.kind in ("resigned", "timeout") and self.seat is None:
            raise NotUnderstood(f"{self.kind.capitalize()}: say which seat.")
        if self.kind == "agreed draw" and (self.seat is not None or len(self.winners) < 2):
            raise NotUnderstood("An agreed draw is shared by two seats or more.")


Result = Outcome | Ending | None
"""None: the game is not finished."""


def _seats(seats: Sequence[Seat]) -> str:
    numbers = [str(seat + 1) for seat in seats]
    if not numbers:
        return "nobody wins"
    if len(numbers) == 1:
        return f"{numbers[0]} wins"
    return f"{', '.join(numbers[:-1])} and {numbers[-1]} win"


def result_to_text(result: Result) -> str:
    """`1 wins (points 57 -3; places 1 2; by rounds)`, `2 wins (seat 1 resigned)`, or `*` for unfinished."""
    match result:
        case None:
            return UNFINISHED
        case Outcome(reasons, places, points):
            numbers = f"points {' '.join(map(str, points))}; places {' '.join(map(str, places))}"
            return f"{_seats(result.winners)} ({numbers}; by {' '.join(reasons)})"
        case Ending(kind, winners, seat):
            return f"{_seats(winners)} ({kind})" if seat is None else f"{_seats(winners)} (seat {seat + 1} {kind})"


_BY_RULES = re.compile(r"[^()]* \(points ([-0-9 ]{1,60}); places ([0-9 ]{1,20}); by ([a-z ]{1,100})\)")
_BY_TABLE = re.compile(rf"([0-9, a-z]{{1,60}}) \((?:seat ([0-9]) )?({'|'.join(KINDS)})\)")


def result_from_text(text: str, players: int) -> Result:
    """The result that `result_to_text` wrote for so many players."""
    if text == UNFINISHED:
        return None
    try:
        result = _read(text)
    except (ValueError, IndexError) as error:
        raise _not_a_result(text) from error
    seats = {*result.winners, result.seat or 0} if isinstance(result, Ending) else set(range(len(result.places)))
    if isinstance(result, Outcome) and not len(result.places) == len(result.points) == players:
        raise NotUnderstood(f"A result of {players} players has {players} places and points.")
    if not seats <= set(range(players)):
        raise NotUnderstood(f"There are {players} seats, counted from 1.")
    if result_to_text(result) != text:
        raise _not_a_result(text)
    return result


def _read(text: str) -> Outcome | Ending:
    if by_rules := _BY_RULES.fullmatch(text):
        points, places = ([int(number) for number in by_rules[group].split(" ")] for group in (1, 2))
        return Outcome(tuple(by_rules[3].split(" ")), tuple(places), tuple(points))
    if by_table := _BY_TABLE.fullmatch(text):
        winners = tuple(int(number) - 1 for number in re.findall("[0-9]", by_table[1]))
        (kind,) = (kind for kind in KINDS if kind == by_table[3])
        return Ending(kind, winners, int(by_table[2]) - 1 if by_table[2] else None)
    raise ValueError(text)


def _not_a_result(text: str) -> NotUnderstood:
    return NotUnderstood(
        f"{text[:60]!r} is not a result: write *, 1 wins (points 57 -3; places 1 2; by rounds), "
        f"or 2 wins (seat 1 resigned)."
    )
