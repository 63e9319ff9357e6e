"""The greedy bot: looks one action ahead by a rule of thumb for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from tavola.bots.bot import Stop
from tavola.bots.greedy import duel, lost_cities, splendor
from tavola.bots.plain import Plain
from tavola.rules.chance import pick

__all__ = ["JUDGES", "Greedy", "Judge"]

Judge = Callable[[Any], Callable[[Any], float]]
"""Looks at a view and returns what an action is worth there."""

JUDGES: Final[dict[str, Judge]] = {
    "duel": duel.judge,
    "splendor": splendor.judge,
    "lost-cities": lost_cities.judge,
}


class Greedy(Plain):
    """Takes the action that seems best now; among equals any."""

    def __init__(self, judge: Judge) -> None:
        """Choose by this judge."""
        self.judge = judge

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """One of the best legal actions."""
        if len(legal) == 1:
            return legal[0]
        worth = [*map(self.judge(view), legal)]
        best = max(worth)
        return pick(rng, [action for action, value in zip(legal, worth, strict=True) if value == best])
