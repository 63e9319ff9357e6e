"""The cards of Lost Cities, read from `data/cards.csv`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar, Final

from tavola.rules.plain import Piece

__all__ = ["CARDS", "COLOURS", "COLOUR_NAMES", "HAND", "WAGER", "Card", "pack"]

HAND: Final = 8
WAGER: Final = 0
COLOURS: Final = "ybwgrp"
COLOUR_NAMES: Final = ("yellow", "blue", "white", "green", "red", "purple")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card(Piece):
    """An expedition card or a wager card; the three wagers of a colour are alike."""

    by_code: ClassVar[dict[str, Card]] = {}
    index: int
    """Its place in printed order: colours as in COLOURS, in each the wager, then 2 to 10."""
    code: str
    colour: int
    """Its place in COLOURS."""
    value: int
    """2 to 10, or WAGER (0)."""
    copies: int


def _read() -> tuple[Card, ...]:
    with resources.files(__package__).joinpath("data/cards.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return tuple(
        Card(
            index,
            row["id"],
            COLOUR_NAMES.index(row["colour"]),
            WAGER if row["value"] == "wager" else int(row["value"]),
            int(row["copies"]),
        )
        for index, row in enumerate(rows)
    )


CARDS: Final = _read()
Card.by_code.update((card.code, card) for card in CARDS)


def pack(colours: int) -> tuple[Card, ...]:
    """All the cards of a round in printed order, each as often as it is printed (LC-001, LC-002)."""
    return tuple(card for card in CARDS if card.colour < colours for _ in range(card.copies))


if len(pack(6)) != 72 or sum(card.value for card in pack(6)) != 6 * 54 or len(Card.by_code) != 60:
    raise AssertionError("lost_cities/data/cards.csv is damaged")
