"""What goes into the database and comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tavola.rules.core import Seat
from tavola.table.live import Line
from tavola.table.look import Status
from tavola.table.seats import Chair

__all__ = ["Facts", "Loaded", "Progress", "Summary"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What never changes about a table."""

    code: str
    game: str
    rules: int
    """The version of the game's rules."""
    options: Mapping[str, str]
    """Those that differ from the defaults, as people write them."""
    players: int
    listed: bool = True
    opener: str | None = None
    chosen: Seat | None = None
    """Who starts, where the players choose."""
    previous: str | None = None
    """The code of the table that this one is a rematch of."""
    record: str | None = None
    """The text of a record that was brought in; such a table has no lines."""


class Progress(NamedTuple):
    """Where a table is, for the lobby and the start of the server."""

    status: Status
    turn: Seat | None
    result: str | None


class Loaded(NamedTuple):
    """All that is stored of a table."""

    id: int
    facts: Facts
    chairs: list[Chair]
    lines: list[Line]
    draft: tuple[int, int, list[str]] | None
    """The line that it goes on from, the count of its changes, and its steps."""


class Summary(NamedTuple):
    """A table as lists show it."""

    facts: Facts
    progress: Progress
    chairs: list[Chair]
    changed_at: int
