"""A head start: a net first copies rule bots, then learns from itself.

In Lost Cities every card that is laid costs points until many follow; a net that knows nothing soon lays none
and never finds out. One that has seen sensible games goes on from there. A copy of each teacher alone stays among
the opponents, so that the net learns to beat players of other schools too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from tavola import bots
from tavola.bots.encode import encoding
from tavola.lab.rewards import fair_rewards
from tavola.lab.train.insight import played
from tavola.lab.train.ppo import Learner, Params, Trainer
from tavola.rules import CHANCE, GAMES
from tavola.rules.chance import pick
from tavola.rules.options import Options

__all__ = ["Lessons", "copy_bots", "lessons"]

STRAY = 0.05
"""How often a game leaves the bots' path, so that the net also sees what they would avoid."""


class Lessons(NamedTuple):
    """What bots did: one row an action."""

    seen: NDArray[np.int8]
    mask: NDArray[np.bool_]
    action: NDArray[np.int16]
    result: NDArray[np.float32]
    """What the game brought the one who acted."""
    who: NDArray[np.int8]
    """Which of the bots it was."""


def _worth(name: str, outcome: Any, seat: int) -> float:
    if name == "lost-cities":
        return float(outcome.points[seat] - outcome.points[1 - seat]) / 100
    return fair_rewards(outcome)[seat]


def _games(name: str, players: int, options: Options, names: Sequence[str], games: int, seed: str) -> Lessons:
    """So many games of bots drawn from these, in one process."""
    game, told = GAMES[name], encoding(name, players, options)
    makers = [bots.make(bot, game) for bot in names]
    rng = Random(seed)
    rows: list[tuple[Any, Any, int, float, int]] = []
    for _ in range(games):
        state = game.initial(players, options, rng.randrange(players))
        seated = [pick(rng, range(len(makers))) for _ in range(players)]
        acts: list[tuple[int, Any, Any, int]] = []
        while (seat := game.to_play(state)) is not None and len(acts) < 400:
            if seat is CHANCE:
                state = game.trusted(state, game.sample(state, rng)).state
                continue
            assert isinstance(seat, int)
            legal, view = game.legal_actions(state), game.view(state, seat)
            action = makers[seated[seat]].choose(view, legal, rng)
            number = told.id_of(view, action)
            if number < told.plain_actions:
                acts.append((seat, told.observe(view), told.mask(view, legal)[: told.plain_actions], number))
                if rng.random() < STRAY:
                    action = pick(rng, legal)
            state = game.trusted(state, action).state
        outcome = game.outcome(state)
        if outcome is not None:
            worth = [_worth(name, outcome, seat) for seat in range(players)]
            rows += [(seen, mask, number, worth[seat], seated[seat]) for seat, seen, mask, number in acts]
    seen, mask, numbers, results, who = zip(*rows, strict=True)
    return Lessons(
        np.array(seen),
        np.array(mask),
        np.array(numbers, np.int16),
        np.array(results, np.float32),
        np.array(who, np.int8),
    )


def lessons(trainer: Trainer, names: Sequence[str], games: int, seed: int) -> Lessons:
    """Games of these bots, played on all cores."""
    told = trainer.env.encoding
    jobs = os.cpu_count() or 1
    each = -(-games // jobs)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        parts = [
            pool.submit(_games, told.game, told.players, told.options, tuple(names), each, f"lessons {seed} {at}")
            for at in range(jobs)
        ]
        done = [part.result() for part in parts]
    return Lessons(*(np.concatenate(rows) for rows in zip(*done, strict=True)))


def copy_bots(
    trainer: Trainer, learner: Learner, rows: Lessons, epochs: int = 12, tell: Callable[[str], None] = print
) -> Learner:
    """The learner after copying what the bots chose and what became of it.

    Its past selves are the copy too, but the anchors among them are copies of one bot each, in turn.
    """
    params = _copied(trainer, played(learner.params), rows, epochs, "all", tell)
    names = sorted(set(rows.who.tolist()))
    single = [
        _copied(trainer, params, Lessons(*(part[rows.who == name] for part in rows)), epochs, f"bot {name + 1}", tell)
        for name in names
    ]
    anchors, pool = trainer.settings.anchors, trainer.settings.pool
    selves = [single[at % len(single)] if at < anchors else params for at in range(pool)]
    past = jax.tree.map(lambda *leaves: jnp.stack(leaves), *selves)
    return learner._replace(params=learner.params | params, mean=jax.tree.map(jnp.copy, params), past=past)


def _copied(
    trainer: Trainer, params: Params, rows: Lessons, epochs: int, what: str, tell: Callable[[str], None]
) -> Params:
    """The weights after learning these lessons."""
    size = min(4096, len(rows.action))
    steps = max(1, len(rows.action) // size)
    optimiser = optax.adam(optax.cosine_decay_schedule(1e-3, epochs * steps, 0.05))
    held = jax.tree.map(jnp.asarray, rows)

    def loss(params: Params, batch: Any) -> tuple[Any, Any]:
        logits, value = trainer.judge(params, batch.seen)
        chances = jax.nn.log_softmax(jnp.where(batch.mask, logits, -1e9))
        chosen = jnp.take_along_axis(chances, batch.action[:, None].astype(jnp.int32), axis=1)
        right = jnp.mean(jnp.argmax(chances, axis=1) == batch.action)
        return -jnp.mean(chosen) + 0.5 * jnp.mean((value[:, 0] - batch.result) ** 2), right

    @jax.jit
    def epoch(params: Params, memory: Any, key: Any) -> Any:
        order = jax.random.permutation(key, len(rows.action))[: steps * size].reshape(steps, size)

        def one(carry: Any, index: Any) -> Any:
            params, memory = carry
            grads, right = jax.grad(loss, has_aux=True)(params, jax.tree.map(lambda leaf: leaf[index], held))
            changes, memory = optimiser.update(grads, memory, params)
            return (optax.apply_updates(params, changes), memory), right

        return jax.lax.scan(one, (params, memory), order)

    memory = optimiser.init(params)
    for at in range(epochs):
        (params, memory), right = epoch(params, memory, jax.random.key(at))
        tell(f"lessons of {what}, epoch {at + 1}: {100 * float(right.mean()):.1f}% of the choices")
    return params
