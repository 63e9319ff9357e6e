"""What every bot can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

__all__ = ["Bot", "Chooser", "Reason", "Stop", "Verdict"]

Stop = Callable[[], bool]
"""Asked now and then by bots that think long: True means choose now."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The main point of a move: its name, and what it speaks of."""

    name: str
    about: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a bot thinks of a move."""

    action: Any
    expected: float
    """The chance to win, from 0 to 1; in Lost Cities the margin of the round, in points."""
    weight: float
    """How much of its thought the bot gave to the move; all weights add up to 1."""
    reason: Reason


class Chooser(Protocol):
    """One who chooses an action from what its seat may know."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """One of the legal actions; the same view, actions and random numbers give the same one.

        A bot that thinks for a given time looks as far as it comes: there only the same time gives the same one.
        """


class Bot(Chooser, Protocol):
    """One who can also say what it thinks of the moves."""

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        """All legal actions, the best first."""
