"""The common case of an event: everybody may know all of it."""

from __future__ import annotations

from typing import Self

from tavola.rules.core import Seat

__all__ = ["Public"]


class Public:
    """An event that holds nothing secret."""

    __slots__ = ()

    def seen_by(self, seat: Seat | None) -> Self:
        """The event as a seat, or a spectator (None), may know it."""
        return self
