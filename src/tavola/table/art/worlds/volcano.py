"""The volcanic cave: from the smoking crater along a stream of fire down to a city of basalt."""

from __future__ import annotations

from tavola.table.art.dice import Dice
from tavola.table.art.ink import circle, group, num, path, polygon, rect
from tavola.table.art.worlds.land import Piece, World, backdrop, glimmer, halo, peaks, piece, wall

__all__ = ["volcano"]

_LAVA = "#ff8a2a"
_HOT = "#ffd75e"


def volcano() -> World:
    """The red expedition."""
    dice = Dice("volcano")
    defs = backdrop(
        (-77, "#3a1024"),
        (30, "#b8383a"),
        (120, "#ff9a55"),
        (190, "#5a1a1e"),
        (420, "#3c1018"),
        (700, "#2c0a14"),
        (966, "#4a1216"),
    ) + halo("#ffb347")
    pieces = [
        piece(-77, 70, _smoke()),
        piece(
            -77,
            40,
            path(
                "M20-50h.1M44-30h.1M230-56h.1M206-20h.1M60-66h.1M240 4h.1M14-4h.1",
                stroke="#ffd9a0",
                stroke_width=2.4,
                stroke_linecap="round",
            ),
        ),
        peaks(dice, 150, 66, 5, "#8c2c30", "#3a0c16"),
        piece(20, 260, _cone()),
        piece(168, 262, path("M0 190Q60 176 100 196T250 184V262H0Z", "#3a0f18"), _camp()),
        piece(210, 330, _roof(dice)),
        _stream(dice, 54, 500),
        wall(dice, -1, 250, 720, 60, "#54161f", "#1f070f"),
        wall(dice, 1, 240, 740, 62, "#4a121c", "#1f070f"),
        piece(300, 410, _crystals(42, 404, 1), _crystals(212, 366, -1)),
        piece(396, 470, _bridge()),
        piece(470, 560, _bats()),
        piece(528, 690, _idol()),
        piece(610, 720, _lake()),
        piece(640, 770, _columns(dice)),
        *_city(),
    ]
    return World(defs, tuple(pieces))


def _smoke() -> str:
    return (
        glimmer(128, 40, 96)
        + path(
            "M110 44C70 20 92-14 64-30C40-44 74-84 52-110H190C214-80 160-56 184-30C204-8 168 16 148 44Z",
            "#4a1a2a",
            fill_opacity=0.85,
        )
        + path(
            "M118 44C98 22 116-6 96-26C80-44 112-70 100-110H160C182-74 140-50 154-26C166-2 146 18 140 44Z",
            "#7a2c36",
            fill_opacity=0.7,
        )
        + path(
            "M84-6l-3-9M172-2l5-8M150 12l4-9M102 16l-4-9M128 4v-12M140-22l3-8M112-26l-3-8",
            stroke=_HOT,
            stroke_width=3,
            stroke_linecap="round",
        )
    )


def _cone() -> str:
    """The mountain with its crater, lit from within."""
    return (
        polygon(
            [
                (-20, 214),
                (40, 132),
                (96, 50),
                (112, 46),
                (146, 46),
                (160, 52),
                (214, 140),
                (270, 214),
                (270, 262),
                (-20, 262),
            ],
            "#5c1a22",
        )
        + polygon(
            [(146, 46), (160, 52), (214, 140), (270, 214), (270, 262), (150, 262), (172, 170), (140, 110)],
            "#2a0a14",
            fill_opacity=0.45,
        )
        + path("M96 50Q128 36 160 52Q128 64 96 50Z", _HOT)
        + path(
            "M106 53q4 26-8 44t2 34M150 53q-2 20 10 36t2 30",
            "none",
            stroke=_LAVA,
            stroke_width=5,
            stroke_linecap="round",
        )
    )


def _camp() -> str:
    """Two tents and a flag on the shoulder of the mountain."""
    return group(
        polygon([(-30, 0), (-12, -28), (6, 0)], "#ffe3b8"),
        polygon([(-10, 0), (-12, -28), (6, 0)], "#b8743a"),
        polygon([(8, 4), (22, -18), (36, 4)], "#f2c88c"),
        polygon([(23, 4), (22, -18), (36, 4)], "#9c5c2c"),
        path("M44 4V-34", stroke="#ffe3b8", stroke_width=2),
        path("M44-34q9 4 16 0q-5 7-16 7z", "#ffd75e"),
        transform="translate(58 190)",
    )


def _roof(dice: Dice) -> str:
    """Teeth of stone below the ground: here the cave begins."""
    d = "M-4 228"
    x = -4.0
    while x < 250:
        w = dice.between(12, 26)
        d += f"L{num(x + w * 0.5)} {num(dice.between(246, 322))}L{num(x + w)} {num(dice.between(234, 246))}"
        x += w
    return path(d + "V214H-4Z", "#22080f")


def _stream(dice: Dice, top: int, bottom: int) -> Piece:
    """The stream of fire that leads down the cave."""
    d = f"M128 {top}"
    y, side = top, 1
    while y < bottom:
        d += f"q{side * dice.whole(26, 44)} 40 0 80"
        y, side = y + 80, -side
    drawn = (
        path(d, "none", stroke="#7a1c14", stroke_width=26, stroke_linecap="round")
        + path(d, "none", stroke=_LAVA, stroke_width=17, stroke_linecap="round")
        + path(d, "none", stroke=_HOT, stroke_width=7, stroke_linecap="round", stroke_dasharray="34 16")
    )
    return piece(top, bottom + 40, drawn)


def _crystals(x: int, y: int, side: int) -> str:
    return group(
        polygon([(-6, 0), (-2, -46), (6, -54), (12, 0)], "#ff6a4a"),
        polygon([(4, 0), (6, -54), (12, 0)], "#8c1620"),
        polygon([(6, 0), (24, -34), (30, -30), (22, 0)], "#ffae7a"),
        polygon([(-22, 0), (-24, -26), (-16, -32), (-6, 0)], "#d8392c"),
        transform=f"translate({x} {y})scale({side} 1)",
    )


def _bridge() -> str:
    """Planks on ropes over the fire, and one who crosses."""
    planks = "".join(f"M{x} {440 + round(22 * (1 - ((x - 125) / 95) ** 2))}v7" for x in range(40, 216, 9))
    return (
        path("M26 440Q125 486 224 440", "none", stroke="#c98f4e", stroke_width=3)
        + path(
            "M26 414Q125 458 224 414M60 430v20M92 437v23M158 437v23M190 430v20",
            "none",
            stroke="#c98f4e",
            stroke_width=1.6,
        )
        + path(planks, stroke="#8a5a2c", stroke_width=6)
        + group(
            path("M-6 0L-3-16Q-6-30 0-30T5-16L8 0H4L1-12L-2 0Z", "#ffe3b8"),
            circle(0, -35, 5, "#ffe3b8"),
            path("M4-24L14-30V-44", "none", stroke="#ffe3b8", stroke_width=2.6),
            circle(14, -46, 4, _HOT),
            transform="translate(96 458)",
        )
        + glimmer(110, 412, 30)
    )


def _bats() -> str:
    bat = "q6-12 16-8q2-6 4 0q2-6 4 0q10-4 16 8q-8-6-12 2q-4-4-6 2q-2-6-6-2q-4-8-16-2z"
    return path(f"M70 500{bat}M150 520{bat}M112 546{bat}", "#14050a")


def _idol() -> str:
    """A face as tall as a house; the stream goes in at its brow and comes out of its mouth."""
    return (
        path("M74 690L80 566L94 548V532H162V548L176 566L182 690Z", "#6a2428")
        + path("M128 532H162V548L176 566L182 690H140Z", "#260810", fill_opacity=0.5)
        + path("M84 566H172M94 548H162", stroke="#a04a3c", stroke_width=3)
        + path("M92 584L118 590V604L94 600ZM164 584L138 590V604L162 600Z", "#1c060e")
        + path("M100 592l10 2v6l-9-2zM156 592l-10 2v6l9-2z", _HOT)
        + path("M120 590L114 620H142L136 590Z", "#8c3830")
        + path("M100 636H156V690H100Z", "#1c060e")
        + path("M106 636H150V700H106Z", _LAVA)
        + path("M114 640v44M128 636v56M142 640v44", "none", stroke=_HOT, stroke_width=5, stroke_linecap="round")
        + path("M100 636h9v12zM156 636h-9v12zM118 636h7v9zM131 636h7v9z", "#d9b48c")
    )


def _lake() -> str:
    return (
        glimmer(125, 690, 130, "h", 0.8)
        + path("M-10 690Q60 672 125 680T260 684V780H-10Z", "#c8341c")
        + path("M-10 700Q60 682 125 690T260 694V780H-10Z", _LAVA)
        + path(
            "M20 704q26-7 52 0M96 712q34-9 68 0M184 702q22-6 44 0M50 722q26-7 46 0",
            "none",
            stroke=_HOT,
            stroke_width=4,
            stroke_linecap="round",
        )
    )


def _columns(dice: Dice) -> str:
    """Basalt columns that stand in the lake."""
    front, side = "", ""
    for x, tall in ((2, 110), (20, 84), (38, 58), (56, 30), (190, 34), (206, 62), (222, 92), (238, 118)):
        y = 770 - tall + dice.whole(-8, 8)
        front += f"M{x - 9} {y}l9-5 9 5V780h-18z"
        side += f"M{x} {y + 5}l9-5V780h-9z"
    return path(front, "#4a1820", stroke="#7a2c2c", stroke_width=1.2) + path(side, "#16050c", fill_opacity=0.6)


def _city() -> list[Piece]:
    """Towers of black stone, a great gate, and fire in the channels."""
    towers = ((14, 150, 28), (52, 112, 30), (168, 118, 30), (208, 160, 28))
    walls = "".join(f"M{x} 950V{950 - h}l{w // 2}-26 {w // 2} 26V950z" for x, h, w in towers)
    dark = "".join(f"M{x + w // 2} 950V{924 - h}l{w // 2} 26V950z" for x, h, w in towers)
    slits = "".join(f"M{x + w // 2} {950 - h + 18}v{h - 60}" for x, h, w in towers)
    return [
        piece(
            752,
            966,
            path("M-4 768L24 758L50 770L84 762L110 772H142L168 762L204 770L230 758L254 768V966H-4Z", "#33101a"),
            path("M112 770V830H140V770Z", _LAVA),
            path("M120 772v50M132 772v50", "none", stroke=_HOT, stroke_width=4),
        ),
        piece(740, 966, glimmer(125, 880, 150)),
        piece(
            760,
            952,
            path(walls, "#5a1c22"),
            path(dark, "#1c060e", fill_opacity=0.6),
            path(slits, stroke=_HOT, stroke_width=6, stroke_dasharray="10 13"),
        ),
        piece(
            780,
            966,
            polygon(
                [
                    (72, 960),
                    (72, 850),
                    (88, 836),
                    (88, 820),
                    (106, 806),
                    (125, 784),
                    (144, 806),
                    (162, 820),
                    (162, 836),
                    (178, 850),
                    (178, 960),
                ],
                "#7a2a2a",
            ),
            polygon(
                [(125, 784), (144, 806), (162, 820), (162, 836), (178, 850), (178, 960), (125, 960)],
                "#260810",
                fill_opacity=0.55,
            ),
            path("M98 960V896A27 27 0 0 1 152 896V960Z", "#1c060e"),
            path("M106 960V898A19 19 0 0 1 144 898V960Z", _HOT),
            path("M116 960V900A9 9 0 0 1 134 900V960Z", "#fff3c4"),
            circle(125, 840, 12, _LAVA, stroke="#260810", stroke_width=3),
            path("M125 831l5 9-5 9-5-9z", "#fff3c4"),
            path("M80 858h90", stroke=_LAVA, stroke_width=2.5, stroke_dasharray="6 6"),
        ),
        piece(
            936,
            966,
            rect(0, 950, 250, 20, "#1c060e"),
            path("M104 966L114 950H136L146 966Z", _LAVA),
            path("M0 950H250", stroke=_LAVA, stroke_width=2),
        ),
    ]
