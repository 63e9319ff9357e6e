"""The main point of a move, and what it leaves to the others, from what the seat on turn can see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tavola.bots.bot import Reason
from tavola.bots.reasons import duel, lost_cities, splendor
from tavola.rules.duel.actions import Replenish, TakeGold, UsePrivilege
from tavola.rules.duel.view import View as DuelView
from tavola.rules.lost_cities.view import View as LostCitiesView
from tavola.rules.splendor.view import View as SplendorView

__all__ = ["allowed", "allows", "reason"]

REASONS: Final[dict[type, Callable[[Any, Any], Reason]]] = {
    SplendorView: splendor.reason,
    DuelView: duel.reason,
    LostCitiesView: lost_cities.reason,
}
ALLOWS: Final[dict[type, Callable[[Any, Any], tuple[Reason, ...]]]] = {
    SplendorView: splendor.allows,
    DuelView: duel.allows,
    LostCitiesView: lost_cities.allows,
}

UNFINISHED: Final = (TakeGold, UsePrivilege, Replenish)
"""Moves after which the same seat chooses what its turn is for."""


def reason(view: Any, action: Any) -> Reason:
    """Why one might make this move."""
    found = REASONS.get(type(view))
    return Reason("move") if found is None else found(view, action)


def allows(view: Any, action: Any) -> tuple[Reason, ...]:
    """What the others get by this move, or can do at once after it, the worst first."""
    found = ALLOWS.get(type(view))
    return () if found is None else found(view, action)


def allowed(view: Any, played: Any, best: Any) -> tuple[Reason, ...]:
    """What the move played leaves to the others and the best one does not, the worst first."""
    avoided, found = allows(view, best), allows(view, played)
    if isinstance(best, UNFINISHED):  # what the rest of the turn would have taken away is not known
        found = tuple(one for one in found if not one.name.startswith("leaves"))
    return tuple(one for one in found if one not in avoided)
