"""An engine as JAX sees it: the rules over arrays, run on JAX's arrays."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from tavola.bots.arrays.library import using
from tavola.lab.batch import stages

__all__ = ["Traced", "raw_key"]


def raw_key(key: Array) -> Array:
    """uint32[..., 2]: the words of a key, typed or raw."""
    return jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else key


class Traced:
    """The same engine for JAX; whatever else it has is passed on."""

    def __init__(self, engine: Any) -> None:
        """Wrap an engine of `tavola.bots.arrays`."""
        self.plain = engine

    def __getattr__(self, name: str) -> Any:
        """What the engine itself has."""
        return getattr(self.plain, name)

    def deal_chance(self, key: Array) -> Any:
        """See Engine."""
        with using(jnp, stages):
            return self.plain.deal_chance(raw_key(key))

    def deal(self, chance: Any) -> Any:
        """See Engine."""
        with using(jnp, stages):
            return self.plain.deal(chance)

    def draw(self, table: Any, action: Array, key: Array) -> Any:
        """See Engine."""
        with using(jnp, stages):
            return self.plain.draw(table, action, raw_key(key))

    def apply(self, table: Any, action: Array, chance: Any) -> Any:
        """See Engine."""
        with using(jnp, stages):
            return self.plain.apply(table, action, chance)

    def mask(self, table: Any) -> Array:
        """See Engine."""
        with using(jnp, stages):
            return jnp.asarray(self.plain.mask(table))

    def to_play(self, table: Any) -> Array:
        """See Engine."""
        with using(jnp, stages):
            return jnp.asarray(self.plain.to_play(table))

    def over(self, table: Any) -> Array:
        """See Engine."""
        with using(jnp, stages):
            return jnp.asarray(self.plain.over(table))

    def rewards(self, table: Any) -> Array:
        """See Engine."""
        with using(jnp, stages):
            return jnp.asarray(self.plain.rewards(table))

    def observe(self, table: Any, player: Array) -> Array:
        """See Engine."""
        with using(jnp, stages):
            return jnp.asarray(self.plain.observe(table, player))
