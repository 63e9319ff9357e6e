"""The bots that judge: the net in a short look, or a search that thinks for some time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

import numpy as np

from tavola.bots.bot import Bot, Verdict
from tavola.bots.encode import ENCODINGS, encoding
from tavola.bots.levels import level
from tavola.bots.nets.bot import NetBot, plain
from tavola.bots.nets.weights import has_net
from tavola.bots.search.look import look
from tavola.rules.errors import NotUnderstood
from tavola.rules.record import Record

__all__ = ["quick", "thinker"]

SIMULATIONS: Final = 400
"""Of each tree in a second; trees take memory, so that there is a limit to them."""
MOST: Final = 1600
LIKELY: Final = 0.01
"""What the net plays less often than this it does not believe in."""


class _Quick(NetBot):
    """Looks one move ahead, and ranks what the net would play before what it only judges.

    The net has learnt the worth of positions that it comes to itself; where it would never go, it can be far off.
    """

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        """See Bot."""
        found = look(view, legal, rng)
        if plain(legal) is not None:
            return found
        logits = self.logits(view, [one.action for one in found])
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        rated = [replace(one, weight=float(chance)) for one, chance in zip(found, chances, strict=True)]
        return sorted(rated, key=lambda one: one.weight < LIKELY and one.reason.name != "win")


def quick(record: Record) -> Bot:
    """One who takes a fraction of a second for a decision; NotUnderstood where there is no net for the game."""
    _check(record)
    return _Quick()


def thinker(record: Record, seconds: float) -> Bot:
    """The champion, who looks ahead for so long in each decision."""
    _check(record)
    simulations = min(MOST, max(SIMULATIONS, int(SIMULATIONS * seconds)))
    return level("champion", record.game, seconds, None if record.game == "lost-cities" else simulations)


def _check(record: Record) -> None:
    known = record.game in ENCODINGS
    if not (known and has_net(encoding(record.game, record.players, record.options))):
        raise NotUnderstood(f"There is no trained net for {record.game} with {record.players} players to judge it.")
