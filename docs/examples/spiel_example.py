"""OpenSpiel's information set search plays the first turns of Lost Cities."""

import random

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tavola.lab.adapters.spiel  # noqa: F401 - registers the games

game = pyspiel.load_game("python_tavola_lost_cities(rounds=1,max_actions=100)")
bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(), uct_c=1.4, max_simulations=5)
state = game.new_initial_state()
while len(state.history()) < 25:
    if state.is_chance_node():
        (action,) = random.choices(*zip(*state.chance_outcomes(), strict=True))
    else:
        action = bot.step(state)
    print(state.current_player(), state.action_to_string(action))
    state.apply_action(action)
