"""The bot that tries every legal action in the same worlds, each played to its end by the game's best rule bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

import jax
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_worlds import worlds as duel_worlds
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_worlds import worlds as lost_cities_worlds
from tavola.bots.arrays.splendor import Splendor
from tavola.bots.arrays.splendor_worlds import worlds as splendor_worlds
from tavola.bots.bot import Stop
from tavola.bots.encode import encoding_of
from tavola.bots.nets.bot import plain, simple
from tavola.lab.rollouts import duel, lost_cities, splendor
from tavola.lab.rollouts.play import LANES, Play, Policy, player
from tavola.rules.core import Game
from tavola.rules.options import Options

__all__ = ["Rollouts", "keep_compiled"]

Floats = NDArray[np.float32]
Worlds = Callable[[Any, Any, int, np.random.Generator], Any]
"""Tables that fit a view, from an engine, the view, how many, and dice."""


class _Rules(NamedTuple):
    """A game as arrays."""

    engine: Callable[[int, Any], Any]
    """From the number of players and the options."""
    worlds: Worlds
    policy: Policy
    margin: bool = False
    """Whether the results are points rather than wins."""


_GAMES: Final[Mapping[str, _Rules]] = {
    "splendor": _Rules(lambda players, options: Splendor(options, players), splendor_worlds, splendor.policy),
    "duel": _Rules(lambda players, options: Duel(options), duel_worlds, duel.policy),
    "lost-cities": _Rules(
        lambda players, options: LostCities(options, reward="margin"), lost_cities_worlds, lost_cities.policy, True
    ),
}


@lru_cache(maxsize=32)
def _ready(name: str, players: int, options: Options, lanes: int) -> tuple[Any, Worlds, Play]:
    rules = _GAMES[name]
    engine = rules.engine(players, options)
    return engine, rules.worlds, player(engine, rules.policy, lanes, margin=rules.margin)


class Rollouts:
    """Plays what brings its seat most: wins, or points in Lost Cities, where a round of a match counts by itself."""

    def __init__(self, game: Game[Any, Any, Any, Any], worlds: int = 256) -> None:
        """Look at so many worlds, which are drawn from the view alone, at every choice."""
        self.name, self.worlds = game.name, worlds

    def ready(self, players: int, options: Options) -> tuple[Any, Worlds, Play]:
        """The engine of a table, worlds that fit a view, and what plays them; compiled at its first use."""
        return _ready(self.name, players, options, min(LANES, max(32, 2 * self.worlds)))

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """See Chooser; it is never stopped. Of actions that bring the same it takes the rule bot's, or the first."""
        action = plain(legal)
        if action is not None:
            return action
        means, own = self.rate(view, legal, rng)
        best = np.flatnonzero(means == means.max())
        return legal[own if own in best else int(best[0])]

    def rate(self, view: Any, legal: Sequence[Any], rng: Random) -> tuple[Floats, int]:
        """What each action brought on average, and the place of the rule bot's own choice, -1 if it is not there."""
        view = simple(view)
        encoding = encoding_of(view)
        engine, worlds, play = self.ready(encoding.players, encoding.options)
        dice = np.random.default_rng(rng.getrandbits(64))
        tables = worlds(engine, view, self.worlds, dice)
        numbers = [encoding.id_of(view, action) for action in legal]
        actions = np.zeros(engine.num_actions, np.int32)
        actions[: len(numbers)] = numbers
        luck = dice.integers(0, 1 << 32, dtype=np.uint32)
        results, own = play(tables, actions, np.int32(len(numbers)), np.int32(view.seat), luck)
        means = np.asarray(results)[: len(numbers)].mean(axis=1)
        return means, numbers.index(int(own)) if int(own) in numbers else -1


def keep_compiled() -> None:
    """Have JAX keep what it compiles on disk, unless it was told where already: it takes from 7 to 20 seconds."""
    if getattr(jax.config, "jax_compilation_cache_dir", None) is None:
        jax.config.update("jax_compilation_cache_dir", str(user_cache_path("tavola") / "jax"))
