"""Fair draws that come out the same on every machine and Python version.

Python promises a stable sequence for `random.random` alone, not for `shuffle` or `choice`. The helpers here
rest on `getrandbits`, and `Rng` supplies those bits from its own arithmetic.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeVar

__all__ = ["Rng", "below", "pick", "shuffled"]

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Rng(Random):
    """SplitMix64 behind the face of `random.Random`: the same seed gives the same game everywhere."""

    def __init__(self, seed: int | str = 0) -> None:
        """Start from a whole number or any text."""
        super().__init__()
        self.seed(seed)

    def seed(self, a: object = 0, version: int = 2) -> None:
        """Start again from a seed."""
        self._state = int.from_bytes(hashlib.sha256(str(a).encode()).digest()[:8], "big")

    def _next(self) -> int:
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def getrandbits(self, k: int) -> int:
        """The next k random bits."""
        bits = have = 0
        while have < k:
            bits = (bits << 64) | self._next()
            have += 64
        return bits >> (have - k)

    def random(self) -> float:
        """The next number in [0, 1)."""
        return (self._next() >> 11) * 2.0**-53

    def getstate(self) -> tuple[int]:
        """What `setstate` takes back."""
        return (self._state,)

    def setstate(self, state: Any) -> None:
        """Go back to where `getstate` was called."""
        (self._state,) = state


def below(rng: Random, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely."""
    if n < 1:
        raise ValueError("there is nothing to choose from")
    bits = n.bit_length()
    while (drawn := rng.getrandbits(bits)) >= n:
        pass
    return drawn


def pick(rng: Random, items: Sequence[T]) -> T:
    """One of the items, each equally likely."""
    return items[below(rng, len(items))]


def shuffled(rng: Random, items: Iterable[T]) -> tuple[T, ...]:
    """The items in random order, each order equally likely."""
    deck = list(items)
    for i in range(len(deck) - 1, 0, -1):
        j = below(rng, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
