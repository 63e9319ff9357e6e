"""A sky at dusk: from the stars past floating islands down to an observatory above the clouds."""

from __future__ import annotations

from tavola.table.art.dice import Dice
from tavola.table.art.ink import circle, group, num, path, polygon
from tavola.table.art.worlds.land import Piece, World, backdrop, glimmer, halo, piece

__all__ = ["heavens"]


def heavens() -> World:
    """The purple expedition."""
    dice = Dice("heavens")
    defs = (
        backdrop(
            (-77, "#120a36"),
            (140, "#2b1763"),
            (340, "#54298c"),
            (540, "#8a3f9c"),
            (720, "#cf6a94"),
            (860, "#ff9f7c"),
            (966, "#ffd08c"),
        )
        + halo("#fff0c8")
        + halo("#ffb0d0", "l")
    )
    pieces = [
        _stars(dice, -77, 120, 30),
        _stars(dice, 120, 400, 24),
        piece(-70, 60, _moon()),
        piece(0, 160, _constellation()),
        piece(150, 250, _planet()),
        piece(80, 190, _airship()),
        _cloud(170, 214, 1.0, "#6a3aa0"),
        _island(dice, 70, 262, 54, 60),
        piece(214, 268, _trees(52, 262), _shrine(88, 262)),
        piece(262, 560, _fall(58, 272, 520)),
        _island(dice, 186, 352, 56, 70),
        piece(290, 358, _windmill()),
        piece(266, 366, _chain()),
        _cloud(200, 440, 1.3, "#9a4fae"),
        _island(dice, 66, 470, 58, 66),
        piece(400, 476, _library()),
        _cloud(40, 560, 1.2, "#b85aa6"),
        piece(520, 600, _balloon(178, 540)),
        piece(560, 640, _birds()),
        _cloud(190, 630, 1.4, "#d97aa8"),
        *_observatory(dice),
    ]
    return World(defs, tuple(pieces))


def _stars(dice: Dice, top: int, bottom: int, count: int) -> Piece:
    small = "".join(f"M{dice.whole(6, 244)} {dice.whole(top, bottom)}h0" for _ in range(count))
    large = "".join(f"M{dice.whole(10, 240)} {dice.whole(top, bottom)}l2-6 2 6 6 2-6 2-2 6-2-6-6-2z" for _ in range(3))
    return piece(
        top,
        bottom,
        path(small, stroke="#fff", stroke_width=2, stroke_linecap="round", stroke_opacity=0.8),
        path(large, "#fff0c8"),
    )


def _moon() -> str:
    return (
        glimmer(92, -14, 76)
        + path("M92-48A34 34 0 1 0 122 0A28 28 0 1 1 92-48Z", "#fff3d0")
        + path(
            "M66-20h.1M78 4h.1M98 16h.1M64-2h.1",
            stroke="#d9bd90",
            stroke_width=6,
            stroke_linecap="round",
            stroke_opacity=0.5,
        )
    )


def _constellation() -> str:
    points = "150 16L176 34L204 26L226 52L206 82L172 74L176 34"
    dots = "".join(f"M{pair}h0" for pair in points.split("L"))
    return path(f"M{points}", "none", stroke="#b69be8", stroke_width=1.4, stroke_dasharray="3 3") + path(
        dots, stroke="#fff", stroke_width=6, stroke_linecap="round"
    )


def _planet() -> str:
    return group(
        circle(0, 0, 26, "#e88fb4"),
        path("M-26 0A26 26 0 0 0 26 0Q10 14-8 8T-26 0Z", "#8a3f8c", fill_opacity=0.6),
        path("M-22-12Q0-4 24-10M-26 2Q0 12 26 2", "none", stroke="#ffc4d0", stroke_width=3, stroke_opacity=0.6),
        path(
            "M-24-10C-52 4-50 18-18 12S46-8 46-18Q44-24 22-14",
            "none",
            stroke="#ffe0a8",
            stroke_width=4,
            stroke_linecap="round",
        ),
        transform="translate(194 196)",
    )


def _airship() -> str:
    """The expedition's airship."""
    return group(
        path("M-58-18Q-50-48 0-48T58-18Q50 12 0 12T-58-18Z", "#e9b44c"),
        path("M-58-18Q-50-48 0-48Q-34-38-34-18T0 12Q-50 12-58-18ZM0-48Q34-38 34-18T0 12Q18-2 18-18T0-48Z", "#b3452e"),
        path(
            "M-50-30Q-30-46 0-46", "none", stroke="#fff3d0", stroke_width=3, stroke_linecap="round", stroke_opacity=0.7
        ),
        path("M-30 8L-24 26M30 8L24 26M0 12V26", stroke="#ffe9c0", stroke_width=1.5),
        path("M-30 26H30Q26 42 14 42H-16Q-28 42-30 26Z", "#6b3d22"),
        path("M-30 26H30V31H-29Z", "#c98f4e"),
        path("M-16 35h6M-2 35h6M12 35h6", stroke="#ffe08a", stroke_width=5),
        path("M54-18L76-32V-4Z", "#e9b44c"),
        transform="translate(118 128)scale(.92)",
    )


def _cloud(x: int, y: int, size: float, fill: str) -> Piece:
    drawn = group(
        path(
            "M-70 10Q-72-8-48-8Q-44-28-20-24Q-6-42 18-30Q40-36 46-14Q70-14 72 4Q72 12 60 12H-60Q-70 12-70 10Z",
            fill,
            fill_opacity=0.75,
        ),
        path(
            "M-44-6Q-40-22-20-19Q-8-34 14-25",
            "none",
            stroke="#fff",
            stroke_width=3,
            stroke_linecap="round",
            stroke_opacity=0.35,
        ),
        transform=f"translate({x} {y})scale({size:g})",
    )
    return piece(y - 38 * size, y + 14 * size, drawn)


def _island(dice: Dice, x: int, y: int, half: int, depth: int) -> Piece:
    """A rock that floats, grass on top, its root of stone below."""
    roots = [(x - half, y), (x - half * 0.7, y + depth * 0.3), (x - half * 0.4, y + depth * dice.between(0.5, 0.7))]
    roots += [(x - half * 0.12, y + depth), (x + half * 0.2, y + depth * dice.between(0.5, 0.75))]
    roots += [(x + half * 0.55, y + depth * 0.4), (x + half, y)]
    shade = [(x + half * 0.1, y), (x - half * 0.12, y + depth), *roots[4:]]
    return piece(
        y - 10,
        y + depth,
        polygon(roots, "#5a3a78"),
        polygon(shade, "#24103f", fill_opacity=0.5),
        path(
            f"M{x - half - 4} {y + 3}Q{x - half} {y - 8} {x} {y - 9}T{x + half + 4} {y + 3}"
            f"Q{x} {y + 15} {x - half - 4} {y + 3}Z",
            "#4f9a7c",
        ),
        path(
            f"M{x - half + 2} {y - 2}Q{x - half * 0.4:.0f} {y - 9} {x} {y - 8}",
            "none",
            stroke="#b9f0c0",
            stroke_width=3,
            stroke_linecap="round",
            stroke_opacity=0.7,
        ),
    )


def _trees(x: int, y: int) -> str:
    return path(f"M{x} {y}v-18M{x - 20} {y}v-12", stroke="#3a2450", stroke_width=3) + path(
        f"M{x - 13} {y - 22}a13 14 0 0 1 26 0a13 9 0 0 1-26 0zM{x - 30} {y - 14}a10 11 0 0 1 20 0a10 7 0 0 1-20 0z",
        "#5fb08a",
    )


def _shrine(x: int, y: int) -> str:
    return (
        path(f"M{x - 16} {y}v-26h32v26z", "#e9c4d8")
        + path(f"M{x + 4} {y}v-26h12v26z", "#54298c", fill_opacity=0.45)
        + path(f"M{x - 22} {y - 25}Q{x} {y - 32} {x} {y - 46}Q{x} {y - 32} {x + 22} {y - 25}Z", "#b3452e")
        + path(f"M{x - 5} {y}v-12a5 5 0 0 1 10 0v12z", "#ffe08a")
    )


def _fall(x: int, top: int, bottom: int) -> str:
    """Water that falls from an island into nothing."""
    return path(f"M{x - 7} {top}H{x + 7}L{x + 12} {bottom}H{x - 12}Z", "#cfe0ff", fill_opacity=0.4) + path(
        f"M{x - 3} {top}V{bottom - 30}M{x + 4} {top}V{bottom - 60}",
        stroke="#fff",
        stroke_width=2,
        stroke_dasharray="26 9",
        stroke_opacity=0.7,
    )


def _windmill() -> str:
    return (
        polygon([(192, 350), (196, 312), (212, 312), (216, 350)], "#f0dcc8")
        + polygon([(205, 350), (204, 312), (212, 312), (216, 350)], "#54298c", fill_opacity=0.4)
        + path("M192 314Q204 296 216 314Z", "#b3452e")
        + path(
            "M204 310L184 290l6-5zM204 310L224 290l5 6zM204 310L224 332l-6 5zM204 310L184 330l-5-6z",
            "#fff3dc",
            stroke="#5a3a78",
            stroke_width=1,
        )
        + path("M200 350v-12a4 4 0 0 1 8 0v12z", "#ffe08a")
        + path("M150 350v-14M166 350v-18", stroke="#3a2450", stroke_width=3)
        + path("M140 334a10 11 0 0 1 20 0a10 7 0 0 1-20 0zM156 330a11 12 0 0 1 22 0a11 8 0 0 1-22 0z", "#5fb08a")
    )


def _chain() -> str:
    """A bridge of planks between two islands, and one who walks it."""
    return (
        path("M122 266Q136 320 140 352", "none", stroke="#ffe0a8", stroke_width=5, stroke_dasharray="3 4")
        + path("M120 256Q140 312 146 344", "none", stroke="#ffe0a8", stroke_width=1.5)
        + group(
            path("M-5 0L-3-14Q-6-27 0-27T5-14L7 0H3L1-10L-2 0Z", "#fff0dc"),
            circle(0, -32, 4.5, "#fff0dc"),
            path("M4-22l9 4v8", "none", stroke="#fff0dc", stroke_width=2.4),
            transform="translate(131 304)",
        )
        + glimmer(144, 296, 16)
    )


def _library() -> str:
    """A tower of books, so it is said, on an island of its own."""
    return (
        path("M40 468V424H92V468Z", "#d9b0d0")
        + path("M70 468V424H92V468Z", "#54298c", fill_opacity=0.45)
        + path("M52 424V398H80V424Z", "#e9c4d8")
        + path("M68 424V398H80V424Z", "#54298c", fill_opacity=0.45)
        + path("M36 426L66 408L96 426ZM48 400Q66 372 84 400Z", "#8b4fc4")
        + path(
            "M46 460v-14a4 4 0 0 1 8 0v14zM78 460v-14a4 4 0 0 1 8 0v14zM62 468v-18a5 5 0 0 1 10 0v18zM61 418v-9"
            "a5 5 0 0 1 10 0v9z",
            "#ffe08a",
        )
        + path("M24 468v-16M108 468v-12", stroke="#3a2450", stroke_width=3)
        + path("M13 450a11 13 0 0 1 22 0a11 8 0 0 1-22 0zM99 454a9 11 0 0 1 18 0a9 7 0 0 1-18 0z", "#5fb08a")
    )


def _balloon(x: int, y: int) -> str:
    return group(
        path("M0 38Q-34 6-30-18A30 30 0 0 1 30-18Q34 6 0 38Z", "#f6d27a"),
        path("M0 38Q-16 6-14-20Q-10-46 0-48Q10-46 14-20Q16 6 0 38Z", "#d8568a"),
        path("M0 38Q30 8 30-18A30 30 0 0 0 8-47Q24-20 0 38Z", "#54298c", fill_opacity=0.35),
        path("M-7 34L-6 48M7 34L6 48", stroke="#fff0dc", stroke_width=1.5),
        path("M-8 48H8L6 58H-6Z", "#6b3d22"),
        transform=f"translate({num(x)} {num(y)})",
    )


def _birds() -> str:
    bird = "q8-9 16 0q8-9 16 0q-8-4-16 4q-8-8-16-4z"
    return path(f"M70 600{bird}M100 582{bird}M124 612{bird}", "#54298c")


def _observatory(dice: Dice) -> list[Piece]:
    """The lost city: a great island with domes, a telescope, stairs and lamps, the sun going down behind it."""
    tower = "M{0} {1}V{2}h{3}V{1}z"
    walls = "".join(
        tower.format(*spec)
        for spec in ((34, 846, 792, 26), (190, 846, 784, 28), (62, 846, 812, 30), (160, 846, 808, 30))
    )
    dark = "".join(
        tower.format(*spec)
        for spec in ((50, 846, 792, 10), (207, 846, 784, 11), (81, 846, 812, 11), (179, 846, 808, 11))
    )
    return [
        piece(780, 966, glimmer(125, 900, 150), circle(125, 900, 44, "#fff3c4")),
        _island(dice, 125, 846, 104, 100),
        piece(
            690,
            850,
            path(walls, "#e2b4d2"),
            path(dark, "#54298c", fill_opacity=0.5),
            path("M30 792Q47 762 64 792ZM186 784Q204 752 222 784Z", "#8b4fc4"),
            path("M58 812A19 19 0 0 1 96 812ZM156 808A19 19 0 0 1 194 808Z", "#a066d0"),
            path("M47 776v-12M204 766v-12", stroke="#ffe08a", stroke_width=2.5),
        ),
        piece(
            676,
            856,
            path("M84 850V770H166V850Z", "#f0cfe0"),
            path("M134 850V770H166V850Z", "#54298c", fill_opacity=0.45),
            path("M80 772A45 45 0 0 1 170 772Z", "#9a5cd0"),
            path("M128 727A45 45 0 0 1 170 772H146Q146 744 128 727Z", "#3c1c70", fill_opacity=0.5),
            path("M104 756Q98 738 118 731L128 758Z", "#1e0f40"),
            group(
                path("M-7-50H7V18H-7ZM-9-56H9V-44H-9Z", "#ffe0a0", stroke="#6e4d1a", stroke_width=1.5),
                transform="translate(112 744)rotate(-34)scale(.82)",
            ),
            path("M78 770H172V778H78Z", "#ffe0a8"),
            path("M112 850V818A13 13 0 0 1 138 818V850Z", "#54298c"),
            path("M117 850V820A8 8 0 0 1 133 820V850Z", "#ffe9a0"),
        ),
        piece(
            796,
            850,
            path(
                "M92 806v-8a4 4 0 0 1 8 0v8zM150 806v-8a4 4 0 0 1 8 0v8zM43 820v-9a4 4 0 0 1 8 0v9zM199 814v-9"
                "a4 4 0 0 1 8 0v9zM72 834v-9a4 4 0 0 1 8 0v9zM170 832v-9a4 4 0 0 1 8 0v9z",
                "#ffe9a0",
            ),
            path("M26 846v-14M224 846v-14", stroke="#3a2450", stroke_width=3),
            path("M15 832a11 13 0 0 1 22 0a11 8 0 0 1-22 0zM213 832a11 13 0 0 1 22 0a11 8 0 0 1-22 0z", "#5fb08a"),
        ),
        _cloud(40, 930, 1.3, "#ffd9c0"),
        _cloud(214, 920, 1.2, "#ffe3cc"),
        _cloud(130, 962, 1.7, "#fff0dc"),
    ]
