"""The rainforest: from the misty canopy along a waterfall down to an overgrown temple."""

from __future__ import annotations

from tavola.table.art.dice import Dice
from tavola.table.art.ink import circle, group, linear, path, polygon
from tavola.table.art.worlds.land import Piece, World, backdrop, glimmer, halo, peaks, piece, swell

__all__ = ["rainforest"]


def rainforest() -> World:
    """The green expedition."""
    dice = Dice("rainforest")
    defs = (
        backdrop(
            (-77, "#8fd0c4"),
            (70, "#fdf3c8"),
            (150, "#cfe6a0"),
            (320, "#5fae6c"),
            (560, "#23724c"),
            (780, "#124a38"),
            (966, "#0b3328"),
        )
        + halo("#fff3b8")
        + linear("v", (0, "#ffffff", 0.95), (0.8, "#dff6f0", 0.75), (1, "#ffffff", 0.2))
    )
    pieces = [
        piece(-77, 100, glimmer(180, -6, 84), circle(180, -6, 22, "#fffbe0")),
        piece(-60, 60, _birds()),
        peaks(dice, 112, 82, 4, "#a6cfa8", "#4f8f78"),
        piece(
            40,
            120,
            path(
                "M-10 92h90M30 102h120M150 96h120M90 84h60",
                stroke="#fffbe8",
                stroke_width=9,
                stroke_linecap="round",
                stroke_opacity=0.6,
            ),
        ),
        _canopy(dice, 126, 20, "#7fbf76", 70),
        _canopy(dice, 160, 24, "#57a561", 80),
        piece(150, 480, _cliff()),
        piece(186, 520, _fall()),
        *(_trunk(dice, x, 206, bottom, w) for x, bottom, w in ((22, 664, 24), (232, 660, 20))),
        _canopy(dice, 216, 26, "#3b8f52", 26),
        piece(236, 330, _macaw(70, 286, 1), _macaw(96, 256, 0.7)),
        piece(348, 440, _bridge()),
        piece(250, 700, _lianas(dice)),
        piece(478, 580, _pool()),
        piece(430, 560, _ferns(dice, 540, "#1f7a4a")),
        piece(560, 650, _jaguar()),
        _canopy(dice, 640, 18, "#175a3c", 34),
        *_temple(dice),
    ]
    return World(defs, tuple(pieces))


def _birds() -> str:
    bird = "q8-9 16 0q8-9 16 0q-8-4-16 4q-8-8-16-4z"
    return path(f"M40-20{bird}M84-36{bird}M70 6{bird}M118 18{bird}", "#3f7f74")


def _canopy(dice: Dice, y: int, size: int, fill: str, depth: int) -> Piece:
    """Crowns side by side, with a lighter rim of leaves above and hanging leaves below."""
    d, lit = f"M-10 {y + depth}V{y}", ""
    x = -10
    while x < 262:
        w = dice.whole(size, 2 * size)
        rise = round(w * dice.between(0.5, 0.85))
        d += f"q{w // 2}-{rise} {w} 0"
        lit += f"M{x + w // 5} {y - rise // 4}q{w // 4}-{rise // 3} {w // 2}-{rise // 6}"
        x += w
    d += f"V{y + depth}"
    while x > -10:
        w = dice.whole(size // 2, size)
        d += f"q{-w // 2} {round(w * 0.9)} {-w} 0"
        x -= w
    return piece(
        y - size,
        y + depth + size // 2,
        path(f"{d}Z", fill),
        path(lit, "none", stroke="#e6f5a8", stroke_width=2.5, stroke_linecap="round", stroke_opacity=0.45),
    )


def _cliff() -> str:
    return (
        polygon(
            [
                (92, 178),
                (178, 172),
                (190, 240),
                (184, 330),
                (200, 420),
                (206, 510),
                (70, 510),
                (80, 400),
                (74, 300),
                (86, 230),
            ],
            "#6f8f78",
        )
        + polygon(
            [(178, 172), (190, 240), (184, 330), (200, 420), (206, 510), (168, 510), (160, 300)],
            "#2c5a4c",
            fill_opacity=0.5,
        )
        + path(
            "M92 178Q84 190 96 204M178 176q10 12 2 26M80 300q14 2 18 16M188 330q-16 4-18 20M78 400q12 6 12 20",
            "none",
            stroke="#3b8f52",
            stroke_width=9,
            stroke_linecap="round",
        )
    )


def _fall() -> str:
    """The waterfall, all the way down the cliff."""
    return (
        path("M112 182H156Q162 260 158 330T168 500H98Q108 400 106 330T112 182Z", "url(#v)")
        + path(
            "M120 186q4 80 0 150t-8 150M134 186q-2 90 2 160t0 150M148 186q2 80 0 150t10 150",
            "none",
            stroke="#7fc8c0",
            stroke_width=2.2,
            stroke_opacity=0.75,
        )
        + path("M90 504q10-14 24-8q12-14 24-4q14-10 26 4q14-4 20 8z", "#fff", fill_opacity=0.85)
    )


def _trunk(dice: Dice, x: int, top: int, bottom: int, w: int) -> Piece:
    """A giant tree from its crown to its roots."""
    half = w // 2
    drawn = path(
        f"M{x - half} {top}Q{x - half + 5} {(top + bottom) // 2} {x - half - 2} {bottom - 40}"
        f"Q{x - w} {bottom - 8} {x - 2 * w} {bottom}H{x + 2 * w}"
        f"Q{x + w} {bottom - 8} {x + half + 2} {bottom - 40}Q{x + half - 4} {(top + bottom) // 2} {x + half} {top}Z",
        "#4a3a24",
    )
    drawn += path(
        f"M{x + 2} {top}V{bottom - 30}h{half}Q{x + half - 4} {(top + bottom) // 2} {x + half} {top}Z",
        "#20180e",
        fill_opacity=0.5,
    )
    rings = "".join(
        f"M{x - half + 2} {y}q{half} {dice.whole(6, 14)} {w - 3} 0" for y in range(top + 90, bottom - 40, 74)
    )
    return piece(top, bottom, drawn, path(rings, "none", stroke="#5fae5a", stroke_width=5, stroke_opacity=0.8))


def _macaw(x: int, y: int, size: float) -> str:
    return group(
        path("M-30-16Q-6-22 4-4Q20-18 34-34Q38-12 18 6Q10 14 0 12Q-26 30-54 44Q-36 18-14 6Q-26 2-30-16Z", "#d8392c"),
        path("M34-34Q38-12 18 6L8 4Q24-10 34-34ZM-54 44Q-36 18-14 6L-8 9Q-26 30-54 44Z", "#2f7fd0"),
        path("M-30-16Q-6-22 4-4L-2 4Q-22 0-30-16Z", "#ffc23d"),
        circle(15, -3, 4.5, "#fff"),
        path("M18-6q8 2 4 10q-5-2-6-6z", "#222"),
        transform=f"translate({x} {y})scale({size:g})",
    )


def _bridge() -> str:
    planks = "".join(f"M{x} {386 + round(24 * (1 - ((x - 125) / 105) ** 2))}v6" for x in range(30, 226, 9))
    return (
        path("M12 386Q125 436 240 384", "none", stroke="#c79a5c", stroke_width=3)
        + path(
            "M12 362Q125 410 240 360M56 380v24M92 388v26M160 388v26M196 378v24",
            "none",
            stroke="#c79a5c",
            stroke_width=1.6,
        )
        + path(planks, stroke="#7d5a30", stroke_width=6)
        + group(
            path("M-6 0L-3-15Q-7-30 0-30T5-15L8 0H4L1-11L-2 0Z", "#fff3d8"),
            circle(0, -35, 5, "#fff3d8"),
            path("M-9-38Q0-48 9-38Z", "#8a5a24"),
            path("M-4-27h-9v14h7z", "#b3452e"),
            transform="translate(158 408)",
        )
    )


def _lianas(dice: Dice) -> str:
    d, leaves = "", ""
    for x, top, bottom in ((52, 250, 520), (206, 240, 470), (76, 440, 640), (196, 520, 690)):
        d += f"M{x} {top}q{dice.whole(-16, 16)} {(bottom - top) // 2} {dice.whole(-8, 8)} {bottom - top}"
        for y in range(top + 30, bottom, 62):
            side = dice.pick((1, -1))
            leaves += f"M{x} {y}q{side * 6}-8 {side * 15}-5q{-side * 3} 9 {-side * 15} 5z"
    return path(d, "none", stroke="#2f7d44", stroke_width=2.6) + path(leaves, "#56b35c")


def _pool() -> str:
    return path("M30 520Q80 500 130 506T226 516Q236 560 200 574H60Q24 556 30 520Z", "#4fb3a8") + path(
        "M60 528h50M130 538h60M84 552h44M150 524h36M108 562h50",
        "none",
        stroke="#e6fff6",
        stroke_width=3,
        stroke_linecap="round",
        stroke_opacity=0.7,
    )


def _ferns(dice: Dice, y: int, fill: str) -> str:
    d = ""
    for x in (8, 40, 206, 244):
        for lean in (-40, -22, 0, 22, 40):
            tall = dice.whole(34, 60)
            tip = tall - abs(lean) // 3
            d += f"M{x} {y}q{lean // 3}-{tall} {lean}-{tip}q{-lean // 2 - 4} {tall // 4} {4 - lean} {tip}z"
    return path(d, fill)


def _jaguar() -> str:
    """Eyes in the leaves."""
    return (
        path("M60 650Q56 590 96 586L104 574L114 586H140L150 574L158 586Q196 590 190 650Z", "#0f4030")
        + path("M96 612q12-12 22 2q-14 8-22-2zM134 614q12-14 24-2q-10 10-24 2z", "#ffd75e")
        + path("M108 607v11M146 607v11", stroke="#0b2a20", stroke_width=3)
        + path("M118 634q9 8 18 0l-9-6z", "#0b2a20")
        + path(
            "M52 640q20-34 40-10q-6 16-40 10zM198 640q-20-34-40-10q6 16 40 10zM74 600q-4-30 22-30q2 24-22 30z"
            "M176 600q4-30-22-30q-2 24 22 30z",
            "#1f7a4a",
        )
    )


def _temple(dice: Dice) -> list[Piece]:
    """A stepped pyramid with its stairs, a face in stone, and vines over all."""
    steps = "".join(f"M{44 + 15 * at} {900 - 34 * at}h{162 - 30 * at}v-34h{-(162 - 30 * at)}z" for at in range(5))
    shade = "".join(f"M{206 - 15 * at} {900 - 34 * at}v-34h{-24 + 2 * at}v34z" for at in range(5))
    rims = "".join(f"M{44 + 15 * at} {867 - 34 * at}h{162 - 30 * at}" for at in range(5))
    stairs = "".join(f"M108 {y}h34" for y in range(742, 900, 9))
    return [
        piece(650, 930, glimmer(125, 740, 130, "h", 0.7)),
        piece(
            690,
            920,
            path(
                "M-6 920V812L12 790L28 804V760H44V742H62V760L84 800V920ZM256 920V800L240 782L222 796V772H206V756"
                "H190V772L166 810V920Z",
                "#1b5f45",
            ),
            path(
                "M0 790h70M150 812h110M20 846h80",
                stroke="#bfe6b0",
                stroke_width=10,
                stroke_linecap="round",
                stroke_opacity=0.18,
            ),
        ),
        piece(
            680,
            760,
            path("M94 732V694H156V732Z", "#7d8f6c"),
            path("M136 732V694H156V732Z", "#2c3f2c", fill_opacity=0.5),
            path("M88 696L98 678H152L162 696Z", "#98a982"),
            path("M114 732V706H136V732Z", "#1a241a"),
            path("M119 732V711H131V732Z", "#ffd75e"),
        ),
        piece(
            728,
            902,
            path(steps, "#7d8f6c"),
            path(shade, "#26382a", fill_opacity=0.5),
            path(rims, stroke="#b5c79a", stroke_width=3),
        ),
        piece(730, 902, path("M104 900V732H146V900Z", "#a6b58c"), path(stairs, stroke="#5a6b4a", stroke_width=2.4)),
        piece(
            770,
            960,
            path(
                "M50 800q-2 26 8 44t-2 40M196 806q6 24-4 44t4 36M76 766q8 20 0 36t4 30",
                "none",
                stroke="#3f9a4e",
                stroke_width=6,
                stroke_linecap="round",
            ),
            path(
                "M40 832q14-12 20 4q-12 8-20-4zM200 848q-16-10-20 6q12 8 20-6zM70 800q14-8 16 6q-10 6-16-6z"
                "M186 780q-14-6-16 8q12 4 16-8z",
                "#6cc05e",
            ),
        ),
        swell(dice, 902, 6, "#0f4632", 70, "#5fae5a"),
        piece(858, 966, _head(46), _head(204)),
        piece(
            900,
            966,
            path("M104 966L112 902H138L146 966Z", "#7d8f6c"),
            path(
                "M-6 966Q10 916 34 930Q20 940 26 966ZM256 966Q240 916 216 930Q230 940 224 966ZM50 966q2-24 20-28"
                "q-4 14 0 28zM200 966q-2-24-20-28q4 14 0 28z",
                "#2a8a50",
            ),
        ),
    ]


def _head(x: int) -> str:
    return group(
        path("M-24 34V-8Q-24-36 0-36T24-8V34Z", "#8b9a78"),
        path("M8 34V-34Q24-30 24-8V34Z", "#2c3f2c", fill_opacity=0.5),
        path("M-18-10h12v7h-12zM6-10h12v7h-12zM-12 16h24v7h-24z", "#22301f"),
        path("M-3-8L-7 8H7L3-8Z", "#6b7a58"),
        path("M-26-18H26", stroke="#b5c79a", stroke_width=5),
        transform=f"translate({x} 904)scale(.9)",
    )
