"""The games as pure functions over arrays, for training and simulation by the million: needs the extra `jax`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.splendor import Splendor
from tavola.lab.batch.env import Engine, Env, State, auto_reset, reset_from_pool
from tavola.rules import game as game_named
from tavola.rules.errors import BadOption

__all__ = ["Duel", "Engine", "Env", "LostCities", "Splendor", "State", "auto_reset", "make", "reset_from_pool"]


def make(
    name: str,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    observe: bool = True,
    score_at_cap: bool = False,
    **settings: Any,
) -> Env:
    """The environment of a game; options as at a table (`{"colours": "6"}`), settings as the engine takes them."""
    game = game_named(name)
    seats = game.seats[0] if players is None else players
    if seats not in game.seats:
        raise BadOption(f"{name} is played by {' or '.join(map(str, game.seats))}, not by {seats}.")
    chosen: Any = game.options.of(options or {})
    engine: Engine[Any, Any]
    match name:
        case "splendor":
            engine = Splendor(chosen, seats, **settings)
        case "duel":
            if score_at_cap:
                raise BadOption("Nobody is ahead in duel before the end: score_at_cap has no meaning there.")
            engine = Duel(chosen, **settings)
        case _:
            engine = LostCities(chosen, **settings)
    return Env(engine, observe=observe, score_at_cap=score_at_cap)
