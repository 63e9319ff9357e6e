"""How fast the rules are: random play, legal actions listed and one of them applied at every step, on one core.

Speed on a shared machine comes and goes, so the contestants take turns in short slices, and the best slice counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any, Final

from tavola.rules.core import CHANCE, Game
from tavola.rules.errors import BadOption

__all__ = ["REFERENCE", "bench", "reference", "rules", "view_seconds"]

REFERENCE: Final = "open_spiel gin_rummy"
SLICES: Final = 10
AT_ONCE: Final = 500
"""Actions between two looks at the clock."""

Contestant = Iterator[None]
"""Takes an action at each `next`, game after game."""


def rules(game: Game[Any, Any, Any, Any]) -> Contestant:
    """Random play by our rules, with the fewest players and plain options; chance's actions count too."""
    rng = Random(1)
    options = game.options()
    legal_actions, trusted, to_play, sample, draw = (
        game.legal_actions,
        game.trusted,
        game.to_play,
        game.sample,
        rng.random,
    )
    while True:
        state = game.initial(game.seats[0], options, 0)
        while (actor := to_play(state)) is not None:
            if actor is CHANCE:
                action = sample(state, rng)
            else:
                actions = legal_actions(state)
                action = actions[int(draw() * len(actions))]
            state = trusted(state, action).state
            yield


def reference() -> Contestant:
    """The same with OpenSpiel's gin rummy, driven from Python."""
    try:
        spiel = import_module("pyspiel")
    except ImportError as error:
        raise BadOption("The reference needs OpenSpiel: pip install tavola[spiel].") from error
    return _spiel(spiel.load_game("gin_rummy"))


def _spiel(game: Any) -> Contestant:
    rng = Random(1)
    draw = rng.random
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(outcomes, chances)[0]
            else:
                actions = state.legal_actions()
                action = actions[int(draw() * len(actions))]
            state.apply_action(action)
            yield


def bench(contestants: Mapping[str, Contestant], seconds: float) -> dict[str, float]:
    """Actions a second of each, the best of some slices that together last so long for each."""
    best = dict.fromkeys(contestants, 0.0)
    for _ in range(SLICES):
        for name, contestant in contestants.items():
            best[name] = max(best[name], _slice(contestant, seconds / SLICES))
    return best


def _slice(contestant: Contestant, seconds: float) -> float:
    actions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not actions:
        for _ in zip(range(AT_ONCE), contestant, strict=False):
            pass
        actions += AT_ONCE
    return actions / spent


def view_seconds(game: Game[Any, Any, Any, Any], views: int = 2000) -> float:
    """How long a whole view takes: the mean over positions of random games, the best of some tries."""
    states = _positions(game)
    return min(_time_views(game.view, states, views // 5) for _ in range(5))


def _time_views(view: Callable[[Any, int], Any], states: list[Any], views: int) -> float:
    start = time.perf_counter()
    for number in range(views):
        view(states[number % len(states)], number % 2)
    return (time.perf_counter() - start) / views


def _positions(game: Game[Any, Any, Any, Any]) -> list[Any]:
    rng = Random(1)
    state = game.initial(game.seats[0], game.options(), 0)
    states = []
    while (actor := game.to_play(state)) is not None:
        actions = game.legal_actions(state)
        action = game.sample(state, rng) if actor is CHANCE else actions[int(rng.random() * len(actions))]
        state = game.trusted(state, action).state
        states.append(state)
    return states
