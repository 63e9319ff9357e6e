"""Games played to their end by a rule bot, a fixed number of them side by side.

Where a game ends the next one takes its lane at once, so that one compiled loop serves any number of candidates and
no lane waits for the longest game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from tavola.bots.arrays.library import using
from tavola.lab.batch import stages
from tavola.lab.batch.env import choose
from tavola.lab.batch.traced import Traced

__all__ = ["CAP", "LANES", "Play", "Policy", "player"]

CAP: Final = 400
"""Actions after which a game is cut off; rule bots need 60 to 150, those of four players together."""
LANES: Final = 512
"""Games side by side: what a core's cache holds."""

_ONE_CORE: Final = {"xla_cpu_multi_thread_eigen": False, "xla_cpu_prefer_vector_width": 512}
"""The arena gives each worker one core; its widest registers save a tenth of the time."""

Policy = Callable[[Any, Any], Array]
"""int32[games]: the action of a rule bot in every game, from an engine and tables."""
Play = Callable[[Any, Any, Any, Any, Any], tuple[Array, Array]]
"""Tables of the worlds, actions to try, how many of them, the seat and a random word; see `player`."""


class _Lanes(NamedTuple):
    """Games under way."""

    tables: Any
    game: Array
    """int32[lanes]: which game it is; all worlds with the first action, then with the second..."""
    depth: Array
    """int32[lanes]: actions so far."""
    begun: Array
    """int32[]: games begun."""
    results: Array
    """float32[actions * worlds]"""
    root: Array
    """int32[]: what the rule bot would do itself."""


def player(engine: Any, policy: Policy, lanes: int = LANES, *, margin: bool = False) -> Play:
    """A compiled function that tries actions: what each brings the seat in every world, and the rule bot's own choice.

    The results are float32[actions, worlds]; only the rows of actions that were asked for count. The n-th action of a
    game meets the same luck in the same world, whatever was tried first. A game cut off at the cap brings nothing, with
    `margin` what it stands at.
    """
    traced = Traced(engine)

    @partial(jax.jit, compiler_options=_ONE_CORE)
    def play(worlds: Any, actions: Array, count: Array, seat: Array, luck: Array) -> tuple[Array, Array]:
        size = jax.tree.leaves(worlds)[0].shape[0]
        games = count * size

        def dealt(game: Array) -> Any:
            return jax.tree.map(lambda leaf: leaf[game % size], worlds)

        def step(now: _Lanes) -> _Lanes:
            with using(jnp, stages):
                chosen = policy(engine, now.tables)
            action = jnp.where(now.depth == 0, actions[now.game // size], chosen)
            words = luck + (now.game % size).astype(jnp.uint32) * jnp.uint32(0x9E3779B1)
            keys = jnp.stack([words, now.depth.astype(jnp.uint32)], axis=1)
            after = jax.vmap(traced.apply)(now.tables, action, jax.vmap(traced.draw)(now.tables, action, keys))
            over = jax.vmap(traced.over)(after)
            brought = jnp.take(jax.vmap(traced.rewards)(after), seat, axis=1)
            live = now.game < games
            done = live & (over | (now.depth + 1 >= CAP))
            place = jnp.where(done, now.game, len(now.results))
            following = jnp.where(done, now.begun + jnp.cumsum(done) - 1, now.game)
            return _Lanes(
                tables=choose(done, dealt(following), choose(live, after, now.tables)),
                game=following,
                depth=jnp.where(done, 0, now.depth + live),
                begun=now.begun + done.sum(),
                results=now.results.at[place].set(jnp.where(over | margin, brought, 0), mode="drop"),
                root=jnp.where(now.root < 0, chosen[0], now.root),
            )

        first = jnp.arange(lanes, dtype=jnp.int32)
        nothing = jnp.zeros(len(actions) * size, jnp.float32)
        begin = _Lanes(dealt(first), first, jnp.zeros_like(first), jnp.int32(lanes), nothing, jnp.int32(-1))
        end = lax.while_loop(lambda now: (now.game < games).any(), step, begin)
        return end.results.reshape(len(actions), size), end.root

    return play
