"""The rule bots over arrays do what those in Python would."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tavola.bots.arrays.library import using
from tavola.bots.arrays.travellers import rated, stacked
from tavola.bots.encode import encoding
from tavola.bots.pool.lost_cities import CAUTIOUS, COMMITTER, HOPEFUL, MARATHON, NOVICE, STEADY, traveller
from tavola.bots.search.world import engine_for
from tavola.lab.batch import stages
from tavola.rules import GAMES
from tests.lab.rollouts.tables import TABLES, Table, choices, own_choice, ratings

CLOSE = 1e-3
"""A tie: values are below 100 and one of the two is float32."""


@pytest.mark.parametrize(("name", "games"), [("splendor", 3), ("splendor for 3", 2), ("duel", 3), ("lost cities", 1)])
def test_the_policy_takes_what_the_rule_bot_rates_highest(name: str, games: int) -> None:
    table = TABLES[name]
    total, others = 0, []
    for seed in range(games):
        for choice in choices(table, f"{name} {seed}"):
            rated = ratings(table, choice)
            own = own_choice(table, choice)
            total += 1
            if rated[own] < max(rated) - CLOSE:
                others.append((choice.view.phase, choice.legal[own]))
    assert total > 100
    if name == "duel":
        # Of a stolen token it may think a little differently.
        assert {phase.name for phase, _ in others} <= {"STEAL"}
        assert len(others) <= 0.01 * total
    else:
        assert not others


@pytest.mark.parametrize("colours", ["5", "6"])
def test_travellers_rate_as_those_of_the_pool_do(colours: str) -> None:
    """All tempers at once, in positions of games that each of them played."""
    tempers = [STEADY, COMMITTER, MARATHON, CAUTIOUS, HOPEFUL, NOVICE]
    bots, every = [traveller(temper) for temper in tempers], stacked(tempers)
    table = Table("lost-cities", "steady", 2, {"rounds": "1", "colours": colours})
    code = encoding("lost-cities", 2, GAMES["lost-cities"].options.of(table.options))
    engine, worlds = engine_for("lost-cities", 2, code.options)

    @jax.jit
    def rate(tables: Any) -> Any:
        with using(jnp, stages):
            return rated(engine, tables, every)

    seen = 0
    for turn, bot in enumerate(bots):
        for choice in choices(table, f"{colours} {turn}", bot):
            numbers = [code.id_of(choice.view, action) for action in choice.legal]
            tables = worlds(engine, choice.view, len(tempers), np.random.default_rng(1))
            wanted = [[*map(other.judge(choice.view), choice.legal)] for other in bots]
            for found in (np.asarray(rate(tables)), rated(engine, tables, every)):
                np.testing.assert_allclose(found[numbers], np.transpose(wanted), atol=CLOSE)
            seen += 1
    assert seen > 200
