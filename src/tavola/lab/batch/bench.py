"""How fast the batched engines are: random play, rules and mask alone, then with observations."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

__all__ = ["Figures", "bench", "bench_game", "one_core", "reference"]

CPU_SIZES: Final = (256, 512, 1024, 2048, 4096)
GPU_SIZES: Final = (1 << 18, 1 << 20)
SLICES: Final = 5
PLAIN: Final[Mapping[str, Mapping[str, str]]] = {"lost-cities": {"rounds": "1"}}
"""Lost Cities is measured by the round; the others as they are."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one game."""

    steps_per_s: float
    steps_per_s_observed: float
    batch: int
    batch_observed: int
    compile_s: float
    """Of the first step with observations, deal included, nothing cached."""
    state_bytes: int
    """Of one game, mask included, observation left out."""
    floor_steps_per_s: float
    """What copying the state once a step would allow."""


def one_core() -> None:
    """Keep this process and XLA to one core; to be called before JAX is imported."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flags}".strip()


def bench(
    games: Mapping[str, int], seconds: float, tell: Callable[[str], None] = lambda line: None
) -> dict[str, Figures]:
    """The figures of these games (name and players), each measured for about so long at every batch size."""
    bandwidth = copy_bandwidth()
    tell(f"copying: {bandwidth / 1e9:,.0f} GB/s")
    found = {}
    for name, players in games.items():
        found[name] = figures = bench_game(name, players, seconds, bandwidth)
        tell(f"{name}: {asdict(figures)}")
    return found


def bench_game(name: str, players: int, seconds: float, bandwidth: float) -> Figures:
    """The figures of one game, the best batch chosen for each."""
    import jax

    from tavola.lab.batch import make

    sizes = CPU_SIZES if jax.default_backend() == "cpu" else GPU_SIZES
    bare, seeing = (make(name, players, PLAIN.get(name), observe=observe) for observe in (False, True))
    compile_s = compile_seconds(seeing)
    size, speed = best(bare, sizes, seconds)
    size_observed, speed_observed = best(seeing, sizes, seconds)
    state = jax.eval_shape(bare.init, jax.random.key(0))
    held = sum(leaf.size * leaf.dtype.itemsize for leaf in jax.tree.leaves(state))
    return Figures(speed, speed_observed, size, size_observed, compile_s, held, bandwidth / (2 * held))


def compile_seconds(env: Any) -> float:
    """How long a batch's first step takes to compile."""
    import jax
    import jax.numpy as jnp

    def first(keys: Any) -> Any:
        states = jax.vmap(env.init)(keys)
        return jax.vmap(env.step)(states, jnp.argmax(states.legal_action_mask, axis=1), keys)

    keys = jax.random.split(jax.random.key(0), 256)
    start = time.perf_counter()
    jax.jit(first).lower(keys).compile()
    return time.perf_counter() - start


def best(env: Any, sizes: tuple[int, ...], seconds: float) -> tuple[int, float]:
    """The batch size that gives most steps a second, and how many; larger sizes are tried while they help."""
    found = (sizes[0], 0.0)
    for size in sizes:
        speed = _speed(env, size, seconds)
        if speed > found[1]:
            found = (size, speed)
        elif speed < 0.8 * found[1]:
            break
    return found


def _speed(env: Any, size: int, seconds: float) -> float:
    import jax
    import jax.numpy as jnp

    from tavola.lab.batch.play import random_play

    steps = 128
    play = jax.jit(lambda states, seed: random_play(env, states, seed, steps), donate_argnums=0)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(size), size))
    # Games of all ages, as in a long run: the first deals are all at their start.
    for seed in range(3):
        states, finished = play(states, jnp.uint32(seed))
    jax.block_until_ready(finished)
    fastest, seed = 0.0, 3
    for _ in range(SLICES):
        start, rounds = time.perf_counter(), 0
        while not rounds or time.perf_counter() - start < seconds / SLICES:
            states, finished = play(states, jnp.uint32(seed))
            jax.block_until_ready(finished)
            rounds, seed = rounds + 1, seed + 1
        fastest = max(fastest, size * steps * rounds / (time.perf_counter() - start))
    return fastest


def copy_bandwidth() -> float:
    """Bytes a second, read and written, when a large array is copied."""
    import jax
    import jax.numpy as jnp

    words = (1 << 22) if jax.default_backend() == "cpu" else (1 << 28)
    copy = jax.jit(lambda array: array ^ jnp.uint32(1), donate_argnums=0)
    array = copy(jnp.zeros(words, jnp.uint32))
    jax.block_until_ready(array)
    fastest = float("inf")
    for _ in range(20):
        start = time.perf_counter()
        array = copy(array)
        jax.block_until_ready(array)
        fastest = min(fastest, time.perf_counter() - start)
    return 2 * 4 * words / fastest


def reference(seconds: float) -> float:
    """Steps a second of Pgx's sparrow mahjong in the same kind of loop, the best batch chosen."""
    import jax
    import jax.numpy as jnp

    try:
        from pgx.experimental import auto_reset
        from pgx.sparrow_mahjong import SparrowMahjong
    except ImportError as error:
        from tavola.rules.errors import BadOption

        raise BadOption("The reference needs Pgx: pip install pgx.") from error
    env: Any = SparrowMahjong()
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(states: Any, key: Any) -> Any:
        def one(states: Any, key: Any) -> Any:
            keys = jax.random.split(key, 1 + len(states.terminated))
            logits = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
            return step(states, jax.random.categorical(keys[0], logits, axis=-1), keys[1:]), None

        return jax.lax.scan(one, states, jax.random.split(key, 32))[0]

    def speed(size: int) -> float:
        run = jax.jit(play)
        states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
        states = jax.block_until_ready(run(states, jax.random.PRNGKey(1)))
        fastest = 0.0
        for at in range(SLICES):
            start, rounds = time.perf_counter(), 0
            while not rounds or time.perf_counter() - start < seconds / SLICES:
                states = jax.block_until_ready(run(states, jax.random.PRNGKey(at)))
                rounds += 1
            fastest = max(fastest, 32 * size * rounds / (time.perf_counter() - start))
        return fastest

    sizes = (128, 512, 1024) if jax.default_backend() == "cpu" else (1 << 12, 1 << 14, 1 << 16)
    return max(speed(size) for size in sizes)
