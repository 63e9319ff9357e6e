"""What a search needs of each game: an engine over arrays, worlds that fit a view, and the net that judges them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays import travellers
from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_worlds import worlds as duel_worlds
from tavola.bots.arrays.library import mapped
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_worlds import worlds as lost_cities_worlds
from tavola.bots.arrays.splendor import Splendor
from tavola.bots.arrays.splendor_worlds import worlds as splendor_worlds
from tavola.bots.encode import Encoding, encoding, encoding_of
from tavola.bots.nets.weights import Net, hands_net, load_net, quick_net
from tavola.bots.pool.lost_cities import STEADY
from tavola.rules.lost_cities.material import CARDS
from tavola.rules.options import Options

__all__ = ["World", "Worlds", "engine_for", "world_for", "world_of"]

Worlds = Callable[..., Any]
"""Tables that fit a view, from an engine, the view, how many, and dice; where hands are guessed, also odds of cards."""

SURE: Final = 6.0
"""Of no card is a guess surer than e to this power to one..."""
OPEN: Final = 0.03
"""...and each school has at least this part of the worlds."""


@dataclass(frozen=True, slots=True)
class World:
    """A game, ready to be searched."""

    engine: Any
    encoding: Encoding[Any, Any]
    net: Net
    quick: Net
    """A small copy of it, to play imagined games on with."""
    draw: Worlds
    hands: Net | None = None
    """Guesses of what school the other is and what it holds: see tavola.lab.train.distil."""
    stranger: Callable[[Any], NDArray[np.int32]] | None = None
    """What one of another school would do at tables, where there is such a one."""

    def imagine(self, view: Any, count: int, rng: np.random.Generator) -> tuple[Any, NDArray[np.bool_]]:
        """Tables that fit a view, and in which of them the other is of another school.

        Where hands are guessed, it holds what those of its school hold who have played so.
        """
        strange = np.zeros(count, np.bool_)
        if self.hands is None:
            return self.draw(self.engine, view, count, rng), strange
        logits = np.clip(self.hands.judge(self.encoding.observe(view)[None])[0][0], -SURE, SURE)
        cards = self.engine.cards
        share = np.clip(1 / (1 + np.exp(-logits[2 * cards])), OPEN, 1 - OPEN)
        met = int(share * count + rng.random())
        strange[:met] = True
        parts = []
        for number, school in ((met, logits[cards : 2 * cards]), (count - met, logits[:cards])):
            odds = np.ones(len(CARDS))
            odds[:cards] = np.exp(school)
            parts.append(self.draw(self.engine, view, number, rng, odds))
        return mapped(lambda one, other: np.concatenate([one, other]), *parts), strange


def world_of(view: Any) -> World:
    """For a view that is already simple."""
    told = encoding_of(view)
    return world_for(told.game, told.players, told.options)


@lru_cache(maxsize=32)
def world_for(name: str, players: int, options: Options) -> World:
    """The world of a game with these options."""
    told = encoding(name, players, options)
    engine, worlds = engine_for(name, players, options)
    return World(
        engine,
        told,
        load_net(told),
        quick_net(told),
        worlds,
        hands_net(told),
        (lambda tables: travellers.policy(engine, tables, STEADY)) if name == "lost-cities" else None,
    )


def engine_for(name: str, players: int, options: Any) -> tuple[Any, Worlds]:
    """The engine of a game, rewarded by points in Lost Cities, and what draws worlds for it."""
    if name == "lost-cities":
        return LostCities(options, reward="margin"), lost_cities_worlds
    if name == "splendor":
        return Splendor(options, players), splendor_worlds
    return Duel(options), duel_worlds
