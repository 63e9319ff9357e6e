"""Rule bots to learn against, over all games at once: a school of travellers, and greedy, for Lost Cities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from tavola.bots.arrays import travellers
from tavola.bots.arrays.library import using
from tavola.bots.pool.lost_cities import CAUTIOUS, COMMITTER, HOPEFUL, MARATHON, STEADY, Temper
from tavola.lab.batch import Env, stages
from tavola.lab.rollouts import lost_cities as greedy
from tavola.rules.errors import BadOption

__all__ = ["Chooser", "rule_bots", "school", "schools"]

Chooser = Callable[[Any], Array]
"""int32[games]: what the rule bot in each game does, from the tables."""

SCHOOL: Final = 64
GREEDY: Final = 8
"""One in so many games is against greedy."""


def rule_bots(env: Env, games: int) -> Chooser:
    """A rule bot for each of so many games."""
    if env.id != "lost-cities":
        raise BadOption("Only Lost Cities can be trained against rule bots.")
    engine, split = env.engine.plain, games // GREEDY
    temper = travellers.stacked(_tempers(games))

    def choose(tables: Any) -> Array:
        first, rest = (jax.tree.map(lambda leaf, at=at: leaf[at], tables) for at in (slice(split), slice(split, None)))
        with using(jnp, stages):
            parts = [greedy.policy(engine, first), travellers.policy(engine, rest, temper)]
        return jnp.concatenate(parts)

    return choose


def schools(games: int) -> NDArray[np.int64]:
    """Of so many rule bots: 0 for greedy, 1 for steady, 2 for any other traveller."""
    return np.array([0] * (games // GREEDY) + [1 if temper == STEADY else 2 for temper in _tempers(games)], np.int64)


def _tempers(games: int) -> list[Temper]:
    """Those of the travellers among so many rule bots; two after each other have the same, as they have other seats."""
    tempers = school()
    return [tempers[game // 2 % len(tempers)] for game in range(games - games // GREEDY)]


def school() -> list[Temper]:
    """The travellers of the pool, steady most of all, and some of a temper that nobody knows beforehand."""
    known = [STEADY] * 38 + [COMMITTER, MARATHON, CAUTIOUS, HOPEFUL] * 3
    rng = np.random.default_rng(1)
    return known + [stranger(rng) for _ in range(SCHOOL - len(known))]


def stranger(rng: np.random.Generator) -> Temper:
    """A traveller of any temper."""
    opens = rng.uniform(10, 26)
    return Temper(
        opens=opens,
        opens_late=opens + rng.uniform(0, 12),
        late=int(rng.integers(12, 32)),
        wager=rng.uniform(0, 10),
        most=int(rng.integers(2, 7)),
        gap=int(rng.integers(1, 5)),
        patience=rng.uniform(1, 6),
        generosity=rng.uniform(0, 1),
        taking=rng.uniform(3, 8),
        wager_worth=rng.uniform(2, 6),
        card_worth=rng.uniform(0, 2.5),
    )
