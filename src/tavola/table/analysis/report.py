"""An analysis as text for a terminal: every decision on a line, a small graph, the biggest mistakes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from tavola.bots.analysis import Decision
from tavola.table.analysis.telling import Teller

__all__ = ["to_text"]

BARS: Final = "▁▂▃▄▅▆▇█"
WIDTH: Final = 60
"""Columns of the graph at most."""
RIGHT: Final = (0, 2, 3)
"""Columns of numbers."""


def to_text(teller: Teller) -> str:
    """The whole report."""
    head = [teller.title] + [teller.outcome] * bool(teller.outcome)
    parts = [head, list(_decisions(teller)), list(_graph(teller)), *(_seat(teller, seat) for seat in _told(teller))]
    return "\n\n".join("\n".join(part) for part in parts)


def _told(teller: Teller) -> list[int]:
    hidden = teller.analysis.hidden
    return [seat for seat in range(len(hidden)) if seat in teller.analysis.seats or hidden[seat]]


# --- Every decision ------------------------------------------------------------------------------------------


def _decisions(teller: Teller) -> Iterator[str]:
    say = teller.words.say
    heads = [say("Move"), say("Player"), say("Expected"), say("Loss"), say("Played"), say("Best moves")]
    rows = [heads, *(_row(teller, one) for one in teller.analysis.decisions)]
    widths = [max(_width(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        cells = [_padded(row[column], width, column in RIGHT) for column, width in enumerate(widths)]
        yield "  ".join([*cells, row[-1]]).rstrip()


def _row(teller: Teller, one: Decision) -> list[str]:
    best = "; ".join(f"{choice.text} {teller.value(choice.expected)}" for choice in one.best)
    return [
        str(one.number),
        teller.names[one.seat],
        teller.value(one.played.expected),
        teller.lost(one) or "-",
        one.played.text,
        best,
    ]


def _width(text: str) -> int:
    """Columns that a terminal needs: Chinese characters take two."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space


# --- The graph -----------------------------------------------------------------------------------------------


def _graph(teller: Teller) -> Iterator[str]:
    analysis = teller.analysis
    yield teller.words.say("{what}, from the first decision to the last", what=teller.axis)
    values = [one.played.expected for one in analysis.decisions]
    low, high = (min(*values, -1.0), max(*values, 1.0)) if analysis.unit == "points" else (0.0, 1.0)
    width = max(_width(teller.names[seat]) for seat in analysis.seats)
    for seat in analysis.seats:
        own = analysis.course(seat)
        columns = min(WIDTH, len(own))
        bars = "".join(_bar([one.played.expected for one in part], low, high) for part in _parts(own, columns))
        first, last = teller.value(own[0].played.expected), teller.value(own[-1].played.expected)
        yield f"{_padded(teller.names[seat], width, False)}  {bars}  {first} … {last}"
        if marks := _marks(own, analysis.mistakes(seat), columns):
            yield f"{' ' * width}  {marks}"


def _parts(own: Sequence[Decision], columns: int) -> list[Sequence[Decision]]:
    edges = [len(own) * column // columns for column in range(columns + 1)]
    return [own[start:end] for start, end in pairwise(edges)]


def _bar(values: Sequence[float], low: float, high: float) -> str:
    share = (sum(values) / len(values) - low) / (high - low)
    return BARS[min(len(BARS) - 1, max(0, int(share * len(BARS))))]


def _marks(own: Sequence[Decision], mistakes: Sequence[Decision], columns: int) -> str:
    line = [" "] * columns
    for place, part in enumerate(_parts(own, columns)):
        for rank, mistake in reversed(list(enumerate(mistakes, 1))):
            if mistake.turn in [one.turn for one in part]:
                line[place] = str(rank)
    return "".join(line).rstrip()


# --- The mistakes --------------------------------------------------------------------------------------------


def _seat(teller: Teller, seat: int) -> list[str]:
    analysis, told = teller.analysis, teller.words
    lines = [teller.names[seat]]
    if facts := teller.facts(seat):
        lines = [told.say("{player}: {facts}", player=teller.names[seat], facts=facts)]
        if not analysis.mistakes(seat):
            lines.append(told.say("No big mistake."))
    lines += [f"{rank}. {teller.mistake(one)}" for rank, one in enumerate(analysis.mistakes(seat), 1)]
    if hidden := teller.hidden(seat):
        lines.append(hidden)
    return lines
