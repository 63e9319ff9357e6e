"""What the rule bots of Splendor and Splendor Duel hope for, over many games at once: see `tavola.bots.pool.jewels`.

The games are the last axis, so that all of them take a step of the calculation together; before it come the cards
on offer, or the purses that a player may have after an action.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tavola.bots.arrays.bits import sum_gems, surplus
from tavola.bots.arrays.library import NEVER, Array, best_row
from tavola.bots.pool.jewels import EACH, SCARCE, START
from tavola.lab.batch.stages import staged
from tavola.rules.jewels import TOKEN_LIMIT

__all__ = ["Prospects", "Purse", "Taste", "fields", "first_rows", "hope", "logs"]

_CLOSE: Final = 1e-4
"""Values that differ by less are equal: they are sums of a few numbers below 100 in float32."""
_SMALL: Final = 1e-9
"""Less than anything is worth, but no zero."""
_QUARTERS: Final = 4
"""Turns are counted in quarters, which are whole numbers."""
_AT_ONCE: Final = 17
"""Purses looked at together, so that what they promise stays in the processor's cache."""
_BLOCK: Final = 64
"""Games that give tokens back together."""

X = TypeVar("X")


class Taste(Protocol):
    """The part of a rule bot's temper that is about tokens."""

    @property
    def pace(self) -> float:
        """What is left of a prospect for each turn it is away."""

    @property
    def weights(self) -> tuple[float, ...]:
        """How much the best prospect counts, the second, the third..."""

    @property
    def gold(self) -> float:
        """What gold is worth in itself."""


class Purse(NamedTuple):
    """Tokens."""

    gems: Array
    """uint32[..., games]: six bits a colour."""
    gold: Array
    """int32[..., games]"""
    pearls: Array | None = None
    """int32[..., games]; None where there are none in the game."""

    @property
    def total(self) -> Array:
        """int32[..., games]: how many tokens."""
        total = sum_gems(self.gems) + self.gold
        return total if self.pearls is None else total + self.pearls

    def without(self, kind: Array) -> Purse:
        """A token of a kind less: the five gems, the pearl if there are any, gold."""
        last = 5 if self.pearls is None else 6
        gems = self.gems - jnp.where(kind < 5, jnp.uint32(1) << (6 * kind).astype(np.uint32), jnp.uint32(0))
        pearls = None if self.pearls is None else self.pearls - (kind == 5)
        return Purse(gems, self.gold - (kind == last), pearls)

    def has(self, kind: Array) -> Array:
        """bool[..., games]: whether there is a token of the kind."""
        gem = (self.gems >> (6 * jnp.minimum(kind, 4)).astype(np.uint32)) & jnp.uint32(31)
        other = self.gold if self.pearls is None else jnp.where(kind == 5, self.pearls, self.gold)
        return jnp.where(kind < 5, gem.astype(jnp.int32), other) > 0

    @property
    def kinds(self) -> int:
        """How many kinds of tokens there are in the game."""
        return 6 if self.pearls is None else 7


class Prospects:
    """What the cards on offer promise the player on turn."""

    def __init__(self, taste: Taste, alike: int, worth: Array, due: Array, supply: Purse, pearls: Array | None) -> None:
        """Of each card its worth, 0 where there is none, and what its price leaves due after bonuses: [cards, games].

        The supply is what the player has and what can be taken; `alike`, how many of one kind a turn may bring.
        """
        self.taste, self.alike = taste, alike
        self.worth, self.due, self.supply, self.pearls = worth, due, supply, pearls
        # The best are found by their logarithms, so that only they need to be raised to a power.
        self.logs = logs(worth)

    def of(self, purses: Purse) -> Array:
        """float32[purses, games]: what is promised with each purse."""
        parts = (self.due, self.pearls, *_beyond(self.due, self.pearls, self.supply))
        log, due, pearls, beyond, scarce = staged(jax.tree.map(lambda leaf: leaf[:, None], (self.logs, *parts)))

        def some(purse: Purse) -> Array:
            return self._hope(log + self._faded(due, pearls, beyond, scarce, purse), purse)

        return _piecewise(some, purses)

    def near(self, purse: Purse) -> Array:
        """float32[cards, games]: what is left of the worth of each card with this purse, the turns it is away."""
        beyond, scarce = _beyond(self.due, self.pearls, self.supply)
        return jnp.exp(self._faded(self.due, self.pearls, beyond, scarce, purse))

    def after_buying(self, left: Purse, bonus: Array) -> Array:
        """float32[cards, games]: the same after buying each card, with the purse that is left and a bonus more."""
        log, due, pearls = jax.tree.map(lambda leaf: leaf[:, None], (self.logs, self.due, self.pearls))
        due = staged(surplus(due, bonus))  # of each card after buying each
        logs = log + self._faded(due, pearls, *_beyond(due, pearls, self.supply), left)
        return self._hope(jnp.where(np.eye(len(bonus), dtype=np.bool_)[..., None], NEVER, logs), left)

    def _faded(self, due: Array, pearls: Array | None, beyond: Array, scarce: Array, purse: Purse) -> Array:
        """The logarithm of what is left of the worth of a card: `pace ** turns_away(...)`."""
        lack = surplus(due, purse.gems)
        total, most = sum_gems(lack), _most(lack)
        if pearls is not None and purse.pearls is not None:
            short = jnp.maximum(pearls - purse.pearls, 0)
            total, most = total + short, jnp.maximum(most, short)
        missing = total - purse.gold
        quarters = int(_QUARTERS * START) + int(_QUARTERS / 2 / EACH) * missing
        quarters += int(_QUARTERS / 2 / self.alike) * jnp.maximum(most - purse.gold, 0)
        quarters += int(_QUARTERS * SCARCE) * (beyond + jnp.maximum(scarce - purse.gold, 0))
        return jnp.where(missing <= 0, 0, quarters * np.float32(math.log(self.taste.pace) / _QUARTERS))

    def _hope(self, logs: Array, purse: Purse) -> Array:
        """The best prospects, given by their logarithms, and the tokens themselves."""
        held = purse.gold + sum_gems(purse.gems) / 5
        if purse.pearls is not None:
            held += purse.pearls / 2
        return hope(staged(logs), self.taste.weights) + np.float32(self.taste.gold) * held

    def returning(self, purse: Purse) -> Array:
        """float32[games]: what is promised after giving back, one by one, what is least needed of too many tokens."""
        kinds = jnp.arange(purse.kinds, dtype=jnp.int32)[:, None]

        def one(purse: Purse) -> Purse:
            promised = jnp.where(purse.has(kinds), self.of(purse.without(kinds)), NEVER)
            less = purse.without(best_row(promised))
            return Purse(*jax.tree.map(partial(jnp.where, purse.total > TOKEN_LIMIT), less, purse))

        purse = lax.while_loop(lambda purse: (purse.total > TOKEN_LIMIT).any(), one, purse)
        return self.of(jax.tree.map(lambda leaf: leaf[None], purse))[0]

    def among(self, games: Array) -> Prospects:
        """The same for some of the games."""
        parts = jax.tree.map(
            lambda leaf: jnp.take(leaf, games, axis=-1, mode="clip"), (self.worth, self.due, self.supply, self.pearls)
        )
        return Prospects(self.taste, self.alike, *parts)

    def best(self, purses: Purse, more: Array, idle: Array, kept: Array, others: Array) -> tuple[Array, Array]:
        """float32[purses, games], both: what each purse is worth, exactly so where it may be the best, and promises.

        The last purse is what the player has now. The worth is what is promised once too many tokens are given back,
        unless all are `kept`, and `more`, which is NEVER where the purse is not to be had; less `idle` if no more is
        promised than now. Giving back only makes it smaller: who is below the best that is known, `others` included,
        needs no second look.
        """
        games = others.shape[-1]
        plain = staged(self.of(purses))
        now = plain[-1]
        unsure = (purses.total > TOKEN_LIMIT) & (more > NEVER / 2) & ~kept
        values = staged(plain + more - jnp.where(unsure | (plain > now + _CLOSE), 0, idle))
        known = jnp.maximum(jnp.where(unsure, NEVER, values).max(axis=0), others)

        def wants(state: _Search) -> Array:
            return state.dream > state.known + _CLOSE

        def look(state: _Search) -> _Search:
            (at,) = jnp.nonzero(wants(state), size=min(_BLOCK, games), fill_value=games)
            game = jnp.minimum(at, games - 1)
            row = state.row[game]
            found = self.among(game).returning(jax.tree.map(lambda leaf: leaf[row, game], purses))
            found = found + more[row, game] - jnp.where(found > now[game] + _CLOSE, 0, idle[row, game])
            values = state.values.at[row, at].set(found, mode="drop")
            unsure = state.unsure.at[row, at].set(False, mode="drop")
            dreams = jnp.where(unsure[:, game], values[:, game], NEVER)
            return _Search(
                values,
                unsure,
                state.known.at[at].max(found, mode="drop"),
                state.dream.at[at].set(dreams.max(axis=0), mode="drop"),
                state.row.at[at].set(best_row(dreams), mode="drop"),
            )

        dreams = jnp.where(unsure, values, NEVER)
        begin = _Search(values, unsure, known, dreams.max(axis=0), best_row(dreams))
        end = lax.while_loop(lambda state: wants(state).any(), look, begin)
        return jnp.where(end.unsure, NEVER, end.values), plain


class _Search(NamedTuple):
    """A search for the best purse of each game."""

    values: Array
    """float32[purses, games]"""
    unsure: Array
    """bool[purses, games]: tokens are still to be given back, so that the value is too high."""
    known: Array
    """float32[games]: the best value that is sure."""
    dream: Array
    """float32[games]: the best value that is not."""
    row: Array
    """int32[games]: which purse has it."""


def _piecewise(function: Callable[[Purse], Array], purses: Purse) -> Array:
    """The function of some purses at a time."""
    rows = len(purses.gems)
    pieces = -(-rows // _AT_ONCE)
    if pieces == 1:
        return function(purses)
    size = -(-rows // pieces)
    parts = jax.tree.map(
        lambda leaf: jnp.concatenate([leaf, leaf[: pieces * size - rows]]).reshape(pieces, size, leaf.shape[-1]), purses
    )
    found: Array = lax.map(function, parts)
    return found.reshape(-1, found.shape[-1])[:rows]


def _beyond(due: Array, pearls: Array | None, supply: Purse) -> tuple[Array, Array]:
    """How far the price is beyond the limit of tokens, and how much of it there is none to take of."""
    price, scarce = sum_gems(due), sum_gems(surplus(due, supply.gems))
    if pearls is not None and supply.pearls is not None:
        price, scarce = price + pearls, scarce + jnp.maximum(pearls - supply.pearls, 0)
    return jnp.maximum(price - TOKEN_LIMIT, 0), scarce


def fields(word: Array) -> list[Array]:
    """The counts of the five gems as int32."""
    return [((word >> shift) & jnp.uint32(31)).astype(jnp.int32) for shift in range(0, 30, 6)]


def _most(word: Array) -> Array:
    first, *rest = fields(word)
    for one in rest:
        first = jnp.maximum(first, one)
    return first


def logs(worth: Array) -> Array:
    """The logarithms of what cards are worth, NEVER for nothing."""
    return jnp.where(worth > 0, jnp.log(jnp.maximum(worth, _SMALL)), NEVER)


def hope(logs: Array, weights: tuple[float, ...]) -> Array:
    """float32[..., games]: the best prospects by their weights; the cards are the first axis."""
    tops = [jnp.full_like(logs[0], NEVER) for _ in weights]
    for one in list(logs):
        for place, top in enumerate(tops):
            tops[place], one = jnp.maximum(top, one), jnp.minimum(top, one)
    first, *rest = (np.float32(weight) * jnp.exp(top) for weight, top in zip(weights, tops, strict=True))
    return sum(rest, start=first)


def first_rows(where: Array, rows: Array, others: Array) -> Array:
    """The others, in some games with these rows in the place of the first ones."""
    return jnp.concatenate([jnp.where(where, rows, others[: len(rows)]), others[len(rows) :]])
