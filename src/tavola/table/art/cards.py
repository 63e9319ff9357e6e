"""Jewel and development cards: a window on a place, with points, bonus and price around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tavola.rules.duel import material as duel
from tavola.rules.jewels import GEMS
from tavola.rules.splendor import material as splendor
from tavola.table.art.dice import Dice
from tavola.table.art.gems import PRICE_TYPE, price_dot, stone, wild_stone
from tavola.table.art.icons import ability_face, crown_face
from tavola.table.art.ink import Attributes, document, figure, group, linear, mix, num, path, rect, tag
from tavola.table.art.moods import MOODS, Mood
from tavola.table.art.palaces import PALACES
from tavola.table.art.palette import BRASS, BRASS_DARK, BRASS_LIGHT, INK, PARCHMENT, STONES
from tavola.table.art.quarries import QUARRIES
from tavola.table.art.scenery import moved
from tavola.table.art.voyages import VOYAGES
from tavola.table.art.workshops import WORKSHOPS

__all__ = [
    "HEIGHT",
    "WIDTH",
    "Face",
    "duel_card",
    "duel_face",
    "ground",
    "level_dots",
    "splendor_card",
    "splendor_face",
]

WIDTH: Final = 250
HEIGHT: Final = 350
_LEFT, _TOP = 76, 64
_SCENES: Final = (QUARRIES, VOYAGES + WORKSHOPS, PALACES)
_WINDOWS: Final = (
    "M0 264V46C0 18 38 3 83 3S166 18 166 46V264Q166 272 158 272H8Q0 272 0 264Z",
    "M0 264V82A83 80 0 0 1 166 82V264Q166 272 158 272H8Q0 272 0 264Z",
    "M0 264V88C0 44 60 34 83 -2C106 34 166 44 166 88V264Q166 272 158 272H8Q0 272 0 264Z",
)
"""The outline of the scene by level: a low arch, a round one, a pointed one."""
_GROUNDS: Final = {
    "w": ("#dfe8ee", "#f6f3ea"),
    "b": ("#a9c3ea", "#e9eaea"),
    "g": ("#a5d3b4", "#ebecd9"),
    "r": ("#eda99c", "#f6e6d6"),
    "k": ("#9b93a3", "#dcd5cf"),
    "x": ("#d9c0e0", "#f5e7dc"),
    "o": ("#ecca80", "#f8ebcb"),
    "royal": ("#5a3878", "#2b1a45"),
}
"""The paper of the card by its bonus, above and below."""


class Face(NamedTuple):
    """What a card shows."""

    name: str
    level: int
    kind: str
    """The letter of its bonus, `x` for any colour, `o` for none."""
    number: int
    """Its place among the cards of its level and bonus."""
    bonuses: int
    points: int
    crowns: int
    abilities: tuple[str, ...]
    cost: tuple[tuple[str, int], ...]


def _cost(kinds: str, counts: Sequence[int]) -> tuple[tuple[str, int], ...]:
    return tuple((kind, count) for kind, count in zip(kinds, counts, strict=True) if count)


def duel_face(card: duel.Card) -> Face:
    """What a Jewel card shows."""
    kind, number = card.code[1], int(card.code[2:])
    cost = _cost(GEMS + "p", card.cost)
    return Face(
        f"duel/{card.code}", card.level, kind, number, card.bonuses, card.points, card.crowns, card.abilities, cost
    )


def splendor_face(card: splendor.Card) -> Face:
    """What a development card shows."""
    kind, number = card.code[1], int(card.code[2:])
    return Face(f"splendor/{card.code}", card.level, kind, number, 1, card.points, 0, (), _cost(GEMS, card.cost))


# --- The parts of a card -------------------------------------------------------------------------------------


def ground(kind: str, width: float = WIDTH, height: float = HEIGHT) -> str:
    """Paper with a thin edge and a brass line; defines the gradients `g` and `e`."""
    high, low = _GROUNDS[kind]
    paper = linear("g", (0, high), (0.75, low))
    brass = linear("e", (0, BRASS_LIGHT), (0.5, BRASS), (1, BRASS_DARK), to=(1, 1))
    line: Attributes = {"rx": 11.0, "stroke": BRASS, "stroke_opacity": 0.55}
    return (
        paper
        + brass
        + rect(1, 1, width - 2, height - 2, "url(#g)", rx=15, stroke=mix(high, INK, 0.72), stroke_width=2)
        + rect(6, 6, width - 12, height - 12, "none", **line)
    )


def _mood(face: Face) -> Mood:
    moods = MOODS[face.kind]
    # Neighbours in a colour get different hours; the two games start at different ones.
    return moods[(face.number + face.level + len(face.name)) % len(moods)]


def _scene(face: Face) -> str:
    scenes = _SCENES[face.level - 1]
    # Cards of a colour walk through the scenes of their level, each colour from another start.
    at = face.number + 2 * "wbgrkxo".index(face.kind) + (3 if face.name.startswith("duel") else 0)
    picture = scenes[at % len(scenes)](Dice(face.name), _mood(face))
    window = path(_WINDOWS[face.level - 1], id="o")
    return tag("defs", window, tag("clipPath", '<use href="#o"/>', id="c")) + moved(
        _LEFT,
        _TOP,
        1,
        group(moved(-3, 0, 1.04, picture), clip_path="url(#c)"),
        '<use href="#o" fill="none" stroke="#3a2a1a" stroke-width="5" stroke-opacity=".5"/>',
        '<use href="#o" fill="none" stroke="url(#e)" stroke-width="3.4"/>',
    )


def level_dots(level: int, x: float, y: float) -> str:
    """One to three dots on a small plate."""
    half = 7 * level + 5
    plate = rect(x - half, y - 9, 2 * half, 18, PARCHMENT, rx=9, stroke=BRASS_DARK, stroke_width=1.5)
    dots = f"M{num(x - 7 * (level - 1))} {num(y)}" + "h0" + "m14 0h0" * (level - 1)
    return plate + path(dots, stroke=BRASS_DARK, stroke_width=9, stroke_linecap="round")


def _points(face: Face) -> str:
    if not face.points:
        return ""
    return figure(
        face.points, 39, 42, 58, INK, stroke="#fff8e8", stroke_width=4, stroke_opacity=0.7, paint_order="stroke"
    )


def _bonus(face: Face) -> str:
    if face.kind == "x":
        return wild_stone(207, 42, 33)
    if face.bonuses == 2:
        twin = group(stone(face.kind, 0, 0, 29), id="t", transform="translate(151 40)")
        return twin + '<use href="#t" x="60"/>'
    return stone(face.kind, 208, 41, 31) if face.bonuses else ""


def _crowns(face: Face) -> str:
    size = 40 if face.crowns < 3 else 36
    middle = 121 if face.points else 105
    first = crown_face(middle - size / 2 * (face.crowns - 1), 37, size)
    more = "".join(f'<use href="#n" x="{num(size * at)}"/>' for at in range(1, face.crowns))
    return group(first, id="n") + more if face.crowns else ""


def _price(face: Face) -> str:
    rows = [(kind, count, 315 - 53 * row) for row, (kind, count) in enumerate(reversed(face.cost))]
    dots = "".join(price_dot(kind, count, 31, y, 25) for kind, count, y in rows)
    letters = "".join(f'<text x="65" y="{y + 6}">{kind.upper()}</text>' for kind, _, y in rows)
    return group(dots, group(letters, font_size=17, fill=INK), **PRICE_TYPE)


def _abilities(face: Face) -> str:
    kind = face.kind if face.kind in STONES else "gold"
    return "".join(
        moved(181, 275 - 64 * at, 0.58, ability_face(which, kind, brass="url(#e)"))
        for at, which in enumerate(face.abilities)
    )


def _card(face: Face) -> str:
    return document(
        WIDTH,
        HEIGHT,
        ground(face.kind),
        _scene(face),
        level_dots(face.level, _LEFT + 83, _TOP + 272),
        _points(face),
        _crowns(face),
        _bonus(face),
        _price(face),
        _abilities(face),
    )


def duel_card(code: str) -> str:
    """The drawing `duel/CODE`."""
    return _card(duel_face(duel.Card.of(code)))


def splendor_card(code: str) -> str:
    """The drawing `splendor/CODE`."""
    return _card(splendor_face(splendor.Card.of(code)))
