"""Busts in profile, put together from features, hair, hats and collars as nobles are."""

from __future__ import annotations

from typing import Final, NamedTuple

from tavola.table.art.ink import circle, group, mix, num, path

__all__ = ["PEOPLE", "Person", "bust"]

# All looks to the left, around (0, 0); the shoulders end at y = 92.
_HEAD: Final = (
    "M6-52C-14-54-27-44-29-27Q-30-20-31-16L-42 3Q-43 8-34 9Q-34 11-37 14Q-38 17-33 18Q-37 20-35 23Q-34 25-31 25"
    "Q-34 31-33 35C-31 42-22 44-10 40L-8 62Q-14 70-30 74V92H40V70L26 62L24 30C40 10 42-20 30-38Q20-52 6-52Z"
)
_SHADE: Final = "M-10 40Q8 36 14 18L24 30L26 62L40 70V92H10Q20 62 4 52Q-4 48-10 40Z"
_EYE: Final = "M-27-11Q-21-16-15-11"
_BROW: Final = "M-29-18Q-22-23-13-19"
_EAR: Final = "M6-8Q16-12 15-1Q13 9 7 8Q4 0 6-8Z"
_LIPS: Final = "M-37 14Q-30 15-26 17Q-30 20-35 22Q-36 19-33 18Q-38 17-37 14Z"
_BODY: Final = "M-66 94Q-60 76-32 70Q-14 66-9 60Q6 76 26 60Q48 68 58 74T72 94Z"
_BODY_SHADE: Final = "M14 94Q10 78 26 60Q48 68 58 74T72 94Z"

_HAIR: Final = {
    "short": "M-28-32C-28-58 2-66 22-56C44-44 44-14 34 10L24 14Q26-2 16-12Q8-20 2-32Q-12-38-28-32Z",
    "bun": "M-28-32C-28-58 2-66 22-56Q32-50 36-40Q52-48 58-34T44-14Q40-2 32 12L24 14Q26-2 16-12Q6-24 0-34"
    "Q-14-38-28-32Z",
    "long": "M-28-32C-28-60 6-68 26-54C50-38 46 6 52 34Q56 60 46 84H18Q30 50 22 14Q16-18 0-34Q-14-38-28-32Z",
    "curls": (
        "M-28-30C-34-56-4-72 22-58Q40-56 42-38Q54-30 48-16Q58-4 50 8Q58 22 48 32Q54 46 42 54Q42 66 28 64Q16 62 20 48"
        "Q10 42 18 30Q10 22 18 12Q10 2 14-10Q4-16 0-32Q-14-38-28-30Z"
    ),
    "braid": "M-28-32C-28-60 6-68 26-54C46-40 42-6 36 14Q52 24 44 38Q54 50 42 60Q48 74 36 88Q30 74 32 62"
    "Q22 54 30 42Q22 32 26 18Q26-6 14-16Q6-26 0-34Q-14-38-28-32Z",
    "none": "",
}
_BEARDS: Final = {
    "full": "M-35 23Q-38 44-26 58Q-12 66 2 50Q12 36 14 12L8 6Q4 18-8 22Q-20 14-32 12Q-40 14-36 17Q-30 18-27 21"
    "Q-31 25-35 23Z",
    "point": "M-33 25Q-38 44-30 58Q-22 46-14 41Q-4 36 4 24Q-10 32-22 28ZM-38 13Q-28 7-18 15Q-26 18-38 13Z",
    "moustache": "M-40 14Q-30 6-16 16Q-6 20-4 12Q-4 24-18 21Q-32 16-40 14Z",
    "none": "",
}
# A hat is a shape, lines on it in the trim, and a jewel's place.
_HATS: Final[dict[str, tuple[str, str, tuple[float, float] | None]]] = {
    "crown": (
        "M-30-34L-38-70L-20-56L-10-80L4-58L20-78L26-54L44-66L36-28Q4-50-30-34Z",
        "M-31-42Q4-58 38-36",
        (-10, -50),
    ),
    "tiara": ("M-29-34Q-30-54-14-56L-8-70L0-58Q12-58 20-50Q-8-52-29-34Z", "M-27-40Q-10-56 14-53", (-8, -60)),
    "hat": ("M-60-30Q-34-50-25-42C-28-86 42-88 40-42Q58-42 64-26Q4-54-60-30Z", "M-26-46Q8-58 40-44", (30, -50)),
    "turban": (
        "M-33-28C-46-66 4-90 36-68C58-50 50-20 34-16Q20-36-4-38T-33-28Z",
        "M-34-40Q0-66 40-26M-30-56Q10-74 48-40M-18-70Q10-60 20-34",
        (-24, -44),
    ),
    "veil": (
        "M-30-28C-30-68 22-74 44-46C62-18 52 44 74 94H22Q30 50 24 8Q18-20 2-34Q-14-40-30-28Z",
        "M-29-32Q-12-44 4-36Q22-20 28 10T30 70",
        None,
    ),
    "cap": ("M-34-30C-52-46-24-72 10-70C50-68 58-38 38-24Q8-48-34-30Z", "M-33-33Q6-50 37-28", (-22, -42)),
    "helmet": ("M-30-24C-36-70 34-80 42-26L38 12L22 14Q22-14 8-22Q-10-30-30-24Z", "M-30-30Q8-46 42-24M6-60V-26", None),
    "hennin": ("M-30-34Q-20-50 0-52L66-98L36-16Q20-40-30-34Z", "M-29-37Q6-48 36-20M30-70L44-44", (-18, -44)),
    "laurel": (
        "M-32-34Q-26-46-18-44Q-16-56-4-52Q2-62 12-54Q22-58 26-46Q36-44 34-32Q42-24 36-14Q26-18 26-28Q18-28 18-38"
        "Q10-36 6-44Q-2-38-8-44Q-14-36-20-42Q-24-32-32-34Z",
        "M-30-36Q4-56 36-18",
        None,
    ),
    "mitre": ("M-31-30L-24-70Q4-112 30-66L38-26Q4-48-31-30Z", "M-31-36Q4-54 38-32M2-94V-44", (2, -66)),
    "none": ("", "", None),
}
_PLUMES: Final = {
    "hat": "M30-52Q58-84 80-52Q88-28 74-2Q72-26 58-38Q46-46 30-44Z",
    "turban": "M-24-46Q-40-70-26-96Q-14-82-18-50Z",
    "helmet": "M6-64Q34-100 62-70Q76-44 62-8Q56-40 36-54Q22-62 6-58Z",
    "cap": "M26-48Q56-66 74-40Q78-24 70-12Q64-30 50-36T26-40Z",
}
_COLLARS: Final = {
    "ruff": (
        "M-38 54Q-40 42-10 42Q20 34 44 44Q56 54 44 66Q10 80-26 70Q-40 64-38 54Z",
        "M-30 48L-24 68M-16 46L-10 71M0 44L4 73M16 42L18 71M32 42L32 68",
    ),
    "fur": (
        "M-60 84Q-40 62-12 62Q4 78 26 56Q52 62 66 82Q46 98 26 82Q2 94-18 84Q-40 96-60 84Z",
        "M-40 78l3 6M-20 72l2 6M6 78l2 6M30 72l2 6M48 78l3 6",
    ),
    "lace": ("M12 70Q34 44 30 14Q52 34 62 76Q44 66 12 70Z", "M22 66L40 36M34 66L52 56M30 50L46 44"),
    "chain": ("", "M-34 72Q-10 96 6 92Q24 88 38 66"),
    "none": ("", ""),
}


class Person(NamedTuple):
    """Who is in a portrait: the names of parts, and colours."""

    hat: str
    hair: str
    beard: str
    collar: str
    skin: str
    locks: str
    cloth: str
    """The robe."""
    trim: str
    """The hat, and what is fine about the robe."""


def bust(person: Person, x: float, y: float, scale: float) -> str:
    """A portrait around (x, y)."""
    dark = mix(person.skin, "#3a1c12", 0.62)
    hat, lines, jewel = _HATS[person.hat]
    collar, folds = _COLLARS[person.collar]
    white = "#fbf3e4"
    plume = _PLUMES.get(person.hat)
    metal = person.hat in ("crown", "tiara", "helmet", "laurel")
    top = {"crown": "#eebd4d", "tiara": "#f4d583", "helmet": "#b9c3cc", "laurel": "#8fb35a"}.get(
        person.hat, person.trim
    )
    line = mix(top, "#2a1608", 0.5) if metal else mix(person.cloth, "#ffe6a0", 0.75)
    parts = [
        path(_HEAD, person.skin),
        path(_SHADE, dark, fill_opacity=0.3),
        path(_BODY, person.cloth),
        path(_BODY_SHADE, "#160a12", fill_opacity=0.28),
        path(_EYE, "none", stroke=dark, stroke_width=2.4, stroke_linecap="round"),
        circle(-22, -11, 2.4, "#2a1810"),
        path(_BROW, "none", stroke=mix(person.locks, "#2a1810", 0.4), stroke_width=2.2, stroke_linecap="round"),
        path(_LIPS, mix(person.skin, "#a02430", 0.6)),
        circle(-15, 12, 7, mix(person.skin, "#d04040", 0.5), fill_opacity=0.28),
        path(_EAR, mix(person.skin, dark, 0.3)),
        path(_BEARDS[person.beard], person.locks) if person.beard != "none" else "",
        path(_HAIR[person.hair], person.locks) if person.hair != "none" else "",
        path(collar, white) if collar else "",
        path(
            folds,
            "none",
            stroke="#eebd4d" if person.collar == "chain" else "#6b5a58",
            stroke_width=3 if person.collar == "chain" else 1.6,
            stroke_dasharray="5 3" if person.collar == "chain" else None,
        )
        if folds
        else "",
        path(plume, mix(person.trim, "#fff6e4", 0.7)) if plume else "",
        path(hat, top) if hat else "",
        path(lines, "none", stroke=line, stroke_width=2.6, stroke_linecap="round") if lines else "",
        circle(*jewel, 4.6, "#d22a3a" if person.trim != "#a01427" else "#2f6cd6", stroke="#ffe6a0", stroke_width=1.6)
        if jewel
        else "",
    ]
    return group(*parts, transform=f"translate({num(x)} {num(y)})scale({scale:.3g})")


_FAIR, _WARM, _OLIVE, _TAN, _BROWN, _DEEP = "#f4d9bf", "#eec6a0", "#d9a878", "#c48a5c", "#96603c", "#6e4329"
_GREY, _BLACK, _CHESTNUT, _GOLDEN, _WHITE, _RED = "#9a948e", "#231a18", "#5e3520", "#c8923e", "#e9e2d6", "#9c4a22"

PEOPLE: Final = {
    "n1": Person("tiara", "bun", "none", "lace", _FAIR, _GOLDEN, "#2f5fae", "#dfe8ee"),
    "n2": Person("hat", "short", "point", "ruff", _WARM, _CHESTNUT, "#12704a", "#1746a8"),
    "n3": Person("turban", "none", "full", "chain", _TAN, _BLACK, "#a01427", "#16995f"),
    "n4": Person("helmet", "short", "moustache", "none", _OLIVE, _BLACK, "#373342", "#a01427"),
    "n5": Person("veil", "none", "none", "chain", _BROWN, _BLACK, "#2a2733", "#e6edf2"),
    "n6": Person("laurel", "short", "none", "none", _DEEP, _BLACK, "#e3ebf0", "#2f6cd6"),
    "n7": Person("cap", "curls", "none", "fur", _FAIR, _RED, "#1746a8", "#a01427"),
    "n8": Person("hennin", "long", "none", "chain", _WARM, _CHESTNUT, "#0a7049", "#a01427"),
    "n9": Person("mitre", "short", "full", "fur", _OLIVE, _WHITE, "#8c1626", "#e6edf2"),
    "n10": Person("none", "curls", "moustache", "ruff", _BROWN, _GREY, "#1d2f5e", "#c8923e"),
    "r1": Person("cap", "short", "point", "lace", _WARM, _BLACK, "#3a2a4a", "#5b2a6a"),
    "r2": Person("crown", "braid", "none", "fur", _FAIR, _RED, "#0a7049", "#12704a"),
    "r3": Person("crown", "curls", "full", "ruff", _TAN, _GREY, "#1746a8", "#1746a8"),
    "r4": Person("crown", "long", "none", "fur", _DEEP, _BLACK, "#8c1626", "#a01427"),
}
"""The ten nobles and the four Royals; a noble wears the colours that it asks for."""
