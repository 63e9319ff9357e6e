"""Where XLA is told to compute something once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from numpy.typing import NDArray

__all__ = ["on_cpu", "settle", "spread", "stage", "staged"]

X = TypeVar("X")


def on_cpu() -> bool:
    """Whether what is traced now will most likely run on a CPU."""
    return jax.default_backend() == "cpu"


def stage(values: X) -> X:
    """The same values, computed once here on a CPU, where XLA would else compute them again for each of their uses.

    What enters a branch is computed before it. A GPU writes many results from one kernel and needs no stages.
    """
    if not on_cpu():
        return values
    leaves, shape = jax.tree.flatten(values)
    staged: X = jax.tree.unflatten(shape, _barrier(*leaves))
    return staged


def staged(values: X) -> X:
    """The same, where the games are the last axis; all values have the same first one."""
    fixed: X = jax.vmap(stage)(values)
    return fixed


def settle(values: X) -> X:
    """The same values, computed once here on any device: for the few words from which many numbers are then spread."""
    settled: X = stage(values) if on_cpu() else lax.optimization_barrier(values)
    return settled


def spread(words: Array, at: NDArray[np.int64], low: NDArray[np.uint32], bits: NDArray[np.uint32]) -> Array:
    """See tavola.bots.arrays.library; a GPU reads the words of neighbouring games together."""
    if on_cpu():
        return _numbers(stage(words), at, low, bits)

    @jax.custom_batching.custom_vmap
    def one(words: Array) -> Array:
        return _numbers(words, at, low, bits)

    @one.def_vmap
    def _(size: int, batched: Sequence[bool], words: Array) -> tuple[Array, bool]:
        columns = lax.optimization_barrier(jnp.stack([words[:, word] for word in range(words.shape[1])]))
        numbers = _numbers(columns, at, low[:, None], bits[:, None])
        return numbers.T, True

    numbers: Array = one(words)
    return numbers


def _numbers(words: Array, at: NDArray[np.int64], low: NDArray[np.uint32], bits: NDArray[np.uint32]) -> Array:
    numbers: Array = ((words.at[at].get(mode="promise_in_bounds") >> low) & bits).astype(jnp.int8)
    return numbers


@jax.custom_batching.custom_vmap
def _barrier(*leaves: Array) -> tuple[Array, ...]:
    return leaves


@_barrier.def_vmap
def _(size: int, batched: Sequence[bool], *leaves: Array) -> tuple[tuple[Array, ...], tuple[bool, ...]]:
    first = next(leaf for leaf, moves in zip(leaves, batched, strict=True) if moves)
    never = lax.population_count(first.reshape(-1)[0].astype(jnp.uint32)) > 32  # which XLA does not see
    same = lax.cond(never, lambda *given: tuple(map(jnp.zeros_like, given)), lambda *given: given, *leaves)
    return same, tuple(batched)
