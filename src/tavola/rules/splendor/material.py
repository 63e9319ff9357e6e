"""The cards and nobles of Splendor, read from `data/`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar, Final

from tavola.rules.jewels import GEM_NAMES, GEMS, LEVELS
from tavola.rules.plain import Piece

__all__ = ["CARDS", "DECKS", "GOLD", "NOBLES", "NOBLE_POINTS", "ROW", "TOKENS", "Card", "Noble", "stacks"]

TOKENS: Final = GEMS + "*"
GOLD: Final = 5
ROW: Final = 4
NOBLE_POINTS: Final = 3


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card(Piece):
    """A development card."""

    by_code: ClassVar[dict[str, Card]] = {}
    index: int
    """Its place in printed order: level, colour of the bonus, points, cost."""
    code: str
    level: int
    bonus: int
    """The place of its colour in GEMS."""
    points: int
    cost: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Noble(Piece):
    """A noble tile."""

    by_code: ClassVar[dict[str, Noble]] = {}
    index: int
    code: str
    points: int
    requires: tuple[int, ...]


def _rows(name: str) -> list[dict[str, str]]:
    with resources.files(__package__).joinpath(f"data/{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _gems(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(int(row[name]) for name in GEM_NAMES)


CARDS: Final = tuple(
    Card(index, row["id"], int(row["level"]), GEM_NAMES.index(row["bonus"]), int(row["points"]), _gems(row))
    for index, row in enumerate(_rows("cards"))
)
Card.by_code.update((card.code, card) for card in CARDS)
NOBLES: Final = tuple(
    Noble(index, row["id"], int(row["points"]), _gems(row)) for index, row in enumerate(_rows("nobles"))
)
Noble.by_code.update((noble.code, noble) for noble in NOBLES)
DECKS: Final = tuple(tuple(card for card in CARDS if card.level == level) for level in LEVELS)


def stacks(players: int) -> tuple[int, ...]:
    """The tokens of each kind in the game (SP-002)."""
    return ({2: 4, 3: 5, 4: 7}[players],) * 5 + (5,)


if (
    tuple(map(len, DECKS)) != (40, 30, 20)
    or tuple(sum(card.points for card in deck) for deck in DECKS) != (5, 55, 80)
    or tuple(sum(sum(card.cost) for card in deck) for deck in DECKS) != (165, 205, 215)
    or [len(Noble.by_code), {noble.points for noble in NOBLES}] != [10, {NOBLE_POINTS}]
):
    raise AssertionError("splendor/data is damaged")
