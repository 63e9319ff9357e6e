"""Scenes of the third level: where stones are worn and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tavola.table.art.dice import Dice
from tavola.table.art.ink import along, circle, linear, lines, num, path, polygon, radial, rect
from tavola.table.art.moods import Mood
from tavola.table.art.scenery import (
    HEIGHT,
    WIDTH,
    Pile,
    crystals,
    cypress,
    flag,
    glow,
    hills,
    lamps,
    ridge,
    sky,
    water,
)

__all__ = ["PALACES"]


def palace(dice: Dice, mood: Mood) -> str:
    """Domes and slender towers above a pool."""
    base = dice.between(196, 204)
    onion = dice.chance(0.6)
    r = dice.between(20, 27)
    hall, wing = dice.between(40, 52), dice.between(26, 36)
    pile = Pile(mood)
    for x in (20, 146):
        tall = dice.between(84, 104)
        pile.wall(x - 4, base, 8, tall, 0.34).wall(x - 6, base - tall * 0.7, 12, 3, 0.42)
        pile.dome(x, base - tall, 5.5, 0.5, onion=onion)
    pile.wall(26, base, 114, wing, 0.4)
    for x in (42, 124):
        pile.wall(x - 13, base, 26, wing + 10, 0.46).dome(x, base - wing - 10, 11, 0.6, onion=onion)
    pile.wall(83 - r - 8, base, 2 * r + 16, hall, 0.52).wall(83 - r * 0.9, base - hall, r * 1.8, 12, 0.58)
    pile.dome(83, base - hall - 12, r, 0.66, onion=onion)
    pile.windows([(x, base - 4) for x in (36, 48, 118, 130)], 6, 14, arched=True)
    pile.windows([(83 - r * 0.9, base - 4), (83 + r * 0.9, base - 4)], 6, 18, arched=True)
    pile.windows([(83, base)], 15, 22, arched=True)
    pile.windows([(83 + 7 * at, base - hall - 3) for at in range(-2, 3)], 3, 4, arched=True)
    pool = linear("u", (0, mood.tone(0.05)), (1, mood.tone(0.6)))
    trees = "".join(cypress(83 + side * x, base + 18 + x * 0.22, 34 + x * 0.4) for side in (-1, 1) for x in (40, 62))
    return (
        sky(dice, mood, 172)
        + ridge(dice, mood, 0.14, 188, dice.between(30, 60), dice.whole(2, 4))
        + pile.draw()
        + rect(0, base, WIDTH, HEIGHT - base, mood.tone(0.56))
        + path(
            f"M0 {num(base + 1)}H166M20 {num(base + 7)}H146",
            "none",
            stroke=mood.glow,
            stroke_width=1.5,
            stroke_opacity=0.5,
        )
        + pool
        + polygon(
            [(64, base + 12), (102, base + 12), (132, HEIGHT), (34, HEIGHT)],
            "url(#u)",
            stroke=mood.tone(0.1),
            stroke_width=2,
        )
        + path(
            f"M83 {num(base + 14)}V{HEIGHT}",
            "none",
            stroke=mood.glow,
            stroke_width=6,
            stroke_opacity=0.35,
            stroke_dasharray="2 4",
        )
        + path(trees, mood.tone(0.9))
    )


def cathedral(dice: Dice, mood: Mood) -> str:
    """Two towers, a rose window and a portal."""
    base = 222.0
    nave, tower = dice.between(86, 98), dice.between(112, 130)
    spire = dice.between(34, 50)
    pile = Pile(mood)
    pile.wall(4, base, 158, dice.between(34, 46), 0.36)
    for x in (10, 24, 136, 150):
        pile.wall(x, base, 5, dice.between(48, 56), 0.42).roof(x - 1, base - 52, 7, 16, 0.5)
    pile.wall(50, base, 66, nave, 0.46).roof(48, base - nave, 70, dice.between(24, 34), 0.56)
    for x in (36, 104):
        pile.wall(x, base, 26, tower, 0.52)
        if dice.chance(0.7):
            pile.roof(x - 2, base - tower, 30, spire, 0.68)
        else:
            pile.dome(x + 13, base - tower, 12, 0.68)
        pile.windows([(x + 8, base - tower + 28), (x + 18, base - tower + 28)], 5, 14, arched=True)
        pile.windows([(x + 13, base - tower + 62)], 6, 16, arched=True)
    pile.windows([(83, base)], 20, 26, arched=True)
    rose_y = base - nave + 34
    petals = "".join(
        lines([along((83, rose_y), 4, 30 * at), along((83, rose_y), 15, 30 * at)], close=False) for at in range(12)
    )
    glass = "".join(circle(*along((83, rose_y), 10, 60 * at), 3.6, mood.jewel[2 + at % 3]) for at in range(6))
    return (
        sky(dice, mood, 178)
        + (ridge(dice, mood, 0.14, 196, 50, 3) if dice.chance(0.5) else _far_roofs(dice, mood, 200))
        + pile.draw()
        + glow(83, rose_y, 34)
        + circle(83, rose_y, 16.5, mood.glow, stroke=mood.ink, stroke_width=3)
        + glass
        + circle(83, rose_y, 4, mood.jewel[2], stroke=mood.ink, stroke_width=1)
        + path(petals, "none", stroke=mood.ink, stroke_width=1.1)
        + path(f"M69 {num(base)}v-27a14 14 0 0 1 28 0v27", "none", stroke=mood.ink, stroke_width=2.4)
        + path("M0 222H166V262H0Z", mood.tone(0.74))
        + path("M58 222H108L128 262H38Z", mood.tone(0.3))
        + path("M54 230H112M49 240H117M43 251H123", "none", stroke=mood.ink, stroke_width=1, stroke_opacity=0.4)
        + lamps(mood, 1.1, (28, 226), (138, 226))
    )


def _far_roofs(dice: Dice, mood: Mood, y: float) -> str:
    pile = Pile(mood)
    x = -8.0
    while x < WIDTH:
        w, h = dice.between(14, 24), dice.between(18, 56)
        pile.wall(x, y, w, h, 0.16).roof(x - 1, y - h, w + 2, dice.between(8, 22), 0.24)
        x += w
    return pile.draw()


def skyline(dice: Dice, mood: Mood) -> str:
    """A city of towers in three depths, mirrored in a river."""
    drawn = sky(dice, mood, 180)
    base = dice.between(196, 206)
    for near, low, high in ((0.16, 50, 104), (0.34, 34, 84), (0.58, 18, 58)):
        pile = Pile(mood)
        x = -dice.between(0, 14)
        while x < WIDTH:
            w, h = dice.between(18, 25) + 8 / (near + 0.3), dice.between(low, high)
            pile.wall(x, base, w, h, near)
            match dice.whole(0, 8 if near < 0.3 else 6):
                case 0 | 1:
                    pile.roof(x - 1, base - h, w + 2, dice.between(12, 34), near + 0.14)
                case 2 | 3:
                    pile.dome(x + w / 2, base - h, w * 0.44, near + 0.14)
                case 4:
                    pile.dome(x + w / 2, base - h, w * 0.4, near + 0.14, onion=True)
                case 5:
                    pile.wall(x + w * 0.3, base - h, w * 0.4, 12, near)
                    pile.roof(x + w * 0.25, base - h - 12, w * 0.5, 16, near + 0.14)
            if near > 0.3:
                places = [x + w * s for s in (0.3, 0.7) if dice.chance(0.75)]
                pile.lit(base - dice.whole(2, 16), h - 18, *places)
            x += w + dice.between(-2, 5 if near < 0.5 else 16)
        drawn += pile.draw(dice.pick(("4 8", "4 7 4 18", "5 6 5 17 5 7")))
    return drawn + water(dice, mood, base, dice.between(50, 116)) + _span(dice, mood, base) + _garden(dice, mood)


def _span(dice: Dice, mood: Mood, base: float) -> str:
    """A bridge to the city, at times."""
    if dice.chance(0.45):
        return ""
    y = base + 8
    d = f"M-4 {num(y)}Q83 {num(y - 15)} 170 {num(y)}v20"
    d += "h-10" + "a15 15 0 0 0-30 0h-8" * 4 + "h-40z"
    return path(d, mood.tone(0.72)) + path(
        f"M-4 {num(y)}Q83 {num(y - 15)} 170 {num(y)}", "none", stroke=mood.glow, stroke_width=1.4, stroke_opacity=0.6
    )


def _garden(dice: Dice, mood: Mood) -> str:
    """The near bank: cypresses, or a balcony with a lamp."""
    if dice.chance(0.5):
        trees = "".join(
            cypress(dice.between(0, 46) + side, 256, dice.between(38, 70)) for side in (0, 118) for _ in range(3)
        )
        return path(trees, mood.tone(0.92)) + hills(dice, mood, 0.96, 252, 4)
    rail = "".join(f"M{x} 240q5 7 0 14h4q5-7 0-14z" for x in range(4, 166, 13))
    return path(f"M0 234H166V240H0ZM0 254H166V262H0Z{rail}", mood.tone(0.94)) + lamps(mood, 1.3, (20, 214), (146, 214))


def castle(dice: Dice, mood: Mood) -> str:
    """Turrets on a crag, a road that winds up."""
    x = dice.between(66, 100)
    foot = dice.between(172, 182)
    pile = Pile(mood)
    towers = sorted(dice.between(-40, 40) for _ in range(dice.whole(4, 6)))
    for at, step in enumerate(towers):
        w, h = dice.between(11, 17), dice.between(38, 64) + 22 * (1 - abs(step) / 40)
        near = 0.4 + 0.06 * (at % 3)
        pile.wall(x + step - w / 2, foot + 12, w, h + 12, near)
        pile.roof(x + step - w / 2 - 2, foot - h, w + 4, dice.between(18, 32), 0.76)
        pile.windows([(x + step, foot - h + 14), (x + step, foot - h + 32)], 3, 6, arched=True)
    pile.wall(x - 48, foot + 18, 96, 34, 0.5)
    teeth = "".join(f"M{num(x - 48 + 8 * at)} {num(foot - 16)}v-5h4v5z" for at in range(12))
    pile.shape(mood.tone(0.5), teeth).windows([(x, foot + 16)], 12, 12, arched=True)
    crag = [(x - 74, 262), (x - 58, foot + 26), (x - 47, foot + 18), (x - 30, foot + 15), (x + 36, foot + 14)]
    crag += [(x + 50, foot + 20), (x + 60, foot + 40), (x + 80, 262)]
    facet = lines(
        [
            (x + 10, foot + 14),
            (x + 50, foot + 20),
            (x + 60, foot + 40),
            (x + 80, 262),
            (x + 26, 262),
            (x + 34, foot + 44),
        ]
    )
    facet += lines([(x - 30, foot + 15), (x - 16, foot + 46), (x - 34, 262), (x - 12, 262), (x - 2, foot + 52)])
    banner = x + towers[len(towers) // 2]
    return (
        sky(dice, mood, 176)
        + ridge(dice, mood, 0.14, 190, dice.between(40, 84), dice.whole(2, 5))
        + hills(dice, mood, 0.28, 204, 8)
        + pile.draw()
        + flag(banner, foot - 84, 20, mood.jewel[2], mood.ink)
        + polygon(crag, mood.tone(0.6))
        + path(facet, mood.ink, fill_opacity=0.22)
        + path(
            f"M{num(x)} {num(foot + 18)}q26 12 6 24t-14 20t30 24",
            "none",
            stroke=mood.tone(0.12),
            stroke_width=5,
            stroke_linecap="round",
            stroke_opacity=0.85,
        )
        + hills(dice, mood, 0.84, 244, 6)
        + path(
            "".join(cypress(dice.between(4, 162), 256, dice.between(24, 44)) for _ in range(dice.whole(3, 6))), mood.ink
        )
    )


def hall(dice: Dice, mood: Mood) -> str:
    """A vaulted treasury: columns in a row, a chandelier, a jewel on its stand."""
    light = radial("y", (0, mood.glow), (0.35, mood.low), (1, mood.tone(0.7)), at=(0.5, 0.52), reach=0.62)
    halo = radial("h", (0, mood.glow, 0.9), (0.3, mood.glow, 0.35), (1, mood.glow, 0))
    drawn = light + halo + rect(0, 0, WIDTH, HEIGHT, "url(#y)")
    floor = 196.0
    rays = "".join(lines([(83, 176), (x, HEIGHT)], close=False) for x in range(-83, 260, 27))
    rows = "".join(f"M0 {y}H166" for y in (202, 210, 221, 236, 256))
    drawn += rect(0, floor, WIDTH, HEIGHT, mood.tone(0.45)) + path(
        rays + rows, "none", stroke=mood.glow, stroke_width=0.9, stroke_opacity=0.4
    )
    pointed = dice.chance(0.5)
    for near, gap, top, foot, w in ((0.3, 27, 108, 202, 5), (0.5, 42, 84, 214, 8), (0.72, 62, 52, 232, 13)):
        left, right = 83 - gap, 83 + gap
        rise = gap * (1.15 if pointed else 1)
        if pointed:
            arch = (
                f"M{left} {num(top + rise)}Q{left} {num(top + 14)} 83 {top - 6}"
                f"Q{right} {num(top + 14)} {right} {num(top + rise)}"
            )
        else:
            arch = f"M{left} {num(top + rise)}A{gap} {gap} 0 0 1 {right} {num(top + rise)}"
        tone = mood.tone(near)
        drawn += path(f"{arch}V{foot}H{right + 80}V-4H{left - 80}V{foot}H{left}Z", tone, fill_rule="evenodd")
        drawn += path(arch, "none", stroke=mood.glow, stroke_width=1.3, stroke_opacity=0.5)
        drawn += path(
            "".join(
                f"M{x - w / 2:.1f} {num(top + rise)}h{w}v{num(foot - top - rise)}h{-w}z"
                f"M{x - w * 0.8:.1f} {num(top + rise)}h{w * 1.6:.1f}v3h{-w * 1.6:.1f}zM{x - w * 0.8:.1f} {foot}"
                f"h{w * 1.6:.1f}v-4h{-w * 1.6:.1f}z"
                for x in (left, right)
            ),
            mood.tone(near + 0.14),
        )
    return drawn + _chandelier(dice, mood) + _stand(dice, mood)


def _chandelier(dice: Dice, mood: Mood) -> str:
    y = dice.between(104, 120)
    width = dice.between(20, 28)
    drawn = glow(83, y, 46, 0.8) + path(
        f"M83 0V{num(y - 10)}M{num(83 - width)} {num(y)}Q83 {num(y + 14)} {num(83 + width)} {num(y)}"
        f"M{num(83 - width)} {num(y)}L83 {num(y - 12)}L{num(83 + width)} {num(y)}",
        "none",
        stroke=mood.ink,
        stroke_width=1.8,
    )
    return drawn + "".join(
        path(
            f"M{num(83 + width * t)} {num(y + 6 * (1 - t * t))}v-8",
            "none",
            stroke=mood.glow,
            stroke_width=2.6,
            stroke_linecap="round",
        )
        for t in (-1, -0.5, 0, 0.5, 1)
    )


def _stand(dice: Dice, mood: Mood) -> str:
    """A pedestal with a crystal or a chest of them in the light."""
    base = 240.0
    drawn = polygon([(70, 60), (96, 60), (112, 214), (54, 214)], mood.glow, fill_opacity=0.2)
    drawn += (
        Pile(mood).wall(70, base, 26, 30, 0.62).wall(64, base + 4, 38, 6, 0.74).wall(66, base - 28, 34, 5, 0.5).draw()
    )
    drawn += path("M67 208Q83 203 99 208V214H67Z", mood.jewel[1])
    return drawn + glow(83, 196, 32) + crystals(dice, mood, 83, 208, dice.between(28, 38), dice.whole(3, 5))


def gardens(dice: Dice, mood: Mood) -> str:
    """An avenue of cypresses up to a villa, a fountain in the middle."""
    base = dice.between(176, 184)
    pile = Pile(mood)
    wide, tall = dice.between(52, 68), dice.between(28, 36)
    pile.wall(83 - wide, base, 2 * wide, tall, 0.34)
    pile.wall(83 - 20, base, 40, tall + 14, 0.4).roof(83 - 24, base - tall - 14, 48, 15, 0.5)
    for side in (-1, 1):
        x = 83 + side * (wide - 8)
        pile.wall(x - 10, base, 20, tall + 10, 0.38)
        if dice.chance(0.5):
            pile.dome(x, base - tall - 10, 10, 0.52)
        else:
            pile.roof(x - 12, base - tall - 10, 24, 16, 0.52)
    pile.windows([(83 + at * 11, base - 4) for at in (-4, -3, -2, 2, 3, 4)], 4.6, 12, arched=True)
    pile.windows([(83, base)], 12, 18, arched=True)
    depth = ((18.0, base + 6, 30.0), (30.0, base + 20, 46.0), (48.0, base + 40, 66.0), (72.0, base + 68, 92.0))
    trees = "".join(cypress(83 + side * x, y, h) for x, y, h in depth for side in (-1, 1))
    hedges = "".join(
        f"M{83 - side * 83} {y}q{side * 22}-9 {side * w} 0v8h{-side * w}z"
        for side in (-1, 1)
        for y, w in ((206, 44), (232, 34))
    )
    return (
        sky(dice, mood, 170)
        + ridge(dice, mood, 0.16, 180, dice.between(26, 66), dice.whole(2, 5))
        + hills(dice, mood, 0.26, base - 6, 6)
        + pile.draw()
        + rect(0, base, WIDTH, HEIGHT - base, mood.tone(0.5))
        + polygon([(74, base), (92, base), (136, HEIGHT), (30, HEIGHT)], mood.tone(0.12))
        + path(hedges, mood.tone(0.68))
        + path(trees, mood.tone(0.86))
        + _fountain(mood, dice.between(232, 240))
    )


def _fountain(mood: Mood, y: float) -> str:
    jets = "".join(f"M83 {num(y - 34)}q{dx}-18 {2 * dx} {abs(dx) // 2 + 14}" for dx in (-12, -6, 6, 12))
    return (
        path(f"M57 {num(y)}q26-9 52 0l-5 10q-21 7-42 0z", mood.tone(0.7))
        + path(f"M57 {num(y)}q26-9 52 0q-26 9-52 0z", mood.jewel[3])
        + path(f"M81 {num(y)}v-22h4v22zM71 {num(y - 22)}h24q-4 7-12 7t-12-7z", mood.tone(0.62))
        + path(
            jets + f"M83 {num(y - 22)}v-22",
            "none",
            stroke=mood.glow,
            stroke_width=1.5,
            stroke_linecap="round",
            stroke_opacity=0.9,
        )
    )


PALACES: Final[tuple[Callable[[Dice, Mood], str], ...]] = (palace, cathedral, skyline, castle, hall, gardens)
