"""The cards, Royals, tokens and board of Splendor Duel, read from `data/`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar, Final

from tavola.rules.jewels import GEM_NAMES, GEMS, LEVELS
from tavola.rules.plain import Piece

__all__ = [
    "CARDS",
    "CELLS",
    "DECKS",
    "EMPTY",
    "EXTRA_TURN",
    "GOLD",
    "NO_COLOUR",
    "PEARL",
    "PRIVILEGE",
    "PRIVILEGES",
    "ROWS",
    "ROYALS",
    "SPIRAL",
    "STEAL",
    "TOKEN",
    "TOKENS",
    "TOKEN_COUNTS",
    "TOKEN_NAMES",
    "WILD",
    "Card",
    "Royal",
    "cell_of",
    "cell_text",
]

TOKENS: Final = GEMS + "p*"
TOKEN_NAMES: Final = (*GEM_NAMES, "pearl", "gold")
PEARL: Final = 5
GOLD: Final = 6
EMPTY: Final = -1
TOKEN_COUNTS: Final = (4, 4, 4, 4, 4, 2, 3)
CELLS: Final = 25
ROWS: Final = (5, 4, 3)
PRIVILEGES: Final = 3
NO_COLOUR: Final = 5

WILD: Final = "wild"
EXTRA_TURN: Final = "extra_turn"
TOKEN: Final = "token"
PRIVILEGE: Final = "privilege"
STEAL: Final = "steal"
_COLOURS: Final = {**{name: at for at, name in enumerate(GEM_NAMES)}, "wild": NO_COLOUR, "none": NO_COLOUR}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card(Piece):
    """A Jewel card."""

    by_code: ClassVar[dict[str, Card]] = {}
    index: int
    """Its place in printed order: level, colour, points, crowns, ability, cost."""
    code: str
    level: int
    colour: int
    """The place of its colour in GEMS; NO_COLOUR for wild and points-only cards."""
    bonuses: int
    """How many bonuses it grants: 0, 1 or 2."""
    points: int
    crowns: int
    abilities: tuple[str, ...]
    """In the order in which they are resolved."""
    wild: bool
    cost: tuple[int, ...]
    """The five gems and the pearl."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Royal(Piece):
    """A Royal card."""

    by_code: ClassVar[dict[str, Royal]] = {}
    index: int
    code: str
    points: int
    abilities: tuple[str, ...]


def _rows(name: str) -> list[dict[str, str]]:
    with resources.files(__package__).joinpath(f"data/{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _card(index: int, row: dict[str, str]) -> Card:
    abilities = tuple(row["abilities"].split())
    return Card(
        index=index,
        code=row["id"],
        level=int(row["level"]),
        colour=_COLOURS[row["bonus"]],
        bonuses=int(row["bonuses"]),
        points=int(row["points"]),
        crowns=int(row["crowns"]),
        abilities=tuple(ability for ability in abilities if ability != WILD),
        wild=WILD in abilities,
        cost=tuple(int(row[name]) for name in TOKEN_NAMES[:GOLD]),
    )


def cell_of(text: str) -> int:
    """The cell written by row and column counted from 1, `33` the centre; cells run along the rows from 0."""
    row, column = (int(digit) - 1 for digit in text)
    if not (0 <= row < 5 and 0 <= column < 5):
        raise ValueError(f"{text} is not a cell")
    return 5 * row + column


def cell_text(cell: int) -> str:
    """The inverse of `cell_of`."""
    return f"{cell // 5 + 1}{cell % 5 + 1}"


CARDS: Final = tuple(_card(index, row) for index, row in enumerate(_rows("cards")))
Card.by_code.update((card.code, card) for card in CARDS)
ROYALS: Final = tuple(
    Royal(index, row["id"], int(row["points"]), tuple(row["ability"].split()))
    for index, row in enumerate(_rows("royals"))
)
Royal.by_code.update((royal.code, royal) for royal in ROYALS)
DECKS: Final = tuple(tuple(card for card in CARDS if card.level == level) for level in LEVELS)
SPIRAL: Final = tuple(cell_of(row["cell"]) for row in _rows("spiral"))

if (
    tuple(map(len, DECKS)) != (30, 24, 13)
    or tuple(sum(card.points for card in deck) for deck in DECKS) != (11, 37, 44)
    or sum(card.crowns for card in CARDS) != 28
    or [sum(card.cost[kind] for card in CARDS) for kind in range(GOLD)] != [81, 81, 81, 81, 81, 29]
    or len(ROYALS) != 4
    or sorted(SPIRAL) != list(range(CELLS))
):
    raise AssertionError("duel/data is damaged")
