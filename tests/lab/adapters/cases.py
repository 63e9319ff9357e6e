"""The games, players and options that the adapters are tested with."""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest


class Case(NamedTuple):
    """A game as people ask for it."""

    name: str
    players: int
    options: dict[str, str]

    @property
    def spiel(self) -> str:
        """The same for OpenSpiel."""
        parameters = ",".join(f"{key}={value}" for key, value in {"players": self.players, **self.options}.items())
        return f"python_tavola_{self.name.replace('-', '_')}({parameters})"


CASES: Final = (
    Case("lost-cities", 2, {}),
    Case("lost-cities", 2, {"colours": "6", "rounds": "1", "stallLimit": "20"}),
    Case("splendor", 2, {}),
    Case("splendor", 4, {"target": "8", "takeFewer": "upTo3", "reservedVisibility": "allOpen"}),
    Case("duel", 2, {}),
    Case("duel", 2, {"pyramidRefill": "immediate"}),
)
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.spiel.removeprefix("python_tavola_"))
PLAIN: Final = CASES[::2]
"""One of each game."""
each_game = pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.name)
