"""The backs of the decks: fine patterns in brass on the colour of the level, and its dots."""

from __future__ import annotations

from typing import Final

from tavola.rules.lost_cities.material import COLOURS
from tavola.table.art.gems import silhouette
from tavola.table.art.icons import mark
from tavola.table.art.ink import Attributes, along, circle, document, group, linear, lines, mix, path, radial, rect, tag
from tavola.table.art.palette import BRASS, BRASS_DARK, BRASS_LIGHT, INK_BLUE
from tavola.table.art.suits import emblem

__all__ = ["jewel_back", "lost_cities_back"]

_GROUNDS: Final = ("#35614f", "#8a5526", "#2b3f73")
"""By level: verdigris, amber, ink."""
_BRASS: Final = linear("e", (0, BRASS_LIGHT), (0.5, BRASS), (1, BRASS_DARK), to=(1, 1))


def _sheet(colour: str, *inside: str) -> str:
    """A card's paper with two lines around a field for the pattern."""
    light = radial("g", (0, mix(colour, "#ffffff", 0.16)), (1, mix(colour, "#0a0a14", 0.35)), at=(0.35, 0.3), reach=0.9)
    return document(
        250,
        350,
        light,
        _BRASS,
        rect(1, 1, 248, 348, "url(#g)", rx=15, stroke=mix(colour, "#000000", 0.6), stroke_width=2),
        *inside,
        rect(10, 10, 230, 330, "none", rx=9, stroke="url(#e)", stroke_width=3),
        rect(15.5, 15.5, 219, 319, "none", rx=5, stroke=BRASS_LIGHT, stroke_opacity=0.6),
    )


def _pattern(width: int, height: int, *inside: str) -> str:
    """A tile that fills the field."""
    return tag("pattern", *inside, id="p", width=width, height=height, patternUnits="userSpaceOnUse", x=5, y=7) + rect(
        16, 16, 218, 318, "url(#p)"
    )


def _trellis() -> str:
    """Crossing lines with a cut stone in each field."""
    line: Attributes = {"stroke": BRASS_LIGHT, "stroke_opacity": 0.5}
    return _pattern(
        40,
        56,
        path("M0 0L40 56M40 0L0 56M20-28L60 28M-20 28L20 84", "none", **line),
        path(silhouette("g", 20, 56, 7) + silhouette("g", 20, 0, 7), "none", **line),
        path(silhouette("k", 0, 28, 8) + silhouette("k", 40, 28, 8), BRASS_LIGHT, fill_opacity=0.35),
        circle(20, 28, 2.6, BRASS_LIGHT, fill_opacity=0.7),
    )


def _fans() -> str:
    """Shells of arcs, row over row."""
    line: Attributes = {"stroke": BRASS_LIGHT, "stroke_opacity": 0.5}
    d = "".join(f"M{20 - r} {y}a{r} {r} 0 0 1 {2 * r} 0" for y in (40,) for r in (20, 14, 8))
    d += "".join(f"M{x - r} {20}a{r} {r} 0 0 1 {2 * r} 0" for x in (0, 40) for r in (20, 14, 8))
    dots = "".join(circle(x, y, 2, BRASS_LIGHT, fill_opacity=0.7) for x, y in ((20, 38), (0, 18), (40, 18)))
    return _pattern(40, 40, path(d, "none", **line), dots)


def jewel_back(game: str, level: int) -> str:
    """The drawing `back/GAME-LEVEL`."""
    colour = _GROUNDS[level - 1]
    if game == "duel":
        colour = mix(colour, "#1a1030", 0.42)
    dots = f"M{125 - 15 * (level - 1)} 262h0" + "m30 0h0" * (level - 1)
    half = 15 * level + 6
    return _sheet(
        colour,
        _fans() if game == "duel" else _trellis(),
        circle(125, 166, 72, mix(colour, "#0a0a14", 0.45), stroke="url(#e)", stroke_width=4),
        circle(125, 166, 64, "none", stroke=BRASS_LIGHT, stroke_opacity=0.6, stroke_dasharray="2 5"),
        group(mark(BRASS_LIGHT, BRASS), transform="translate(62 106)scale(1.26)"),
        rect(125 - half, 246, 2 * half, 32, mix(colour, "#0a0a14", 0.45), rx=16, stroke="url(#e)", stroke_width=3),
        path(dots, stroke=BRASS_LIGHT, stroke_width=15, stroke_linecap="round"),
    )


def _contours() -> str:
    """The lines of a map, around four hills."""
    rings = ""
    for x, y, lean, count in ((58, 66, -24, 6), (198, 286, -24, 6), (212, 60, 30, 4), (44, 296, 30, 4)):
        ovals = "".join(
            tag("ellipse", cx=3 * ring, rx=17 * ring, ry=12 * ring - 2 * (ring % 2)) for ring in range(1, count + 1)
        )
        rings += group(ovals, transform=f"translate({x} {y})rotate({lean})")
    return group(rings, fill="none", stroke=BRASS_LIGHT, stroke_opacity=0.34, stroke_width=1.2, clip_path="url(#c)")


def lost_cities_back() -> str:
    """The drawing `back/lost-cities`: a compass on a map, the six emblems around it."""
    centre = (125.0, 175.0)
    long = [along(centre, 62 if at % 2 == 0 else 13, 45 * at - 90) for at in range(8)]
    short = [along(centre, 40 if at % 2 == 0 else 11, 45 * at - 45) for at in range(8)]
    halves = "".join(
        lines([centre, along(centre, 62, 90 * at - 90), along(centre, 13, 90 * at - 45)]) for at in range(4)
    )
    ticks = "".join(lines([along(centre, 70, 15 * at), along(centre, 76, 15 * at)], close=False) for at in range(24))
    emblems = "".join(
        emblem(colour, *along(centre, 102, 60 * at - 90), 15, letter=False) for at, colour in enumerate(COLOURS)
    )
    return _sheet(
        "#2f6a70",
        tag("clipPath", rect(16, 16, 218, 318), id="c"),
        _contours(),
        circle(*centre, 122, "#173a40", fill_opacity=0.35),
        circle(*centre, 80, "#173a40", stroke="url(#e)", stroke_width=4),
        path(ticks, stroke=BRASS_LIGHT, stroke_width=1.6),
        path(lines(short), BRASS_DARK),
        path(lines(long), BRASS_LIGHT),
        path(halves, BRASS),
        circle(*centre, 7, INK_BLUE, stroke=BRASS_LIGHT, stroke_width=2),
        emblems,
    )
