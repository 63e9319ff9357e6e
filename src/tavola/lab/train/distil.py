"""Small nets that watch a large one play, part of the time against rule bots where there are any.

One kind does what the large net does: far faster to ask, for those who must ask often. The other kind guesses, in
Lost Cities, of what school the opponent is and what it holds, from all that it has laid, thrown away and left lying.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from tavola.bots.arrays.library import using
from tavola.bots.arrays.lost_cities_sight import Cards, Sight, by_id
from tavola.bots.nets import forward, initial
from tavola.bots.nets.weights import read_file, read_net
from tavola.lab.batch import State, stages
from tavola.lab.train.ppo import Params, Settings, Trainer
from tavola.lab.train.run import trainer_for
from tavola.lab.train.weigh import write_whole
from tavola.rules.errors import BadOption

__all__ = ["distil", "guess_hands"]

GAMES: Final = 1024
HORIZON: Final = 16
"""Actions in each game between two lessons."""
PASSES: Final = 3
BATCH: Final = 2048
RATE: Final = 2e-3
"""Learning rate at the start; it falls to a fiftieth along a cosine."""
SHARP: Final = 4.0
"""How much more the logits of the player count whose hand is guessed: those who sit at a table throw no dice."""

Rows = dict[str, Array]
"""What there is to learn from, a row for each position."""


@dataclass(frozen=True, slots=True)
class _Subject:
    """What is learnt."""

    name: str
    """On the card of the net."""
    sharp: float
    """How much more the logits of the large net count when it plays."""
    note: Callable[[Trainer, State, Rows], Rows]
    """From the games, and from what the large net thought there, and whether a rule bot sits opposite."""
    loss: Callable[[Array, Array, Rows], tuple[Array, Array]]
    """From what the small net thinks; and what to tell of it."""
    words: str
    """To tell it."""


def distil(file: Path, out: Path, **numbers: Any) -> Path:
    """Write a net that does what the one in the file does; the numbers are those of `teach`."""
    return teach(file, out, _Subject("distilled", 1.0, _thoughts, _as_the_large, "{:.1%} alike"), **numbers)


def guess_hands(file: Path, out: Path, **numbers: Any) -> Path:
    """Write a net that guesses hands of Lost Cities, by watching the one in the file.

    Its logits for laying cards are those that one of the same kind holds them, those for discarding that a rule bot
    does, and that for drawing says whether the other is one. The numbers are those of `teach`.
    """
    if read_file(file)[0]["game"] != "lost-cities":
        raise BadOption("Hands are guessed in Lost Cities only.")
    words = "{:.2f} nats of a hand, {:.1%} of schools"
    return teach(file, out, _Subject("hands", SHARP, _hidden, _as_they_were, words), **numbers)


def _thoughts(trainer: Trainer, states: State, thought: Rows) -> Rows:
    return {"mask": states.legal_action_mask, "logits": thought["logits"], "value": thought["value"]}


def _as_the_large(logits: Array, value: Array, batch: Rows) -> tuple[Array, Array]:
    chances = jax.nn.log_softmax(jnp.where(batch["mask"], logits, -1e9))
    wanted = jax.nn.softmax(batch["logits"])
    strange = -jnp.mean(jnp.sum(wanted * jnp.where(batch["mask"], chances, 0.0), axis=1))
    same = jnp.mean(jnp.argmax(chances, axis=1) == jnp.argmax(batch["logits"], axis=1))
    return strange + 5 * jnp.mean((value - batch["value"]) ** 2), same[None]


def _hidden(trainer: Trainer, states: State, thought: Rows) -> Rows:
    """[games, cards]: how many of each card the other holds without having shown it, and how many it may."""
    with using(jnp, stages):
        sight = Sight(trainer.env.engine.plain, states.table)

    def row(cards: Cards) -> Array:
        counts: Array = by_id(jnp.concatenate([cards.wagers[None], cards.numbers])).T
        return counts.astype(jnp.int8)

    return {"held": row(sight.secret), "unseen": row(sight.unseen), "strange": thought["strange"]}


def _as_they_were(logits: Array, value: Array, batch: Rows) -> tuple[Array, Array]:
    held, unseen = (batch[name].astype(jnp.float32) for name in ("held", "unseen"))
    cards = held.shape[1]
    school = jnp.where(batch["strange"], 1.0, -1.0) * logits[:, 2 * cards]
    logits = jnp.where(batch["strange"][:, None], logits[:, cards : 2 * cards], logits[:, :cards])

    def surprise(present: Array, absent: Array) -> Array:
        return -jnp.mean(jnp.sum(held * present + (unseen - held) * absent, axis=1))

    share = jnp.clip(held.sum(axis=1) / jnp.maximum(unseen.sum(axis=1), 1), 1e-6, 1 - 1e-6)[:, None]
    found = surprise(jax.nn.log_sigmoid(logits), jax.nn.log_sigmoid(-logits))
    told = jnp.stack([surprise(jnp.log(share), jnp.log(1 - share)) - found, jnp.mean(school > 0)])
    return found - jnp.mean(jax.nn.log_sigmoid(school)), told


def teach(
    file: Path,
    out: Path,
    subject: _Subject,
    *,
    width: int,
    positions: int,
    games: int = GAMES,
    seed: int = 0,
    tell: Callable[[str], None] = print,
) -> Path:
    """Write a net of this width that has learnt from the one in the file, in so many positions or a few more."""
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

    def lesson(states: State, key: Array) -> tuple[State, Rows]:
        """What the teacher saw and what is noted of it, and where its games are now."""
        seats = jnp.where(jnp.arange(games) < trainer.ruled, -1, jnp.arange(games) % trainer.env.num_players)

        def one(states: State, key: Array) -> tuple[State, Rows]:
            choosing, playing = jax.random.split(key)
            logits, value = trainer.judge(teacher, states.observation)
            masked = jnp.where(states.legal_action_mask, logits, -1e9)
            own = states.current_player != seats
            action = jax.random.categorical(choosing, subject.sharp * masked)
            if trainer.rule_bots is not None:
                theirs = trainer.rule_bots(jax.tree.map(lambda leaf: leaf[trainer.ruled :], states.table))
                chosen = jnp.where(own[trainer.ruled :], action[trainer.ruled :], theirs)
                action = action.at[trainer.ruled :].set(chosen)
            thought = {"logits": masked, "value": value, "strange": own & (seats >= 0)}
            row = {"seen": states.observation, **subject.note(trainer, states, thought)}
            return trainer.step(states, action, jax.random.split(playing, games)), row

        states, rows = jax.lax.scan(one, states, jax.random.split(key, HORIZON))
        return states, {name: row.reshape(-1, *row.shape[2:]) for name, row in rows.items()}

    def loss(params: Params, batch: Rows) -> tuple[Array, Array]:
        return subject.loss(*forward(shape, params, batch["seen"] * trainer.scale, jnp), batch)

    optimiser = optax.inject_hyperparams(optax.adam)(learning_rate=RATE)

    @jax.jit
    def update(params: Params, memory: Any, states: State, key: Array, rate: Array) -> Any:
        playing, shuffling = jax.random.split(key)
        states, rows = lesson(states, playing)
        memory = memory._replace(hyperparams=memory.hyperparams | {"learning_rate": rate})

        def minibatch(carry: Any, index: Array) -> Any:
            params, memory = carry
            grads, told = jax.grad(loss, has_aux=True)(params, {name: row[index] for name, row in rows.items()})
            changes, memory = optimiser.update(grads, memory, params)
            return (optax.apply_updates(params, changes), memory), told

        count = games * HORIZON
        orders = jax.vmap(lambda key: jax.random.permutation(key, count))(jax.random.split(shuffling, PASSES))
        size = min(BATCH, count)
        orders = orders[:, : count // size * size].reshape(-1, size)
        (params, memory), told = jax.lax.scan(minibatch, (params, memory), orders)
        return params, memory, states, told[0]

    params: Params = jax.tree.map(jnp.asarray, initial(shape, np.random.default_rng(seed)))
    memory = optimiser.init(params)
    states = trainer.deal(jax.random.key(seed))
    lessons = -(-positions // (games * HORIZON))
    start, spoke = time.monotonic(), 0.0
    for at in range(lessons):
        fade = 0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * at / lessons))
        params, memory, states, told = update(
            params, memory, states, jax.random.fold_in(jax.random.key(seed), at), jnp.float32(RATE * fade)
        )
        seen = (at + 1) * games * HORIZON
        if (spent := time.monotonic() - start) - spoke > 10:
            spoke = spent
            tell(f"{spent:.0f} s, {seen / 1e6:.1f} million positions: {subject.words.format(*map(float, told))}")
    tell(f"{seen / 1e6:.1f} million positions, in the end {subject.words.format(*map(float, told))}")
    card.pop("strength", None)
    card[subject.name] = {"width": width, "positions": seen, "from": file.name}
    weights = {name: np.asarray(value, np.float16) for name, value in params.items()}
    write_whole(out, {"card": np.array(json.dumps(card)), **weights})
    return out
