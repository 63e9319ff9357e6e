"""Curves of a training run, and what there is to say when there are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tavola.lab.train import curves
from tavola.rules.errors import BadOption

LINE = {"s": 1.0, "iteration": 1, "against_past": 0.0, "entropy": 2.0, "error": 1.0, "length": 900.0}


def log(folder: Path, lines: int) -> Path:
    """A log whose entropy falls from line to line."""
    rows = [LINE | {"iteration": 1 + 50 * at, "entropy": 2.0 - at / 10} for at in range(lines)]
    file = folder / "log.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_a_picture_of_four_panels(tmp_path: Path) -> None:
    picture = Image.open(curves.draw(curves.read(log(tmp_path, 12)), tmp_path / "curves.png"))
    assert picture.size == (2 * curves.WIDTH, 2 * curves.HEIGHT)
    inked = {
        (across, down): sum(
            picture.getpixel((x, y)) == curves.LINE
            for x in range(across * curves.WIDTH, (across + 1) * curves.WIDTH)
            for y in range(down * curves.HEIGHT, (down + 1) * curves.HEIGHT)
        )
        for across in (0, 1)
        for down in (0, 1)
    }
    assert min(inked.values()) > 300, "each panel has its curve"
    assert inked[1, 0] != inked[0, 0], "a falling one is longer than a level one"


def test_too_little_to_draw(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="not yet enough lines"):
        curves.draw(curves.read(log(tmp_path, 2)), tmp_path / "curves.png")


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-0.03, 0.41), (7.0, 7.0), (1, 4600)])
def test_the_numbers_beside_an_axis_are_round_and_around_it(low: float, high: float) -> None:
    ticks = curves._ticks(low, high)
    assert ticks[0] <= low <= high <= ticks[-1]
    assert 2 <= len(ticks) <= 8
    assert ticks == sorted(set(ticks))
