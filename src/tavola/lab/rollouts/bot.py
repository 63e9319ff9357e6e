"""The bot that tries every legal action in the same worlds, each played to its end by the game's best rule bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

import jax
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from tavola.bots.bot import Stop
from tavola.bots.encode import encoding_of
from tavola.bots.nets.bot import plain, simple
from tavola.bots.search.world import Worlds, engine_for
from tavola.lab.rollouts import duel, lost_cities, splendor
from tavola.lab.rollouts.play import LANES, Play, Policy, player
from tavola.rules.core import Game
from tavola.rules.options import Options

__all__ = ["Rollouts", "keep_compiled"]

Floats = NDArray[np.float32]
_POLICIES: Final[Mapping[str, Policy]] = {
    "splendor": splendor.policy,
    "duel": duel.policy,
    "lost-cities": lost_cities.policy,
}


@lru_cache(maxsize=32)
def _ready(name: str, players: int, options: Options, lanes: int) -> tuple[Any, Worlds, Play]:
    engine, worlds = engine_for(name, players, options)
    return engine, worlds, player(engine, _POLICIES[name], lanes, margin=name == "lost-cities")


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
