"""The greedy bot of Lost Cities over many games at once: see `tavola.bots.greedy.lost_cities`, which says why.

It chooses as the rule bot does, up to ties, of which it takes the first; `tests/lab/rollouts` holds it to that. The
surveyor of the pool is stronger, but imagines futures of its own at every choice and would take far too long here.
"""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np

from tavola.bots.arrays.library import NEVER, Array, best_row
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_sight import NUMBERS, Sight, by_id, fitting, tops
from tavola.bots.arrays.lost_cities_table import Table
from tavola.bots.greedy.lost_cities import BONUS, COST, GIFT, IN_TIME, LONG
from tavola.lab.batch.stages import staged

__all__ = ["policy", "rated"]


def policy(engine: LostCities, tables: Table) -> Array:
    """int32[games]: what the greedy bot does."""
    return best_row(staged(rated(engine, tables)))


def rated(engine: LostCities, tables: Table) -> Array:
    """float32[actions, games]: what the greedy bot thinks of each action, NEVER of those not legal."""
    mind = _Mind(engine, tables)
    gained = staged(mind.with_one())
    taken = jnp.where(tops(tables), gained, 0).sum(axis=0)
    rows = [by_id(mind.playing()), by_id(mind.discarding()), mind.drawing(gained)[None], taken]
    return jnp.where(jnp.moveaxis(engine.mask(tables), -1, 0), jnp.concatenate(rows), NEVER)


class _Hopes(NamedTuple):
    """What a column is, and what may still be added to it: each [colours, games], or with one more axis before."""

    points: Array
    size: Array
    wagers: Array
    held: Array
    """Cards in hand that fit, their wagers and the sum of their numbers."""
    held_wagers: Array
    held_points: Array
    coming: Array
    """Numbers not seen that fit, and their sum."""
    coming_points: Array


class _Mind(Sight):
    """What the greedy bot thinks of them."""

    def __init__(self, engine: LostCities, tables: Table) -> None:
        super().__init__(engine, tables)
        # Half of the deck comes to each; a card not seen may as well be in the other hand.
        self.turns = self.deck / 2
        self.not_seen = self.unseen.size.sum(axis=0)
        self.chance = IN_TIME * self.turns / jnp.maximum(1, self.not_seen)
        self.last, self.empty = self.mine.last, self.mine.size == 0
        held, coming = self.hand.after(self.last), self.unseen.after(self.last)
        self.hurry = jnp.minimum(1.0, self.turns / (held.size.sum(axis=0) + 1))
        self.hopes = _Hopes(
            self.mine.points, self.mine.size, self.mine.wagers,
            held.size, held.wagers, held.points, coming.numbers.sum(axis=0), coming.points,
        )  # fmt: skip
        self.now = staged(self._promise(self.hopes, self.empty))

    def _promise(self, hopes: _Hopes, empty: Array | bool) -> Array:
        """The points that a column may bring in the end."""
        total = hopes.points + self.hurry * hopes.held_points + self.chance * hopes.coming_points
        points = (total - COST) * (1 + hopes.wagers + jnp.where(empty, hopes.held_wagers, 0))
        length = hopes.size + self.hurry * hopes.held + self.chance * hopes.coming
        points += BONUS * jnp.clip(length - LONG + 1.5, 0, 1)
        open_it = (hopes.held > 0) & (hopes.held <= self.turns)
        return jnp.where(empty, jnp.where(open_it, jnp.maximum(0, points), 0), points)

    def playing(self) -> Array:
        """What changes when a card is laid in its column."""
        hopes = self.hopes
        wager = hopes._replace(size=hopes.size + 1, wagers=hopes.wagers + 1, held=hopes.held - 1)
        held, held_points, coming, coming_points = (
            _above(cards.numbers * worth) for cards in (self.hand, self.unseen) for worth in (1, NUMBERS)
        )
        numbers = hopes._replace(
            points=hopes.points + NUMBERS, size=hopes.size + 1, held=held, held_points=held_points,
            coming=coming, coming_points=coming_points,
        )  # fmt: skip
        return self._changes(self._promise(wager, False), self._promise(numbers, False))

    def discarding(self) -> Array:
        """What is lost with a card, and a part of what it is worth to the opponent."""
        return self._with(-1) - GIFT * self._gifts()

    def with_one(self) -> Array:
        """What a card would add to the hand."""
        return self._with(1)

    def _with(self, one: int) -> Array:
        """What changes with a card more or less in the hand: nothing, if it does not fit."""
        hopes, empty = self.hopes, self.empty
        wager = hopes._replace(held=hopes.held + one, held_wagers=hopes.held_wagers + one)
        number = hopes._replace(held=hopes.held + one, held_points=hopes.held_points + one * NUMBERS)
        changes = self._changes(self._promise(wager, empty), self._promise(number, empty))
        return jnp.where(fitting(self.last), changes, 0)

    def _changes(self, wager: Array, numbers: Array) -> Array:
        return jnp.concatenate([wager[None], numbers]) - self.now

    def drawing(self, gained: Array) -> Array:
        """float32[games]: what an unseen card adds on average."""
        wagers, numbers = self.unseen
        total = (gained[0] * wagers).sum(axis=0) + (gained[1:] * numbers).sum(axis=(0, 1))
        return total / jnp.maximum(1, self.not_seen)

    def _gifts(self) -> Array:
        """What a discarded card is worth to the opponent."""
        last, empty, stakes = self.theirs.last, self.theirs.size == 0, 1 + self.theirs.wagers
        wager = jnp.where(last == 0, jnp.where(empty, 1.0, stakes * 3), 0)
        numbers = jnp.where(last < NUMBERS, jnp.where(empty, 1 + NUMBERS / 4, stakes * np.maximum(NUMBERS, 3)), 0)
        return jnp.concatenate([wager[None], numbers])


def _above(numbers: Array) -> Array:
    """For each number the sum of those above it."""
    sums = [jnp.zeros_like(numbers[0])]
    for one in numbers[:0:-1]:
        sums.append(sums[-1] + one)
    return jnp.stack(sums[::-1])
