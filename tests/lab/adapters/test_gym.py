"""Gymnasium's own check, and what the one agent sees and gets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tavola.bots import Stop
from tavola.lab.adapters import play
from tavola.lab.adapters.gym import Against
from tavola.lab.rewards import fair_rewards
from tests.lab.adapters.cases import Case, each_case, each_game


class Watcher:
    """A bot that keeps what it was shown."""

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """The first of all."""
        self.seats.append(view.seat)
        return legal[0]


def play_out(table: Against, seed: int) -> tuple[float, bool, bool]:
    """Random actions to the end."""
    _, info = table.reset(seed=seed)
    table.action_space.seed(seed)
    while True:
        _, reward, over, cut, info = table.step(table.action_space.sample(info["action_mask"]))
        if over or cut:
            return reward, over, cut
        assert reward == 0


@each_case
def test_the_api_is_gymnasiums(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    table = gymnasium.make(f"tavola/{case.name}-v1", players=case.players, options=case.options)
    check_env(table.unwrapped)
    capsys.readouterr()


@each_case
def test_games_end_with_a_fair_reward(case: Case) -> None:
    table = Against(case.name, "greedy", case.players, case.options)
    for seed in range(2):
        reward, over, cut = play_out(table, seed)
        outcome = table.setup.game.outcome(table.play.state)
        assert (over, cut) == (True, False)
        assert outcome is not None
        assert reward == pytest.approx(fair_rewards(outcome)[table.seat])
        assert (reward > 0) == (outcome.places[table.seat] == 1 and len(outcome.winners) < case.players)


@each_game
def test_the_bot_plays_the_other_seats(case: Case) -> None:
    bot = Watcher()
    table = Against(case.name, bot, max(2, case.players), seat=1)
    _, info = table.reset(seed=1)
    assert set(bot.seats) == {0}
    assert table.play.seat == info["seat"] == 1
    assert np.array_equal(table.action_masks(), info["action_mask"].astype(bool))
    assert set(np.flatnonzero(info["action_mask"])) == set(table.play.legal)


def test_without_a_seat_all_are_taken_in_turn() -> None:
    table = Against("splendor", "uniform", 4)
    assert {table.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="0 to 3"):
        Against("splendor", players=4, seat=4)


@each_game
def test_an_illegal_action_ends_the_game(case: Case) -> None:
    table = Against(case.name, seat=0)
    _, info = table.reset(seed=2)
    _, reward, over, cut, _ = table.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over, cut) == (-1, True, False)


def test_an_endless_game_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_ACTIONS", 3)
    table = Against("splendor", "uniform")
    assert play_out(table, 3) == (0, False, True)
    assert table.play.steps == table.max_steps == 6


def test_it_is_drawn_as_the_seat_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    table = Against("lost-cities", render_mode="ansi", seat=0)
    table.reset(seed=4)
    text = table.setup.game.draw(table.setup.game.view(table.play.state, 0))
    assert table.render() == text
    Against("lost-cities", render_mode="human", seat=0).reset(seed=4)
    assert capsys.readouterr().out == text + "\n"
