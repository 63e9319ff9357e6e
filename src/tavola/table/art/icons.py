"""Small signs: crown, scroll, bag, what cards can do, and the table's own mark."""

from __future__ import annotations

from typing import Final

from tavola.table.art.gems import silhouette, wild_stone
from tavola.table.art.ink import (
    LETTERS,
    along,
    circle,
    document,
    figure,
    group,
    linear,
    lines,
    num,
    path,
    polygon,
    rect,
)
from tavola.table.art.palette import BRASS, BRASS_DARK, BRASS_LIGHT, CREAM, INK_BLUE, STONES, WALNUT

__all__ = [
    "ABILITIES",
    "ability",
    "ability_face",
    "bag",
    "crown",
    "crown_face",
    "favicon",
    "logo",
    "mark",
    "privilege",
    "wild",
]

ABILITIES: Final = ("extra_turn", "token", "privilege", "steal", "wild")


def crown_face(x: float, y: float, size: float) -> str:
    """A crown in a box of this size around (x, y)."""
    gem = STONES["b"].ramp[2]
    drawn = (
        path(
            "M10 78L5 32Q20 52 30 46Q42 38 50 14Q58 38 70 46Q80 52 95 32L90 78Q50 88 10 78Z", "#eebd4d", stroke_width=4
        )
        + path("M14 74L10 42Q22 56 33 50Q45 42 50 24V80Q30 80 14 74Z", "#fff0b8", fill_opacity=0.75, stroke="none")
        + path("M10 70Q50 80 90 70V80Q50 90 10 80Z", "#b4751a")
        + path("M50 52L58 62L50 71L42 62Z", STONES["r"].ramp[2])
        + circle(50, 13, 7.5, STONES["r"].ramp[2])
        + circle(6, 29, 6, gem)
        + circle(94, 29, 6, gem)
    )
    scale = size / 100
    place = f"translate({num(x - size / 2)} {num(y - size / 2)})scale({scale:.3g})"
    return group(drawn, transform=place, stroke="#6b4409", stroke_width=2.5, stroke_linejoin="round")


def crown() -> str:
    """The drawing `crown`."""
    return document(100, 100, crown_face(50, 50, 98))


def _scroll(paper: str, shade: str, line: str, ribbon: str) -> str:
    """A parchment with curled ends and a ribbon with its seal, in a box of 100 by 100."""
    curled = (
        "M27 18H76V74H27ZM20 11H78Q86 11 86 18.500T78 26H20Q27 25 27 18.500T20 11ZM23 66H80"
        "a7.500 7.500 0 0 1 0 15H23a7.500 7.500 0 0 1 0-15Z"
    )
    rolls = "M20 11a7.500 7.500 0 0 0 0 15Q27 25 27 18.500T20 11ZM80 66a7.500 7.500 0 0 1 0 15Q73 80 73 73.500T80 66Z"
    return group(
        path(curled, paper),
        path("M62 27H76V65H62Z", shade, fill_opacity=0.35, stroke="none"),
        path(rolls, shade),
        path("M37 37H67M37 46H60", "none", stroke_linecap="round", stroke_opacity=0.6),
        path("M47 62L41 94L51 87L60 95L57 62Z", ribbon),
        circle(52, 60, 11, ribbon),
        circle(52, 60, 5.5, "none", stroke=BRASS_LIGHT, stroke_width=2),
        stroke=line,
        stroke_width=3,
        stroke_linejoin="round",
    )


def privilege() -> str:
    """The drawing `privilege`."""
    return document(100, 100, _scroll("#f8e7bd", "#c99a55", "#5b3a14", "#b3202f"))


def bag() -> str:
    """The drawing `bag`: a velvet pouch, drawn shut."""
    velvet = linear("v", (0, "#6a4d96"), (0.5, "#4a3270"), (1, "#2a1a46"), to=(1, 1))
    outline = "M38 34Q8 54 10 76Q12 95 50 95T90 76Q92 54 62 34Z"
    return document(
        100,
        100,
        velvet,
        path(outline, "url(#v)", stroke="#180e2b", stroke_width=2.5),
        path(
            "M36 34Q26 18 30 9Q37 14 42 8Q47 14 51 7Q56 14 60 8Q65 14 71 9Q75 18 64 34Z",
            "url(#v)",
            stroke="#180e2b",
            stroke_width=2.5,
            stroke_linejoin="round",
        ),
        path(
            "M41 40Q24 56 24 78M50 42V88M59 40Q76 56 76 78",
            "none",
            stroke="#180e2b",
            stroke_width=2,
            stroke_opacity=0.35,
            stroke_linecap="round",
        ),
        path(
            "M33 44Q17 58 18 74",
            "none",
            stroke="#c9b4ee",
            stroke_width=3.5,
            stroke_opacity=0.55,
            stroke_linecap="round",
        ),
        rect(34, 31, 32, 7, BRASS_LIGHT, rx=3.5, stroke=BRASS_DARK, stroke_width=2),
        path("M62 35Q80 36 77 50M60 36Q72 42 66 56", "none", stroke=BRASS, stroke_width=3, stroke_linecap="round"),
        circle(77, 52, 4, BRASS_LIGHT, stroke=BRASS_DARK, stroke_width=1.5),
        circle(66, 58, 4, BRASS_LIGHT, stroke=BRASS_DARK, stroke_width=1.5),
        path(silhouette("g", 45, 69, 12), "none", stroke=BRASS_LIGHT, stroke_width=2.5),
        path(silhouette("g", 45, 69, 6), "none", stroke=BRASS_LIGHT, stroke_width=1.8),
    )


# --- What cards can do ---------------------------------------------------------------------------------------


def _extra_turn() -> str:
    ends = [along((50, 50), 31, degrees) for degrees in (-62, 250)]
    head = [along((50, 50), 45, -62), along((50, 50), 17, -62), along((50, 50), 35, -27)]
    arc = f"M{head[2][0] - 3:.1f} {ends[0][1] + 11:.1f}A31 31 0 1 1 {ends[1][0] + 1:.1f} {ends[1][1]:.1f}"
    return (
        path(arc, "none", stroke=CREAM, stroke_width=9, stroke_linecap="round")
        + path("M36 8L58 20L37 34Z", CREAM)
        + figure("+1", 49, 52, 31, BRASS_LIGHT, LETTERS)
    )


def _token(kind: str) -> str:
    colours = STONES[kind]
    disc = (
        path("M20 46v6a27 27 0 0 0 54 0v-6z", colours.ramp[0])
        + circle(47, 46, 27, colours.ramp[2], stroke=CREAM, stroke_width=4)
        + path(silhouette(kind if kind != "gold" else "p", 47, 46, 15), colours.ramp[3], stroke=CREAM, stroke_width=2.5)
    )
    plus = path("M75 58V88M60 73H90", "none", stroke=INK_BLUE, stroke_width=18, stroke_linecap="round")
    return disc + plus + path("M75 60V86M62 73H88", "none", stroke=BRASS_LIGHT, stroke_width=9, stroke_linecap="round")


def _privilege() -> str:
    scroll = _scroll("#fbf0d2", "#d1a86a", "#3a2a14", "#c32a38")
    return group(scroll, transform="translate(14.500 14)scale(.69)")


def _steal() -> str:
    """A mask, and behind it the token that the masked one took."""
    mask = (
        "M50 26Q60 19 74 20Q88 21 91 29Q92 48 78 54Q64 58 56 47Q53 43 50 43T44 47Q36 58 22 54Q8 48 9 29Q12 21 26 20"
        "Q40 19 50 26Z"
    )
    eyes = "M20 37Q30 27 42 38Q30 46 20 37ZM58 38Q70 27 80 37Q70 46 58 38Z"
    gold = STONES["gold"].ramp
    return (
        path("M30 65v5a20 20 0 0 0 40 0v-5z", gold[0])
        + circle(50, 65, 20, gold[2], stroke=CREAM, stroke_width=3.5)
        + circle(50, 65, 11, gold[3], stroke=CREAM, stroke_width=2)
        + path(mask + eyes, CREAM, fill_rule="evenodd", stroke=INK_BLUE, stroke_width=3, paint_order="stroke")
    )


def ability_face(which: str, kind: str = "gold", *, brass: str = "url(#m)") -> str:
    """A medallion of 100 by 100 with the sign of an ability; a taken token has the card's colour."""
    match which:
        case "extra_turn":
            sign = _extra_turn()
        case "token":
            sign = _token(kind)
        case "privilege":
            sign = _privilege()
        case "steal":
            sign = _steal()
        case _:
            sign = wild_stone(50, 52, 34)
    return circle(50, 50, 49, brass) + circle(50, 50, 43.5, INK_BLUE, stroke="#0f1729", stroke_width=1.5) + sign


def ability(which: str) -> str:
    """The drawing `ability/WHICH`."""
    rim = linear("m", (0, BRASS_LIGHT), (0.5, BRASS), (1, BRASS_DARK), to=(1, 1))
    return document(100, 100, rim, ability_face(which))


def wild() -> str:
    """The drawing `gem/wild`: the bonus of cards that count as any colour."""
    return document(100, 100, wild_stone(50, 52, 47))


# --- The table's own mark ------------------------------------------------------------------------------------


def mark(light: str, metal: str) -> str:
    """A gem that lies on a table: its top, two curved legs, and the stone above."""
    top, rows = 47, STONES["b"].ramp
    crown_line = [(33.0, 33.0), (41.0, 22.0), (59.0, 22.0), (67.0, 33.0)]
    left, right = crown_line[0], crown_line[3]
    return (
        polygon([*crown_line, (50, top + 6)], rows[2])
        + polygon([left, crown_line[1], (44, 33)], rows[4])
        + polygon([crown_line[1], crown_line[2], (56, 33), (44, 33)], rows[3])
        + polygon([left, (44, 33), (50, top + 6)], rows[3])
        + polygon([(56, 33), right, (50, top + 6)], rows[1])
        + polygon([crown_line[2], right, (56, 33)], rows[2])
        + path(f"M18 {top + 6}H82V{top + 13}H18Z", metal)
        + path(f"M18 {top + 6}H82V{top + 8}H18Z", light)
        + path("M44 60H56Q55 74 68 82H32Q45 74 44 60Z", metal)
        + path("M44 60H47.500Q47 75 36 82H32Q45 74 44 60Z", light)
    )


def logo() -> str:
    """The drawing `logo`: the mark in a brass ring on ink blue."""
    ring = linear("l", (0, BRASS_LIGHT), (0.5, BRASS), (1, BRASS_DARK), to=(1, 1))
    ticks = "".join(
        lines([along((50, 50), 41, at * 15), along((50, 50), 43.5, at * 15)], close=False) for at in range(24)
    )
    return document(
        100,
        100,
        ring,
        circle(50, 50, 49, "url(#l)"),
        circle(50, 50, 45.5, INK_BLUE),
        path(ticks, "none", stroke=BRASS, stroke_width=1),
        mark(BRASS_LIGHT, BRASS),
    )


def favicon() -> str:
    """The drawing `favicon`: the mark alone, large, for sixteen pixels."""
    larger = group(mark(BRASS_LIGHT, BRASS), transform="translate(-21 -24)scale(1.42)")
    return document(100, 100, rect(0, 0, 100, 100, WALNUT, rx=22), larger)
