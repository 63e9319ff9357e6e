"""A small net that does what a large one does: far faster to ask, for those who must ask often.

The large net plays, part of the time against rule bots where there are any, and the small one learns its
probabilities and values wherever it went.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from tavola.bots.nets import forward, initial
from tavola.bots.nets.weights import read_file, read_net
from tavola.lab.batch import State
from tavola.lab.train.ppo import Params, Settings, Trainer
from tavola.lab.train.run import trainer_for
from tavola.lab.train.weigh import write_whole
from tavola.rules.errors import BadOption

__all__ = ["distil"]

GAMES: Final = 1024
HORIZON: Final = 16
"""Actions in each game between two lessons."""
PASSES: Final = 3
BATCH: Final = 2048
RATE: Final = 2e-3
"""Learning rate at the start; it falls to a fiftieth along a cosine."""


def distil(
    file: Path,
    out: Path,
    *,
    width: int,
    positions: int,
    games: int = GAMES,
    seed: int = 0,
    tell: Callable[[str], None] = print,
) -> Path:
    """Write a net of this width that was taught by the one in the file, in so many positions or a few more."""
    if not 0 < positions <= 10**12:
        raise BadOption("The positions are more than 0 and at most a million million.")
    if not out.absolute().parent.is_dir():
        raise BadOption(f"There is no folder {out.absolute().parent} to write {out.name} into.")
    card, _ = read_file(file)
    ruled = 0.5 if card["game"] == "lost-cities" else 0.0
    settings = Settings(games=games, horizon=HORIZON, past=0.0, rules=ruled)
    trainer = trainer_for(card["game"], card["players"], card["options"], settings)
    large = read_net(file, trainer.env.encoding)
    trainer = Trainer(trainer.env, settings, large.shape)
    teacher = {name: jnp.asarray(value) for name, value in large.params.items()}
    shape = replace(large.shape, width=width)

    def judge(params: Params, seen: Array) -> tuple[Array, Array]:
        logits, value = forward(shape, params, seen * trainer.scale, jnp)
        return logits, value

    def lesson(states: State, key: Array) -> tuple[State, dict[str, Array]]:
        """What the teacher saw and thought, and where its games are now."""
        seats = jnp.where(jnp.arange(games) < trainer.ruled, -1, jnp.arange(games) % trainer.env.num_players)

        def one(states: State, key: Array) -> tuple[State, dict[str, Array]]:
            choosing, playing = jax.random.split(key)
            logits, value = trainer.judge(teacher, states.observation)
            masked = jnp.where(states.legal_action_mask, logits, -1e9)
            action = jax.random.categorical(choosing, masked)
            if trainer.rule_bots is not None:
                theirs = trainer.rule_bots(jax.tree.map(lambda leaf: leaf[trainer.ruled :], states.table))
                own = (states.current_player != seats)[trainer.ruled :]
                action = action.at[trainer.ruled :].set(jnp.where(own, action[trainer.ruled :], theirs))
            after = trainer.step(states, action, jax.random.split(playing, games))
            row = {"seen": states.observation, "mask": states.legal_action_mask, "logits": masked, "value": value}
            return after, row

        states, rows = jax.lax.scan(one, states, jax.random.split(key, HORIZON))
        return states, {name: row.reshape(-1, *row.shape[2:]) for name, row in rows.items()}

    def loss(params: Params, batch: dict[str, Array]) -> tuple[Array, Array]:
        logits, value = judge(params, batch["seen"])
        chances = jax.nn.log_softmax(jnp.where(batch["mask"], logits, -1e9))
        wanted = jax.nn.softmax(batch["logits"])
        strange = -jnp.mean(jnp.sum(wanted * jnp.where(batch["mask"], chances, 0.0), axis=1))
        same = jnp.mean(jnp.argmax(chances, axis=1) == jnp.argmax(batch["logits"], axis=1))
        return strange + 5 * jnp.mean((value - batch["value"]) ** 2), same

    optimiser = optax.inject_hyperparams(optax.adam)(learning_rate=RATE)

    @jax.jit
    def update(params: Params, memory: Any, states: State, key: Array, rate: Array) -> Any:
        playing, shuffling = jax.random.split(key)
        states, rows = lesson(states, playing)
        memory = memory._replace(hyperparams=memory.hyperparams | {"learning_rate": rate})

        def minibatch(carry: Any, index: Array) -> Any:
            params, memory = carry
            grads, same = jax.grad(loss, has_aux=True)(params, {name: row[index] for name, row in rows.items()})
            changes, memory = optimiser.update(grads, memory, params)
            return (optax.apply_updates(params, changes), memory), same

        count = games * HORIZON
        orders = jax.vmap(lambda key: jax.random.permutation(key, count))(jax.random.split(shuffling, PASSES))
        size = min(BATCH, count)
        orders = orders[:, : count // size * size].reshape(-1, size)
        (params, memory), same = jax.lax.scan(minibatch, (params, memory), orders)
        return params, memory, states, same[0]

    params: Params = jax.tree.map(jnp.asarray, initial(shape, np.random.default_rng(seed)))
    memory = optimiser.init(params)
    states = trainer.deal(jax.random.key(seed))
    lessons = -(-positions // (games * HORIZON))
    start, spoke = time.monotonic(), 0.0
    for at in range(lessons):
        fade = 0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * at / lessons))
        params, memory, states, same = update(
            params, memory, states, jax.random.fold_in(jax.random.key(seed), at), jnp.float32(RATE * fade)
        )
        seen = (at + 1) * games * HORIZON
        if (spent := time.monotonic() - start) - spoke > 10:
            spoke = spent
            tell(f"{spent:.0f} s, {seen / 1e6:.1f} million positions: {100 * float(same):.1f}% alike")
    tell(f"{seen / 1e6:.1f} million positions, in the end {100 * float(same):.1f}% alike")
    card.pop("strength", None)
    card["distilled"] = {"width": width, "positions": seen, "from": file.name}
    weights = {name: np.asarray(value, np.float16) for name, value in params.items()}
    write_whole(out, {"card": np.array(json.dumps(card)), **weights})
    return out
