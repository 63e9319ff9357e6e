"""Many games at once: random choices, and loops that stay on the device."""

from __future__ import annotations

from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from tavola.bots.arrays.bits import random_words
from tavola.bots.arrays.library import using
from tavola.lab.batch.env import Env, State, reset_from_pool

__all__ = ["lane_keys", "random_action", "random_play"]

_ID_BITS: Final = 10
"""Enough for the ids of every game; the other 22 bits of a word decide."""


def random_action(mask: Array, word: Array) -> Array:
    """int32: one of the actions that the mask allows, each as likely as another, by a random word of uint32.

    Each id gets a hash of the word; the largest among the allowed wins.
    """
    if mask.shape[0] > 1 << _ID_BITS:
        raise ValueError("The mask is too long.")
    ids = np.arange(mask.shape[0], dtype=np.uint32)
    hashed = word ^ (ids * np.uint32(0x9E3779B1))
    hashed = (hashed ^ (hashed >> 15)) * jnp.uint32(0x2C1B3C6D)
    hashed = (hashed ^ (hashed >> 12)) * jnp.uint32(0x297A2D39)
    ranked = jnp.where(mask, (hashed & jnp.uint32(-1 << _ID_BITS & 0xFFFFFFFF)) | ids, jnp.uint32(0))
    return jnp.asarray(ranked.max() & jnp.uint32((1 << _ID_BITS) - 1), jnp.int32)


def lane_keys(games: int, seed: Array, time: Array) -> Array:
    """uint32[games, 2]: raw keys that differ in every game and at every time; cheap, for simulation in bulk."""
    lanes = jnp.arange(games, dtype=jnp.uint32)
    return jnp.stack([lanes + seed * jnp.uint32(0x9E3779B1), jnp.broadcast_to(time, lanes.shape)], axis=1)


def random_play(env: Env, states: State, seed: Array, steps: int) -> tuple[State, Array]:
    """The games after so many random steps each, finished ones dealt anew, and how many were finished."""
    step = reset_from_pool(env)
    games = len(states.terminated)

    def one(carry: tuple[State, Array], time: Array) -> tuple[tuple[State, Array], None]:
        states, finished = carry
        keys = lane_keys(games, seed, time)
        with using(jnp):
            words = random_words(keys, 64)[63]
        states = step(states, jax.vmap(random_action)(states.legal_action_mask, words), keys)
        return (states, finished + jnp.sum(states.terminated, dtype=jnp.int32)), None

    times = jnp.arange(steps, dtype=jnp.uint32)
    return jax.lax.scan(one, (states, jnp.int32(0)), times)[0]
