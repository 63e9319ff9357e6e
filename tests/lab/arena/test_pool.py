"""Ratings: they find the strengths that games were made from, and know how sure they are."""

from __future__ import annotations

import itertools
import math

import pytest

from tavola.lab.arena import PlayedSet, ratings
from tavola.rules.chance import Rng
from tests.lab.arena.helpers import game_of, held, set_of

TRUE = (150.0, 50.0, -50.0, -150.0)


def league(rng: Rng, deals: int) -> list[PlayedSet]:
    """Pairs of games between four bots of known strength."""
    sets = []
    for match, (one, other) in enumerate(itertools.combinations(range(4), 2)):
        chance = 1 / (1 + 10 ** ((TRUE[other] - TRUE[one]) / 400))
        for deal in range(deals):
            first, second = (rng.random() < chance for _ in range(2))
            games = (
                game_of((one, other), (1, 2) if first else (2, 1)),
                game_of((other, one), (2, 1) if second else (1, 2)),
            )
            sets.append(set_of(deal, *games, match=match))
    return sets


def test_ratings_find_the_truth_within_their_errors() -> None:
    rng, inside, tries = Rng(3), 0, 20
    for _ in range(tries):
        found = ratings(league(rng, 60), 4)
        assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)
        inside += sum(abs(rating.elo - true) <= rating.error for rating, true in zip(found, TRUE, strict=True))
    assert inside >= 0.88 * 4 * tries


def test_errors_shrink_with_the_root_of_the_deals() -> None:
    few, many = (ratings(league(Rng(4), deals), 4)[0].error for deals in (30, 480))
    assert few / many == pytest.approx(4, rel=0.3)


def test_two_bots_as_by_hand() -> None:
    won, lost = game_of((0, 1), (1, 2)), game_of((1, 0), (1, 2))
    found = ratings([set_of(deal, won, lost if deal < 5 else game_of((1, 0), (2, 1))) for deal in range(20)], 2)
    share = (35 + 2) / (40 + 4)  # two imagined deals, one won and one lost
    assert found[0].elo - found[1].elo == pytest.approx(400 * math.log10(share / (1 - share)))


def test_ties_are_half_a_win() -> None:
    tie, won = game_of((0, 1), (1, 1)), game_of((1, 0), (2, 1))
    found = ratings([set_of(deal, tie, won) for deal in range(10)], 2)
    share = (15 + 2) / (20 + 4)
    assert found[0].elo - found[1].elo == pytest.approx(400 * math.log10(share / (1 - share)))


def test_nothing_but_wins_is_neither_infinite_nor_certain() -> None:
    games = game_of((0, 1), (1, 2)), game_of((1, 0), (2, 1))
    found = ratings([set_of(deal, *games) for deal in range(100)], 2)
    assert 300 < found[0].elo < 600
    assert found[0].error > 100


def test_a_pool_of_real_bots() -> None:
    report = held("splendor", ["uniform", "greedy", "uniform"], 3)
    assert [score.bot for (score,) in report.scores] == [0, 0, 1]
    assert report.ratings[1].elo > report.ratings[0].elo + 100
    data = report.to_json()
    assert [row["bot"] for row in data["ratings"]] == ["uniform", "greedy", "uniform #2"]
    assert data["matches"][0]["bots"] == ["uniform", "greedy"]
    assert "win_share" in data["matches"][0]["scores"][0]
    text = report.to_text()
    assert text.index("rating") < text.rindex("greedy") < len(text)


def test_a_bot_for_each_of_three_seats() -> None:
    report = held("splendor", ["uniform", "greedy", "uniform"], 2, players=3)
    shares = {score.bot: score.share.mean for score in report.scores[0]}
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=lambda bot: shares[bot]) == 1
    assert report.ratings[1].elo == max(rating.elo for rating in report.ratings)
