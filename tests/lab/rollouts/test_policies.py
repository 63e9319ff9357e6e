"""The rule bots over arrays do what those in Python would."""

from __future__ import annotations

import pytest

from tests.lab.rollouts.tables import TABLES, choices, own_choice, ratings

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
