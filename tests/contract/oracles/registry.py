"""The oracle of each game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.contract.oracles import duel, lost_cities, splendor
from tests.contract.oracles.oracle import Memory, Pool

MEMORIES: dict[str, type[Memory]] = {
    "lost-cities": lost_cities.Memory,
    "splendor": splendor.Memory,
    "duel": duel.Memory,
}
DEALT: dict[str, Callable[[Any], list[Pool]]] = {
    "lost-cities": lost_cities.dealt,
    "splendor": splendor.dealt,
    "duel": duel.dealt,
}
