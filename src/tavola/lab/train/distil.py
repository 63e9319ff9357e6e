"""A small net that copies a large one: ten times as fast, for playing imagined games to their end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from tavola.bots.arrays.library import choose
from tavola.bots.nets import fast_shape, forward, initial
from tavola.bots.search.world import World

__all__ = ["distil"]

GAMES, SIZE = 512, 4096
"""Games side by side, and rows of a batch."""


def distil(
    world: World, rows: int, epochs: int, file: Path, seed: int = 0, tell: Callable[[str], None] = print
) -> float:
    """Write the small net that copies the world's own; how often both like the same action best."""
    seen, chances, values = _games(world, rows, seed, tell)
    shape, scale = fast_shape(world.encoding), jnp.asarray(world.encoding.scale)
    params = jax.tree.map(jnp.asarray, initial(shape, np.random.default_rng(seed)))
    steps = max(1, len(seen) // SIZE)
    optimiser = optax.adam(optax.cosine_decay_schedule(2e-3, epochs * steps, 0.02))
    memory = optimiser.init(params)

    def loss(params: Any, seen: Any, chances: Any, values: Any) -> Any:
        logits, worth = forward(shape, params, seen * scale, jnp)
        logits = jnp.where(chances > 0, logits, -1e9)
        close = -jnp.sum(chances * jax.nn.log_softmax(logits), axis=1)
        same = jnp.argmax(logits, axis=1) == jnp.argmax(chances, axis=1)
        return jnp.mean(close) + jnp.mean((worth - values) ** 2), jnp.mean(same)

    @jax.jit
    def step(params: Any, memory: Any, batch: Any) -> Any:
        grads, same = jax.grad(loss, has_aux=True)(params, *batch)
        changes, memory = optimiser.update(grads, memory, params)
        return optax.apply_updates(params, changes), memory, same

    rng = np.random.default_rng(seed)
    share = 0.0
    for epoch in range(epochs):
        order = rng.permutation(len(seen))[: steps * SIZE].reshape(steps, -1)
        found = []
        for index in order:
            batch = (seen[index], chances[index].astype(np.float32), values[index])
            params, memory, same = step(params, memory, batch)
            found.append(same)
        share = float(np.mean(found))
        tell(f"epoch {epoch + 1}: {100 * share:.1f}% of the large net's choices")
    card = world.net.card | {"copy": {"width": shape.width, "depth": shape.depth, "rows": len(seen), "same": share}}
    weights: dict[str, Any] = {name: np.asarray(value, np.float16) for name, value in params.items()}
    np.savez_compressed(file, card=np.array(json.dumps(card)), **weights)
    return share


def _games(
    world: World, rows: int, seed: int, tell: Callable[[str], None]
) -> tuple[NDArray[np.int8], NDArray[np.float16], NDArray[np.float32]]:
    """Positions of the large net's games with itself: what is seen, how likely it is to do what, what it expects."""
    engine, dice = world.engine, np.random.default_rng(seed)

    def keys() -> NDArray[np.uint32]:
        return dice.integers(0, 1 << 32, (GAMES, 2), dtype=np.uint32)

    tables = engine.deal(engine.deal_chance(keys()))
    parts: list[tuple[Any, Any, Any]] = []
    count = 0
    while count * GAMES < rows:
        seen = engine.observe(tables, engine.to_play(tables))
        logits, values = world.net.judge(seen)
        logits = np.where(engine.mask(tables), logits, -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        # A chance too small for half precision still says that the action is legal.
        chances = np.where(weights > 0, np.maximum(weights / weights.sum(axis=1, keepdims=True), 1e-7), 0)
        parts.append((seen, chances.astype(np.float16), values))
        actions = (logits + dice.gumbel(size=logits.shape)).argmax(axis=1).astype(np.int32)
        tables = engine.apply(tables, actions, engine.draw(tables, actions, keys()))
        over = engine.over(tables) | (dice.random(GAMES) < 1 / 400)  # nor do games last for ever
        tables = choose(over, engine.deal(engine.deal_chance(keys())), tables)
        count += 1
        if count % 100 == 0:
            tell(f"{count * GAMES:,} positions")
    seen, chances, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return seen, chances, values
