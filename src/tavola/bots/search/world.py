"""What a search needs of each game: an engine over arrays, worlds that fit a view, and the net that judges them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays import travellers
from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_worlds import worlds as duel_worlds
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_worlds import worlds as lost_cities_worlds
from tavola.bots.arrays.splendor import Splendor
from tavola.bots.arrays.splendor_worlds import worlds as splendor_worlds
from tavola.bots.encode import Encoding, encoding, encoding_of
from tavola.bots.nets.weights import Net, load_net, quick_net
from tavola.bots.pool.lost_cities import STEADY
from tavola.rules.options import Options

__all__ = ["World", "Worlds", "engine_for", "world_for", "world_of"]

Worlds = Callable[[Any, Any, int, np.random.Generator], Any]
"""Tables that fit a view, from an engine, the view, how many, and dice."""


@dataclass(frozen=True, slots=True)
class World:
    """A game, ready to be searched."""

    engine: Any
    encoding: Encoding[Any, Any]
    net: Net
    quick: Net
    """A small copy of it, to play imagined games on with."""
    worlds: Callable[[Any, int, np.random.Generator], Any]
    """Tables that fit a view."""
    stranger: Callable[[Any], NDArray[np.int32]] | None = None
    """What one of another school would do at tables, where there is such a one."""


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
        lambda view, count, rng: worlds(engine, view, count, rng),
        (lambda tables: travellers.policy(engine, tables, STEADY)) if name == "lost-cities" else None,
    )


def engine_for(name: str, players: int, options: Any) -> tuple[Any, Worlds]:
    """The engine of a game, rewarded by points in Lost Cities, and what draws worlds for it."""
    if name == "lost-cities":
        return LostCities(options, reward="margin"), lost_cities_worlds
    if name == "splendor":
        return Splendor(options, players), splendor_worlds
    return Duel(options), duel_worlds
