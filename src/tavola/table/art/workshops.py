"""Scenes of the second level, in town: where stones are cut and sold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tavola.table.art.dice import Dice
from tavola.table.art.gems import silhouette
from tavola.table.art.ink import Attributes, circle, group, linear, num, path, polygon, rect
from tavola.table.art.moods import Mood
from tavola.table.art.scenery import (
    HEIGHT,
    WIDTH,
    Pile,
    gables,
    glow,
    lamps,
    moved,
    ridge,
    sky,
    water,
)

__all__ = ["WORKSHOPS"]


def atelier(dice: Dice, mood: Mood) -> str:
    """A cutter's room: the window, the bench, the lamp, and a stone in the light."""
    x = dice.pick((52.0, 83.0, 112.0))
    width, top, foot = dice.between(54, 74), dice.between(56, 70), dice.between(160, 172)
    left = x - width / 2
    frame = (
        f"M{num(left)} {num(foot)}V{num(top + width / 2)}"
        f"A{num(width / 2)} {num(width / 2)} 0 0 1 {num(left + width)} {num(top + width / 2)}V{num(foot)}Z"
    )
    bars = (
        f"M{num(x)} {num(top)}V{num(foot)}M{num(left)} {num(top + width / 2)}h{num(width)}"
        f"M{num(left)} {num((top + width / 2 + foot) / 2)}h{num(width)}"
    )
    wall = linear("v", (0, mood.tone(0.62)), (1, mood.tone(0.84)))
    bench = dice.between(206, 214)
    stone_x = dice.between(66, 104)
    beam = polygon(
        [(left, top + 30), (left + width, top + 30), (stone_x + 22, bench), (stone_x - 22, bench)],
        mood.glow,
        fill_opacity=0.22,
    )
    outside = group(
        sky(dice, mood, 150) + ridge(dice, mood, 0.3, foot, 44, 4) + gables(dice, mood, 0.5, foot + 2, x, 4),
        clip_path="url(#w)",
    )
    return (
        f'<clipPath id="w"><path d="{frame}"/></clipPath>'
        + wall
        + rect(0, 0, WIDTH, HEIGHT, "url(#v)")
        + outside
        + path(bars, "none", stroke=mood.ink, stroke_width=2.2)
        + path(frame, "none", stroke=mood.tone(0.95), stroke_width=5)
        + path(frame, "none", stroke=mood.tone(0.4), stroke_width=1.4)
        + beam
        + _shelf(dice, mood, x)
        + lamps(mood, 1.4, (dice.pick((24.0, 140.0)), dice.between(96, 118)))
        + rect(0, bench, WIDTH, 9, mood.tone(0.5))
        + rect(0, bench + 9, WIDTH, HEIGHT, mood.tone(0.92))
        + path(f"M0 {num(bench + 1)}H{WIDTH}", "none", stroke=mood.glow, stroke_width=1.4, stroke_opacity=0.7)
        + _drawers(bench, mood)
        + _bench(dice, mood, stone_x, bench)
    )


def _shelf(dice: Dice, mood: Mood, window: float) -> str:
    """Jars or tools on the wall beside the window."""
    x = 8 if window > 80 else 124
    jars = dict.fromkeys((*mood.jewel[1:4], mood.tone(0.3)), "")
    for y in (150, 184):
        at = x
        while at < x + 30:
            w, h = dice.whole(6, 9), dice.whole(9, 18)
            jars[dice.pick(tuple(jars))] += f"M{at} {y}v-{h}h{w}v{h}z"
            at += w + dice.whole(2, 4)
    planks = path(f"M{x - 4} 151h42m0 34h-42", stroke=mood.ink, stroke_width=3)
    return "".join(path(d, fill) for fill, d in jars.items() if d) + planks


def _drawers(bench: float, mood: Mood) -> str:
    line: Attributes = {"stroke": mood.tone(0.55), "stroke_width": 1.2}
    y = round(bench) + 16
    boxes = "".join(f"M{x} {y}h44v24h-44z" for x in (10, 61, 112))
    knobs = f"M32 {y + 12}h0m51 0h0m51 0h0"
    return path(boxes, mood.tone(0.8), **line) + path(knobs, stroke=mood.glow, stroke_width=4.4, stroke_linecap="round")


def _bench(dice: Dice, mood: Mood, x: float, y: float) -> str:
    """The stone in its clamp, a loupe, and smaller stones about."""
    _, low, middle, high, white = mood.jewel
    kind = dice.pick("wbg")
    r = dice.between(13, 17)
    top = y - 10 - r
    drawn = glow(x, top, 40, 0.9) + path(
        f"M{num(x - 9)} {num(y)}L{num(x - 3)} {num(y - 11)}H{num(x + 3)}L{num(x + 9)} {num(y)}Z", mood.ink
    )
    drawn += path(silhouette(kind, x, top, r), middle, stroke=mood.ink, stroke_width=1.2)
    drawn += path(silhouette(kind, x, top, r * 0.56), high) + polygon(
        [(x - r * 0.4, top - r * 0.38), (x + r * 0.4, top - r * 0.38), (x - r * 0.4, top + r * 0.38)], white
    )
    for _ in range(dice.whole(2, 4)):
        at = x + dice.pick((-1, 1)) * dice.between(24, 58)
        drawn += path(
            f"M{num(at - 5)} {num(y - 6)}l3-4h5l3 4-5 6z",
            dice.pick((middle, high, low)),
            stroke=mood.ink,
            stroke_width=0.8,
        )
    side = dice.pick((-1, 1))
    loupe = x + side * dice.between(36, 46)
    drawn += circle(loupe, y - 22, 10, mood.glow, fill_opacity=0.3, stroke=mood.tone(0.3), stroke_width=2.4)
    return drawn + path(
        f"M{num(loupe + side * 5)} {num(y - 13)}L{num(loupe + side * 13)} {num(y)}",
        "none",
        stroke=mood.ink,
        stroke_width=3,
        stroke_linecap="round",
    )


def market(dice: Dice, mood: Mood) -> str:
    """A lane of tall houses with awnings and strings of lanterns."""
    tower = dice.between(70, 96)
    tall = dice.between(86, 112)
    far = Pile(mood).wall(tower - 9, 226, 18, tall, 0.26).roof(tower - 12, 226 - tall, 24, dice.between(28, 44), 0.36)
    drawn = sky(dice, mood, 180) + far.draw()
    for near, reach in ((0.4, 44.0), (0.62, 28.0)):
        pile = Pile(mood)
        for edge in (-1, 1):
            tall = dice.between(86, 132) * (0.75 + near * 0.4)
            w = reach + dice.between(0, 10)
            x = (0.0 if edge < 0 else WIDTH - w) - (edge * 26 if near < 0.5 else 0)
            pile.wall(x, 226, w, tall, near).roof(x - 3, 226 - tall, w + 6, dice.between(20, 34), near + 0.24)
            places = [(x + w * s, 228 - tall + 22 * row) for row in range(1, int(tall / 26)) for s in (0.3, 0.7)]
            pile.windows(places, 5, 8, arched=dice.chance(0.5))
        drawn += pile.draw()
    drawn += rect(0, 224, WIDTH, 40, mood.tone(0.5)) + path("M58 224H108L150 262H16Z", mood.tone(0.22))
    drawn += _stall(dice, mood, dice.between(6, 14), 246) + _stall(dice, mood, dice.between(104, 112), 246)
    return drawn + _strings(dice, mood)


def _strings(dice: Dice, mood: Mood) -> str:
    """Lanterns on ropes across the lane."""
    sag = dice.between(14, 26)
    ropes = (138.0, 164.0) if dice.chance(0.6) else (148.0,)
    d = "".join(f"M10 {num(y)}q73 {num(2 * sag)} 146 0" for y in ropes)
    places = [(10 + 146 * t, y + 4 * sag * t * (1 - t)) for y in ropes for t in (0.22, 0.4, 0.6, 0.78)]
    return path(d, "none", stroke=mood.ink, stroke_width=1.1) + lamps(mood, 0.8, *places)


def _stall(dice: Dice, mood: Mood, x: float, y: float) -> str:
    """A striped awning over a table of wares."""
    hang = [
        "".join(f"M{num(x + 8 * at)} {num(y - 42)}h8v15q-4 5-8 0z" for at in range(first, 6, 2)) for first in (0, 1)
    ]
    stripes = path(hang[0], mood.tone(0.02)) + path(hang[1], mood.jewel[2])
    wares = "".join(circle(x + 9 + 10 * at, y - 15, 3.4, dice.pick(mood.jewel[1:])) for at in range(4))
    return (
        path(f"M{num(x + 4)} {num(y)}v-36M{num(x + 44)} {num(y)}v-36", "none", stroke=mood.ink, stroke_width=2)
        + wares
        + rect(x + 1, y - 13, 46, 13, mood.tone(0.8))
        + rect(x + 1, y - 13, 46, 2.5, mood.tone(0.35))
        + stripes
    )


def bridge(dice: Dice, mood: Mood) -> str:
    """A bridge that carries a row of workshops, a boat below."""
    deck = dice.between(176, 186)
    arches = dice.whole(2, 3)
    span = 190 / arches
    d = f"M-12 {num(deck)}H178V226H-12Z"
    for at in range(arches):
        left = -12 + at * span + 7
        r = (span - 14) / 2
        d += (
            f"M{num(left)} 228V{num(deck + 12 + min(r, 26))}"
            f"A{num(r)} {num(min(r, 26))} 0 0 1 {num(left + 2 * r)} {num(deck + 12 + min(r, 26))}V228Z"
        )
    back = Pile(mood).dome(dice.between(30, 136), deck - 36, dice.between(15, 26), 0.24, onion=dice.chance(0.3))
    return (
        sky(dice, mood, 176)
        + ridge(dice, mood, 0.14, 186, dice.between(24, 50), dice.whole(2, 5))
        + back.draw()
        + gables(dice, mood, 0.2, deck, 80, dice.whole(6, 9))
        + water(dice, mood, 206, dice.between(50, 116))
        + gables(dice, mood, 0.48, deck + 2, dice.between(60, 76), dice.whole(4, 6))
        + path(d, mood.tone(0.62), fill_rule="evenodd")
        + path(f"M-12 {num(deck + 1)}H178", "none", stroke=mood.glow, stroke_width=1.6, stroke_opacity=0.6)
        + path(f"M-12 {num(deck + 7)}H178", "none", stroke=mood.ink, stroke_width=1, stroke_opacity=0.6)
        + _gondola(dice, mood)
    )


def _gondola(dice: Dice, mood: Mood) -> str:
    return moved(
        dice.between(64, 100),
        dice.between(240, 248),
        1.1,
        path("M-44 -9Q-40 0 -26 2H26Q40 0 46 -15Q38 -6 26 -5H-26Q-38 -5 -44 -9Z", mood.ink),
        path("M-16 -5Q-14 -17 0 -17T14 -5Z", mood.jewel[2]),
        path("M-28 -4V-24", "none", stroke=mood.ink, stroke_width=4, stroke_linecap="round"),
        circle(-28, -29, 3.6, mood.ink),
        path("M-28 -18L-8 8M-28 -18L-36 -34", "none", stroke=mood.ink, stroke_width=1.6),
        path("M-34 5H34M-20 9H40", "none", stroke=mood.glow, stroke_width=1.1, stroke_opacity=0.5),
        flip=dice.chance(0.5),
    )


WORKSHOPS: Final[tuple[Callable[[Dice, Mood], str], ...]] = (atelier, market, bridge)
