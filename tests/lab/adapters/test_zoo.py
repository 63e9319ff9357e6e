"""PettingZoo's own tests, and what its agents see and get."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tavola.lab.adapters import play
from tavola.lab.adapters.zoo import TavolaEnv, env
from tests.lab.adapters.cases import PLAIN, Case, each_case, each_game

# PettingZoo asks for such observations where actions may be illegal, and warns of them in all games but its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


def play_out(table: Any) -> dict[str, float]:
    """Random actions to the end; what each agent got."""
    got: dict[str, float] = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        got[agent] += reward
        table.step(None if over or cut else table.action_space(agent).sample(seen["action_mask"]))
    return got


@each_case
def test_the_api_is_pettingzoos(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(*case), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


@each_case
def test_seeds_repeat_games(case: Case) -> None:
    seed_test(lambda: env(*case), num_cycles=100)


@each_game
def test_another_seed_deals_otherwise(case: Case) -> None:
    table = TavolaEnv(*case)
    deals = []
    for seed in (1, 2, None, None, 1):
        table.reset(seed=seed)
        deals.append(table.play.state)
    assert len(set(deals)) == 4
    assert deals[0] == deals[4]


@each_case
def test_the_winner_gets_what_the_others_lose(case: Case) -> None:
    table = env(*case)
    table.reset(seed=3)
    got = play_out(table)
    outcome = table.unwrapped.setup.game.outcome(table.unwrapped.play.state)
    assert sum(got.values()) == pytest.approx(0)
    assert outcome is not None
    assert {agent for agent in got if got[agent] == max(got.values())} == {f"player_{seat}" for seat in outcome.winners}
    assert len(outcome.winners) > 1 or max(got.values()) == 1


@each_game
def test_only_the_agent_on_turn_may_act(case: Case) -> None:
    table = TavolaEnv(*case)
    table.reset(seed=4)
    encoding, game, state = table.setup.encoding, table.setup.game, table.play.state
    assert table.agent_selection == "player_0"
    mask = encoding.mask(game.view(state, 0), game.legal_actions(state))
    assert np.array_equal(table.observe("player_0")["action_mask"], mask)
    assert not table.observe("player_1")["action_mask"].any()
    assert np.array_equal(table.observe("player_1")["observation"], encoding.observe(game.view(state, 1)))


def test_an_illegal_action_ends_the_game_against_its_agent() -> None:
    table = env(*PLAIN[0])
    table.reset(seed=5)
    table.step(int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0]))
    assert play_out(table) == {"player_0": -1, "player_1": 0}


def test_an_endless_game_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_ACTIONS", 3)
    table = env("splendor")
    assert table.unwrapped.max_steps == 6
    table.reset(seed=6)
    assert play_out(table) == {"player_0": 0, "player_1": 0}
    assert table.unwrapped.play.steps == 6


@each_game
def test_it_is_drawn_as_a_spectator_sees_it(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    table = env(*case, render_mode="ansi")
    table.reset(seed=7)
    setup, state = table.unwrapped.setup, table.unwrapped.play.state
    text = setup.game.draw(setup.game.view(state, None))
    assert table.render() == text
    shown = env(*case, render_mode="human")
    shown.reset(seed=7)
    assert shown.render() is None
    assert capsys.readouterr().out == text + "\n"


def test_it_can_be_sent_to_another_process() -> None:
    table = pickle.loads(pickle.dumps(TavolaEnv("splendor", 3, {"target": "9"})))
    assert table.setup.players == 3
    assert table.setup.options.target == 9
