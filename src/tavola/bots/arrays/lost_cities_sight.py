"""The table of Lost Cities as the one on turn sees it, over many games at once: what rule bots over arrays begin with.

What is about single cards is [kinds, colours, games]: the games come last here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from tavola.bots.arrays.bits import popcount
from tavola.bots.arrays.library import Array, choose, staged, xp
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_table import BITS, FIELD, WAGERS, Table, Words, turned
from tavola.bots.encode.lost_cities import KINDS

__all__ = ["NUMBERS", "Cards", "Sight", "by_id", "fitting", "tops"]

NUMBERS: Final = np.arange(2, KINDS + 1, dtype=np.int32)[:, None, None]
"""Of each kind of card but the wager."""


def by_id(values: Array) -> Array:
    """float32[cards, games] from [kinds, colours, games]."""
    return xp.moveaxis(values, 0, 1).reshape(-1, values.shape[-1])


def tops(tables: Table) -> Array:
    """bool[kinds, colours, games]: where the top cards of the piles are."""
    kinds = xp.stack([lo & 15 for lo, _ in tables.piles]).astype(xp.int32) - 1
    return np.arange(KINDS)[:, None, None] == kinds


def fitting(last: Array) -> Array:
    """bool[kinds, colours, games]: which cards may follow a number, 0 if there is none."""
    return xp.concatenate([(last == 0)[None], last < NUMBERS])


class Cards(NamedTuple):
    """Some cards of each colour."""

    wagers: Array
    """int32[colours, games]: how many."""
    numbers: Array
    """int32[9, colours, games]: 1 for each number that is there, from 2 to 10."""

    @property
    def size(self) -> Array:
        """int32[colours, games]: how many cards."""
        return self.wagers + self.numbers.sum(axis=0)

    @property
    def points(self) -> Array:
        """int32[colours, games]: the sum of the numbers."""
        return (self.numbers * NUMBERS).sum(axis=0)

    @property
    def last(self) -> Array:
        """int32[colours, games]: the highest number, 0 if there is none."""
        return (self.numbers * NUMBERS).max(axis=0)

    def after(self, last: Array) -> Cards:
        """The cards that may follow a number; wagers follow none."""
        return Cards(xp.where(last == 0, self.wagers, 0), xp.where(last < NUMBERS, self.numbers, 0))


class Sight:
    """Tables as the one on turn sees them; what is about single cards is [kinds, colours, games]."""

    def __init__(self, engine: LostCities, tables: Table) -> None:
        """Look at the cards."""
        second, colours = tables.turn == 1, range(engine.options.colours)
        hand, other = turned(second, tables.hands)
        known = choose(second, tables.known[0], tables.known[1])
        mine, theirs = turned(second, tables.columns)

        def cards(words: Words) -> Cards:
            fields = xp.stack([(words[colour >> 1] >> BITS * (colour & 1)) & FIELD for colour in colours])
            numbers = (fields >> np.arange(3, BITS, dtype=np.uint32)[:, None, None]) & 1
            return Cards(staged(popcount(fields & WAGERS)), staged(numbers.astype(xp.int32)))

        self.hand, self.mine, self.theirs, deck, hidden, self.shown = map(
            cards, (hand, mine, theirs, tables.deck, other, known)
        )
        self.secret = Cards(hidden.wagers - self.shown.wagers, hidden.numbers - self.shown.numbers)
        """What the other holds and has not shown: for those who teach, not for those who play."""
        self.unseen = Cards(deck.wagers + self.secret.wagers, deck.numbers + self.secret.numbers)
        self.deck = deck.size.sum(axis=0)
