"""The travellers of Lost Cities over many games at once: see `tavola.bots.pool.lost_cities`, which says why.

Each game may have a traveller of its own temper. They choose as the rule bots do, up to ties, of which they take the
first; `tests/lab/rollouts` holds them to that, in NumPy as in JAX.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import numpy as np

from tavola.bots.arrays.library import NEVER, Array, best_row, xp
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_sight import NUMBERS, Cards, Sight, by_id, fitting, tops
from tavola.bots.arrays.lost_cities_table import Table
from tavola.bots.pool.lost_cities import NEVER as UNWISE
from tavola.bots.pool.lost_cities import STUBBORN, Temper

__all__ = ["policy", "rated", "stacked"]

_VALUES: Final = np.concatenate([np.zeros_like(NUMBERS[:1]), NUMBERS])
"""Of each kind of card: that of a wager is nothing."""


def stacked(tempers: Sequence[Temper]) -> Temper:
    """One temper for each game, every number an array of them."""
    numbers: dict[str, Any] = {
        field.name: np.array([getattr(temper, field.name) for temper in tempers], np.float32)
        for field in fields(Temper)
    }
    return Temper(**numbers)


def policy(engine: LostCities, tables: Table, temper: Temper) -> Array:
    """int32[games]: what travellers of this temper, or of these tempers, do."""
    return best_row(rated(engine, tables, temper))


def rated(engine: LostCities, tables: Table, temper: Temper) -> Array:
    """float32[actions, games]: what they think of each action, NEVER of those not legal."""
    mind = _Mind(engine, tables, temper)
    draws = xp.broadcast_to(xp.asarray(temper.taking, xp.float32), mind.deck.shape)[None]
    rows = [by_id(mind.playing()), by_id(mind.discarding()), draws, mind.taking()]
    return xp.where(xp.moveaxis(engine.mask(tables), -1, 0), xp.concatenate(rows), NEVER)


def _or(instead: int) -> Any:
    """The value of each kind of card, with this for a wager."""
    return np.where(_VALUES == 0, instead, _VALUES)


class _Mind(Sight):
    """Tables as travellers see them."""

    def __init__(self, engine: LostCities, tables: Table, temper: Temper) -> None:
        super().__init__(engine, tables)
        self.temper = temper
        self.turns = (self.deck + 1) // 2
        self.threshold = xp.where(self.deck < temper.late, temper.opens_late, temper.opens)
        self.empty = self.mine.size == 0
        self.opened = (~self.empty).sum(axis=0)
        self.last = self.mine.last
        self.held = self.hand.after(self.last)
        self.worth = self._worth(self.held)
        self.stakes = 1 + self.mine.wagers
        self.hurry = xp.where(self.empty, 0, self.held.size).sum(axis=0) >= self.turns
        self.tops = tops(tables)
        self.stubborn = tables.quiet >= STUBBORN
        self.fits = fitting(self.last)
        # The numbers given up by playing a card: those above the last one and below it that may come or are in hand.
        there = (self.unseen.numbers > 0) | self.tops[1:] | (self.hand.numbers > 0)
        self.jumped, self.jumped_mine = (
            _below((numbers & (self.last < NUMBERS)).astype(xp.int32)) for numbers in (there, self.hand.numbers > 0)
        )

    def _worth(self, cards: Cards) -> Array:
        temper = self.temper
        return cards.points + temper.card_worth * cards.numbers.sum(axis=0) + temper.wager_worth * cards.wagers

    def _opens(self, worth: Array, size: Array) -> Array:
        return (worth >= self.threshold) & (size <= self.turns) & (self.opened < self.temper.most)

    def playing(self) -> Array:
        """Of laying each card in its column."""
        temper, size = self.temper, self.held.size
        opens = self._opens(self.worth, size)
        enough = (self.worth >= self.threshold + temper.wager) & (size + 1 < self.turns) & (~self.empty | opens)
        wager = xp.where(enough, 12.0, UNWISE - self.worth)
        ready = 8.0 + self.empty - temper.patience * self.jumped
        barred = (self.jumped_mine > 0) | (self.jumped > temper.gap)
        calm = xp.where(barred, UNWISE + NUMBERS - 20.0 * self.jumped, ready)
        hasty = 20.0 + NUMBERS * self.stakes - 30 * self.jumped_mine
        numbers = xp.where(self.hurry, hasty, calm)
        numbers = xp.where(self.empty & ~opens, UNWISE - 100 + self.worth, numbers)
        return xp.concatenate([wager[None], numbers])

    def discarding(self) -> Array:
        """Of discarding each card."""
        temper = self.temper
        share = xp.minimum(1.0, self.worth / self.threshold)
        closed = (self.turns < 4) | (self.opened >= temper.most)
        unopened = xp.where(closed, 0.0, share**2 * _or(5))
        loss = xp.where(self.fits, xp.where(self.empty, unopened, self.stakes * _or(2) + 2), 0.0)
        wanted = fitting(self.theirs.last)
        early = xp.where(self.deck > 12, 1 + _VALUES / 3, 0.5)
        gift = xp.where(self.theirs.size == 0, early, (1 + self.theirs.wagers) * _or(6))
        return -loss - (1 - temper.generosity) * xp.where(wanted, gift, 0.0)

    def taking(self) -> Array:
        """float32[colours, games]: of the top card of each pile."""
        temper = self.temper
        added = xp.where(_VALUES == 0, temper.wager_worth, temper.card_worth + _VALUES)
        opening = xp.where(self._opens(self.worth + added, self.held.size + 1), _VALUES + 2.0, 0.0)
        jumped = xp.concatenate([xp.zeros_like(self.jumped[:1]), self.jumped])
        going_on = xp.where(jumped <= temper.gap + 1, self.stakes * _or(4), 0)
        worth = xp.where(self.fits, xp.where(self.empty, opening, going_on), 0.0)
        worth = xp.where(self.hurry & (self.turns < 5), temper.taking + 1 + _VALUES, worth)
        return xp.where(self.stubborn, UNWISE, xp.where(self.tops, worth, 0.0).sum(axis=0))


def _below(numbers: Array) -> Array:
    """For each number the sum of those below it."""
    return xp.cumsum(numbers, axis=0) - numbers
