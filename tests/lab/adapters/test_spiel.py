"""OpenSpiel's own tests and search, and what its players see and get."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tavola.lab.adapters import spiel
from tavola.rules import GAMES
from tests.lab.adapters.cases import Case, each_case, each_game


def go(state: Any, rng: random.Random) -> None:
    """One random action or draw."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def at_a_turn(case: Case, actions: int, seed: int = 1) -> Any:
    """A state at a player's turn, after so many actions."""
    state, rng = pyspiel.load_game(case.spiel).new_initial_state(), random.Random(seed)
    while state.is_chance_node() or state.moment.actions < actions:
        go(state, rng)
    return state


@each_case
def test_openspiels_random_games_pass(case: Case) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(case.spiel), num_sims=1, serialize=True, verbose=False)


def test_all_games_are_registered() -> None:
    assert set(spiel.SHORT_NAMES) == set(GAMES)
    assert set(spiel.SHORT_NAMES.values()) <= set(pyspiel.registered_names())


@each_game
def test_a_game_says_what_it_is(case: Case) -> None:
    game = pyspiel.load_game(spiel.SHORT_NAMES[case.name])
    encoding = game.tree.setup.encoding
    assert game.num_distinct_actions() == encoding.actions
    assert game.observation_tensor_shape() == [encoding.size]
    assert (game.num_players(), game.utility_sum()) == (2, 0)
    assert game.max_game_length() == game.tree.setup.cap


def test_parameters_are_the_table_options() -> None:
    game = pyspiel.load_game("python_tavola_lost_cities(colours=6,stallLimit=30,max_actions=77)")
    assert game.tree.setup.options.written() == {"colours": "6", "stallLimit": "30"}
    assert game.max_game_length() == 77
    game = pyspiel.load_game("python_tavola_splendor", {"players": 3, "takeFewer": "upTo3"})
    assert game.num_players() == 3
    assert game.tree.setup.options.written() == {"takeFewer": "upTo3"}
    assert str(pyspiel.load_game(str(game))) == str(game)


@each_game
def test_what_players_see(case: Case) -> None:
    state = at_a_turn(case, 5)
    tree, moment = state.tree, state.moment
    for player in (0, 1):
        view = tree.game.view(moment.state, player)
        scaled = tree.setup.encoding.observe(view) * tree.setup.encoding.scale
        assert np.array_equal(np.array(state.observation_tensor(player), np.float32), scaled)
        assert state.observation_string(player) == repr(view)
        assert state.information_state_string(player) == tree.memory(moment, player)
    player = state.current_player()
    legal = [tree.legal(moment)[number] for number in state.legal_actions()]
    assert [state.action_to_string(player, number) for number in state.legal_actions()] == [
        tree.game.to_text(action) for action in legal
    ]


@each_game
def test_clones_go_their_own_way(case: Case) -> None:
    state = at_a_turn(case, 4)
    text, twin = str(state), state.clone()
    for _ in range(10):
        go(twin, random.Random(2))
    assert str(state) == text != str(twin)
    assert state.history() == twin.history()[: len(state.history())]


@each_game
def test_a_resampled_state_has_no_past_to_read_the_cards_from(case: Case) -> None:
    state = at_a_turn(case, 9)
    player = state.current_player()
    world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(3, 0.0, 1.0))
    assert world.history() == []
    assert world.current_player() == player
    assert world.legal_actions() == state.legal_actions()
    assert world.information_state_string(player) == state.information_state_string(player)
    assert world.observation_tensor(player) == state.observation_tensor(player)


@each_game
def test_openspiels_search_plays(case: Case) -> None:
    """A few turns of information set search by everybody."""
    short = Case(case.name, case.players, {"max_actions": "40"})
    game, rng = pyspiel.load_game(short.spiel), random.Random(5)
    numbers = np.random.RandomState(6)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, numbers), 1.4, 15, random_state=numbers)
    state = at_a_turn(short, 6)
    while state.moment.actions < 12:
        if state.is_chance_node():
            go(state, rng)
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


@each_game
def test_returns_come_at_the_end(case: Case) -> None:
    state, rng = pyspiel.load_game(case.spiel).new_initial_state(), random.Random(7)
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        go(state, rng)
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) in (0, 1)
