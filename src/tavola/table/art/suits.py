"""The six expeditions: their colours, their emblems told apart by shape, letter and colour, and the handshake."""

from __future__ import annotations

from typing import Final, NamedTuple

from tavola.table.art.ink import LETTERS, along, document, figure, group, lines, mix, num, path

__all__ = ["SUITS", "Suit", "emblem", "handshake", "place", "sign"]


class Suit(NamedTuple):
    """The colours of an expedition."""

    light: str
    """Numbers and emblems."""
    middle: str
    dark: str
    """Outlines and letters."""


SUITS: Final = {
    "y": Suit("#ffdf6b", "#e0a526", "#4e3007"),
    "b": Suit("#8fd0ff", "#2b7fd0", "#08244f"),
    "w": Suit("#ffffff", "#c5d8e6", "#22384d"),
    "g": Suit("#9fe58a", "#2f9a4a", "#0b3314"),
    "r": Suit("#ff9c7a", "#d8392c", "#430a0c"),
    "p": Suit("#dcb6ff", "#8b4fc4", "#2a0f4a"),
}


def _sun() -> str:
    return lines([along((0, 0), 100 if at % 2 else 76, 15 * at + 7.5) for at in range(24)], digits=0)


def _shell() -> str:
    rim = [along((0, 44), 108, degrees) for degrees in (196, 217, 238, 259, 281, 302, 323, 344)]
    d = f"M-26 92H26L22 66Q84 60 {rim[-1][0]:.0f} {rim[-1][1]:.0f}"
    for at in range(6, -1, -1):
        over = along((0, 44), 136, (196, 217, 238, 259, 281, 302, 323, 344)[at] + 10.5)
        d += f"Q{over[0]:.0f} {over[1]:.0f} {rim[at][0]:.0f} {rim[at][1]:.0f}"
    return d + "Q-84 60-22 66Z"


def _hexagon() -> str:
    return lines([along((0, 0), 98, 60 * at - 90) for at in range(6)], digits=0)


_LEAF: Final = "M58-96C96-50 96 34 18 76Q-8 90-34 74L-62 98L-76 86L-54 60C-92 2-52-84 58-96Z"
_FLAME: Final = (
    "M-6-100C8-62 62-46 64 0Q72-12 66-32C106 26 84 98 4 98C-78 98-98 30-66-24Q-62-2-46 4C-54-40-34-72-6-100Z"
)
_PLANET: Final = (
    "M0-78A78 78 0 0 1 66-42Q104-58 112-46C124-24 66 14 6 40S-104 72-112 54Q-114 42-78 16"
    "A78 78 0 0 1 0-78ZM-66 42A78 78 0 0 0 78 8Q46 34 6 52T-66 42Z"
)

_SHAPES: Final = {"y": _sun(), "b": _shell(), "w": _hexagon(), "g": _LEAF, "r": _FLAME, "p": _PLANET}
_INSIDE: Final = {
    "y": "M0-66A66 66 0 1 0 0 66A66 66 0 1 0 0-66Z",
    "b": "M-66 50L-84 8M-24 56L-40-56M24 56L40-56M66 50L84 8",
    "w": lines([along((0, 0), 74, 60 * at - 90) for at in range(6)], digits=0),
    "g": "M-66 90Q-14 40 24-20T56-92",
    "r": "M0 84C-50 84-62 36-40-2Q-30 24-14 28Q-18-20 0-46Q8-12 34 8T40 60Q28 84 0 84Z",
    "p": "M-104 50Q-20 44 104-46",
}


def emblem(colour: str, x: float, y: float, r: float, *, letter: bool = True) -> str:
    """The emblem of an expedition, with its letter."""
    suit = SUITS[colour]
    return group(
        path(_SHAPES[colour], suit.light, stroke=suit.dark, stroke_width=13, stroke_linejoin="round"),
        path(_INSIDE[colour], "none", stroke=suit.middle, stroke_width=8, stroke_linecap="round"),
        figure(
            colour.upper(),
            0,
            6 if colour == "r" else 2,
            104,
            suit.dark,
            LETTERS,
            stroke=suit.light,
            stroke_width=14,
            paint_order="stroke",
            stroke_linejoin="round",
        )
        if letter
        else "",
        transform=f"translate({num(x)} {num(y)})scale({r / 100:.3g})",
    )


def handshake(x: float, y: float, width: float, light: str, dark: str, cuff: str) -> str:
    """Two hands that seal a wager, this wide around (x, y)."""
    drawn = (
        path(
            "M100 14L80 8L66 12L54 10Q46 9 40 16L30 28Q28 33 33 35Q38 37 44 31L50 26L72 44Q76 48 80 44L88 38L100 38Z",
            light,
        )
        + path(
            "M0 14L20 8L36 13L43 13L30 28Q28 33 33 35Q38 37 44 31L50 26L71 43Q75 47 72 50Q69 53 65 50L64 49Q67 53 63 56"
            "Q60 58 56 55L54 54Q56 58 52 60Q49 62 45 59L42 57Q40 61 36 58L14 40L0 38Z",
            light,
        )
        + path("M65 50L53 40M56 55L45 46M45 59L37 52", "none", stroke_width=2.6)
        + path("M-4 10L12 7V43L-4 42ZM104 10L88 7V43L104 42Z", cuff)
    )
    scale = width / 108
    where = f"translate({num(x - 50 * scale)} {num(y - 34 * scale)})scale({scale:.3g})"
    return group(drawn, transform=where, stroke=dark, stroke_width=3.4, stroke_linejoin="round", stroke_linecap="round")


def place(colour: str) -> str:
    """The drawing `column/COLOUR`: an empty place for an expedition, faint on any table."""
    suit = SUITS[colour]
    line = mix(suit.middle, suit.dark, 0.25)
    dashes = path(
        "M15 2H235A13 13 0 0 1 248 15V335A13 13 0 0 1 235 348H15A13 13 0 0 1 2 335V15A13 13 0 0 1 15 2Z",
        suit.middle,
        fill_opacity=0.1,
        stroke=line,
        stroke_width=3,
        stroke_opacity=0.7,
        stroke_dasharray="10 8",
    )
    return document(250, 350, dashes, group(emblem(colour, 125, 175, 66), opacity=0.42))


def sign(colour: str) -> str:
    """The drawing `suit/COLOUR`: the emblem alone."""
    return document(100, 100, emblem(colour, 50, 50, 43))
