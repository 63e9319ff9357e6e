"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tavola.bots.bot import Bot
from tavola.bots.greedy import JUDGES, Greedy
from tavola.bots.levels import DEFAULT, LEVELS, level
from tavola.bots.nets.bot import NetBot
from tavola.bots.pool import POOL
from tavola.bots.ratings import RATINGS
from tavola.bots.uniform import Uniform
from tavola.rules.core import Game
from tavola.rules.errors import BadOption, NotUnderstood

__all__ = ["default", "make", "names", "rating"]

AnyGame = Game[Any, Any, Any, Any]

LAB: Final[dict[str, Callable[[AnyGame], Bot]]] = {
    "uniform": lambda game: Uniform(),
    "greedy": lambda game: Greedy(JUDGES[game.name]),
    "net": lambda game: NetBot(),
}
"""For measuring: anything at all, a rule of thumb, a net alone."""


def names(game: AnyGame) -> tuple[str, ...]:
    """The levels that can play the game, the weakest first."""
    return LEVELS if game.name in JUDGES else ("uniform",)


def default(game: AnyGame) -> str:
    """The bot for somebody who does not choose one."""
    return DEFAULT if DEFAULT in names(game) else names(game)[-1]


def rating(name: str, game: AnyGame) -> int | None:
    """How strong a level is, where it was measured: 400 more win ten games in eleven, the apprentice has 1000."""
    return RATINGS.get(game.name, {}).get(name)


def make(
    name: str,
    game: AnyGame,
    budget: float | None = None,
    simulations: int | None = None,
    file: str | Path | None = None,
) -> Bot:
    """The bot of this name for a game; one that looks ahead may think for `budget` seconds a move.

    With `simulations` it stops after so many (leaves of each tree, or imagined worlds) if that is earlier. The bot
    `net` may be given the file of another net than that of the package.
    """
    if budget is not None and not 0 < budget <= 3600:
        raise BadOption("A bot's budget is a number of seconds, more than 0 and at most 3600.")
    if simulations is not None and not (isinstance(simulations, int) and 1 <= simulations <= 100_000):
        raise BadOption("A bot's simulations are a whole number from 1 to 100,000.")
    if file is not None:
        if name != "net" or not Path(file).is_file():
            raise BadOption(f"Only the bot net has a file, one that is there, and {file} is not.")
        return NetBot(file=Path(file))
    if name in names(game) and name in LEVELS:
        return level(name, game.name, budget, simulations)
    others = {**LAB, **POOL.get(game.name, {})} if game.name in JUDGES else {"uniform": LAB["uniform"]}
    if name not in others:
        raise NotUnderstood(f"There is no bot {name!r} for {game.name}: choose {', '.join(names(game))}.")
    return others[name](game)
