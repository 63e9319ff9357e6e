"""The five levels: every game and number of players, budgets, and what the journeyman does not see."""

from __future__ import annotations

import itertools
import time
from random import Random

import numpy as np
import pytest

from tavola import bots
from tavola.bots.encode import encoding
from tavola.bots.nets.bot import NetBot, _unwatched
from tavola.bots.search.tree import TreeSearcher
from tavola.rules import CHANCE, GAMES
from tavola.rules.chance import Rng, pick
from tavola.rules.errors import BadOption
from tests.bots.search.test_tree import positions
from tests.bots.test_bots import play

TABLES = [(name, players) for name, game in GAMES.items() for players in game.seats]


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("level", bots.LEVELS)
def test_every_level_sits_at_every_table(name: str, players: int, level: str) -> None:
    """A dozen decisions along a random game, each legal; the champion with a small budget."""
    game, rng = GAMES[name], Rng(f"{name} {players}")
    bot = bots.make(level, game, simulations=8)
    state = game.initial(players, game.options(), 0)
    asked = 0
    while asked < 12 and (seat := game.to_play(state)) is not None:
        legal = game.legal_actions(state)
        if seat is CHANCE:
            action = game.sample(state, rng)
        else:
            assert isinstance(seat, int)
            action = bot.choose(game.view(state, seat), legal, rng)
            assert action in legal
            asked += 1
            if asked % 3 == 0:
                said = bot.evaluate(game.view(state, seat), legal, rng)
                assert sorted(game.to_text(one.action) for one in said) == sorted(map(game.to_text, legal))
                assert sum(one.weight for one in said) == pytest.approx(1)
                action = pick(rng, legal)
        state = game.trusted(state, action).state
    assert asked == 12


@pytest.mark.parametrize("name", GAMES)
def test_the_apprentice_beats_the_novice(name: str) -> None:
    won = 0.0
    for seed in range(24):
        seated = ["novice", "novice"]
        seated[seed % 2] = "apprentice"
        outcome = play(GAMES[name], seated, seed, {})
        won += (seed % 2 in outcome.winners) / len(outcome.winners)
    assert won >= 15


@pytest.mark.parametrize("name", GAMES)
def test_the_champion_keeps_to_its_time(name: str) -> None:
    game = GAMES[name]
    state, view = positions(name, "time", 12)[-1]
    bot = bots.make("champion", game, budget=0.3)
    bot.choose(view, game.legal_actions(state), Random(1))  # nets are loaded the first time
    start = time.process_time()
    bot.choose(view, game.legal_actions(state), Random(1))
    assert time.process_time() - start < 1


@pytest.mark.parametrize("name", GAMES)
def test_the_journeyman_has_no_eye_for_the_others(name: str) -> None:
    told = encoding(name, 2)
    hidden = _unwatched(told, 0)
    names = {row.name for row in told.layout.rows if hidden[row.start]}
    others = {"splendor": "player +1 tokens", "duel": "theirs tokens", "lost-cities": "red theirs"}
    mine = {"splendor": "my tokens", "duel": "mine tokens", "lost-cities": "red hand"}
    assert others[name] in names
    assert mine[name] not in names
    assert 0.05 < hidden.mean() < 0.3
    state, view = positions(name, "blind", 30)[-1]
    legal = GAMES[name].legal_actions(state)
    assert not np.array_equal(NetBot(watches=0).logits(view, legal), NetBot().logits(view, legal))


def test_the_master_watches_two() -> None:
    for players, whom in ((2, set()), (3, set()), (4, {"+3"})):
        told = encoding("splendor", players)
        hidden = _unwatched(told, 2)
        names = [row.name.split() for row in told.layout.rows if hidden[row.start]]
        assert {words[1] for words in names} == whom
        # How near the others are to a card: with three of them, the last one is overlooked there too.
        rows = [row for row in told.layout.rows if row.name.endswith("lack") and not row.name.startswith("player")]
        lacks = np.array([hidden[row.start : row.start + row.size] for row in rows])
        assert (lacks == [players == 4 and seat == 3 for seat in range(players)]).all()
    state, view = positions("splendor", "watched", 60, 4)[-1]
    legal = GAMES["splendor"].legal_actions(state)
    said = [NetBot(watches=watches).logits(view, legal) for watches in (0, 2, 3)]
    assert not np.array_equal(said[0], said[1])
    assert not np.array_equal(said[1], said[2])
    assert np.array_equal(said[2], NetBot().logits(view, legal))
    assert bots.make("master", GAMES["splendor"]).choose(view, legal, Rng(1)) == legal[int(said[1].argmax())]


def test_a_budget_is_a_sensible_number() -> None:
    game = GAMES["splendor"]
    for budget in (0, -1, 4000):
        with pytest.raises(BadOption, match="more than 0 and at most 3600"):
            bots.make("champion", game, budget=budget)
    with pytest.raises(BadOption, match="whole number from 1 to 100,000"):
        bots.make("champion", game, simulations=0)
    bot = bots.make("champion", game, budget=2, simulations=5)
    assert isinstance(bot, TreeSearcher)
    assert (bot.settings.seconds, bot.settings.simulations) == (2, 5)


@pytest.mark.parametrize("name", GAMES)
def test_every_level_is_rated_above_the_one_below(name: str) -> None:
    rated = [bots.rating(level, GAMES[name]) for level in bots.names(GAMES[name])]
    numbers = [number for number in rated if number is not None]
    assert len(numbers) == len(bots.LEVELS)
    assert all(high >= low + 100 for low, high in itertools.pairwise(numbers))
    assert bots.rating("apprentice", GAMES[name]) == 1000
    assert bots.rating("greedy", GAMES[name]) is None
