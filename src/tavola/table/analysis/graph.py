"""The graph of a game as lines, dots and words on a plane, for any kind of picture.

Each seat has a line: what it could expect after the first move of each of its turns, by what it knew. A mistake is
a dot with its rank, and a stroke up to what the best move would have brought.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor
from typing import Final, Literal

from tavola.bots.analysis import Decision
from tavola.table.analysis.telling import Teller

__all__ = ["HEIGHT", "WIDTH", "Dot", "Drawing", "Line", "Text", "draw"]

WIDTH, HEIGHT = 800, 420
LEFT, RIGHT, TOP, BOTTOM = 76, 20, 84, 58
LONGEST: Final = 18
"""Letters of a name in the legend."""
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
TICKS: Final = 5
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Line:
    """A stroke through points; of a seat, or of the axes where `seat` is None."""

    points: tuple[tuple[float, float], ...]
    seat: int | None = None
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A mistake, with words for those who point at it."""

    x: float
    y: float
    seat: int
    title: str


@dataclass(frozen=True, slots=True)
class Text:
    """Words at a place."""

    x: float
    y: float
    text: str
    anchor: Anchor = "middle"
    size: int = 13
    seat: int | None = None
    bold: bool = False
    turned: bool = False
    """Read from below."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that is to be drawn, in this order."""

    title: str
    about: str
    """The same in a few words."""
    lines: tuple[Line, ...]
    dots: tuple[Dot, ...]
    texts: tuple[Text, ...]


class _Plane:
    """Where a decision and a value lie."""

    def __init__(self, teller: Teller) -> None:
        analysis = teller.analysis
        numbers = [one.number for one in analysis.decisions]
        drawn = [one for seat in analysis.seats for one in (*analysis.course(seat), *analysis.mistakes(seat))]
        values = [value for one in drawn for value in (one.played.expected, one.best[0].expected)]
        self.first, self.last = min(numbers), max(max(numbers), min(numbers) + 1)
        if analysis.unit == "chance":
            self.ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
        else:
            low, high = min(*values, 0.0), max(*values, 0.0)
            step = next((step for step in STEPS if high - low <= step * TICKS), STEPS[-1])
            self.ticks = [float(step * at) for at in range(floor(low / step), max(1, ceil(high / step)) + 1)]

    def x(self, number: int) -> float:
        """From the left to the right."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (number - self.first) / (self.last - self.first)

    def y(self, value: float) -> float:
        """From the bottom to the top."""
        low, high = self.ticks[0], self.ticks[-1]
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)


def draw(teller: Teller) -> Drawing:
    """The graph of an analysis, with the teller's words."""
    plane = _Plane(teller)
    lines, texts = [*_axes(plane), *_rounds(teller, plane)], [*_words(teller, plane), *_legend(teller)]
    lines += [line for seat in teller.analysis.seats for line in _course(teller, plane, seat)]
    lines += [Line(points, seat) for seat, points in _samples(teller)]
    dots: list[Dot] = []
    for seat in teller.analysis.seats:
        for rank, one in enumerate(teller.analysis.mistakes(seat), 1):
            x, y, best = plane.x(one.number), plane.y(one.played.expected), plane.y(one.best[0].expected)
            lines.append(Line(((x, best), (x, y)), seat, faint=True))
            dots.append(Dot(x, y, seat, teller.mistake(one)))
            texts.append(Text(x, y + 20, str(rank), seat=seat, bold=True))
    return Drawing(teller.game, teller.axis, tuple(lines), tuple(dots), tuple(texts))


def _axes(plane: _Plane) -> Iterator[Line]:
    for tick in plane.ticks:
        y = plane.y(tick)
        yield Line(((LEFT, y), (WIDTH - RIGHT, y)), faint=tick not in (plane.ticks[0], 0.0))
    yield Line(((LEFT, TOP), (LEFT, HEIGHT - BOTTOM)))


def _rounds(teller: Teller, plane: _Plane) -> Iterator[Line]:
    """A stroke where a new round begins."""
    for number, _ in _starts(teller)[1:]:
        x = plane.x(number)
        yield Line(((x, TOP), (x, HEIGHT - BOTTOM)), faint=True)


def _starts(teller: Teller) -> list[tuple[int, int]]:
    """The first decision of each round, and the round."""
    grouped = groupby(teller.analysis.decisions, key=lambda one: one.round)
    return [(next(own).number, number) for number, own in grouped]


def _words(teller: Teller, plane: _Plane) -> Iterator[Text]:
    say = teller.words.say
    yield Text(LEFT, 28, teller.game, "start", 17, bold=True)
    for tick in plane.ticks:
        label = teller.value(tick) if teller.analysis.unit == "chance" else f"{tick:+.0f}" if tick else "0"
        yield Text(LEFT - 8, plane.y(tick) + 4, label, "end")
    yield Text(20, (TOP + HEIGHT - BOTTOM) / 2, teller.axis, turned=True)
    step = max(1, (plane.last - plane.first) // 8)
    step = next((wide for wide in STEPS if wide >= step), STEPS[-1])
    for number in range(ceil(plane.first / step) * step, plane.last + 1, step):
        yield Text(plane.x(number), HEIGHT - BOTTOM + 20, str(number))
    yield Text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, say("Move"))
    starts = _starts(teller)
    if len(starts) > 1:
        for number, round_number in starts:
            yield Text(plane.x(number) + 5, TOP + 12, say("Round {n}", n=round_number), "start", 12)


def _course(teller: Teller, plane: _Plane, seat: int) -> Iterator[Line]:
    """A line for each round: what is expected begins anew."""
    for _, own in groupby(teller.analysis.course(seat), key=lambda one: one.round):
        part: list[Decision] = list(own)
        points = [(plane.x(one.number), plane.y(one.played.expected)) for one in part]
        yield Line(tuple(points if len(points) > 1 else points * 2), seat)


def _samples(teller: Teller) -> Iterator[tuple[int, tuple[tuple[float, float], ...]]]:
    """A piece of each seat's line for the legend."""
    for place, seat in enumerate(teller.analysis.seats):
        x = LEFT + 175 * place
        yield seat, ((x, 52.0), (x + 28, 52.0))


def _legend(teller: Teller) -> Iterator[Text]:
    for seat, (_, (end, y)) in _samples(teller):
        name = teller.names[seat]
        yield Text(end + 8, y + 5, name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…", "start", 14, seat)
