"""Small sets and counts in machine words: what lets a whole step of a game run in registers.

A set of up to 32 cards is a uint32. The counts of the five gems are five fields of six bits in one uint32, the
top bit of each field a guard that is always clear in a stored number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from tavola.bots.arrays.library import Array, lazy, xp

__all__ = [
    "at_least",
    "below",
    "field",
    "least",
    "nth_bit",
    "pack_gems",
    "popcount",
    "random_words",
    "sum_gems",
    "surplus",
    "u32",
    "unpack_gems",
]

_FIELD: Final = 6
_ONES: Final = sum(1 << (_FIELD * gem) for gem in range(5))
_GUARDS: Final = _ONES << (_FIELD - 1)


def u32(number: int | Array) -> Array:
    """As uint32."""
    return _constant(number) if isinstance(number, int) else xp.asarray(number, np.uint32)


@cache
def _constant(number: int) -> Array:
    """One array for all uses; JAX takes NumPy's as it is."""
    array = np.asarray(number, np.uint32)
    array.setflags(write=False)
    return array


def popcount(word: Array) -> Array:
    """The number of set bits, as int32."""
    return xp.bitwise_count(word).astype(np.int32)


# --- Random numbers ------------------------------------------------------------------------------------------


def _mix(word: Array) -> Array:
    """A permutation of the 32-bit words in which every bit depends on every other (the finaliser of murmur3)."""
    word = word ^ (word >> 16)
    word = word * u32(0x85EBCA6B)
    word = word ^ (word >> 13)
    word = word * u32(0xC2B2AE35)
    return word ^ (word >> 16)


def random_words(key: Array, count: int) -> list[Array]:
    """Random words that depend on nothing but the key, which is two words as `jax.random.PRNGKey` makes them."""
    base = _mix(_mix(key[..., 0] + u32(0x9E3779B9)) ^ key[..., -1])
    steps = [(0x9E3779B9 * (at + 1)) & 0xFFFFFFFF for at in range(count)]
    if lazy():
        return [*_mix(base + np.array(steps, np.uint32).reshape(count, *[1] * base.ndim))]
    return [_mix(base + u32(step)) for step in steps]


def below(word: Array, limit: Array) -> Array:
    """A number from 0 to limit - 1 out of a random word, for limits up to 255; the bias is below 1 in 60,000."""
    return (((word >> 8) * limit.astype(np.uint32)) >> 24).astype(np.int32)


# --- Sets ----------------------------------------------------------------------------------------------------


def nth_bit(words: Sequence[Array], n: Array) -> Array:
    """The place of the n-th set bit, counted from 0 over all words, 32 places a word, as int32."""
    counts = [popcount(word) for word in words]
    word, place = words[-1], np.int32(32 * (len(words) - 1))
    left = n - sum(counts[:-1], start=np.int32(0))
    for at in range(len(words) - 2, -1, -1):
        before = sum(counts[:at], start=np.int32(0))
        here = n < before + counts[at]
        word, place, left = (
            xp.where(here, words[at], word),
            xp.where(here, 32 * at, place),
            xp.where(here, n - before, left),
        )
    shift = np.uint32(0)
    for size in (16, 8, 4, 2, 1):
        low = popcount((word >> shift) & u32((1 << size) - 1))
        up = left >= low
        shift, left = xp.where(up, shift + size, shift).astype(np.uint32), xp.where(up, left - low, left)
    return xp.asarray(place + shift.astype(np.int32))


def field(words: Sequence[Array], places: Sequence[tuple[int, int]], mask: int) -> Array:
    """For each (word, shift) the bits of that word under the mask, as a vector of int32; words in rising order."""
    parts = []
    for at, word in enumerate(words):
        shifts = np.array([shift for which, shift in places if which == at], np.uint32)
        if len(shifts):
            parts.append((word[..., None] >> shifts) & u32(mask))
    return xp.concatenate(parts, axis=-1).astype(np.int32)


# --- Counts of gems ------------------------------------------------------------------------------------------


def pack_gems(counts: Sequence[int]) -> int:
    """Five counts, each below 32, in one number."""
    return sum(count << (_FIELD * gem) for gem, count in enumerate(counts))


def unpack_gems(word: Array) -> Array:
    """The five counts as a vector of int32."""
    return ((word[..., None] >> np.arange(0, 5 * _FIELD, _FIELD, dtype=np.uint32)) & u32(31)).astype(np.int32)


def surplus(have: Array, need: Array) -> Array:
    """What is had beyond the need, gem by gem, never below nothing."""
    difference = (have | u32(_GUARDS)) - need
    enough = difference & u32(_GUARDS)
    return difference & (enough - (enough >> (_FIELD - 1)))


def least(one: Array, other: Array) -> Array:
    """The smaller count, gem by gem."""
    return one - surplus(one, other)


def at_least(have: Array, need: Array) -> Array:
    """Whether every gem is had as often as needed."""
    return (((have | u32(_GUARDS)) - need) & u32(_GUARDS)) == u32(_GUARDS)


def sum_gems(word: Array) -> Array:
    """The sum of the five counts, below 64, as int32."""
    return ((word * u32(_ONES)) >> (4 * _FIELD) & u32(63)).astype(np.int32)
