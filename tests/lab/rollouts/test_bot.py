"""The bot that plays moves out: legal, repeatable, blind to what is hidden; it sees a win; it is had by name."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from tavola.lab import rollouts
from tavola.lab.arena import enter, plan
from tavola.lab.rollouts import bot as bots
from tavola.lab.rollouts.bot import Rollouts
from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE
from tavola.rules.errors import BadOption
from tests.lab.rollouts.tables import TABLES, WORLDS, Choice, Table, choices


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "keep_compiled", lambda: None)


def some(table: Table, step: int) -> list[Choice]:
    return [*islice(choices(table, "some"), 0, None, step)]


@pytest.mark.parametrize("name", TABLES)
def test_it_chooses_the_same_legal_action_again(name: str) -> None:
    table = TABLES[name]
    bot = Rollouts(GAMES[table.game], WORLDS)
    for choice in some(table, 40):
        chosen = bot.choose(choice.view, choice.legal, Random(1))
        assert chosen in choice.legal
        assert bot.choose(choice.view, choice.legal, Random(1)) == chosen


@pytest.mark.parametrize("name", TABLES)
def test_results_are_those_of_the_seat(name: str) -> None:
    table = TABLES[name]
    bot = Rollouts(GAMES[table.game], WORLDS)
    for choice in some(table, 60):
        means, own = bot.rate(choice.view, choice.legal, Random(1))
        assert means.shape == (len(choice.legal),)
        assert 0 <= own < len(choice.legal)
        again, _ = bot.rate(choice.view, choice.legal[::-1], Random(1))
        # The luck of a world does not depend on what else is tried, nor on its lane.
        assert np.array_equal(again, means[::-1])


def test_what_is_hidden_does_not_matter() -> None:
    table = TABLES["lost cities"]
    game = GAMES[table.game]
    bot = Rollouts(game, WORLDS)
    for number, choice in enumerate(some(table, 50)):
        other = game.determinize(choice.view, Rng(f"{number}"))
        assert other != choice.state
        view = game.view(other, choice.view.seat)
        means, _ = bot.rate(choice.view, choice.legal, Random(1))
        assert np.array_equal(bot.rate(view, choice.legal, Random(1))[0], means)


def winner(game: Any, state: Any, action: Any) -> int | None:
    """Who wins alone when the action ends the game."""
    state = game.trusted(state, action).state
    while game.to_play(state) is CHANCE:
        state = game.trusted(state, game.sample(state, Rng("end"))).state
    outcome = game.outcome(state)
    first = [] if outcome is None else [seat for seat, place in enumerate(outcome.places) if place == 1]
    return first[0] if len(first) == 1 else None


@pytest.mark.parametrize("name", ["splendor", "duel"])
def test_it_takes_the_win(name: str) -> None:
    table = TABLES[name]
    game = GAMES[table.game]
    bot = Rollouts(game, WORLDS)
    wins = 0
    for seed in range(6):
        last = [*choices(table, f"win {seed}")][-1]
        seat = last.view.seat
        if any(winner(game, last.state, action) == seat for action in last.legal):
            wins += 1
            assert winner(game, last.state, bot.choose(last.view, last.legal, Random(1))) == seat
    assert wins


def test_payments_and_single_actions_need_no_thought() -> None:
    bot = Rollouts(GAMES["splendor"], WORLDS)
    assert bot.choose(None, ["only"], Random(1)) == "only"


# --- By name -------------------------------------------------------------------------------------------------


def test_it_is_had_by_name() -> None:
    made = rollouts.make("rollout-256", GAMES["duel"])
    assert isinstance(made, Rollouts)
    assert made.worlds == 256
    assert plan("splendor", ["rollout-16", "greedy"], 1).entrants[0].name == "rollout-16"


@pytest.mark.parametrize("name", ["rollout-0", "rollout-4097", "rollout-", "rollout-x", "rollout--1", "rollout-10000"])
def test_other_numbers_are_refused(name: str) -> None:
    with pytest.raises(BadOption, match="write rollout-N for N worlds, 1 to 4096"):
        enter(name).check(GAMES["splendor"])


def test_it_has_no_settings() -> None:
    with pytest.raises(BadOption, match="has no settings"):
        enter("rollout-8:budget=1").check(GAMES["splendor"])


def test_without_jax_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "find_spec", lambda name: None)
    with pytest.raises(BadOption, match=r"needs JAX: pip install tavola\[jax\]"):
        enter("rollout-8").check(GAMES["splendor"])


def test_the_arena_does_not_load_jax_for_others() -> None:
    code = "import sys, tavola.lab.arena; sys.exit('jax' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
