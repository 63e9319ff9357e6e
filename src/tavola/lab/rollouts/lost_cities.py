"""The greedy bot of Lost Cities over many games at once: see `tavola.bots.greedy.lost_cities`, which says why.

It chooses as the rule bot does, up to ties, of which it takes the first; `tests/lab/rollouts` holds it to that. The
surveyor of the pool is stronger, but imagines futures of its own at every choice and would take far too long here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np

from tavola.bots.arrays.bits import popcount
from tavola.bots.arrays.library import Array, choose
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_table import BITS, FIELD, WAGERS, Table, Words, turned
from tavola.bots.encode.lost_cities import KINDS
from tavola.bots.greedy.lost_cities import BONUS, COST, GIFT, IN_TIME, LONG
from tavola.lab.rollouts.jewels import NEVER, best_row, settled

__all__ = ["NUMBERS", "Cards", "Sight", "by_id", "fitting", "policy", "rated", "tops"]

NUMBERS: Final = np.arange(2, KINDS + 1, dtype=np.int32)[:, None, None]
"""Of each kind of card but the wager."""


def policy(engine: LostCities, tables: Table) -> Array:
    """int32[games]: what the greedy bot does."""
    return best_row(settled(rated(engine, tables)))


def rated(engine: LostCities, tables: Table) -> Array:
    """float32[actions, games]: what the greedy bot thinks of each action, NEVER of those not legal."""
    mind = _Mind(engine, tables)
    gained = settled(mind.with_one())
    taken = jnp.where(tops(tables), gained, 0).sum(axis=0)
    rows = [by_id(mind.playing()), by_id(mind.discarding()), mind.drawing(gained)[None], taken]
    return jnp.where(jnp.moveaxis(engine.mask(tables), -1, 0), jnp.concatenate(rows), NEVER)


def by_id(values: Array) -> Array:
    """float32[cards, games] from [kinds, colours, games]."""
    return jnp.moveaxis(values, 0, 1).reshape(-1, values.shape[-1])


def tops(tables: Table) -> Array:
    """bool[kinds, colours, games]: where the top cards of the piles are."""
    kinds = jnp.stack([lo & 15 for lo, _ in tables.piles]).astype(jnp.int32) - 1
    return np.arange(KINDS)[:, None, None] == kinds


def fitting(last: Array) -> Array:
    """bool[kinds, colours, games]: which cards may follow a number, 0 if there is none."""
    return jnp.concatenate([(last == 0)[None], last < NUMBERS])


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
        return Cards(jnp.where(last == 0, self.wagers, 0), jnp.where(last < NUMBERS, self.numbers, 0))


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


class Sight:
    """Tables as the one on turn sees them; what is about single cards is [kinds, colours, games]."""

    def __init__(self, engine: LostCities, tables: Table) -> None:
        """Look at the cards."""
        second, colours = tables.turn == 1, range(engine.options.colours)
        hand, other = turned(second, tables.hands)
        known = choose(second, tables.known[0], tables.known[1])
        mine, theirs = turned(second, tables.columns)

        def cards(words: Words) -> Cards:
            fields = jnp.stack([(words[colour >> 1] >> BITS * (colour & 1)) & FIELD for colour in colours])
            numbers = (fields >> np.arange(3, BITS, dtype=np.uint32)[:, None, None]) & 1
            return Cards(settled(popcount(fields & WAGERS)), settled(numbers.astype(jnp.int32)))

        self.hand, self.mine, self.theirs, deck, hidden, shown = map(
            cards, (hand, mine, theirs, tables.deck, other, known)
        )
        self.unseen = Cards(deck.wagers + hidden.wagers - shown.wagers, deck.numbers + hidden.numbers - shown.numbers)
        self.deck = deck.size.sum(axis=0)


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
        self.now = settled(self._promise(self.hopes, self.empty))

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
