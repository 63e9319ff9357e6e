"""The table of Splendor Duel in machine words.

The board is three planes of 25 bits that spell out the token of each cell in binary: 0 for an empty cell, 1 for
white to 7 for gold. A card is its place in printed order, NONE where there is none. A hand is three keys in rising
order: the card, plus SECRET if only its owner has seen it. A deck is a set: which card it gives is decided when it
is drawn.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.bits import pack_gems, popcount, sum_gems, surplus, u32
from tavola.bots.arrays.library import Array, lazy, mapped, xp
from tavola.bots.encode.duel import ABILITIES, PHASES
from tavola.rules.duel import Phase
from tavola.rules.duel.material import CARDS, DECKS, GOLD, PEARL, ROWS

__all__ = [
    "FIRST",
    "LEVEL_OF",
    "NONE",
    "OVER",
    "PHASE",
    "SECRET",
    "WILDS",
    "Chance",
    "Deal",
    "Planes",
    "Side",
    "Table",
    "Tokens",
]

NONE: Final = 255
SECRET: Final = 128
PHASE: Final[dict[Phase, int]] = {phase: at for at, phase in enumerate(PHASES)}
OVER: Final = len(PHASES)
FIRST: Final = tuple(deck[0].index for deck in DECKS)
"""The first card of each level."""
LEVEL_OF: Final = tuple(level for level, size in enumerate(ROWS) for _ in range(size))
"""The level, from 0, of each place of the pyramid."""
WILDS: Final = tuple(card.index for card in CARDS if card.wild)
ONES: Final = pack_gems([1] * 5)
"""One of each gem."""

Planes = tuple[Array, Array, Array]
"""uint32[] each: the low, the middle and the high digit of every cell."""


class Tokens(NamedTuple):
    """Counts of tokens."""

    gems: Array
    """uint32[]: six bits a colour."""
    pearls: Array
    """uint8[]"""
    gold: Array
    """uint8[]"""


class Side(NamedTuple):
    """What a player has."""

    tokens: Tokens
    bonuses: Array
    """uint32[]: six bits a colour."""
    colour_points: Array
    """uint32[]: six bits a colour."""
    points: Array
    """uint8[]"""
    crowns: Array
    """uint8[]"""
    privileges: Array
    """uint8[]"""
    royals: Array
    """uint8[]: a bit for each."""
    hand: tuple[Array, Array, Array]
    """uint8[] each: keys in rising order, then NONE."""
    owned: tuple[Array, Array, Array]
    """uint32[] each: the bought cards of a level."""


class Table(NamedTuple):
    """A position; scalars all, so that a step needs no memory but these."""

    phase: Array
    """uint8[]: the place in PHASES, or OVER."""
    turn: Array
    """uint8[]"""
    turns: Array
    """uint16[]: turns begun."""
    start: Array
    """uint8[]"""
    board: Planes
    bag: Tokens
    sides: tuple[Side, Side]
    rows: tuple[Array, ...]
    """uint8[] each: the cards of the pyramid, those of level 1 first."""
    decks: tuple[Array, Array, Array]
    """uint32[] each: the cards of a level that are in its deck."""
    wilds: Array
    """uint32[]: for each wild card that was bought the colour it was placed on, three bits each."""
    card: Array
    """uint8[]: the card being bought, or NONE."""
    replenished: Array
    """bool[]"""
    extra: Array
    """bool[]"""


class Deal(NamedTuple):
    """The full board, the pyramid, and who starts."""

    board: Planes
    rows: tuple[Array, ...]
    """int32[] each"""
    start: Array
    """int32[]"""


class Chance(NamedTuple):
    """What an action may need: the next card, and the tokens that replenish the board."""

    card: Array
    """int32[]"""
    board: Planes
    """Of the cells that are filled."""


# --- Facts about cards, looked up by number ------------------------------------------------------------------


def listed(values: Mapping[int, int], size: int) -> NDArray[np.uint32]:
    """A table of constants, 0 where nothing is given."""
    table = np.zeros(size, np.uint32)
    for at, value in values.items():
        table[at] = value
    return table


def look(table: NDArray[Any], index: Array) -> Array:
    """An entry of a table of constants; the index is within it."""
    return table.take(index) if lazy() else xp.asarray(table).at[index].get(mode="promise_in_bounds")


COST: Final = listed({card.index: pack_gems(card.cost[:5]) for card in CARDS}, 256)
_FACTS: Final = listed(
    {
        card.index: (
            card.cost[PEARL]
            | card.points << 3
            | card.crowns << 6
            | card.bonuses << 9
            | card.colour << 12
            | card.wild << 15
            | (1 + ABILITIES.index(card.abilities[0]) if card.abilities else 0) << 18
            | (card.level - 1) << 21
        )
        for card in CARDS
    },
    256,
)


class Facts:
    """What a card says, all 0 for none."""

    def __init__(self, card: Array) -> None:
        """By its number."""
        self._card = card
        self._word = look(_FACTS, card)

    def _number(self, at: int) -> Array:
        return ((self._word >> 3 * at) & 7).astype(np.int32)

    @property
    def cost(self) -> Array:
        """uint32[]: the gems, six bits a colour."""
        return look(COST, self._card)

    @property
    def pearls(self) -> Array:
        """int32[], like all that follow."""
        return self._number(0)

    @property
    def points(self) -> Array:
        """The points."""
        return self._number(1)

    @property
    def crowns(self) -> Array:
        """The crowns."""
        return self._number(2)

    @property
    def bonuses(self) -> Array:
        """How many."""
        return self._number(3)

    @property
    def colour(self) -> Array:
        """The printed one."""
        return self._number(4)

    @property
    def wild(self) -> Array:
        """1 if it is."""
        return self._number(5)

    @property
    def ability(self) -> Array:
        """1 and more: the place in ABILITIES."""
        return self._number(6)

    @property
    def level(self) -> Array:
        """From 0."""
        return self._number(7)


def shortage(about: Facts, bonuses: Array, tokens: Tokens) -> Array:
    """How many gold tokens the price asks for when all else is paid with gems and pearls."""
    # At most 21 bonuses and 4 tokens of a colour: they fit their field.
    return sum_gems(surplus(about.cost, bonuses + tokens.gems)) + xp.maximum(about.pearls - tokens.pearls, 0)


# --- Tokens and the board ------------------------------------------------------------------------------------


def one_token(kind: Array, yes: Array) -> Tokens:
    """A token of a kind, or nothing."""
    gem = yes & (kind >= 0) & (kind < PEARL)
    shift = xp.where(gem, 6 * kind, 0).astype(np.uint32)
    others = ((yes & (kind == other)).astype(np.int32) for other in (PEARL, GOLD))
    return Tokens(gem.astype(np.uint32) << shift, *others)


def add(one: Tokens, other: Tokens) -> Tokens:
    """The sum, kind by kind."""
    return Tokens(one.gems + other.gems, one.pearls + other.pearls, one.gold + other.gold)


def subtract(one: Tokens, other: Tokens) -> Tokens:
    """The difference, kind by kind."""
    return Tokens(one.gems - other.gems, one.pearls - other.pearls, one.gold - other.gold)


def only_if(yes: Array, tokens: Tokens) -> Tokens:
    """The tokens, or nothing."""
    return Tokens(*(xp.where(yes, count, 0) for count in tokens))


def total(tokens: Tokens) -> Array:
    """How many tokens."""
    return sum_gems(tokens.gems) + tokens.pearls + tokens.gold


def some(gems: Array) -> Array:
    """uint32[]: the lowest bit of each colour's field of which there is any."""
    return (((gems | ONES << 5) - ONES) >> 5) & ONES


def gathered(flags: Array) -> Array:
    """The lowest bits of the five fields side by side."""
    # Bits 0, 6, 12, 18 and 24 move to 20 to 24; no other product of two bits ends there.
    return (flags * u32(0x108421) >> 20) & 31


def first_of(flags: Array) -> Array:
    """The place of the lowest of the flags that `some` found, 5 if there is none."""
    flags = flags | 1 << 30
    below = popcount((flags & (~flags + 1)) - 1)
    return (below * 43) >> 8  # divided by 6


def cells_of(board: Planes, kind: int) -> Array:
    """The cells on which a kind of token lies."""
    low, middle, high = (plane if (kind + 1) >> at & 1 else ~plane for at, plane in enumerate(board))
    return low & middle & high


def cells_with(board: Planes, kind: Array) -> Array:
    """The same for a kind that is not known beforehand; the numbers may have an axis more than the board."""
    low, middle, high = (plane ^ (((kind + 1) >> at & 1) - 1).astype(np.uint32) for at, plane in enumerate(board))
    return low & middle & high


def cells_by_kind(board: Planes) -> Sequence[Array]:
    """The cells of each kind of token."""
    by_kind: Sequence[Array] = (
        cells_with(board, np.arange(7).reshape(7, *[1] * board[0].ndim))
        if lazy()
        else [cells_of(board, kind) for kind in range(7)]
    )
    return by_kind


def tokens_on(board: Planes, cells: Array) -> Tokens:
    """The tokens on these cells."""
    counts = each(lambda there: popcount(there & cells), cells_by_kind(board))
    gems = [count.astype(np.uint32) << (6 * gem) for gem, count in enumerate(counts[:5])]
    return Tokens(sum(gems[1:], start=gems[0]), counts[PEARL], counts[GOLD])


# --- Words and numbers ---------------------------------------------------------------------------------------

X = TypeVar("X")


_KEPT: Final = (np.dtype(np.uint32), np.dtype(np.bool_))


def wide(table: X) -> X:
    """All small numbers as int32, to calculate with."""
    widened: X = mapped(lambda leaf: leaf if leaf.dtype in _KEPT else leaf.astype(np.int32), table)
    return widened


def narrow(table: X, like: X) -> X:
    """The numbers as small as those of the other table."""
    narrowed: X = mapped(lambda leaf, old: leaf.astype(old.dtype, copy=False), table, like)
    return narrowed


def pick(items: Sequence[Array], at: Array) -> Array:
    """The item at a place."""
    found = items[0]
    for place, item in enumerate(items[1:], 1):
        found = xp.where(at == place, item, found)
    return found


def each(function: Callable[..., Array], *items: Sequence[Array]) -> Sequence[Array]:
    """The function of every item, which are alike: NumPy takes them all at once, along an axis before all others."""
    return function(*map(np.asarray, items)) if lazy() else [*map(function, *items)]


def count_of(flags: Sequence[Array]) -> Array:
    """How many are true, as int32."""
    if lazy():
        return np.add.reduce(np.asarray(flags), dtype=np.int32)
    return sum(flags[1:], start=flags[0].astype(np.int32))


def any_of(flags: Sequence[Array]) -> Array:
    """Whether one is true."""
    return np.logical_or.reduce(np.asarray(flags)) if lazy() else functools.reduce(operator.or_, flags)


def bits(flags: Sequence[Array]) -> Array:
    """The flags as a word, the first lowest."""
    if lazy():
        return _POWERS[: len(flags)] @ np.asarray(flags)
    word = u32(0)
    for at, flag in enumerate(flags):
        word = word | flag.astype(np.uint32) << at
    return word


_POWERS: Final = np.uint32(1) << np.arange(32, dtype=np.uint32)


def bits_of(card: Array, yes: Array) -> list[Array]:
    """The card's bit in the word of its level, or nothing; nothing in those of the others."""
    return [xp.where(yes, look(table, card), 0) for table in _BITS]


_BITS: Final = [listed({card.index: 1 << at for at, card in enumerate(deck)}, 256) for deck in DECKS]
