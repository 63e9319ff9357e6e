"""What happened in Lost Cities, as data; `seen_by` keeps from a seat what it may not know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tavola.rules.core import Outcome, Seat
from tavola.rules.lost_cities.material import Card
from tavola.rules.public import Public

__all__ = ["EVENTS", "Dealt", "Discarded", "Drew", "Ended", "Event", "Played", "RoundScored", "Took"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt."""

    round: int
    start: Seat
    hands: tuple[tuple[Card, ...] | None, ...]
    """None for a hand the reader may not see."""

    def seen_by(self, seat: Seat | None) -> Dealt:
        """Each seat sees its own hand."""
        return replace(self, hands=tuple(hand if owner == seat else None for owner, hand in enumerate(self.hands)))


@dataclass(frozen=True, slots=True)
class Played(Public):
    """A card was laid in its player's column."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Discarded(Public):
    """A card was laid on its discard pile."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Drew:
    """A card was drawn from the deck."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> Drew:
        """Only who drew it knows the card."""
        return self if seat == self.seat else Drew(self.seat, None)


@dataclass(frozen=True, slots=True)
class Took(Public):
    """The top card of a discard pile was taken."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class RoundScored(Public):
    """A round is over."""

    round: int
    columns: tuple[tuple[int, ...], ...]
    """The points of each column of each seat."""
    stalled: bool
    """The stall limit ended it."""


@dataclass(frozen=True, slots=True)
class Ended(Public):
    """The match is over."""

    outcome: Outcome


Event = Dealt | Played | Discarded | Drew | Took | RoundScored | Ended
EVENTS: tuple[type[Event], ...] = (Dealt, Played, Discarded, Drew, Took, RoundScored, Ended)
