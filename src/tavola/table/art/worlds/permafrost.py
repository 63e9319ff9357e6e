"""The permafrost: from peaks below the northern lights over the glacier down to a city within the ice."""

from __future__ import annotations

from tavola.table.art.dice import Dice
from tavola.table.art.ink import circle, group, lines, path, polygon
from tavola.table.art.worlds.land import Piece, World, backdrop, glimmer, halo, peaks, piece, swell, wall

__all__ = ["permafrost"]


def permafrost() -> World:
    """The white expedition."""
    dice = Dice("permafrost")
    defs = (
        backdrop(
            (-77, "#5d83ab"),
            (60, "#c4d9e6"),
            (140, "#f7efe6"),
            (230, "#e4eef4"),
            (460, "#b4cfdf"),
            (700, "#7fa6c2"),
            (966, "#4a7396"),
        )
        + halo("#ffffff")
        + halo("#c8fff2", "l")
    )
    pieces = [
        piece(-77, 70, _aurora()),
        piece(20, 150, glimmer(70, 84, 60), circle(70, 84, 15, "#fffdf2")),
        peaks(dice, 150, 92, 3, "#a9c3d6", "#4f7192"),
        piece(50, 150, _snowcaps()),
        peaks(dice, 196, 60, 5, "#cfdfea", "#6f90ad", 90),
        swell(dice, 204, 8, "#f4f9fc", 140, "#ffffff"),
        piece(176, 290, _firs(dice)),
        piece(214, 290, _sledge()),
        swell(dice, 296, 8, "#e3eef5", 130, "#ffffff"),
        piece(296, 372, _crevasses()),
        piece(300, 390, _camp()),
        _seracs(dice, 392),
        swell(dice, 452, 6, "#cfe2ee", 120, "#ffffff"),
        piece(446, 510, _bear()),
        piece(500, 700, _cave()),
        piece(540, 690, _mammoth()),
        wall(dice, -1, 500, 860, 46, "#8fb4cd", "#4f7ea3"),
        wall(dice, 1, 500, 880, 50, "#86adc8", "#4f7ea3"),
        piece(690, 770, _icicles(dice)),
        *_city(dice),
    ]
    return World(defs, tuple(pieces))


def _aurora() -> str:
    """Curtains of light."""
    curtain = "M-6 {a}Q60 {b} 110 {c}T256 {d}V{e}Q180 {f} 110 {g}T-6 {h}Z"
    first = curtain.format(a=-34, b=-84, c=-40, d=-56, e=-10, f=0, g=10, h=26)
    second = curtain.format(a=-4, b=-40, c=2, d=-22, e=24, f=26, g=40, h=44)
    return (
        path(first, "#8ff0cf", fill_opacity=0.4)
        + path(second, "#c9b4ff", fill_opacity=0.35)
        + path(
            "M20-60h.1M60-70h.1M150-66h.1M196-72h.1M232-40h.1M104-54h.1",
            stroke="#fff",
            stroke_width=2.4,
            stroke_linecap="round",
        )
    )


def _snowcaps() -> str:
    return path("M170 132l14-34 12-18 14 22 10 30-14-12-8 8-12-10-8 12z", "#fff", fill_opacity=0.85)


def _firs(dice: Dice) -> str:
    d = ""
    for x, y in ((10, 226), (26, 236), (44, 222), (214, 226), (230, 240), (244, 224)):
        t = dice.whole(28, 44)
        d += (
            f"M{x} {y - t}l{t // 4} {t // 2}h-{t // 8}l{t // 5} {t - t // 2}h-{2 * (t // 4 - t // 8 + t // 5)}"
            f"l{t // 5}-{t - t // 2}h-{t // 8}z"
        )
    return path(d, "#5f8a96")


def _sledge() -> str:
    """Dogs before a laden sledge."""
    dog = "M0 0v-6q-5-2-6-8q5 3 10 1h12l4-6 2 3 6 2-2 4-5 2-2 8h-3l-1-6h-9l-2 6z"
    return group(
        path(f"M-6 0{dog[4:]}M26 3{dog[4:]}M58 2{dog[4:]}", "#4a5f75"),
        path("M-12-8L-40-10M20-6h12M52-4h12", stroke="#4a5f75", stroke_width=1.4),
        path(
            "M-92 4H-40Q-32 4-32-6M-84 4V-8M-48 4V-8", "none", stroke="#7a4e2a", stroke_width=3, stroke_linecap="round"
        ),
        path("M-90-8H-42V-22H-74L-90-14Z", "#c33f36"),
        path("M-86-14h12M-64-22v14M-52-22v14", stroke="#f7e2c0", stroke_width=2),
        path("M-94-2L-98-22Q-100-34-94-34T-88-22L-86-4Z", "#32475e"),
        circle(-94, -38, 5, "#32475e"),
        transform="translate(142 266)",
    )


def _crevasses() -> str:
    return path(
        "M18 330l30-8 22 10 34-6-36 14-24-8zM150 348l26-10 30 8 34-4-30 12-34-4zM60 362l30-6 20 8-26 4z", "#7fb0cc"
    ) + path("M18 330l30-8 22 10 34-6-34 9-22-8zM150 348l26-10 30 8 34-4-32 7-32-6z", "#3f759c")


def _camp() -> str:
    """An ice house and a lamp."""
    return group(
        glimmer(30, -4, 40, "h", 0.9),
        path("M-36 20A36 34 0 0 1 36 20Z", "#f7fbfd", stroke="#7b9db7", stroke_width=1.5),
        path("M8-13A36 34 0 0 1 36 20H16Z", "#5f86a5", fill_opacity=0.35),
        path("M-32 2H32M-22-8H22M-14 2V20M2-13V2M-20-8V2M16 2V8", "none", stroke="#9fbcd0", stroke_width=1.5),
        path("M18 20V8a9 9 0 0 1 18 0V20Z", "#e3eef5", stroke="#7b9db7", stroke_width=1.5),
        path("M22 20V10a5 5 0 0 1 10 0V20Z", "#ffcf6b"),
        transform="translate(186 312)",
    )


def _seracs(dice: Dice, y: int) -> Piece:
    """Blocks of the breaking glacier."""
    lit, dark, top = "", "", ""
    x = -10
    while x < 250:
        w, h = dice.whole(24, 40), dice.whole(20, 66)
        edge, side = y - h, w * 4 // 10
        lit += f"M{x} {y + 70}V{edge}h{w - side}V{y + 70}z"
        dark += f"M{x + w - side} {y + 70}V{edge}l{side} 7V{y + 70}z"
        top += f"M{x} {edge}l{side // 2}-9h{w - side}l{side - side // 2} 16-{side}-7z"
        x += w
    return piece(y - 76, y + 70, path(lit, "#dcebf4"), path(dark, "#9fc2d8"), path(top, "#fff"))


def _bear() -> str:
    return group(
        path(
            "M-44 24L-40 2Q-40-16-14-18H14Q30-22 40-16L54-10Q58-4 50-1L36 2L34 24H24L22 8H-14L-18 24H-30L-28 10"
            "L-34 24Z",
            "#fffdf6",
            stroke="#8fa9bd",
            stroke_width=2,
        ),
        path("M-40 6Q-20 12-14 8L-18 24H-30L-28 10L-34 24H-44Z", "#b9cedc", fill_opacity=0.6),
        circle(42, -10, 1.8, "#22384d"),
        circle(53, -6, 2.2, "#22384d"),
        transform="translate(84 474)scale(.9)",
    )


def _cave() -> str:
    """The mouth of the ice cave, and blue light behind it."""
    return (
        path("M10 700Q8 560 60 530Q125 496 190 530Q242 560 240 700Z", "#6c9cc0")
        + path("M34 700Q34 580 76 554Q125 526 174 554Q216 580 216 700Z", "#4f86b0")
        + glimmer(125, 630, 96, "l", 0.8)
    )


def _mammoth() -> str:
    """What the ice has kept."""
    return group(
        path(
            "M-56 44L-54 4Q-58-34-20-40Q-2-56 22-42Q48-36 50-8Q56 10 48 26Q46 44 56 50Q44 56 38 42L34 14"
            "Q26 22 20 18V44H4L2 22H-22L-26 44H-42L-44 24L-46 44Z",
            "#33587c",
        ),
        path(
            "M30 12Q34 40 58 34Q72 28 66 10Q62 26 52 24Q44 22 42 8ZM-54 0Q-64 8-60 22",
            "#e9f4fa",
            stroke="#e9f4fa",
            stroke_width=1,
        ),
        path("M8-34Q24-18 14 2Q2-2 0-18Z", "#274666"),
        circle(33, -12, 2.4, "#dff6ff"),
        transform="translate(118 634)",
    ) + path(
        "M46 570L88 690M190 566L158 692M60 640L96 574M176 640L204 600",
        stroke="#e9f7fc",
        stroke_width=2,
        stroke_opacity=0.6,
    )


def _icicles(dice: Dice) -> str:
    d = "M-4 690"
    x = -4
    while x < 250:
        w = dice.whole(10, 20)
        d += f"L{x + w // 2} {dice.whole(704, 758)}L{x + w} {dice.whole(690, 698)}"
        x += w
    return path(d + "V680H-4Z", "#e3f1f8") + path("M-4 681H254", stroke="#fff", stroke_width=4)


def _tower(x: int, foot: int, w: int, tall: int) -> tuple[str, str]:
    half = w // 2
    outline = [
        (x - half, foot),
        (x - half, foot - tall),
        (x, foot - tall - w),
        (x + half, foot - tall),
        (x + half, foot),
    ]
    return lines(outline), lines([(x + 2, foot), (x, foot - tall - w), (x + half, foot - tall), (x + half, foot)])


def _city(dice: Dice) -> list[Piece]:
    """Towers of clear ice around a hall, lit from within."""
    far = [_tower(x, 930, w, tall) for x, w, tall in ((40, 20, 120), (74, 18, 92), (176, 18, 96), (212, 20, 126))]
    near = [_tower(x, 944, w, tall) for x, w, tall in ((24, 26, 66), (58, 28, 96), (192, 28, 100), (228, 26, 60))]
    return [
        piece(720, 966, glimmer(125, 850, 140, "l", 0.9)),
        piece(
            770,
            940,
            path("".join(shape for shape, _ in far), "#a9d0e4"),
            path("".join(dark for _, dark in far), "#4f86b0", fill_opacity=0.5),
        ),
        piece(
            730,
            950,
            polygon([(88, 946), (88, 832), (104, 806), (125, 742), (146, 806), (162, 832), (162, 946)], "#e6f5fb"),
            polygon([(125, 742), (146, 806), (162, 832), (162, 946), (130, 946)], "#5f95bb", fill_opacity=0.6),
            polygon([(125, 742), (104, 806), (118, 826)], "#fff"),
            path("M108 946V886A17 17 0 0 1 142 886V946Z", "#3f759c"),
            path("M114 946V888A11 11 0 0 1 136 888V946Z", "#fff3c8"),
            path(
                "M100 862l8-12 8 12-8 10zM134 862l8-12 8 12-8 10zM117 836l8-13 8 13-8 11z",
                "#c8fff2",
                stroke="#5f95bb",
                stroke_width=1.5,
            ),
        ),
        piece(
            830,
            950,
            path("".join(shape for shape, _ in near), "#d3eaf5"),
            path("".join(dark for _, dark in near), "#4f86b0", fill_opacity=0.55),
            path("M24 900v16M58 872v16M58 904v14M192 868v16M192 902v14M228 906v14", stroke="#fff3c8", stroke_width=5),
        ),
        swell(dice, 944, 4, "#eef7fb", 40, "#ffffff"),
        piece(930, 966, path("M102 966L112 946H138L148 966Z", "#a9cfe2")),
    ]
