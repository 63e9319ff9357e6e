"""Scenes of the second level, on the way: ships, harbours and caravans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tavola.table.art.dice import Dice
from tavola.table.art.ink import group, lines, num, path, polygon, rect
from tavola.table.art.moods import Mood
from tavola.table.art.scenery import (
    HEIGHT,
    WIDTH,
    Pile,
    gables,
    glow,
    hills,
    moved,
    ridge,
    sky,
    water,
)

__all__ = ["VOYAGES"]


def _waves(dice: Dice, mood: Mood, near: float, y: float, swell: float) -> str:
    start = -dice.between(0, 26)
    crest = f"M{start:.0f} {y:.0f}q13-{swell:.0f} 26 0" + "t26 0" * 7 + f"V{HEIGHT + 9}H-30Z"
    return path(crest, mood.tone(near), stroke=mood.glow, stroke_opacity=0.35)


_STAYS: Final = ("M0-98L68-26M0-98L-54-22", "M16-98L68-26M-22-90L-54-22", "M2-98L68-26M-30-78L-54-22")
"""Ropes from the masts to bow and stern, by the number of masts."""


def _ship(mood: Mood, masts: int, sail: str) -> str:
    """A merchantman under sail, its waterline around (0, 0), 110 long."""
    poles, sails, shade, flags = "", "", "", ""
    for at, x in enumerate({1: (0,), 2: (-22, 16), 3: (-30, 2, 31)}[masts]):
        tall = (96 if masts < 3 or at == 1 else 76) - (8 if masts == 2 and at == 0 else 0)
        poles += f"M{x}-14V{-tall - 9}"
        flags += f"M{x} {-tall - 9}q5 3 8 1q-3 4-8 5z"
        rows = 3 if masts == 1 else 2
        room = (tall - 24) / rows
        for row in range(rows):
            w = (36, 25, 19)[masts - 1] * (0.62 + 0.38 * (row + 1) / rows)
            cloth, dark = _sail(x, -tall + 7 + row * room, w, room)
            sails, shade = sails + cloth, shade + dark
    hull = "M-56-22H-36V-13H40L54-20L66-21Q56-2 44 6H-44Q-53-4-56-22Z"
    return (
        path(poles, "none", stroke=mood.ink, stroke_width=2)
        + path(flags, mood.jewel[2])
        + path(sails, sail, stroke=mood.ink, stroke_opacity=0.3)
        + path(shade, mood.ink, fill_opacity=0.16)
        + path(hull, mood.tone(0.86))
        + path("M-54-12H52M-52-5H50", "none", stroke=mood.glow, stroke_width=1.2, stroke_opacity=0.6)
        + path("M-42-6" + "h4v-4h-4zm12 0" * 7, mood.glow)
        + path("M58-20L78-32" + _STAYS[masts - 1], "none", stroke=mood.ink, stroke_width=0.9)
    )


def _sail(x: float, top: float, w: float, room: float) -> tuple[str, str]:
    """Path data of a square sail full of wind, and of its side in shadow."""
    left, right = x - w * 0.8, x + w * 0.86
    leech = f"H{num(right)}q9 {num(room * 0.5)} 2 {num(room * 0.86)}"
    cloth = (
        f"M{num(left)} {num(top)}{leech}Q{num(x)} {num(top + room * 0.66)} {num(left)} {num(top + room * 0.9)}"
        f"q8{num(-room * 0.45)} 0{num(-room * 0.9)}z"
    )
    dark = (
        f"M{num(x + w * 0.3)} {num(top)}{leech}"
        f"Q{num(x + w * 0.7)} {num(top + room * 0.7)} {num(x + w * 0.4)} {num(top + room * 0.74)}z"
    )
    return cloth, dark


def _far_ship(mood: Mood, x: float) -> str:
    return moved(x, 172, 1, path("M-9-2H9L6 2H-6ZM-1-4V-19L-8-5ZM1-4V-17Q9-9 8-4Z", mood.tone(0.4)))


def ship(dice: Dice, mood: Mood) -> str:
    """A ship at sea, with a coast or others on the horizon."""
    y = dice.between(196, 208)
    sail = dice.pick((mood.tone(0.02), mood.glow, mood.jewel[3], mood.tone(0.08)))
    far = ridge(dice, mood, 0.2, 172, dice.between(14, 44), dice.whole(2, 5)) if dice.chance(0.6) else ""
    small = _far_ship(mood, dice.pick((24, 140)))
    return (
        sky(dice, mood, 172)
        + far
        + water(dice, mood, 170, dice.between(40, 126))
        + (small if dice.chance(0.5) else "")
        + _waves(dice, mood, 0.42, y - 14, dice.between(4, 8))
        + moved(
            dice.between(72, 90), y, dice.between(1.02, 1.2), _ship(mood, dice.whole(1, 3), sail), flip=dice.chance(0.4)
        )
        + _waves(dice, mood, 0.6, y + 6, dice.between(6, 10))
        + _waves(dice, mood, 0.8, y + 24, dice.between(6, 11))
    )


def harbour(dice: Dice, mood: Mood) -> str:
    """A quay with gabled houses, a lighthouse and boats."""
    side = dice.pick((1, -1))
    light = 83 + side * dice.between(46, 56)
    tall = dice.between(88, 112)
    return (
        sky(dice, mood, 170)
        + ridge(dice, mood, 0.16, 178, dice.between(26, 60), dice.whole(2, 5))
        + water(dice, mood, 176, 83 - side * 24)
        + gables(dice, mood, 0.46, 184, 83 - side * 48, 4)
        + path(
            f"M{num(83 + side * 8)} 200Q{num(83 + side * 34)} 182 {num(83 + side * 86)} 180V214H{num(83 + side * 6)}Z",
            mood.tone(0.62),
        )
        + _lighthouse(light, 190, tall, mood)
        + _boat(dice, mood, 83 - side * dice.between(18, 40), 222, 1)
        + (_boat(dice, mood, 83 + side * dice.between(16, 44), 214, 0.66) if dice.chance(0.7) else "")
        + _quay(dice, mood)
    )


def _lighthouse(x: float, y: float, tall: float, mood: Mood) -> str:
    top = y - tall
    body = [(x - 11, y), (x - 7, top), (x + 7, top), (x + 11, y)]
    bands = path(
        "".join(
            lines(
                [
                    (x - 11 + 4 * t, y - tall * t),
                    (x + 11 - 4 * t, y - tall * t),
                    (x + 10.4 - 4 * t, y - tall * (t + 0.15)),
                    (x - 10.4 + 4 * t, y - tall * (t + 0.15)),
                ]
            )
            for t in (0.2, 0.52, 0.83)
        ),
        mood.jewel[2],
    )
    rays = f"M{num(x)} {num(top - 8)}l-140-36v54zl140-36v54z"
    beam = path(rays, mood.glow, fill_opacity=0.25)
    return (
        beam
        + polygon(body, mood.tone(0.06))
        + bands
        + polygon([(x + 3, y), (x + 2, top), (x + 7, top), (x + 11, y)], mood.ink, fill_opacity=0.3)
        + rect(x - 9, top - 3, 18, 3, mood.ink)
        + glow(x, top - 8, 30)
        + rect(x - 5, top - 13, 10, 10, mood.glow)
        + path(f"M{num(x - 7)} {num(top - 13)}Q{num(x)} {num(top - 24)} {num(x + 7)} {num(top - 13)}Z", mood.ink)
    )


def _boat(dice: Dice, mood: Mood, x: float, y: float, scale: float) -> str:
    sail = dice.pick((mood.jewel[3], mood.glow, mood.tone(0.02)))
    return moved(
        x,
        y,
        scale,
        path("M0 -4V-58", "none", stroke=mood.ink, stroke_width=2),
        path("M3 -56Q30 -34 30 -12L3 -10Z", sail),
        path("M14 -44Q30 -28 30 -12L18 -11Z", mood.ink, fill_opacity=0.15),
        path("M-3 -52Q-18 -30 -20 -12L-3 -10Z", sail, fill_opacity=0.8),
        path("M-28 -7H36Q30 6 22 7H-18Q-26 4 -28 -7Z", mood.tone(0.92)),
        path("M-26 -3H33", "none", stroke=mood.glow, stroke_width=1, stroke_opacity=0.6),
        flip=dice.chance(0.5),
    )


def _quay(dice: Dice, mood: Mood) -> str:
    """Planks in front, with barrels and crates."""
    drawn = rect(0, 238, WIDTH, 24, mood.tone(0.84)) + path(
        "M0 239H166M0 249H166", "none", stroke=mood.tone(0.45), stroke_width=1.2
    )
    goods = ""
    x = dice.whole(12, 40)
    for _ in range(dice.whole(2, 4)):
        if dice.chance(0.5):
            goods += f"M{x - 7} 240q-3-9 0-18h14q3 9 0 18zm-1-5h16m0-8h-16"
        else:
            goods += f"M{x - 9} 223h18v17h-18zl18 17m0-17l-18 17"
        x += dice.whole(22, 34)
    return drawn + path(goods, mood.tone(0.6), stroke=mood.ink, stroke_width=1.3)


def caravan(dice: Dice, mood: Mood) -> str:
    """Camels over dunes, a far town, palms."""
    count = dice.whole(2, 4)
    y = dice.between(196, 204)
    first = dice.between(30, 38)
    line = group(_camel(dice, mood, first, y, dice.between(1.0, 1.15)), id="m")
    line += "".join(f'<use href="#m" x="{at * 122 // count}" y="{at % 2 * 3}"/>' for at in range(1, count))
    town = dice.pick((34.0, 120.0))
    return (
        sky(dice, mood, 178)
        + hills(dice, mood, 0.14, 166, 14)
        + (_town(dice, mood, town, 172) if dice.chance(0.6) else ridge(dice, mood, 0.2, 176, dice.between(20, 50), 3))
        + _dune(dice, mood, 0.3, 176)
        + _dune(dice, mood, 0.46, 192)
        + line
        + _dune(dice, mood, 0.66, 212)
        + (_palm(dice, mood, dice.pick((20.0, 142.0)), 244, dice.between(70, 96)))
        + _dune(dice, mood, 0.84, 238)
    )


def _dune(dice: Dice, mood: Mood, near: float, y: float) -> str:
    """A crest with its lee side in shadow."""
    top = dice.between(40, 126)
    rise = dice.between(8, 20)
    left, right = y + dice.between(-2, 8), y + dice.between(-2, 8)
    lit = (
        f"M-6 {num(left)}Q{num(top * 0.6)} {num(y)} {num(top)} {num(y - rise)}"
        f"Q{num(top + 26)} {num(right)} 172 {num(right)}V{HEIGHT}H-6Z"
    )
    lee = (
        f"M{num(top)} {num(y - rise)}Q{num(top + 26)} {num(right)} 172 {num(right)}V{HEIGHT}H{num(top - 20)}"
        f"Q{num(top + 20)} {num(y + 30)} {num(top)} {num(y - rise)}Z"
    )
    return path(lit, mood.tone(near)) + path(lee, mood.ink, fill_opacity=0.14)


def _town(dice: Dice, mood: Mood, x: float, y: float) -> str:
    pile = Pile(mood)
    for at in range(5):
        w, h = dice.between(11, 17), dice.between(10, 30)
        place = x - 36 + at * 14
        pile.wall(place, y + 8, w, h + 8, 0.3)
        if dice.chance(0.5):
            pile.dome(place + w / 2, y - h, w * 0.4, 0.34, onion=dice.chance(0.5))
    return pile.draw()


def _camel(dice: Dice, mood: Mood, x: float, y: float, scale: float) -> str:
    """A laden camel that walks to the right."""
    stride = dice.pick((2, -2, 0))
    body = (
        "M-19 -20Q-17 -27 -9 -27Q-5 -38 1 -28Q8 -30 12 -25Q17 -19 19 -26L21 -35Q22 -40 28 -39L32 -36L29 -34L26 -34"
        f"Q26 -24 21 -18Q17 -14 14 -14L{13 + stride} 0H{10 + stride}L10 -13H-9L{-11 - stride} 0H{-14 - stride}"
        f"L-14 -14L{-17 + stride} 0H{-20 + stride}L-18 -14Q-21 -16 -19 -20Z"
    )
    cloth = path("M-12 -27Q-3 -35 8 -27L10 -16H-12Z", mood.jewel[2]) + path(
        "M-12 -19H10", "none", stroke=mood.glow, stroke_width=1.6
    )
    packs = rect(-8, -35, 7, 9, mood.tone(0.3), rx=2) + rect(0, -36, 7, 10, mood.jewel[3], rx=2)
    return moved(x, y, scale, path(body, mood.tone(0.92)), packs, cloth)


def _palm(dice: Dice, mood: Mood, x: float, y: float, tall: float) -> str:
    lean = dice.between(-12, 12)
    top = (x + lean, y - tall)
    leaves = "".join(
        f"M{num(top[0])} {num(top[1])}q{dx * 0.5:.0f} {dy - 10:.0f} {dx} {dy}q{-dx * 0.6:.0f} {-4:.0f} {-dx} {-dy}z"
        for dx, dy in ((-32, 10), (-26, -8), (-22, 24), (32, 10), (27, -8), (22, 24), (0, -22))
    )
    return path(
        f"M{num(x - 3)} {num(y)}Q{num(x + lean * 0.2)} {num(y - tall * 0.5)} {num(top[0])} {num(top[1])}"
        f"Q{num(x + lean * 0.2 + 5)} {num(y - tall * 0.5)} {num(x + 4)} {num(y)}Z",
        mood.ink,
    ) + path(leaves, mood.ink)


VOYAGES: Final[tuple[Callable[[Dice, Mood], str], ...]] = (ship, harbour, caravan)
