"""Rollouts: legal, repeatable, stopped when asked, and the tried actions come first."""

from __future__ import annotations

from random import Random

import pytest

from tavola.bots.search.rollout import Searcher, Settings
from tavola.rules import GAMES
from tests.bots.search.test_tree import SEARCHED, positions

SMALL = Settings(worlds=4, candidates=4, depth=6, stages=2, seconds=60)


@pytest.mark.parametrize("name", SEARCHED)
def test_it_ranks_every_legal_action_the_same_way_again(name: str) -> None:
    game, bot = GAMES[name], Searcher(SMALL)
    for state, view in positions(name, "rollouts", 60)[::15]:
        legal = game.legal_actions(state)
        ranked = bot.rank(view, legal, Random(1))
        assert sorted(map(game.to_text, (one.action for one in ranked))) == sorted(map(game.to_text, legal))
        tried = [bool(one.games) for one in ranked]
        assert tried == sorted(tried, reverse=True)
        assert sum(tried) == (min(4, len(legal)) if len(legal) > 1 else 0)
        assert [one.action for one in bot.rank(view, legal, Random(1))] == [one.action for one in ranked]
        assert bot.choose(view, legal, Random(1)) in legal


def test_it_stops_when_asked() -> None:
    state, view = positions("splendor", "stop", 3)[-1]
    ranked = Searcher(SMALL).rank(view, GAMES["splendor"].legal_actions(state), Random(1), lambda: True)
    assert not any(one.games for one in ranked)
    assert [one.chance for one in ranked] == sorted((one.chance for one in ranked), reverse=True)
