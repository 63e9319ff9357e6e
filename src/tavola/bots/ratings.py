"""How strong the levels are, measured: `docs/bots.md` has the matches, with errors.

The scale is Elo's: 400 points more win ten games in eleven. The apprentice has 1000 in every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["RATINGS"]

RATINGS: Final[Mapping[str, Mapping[str, int]]] = {
    "splendor": {"novice": 660, "apprentice": 1000, "journeyman": 1450, "master": 1600, "champion": 1870},
    "duel": {"novice": 590, "apprentice": 1000, "journeyman": 1260, "master": 1390, "champion": 1590},
    "lost-cities": {"novice": 770, "apprentice": 1000, "journeyman": 1270, "master": 1590, "champion": 1770},
}
"""For two players, five colours and matches of three rounds."""
