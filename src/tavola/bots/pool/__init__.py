"""Rule bots of different temper: a pool to measure stronger bots against."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tavola.bots.bot import Bot
from tavola.bots.pool import duel, lost_cities, splendor
from tavola.bots.pool.projector import GIFT, Projector
from tavola.rules.core import Game

__all__ = ["POOL"]

Factory = Callable[[Game[Any, Any, Any, Any]], Bot]

POOL: Final[dict[str, dict[str, Factory]]] = {
    "duel": {
        "collector": lambda game: duel.Jeweller(duel.COLLECTOR),
        "crowned": lambda game: duel.Jeweller(duel.CROWNED),
        "thief": lambda game: duel.Jeweller(duel.THIEF),
    },
    "lost-cities": {
        "steady": lambda game: lost_cities.traveller(lost_cities.STEADY),
        "projector": lambda game: Projector(),
        "surveyor": lambda game: Projector(GIFT),
        "committer": lambda game: lost_cities.traveller(lost_cities.COMMITTER),
        "marathon": lambda game: lost_cities.traveller(lost_cities.MARATHON),
        "cautious": lambda game: lost_cities.traveller(lost_cities.CAUTIOUS),
    },
    "splendor": {
        "engineer": lambda game: splendor.merchant(splendor.ENGINEER),
        "racer": lambda game: splendor.merchant(splendor.RACER),
        "courtier": lambda game: splendor.merchant(splendor.COURTIER),
    },
}
