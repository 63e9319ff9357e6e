"""Matches for tests: small, in this process, and with bots that misbehave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tavola.bots import door
from tavola.lab.arena import Here, Played, PlayedSet, Report, hold, plan

TROUBLE = "trouble"


def held(game: str, bots: Sequence[str], pairs: int, **settings: Any) -> Report:
    """A match that was played here, one game after the other."""
    with Here() as runner:
        return hold(plan(game, bots, pairs, **settings), runner)


def make_trouble(monkeypatch: pytest.MonkeyPatch, choose: Callable[[Any], Any]) -> None:
    """Let there be a bot named `trouble` that does this with the legal actions when it has to choose."""

    class Trouble:
        """Does what it is told."""

        def choose(self, view: Any, legal: Any, rng: Any, stop: Any = None) -> Any:
            """Whatever."""
            return choose(legal)

    monkeypatch.setitem(door.LAB, TROUBLE, lambda game: Trouble())


def game_of(seating: Sequence[int], places: Sequence[int], points: Sequence[int] | None = None) -> Played:
    """A game with this end."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(places)))
    nothing = (0,) * len(places)
    ends = None if points is None else tuple(points)
    return Played(tuple(seating), "rules", shares, tuple(places), ends, nothing, (0.0,) * len(places))


def set_of(deal: int, *games: Played, match: int = 0) -> PlayedSet:
    """A set of these games."""
    return PlayedSet(match, deal, games, 0.0)
