"""The few English sentences that all games' terminals share."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.core import Outcome

__all__ = ["names", "ranking"]

REASONS = {
    "points": "prestige points",
    "crowns": "crowns",
    "colour": "points of one colour",
}


def names(outcome: Outcome, players: Sequence[str]) -> str:
    """Who won, and by what where that is not plain."""
    winners = [players[seat] for seat in outcome.winners]
    if len(winners) == len(players):
        return "The victory is shared by all."
    by = [REASONS[reason] for reason in outcome.reasons if reason in REASONS]
    won = " and ".join(winners) + (" share the victory" if len(winners) > 1 else " wins")
    return f"{won} by {' and '.join(by)}." if by else f"{won}."


def ranking(outcome: Outcome, players: Sequence[str]) -> str:
    """The points of all, best first."""
    seats = sorted(range(len(players)), key=lambda seat: outcome.places[seat])
    return "Points: " + ", ".join(f"{players[seat]} {outcome.points[seat]}" for seat in seats) + "."
