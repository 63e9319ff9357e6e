"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tavola.bots.bot import Bot
from tavola.bots.greedy import JUDGES, Greedy
from tavola.bots.nets.bot import NetBot
from tavola.bots.pool import POOL
from tavola.bots.uniform import Uniform
from tavola.rules.core import Game
from tavola.rules.errors import NotUnderstood

__all__ = ["make", "names"]

AnyGame = Game[Any, Any, Any, Any]

BOTS: Final[dict[str, Callable[[AnyGame], Bot]]] = {
    "uniform": lambda game: Uniform(),
    "greedy": lambda game: Greedy(JUDGES[game.name]),
}
"""Offered at tables."""
LAB: Final[dict[str, Callable[[AnyGame], Bot]]] = {"net": lambda game: NetBot()}
"""For measuring: a net alone, without search."""


def names(game: AnyGame) -> tuple[str, ...]:
    """The bots that can play the game, the weakest first."""
    return tuple(name for name in BOTS if name != "greedy" or game.name in JUDGES)


def make(name: str, game: AnyGame) -> Bot:
    """The bot of this name for a game."""
    for bots in (LAB, POOL.get(game.name, {})):
        if name in bots:
            return bots[name](game)
    if name not in names(game):
        raise NotUnderstood(f"There is no bot {name!r} for {game.name}: choose {', '.join(names(game))}.")
    return BOTS[name](game)
