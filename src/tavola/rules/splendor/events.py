"""What happened in Splendor, as data; `seen_by` keeps from a seat what it may not know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tavola.rules.core import Outcome, Seat
from tavola.rules.public import Public
from tavola.rules.splendor.material import Card, Noble

__all__ = [
    "EVENTS",
    "Bought",
    "Dealt",
    "Ended",
    "Event",
    "Passed",
    "Refilled",
    "ReservedCard",
    "Returned",
    "Took",
    "Visited",
]


@dataclass(frozen=True, slots=True)
class Dealt(Public):
    """The table was laid out."""

    start: Seat
    nobles: tuple[Noble, ...]
    rows: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Took(Public):
    """Gems were taken from the stacks."""

    seat: Seat
    gems: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReservedCard:
    """A card was reserved, with a gold token where there was one."""

    seat: Seat
    level: int
    slot: int | None
    """Its place in the row; None if it came from the deck."""
    card: Card | None
    """None for a reader who may not know it."""
    gold: bool
    open: bool
    """Whether everybody may know the card."""

    def seen_by(self, seat: Seat | None) -> ReservedCard:
        """Only its owner knows a card from the deck."""
        return self if self.open or seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Bought(Public):
    """A card was bought."""

    seat: Seat
    card: Card
    slot: int | None
    """Its place in the row; None if it came from the hand."""
    paid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refilled(Public):
    """A place in a row was refilled."""

    level: int
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class Returned(Public):
    """A token above the limit was returned."""

    seat: Seat
    token: int


@dataclass(frozen=True, slots=True)
class Visited(Public):
    """A noble visited."""

    seat: Seat
    noble: Noble


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """A player could do nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Public):
    """The game is over."""

    outcome: Outcome


Event = Dealt | Took | ReservedCard | Bought | Refilled | Returned | Visited | Passed | Ended
EVENTS: tuple[type[Event], ...] = (
    Dealt,
    Took,
    ReservedCard,
    Bought,
    Refilled,
    Returned,
    Visited,
    Passed,
    Ended,
)
