"""Two nets against each other on the device, thousands of games at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from tavola.lab.batch import Env
from tavola.lab.train.ppo import Trainer

__all__ = ["versus"]


def versus(trainer: Trainer, one: Mapping[str, Array], other: Mapping[str, Array], games: int, seed: int) -> float:
    """What the first net wins on average, alone against copies of the other, from every seat, best moves only."""
    env: Env = trainer.env
    seats = jnp.arange(games) % env.num_players

    def step(carry: Any, key: Array) -> Any:
        states, won = carry
        choices = [
            jnp.argmax(
                jnp.where(states.legal_action_mask, trainer.judge(params, states.observation)[0], -jnp.inf), axis=1
            )
            for params in (dict(one), dict(other))
        ]
        mine = states.current_player == seats
        actions = jnp.where(mine, choices[0], choices[1])
        states = jax.vmap(env.step)(states, actions, jax.random.split(key, games))
        gained = jnp.take_along_axis(states.rewards, seats[:, None], axis=1)[:, 0]
        return (states, won + gained), None

    def play(key: Array) -> Array:
        deal, rest = jax.random.split(key)
        # The same deals for each seat in turn.
        deals = jnp.repeat(jax.random.split(deal, -(-games // env.num_players)), env.num_players, axis=0)[:games]
        states = jax.vmap(env.init)(deals)
        keys = jax.random.split(rest, min(env.engine.max_steps, 400))
        (_, won), _ = jax.lax.scan(step, (states, jnp.zeros(games)), keys)
        return jnp.mean(won)

    return float(jax.jit(play)(jax.random.key(seed)))
