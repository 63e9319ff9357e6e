"""Ratings for a whole pool: Bradley and Terry's model on the scale of Elo, with error bars.

The chance that one bot is placed before another is 1 / (1 + 10 ** (-difference / 400)); a shared place is half a win.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.lab.arena.play import Played, PlayedSet

__all__ = ["Rating", "ratings"]

ELO: Final = 400 / math.log(10)
WIDE: Final = 1.959964
"""Standard errors on each side of a 95% interval."""
STEPS: Final = 100

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot is, measured from the mean of its pool."""

    elo: float
    error: float
    """Half of the 95% interval."""


def ratings(sets: Sequence[PlayedSet], entrants: int) -> tuple[Rating, ...]:
    """The rating of each entrant.

    The errors are of the sandwich kind with the deal as the unit, since all games with one deal share its cards. Each
    pair that met has two imagined sets besides, one won and one lost, so that no rating is infinite and no error zero.
    """
    wins = np.concatenate([_by_deal(sets, entrants), _imagined(sets, entrants)])
    strength = _fitted(wins.sum(axis=0))
    chance = _chance(strength)
    slopes = (wins - (wins + wins.swapaxes(1, 2)) * chance).sum(axis=2)  # of each deal, for each bot
    inverse = np.linalg.pinv(_curvature(wins.sum(axis=0), chance), hermitian=True)
    spread = inverse @ slopes.T @ slopes @ inverse
    errors = np.sqrt(np.diag(spread)) * ELO * WIDE
    return tuple(Rating(float(elo), float(error)) for elo, error in zip(strength * ELO, errors, strict=True))


def _by_deal(sets: Sequence[PlayedSet], entrants: int) -> Numbers:
    """For each deal how often the bot of the row was placed before that of the column."""
    deals = {deal: place for place, deal in enumerate(sorted({one.deal for one in sets}))}
    wins = np.zeros((len(deals), entrants, entrants))
    for one in sets:
        for game in one.games:
            _count(game, wins[deals[one.deal]])
    return wins


def _count(game: Played, wins: Numbers) -> None:
    for who, place in zip(game.seating, game.places, strict=True):
        for other, below in zip(game.seating, game.places, strict=True):
            if who != other:
                wins[who, other] += 1.0 if place < below else 0.5 if place == below else 0.0


def _imagined(sets: Sequence[PlayedSet], entrants: int) -> Numbers:
    met: dict[tuple[int, int], Any] = {}
    for one in sets:
        wins = np.zeros((entrants, entrants))
        for game in one.games:
            _count(game, wins)
        for who, other in np.argwhere(wins + wins.T):
            met[int(who), int(other)] = wins[who, other] + wins[other, who]
    imagined = np.zeros((len(met), entrants, entrants))
    for number, (pair, games) in enumerate(met.items()):
        imagined[number][pair] = games
    return imagined


def _chance(strength: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(strength[None, :] - strength[:, None])))


def _curvature(wins: Numbers, chance: Numbers) -> Numbers:
    weight = (wins + wins.T) * chance * (1 - chance)
    return np.asarray(np.diag(weight.sum(axis=1)) - weight)


def _fitted(wins: Numbers) -> Numbers:
    """The likeliest strengths, with mean 0: Newton's method, each step kept short."""
    strength = np.zeros(len(wins))
    for _ in range(STEPS):
        chance = _chance(strength)
        slope = (wins - (wins + wins.T) * chance).sum(axis=1)
        step = np.linalg.pinv(_curvature(wins, chance), hermitian=True) @ slope
        strength = strength + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(strength - strength.mean())
