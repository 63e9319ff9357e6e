"""What a result is worth to a learner."""

from __future__ import annotations

from tavola.rules.core import Outcome

__all__ = ["fair_rewards"]


def fair_rewards(outcome: Outcome) -> list[float]:
    """A prize of 1 shared by the winners, shifted and scaled so that all sums to 0 and a lone winner gets 1."""
    players = len(outcome.places)
    share = 1 / len(outcome.winners)
    return [(share * (place == 1) - 1 / players) * players / (players - 1) for place in outcome.places]
