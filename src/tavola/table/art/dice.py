"""Choices that follow from a name alone, the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Dice:
    """A stream of numbers that a name determines."""

    def __init__(self, name: str) -> None:
        """Start from the FNV-1a hash of the name."""
        state = 0xCBF29CE484222325
        for byte in name.encode():
            state = ((state ^ byte) * 0x100000001B3) & _MASK
        self._state = state

    def unit(self) -> float:
        """From 0 up to 1, by splitmix64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return float((z ^ (z >> 31)) >> 11) / (1 << 53)

    def between(self, low: float, high: float) -> float:
        """A number of the interval."""
        return low + (high - low) * self.unit()

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self.unit() * (high - low + 1))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[int(self.unit() * len(items))]

    def chance(self, share: float) -> bool:
        """True this often."""
        return self.unit() < share
