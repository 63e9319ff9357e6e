"""The desert: from the white sun over the dunes and an oasis down to a city cut in the rock."""

from __future__ import annotations

from tavola.table.art.dice import Dice
from tavola.table.art.ink import circle, group, path, polygon
from tavola.table.art.worlds.land import Piece, World, backdrop, glimmer, halo, piece, wall

__all__ = ["desert"]


def desert() -> World:
    """The yellow expedition."""
    dice = Dice("desert")
    defs = (
        backdrop(
            (-77, "#5aa6c4"),
            (30, "#cfe0cc"),
            (110, "#ffe6ae"),
            (180, "#f4c868"),
            (480, "#dc9c3c"),
            (640, "#a8622a"),
            (966, "#4a2614"),
        )
        + halo("#fff6d0")
        + halo("#ffb648", "l")
    )
    pieces = [
        piece(-77, 130, glimmer(92, 8, 104), circle(92, 8, 30, "#fffdf0")),
        piece(-70, 20, _hawk()),
        piece(40, 150, _mesas()),
        piece(60, 150, _pyramids()),
        _dune(dice, 130, 150, 26, "#f2c566", 120),
        _dune(dice, 176, 90, 30, "#e8b350", 140),
        _dune(dice, 244, 170, 34, "#dda040", 150),
        piece(178, 250, _caravan()),
        piece(244, 352, _obelisk()),
        _dune(dice, 318, 60, 26, "#d6923e", 150),
        piece(330, 430, _ruins()),
        _dune(dice, 396, 190, 30, "#cc8038", 150),
        piece(392, 530, _oasis(dice)),
        _dune(dice, 520, 70, 20, "#b86a30", 150),
        piece(524, 600, _well()),
        *_canyon(dice),
    ]
    return World(defs, tuple(pieces))


def _hawk() -> str:
    return path(
        "M176-36Q190-52 206-42Q208-48 213-42Q228-54 244-40Q226-42 216-32Q213-26 208-30Q194-44 176-36Z", "#5c3a1c"
    )


def _mesas() -> str:
    return path(
        "M-8 140V92H6L12 80H58L66 96H78L84 140ZM172 140L180 104H190L196 84H236L242 96H258V140Z", "#d99a5c"
    ) + path("M40 140L46 80H58L66 96H78L84 140ZM218 140V84H236L242 96H258V140Z", "#8a4e2c", fill_opacity=0.4)


def _pyramids() -> str:
    return (
        polygon([(96, 144), (134, 84), (172, 144)], "#efc06a")
        + polygon([(134, 84), (172, 144), (146, 144)], "#8a5a24", fill_opacity=0.5)
        + polygon([(66, 146), (90, 110), (114, 146)], "#e6b45c")
        + polygon([(90, 110), (114, 146), (97, 146)], "#8a5a24", fill_opacity=0.5)
    )


def _dune(dice: Dice, y: int, crest: int, rise: int, fill: str, depth: int) -> Piece:
    """A dune with a sharp crest, its lee side in shadow, and ripples."""
    left, right = y + dice.whole(0, 12), y + dice.whole(0, 12)
    lit = f"M-6 {left}Q{crest - 60} {y} {crest} {y - rise}Q{crest + 34} {right} 256 {right}V{y + depth}H-6Z"
    lee = (
        f"M{crest} {y - rise}Q{crest + 34} {right} 256 {right}V{y + depth}H{crest - 10}"
        f"Q{crest + 50} {y + 50} {crest} {y - rise}Z"
    )
    ripples = "".join(
        f"M{crest - dice.whole(50, 110)} {y + 16 + 13 * at}q24-7 {dice.whole(36, 60)}-2" for at in range(3)
    )
    return piece(
        y - rise,
        y + depth,
        path(lit, fill),
        path(lee, "#7a4214", fill_opacity=0.24),
        path(ripples, "none", stroke="#fff1c0", stroke_width=2, stroke_linecap="round", stroke_opacity=0.5),
    )


_CAMEL = (
    "M-19-20Q-17-27-9-27Q-5-38 1-28Q8-30 12-25Q17-19 19-26L21-35Q22-40 28-39L32-36L29-34L26-34Q26-24 21-18"
    "Q17-14 14-14L15 0H12"
    "L10-13H-9L-11 0H-14L-14-14L-17 0H-20L-18-14Q-21-16-19-20Z"
)


def _caravan() -> str:
    camel = (
        path(_CAMEL, "#5a3214")
        + path("M-12-27Q-3-35 8-27L10-16H-12Z", "#c33a2c")
        + path("M-12-19H10", stroke="#ffe08a", stroke_width=2)
    )
    return (
        group(camel, id="k", transform="translate(62 248)")
        + '<use href="#k" x="50" y="-10"/><use href="#k" x="96" y="-27"/>'
        + path("M88 212L92 214M138 200L142 196", stroke="#5a3214", stroke_width=1.2)
    )


def _obelisk() -> str:
    return (
        polygon([(182, 344), (188, 262), (196, 248), (204, 262), (210, 344)], "#f0d090")
        + polygon([(196, 248), (204, 262), (210, 344), (198, 344)], "#7a4a1c", fill_opacity=0.5)
        + path("M190 276h7M189 288h8M191 298l5 5-5 5M189 320h8", "none", stroke="#9c6a2c", stroke_width=2.4)
        + path("M174 346h46v8h-46z", "#c99a50")
    )


def _ruins() -> str:
    """Columns of a temple, half in the sand."""
    columns = "".join(f"M{x} 424V{top}h14V424z" for x, top in ((26, 360), (52, 352), (78, 372), (104, 396)))
    shade = "".join(f"M{x + 9} 424V{top}h5V424z" for x, top in ((26, 360), (52, 352), (78, 372), (104, 396)))
    caps = "".join(f"M{x - 3} {top}h20v-7h-20z" for x, top in ((26, 360), (52, 352)))
    return (
        path(columns + caps, "#f2d49a")
        + path(shade, "#7a4a1c", fill_opacity=0.45)
        + path("M18 352L24 338H70L76 346H44V352Z", "#e2bd7c")
        + path("M122 424l18-14 16 8-6 8z", "#d9b070")
    )


def _oasis(dice: Dice) -> str:
    """Water, palms and a tent."""
    drawn = path("M70 494Q120 474 186 484T236 506Q180 526 110 518T70 494Z", "#3fa6a0") + path(
        "M98 498h44M150 506h40M122 510h30M176 494h34",
        stroke="#e6fff0",
        stroke_width=2.6,
        stroke_linecap="round",
        stroke_opacity=0.8,
    )
    for x, y, tall, lean in ((206, 496, 84, 10), (224, 504, 60, -6), (86, 500, 66, -12)):
        top = (x + lean, y - tall)
        leaves = "".join(
            f"M{top[0]} {top[1]}q{dx // 2} {dy - 10} {dx} {dy}q{-dx * 6 // 10} -4 {-dx} {-dy}z"
            for dx, dy in ((-32, 12), (-27, -7), (-20, 26), (32, 12), (27, -7), (20, 26))
        )
        drawn += path(
            f"M{x - 4} {y}Q{x + lean // 4} {y - tall // 2} {top[0]} {top[1]}"
            f"Q{x + lean // 4 + 6} {y - tall // 2} {x + 4} {y}Z",
            "#6b4420",
        )
        drawn += path(leaves, "#3f7d3a")
    return (
        drawn
        + polygon([(26, 512), (48, 474), (70, 512)], "#fff0cc")
        + polygon([(50, 512), (48, 474), (70, 512)], "#b3452e")
        + polygon([(42, 512), (48, 490), (53, 512)], "#5a3214")
    )


def _well() -> str:
    """The way down: a stair into the canyon."""
    steps = "".join(f"M{118 - 4 * at} {560 + 9 * at}h{24 + 8 * at}" for at in range(9))
    return (
        path("M116 556H144L168 640H92Z", "#5c3216")
        + path(steps, stroke="#e2b468", stroke_width=4)
        + path("M108 562V536M152 562V536M104 536H156", "none", stroke="#6b4420", stroke_width=5, stroke_linecap="round")
    )


def _canyon(dice: Dice) -> list[Piece]:
    """Walls of banded rock, the facade of the lost city, lamps and a stair."""
    bands = "".join(f"M-6 {y}q60 {dice.whole(-12, 12)} 128 {dice.whole(-6, 6)}t134 0" for y in range(636, 770, 22))
    columns = "".join(f"M{x} 924V824h13V924z" for x in (56, 84, 153, 181))
    shade = "".join(f"M{x + 8} 924V824h5V924z" for x in (56, 84, 153, 181))
    return [
        piece(600, 966, path("M-6 620Q40 606 80 640L100 660H156L176 636Q210 604 256 622V966H-6Z", "#9c5626")),
        piece(626, 780, path(bands, "none", stroke="#6b3416", stroke_width=6, stroke_opacity=0.4)),
        piece(690, 966, glimmer(125, 840, 150, "l", 0.75)),
        piece(
            700,
            930,
            path("M38 930V806H212V930Z", "#d9a058"),
            path("M46 806L125 762L204 806Z", "#e8b76c"),
            path("M125 762L204 806H140Z", "#7a4218", fill_opacity=0.45),
            path("M100 770V736A25 25 0 0 1 150 736V770Z", "#e2ad62"),
            path("M128 711A25 25 0 0 1 150 736V770H134Z", "#7a4218", fill_opacity=0.45),
            path("M125 711V696M36 806H214V816H36Z", "#f6d596", stroke="#f6d596", stroke_width=4),
            path("M113 764V744a5 5 0 0 1 10 0V764ZM129 764V744a5 5 0 0 1 10 0V764Z", "#5a2e12"),
        ),
        piece(
            800,
            930,
            path(columns, "#f2cc8a"),
            path(shade, "#7a4218", fill_opacity=0.5),
            path("M104 930V852A21 21 0 0 1 146 852V930Z", "#3a1c0c"),
            path("M112 930V856A13 13 0 0 1 138 856V930Z", "#ffd97a"),
            path("M66 860v30M176 860v30", stroke="#5a2e12", stroke_width=5, stroke_opacity=0.7),
            path("M125 790l8 8-8 8-8-8z", "#c33a2c", stroke="#ffe9b0", stroke_width=2),
        ),
        wall(dice, -1, 640, 966, 34, "#6b3416", "#35180a"),
        wall(dice, 1, 640, 966, 34, "#5f2c14", "#35180a"),
        piece(
            916,
            966,
            path("M-6 930H256V966H-6Z", "#5c2e14"),
            path("M96 930H154L176 966H74Z", "#c9904c"),
            path("M90 940H160M82 952H168", stroke="#6b3416", stroke_width=2.5),
            glimmer(64, 922, 26, "l"),
            glimmer(186, 922, 26, "l"),
            path("M60 934q-4-10 4-18q1 6 5 6t-1 12zM182 934q-4-10 4-18q1 6 5 6t-1 12z", "#ffe08a"),
        ),
    ]
