"""Which library of arrays the rules run on: NumPy, or JAX's NumPy while JAX traces them.

Arrays hold one game or a batch of them: an axis for the games, where there is one, comes first, and what belongs
to one game comes last. Code that keeps to that (`x[..., None]`, `axis=-1`) serves both, and `jax.vmap` too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "NEVER",
    "Array",
    "best_row",
    "choose",
    "lazy",
    "mapped",
    "settle",
    "spread",
    "stage",
    "staged",
    "using",
    "xp",
]

Array = Any
"""An array of NumPy or JAX, or a NumPy scalar."""

NEVER = -1e9
"""What an action is worth that is not legal."""

_library: ContextVar[Any] = ContextVar("library", default=np)
_stages: ContextVar[Any] = ContextVar("stages", default=None)


class _Library:
    """Looks every name up in the library in use."""

    def __getattribute__(self, name: str) -> Any:
        return getattr(_library.get(), name)


xp: Any = _Library()


@contextmanager
def using(library: ModuleType, stages: Any = None) -> Iterator[None]:
    """Run on another library; `stages` has its own `stage`, `settle` and `spread`."""
    before, staged = _library.set(library), _stages.set(stages)
    try:
        yield
    finally:
        _library.reset(before)
        _stages.reset(staged)


def stage(values: Any) -> Any:
    """The same values, with a hint to compute them once here rather than anew for each of their uses."""
    stages = _stages.get()
    return values if stages is None else stages.stage(values)


def staged(values: Any) -> Any:
    """The same, where the games are the last axis; all values have the same first one."""
    stages = _stages.get()
    return values if stages is None else stages.staged(values)


def settle(values: Any) -> Any:
    """The same, for the few words from which many numbers are then spread."""
    stages = _stages.get()
    return values if stages is None else stages.settle(values)


def spread(words: Array, at: NDArray[np.int64], low: NDArray[np.uint32], bits: NDArray[np.uint32]) -> Array:
    """int8: for each number its word among the last axis, shifted down by its lowest bit, under its bits."""
    stages = _stages.get()
    if stages is not None:
        return stages.spread(words, at, low, bits)
    return ((words[..., at] >> low) & bits).astype(np.int8)


def choose(condition: Array, one: Any, other: Any) -> Any:
    """The one tree of tuples or the other, leaf by leaf; the condition spreads over the leaves' further axes."""
    if isinstance(one, tuple):
        parts = [choose(condition, a, b) for a, b in zip(one, other, strict=True)]
        return type(one)(*parts) if hasattr(one, "_fields") else tuple(parts)
    further = one.ndim - condition.ndim
    return xp.where(condition.reshape(condition.shape + (1,) * further) if further > 0 else condition, one, other)


def best_row(values: Array) -> Array:
    """int32[games]: the first of the rows with the highest value."""
    rows = np.arange(len(values), dtype=np.int32)[:, None]
    return xp.where(values == values.max(axis=0), rows, np.int32(len(values))).min(axis=0)


def mapped(function: Any, tree: Any, *more: Any) -> Any:
    """A tree of tuples with the function applied to every leaf."""
    if tree is None:
        return None
    if isinstance(tree, tuple):
        parts = [mapped(function, *parts) for parts in zip(tree, *more, strict=True)]
        return type(tree)(*parts) if hasattr(tree, "_fields") else tuple(parts)
    return function(tree, *more)


def lazy() -> bool:
    """Whether a branch that no game takes may be left out: numbers are known at once, as they are in NumPy."""
    return _library.get() is np
