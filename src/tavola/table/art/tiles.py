"""Noble tiles and Royal cards: portraits in an oval frame."""

from __future__ import annotations

from typing import Final

from tavola.rules.duel.material import Royal
from tavola.rules.jewels import GEMS
from tavola.rules.splendor.material import Noble
from tavola.table.art.cards import ground
from tavola.table.art.gems import PRICE_TYPE, price_dot
from tavola.table.art.icons import ability_face, crown_face
from tavola.table.art.ink import document, figure, group, mix, num, radial, rect, tag
from tavola.table.art.palette import CREAM, INK, STONES
from tavola.table.art.portraits import PEOPLE, bust
from tavola.table.art.scenery import moved

__all__ = ["noble", "royal"]

_CHIPS: Final = {"w": "#f4f7f9", "b": "#c9dbf4", "g": "#c6e4cf", "r": "#f6cbc0", "k": "#bdb6c4"}


def _portrait(who: str, x: float, y: float, wide: float, tall: float, field: str) -> str:
    """An oval field in a beaded frame, with the bust in it."""
    light = radial("f", (0, mix(field, "#fff4dc", 0.55)), (1, field), at=(0.35, 0.3), reach=0.85)
    oval = {"cx": x, "cy": y, "rx": wide, "ry": tall}
    wider = {"cx": x, "cy": y, "rx": wide + 5, "ry": tall + 5}
    return (
        light
        + tag("clipPath", tag("ellipse", **oval), id="c")
        + tag("ellipse", **wider, fill="url(#e)", stroke="#3a2a1a", stroke_width=1.5)
        + tag("ellipse", **oval, fill="url(#f)", stroke="#5a3f16", stroke_width=1.5)
        + group(bust(PEOPLE[who], x + 4, y + tall * 0.12, tall / 100), clip_path="url(#c)")
        + tag(
            "ellipse",
            **wider,
            fill="none",
            stroke="#fff3cc",
            stroke_width=3,
            stroke_dasharray="0 9.200",
            stroke_linecap="round",
        )
    )


def _chip(kind: str, count: int, y: float) -> str:
    """A small card with the gem that it gives: bonuses are asked for, not tokens."""
    paper = rect(9, y - 26, 63, 52, _CHIPS[kind], rx=7, stroke="#5a4630", stroke_width=1.5)
    return (
        paper
        + price_dot(kind, count, 33, y, 21)
        + f'<text x="61" y="{num(y + 6)}" font-size="17" fill="{INK}">{kind.upper()}</text>'
    )


def _points(points: int, fill: str = INK, halo: str = "#fff8e8") -> str:
    return figure(points, 40, 42, 58, fill, stroke=halo, stroke_width=4, stroke_opacity=0.7, paint_order="stroke")


def noble(code: str) -> str:
    """The drawing `noble/CODE`."""
    tile = Noble.of(code)
    asked = [(kind, count) for kind, count in zip(GEMS, tile.requires, strict=True) if count]
    chips = "".join(_chip(kind, count, 213 - 57 * row) for row, (kind, count) in enumerate(reversed(asked)))
    field = mix(STONES[asked[0][0]].ramp[1], "#4a3a2a", 0.35)
    kind_of_text = {**PRICE_TYPE, "font_size": 28}
    return document(
        250,
        250,
        ground("o", 250, 250),
        _portrait(code, 160, 126, 74, 106, field),
        _points(tile.points),
        group(chips, **kind_of_text),
    )


def royal(code: str) -> str:
    """The drawing `royal/CODE`."""
    card = Royal.of(code)
    fields = {"r1": "#6a5a7c", "r2": "#7c6a3c", "r3": "#3c5a7c", "r4": "#7c3c4a"}
    powers = "".join(moved(176, 276, 0.62, ability_face(which, brass="url(#e)")) for which in card.abilities)
    return document(
        250,
        350,
        ground("royal", 250, 350),
        _portrait(code, 132, 196, 98, 134, fields[code]),
        _points(card.points, CREAM, "#1a0f2c"),
        crown_face(210, 40, 50),
        powers,
    )
