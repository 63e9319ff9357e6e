"""Under the sea: from a ship on the swell down to a city of domes in the deep."""

from __future__ import annotations

from tavola.table.art.dice import Dice
from tavola.table.art.ink import circle, group, linear, num, path, polygon, rect
from tavola.table.art.worlds.land import Piece, World, backdrop, glimmer, halo, piece, swell, wall

__all__ = ["sea"]


def sea() -> World:
    """The blue expedition."""
    dice = Dice("sea")
    defs = (
        backdrop(
            (-77, "#7fc4ea"),
            (40, "#eaf6f2"),
            (62, "#6fd0d8"),
            (200, "#2f9cc4"),
            (420, "#1a66a6"),
            (640, "#0f3a78"),
            (966, "#071c48"),
        )
        + halo("#eafcff")
        + halo("#ffd98c", "l")
        + linear("v", (0, "#ffffff", 0.32), (1, "#ffffff", 0))
    )
    pieces = [
        piece(-77, 60, glimmer(186, -28, 70), circle(186, -28, 19, "#fffbe0"), _clouds()),
        piece(8, 74, _ship()),
        swell(dice, 62, 4, "#4fb8cf", 40, "#fff"),
        piece(60, 420, _rays()),
        piece(60, 300, _bell()),
        *(_shoal(dice, x, y, count, size, fill) for x, y, count, size, fill in _SHOALS),
        piece(196, 300, _turtle()),
        wall(dice, -1, 300, 760, 44, "#145288"),
        wall(dice, 1, 360, 800, 50, "#124a80", "#0a2f5e"),
        *(_kelp(dice, x, y, tall) for x, y, tall in ((14, 520, 180), (236, 480, 150), (216, 560, 90))),
        piece(372, 480, _whale()),
        _coral(dice, 30, 560, "#e0708a"),
        _coral(dice, 222, 590, "#e8a05c"),
        *(_jelly(x, y, size) for x, y, size in ((74, 520, 1.0), (184, 500, 0.7), (132, 572, 0.8))),
        piece(600, 720, _wreck()),
        *_city(dice),
    ]
    return World(defs, tuple(pieces))


_SHOALS = (
    (44, 132, 7, 1.0, "#ffd978"),
    (196, 180, 8, 0.8, "#ffffff"),
    (70, 318, 6, 1.1, "#ff9f7a"),
    (170, 350, 7, 0.7, "#bfe9ff"),
    (60, 630, 5, 0.8, "#9fd4ff"),
    (190, 752, 5, 0.7, "#ffe09a"),
)


def _clouds() -> str:
    return path(
        "M20-34h58M34-26h70M-6 8h40M10 16h34M206 6h52M190 14h40",
        "none",
        stroke="#fff",
        stroke_width=7,
        stroke_linecap="round",
        stroke_opacity=0.8,
    )


def _ship() -> str:
    """The expedition's ship, seen from the side."""
    return group(
        path("M-38-6H40L32 12H-28Q-36 6-38-6Z", "#6b3d22"),
        path("M-38-6H40L38-1H-37Z", "#c98f4e"),
        path("M0-8V-50M-20-8V-36M22-8V-40", "none", stroke="#3f2413", stroke_width=2.4),
        path("M2-48Q26-36 20-14H2ZM-18-34Q-4-26-6-12H-18ZM24-38Q38-28 36-12H24Z", "#fff6e2"),
        path("M12-41Q24-34 20-14H14ZM30-33Q38-28 36-12H32Z", "#cdb894", fill_opacity=0.6),
        path("M0-50q8 3 13 0q-4 6-13 5z", "#d8392c"),
        transform="translate(128 58)",
    )


def _rays() -> str:
    return "".join(
        polygon([(x, 60), (x + w, 60), (x + w * 2 - 60, 420), (x - 74, 420)], "url(#v)")
        for x, w in ((96, 16), (150, 30), (206, 18), (250, 26))
    )


def _bell() -> str:
    """A diving bell on its rope below the ship."""
    return path("M128 68V222", "none", stroke="#e8f6f6", stroke_width=1.6) + group(
        path("M-24 30Q-26-16 0-20Q26-16 24 30Z", "#d8a445", stroke="#5c3d10", stroke_width=2.5),
        path("M-24 30Q-26-16-2-20Q-14-4-12 30Z", "#fff0b8", fill_opacity=0.6),
        circle(2, 8, 10, "#bff0ff", stroke="#5c3d10", stroke_width=3),
        path("M-27 30H27M-24 18H24", "none", stroke="#5c3d10", stroke_width=3),
        path("M-22 38Q0 54 22 38M-6-20h12v-6h-12z", "#5c3d10", fill_opacity=0.8),
        circle(-1, 5, 3.5, "#fff"),
        transform="translate(128 244)",
    )


def _shoal(dice: Dice, x: int, y: int, count: int, size: float, fill: str) -> Piece:
    step = [round(size * part) for part in (7, 6, 14, 5, 4, 8)]
    fish = f"q{step[0]}-{step[1]} {step[2]} 0q-{step[0]} {step[1]}-{step[2]} 0l-{step[3]}-{step[4]}v{step[5]}z"
    d = "".join(f"M{x + dice.whole(-34, 34)} {y + dice.whole(-16, 16)}{fish}" for _ in range(count))
    return piece(y - 22, y + 22, path(d, fill, fill_opacity=0.85))


def _turtle() -> str:
    return group(
        path(
            "M-40-6Q-20-30 4-12Q-10-6-16 4ZM-10 10Q-24 26-36 22Q-30 10-20 6ZM26 12Q34 26 44 24Q44 14 36 8Z", "#2e7d6a"
        ),
        path("M-24 4Q-16-20 12-20T42 2Q20 16-8 12Q-20 10-24 4Z", "#4aa37e", stroke="#1b5a4e", stroke_width=2),
        path("M-8 10L0-18M14 12L18-19M-20-4Q10-6 38-6", "none", stroke="#1b5a4e", stroke_width=1.6),
        path("M-22 2Q-38-2-42 6Q-36 14-22 10Z", "#3c9176"),
        circle(-36, 5, 1.8, "#08302a"),
        transform="translate(204 262)scale(.8)",
    )


def _whale() -> str:
    return group(
        path(
            "M-84 4Q-80-30-34-32Q20-34 56-6Q72 4 84-14Q80-26 94-32Q94-20 100-12Q88-2 86 8Q66 30 20 30Q-50 36-84 4Z",
            "#0d3f78",
        ),
        path("M-82 8Q-50 22-8 18Q-30 34-50 28Q-74 22-82 8Z", "#8fc4e6", fill_opacity=0.65),
        path(
            "M-62 12q14 6 34 6M-58 18q10 5 26 5M-6 20Q-2 42 20 48Q22 30 12 20Z",
            "#0a3262",
            stroke="#0a3262",
            stroke_width=1.5,
        ),
        circle(-52, -2, 2.6, "#dff4ff"),
        path(
            "M-70-14Q-40-30 0-28", "none", stroke="#4c8cc4", stroke_width=3, stroke_linecap="round", stroke_opacity=0.7
        ),
        transform="translate(120 424)",
    )


def _kelp(dice: Dice, x: float, y: float, tall: float) -> Piece:
    d, leaves = f"M{num(x)} {num(y)}", ""
    rows = int(tall / 30)
    for at in range(rows):
        side = 1 if at % 2 else -1
        d += f"q{side * 9}-15 0-30"
        ly = y - 30 * at - 12
        leaves += f"M{num(x)} {num(ly)}q{side * 12}-12 {side * 20}-{dice.whole(10, 18)}q{-side * 2} 14 {-side * 20} 14z"
    return piece(
        y - tall,
        y + 6,
        path(d, "none", stroke="#1f7a62", stroke_width=3.5, stroke_linecap="round"),
        path(leaves, "#2a9474"),
    )


def _coral(dice: Dice, x: float, y: float, fill: str) -> Piece:
    d = ""
    for lean in (-22, -10, 0, 12, 22):
        tall = dice.whole(26, 46)
        d += (
            f"M{num(x + lean * 0.3)} {num(y)}q{num(lean * 0.2)}-{tall // 2} {lean}-{tall}"
            f"m{num(-lean * 0.3)} {tall // 3}l{8 if lean > 0 else -8}-10"
        )
    return piece(y - 60, y + 4, path(d, "none", stroke=fill, stroke_width=5, stroke_linecap="round"))


def _jelly(x: float, y: float, size: float) -> Piece:
    drawn = group(
        path(
            "M-12 4Q-14 22-9 34M-4 4Q-6 26-1 42M4 4Q8 22 4 36M12 4Q12 20 9 30",
            "none",
            stroke="#f4c6f0",
            stroke_width=1.8,
            stroke_opacity=0.8,
        ),
        path("M-20 6Q-22-20 0-20T20 6Q14 0 10 5Q5 0 0 5Q-5 0-10 5Q-14 0-20 6Z", "#e79ad8", fill_opacity=0.85),
        path("M-14-4Q-10-15 0-15", "none", stroke="#fff", stroke_width=2.5, stroke_linecap="round", stroke_opacity=0.8),
        transform=f"translate({num(x)} {num(y)})scale({size:.2g})",
    )
    return piece(y - 26 * size, y + 48 * size, glimmer(x, y, 36 * size, "h", 0.35), drawn)


def _wreck() -> str:
    """A galleon that lies on a ledge."""
    return path("M60 716Q110 684 170 694T250 684V790H40Z", "#0e3468") + group(
        path("M-66-14L-40-30V-18H52L70-34Q66 6 44 20H-46Q-64 8-66-14Z", "#3f3324"),
        path("M-62-4H62M-56 8H54", "none", stroke="#6f5a3c", stroke_width=2),
        path("M-20-18L-28-74M18-18L24-58M-40-52L-6-58M4-42L44-48", "none", stroke="#3f3324", stroke_width=4),
        path("M-36-50L-8-55Q-4-40-14-32L-20-44L-28-30Z", "#7d8f9c", fill_opacity=0.7),
        path("M-4-6l12-4 6 9-10 7zM-44 2h7v7h-7zM32 0h7v7h-7z", "#06183a"),
        transform="translate(128 686)rotate(-9)",
    )


def _city(dice: Dice) -> list[Piece]:
    """Domes and towers with lit windows, a gate, and the sea floor."""
    far = "".join(
        f"M{x} 900v-{h}q7-{w} 14 0v{h}z"
        for x, h, w in ((6, 90, 22), (30, 122, 30), (62, 98, 18), (176, 116, 30), (204, 84, 22), (228, 108, 26))
    )
    lights = "".join(f"M{dice.whole(8, 242)} {dice.whole(800, 880)}h0" for _ in range(20))
    middle = (
        path("M22 930V842A30 30 0 0 1 82 842V930ZM168 930V836A32 32 0 0 1 232 836V930Z", "#1c5a98")
        + path("M56 930V814A30 30 0 0 1 82 842V930ZM206 930V806A32 32 0 0 1 232 836V930Z", "#0b2c5e", fill_opacity=0.55)
        + path("M88 940V812A37 37 0 0 1 162 812V940Z", "#2c78b8")
        + path("M130 940V776A37 37 0 0 1 162 812V940Z", "#0b2c5e", fill_opacity=0.5)
        + path("M125 775V742M52 812V792M200 804V782", "none", stroke="#8fd0ff", stroke_width=3)
        + path("M125 742l-5-10 5-12 5 12z", "#ffe9a8")
        + rect(84, 812, 82, 6, "#8fd0ff", fill_opacity=0.6)
    )
    panes = path(
        "M110 940V884A15 15 0 0 1 140 884V940ZM97 850v-14a4 4 0 0 1 8 0v14zM121 850v-14a4 4 0 0 1 8 0v14zM145 850"
        "v-14a4 4 0 0 1 8 0v14z"
        "M34 880v-12a4 4 0 0 1 8 0v12zM60 880v-12a4 4 0 0 1 8 0v12zM182 878v-12a4 4 0 0 1 8 0v12zM210 878v-12"
        "a4 4 0 0 1 8 0v12z",
        "#ffe2a0",
    )
    return [
        piece(690, 966, glimmer(125, 850, 150, "l", 0.5)),
        piece(770, 905, path(far, "#123f7c")),
        piece(795, 885, path(lights, stroke="#ffdf9a", stroke_width=3, stroke_linecap="round", stroke_opacity=0.8)),
        piece(720, 942, middle, panes),
        swell(dice, 926, 7, "#0a2a5a", 60),
        piece(
            900,
            966,
            path("M96 966L116 934H134L154 966Z", "#3f7fae"),
            path(
                "M20 966q-6-30 6-48M36 966q8-24 0-40M222 966q10-30-2-52M240 966q-8-20 0-36",
                "none",
                stroke="#1f7a7a",
                stroke_width=4,
                stroke_linecap="round",
            ),
        ),
    ]
