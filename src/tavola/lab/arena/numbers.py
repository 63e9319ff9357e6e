"""Means with honest intervals, and when a match may stop.

The unit is the set: one deal with all its seatings. Games of a set share their cards, so they are not independent;
sets are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import Final

__all__ = ["ERROR", "Interval", "Look", "looks", "margin_interval", "share_interval", "t_quantile"]

ERROR: Final = 0.05
"""The chance that an interval misses the truth."""
FIRST_LOOK: Final = 8
"""Sets before the first look at whether a match is decided."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the interval around it; without bounds where there is too little to tell."""

    mean: float
    low: float | None
    high: float | None

    def excludes(self, value: float) -> bool:
        """Whether the value is outside."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high

    def scaled(self, factor: float) -> Interval:
        """The same in other units."""
        low, high = (None if bound is None else bound * factor for bound in (self.low, self.high))
        return Interval(self.mean * factor, low, high)


def share_interval(values: Sequence[float], even: float, error: float = ERROR) -> Interval:
    """The mean share of wins and its interval; `even` is the share of equal bots.

    Two imagined sets, wins in the measure of `even` and losses for the rest, go into the interval but not into the
    mean, as in Agresti and Coull's "add two successes and two failures": ten wins out of ten are no proof of 100%.
    """
    n = len(values)
    centre = (sum(values) + 2 * even) / (n + 2)
    squares = sum((value - centre) ** 2 for value in values)
    squares += 2 * even * (1 - centre) ** 2 + 2 * (1 - even) * centre**2
    half = t_quantile(1 - error / 2, n + 1) * math.sqrt(squares / (n + 1) / (n + 2))
    return Interval(fmean(values), max(0.0, centre - half), min(1.0, centre + half))


def margin_interval(values: Sequence[float], error: float = ERROR) -> Interval | None:
    """The mean and Student's interval; no bounds for a single value, None for none."""
    n = len(values)
    if n < 2:
        return Interval(values[0], None, None) if values else None
    mean = fmean(values)
    squares = sum((value - mean) ** 2 for value in values)
    half = t_quantile(1 - error / 2, n - 1) * math.sqrt(squares / (n - 1) / n)
    return Interval(mean, mean - half, mean + half)


def t_quantile(p: float, freedom: int) -> float:
    """Student's quantile: exact for one or two degrees of freedom, then Fisher's expansion (within 1% at three)."""
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    z = NormalDist().inv_cdf(p)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


@dataclass(frozen=True, slots=True)
class Look:
    """A moment to ask whether the match is decided."""

    sets: int
    error: float
    """The chance of being wrong that this look may take."""


def looks(sets: int, early: bool) -> tuple[Look, ...]:
    """Looks after 8, 16, 32... sets and at the end.

    The errors of all looks add up to 5%, half of it for the last: whenever the match stops, its interval misses the
    truth at most that often, however the looks depend on each other.
    """
    before = []
    size = FIRST_LOOK
    while early and size < sets:
        before.append(size)
        size *= 2
    if not before:
        return (Look(sets, ERROR),)
    return (*(Look(size, ERROR / 2 / len(before)) for size in before), Look(sets, ERROR / 2))
