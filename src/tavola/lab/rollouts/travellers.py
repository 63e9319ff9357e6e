"""The travellers of Lost Cities over many games at once: see `tavola.bots.pool.lost_cities`, which says why.

Each game may have a traveller of its own temper. They choose as the rule bots do, up to ties, of which they take the
first; `tests/lab/rollouts` holds them to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from tavola.bots.arrays.library import Array
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_table import Table
from tavola.bots.pool.lost_cities import NEVER as UNWISE
from tavola.bots.pool.lost_cities import STUBBORN, Temper
from tavola.lab.rollouts.jewels import NEVER, best_row
from tavola.lab.rollouts.lost_cities import NUMBERS, Cards, Sight, by_id, fitting, tops

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
    draws = jnp.broadcast_to(jnp.asarray(temper.taking, jnp.float32), mind.deck.shape)[None]
    rows = [by_id(mind.playing()), by_id(mind.discarding()), draws, mind.taking()]
    return jnp.where(jnp.moveaxis(engine.mask(tables), -1, 0), jnp.concatenate(rows), NEVER)


def _or(instead: int) -> Any:
    """The value of each kind of card, with this for a wager."""
    return np.where(_VALUES == 0, instead, _VALUES)


class _Mind(Sight):
    """Tables as travellers see them."""

    def __init__(self, engine: LostCities, tables: Table, temper: Temper) -> None:
        super().__init__(engine, tables)
        self.temper = temper
        self.turns = (self.deck + 1) // 2
        self.threshold = jnp.where(self.deck < temper.late, temper.opens_late, temper.opens)
        self.empty = self.mine.size == 0
        self.opened = (~self.empty).sum(axis=0)
        self.last = self.mine.last
        self.held = self.hand.after(self.last)
        self.worth = self._worth(self.held)
        self.stakes = 1 + self.mine.wagers
        self.hurry = jnp.where(self.empty, 0, self.held.size).sum(axis=0) >= self.turns
        self.tops = tops(tables)
        self.stubborn = tables.quiet >= STUBBORN
        self.fits = fitting(self.last)
        # The numbers given up by playing a card: those above the last one and below it that may come or are in hand.
        there = (self.unseen.numbers > 0) | self.tops[1:] | (self.hand.numbers > 0)
        self.jumped, self.jumped_mine = (
            _below((numbers & (self.last < NUMBERS)).astype(jnp.int32)) for numbers in (there, self.hand.numbers > 0)
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
        wager = jnp.where(enough, 12.0, UNWISE - self.worth)
        ready = 8.0 + self.empty - temper.patience * self.jumped
        barred = (self.jumped_mine > 0) | (self.jumped > temper.gap)
        calm = jnp.where(barred, UNWISE + NUMBERS - 20.0 * self.jumped, ready)
        hasty = 20.0 + NUMBERS * self.stakes - 30 * self.jumped_mine
        numbers = jnp.where(self.hurry, hasty, calm)
        numbers = jnp.where(self.empty & ~opens, UNWISE - 100 + self.worth, numbers)
        return jnp.concatenate([wager[None], numbers])

    def discarding(self) -> Array:
        """Of discarding each card."""
        temper = self.temper
        share = jnp.minimum(1.0, self.worth / self.threshold)
        closed = (self.turns < 4) | (self.opened >= temper.most)
        unopened = jnp.where(closed, 0.0, share**2 * _or(5))
        loss = jnp.where(self.fits, jnp.where(self.empty, unopened, self.stakes * _or(2) + 2), 0.0)
        wanted = fitting(self.theirs.last)
        early = jnp.where(self.deck > 12, 1 + _VALUES / 3, 0.5)
        gift = jnp.where(self.theirs.size == 0, early, (1 + self.theirs.wagers) * _or(6))
        return -loss - (1 - temper.generosity) * jnp.where(wanted, gift, 0.0)

    def taking(self) -> Array:
        """float32[colours, games]: of the top card of each pile."""
        temper = self.temper
        added = jnp.where(_VALUES == 0, temper.wager_worth, temper.card_worth + _VALUES)
        opening = jnp.where(self._opens(self.worth + added, self.held.size + 1), _VALUES + 2.0, 0.0)
        jumped = jnp.concatenate([jnp.zeros_like(self.jumped[:1]), self.jumped])
        going_on = jnp.where(jumped <= temper.gap + 1, self.stakes * _or(4), 0)
        worth = jnp.where(self.fits, jnp.where(self.empty, opening, going_on), 0.0)
        worth = jnp.where(self.hurry & (self.turns < 5), temper.taking + 1 + _VALUES, worth)
        return jnp.where(self.stubborn, UNWISE, jnp.where(self.tops, worth, 0.0).sum(axis=0))


def _below(numbers: Array) -> Array:
    """For each number the sum of those below it."""
    return jnp.cumsum(numbers, axis=0) - numbers
