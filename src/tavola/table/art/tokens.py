"""Tokens: thick discs with a gem set in, a pearl, or a coin."""

from __future__ import annotations

from tavola.table.art.gems import star, stone
from tavola.table.art.ink import Attributes, circle, document, linear, mix, path
from tavola.table.art.palette import STONES

__all__ = ["token", "token_face"]

_SIZES = {"w": 32.5, "b": 33.0, "g": 34.5, "r": 35.0, "k": 35.5, "p": 32.0}


def token_face(kind: str) -> str:
    """A token in a box of 100 by 100: the side below, the rim with its notches, the seat and the stone."""
    colours = STONES[kind]
    dark, low, middle, high, white = colours.ramp
    side = mix(dark, "#000000", 0.35)
    rim = linear("r", (0, high), (0.45, middle), (1, low), to=(0.7, 1))
    seat = linear("t", (0, mix(colours.seat, "#000000", 0.22)), (1, mix(colours.seat, "#ffffff", 0.12)), to=(0.6, 1))
    notches: Attributes = {"stroke": white, "stroke_opacity": 0.55, "stroke_width": 6, "stroke_dasharray": "4 13.3"}
    if kind == "gold":
        notches |= {"stroke": dark, "stroke_dasharray": "2 3.75", "stroke_opacity": 0.8, "stroke_width": 4}
    body = (
        rim
        + seat
        + path("M4 47.5v5a46 45.5 0 0 0 92 0v-5z", side)
        + circle(50, 47.5, 46, "url(#r)", stroke=mix(dark, "#000000", 0.2), stroke_width=1)
        + path("M9 37A42.5 42.5 0 0 1 67 8.500", "none", stroke=white, stroke_width=1.8, stroke_linecap="round")
        + circle(50, 47.5, 41.5, "none", **notches)
        + circle(50, 47.5, 38, "url(#t)", stroke=dark, stroke_width=1.4)
    )
    if kind == "gold":
        return body + star(51.2, 51, 27, white) + star(50, 49.3, 27, dark)
    return body + stone(kind, 50, 47.5, _SIZES[kind], letter=1.18)


def token(kind: str) -> str:
    """The drawing `token/KIND`."""
    return document(100, 100, token_face(kind))
