"""The log of a training run as a picture: one panel for each number, over the actions played."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from tavola.rules.errors import BadOption

__all__ = ["draw", "read"]

PANELS: Final[Mapping[str, str]] = {
    "against_past": "result against past selves",
    "entropy": "entropy of the choices",
    "error": "error of the values (1: knows nothing)",
    "length": "length of the games, actions",
}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 300, 64, 16, 40, 44
PAPER, INK, GRID, LINE = (255, 255, 255), (40, 40, 40), (222, 222, 222), (32, 98, 172)

Row = Mapping[str, float]
Points = Sequence[tuple[float, float]]


def read(log: Path) -> list[Row]:
    """The lines of a log, those at the start of a run left out, when hardly any game was finished."""
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.strip()]
    usual = median(row["length"] for row in rows) if rows else 0
    return [row for row in rows if row["iteration"] > 1 and row["length"] <= 4 * usual]


def draw(rows: Sequence[Row], file: Path) -> Path:
    """Write the picture."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise BadOption("Curves are drawn with Pillow: pip install pillow.") from error
    if len(rows) < 2:
        raise BadOption("There are not yet enough lines in the log to draw curves.")
    picture = Image.new("RGB", (2 * WIDTH, HEIGHT * math.ceil(len(PANELS) / 2)), PAPER)
    pen = ImageDraw.Draw(picture)
    for at, (name, title) in enumerate(PANELS.items()):
        corner = (at % 2 * WIDTH, at // 2 * HEIGHT)
        _panel(pen, corner, title, [(row["iteration"], row[name]) for row in rows])
    picture.save(file)
    return file


def _panel(pen: Any, corner: tuple[int, int], title: str, points: Points) -> None:
    left, top = corner[0] + LEFT, corner[1] + TOP
    right, bottom = corner[0] + WIDTH - RIGHT, corner[1] + HEIGHT - BOTTOM
    across = _ticks(points[0][0], points[-1][0])
    heights = [value for _, value in points]
    up = _ticks(min(heights), max(heights))

    def place(x: float, y: float) -> tuple[float, float]:
        share = (x - across[0]) / (across[-1] - across[0]), (y - up[0]) / (up[-1] - up[0])
        return left + share[0] * (right - left), bottom - share[1] * (bottom - top)

    for x in across:
        pen.line([place(x, up[0]), place(x, up[-1])], fill=GRID)
        pen.text((place(x, up[0])[0], bottom + 6), f"{x:g}", fill=INK, anchor="ma")
    for y in up:
        pen.line([place(across[0], y), place(across[-1], y)], fill=GRID)
        pen.text((left - 6, place(across[0], y)[1]), f"{y:g}", fill=INK, anchor="rm")
    pen.line([place(x, y) for x, y in points], fill=LINE, width=2)
    pen.text(((left + right) / 2, top - 22), title, fill=INK, anchor="mm", font_size=14)
    pen.text(((left + right) / 2, bottom + 30), "iteration", fill=INK, anchor="mm")


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the one to above the other, about five."""
    span = max(high - low, 1e-9)
    step = 10.0 ** math.floor(math.log10(span / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 5)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(step * at, 12) for at in range(first, max(last, first + 1) + 1)]
