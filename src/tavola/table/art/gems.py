"""Gems told apart by their cut: silhouettes, faceted stones seen from above, and the dots of a price."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from tavola.table.art.ink import (
    LETTERS,
    Attributes,
    Point,
    along,
    circle,
    document,
    figure,
    group,
    linear,
    lines,
    mix,
    num,
    path,
    polygon,
    radial,
)
from tavola.table.art.palette import STONES, Stone

__all__ = ["KINDS", "PRICE_TYPE", "gem", "price_dot", "silhouette", "star", "stone", "wild_stone"]

KINDS: Final = ("w", "b", "g", "r", "k", "p", "gold")
_LIGHT: Final = (-0.6, -0.8)
_SEAT: Final = {"r": (0.0, 0.16), "k": (0.0, 0.0)}
"""Where the table of a stone lies when it is not in the middle of its outline."""
_FLAT: Final = {"w": "#eef4f8", "g": "#14935e", "r": "#ac162a", "p": "#e3a9b7", "k": "#2c2834"}
"""The flat colour in prices, where it is not that of the table."""
PRICE_TYPE: Final[Attributes] = {
    "font_family": LETTERS,
    "font_weight": "700",
    "font_size": 33,
    "text_anchor": "middle",
    "stroke_width": 2.6,
    "stroke_linejoin": "round",
    "paint_order": "stroke",
}
"""What all numbers of a price share."""

# Outlines fit in a circle of radius 1 around (0, 0) and are sampled clockwise from the top.
_EMERALD: Final = (
    (-0.42, -0.98),
    (0.42, -0.98),
    (0.8, -0.6),
    (0.8, 0.6),
    (0.42, 0.98),
    (-0.42, 0.98),
    (-0.8, 0.6),
    (-0.8, -0.6),
)

_HALF: Final = 0.72
"""Half the width of the marquise."""
_BEND: Final = (1 + _HALF * _HALF) / (2 * _HALF)
"""The radius of its two arcs."""


def _cushion(turn: float) -> Point:
    x, y = math.sin(turn), -math.cos(turn)
    r = 0.9 / (abs(x) ** 5 + abs(y) ** 5) ** 0.2
    return r * x, r * y


def _marquise(turn: float) -> Point:
    # Two arcs through the points (0, -1) and (0, 1).
    y = -math.cos(turn)
    x = math.sqrt(_BEND * _BEND - y * y) - (_BEND - _HALF)
    return math.copysign(max(0.0, x), math.sin(turn)), y


def _pear(turn: float) -> Point:
    # A drop: a point on top, a round belly below.
    x = 0.93 * math.sin(turn) * math.sin(turn / 2 if turn <= math.pi else math.pi - turn / 2) ** 1.15
    return x, -math.cos(turn)


def _outline(kind: str, count: int) -> list[Point]:
    turns = [2 * math.pi * at / count for at in range(count)]
    match kind:
        case "b":
            return [_cushion(turn) for turn in turns]
        case "r":
            return [_pear(turn) for turn in turns]
        case "k":
            return [_marquise(turn) for turn in turns]
    return [(math.sin(turn), -math.cos(turn)) for turn in turns]


def _placed(points: Sequence[Point], x: float, y: float, r: float) -> list[Point]:
    return [(x + r * px, y + r * py) for px, py in points]


def silhouette(kind: str, x: float, y: float, r: float) -> str:
    """Path data of the outline of a cut, in curves, which are shorter than the sampled points."""

    def at(px: float, py: float) -> str:
        return f"{num(x + r * px)} {num(y + r * py)}"

    match kind:
        case "g":
            return lines(_placed(_EMERALD, x, y, r))
        case "b":
            side = (
                f"M{at(0, -0.9)}C{at(0.88, -0.9)} {at(0.9, -0.88)} {at(0.9, 0)}"
                f"C{at(0.9, 0.88)} {at(0.88, 0.9)} {at(0, 0.9)}"
            )
            return (
                side
                + f"C{at(-0.88, 0.9)} {at(-0.9, 0.88)} {at(-0.9, 0)}C{at(-0.9, -0.88)} {at(-0.88, -0.9)} {at(0, -0.9)}Z"
            )
        case "r":
            left = f"C{at(-0.18, -0.72)} {at(-0.69, -0.2)} {at(-0.69, 0.36)}C{at(-0.69, 0.75)} {at(-0.4, 1)} {at(0, 1)}"
            return (
                f"M{at(0, -1)}{left}C{at(0.4, 1)} {at(0.69, 0.75)} {at(0.69, 0.36)}"
                f"C{at(0.69, -0.2)} {at(0.18, -0.72)} {at(0, -1)}Z"
            )
        case "k":
            bend = num(_BEND * r)
            return f"M{at(0, -1)}A{bend} {bend} 0 0 1 {at(0, 1)}A{bend} {bend} 0 0 1 {at(0, -1)}Z"
    size = num(r)
    return f"M{at(0, -1)}A{size} {size} 0 0 1 {at(0, 1)}A{size} {size} 0 0 1 {at(0, -1)}Z"


# --- Facets --------------------------------------------------------------------------------------------------


def _facets(kind: str) -> list[tuple[list[Point], float]]:
    """Polygons around the table with a lean of -1 to 1 that makes neighbours differ as reflections do."""
    return _steps() if kind == "g" else _brilliant(kind)


def _steps() -> list[tuple[list[Point], float]]:
    """Trapezia along the eight sides in two rows, as an emerald is cut."""
    found = []
    for outer, inner, lean in ((1.0, 0.8, 0.25), (0.8, 0.58, -0.25)):
        for at, here in enumerate(_EMERALD):
            after = _EMERALD[(at + 1) % 8]
            corners = [(here[0] * outer, here[1] * outer), (after[0] * outer, after[1] * outer)]
            corners += [(after[0] * inner, after[1] * inner), (here[0] * inner, here[1] * inner)]
            found.append((corners, lean))
    return found


def _brilliant(kind: str) -> list[tuple[list[Point], float]]:
    """Eight stars, eight kites and sixteen girdle facets, as a brilliant is cut."""
    cx, cy = _SEAT.get(kind, (0.0, 0.0))
    rim = _outline(kind, 32)

    def inward(at: int, share: float) -> Point:
        x, y = rim[at % 32]
        return cx + share * (x - cx), cy + share * (y - cy)

    found: list[tuple[list[Point], float]] = []
    for corner in range(0, 32, 4):
        table, after = inward(corner, 0.56), inward(corner + 4, 0.56)
        middle, before = inward(corner + 2, 0.77), inward(corner - 2, 0.77)
        found.append(([table, after, middle], 0.5))
        found.append(([table, middle, rim[corner], before], -0.2))
        found.append(([middle, rim[corner], rim[corner + 1], rim[corner + 2]], -0.55))
        found.append(([middle, rim[corner + 2], rim[corner + 3], rim[(corner + 4) % 32]], 0.3))
    return found


def _shade(shape: Sequence[Point], lean: float, centre: Point) -> float:
    """How bright a facet is, 0 to 1: those that face the light on the top left shine."""
    x = sum(point[0] for point in shape) / len(shape) - centre[0]
    y = sum(point[1] for point in shape) / len(shape) - centre[1]
    facing = (x * _LIGHT[0] + y * _LIGHT[1]) / (math.hypot(x, y) or 1)
    return min(1.0, max(0.0, 0.47 + 0.4 * facing + 0.22 * lean))


def _ramp(colours: Stone, shade: float) -> str:
    place = min(3, int(shade * 4))
    return mix(colours.ramp[place], colours.ramp[place + 1], shade * 4 - place)


@cache
def _cut_stone(kind: str) -> str:
    """A stone of radius 100 around (0, 0), so that whole numbers will do: facets of like brightness are one path."""
    colours = STONES[kind]
    centre = _SEAT.get(kind, (0.0, 0.0))
    by_shade: dict[int, str] = {}
    for shape, lean in _facets(kind):
        level = round(8 * _shade(shape, lean, centre))
        by_shade[level] = by_shade.get(level, "") + lines(_placed(shape, 0, 0, 100), digits=0)
    facets = "".join(path(d, _ramp(colours, level / 8)) for level, d in sorted(by_shade.items()))
    # Half of the edge is hidden below the facets.
    edge: Attributes = {"stroke": colours.edge, "stroke_width": 11, "stroke_linejoin": "round"}
    return path(silhouette(kind, 0, 0, 100), colours.table, **edge) + facets + _table_shine(kind) + _glint(kind)


def _table_shine(kind: str) -> str:
    """The lit half of the table facet."""
    cx, cy = _SEAT.get(kind, (0.0, 0.0))
    if kind == "g":
        lit = [(px * 0.58, py * 0.58) for px, py in (*_EMERALD[6:], _EMERALD[0], _EMERALD[1])]
    else:
        rim = _outline(kind, 32)
        lit = [(cx + 0.56 * (px - cx), cy + 0.56 * (py - cy)) for px, py in (rim[at] for at in (20, 24, 28, 0, 4))]
    return path(lines(_placed(lit, 0, 0, 100), digits=0), "#fff", fill_opacity=0.16)


def _glint(kind: str) -> str:
    """A small four-pointed spark."""
    centre = {"r": (-20, -40), "k": (-30, -42), "g": (-52, -68)}.get(kind, (-50, -58))
    r = 16 if kind == "r" else 20
    points = [along(centre, r if at % 2 == 0 else r * 0.2, 45 * at) for at in range(8)]
    return path(lines(points, digits=0), "#fff")


def star(x: float, y: float, r: float, fill: str, points: int = 5) -> str:
    """A star that stands upright."""
    corners = [along((x, y), r if at % 2 == 0 else r * 0.44, 180 * at / points - 90) for at in range(2 * points)]
    return polygon(corners, fill)


# --- Whole stones --------------------------------------------------------------------------------------------


def stone(kind: str, x: float, y: float, r: float, *, letter: float = 1, name: str = "s") -> str:
    """A gem, a pearl or a coin on (x, y), in a circle of radius r.

    Its letter is this much larger than usual, 0 for none; `name` sets its gradients apart from others.
    """
    if kind == "p":
        drawn = _pearl(x, y, r, name)
    elif kind == "gold":
        drawn = _coin(x, y, r, name)
    else:
        drawn = group(_cut_stone(kind), transform=f"translate({num(x)} {num(y)})scale({r / 100:.3g})")
    return drawn + (_letter(kind, x, y, r, letter) if letter else "")


def _letter(kind: str, x: float, y: float, r: float, scale: float) -> str:
    if kind == "gold":
        return ""
    colours = STONES[kind]
    down = 0.16 if kind == "r" else 0.02
    return figure(
        kind.upper(),
        x,
        y + down * r,
        r * scale * (0.86 if kind in "kr" else 0.94),
        colours.letter,
        LETTERS,
        stroke=colours.halo,
        stroke_width=r * 0.13,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _pearl(x: float, y: float, r: float, name: str) -> str:
    dark, low, middle, high, white = STONES["p"].ramp
    lustre = radial(
        f"{name}p", (0, white), (0.25, high), (0.55, middle), (0.82, low), (1, dark), at=(0.36, 0.3), reach=0.75
    )
    sheen = radial(f"{name}q", (0.6, "#bfe0f2", 0), (0.85, "#bfe0f2", 0.75), (1, "#e9c7ef", 0.2))
    edge = STONES["p"].edge
    return (
        lustre
        + sheen
        + circle(x, y, r * 0.95, f"url(#{name}p)", stroke=edge, stroke_width=max(1.0, r / 20))
        + circle(x, y, r * 0.86, f"url(#{name}q)")
        + path(
            f"M{x - 0.66 * r:.1f} {y - 0.16 * r:.1f}"
            f"A{0.7 * r:.1f} {0.7 * r:.1f} 0 0 1 {x - 0.1 * r:.1f} {y - 0.68 * r:.1f}",
            "none",
            stroke="#fff",
            stroke_width=r * 0.13,
            stroke_linecap="round",
            stroke_opacity=0.9,
        )
    )


def _coin(x: float, y: float, r: float, name: str) -> str:
    dark, low, middle, high, white = STONES["gold"].ramp
    metal = linear(f"{name}c", (0, white), (0.3, high), (0.6, middle), (1, low), to=(1, 1))
    field = linear(f"{name}d", (0, low), (0.5, middle), (1, high), to=(1, 1))
    return (
        metal
        + field
        + circle(x, y, r * 0.95, f"url(#{name}c)", stroke=STONES["gold"].edge, stroke_width=max(1.0, r / 20))
        + circle(
            x, y, r * 0.84, "none", stroke=dark, stroke_width=r * 0.1, stroke_dasharray=f"{r * 0.06:.1f} {r * 0.1:.1f}"
        )
        + circle(x, y, r * 0.72, f"url(#{name}d)", stroke=dark, stroke_width=r * 0.04)
        + star(x + r * 0.03, y + r * 0.07, r * 0.56, white)
        + star(x, y + r * 0.03, r * 0.56, dark)
    )


def wild_stone(x: float, y: float, r: float) -> str:
    """A five-sided gem with a side of each colour: it counts as any of them."""
    rim = [along((x, y), r, 72 * at - 90) for at in range(5)]
    inner = [along((x, y), r * 0.46, 72 * at - 90) for at in range(5)]
    sides = ""
    for at, kind in enumerate("rkgwb"):
        after = (at + 1) % 5
        middle = along((x, y), r * 0.6, 72 * at - 54)
        colours = STONES[kind].ramp
        sides += polygon([rim[at], rim[after], middle], colours[2 if kind != "w" else 3])
        sides += polygon([rim[at], middle, inner[at]], colours[3 if kind != "w" else 4])
        sides += polygon([rim[after], middle, inner[after]], colours[1 if kind != "w" else 2])
        sides += polygon([inner[at], inner[after], middle], colours[4 if kind != "k" else 3])
    table = polygon(inner, "#fffaf0", stroke="#6e4d1a", stroke_width=max(0.8, r / 30))
    edge = polygon(rim, "none", stroke="#2a2118", stroke_width=max(1.0, r / 16), stroke_linejoin="round")
    return sides + table + edge + star(x, y + r * 0.02, r * 0.3, "#8a560a", 5)


def price_dot(kind: str, count: int, x: float, y: float, r: float) -> str:
    """A flat gem with a number in it; to be put in a group that sets `PRICE_TYPE`."""
    colours = STONES[kind]
    shape = path(
        silhouette(kind, x, y, 0.92 * r if kind in "wp" else r), _FLAT.get(kind, colours.table), stroke=colours.edge
    )
    down = 0.16 * r if kind == "r" else 0
    where = f'x="{num(x)}" y="{num(y + down + 0.46 * r)}"'
    number = f'<text {where} fill="{colours.letter}" stroke="{colours.halo}">{count}</text>'
    return shape + _flat_cut(kind, x, y, r) + number


def _flat_cut(kind: str, x: float, y: float, r: float) -> str:
    """A line or two that part the round brilliant from the pearl even where colours are not seen."""
    if kind == "w":
        table = [along((x, y), 0.7 * r, 45 * at + 22.5) for at in range(8)]
        rays = "".join(
            lines([corner, along((x, y), 0.92 * r, 45 * at + 22.5)], close=False) for at, corner in enumerate(table)
        )
        return path(lines(table) + rays, "none", stroke="#a9bccb", stroke_width=1.3)
    if kind == "p":
        return path(silhouette("p", x, y, 0.76 * r), "#fbe6e4", stroke="none")
    return ""


def gem(kind: str) -> str:
    """The drawing `gem/KIND`."""
    return document(100, 100, group(stone(kind, 50, 50, 47)))
