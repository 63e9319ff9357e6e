"""Lines of numbers as points of an SVG polyline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Chart", "charts"]

LEFT, RIGHT, TOP, BOTTOM = 24, 316, 8, 104


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart, ready for the template."""

    title: str
    lines: tuple[str, ...]
    last: tuple[int, ...]
    low: int
    high: int

    @property
    def summary(self) -> str:
        """The final numbers, for those who do not see the lines."""
        return ", ".join(map(str, self.last))


def charts(series: Sequence[tuple[str, Sequence[Sequence[int]]]]) -> list[Chart]:
    """A chart for each title with a line for each seat."""
    return [_chart(title, lines) for title, lines in series if lines and lines[0]]


def _chart(title: str, lines: Sequence[Sequence[int]]) -> Chart:
    low = min(0, *(min(line) for line in lines))
    high = max(1, *(max(line) for line in lines))
    steps = max(1, len(lines[0]) - 1)
    scale = (BOTTOM - TOP) / (high - low)

    def points(line: Sequence[int]) -> str:
        return " ".join(
            f"{LEFT + (RIGHT - LEFT) * at / steps:.1f},{BOTTOM - (value - low) * scale:.1f}"
            for at, value in enumerate(line)
        )

    return Chart(title, tuple(points(line) for line in lines), tuple(line[-1] for line in lines), low, high)
