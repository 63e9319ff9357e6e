"""The table of Splendor in machine words.

A set of cards is three words, one bit a card in printed order. A row is four bytes of a word, a hand three: the
card's index, 128 more where only its owner has seen it, 255 for none. A deck is a set: which card it gives is
decided when it is drawn. The stacks hold what the players have left of the tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.bits import pack_gems, u32
from tavola.bots.arrays.library import Array, choose, xp
from tavola.rules.splendor.material import CARDS, DECKS, NOBLES

__all__ = [
    "ALL",
    "BONUS",
    "COST",
    "DEMANDS",
    "EMPTY",
    "FACE",
    "FIRST",
    "NOBLE",
    "NONE",
    "NO_CARD",
    "NO_NOBLE",
    "OVER",
    "PAY",
    "POINTS",
    "PRICE",
    "REQUIRES",
    "RETURN",
    "SECRET",
    "TURN",
    "Cards",
    "Deal",
    "Side",
    "Table",
    "bits",
    "byte",
    "flip",
    "inserted",
    "levels",
    "look",
    "of_level",
    "removed",
    "select",
    "some",
]

TURN, PAY, RETURN, NOBLE, OVER = range(5)
"""The phases."""
SECRET: Final = 128
NONE: Final = 255
NO_NOBLE: Final = 15
NO_CARD: Final = 96
"""A card that no set holds."""
EMPTY: Final = 0xFFFFFFFF
"""A word of nothing but NONE or NO_NOBLE."""
FIRST: Final = tuple(deck[0].index for deck in DECKS)
"""The first card of each level."""

FACE: Final = tuple(CARDS[key & 127] if key & 127 < len(CARDS) else None for key in range(256))
"""The card of each byte."""
COST: Final = np.array([pack_gems(card.cost) if card else 0 for card in FACE], np.uint32)
# What is not there is too dear for anybody: of 31 white gems nobody's bonuses and tokens spare more than 25.
PRICE: Final = np.array([pack_gems(card.cost if card else (31, 0, 0, 0, 0)) for card in FACE], np.uint32)
BONUS: Final = np.array([1 << 6 * card.bonus if card else 0 for card in FACE], np.uint32)
POINTS: Final = np.array([card.points if card else 0 for card in FACE], np.int32)
REQUIRES: Final = np.array([pack_gems(noble.requires) for noble in NOBLES] + [0] * 6, np.uint32)
"""The bonuses that each noble asks for."""
DEMANDS: Final = np.array([pack_gems(noble.requires) for noble in NOBLES] + [31] * 6, np.uint32)
"""The same; what is not there asks for more than anybody has."""

Cards = tuple[Array, Array, Array]
"""uint32[] each: a set of cards."""
ALL: Final = tuple(sum(1 << card.index % 32 for card in CARDS if card.index // 32 == word) for word in range(3))


class Deal(NamedTuple):
    """What is laid out, and who starts."""

    rows: tuple[Array, Array, Array]
    """uint32[] each: four cards, a byte each."""
    nobles: Array
    """uint32[]: four bits each, 15 for none."""
    start: Array
    """int32[]"""


class Side(NamedTuple):
    """What a player has."""

    gems: Array
    """uint32[]: six bits a colour."""
    gold: Array
    """uint8[]"""
    bonuses: Array
    """uint32[]: six bits a colour; their sum is the number of cards."""
    points: Array
    """uint8[]"""
    hand: Array
    """uint32[]: three bytes in rising order, the highest byte always 255."""
    visits: Array
    """uint16[]: a bit for each noble that has visited."""
    cards: Cards
    """The bought cards."""


class Table(NamedTuple):
    """A position; scalars all, so that a step needs no memory but these."""

    phase: Array
    """uint8[]: TURN, PAY, RETURN, NOBLE or OVER."""
    turn: Array
    """uint8[]"""
    turns: Array
    """uint16[]: turns begun."""
    start: Array
    """uint8[]"""
    passes: Array
    """uint8[]: forced passes in a row."""
    buying: Array
    """uint8[]: the place of the card that is being paid for, face up or 12 and more in the hand; 255 for none."""
    rows: tuple[Array, Array, Array]
    """uint32[] each: the face-up cards of a level, a byte each."""
    deck: Cards
    """The cards of all three decks."""
    nobles: Array
    """uint32[]: those still on the table, four bits each, then 15."""
    players: tuple[Side, ...]


def look(table: NDArray[Any], index: Array) -> Array:
    """An entry of a table of constants; the index is uint32 and within it."""
    return xp.take(table, index, mode="clip")


def select(at: Array, items: Sequence[Any]) -> Any:
    """The item at a place, leaf by leaf."""
    found = items[0]
    for place, item in enumerate(items[1:], 1):
        found = choose(at == place, item, found)
    return found


def bits(flags: Iterable[Array]) -> Array:
    """The flags as a word, the first lowest."""
    word = u32(0)
    for at, flag in enumerate(flags):
        word = word | flag.astype(np.uint32) << at
    return word


def some(gems: Array, least: int) -> Array:
    """The colours of which there are so many, as five bits."""
    guards = pack_gems([32] * 5)
    there = ((gems | u32(guards)) - u32(pack_gems([least] * 5))) & u32(guards)
    # Bits 0, 6, 12, 18 and 24 move to 20 to 24; no other product of two bits ends there.
    return ((there >> 5) * u32(0x108421) >> 20) & u32(31)


# --- Sets of cards -------------------------------------------------------------------------------------------


def flip(cards: Sequence[Array], card: Array) -> Cards:
    """The set with a card put in or taken out; NO_CARD and NONE change nothing."""
    bit = u32(1) << (card & 31).astype(np.uint32)
    a, b, c = (word ^ xp.where(card >> 5 == at, bit, u32(0)) for at, word in enumerate(cards))
    return a, b, c


def of_level(cards: Cards, level: Array) -> tuple[Array, Array]:
    """The cards of a level, counted from its first: 32, then 8 more of the lowest."""
    (one, more), (two,), (three,) = levels(cards)
    return select(level, (one, two, three)), xp.where(level == 0, more, u32(0))


def levels(cards: Cards) -> tuple[tuple[Array, ...], ...]:
    """The cards of each level, counted from its first, in as many words as it needs."""
    one, two, three = cards
    return (one, two & u32(0xFF)), (two >> 8 | (three & u32(0x3F)) << 24,), (three >> 6,)


# --- Rows and hands ------------------------------------------------------------------------------------------


def byte(word: Array, slot: int | Array) -> Array:
    """The byte at a slot, as uint32."""
    return (word >> xp.asarray(8 * slot, np.uint32)) & u32(NONE)


def inserted(hand: Array, key: Array) -> Array:
    """A hand of at most two cards with one more, in rising order."""
    one, two = byte(hand, 0), byte(hand, 1)
    low, rest = xp.minimum(one, key), xp.maximum(one, key)
    return low | xp.minimum(two, rest) << 8 | xp.maximum(two, rest) << 16 | u32(NONE << 24)


def removed(word: Array, at: Array, size: int) -> Array:
    """The word without the entry at a place, of so many bits each: those above it move down, nothing comes after."""
    low = (u32(1) << (size * at).astype(np.uint32)) - u32(1)
    top = (1 << size) - 1 << 32 - size
    return (word & low) | ((word >> size) & ~low) | u32(top)
