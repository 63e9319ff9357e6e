"""What a seat of Lost Cities knows, as numbers: `tavola.bots.encode.lost_cities` over arrays.

All of it fits into some thirty words; each number of an observation is a few bits of one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from tavola.bots.arrays.bits import field, popcount, u32
from tavola.bots.arrays.library import Array, choose, spread, xp
from tavola.bots.arrays.lost_cities_table import BITS, DRAW, FIELD, WAGERS, Pair, Table, score, turned
from tavola.bots.encode.lost_cities import KINDS, LIMIT, PILE
from tavola.rules.lost_cities import LostCitiesOptions

__all__ = ["Spread"]

_SET: Final = 11
"""Bits for the cards of a colour: two that count the wagers, one for each number."""
_NIBBLE, _BYTE = 4, 8
_REST: Final = 13
"""Numbers that belong to no colour, a byte each."""

Places = list[tuple[int, int, int]]
"""Of each number its word, its lowest bit, how many bits it has."""


def _colour(first: int) -> Places:
    """The numbers of a colour out of its six words: two sets in each of three, what is single, the pile."""
    sets = [(first + at // 2, _SET * (at % 2)) for at in range(6)]
    kinds = [(word, low + at, size) for word, low in sets for at, size in ((0, 2), *((n, 1) for n in range(2, _SET)))]
    top = [(first + 3, at, 1) for at in range(KINDS)]
    pile = [(first + 4 + at // 8, _NIBBLE * (at % 8), _NIBBLE) for at in range(PILE)]
    barred = [(first + 3, KINDS, 1)]
    points = [(first + 3, _SET + _BYTE * at, _BYTE) for at in range(2)]
    return [*kinds, *top, *pile, *barred, *points]


class Spread:
    """The words of a table spread into observations."""

    def __init__(self, options: LostCitiesOptions) -> None:
        """For these options."""
        self.options = options
        colours = options.colours
        places = [place for colour in range(colours) for place in _colour(6 * colour)]
        places += [(6 * colours + at // 4, _BYTE * (at % 4), _BYTE) for at in range(_REST)]
        word, low, size = np.array(places).T
        self.word, self.low, self.bits = word, low.astype(np.uint32), ((1 << size) - 1).astype(np.uint32)
        self.fields = [(colour >> 1, BITS * (colour & 1)) for colour in range(colours)]

    def __call__(self, words: Array) -> Array:
        """The observations."""
        return spread(words, self.word, self.low, self.bits)

    def words(self, table: Table, player: Array, totals: Pair) -> Array:
        """What the player knows; `totals` are the points of the finished rounds, the player's first."""
        second = player == 1
        return xp.concatenate([self._colours(table, second), self._rest(table, second, totals)], axis=-1)

    def _split(self, words: Sequence[Array]) -> Array:
        return field(words, self.fields, FIELD).astype(xp.uint32)

    def _colours(self, table: Table, second: Array) -> Array:
        """uint32[6 * colours]"""
        hand, other = turned(second, table.hands)
        taken, known = turned(second, table.known)
        mine, theirs = turned(second, table.columns)
        # Held and known wagers are both counted from the lowest bit: what differs counts the hidden ones.
        hidden = [held ^ seen for held, seen in zip(other, known, strict=True)]
        columns = self._split(mine), self._split(theirs)
        unseen = _counted(self._split(table.deck)) + _counted(self._split(hidden))
        sets = [
            _counted(self._split(hand)),
            *map(_counted, columns),
            *(_counted(self._split(x)) for x in (taken, known)),
        ]
        pairs = [low | high << _SET for low, high in zip(sets[::2], (*sets[1::2], unseen), strict=True)]
        piles = [xp.stack([pair[at] for pair in table.piles], axis=-1) for at in (0, 1)]
        top = (u32(1) << (piles[0] & u32(15))) >> 1
        barred = (table.barred[..., None] == np.arange(self.options.colours)).astype(xp.uint32)
        one, two = (_byte(xp.clip(score(column), -LIMIT, LIMIT)) for column in columns)
        single = top | barred << KINDS | one << _SET | two << (_SET + _BYTE)
        words = xp.stack([*pairs, single, *piles], axis=-1)
        return words.reshape(*words.shape[:-2], -1)

    def _rest(self, table: Table, second: Array, totals: Pair) -> Array:
        """uint32[4]"""
        me = second.astype(xp.int32)
        running = choose(second, table.running[::-1], table.running)
        numbers = [
            table.turn == me,
            table.phase == DRAW,
            sum((popcount(word) for word in table.deck), start=xp.int32(0)),
            xp.minimum(table.quiet, LIMIT),
            table.start == me,
            xp.maximum(self.options.rounds - 1 - table.finished.astype(xp.int32), 0),
            *(xp.clip(points, -LIMIT, LIMIT) for points in running),
            xp.clip(totals[0] - totals[1], -LIMIT, LIMIT),
            *(part for total in totals for part in (total >> 5, total & 31)),
        ]
        parts = [_byte(xp.asarray(number)) for number in numbers]
        words = []
        for at in range(0, _REST, 4):
            word = parts[at]
            for place, part in enumerate(parts[at + 1 : at + 4], 1):
                word = word | part << (_BYTE * place)
            words.append(word)
        return xp.stack(words, axis=-1)


def _counted(f: Array) -> Array:
    """A colour's field with its wagers counted."""
    return popcount(f & u32(WAGERS)).astype(xp.uint32) | (f >> 3) << 2


def _byte(number: Array) -> Array:
    """A number from -128 to 127 as eight bits."""
    return number.astype(xp.int32).astype(xp.uint32) & u32(255)
