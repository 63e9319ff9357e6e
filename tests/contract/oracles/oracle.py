"""What an oracle of a game can say: where things are hidden, and what one seat knows from what it was shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tavola.rules import Seat

Pool = Mapping[str, tuple[str, ...]]
"""Pieces that could change places without anybody noticing: the places, each with the codes of what is there."""


class Memory(Protocol):
    """One seat's memory, folded from the events that it saw, as the table of who sees what allows it."""

    def __init__(self, seat: Seat | None, initial: Any) -> None:
        """A seat, or a spectator, sits down before the deal."""

    def see(self, event: Any) -> None:
        """Something happened. Fails if the event tells what the seat may not know, or cannot be."""

    def agree(self, world: Any) -> None:
        """Fails if anything that was seen is not where it was seen."""

    def pools(self, world: Any) -> list[Pool]:
        """All that this seat cannot know in the world, by pools of pieces that it cannot tell apart."""

    def secrets(self, world: Any) -> set[str]:
        """The codes that must not reach this seat now."""
