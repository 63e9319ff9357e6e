"""The five levels people choose from: the same names in every game, each clearly stronger than the one below.

The weak ones err as people do. The novice wants what glitters and plans for nothing; the apprentice follows a simple
rule of thumb; the journeyman plays well but has no eye for what the others hold; the master has, though of three
others it loses sight of the last; the champion also looks ahead. In Lost Cities, where luck hides so much, the steps
lie elsewhere: the journeyman follows a better rule of thumb, it is the master who has no eye for the other, and the
champion has and looks ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tavola.bots.bot import Bot
from tavola.bots.greedy import JUDGES, Greedy
from tavola.bots.nets.bot import NetBot
from tavola.bots.pool import duel, lost_cities, splendor
from tavola.bots.search.rollout import Searcher, Settings
from tavola.bots.search.tree import TreeSearcher, TreeSettings

__all__ = ["DEFAULT", "LEVELS", "SECONDS", "level"]

LEVELS: Final = ("novice", "apprentice", "journeyman", "master", "champion")
DEFAULT: Final = "apprentice"
"""For somebody who does not choose."""
SECONDS: Final = 0.9
"""What the champion thinks about a move, unless told otherwise."""

_NOVICES: Final[Mapping[str, Callable[[], Bot]]] = {
    "splendor": lambda: splendor.merchant(splendor.NOVICE),
    "duel": lambda: duel.Jeweller(duel.NOVICE),
    "lost-cities": lambda: lost_cities.traveller(lost_cities.NOVICE),
}


def level(name: str, game: str, seconds: float | None = None, simulations: int | None = None) -> Bot:
    """The bot of a level; the champion thinks for so many seconds a move, or so many simulations if that is less."""
    match name:
        case "novice":
            return _NOVICES[game]()
        case "apprentice":
            return lost_cities.traveller(lost_cities.HOPEFUL) if game == "lost-cities" else Greedy(JUDGES[game])
        case "journeyman":
            return Greedy(JUDGES[game]) if game == "lost-cities" else NetBot(watches=0)
        case "master":
            return NetBot(watches=0 if game == "lost-cities" else 2)
    return _champion(game, SECONDS if seconds is None else seconds, simulations)


def _champion(game: str, seconds: float, simulations: int | None) -> Bot:
    if game == "lost-cities":
        settings = Settings(seconds=seconds)
        return Searcher(settings if simulations is None else replace(settings, worlds=simulations))
    trees = TreeSettings(seconds=seconds)
    if simulations is not None:
        trees = replace(trees, simulations=simulations)
    # With more players it is long until the same one acts again: the others do what the net thinks they will, so that
    # trees get there, and one's own choice is wider, since these nets are surer of themselves.
    return TreeSearcher(trees, replace(trees, temper=4.0, others=1.0, explore=1.0))
