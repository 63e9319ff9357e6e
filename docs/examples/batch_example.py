"""A thousand games of Splendor at once, played at random to the end."""

import jax
from jax import numpy as jnp

from tavola.lab.batch import make

env = make("splendor", options={"target": "8"}, observe=False)
init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
states = init(jax.random.split(jax.random.key(2026), 1000))
for key in jax.random.split(jax.random.key(1), 400):
    if states.terminated.all():
        break
    actions = jax.random.categorical(key, jnp.where(states.legal_action_mask, 0.0, -jnp.inf))
    states = step(states, actions, jax.random.split(key, 1000))
print(f"{int(states.terminated.sum())} of 1000 games are over after {int(states._step_count.max())} actions at most.")
