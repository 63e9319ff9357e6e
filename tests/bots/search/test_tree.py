"""Tree search: legal, repeatable, stopped when asked, and not fooled by what it cannot see."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from tavola.bots.arrays.library import mapped
from tavola.bots.search.tree import Forest, TreeSearcher, TreeSettings
from tavola.bots.search.world import world_of
from tavola.rules import CHANCE, GAMES
from tavola.rules.chance import Rng, pick

SMALL = TreeSettings(worlds=8, simulations=8, seconds=60)
SEARCHED = ["splendor", "duel"]


def positions(name: str, seed: str, actions: int, players: int = 2) -> list[tuple[Any, Any]]:
    """(state, view of the one to play) along a random game."""
    game, rng = GAMES[name], Rng(seed)
    state = game.initial(players, game.options(), 0)
    found: list[tuple[Any, Any]] = []
    while len(found) < actions and (seat := game.to_play(state)) is not None:
        if seat is CHANCE:
            action = game.sample(state, rng)
        else:
            assert isinstance(seat, int)
            found.append((state, game.view(state, seat)))
            action = pick(rng, game.legal_actions(state))
        state = game.trusted(state, action).state
    return found


@pytest.mark.parametrize("name", SEARCHED)
def test_it_chooses_a_legal_action_and_the_same_one_again(name: str) -> None:
    game, bot = GAMES[name], TreeSearcher(SMALL)
    for state, view in positions(name, "legal", 60)[::12]:
        legal = game.legal_actions(state)
        first = bot.choose(view, legal, Random(1))
        assert first in legal
        assert bot.choose(view, legal, Random(1)) == first


@pytest.mark.parametrize("name", SEARCHED)
def test_it_stops_when_asked(name: str) -> None:
    state, view = positions(name, "stop", 3)[-1]
    bot = TreeSearcher(TreeSettings(worlds=4, simulations=10_000, seconds=60))
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    assert bot.choose(view, GAMES[name].legal_actions(state), Random(1), stop) in GAMES[name].legal_actions(state)
    assert len(asked) == 4


def test_every_visit_is_counted_once() -> None:
    _, view = positions("splendor", "count", 10)[-1]
    world, dice = world_of(view), np.random.default_rng(1)
    forest = Forest(world, world.imagine(view, 8, dice)[0], replace(SMALL, simulations=24), dice)
    for _ in range(3):
        forest.grow()
    assert forest.used == forest.size == 25
    assert (forest.visits[forest.rows].sum(axis=1) == 24).all()
    assert (forest.visits[forest.prior == 0] == 0).all()
    assert np.abs(forest.total).max() <= forest.visits.max() * 1.5


@pytest.mark.parametrize(
    ("tried", "best"),
    [
        ([(1000, 0.05), (400, 0.15), (8, 0.3)], 1),  # what has turned out better is taken before it is tried most...
        ([(1000, 0.05), (400, 0.06), (8, 0.3)], 0),  # ...if that is sure enough
        ([(1000, 0.05), (400, 0.06), (80, 0.3)], 2),
        ([(0, 0.0), (8, -0.5), (0, 0.0)], 1),
        ([(0, 0.0), (0, 0.0), (0, 0.0)], None),  # nothing was tried: what the net likes best
    ],
)
def test_it_takes_what_surely_brings_most(
    tried: list[tuple[int, float]], best: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["splendor"]
    state, view = positions("splendor", "promise", 10)[-1]
    legal = game.legal_actions(state)
    world = world_of(view)
    forest = TreeSearcher(SMALL).search(world, view, np.random.default_rng(1), lambda: True)
    numbers = [world.encoding.id_of(view, action) for action in legal]
    for number, (visits, mean) in zip(numbers[:3], tried, strict=True):
        forest.visits[forest.rows, number] = visits / 8
        forest.total[forest.rows, number] = mean * visits / 8
    bot = TreeSearcher(SMALL)
    monkeypatch.setattr(bot, "search", lambda *args: forest)
    liked = int(np.argmax(forest.prior[forest.rows].mean(axis=0)[numbers]))
    chosen = legal[liked if best is None else best]
    assert bot.choose(view, legal, Random(1)) == chosen
    said = bot.evaluate(view, legal, Random(1))
    if best is not None:
        assert said[0].action == chosen
        assert [one.weight > 0 for one in said] == sorted((one.weight > 0 for one in said), reverse=True)


def test_it_takes_a_win_that_is_there() -> None:
    """A player one purchase from the target, with the last turn of the round, buys the card that wins."""
    game = GAMES["splendor"]
    for number in range(40):
        rng = Rng(f"win {number}")
        state = game.initial(2, game.options.of({"target": "5"}), 0)
        while (seat := game.to_play(state)) is not None:
            if seat is CHANCE:
                state = game.trusted(state, game.sample(state, rng)).state
                continue
            assert isinstance(seat, int)
            legal = game.legal_actions(state)
            wins = [
                action
                for action in legal
                if (outcome := game.outcome(game.trusted(state, action).state)) is not None
                and outcome.winners == (seat,)
            ]
            if wins and len(legal) > len(wins):
                view = game.view(state, seat)
                bot = TreeSearcher(TreeSettings(worlds=8, simulations=64, seconds=60))
                assert bot.choose(view, legal, Random(1)) in wins
                return
            state = game.trusted(state, pick(rng, legal)).state
    pytest.fail("no such position was found")


def test_it_says_what_it_expects() -> None:
    """Chances of winning, for three players too; no action is left out."""
    game = GAMES["splendor"]
    state = game.initial(3, game.options(), 0)
    rng = Rng("say")
    while game.to_play(state) is CHANCE:
        state = game.trusted(state, game.sample(state, rng)).state
    view, legal = game.view(state, 0), game.legal_actions(state)
    said = TreeSearcher(SMALL).evaluate(view, legal, Random(1))
    assert sorted(game.to_text(one.action) for one in said) == sorted(map(game.to_text, legal))
    assert sum(one.weight for one in said) == pytest.approx(1)
    assert all(0.1 < one.expected < 0.6 for one in said), "near a third at the start"


@pytest.mark.parametrize("players", [2, 3])
def test_how_sure_the_net_is_taken_to_be(players: int) -> None:
    """Blunter at one's own choices, sharper at the others'; and other settings for three than for two."""
    game, rng = GAMES["splendor"], Rng("sure")
    state = game.initial(players, game.options(), 0)
    while game.to_play(state) is CHANCE:
        state = game.trusted(state, game.sample(state, rng)).state
    view = game.view(state, 0)
    many = replace(SMALL, temper=8.0, others=0.5)
    world = world_of(view)
    forest = TreeSearcher(SMALL, many).search(world, view, np.random.default_rng(1))
    assert forest.settings is (SMALL if players == 2 else many)
    used = np.flatnonzero(forest.prior.any(axis=1))
    mine = forest.player[used] == 0
    assert mine.any()
    assert not mine.all()
    tables = mapped(lambda leaf: leaf[used], forest.tables)
    logits, _ = world.net.judge(world.engine.observe(tables, forest.player[used].astype(np.int32)))
    temper = np.full(len(used), 2.0) if players == 2 else np.where(mine, 8.0, 0.5)
    weights = np.where(world.engine.mask(tables), np.exp((logits - logits.max()) / temper[:, None]), 0)
    wanted = weights / weights.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(forest.prior[used], wanted, rtol=1e-3, atol=1e-5)
