"""What every bot can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

__all__ = ["Bot", "Stop"]

Stop = Callable[[], bool]
"""Asked now and then by bots that think long: True means choose now."""


class Bot(Protocol):
    """One who chooses an action from what its seat may know."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """One of the legal actions; the same view, actions and random numbers give the same one."""
