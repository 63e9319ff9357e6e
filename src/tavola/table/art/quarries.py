"""Scenes of the first level: where stones come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tavola.table.art.dice import Dice
from tavola.table.art.ink import Attributes, circle, lines, num, path, polygon, radial, rect, smooth
from tavola.table.art.moods import Mood
from tavola.table.art.scenery import (
    HEIGHT,
    WIDTH,
    Pile,
    crystals,
    flag,
    glow,
    hills,
    lamps,
    moved,
    pine,
    ridge,
    sky,
    water,
)

__all__ = ["QUARRIES"]


def _trees(dice: Dice, mood: Mood, near: float, y: float, count: int, low: float = 0, high: float = WIDTH) -> str:
    d = "".join(
        pine(dice.whole(int(low), int(high)), round(y) + dice.whole(-3, 5), dice.whole(14, 30)) for _ in range(count)
    )
    return path(d, mood.tone(near))


def _cart(x: float, y: float, mood: Mood, dice: Dice) -> str:
    """A mine cart, heaped."""
    gems = crystals(dice, mood, 0, -12, 15, 5)
    body = polygon([(-17, -15), (17, -15), (13, 2), (-13, 2)], mood.tone(0.5), stroke=mood.ink, stroke_width=1.2)
    shade = polygon([(4, -15), (17, -15), (13, 2), (6, 2)], mood.ink, fill_opacity=0.5)
    band = path("M-16 -10H16M-9 -15L-7 2M9 -15L7 2", "none", stroke=mood.ink, stroke_width=1.3)
    wheels = "".join(circle(at, 3, 4.6, mood.ink, stroke=mood.tone(0.3), stroke_width=1.3) for at in (-8, 8))
    return moved(x, y, 1.15, gems, body, shade, band, wheels)


def adit(dice: Dice, mood: Mood) -> str:
    """A timbered tunnel into the mountain, rails and a cart."""
    x = dice.between(58, 108)
    floor = 206.0
    wide = dice.between(22, 28)
    hood = (
        f"M{num(x - wide)} {floor:.0f}V{num(floor - 36)}"
        f"Q{num(x)} {num(floor - 62)} {num(x + wide)} {num(floor - 36)}V{floor:.0f}Z"
    )
    beams = (
        f"M{num(x - wide)} {floor + 3:.0f}V{num(floor - 40)}H{num(x + wide)}V{floor + 3:.0f}"
        f"M{num(x - wide - 6)} {num(floor - 41)}H{num(x + wide + 6)}"
    )
    foot = dice.between(30, 136)
    rails = "".join(
        f"M{num(x + side * 9)} {floor:.0f}Q{num(x + side * 14)} {floor + 22:.0f} {num(foot + side * 26)} {HEIGHT}"
        for side in (-1, 1)
    )
    ties = "".join(
        f"M{num(x + (foot - x) * t * t - 11 - 15 * t)} {num(floor + 56 * t)}h{num(22 + 30 * t)}"
        for t in (0.12, 0.28, 0.46, 0.66, 0.88)
    )
    return (
        sky(dice, mood, 150)
        + ridge(dice, mood, 0.22, 168, dice.between(70, 105), dice.whole(2, 4))
        + ridge(dice, mood, 0.5, 196, dice.between(80, 120), 2)
        + _trees(dice, mood, 0.62, 196, dice.whole(3, 7))
        + hills(dice, mood, 0.7, floor - 4, 3)
        + path(hood, mood.ink)
        + glow(x, floor - 8, wide * 1.1, 0.8)
        + path(beams, "none", stroke=mood.tone(0.86), stroke_width=6.5)
        + path(beams, "none", stroke=mood.tone(0.3), stroke_width=3.4)
        + path(ties, "none", stroke=mood.ink, stroke_width=3.2, stroke_opacity=0.7)
        + path(rails, "none", stroke=mood.tone(0.25), stroke_width=1.8)
        + lamps(mood, 1, (x + dice.pick((-1, 1)) * (wide + 5), floor - 38))
        + _cart(x + (foot - x) * 0.36, floor + 28, mood, dice)
    )


def terraces(dice: Dice, mood: Mood) -> str:
    """A stepped pit with a derrick on its rim."""
    drawn = sky(dice, mood, 120) + ridge(dice, mood, 0.2, 140, dice.between(40, 75), dice.whole(3, 5))
    top, left = dice.whole(128, 142), dice.whole(-30, 30)
    steps = dice.whole(5, 7)
    for at in range(steps):
        y = round(top + at * (HEIGHT - top) / (steps + 0.4))
        inset = at * 9
        edge = smooth(
            [(-10, y), (20 + inset + left, y + 3), (83 + left, y + 13 + at), (146 - inset + left, y + 3), (176, y)]
        )
        rim: Attributes = {"stroke": mood.glow, "stroke_width": 1.2, "stroke_opacity": 0.45}
        drawn += path(f"{edge}V{HEIGHT + 9}H-10Z", mood.tone(0.3 + 0.1 * at), **rim)
    ladder_x, ladder_y = dice.between(30, 60), top + 32
    rungs = "".join(f"M{num(ladder_x)} {num(ladder_y + 7 * at)}h9" for at in range(1, 9))
    drawn += path(
        f"M{num(ladder_x)} {num(ladder_y)}v62m9 0v-62{rungs}", "none", stroke=mood.tone(0.12), stroke_width=1.5
    )
    drawn += _derrick(dice.pick((30.0, 128.0)), top + 6, dice.between(60, 78), mood)
    drawn += _blocks(dice, mood)
    return drawn + crystals(dice, mood, dice.between(75, 120), 222, dice.between(26, 40), dice.whole(3, 6))


def _derrick(x: float, y: float, tall: float, mood: Mood) -> str:
    """A mast with a boom and a stone on its rope; the boom points to the middle."""
    side = 1 if x < WIDTH / 2 else -1
    tip = (x + side * tall * 0.7, y - tall * 0.86)
    frame = lines([(x - 9, y), (x, y - tall), (x + 9, y)], close=False)
    frame += lines([(x, y - tall * 0.2), tip, (x, y - tall)], close=False) + f"M{num(x - 6)} {num(y - tall * 0.3)}h12"
    rope = f"M{num(tip[0])} {num(tip[1])}v{num(tall * 0.36)}"
    load = rect(tip[0] - 6, tip[1] + tall * 0.36, 12, 9, mood.tone(0.15), stroke=mood.ink, stroke_width=1)
    return (
        path(frame, "none", stroke=mood.ink, stroke_width=2.6, stroke_linejoin="round")
        + path(rope, "none", stroke=mood.ink, stroke_width=1)
        + load
    )


def _blocks(dice: Dice, mood: Mood) -> str:
    front, top, side = "", "", ""
    for _ in range(dice.whole(2, 4)):
        x, y, wide, tall = dice.whole(8, 130), dice.whole(206, 240), dice.whole(11, 19), dice.whole(8, 13)
        front += f"M{x} {y}h{wide}v{tall}h-{wide}z"
        top += f"M{x} {y}l4-4h{wide}l-4 4z"
        side += f"M{x + wide} {y}l4-4v{tall}l-4 4z"
    return path(front, mood.tone(0.25)) + path(top, mood.tone(0.08)) + path(side, mood.tone(0.55))


def cavern(dice: Dice, mood: Mood) -> str:
    """Inside: a hollow full of light, crystals, and teeth of stone."""
    x, y = dice.between(60, 106), dice.between(120, 150)
    air = radial("y", (0, mood.glow), (0.3, mood.low), (1, mood.tone(0.55)), at=(x / WIDTH, y / HEIGHT), reach=0.6)
    halo = radial("h", (0, mood.glow, 0.9), (0.3, mood.glow, 0.35), (1, mood.glow, 0))
    drawn = air + halo + rect(0, 0, WIDTH, HEIGHT, "url(#y)")
    for near, reach in ((0.35, 62.0), (0.62, 44.0), (0.88, 27.0)):
        roof: list[tuple[float, float]] = [(-4, -4), (-4, 130)]
        roof += [(reach * 0.3 * dice.between(0.7, 1.2), 110)]
        at = 6.0
        while at < WIDTH - 4:
            hang = reach * dice.between(0.5, 1.7) + 26 * abs(at / WIDTH - x / WIDTH)
            roof += [(at, reach * 0.55 + dice.between(0, 9)), (at + 5, reach * 0.55 + hang)]
            at += dice.between(13, 24)
        roof += [(WIDTH - reach * 0.3 * dice.between(0.7, 1.2), 110), (WIDTH + 4, 130), (WIDTH + 4, -4)]
        drawn += path(lines(roof, digits=0), mood.tone(near))
        floor = [(-4.0, HEIGHT - reach * 1.7)] + [
            (at, HEIGHT - reach * dice.between(0.75, 1.25)) for at in range(14, WIDTH, 26)
        ]
        floor += [(WIDTH + 4, HEIGHT - reach * 1.6), (WIDTH + 4, HEIGHT), (-4, HEIGHT)]
        drawn += path(lines(floor, digits=0), mood.tone(near))
        if near < 0.8:
            place = dice.between(20, 70) if near < 0.5 else dice.between(90, 140)
            drawn += glow(place, HEIGHT - reach * 1.2, 34, 0.5)
            drawn += crystals(
                dice, mood, place, HEIGHT - reach * 0.72, dice.between(44, 70) * (0.6 + near * 0.5), dice.whole(3, 6)
            )
    return drawn + _miner(dice.between(28, 130), HEIGHT - 24, mood)


def _miner(x: float, y: float, mood: Mood) -> str:
    """A small figure with a lamp and a pick."""
    return glow(x + 9, y - 16, 22) + moved(
        x,
        y,
        1,
        path("M-4 0L-3 -14Q-5 -25 1 -25Q7 -25 5 -14L6 0H2L1 -9L0 0Z", mood.ink),
        circle(1, -29, 4, mood.ink),
        path("M-5 -31Q1 -38 7 -31Z", mood.ink),
        path("M3 -21L9 -17M9 -17V-12", "none", stroke=mood.ink, stroke_width=2),
        rect(7, -13, 5, 6, mood.glow, rx=1),
        path(
            "M-3 -19L-13 -30M-19 -26Q-14 -33 -7 -34", "none", stroke=mood.ink, stroke_width=1.8, stroke_linecap="round"
        ),
    )


def headframe(dice: Dice, mood: Mood) -> str:
    """The winding tower of a pit, its sheds and heaps."""
    x = dice.between(52, 112)
    y, tall = 208.0, dice.between(92, 116)
    side = 1 if x < 83 else -1
    wheel_y = y - tall
    hub = f"M{num(x)} {num(wheel_y - 15)}v30m-15-15h30m-25.600-10.600l21.200 21.200m0-21.200l-21.200 21.200"
    frame = lines([(x - 17, y), (x - 5, wheel_y), (x + 5, wheel_y), (x + 17, y)], close=False)
    frame += lines([(x + side * 5, wheel_y + 8), (x + side * 46, y)], close=False)
    for at in range(1, 5):
        a, b = 17 - 12 * at / 5, 17 - 12 * (at + 1) / 5
        level, above = y - tall * at / 5, y - tall * (at + 1) / 5
        frame += f"M{num(x - a)} {num(level)}h{num(2 * a)}"
        frame += lines([(x - a, level), (x + b, above)], close=False) if at < 4 else ""
    shed = x + side * 50
    return (
        sky(dice, mood, 165)
        + ridge(dice, mood, 0.2, 182, dice.between(40, 80), dice.whole(2, 5))
        + hills(dice, mood, 0.4, 182, 8)
        + polygon(
            [(x - side * 84, 212), (x - side * 46, 160 + dice.between(-8, 8)), (x - side * 10, 212)], mood.tone(0.52)
        )
        + path(frame, "none", stroke=mood.tone(0.92), stroke_width=2.8, stroke_linejoin="round")
        + circle(x, wheel_y, 15, mood.low, fill_opacity=0.35, stroke=mood.ink, stroke_width=3)
        + path(hub, "none", stroke=mood.ink, stroke_width=1.3)
        + path(
            f"M{num(x + side * 15)} {num(wheel_y)}L{num(shed)} {y - 22:.0f}"
            f"M{num(x - side * 4)} {num(wheel_y + 14)}V{y:.0f}",
            "none",
            stroke=mood.ink,
            stroke_width=1,
        )
        + Pile(mood)
        .wall(shed - 18, y + 2, 36, 26, 0.72)
        .wall(shed + 8, y - 24, 6, 24, 0.72)
        .roof(shed - 21, y - 24, 42, 15, 0.9)
        .windows([(shed - 9, y - 8), (shed + 3, y - 8)], 6, 8)
        .draw()
        + hills(dice, mood, 0.86, y + 6, 3)
        + _cart(dice.between(40, 126), y + 34, mood, dice)
        + lamps(mood, 1, (x - side * 18, y - 30))
    )


def gorge(dice: Dice, mood: Mood) -> str:
    """A river between cliffs, a mill wheel at its sluice."""
    side = dice.pick((1, -1))
    house = 83 + side * 46
    y = dice.between(182, 192)
    wheel = house - side * 27
    steps = ("0 19", "0-19", "19 0", "-19 0", "13 13", "-13-13", "13-13", "-13 13")
    spokes = "".join(f"M{num(wheel)} {num(y - 4)}l{step}" for step in steps)
    cliffs = ""
    for near, reach in ((0.3, 56.0), (0.5, 40.0)):
        walls, shade = "", ""
        for edge, toward in ((0.0, 1), (float(WIDTH), -1)):
            shape = [(edge - toward * 4, 96 + 40 * near + dice.between(-14, 14))]
            shape += [
                (edge + toward * reach * step * dice.between(0.8, 1.15), 104 + 90 * step + dice.between(-10, 10))
                for step in (0.35, 0.7, 1.0)
            ]
            walls += lines([*shape, (shape[-1][0] + toward * 8, 232), (edge - toward * 4, 232)], digits=0)
            shade += lines([shape[1], shape[2], (shape[2][0] - toward * 8, 230), (shape[1][0], 230)], digits=0)
        cliffs += path(walls, mood.tone(near)) + path(shade, mood.ink, fill_opacity=0.14)
    return (
        sky(dice, mood, 150)
        + ridge(dice, mood, 0.16, 168, dice.between(60, 90), dice.whole(2, 4))
        + water(dice, mood, 172, 83 - side * 20)
        + cliffs
        + path(
            f"M{num(83 - side * 90)} 232Q83 206 {num(83 + side * 90)} {num(y + 12)}V{HEIGHT}H{num(83 - side * 90)}Z",
            mood.tone(0.66),
        )
        + path(
            f"M{num(83 - side * 24)} 186Q{num(83 - side * 6)} 206 {num(83 - side * 40)} 226"
            f"T{num(83 - side * 34)} {HEIGHT}H{num(83 + side * 18)}"
            f"Q{num(83 + side * 8)} 226 {num(83 - side * 10)} 212T{num(83 - side * 18)} 186Z",
            mood.tone(0.1),
        )
        + Pile(mood)
        .wall(house - 18, y + 12, 36, 40, 0.62)
        .roof(house - 23, y - 28, 46, 24, 0.88)
        .windows([(house - 8, y - 8), (house + 6, y - 8)], 6, 8)
        .draw()
        + circle(wheel, y - 4, 19, "none", stroke=mood.ink, stroke_width=3.4, stroke_dasharray="5 2")
        + circle(wheel, y - 4, 15, "none", stroke=mood.ink, stroke_width=1.2)
        + path(spokes, "none", stroke=mood.ink, stroke_width=1.5)
        + _trees(dice, mood, 0.8, 226, dice.whole(1, 3), 2, 164)
        + crystals(dice, mood, 83 - side * dice.between(30, 52), 252, dice.between(24, 36), dice.whole(3, 5))
        + crystals(dice, mood, 83 + side * dice.between(8, 30), 246, 20, 3)
    )


def camp(dice: Dice, mood: Mood) -> str:
    """Great crystals on a plain, a prospector's tent and a fire."""
    x = dice.between(46, 116)
    tent = x + (1 if x < 83 else -1) * dice.between(38, 52)
    return (
        sky(dice, mood, 175)
        + ridge(dice, mood, 0.18, 184, dice.between(30, 64), dice.whole(3, 6))
        + crystals(dice, mood, dice.between(20, 146), 190, dice.between(34, 52), 3)
        + hills(dice, mood, 0.42, 188, 5)
        + glow(x, 160, 62, 0.55)
        + crystals(dice, mood, x, 212, dice.between(96, 124), dice.whole(4, 7))
        + hills(dice, mood, 0.62, 212, 5)
        + polygon([(tent - 26, 228), (tent, 190), (tent + 26, 228)], mood.tone(0.16))
        + polygon([(tent + 2, 228), (tent, 190), (tent + 26, 228)], mood.ink, fill_opacity=0.35)
        + polygon([(tent - 7, 228), (tent, 200), (tent + 6, 228)], mood.ink)
        + flag(tent, 192, 16, mood.jewel[2], mood.ink)
        + hills(dice, mood, 0.85, 230, 4)
        + glow(83, 236, 26)
        + path(
            "M78 242Q74 234 82 226Q83 233 88 231Q91 238 86 242ZM72 243L94 246M94 243L72 246",
            mood.glow,
            stroke=mood.ink,
            stroke_width=1.6,
        )
    )


QUARRIES: Final[tuple[Callable[[Dice, Mood], str], ...]] = (adit, terraces, cavern, headframe, gorge, camp)
