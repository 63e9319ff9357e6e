"""Intervals that keep their promise, and looks whose errors add up."""

from __future__ import annotations

import pytest

from tavola.lab.arena.numbers import ERROR, looks, margin_interval, share_interval, t_quantile
from tavola.rules.chance import Rng


def pair_of_games(rng: Rng, win: float) -> float:
    """A deal: three in ten are decided by the cards, one win each; in the others each game is free."""
    if rng.random() < 0.3:
        return 0.5
    return ((rng.random() < win) + (rng.random() < win)) / 2


@pytest.mark.parametrize(("win", "sets"), [(0.5, 10), (0.5, 100), (0.9, 10), (0.9, 100)])
def test_share_intervals_hold_the_truth(win: float, sets: int) -> None:
    rng, tries, missed = Rng(1), 400, 0
    for _ in range(tries):
        missed += share_interval([pair_of_games(rng, win) for _ in range(sets)], 0.5).excludes(0.15 + 0.7 * win)
    assert missed <= 0.075 * tries  # 5%, and two standard errors for luck


def test_early_stopping_seldom_decides_between_equals() -> None:
    rng, tries, wrong = Rng(2), 300, 0
    for _ in range(tries):
        values = [pair_of_games(rng, 0.5) for _ in range(200)]
        wrong += any(share_interval(values[: at.sets], 0.5, at.error).excludes(0.5) for at in looks(200, True))
    assert wrong <= 0.075 * tries


def test_wins_alone_are_no_certainty() -> None:
    low = [share_interval([1.0] * sets, 0.5).low for sets in (1, 10, 100, 1000)]
    assert low == sorted(low, key=lambda value: value or 0)
    assert low[0] == 0
    assert 0.6 < (low[1] or 0) < 0.8
    assert 0.9 < (low[2] or 0) < 1


def test_three_players_are_even_at_a_third() -> None:
    interval = share_interval([1 / 3] * 20, 1 / 3)
    assert interval.mean == pytest.approx(1 / 3)
    assert not interval.excludes(1 / 3)
    assert interval.excludes(0.5)


def test_margins() -> None:
    interval = margin_interval([1.0, 2.0, 3.0])
    assert interval is not None
    assert interval.mean == 2
    assert interval.high == pytest.approx(2 + 4.303 / 3**0.5, abs=0.01)
    assert margin_interval([]) is None
    assert margin_interval([4.0]) is not None
    halved = interval.scaled(0.5)
    assert halved.mean == 1
    assert halved.high == pytest.approx((interval.high or 0) / 2)


@pytest.mark.parametrize(
    ("p", "freedom", "quantile"),
    [
        (0.975, 1, 12.706),
        (0.975, 2, 4.303),
        (0.975, 3, 3.182),
        (0.975, 9, 2.262),
        (0.9975, 9, 3.690),
        (0.975, 99, 1.984),
    ],
)
def test_quantiles(p: float, freedom: int, quantile: float) -> None:
    assert t_quantile(p, freedom) == pytest.approx(quantile, rel=0.01)


def test_looks() -> None:
    assert [look.sets for look in looks(100, True)] == [8, 16, 32, 64, 100]
    assert [look.sets for look in looks(8, True)] == [8]
    assert [look.sets for look in looks(100, False)] == [100]
    for sets in (1, 8, 9, 64, 65, 1000):
        assert sum(look.error for look in looks(sets, True)) == pytest.approx(ERROR)
