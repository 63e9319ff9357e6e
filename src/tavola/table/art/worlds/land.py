"""What the tall pictures of the expeditions are put together from.

A picture is 250 wide and runs from TOP down to BOTTOM. The card 2 shows what lies from 0 to 350, each card after it
starts a STEP lower, and the wager starts a STEP higher. A card is given only the pieces that its part needs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tavola.table.art.dice import Dice
from tavola.table.art.ink import Attributes, Point, circle, lines, num, path, radial, smooth

__all__ = [
    "BOTTOM",
    "STEP",
    "TOP",
    "WIDTH",
    "Piece",
    "World",
    "backdrop",
    "glimmer",
    "halo",
    "peaks",
    "piece",
    "swell",
    "wall",
]

WIDTH: Final = 250
STEP: Final = 77
"""What an overlapping column shows of a card: 22 hundredths of its 350."""
TOP: Final = -STEP
BOTTOM: Final = 8 * STEP + 350


class Piece(NamedTuple):
    """Marks between two heights."""

    top: float
    bottom: float
    drawn: str


class World(NamedTuple):
    """A tall picture: gradients, and pieces from the back to the front."""

    defs: str
    pieces: tuple[Piece, ...]


def piece(top: float, bottom: float, *drawn: str) -> Piece:
    """Marks that lie between two heights."""
    return Piece(top, bottom, "".join(drawn))


def backdrop(*stops: tuple[float, str]) -> str:
    """The gradient `s` of a picture's ground, by height."""
    tall = BOTTOM - TOP
    inside = "".join(f'<stop offset="{(y - TOP) / tall:.3f}" stop-color="{colour}"/>' for y, colour in stops)
    return (
        f'<linearGradient id="s" gradientUnits="userSpaceOnUse" x1="0" y1="{TOP}" x2="0" y2="{BOTTOM}">{inside}'
        "</linearGradient>"
    )


def halo(colour: str, name: str = "h") -> str:
    """The gradient of a soft light."""
    return radial(name, (0, colour, 0.95), (0.35, colour, 0.4), (1, colour, 0))


def glimmer(x: float, y: float, r: float, name: str = "h", shown: float | None = None) -> str:
    """A soft light."""
    return circle(x, y, r, f"url(#{name})", opacity=shown)


def peaks(dice: Dice, y: float, tall: float, count: int, fill: str, shade: str, depth: float = 60) -> Piece:
    """A chain of mountains whose feet are on y, with the sides away from the light in shadow."""
    step = WIDTH / count
    x = -dice.between(0, step * 0.6)
    outline: list[Point] = [(x, y + depth), (x, y)]
    dark = ""
    while x < WIDTH:
        width = step * dice.between(0.8, 1.3)
        top = (x + width * dice.between(0.4, 0.58), y - tall * dice.between(0.6, 1))
        valley = (x + width, y - tall * dice.between(0.02, 0.25))
        bend = (top[0] + width * dice.between(-0.05, 0.08), (top[1] + y) / 2)
        dark += lines([top, valley, (valley[0], y + depth), (bend[0] - width * 0.1, y + depth), bend], digits=0)
        outline += [((x + top[0]) / 2, (outline[-1][1] + top[1]) / 2 + dice.between(-5, 5)), top, valley]
        x += width
    outline.append((x, y + depth))
    return piece(y - tall - 6, y + depth, path(lines(outline, digits=0), fill), path(dark, shade, fill_opacity=0.22))


def swell(dice: Dice, y: float, wave: float, fill: str, depth: float, line: str | None = None) -> Piece:
    """Soft land or water from side to side, `depth` deep, its edge lit if a colour is given."""
    points = [(x, round(y + dice.between(-wave, wave))) for x in range(-12, 300, 48)]
    edge = smooth(points)
    lit: Attributes = {"stroke": line, "stroke_opacity": 0.5, "stroke_width": 1.5} if line else {}
    return piece(y - wave - 2, y + depth, path(f"{edge}V{num(y + depth)}H-12Z", fill, **lit))


def wall(dice: Dice, side: int, top: float, bottom: float, reach: float, fill: str, shade: str | None = None) -> Piece:
    """Rock along the left (-1) or right (1) side, ragged, narrowing at both ends."""
    edge = 0.0 if side < 0 else float(WIDTH)
    points: list[Point] = [(edge + side * 6, top)]
    dark = ""
    y = top
    while y < bottom - 14:
        y += dice.between(24, 44)
        share = min(1.0, 0.35 + (y - top) / 120, 0.35 + (bottom - y) / 120)
        points.append((edge - side * reach * max(0.1, share) * dice.between(0.55, 1.1), min(y, bottom)))
        if shade and len(points) > 2:
            a, b = points[-2], points[-1]
            dark += lines([a, b, (b[0] + side * reach * 0.5, b[1] - 4)], digits=0)
    points.append((edge + side * 6, bottom))
    drawn = path(lines(points, digits=0), fill)
    return piece(top, bottom, drawn, path(dark, shade, fill_opacity=0.3) if shade and dark else "")
