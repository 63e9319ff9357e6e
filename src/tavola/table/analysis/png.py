"""The graph as a PNG picture, drawn by Pillow, which is not installed by default."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from math import hypot
from typing import Any, Final

from tavola.rules.errors import BadOption
from tavola.table.analysis.graph import HEIGHT, WIDTH, Line, Text, draw
from tavola.table.analysis.svg import DASHES, LIGHT
from tavola.table.analysis.telling import Teller

__all__ = ["need_pillow", "to_png"]

SCALE: Final = 2
FONTS: Final = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansTC-Regular.otf",
    "NotoSansTC-Regular.ttf",
    "wqy-zenhei.ttc",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "msjh.ttc",
    "Arial Unicode.ttf",
    "arial.ttf",
)
"""Fonts of the common systems; the first that has all the letters is taken, after Pillow's own."""


def need_pillow() -> None:
    """Say what is missing before any work is done."""
    if find_spec("PIL") is None:
        raise BadOption("A PNG needs Pillow: pip install tavola[analysis]. An SVG needs nothing: --svg FILE.")


def to_png(teller: Teller) -> bytes:
    """The picture, in light colours and twice the size of the SVG."""
    need_pillow()
    from PIL import Image, ImageDraw

    drawing = draw(teller)
    fonts = _Fonts("".join(text.text for text in drawing.texts))
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), LIGHT.paper)
    pen = ImageDraw.Draw(image)
    for line in drawing.lines:
        _line(pen, line)
    for dot in drawing.dots:
        box = [SCALE * (place + step) for step in (-5.5, 5.5) for place in (dot.x, dot.y)]
        pen.ellipse(box, fill=LIGHT.seats[dot.seat])
    for text in drawing.texts:
        _text(image, pen, fonts, text)
    kept = BytesIO()
    image.save(kept, "PNG", optimize=True)
    return kept.getvalue()


class _Fonts:
    """One font in several sizes that has all the letters."""

    def __init__(self, letters: str) -> None:
        from PIL import ImageFont

        self.sizes: dict[int, Any] = {}
        for name in (None, *FONTS):
            try:
                font = ImageFont.load_default(20) if name is None else ImageFont.truetype(name, 20)
            except OSError:
                continue
            if _has(font, letters):
                self.name = name
                return
        raise BadOption("No font here has all the letters of the graph: choose --svg FILE, or --lang en.")

    def of(self, size: int) -> Any:
        """The font in this size."""
        from PIL import ImageFont

        if size not in self.sizes:
            self.sizes[size] = (
                ImageFont.load_default(size) if self.name is None else ImageFont.truetype(self.name, size)
            )
        return self.sizes[size]


def _has(font: Any, letters: str) -> bool:
    """Whether every letter looks different from one that no font has."""
    missing = bytes(font.getmask("\U0010fffe"))
    return all(bytes(font.getmask(letter)) != missing for letter in set(letters) if not letter.isspace())


def _line(pen: Any, line: Line) -> None:
    colour = LIGHT.ink if line.seat is None else LIGHT.seats[line.seat]
    width = SCALE if line.seat is None else 5
    if line.faint:
        colour = _mixed(colour, LIGHT.paper, 0.25 if line.seat is None else 0.45)
    points = [(SCALE * x, SCALE * y) for x, y in line.points]
    dashes = () if line.seat is None or line.faint else DASHES[line.seat]
    for piece in _dashed(points, [SCALE * dash for dash in dashes]) if dashes else [points]:
        pen.line(piece, fill=colour, width=width, joint="curve")


def _dashed(points: list[tuple[float, float]], dashes: list[int]) -> list[list[tuple[float, float]]]:
    """The pieces of a broken line that are drawn."""
    pieces: list[list[tuple[float, float]]] = [[points[0]]]
    at, left = 0, float(dashes[0])
    for (x, y), (end_x, end_y) in pairwise(points):
        rest = hypot(end_x - x, end_y - y)
        while rest > 0:
            step = min(left, rest)
            x, y = x + (end_x - x) * step / rest, y + (end_y - y) * step / rest
            rest, left = rest - step, left - step
            if at % 2 == 0:
                pieces[-1].append((x, y))
            if left <= 0:
                at += 1
                left = float(dashes[at % len(dashes)])
                if at % 2 == 0:
                    pieces.append([(x, y)])
    return [piece for piece in pieces if len(piece) > 1]


def _mixed(front: str, back: str, share: float) -> str:
    pairs = [(int(front[at : at + 2], 16), int(back[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in pairs)


ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}


def _text(image: Any, pen: Any, fonts: _Fonts, text: Text) -> None:
    from PIL import Image, ImageDraw

    colour = LIGHT.ink if text.seat is None else LIGHT.seats[text.seat]
    font = fonts.of(text.size * SCALE)
    if not text.turned:
        place, anchor = (SCALE * text.x, SCALE * text.y), ANCHORS[text.anchor]
        if text.bold and text.seat is not None:  # a rank stands among the lines
            pen.text(place, text.text, font=font, fill=LIGHT.paper, anchor=anchor, stroke_width=2 * SCALE)
        stroke = SCALE // 2 if text.bold else 0
        pen.text(place, text.text, font=font, fill=colour, anchor=anchor, stroke_width=stroke)
        return
    left, top, right, bottom = (int(side) for side in font.getbbox(text.text))
    size = (right - left + 4, bottom - top + 4)
    label = Image.new("RGB", size, LIGHT.paper)
    ImageDraw.Draw(label).text((2 - left, 2 - top), text.text, font=font, fill=colour)
    place = (int(SCALE * text.x - size[1]), int(SCALE * text.y - size[0] / 2))
    image.paste(label.rotate(90, expand=True), place)
