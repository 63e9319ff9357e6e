"""Random choices are uniform and legal, random words look random, and the loop on the device plays on."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from numpy.typing import NDArray

from tavola.bots.arrays.bits import below, random_words
from tavola.lab.batch import make
from tavola.lab.batch.play import lane_keys, random_action, random_play

DRAWS = 1 << 16
choose = jax.jit(jax.vmap(random_action, (None, 0)))


def even(counts: NDArray[Any]) -> None:
    """No count is further from the mean than chance allows: chi squared, one in a million."""
    mean, freedom = counts.sum() / len(counts), len(counts) - 1
    chi = ((counts - mean) ** 2 / mean).sum()
    assert chi < freedom + 4.9 * np.sqrt(2 * freedom) + 16, counts


def words(count: int, *, lanes: int = DRAWS, seed: int = 1, time: int = 0) -> list[NDArray[np.uint32]]:
    """The random words of as many games, as `random_play` draws them."""
    return random_words(np.asarray(lane_keys(lanes, jnp.uint32(seed), jnp.uint32(time))), count)


@pytest.mark.parametrize("allowed", [[3], [0, 1], [0, 127], [7, 39, 40, 41, 126], [*range(128)], [*range(0, 128, 8)]])
def test_choices_are_uniform(allowed: list[int]) -> None:
    mask = np.zeros(128, np.bool_)
    mask[allowed] = True
    for numbers in (words(1)[0], np.arange(DRAWS, dtype=np.uint32), np.arange(DRAWS, dtype=np.uint32) << 16):
        counts = np.bincount(choose(mask, numbers), minlength=128)
        assert not counts[~mask].any()
        if len(allowed) > 1:
            even(counts[mask])


@pytest.mark.parametrize("size", [1, 70, 358, 1024])
def test_choices_are_legal(size: int) -> None:
    rng = np.random.default_rng(size)
    masks = rng.random((2000, size)) < rng.random((2000, 1))
    masks[np.arange(2000), rng.integers(size, size=2000)] = True
    numbers = rng.integers(1 << 32, size=2000, dtype=np.uint32)
    numbers[:2] = 0, 0xFFFFFFFF
    chosen = np.asarray(jax.jit(jax.vmap(random_action))(masks, numbers))
    assert masks[np.arange(2000), chosen].all()


def test_a_mask_can_be_too_long() -> None:
    with pytest.raises(ValueError, match="too long"):
        random_action(jnp.ones(1025, bool), jnp.uint32(1))


def test_two_choices_are_independent() -> None:
    mask = np.ones(16, np.bool_)
    one, two, *_ = words(3)
    first, second = np.asarray(choose(mask, one)), np.asarray(choose(mask, two))
    even(np.bincount(16 * first + second, minlength=256))


def test_words_look_random() -> None:
    drawn = words(26)
    for word in (drawn[0], drawn[2], drawn[25], words(1, seed=2)[0], words(1, time=7)[0]):
        bits = (word[:, None] >> np.arange(32, dtype=np.uint32)) & 1
        assert (np.abs(bits.mean(axis=0) - 0.5) < 5 * 0.5 / np.sqrt(DRAWS)).all()
        even(np.bincount(word >> 24, minlength=256))
        even(np.bincount(word & 255, minlength=256))
        assert len(np.unique(word)) > DRAWS - 2
    # One after another, in neighbouring games, and in the same game later.
    pairs = [(drawn[0], drawn[1]), (drawn[0][:-1], drawn[0][1:]), (drawn[0], words(1, time=1)[0])]
    for one, two in pairs:
        even(np.bincount((one >> 28) * 16 + (two >> 28), minlength=256))


def test_numbers_below_a_limit() -> None:
    word = words(1)[0]
    for limit in (1, 2, 7, 44, 60, 255):
        drawn = below(word, np.int32(limit))
        counts = np.bincount(drawn, minlength=limit)
        assert len(counts) == limit
        if limit > 1:
            even(counts)
    assert below(np.uint32(0xFFFFFFFF), np.int32(255)) == 254


def test_keys_differ_in_every_game_and_at_every_time() -> None:
    keys = np.concatenate([lane_keys(64, jnp.uint32(seed), jnp.uint32(time)) for seed in range(4) for time in range(4)])
    assert len(np.unique(keys, axis=0)) == len(keys)


def test_play_goes_on_and_counts_what_ends() -> None:
    env = make("splendor", options={"target": "5"}, observe=False)
    games, steps = 64, 128
    play = jax.jit(lambda states, seed: random_play(env, states, seed, steps))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games))
    finished = 0
    for seed in range(4):
        states, ended = play(states, jnp.uint32(seed))
        finished += int(ended)
    # A random game to five points takes some 40 to 90 actions of both.
    assert 4 * games * steps / 120 < finished < 4 * games * steps / 25
    assert (states._step_count <= 4 * steps).all()
    assert len(np.unique(states._step_count)) > 20, "games of all ages"
    again, _ = play(states, jnp.uint32(9))
    other, _ = play(states, jnp.uint32(10))
    assert (np.asarray(again.table.deck) != np.asarray(other.table.deck)).any()
