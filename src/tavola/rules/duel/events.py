"""What happened in Splendor Duel, as data; `seen_by` keeps from a seat what it may not know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tavola.rules.core import Outcome, Seat
from tavola.rules.duel.material import Card, Royal
from tavola.rules.public import Public

__all__ = [
    "EVENTS",
    "Bought",
    "Dealt",
    "Ended",
    "Event",
    "GainedPrivilege",
    "Passed",
    "Placed",
    "Received",
    "Refilled",
    "Replenished",
    "ReservedCard",
    "Returned",
    "Stole",
    "Took",
    "TookGold",
    "TookToken",
    "UsedPrivilege",
    "WonTurn",
]


@dataclass(frozen=True, slots=True)
class Dealt(Public):
    """The table was laid out."""

    start: Seat
    board: tuple[int, ...]
    rows: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True, slots=True)
class UsedPrivilege(Public):
    """A Privilege was returned for a token."""

    seat: Seat
    cell: int
    token: int


@dataclass(frozen=True, slots=True)
class Replenished(Public):
    """The board was replenished."""

    seat: Seat
    cells: tuple[int, ...]
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GainedPrivilege(Public):
    """A seat took a Privilege, from above the board or from the other seat."""

    seat: Seat
    robbed: bool


@dataclass(frozen=True, slots=True)
class Took(Public):
    """Tokens were taken from the board."""

    seat: Seat
    cells: tuple[int, ...]
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TookGold(Public):
    """A gold token was taken, to reserve a card."""

    seat: Seat
    cell: int


@dataclass(frozen=True, slots=True)
class ReservedCard:
    """A card was reserved."""

    seat: Seat
    level: int
    slot: int | None
    """Its place in the pyramid's row; None if it came from the deck."""
    card: Card | None
    """None for a reader who may not know it."""

    def seen_by(self, seat: Seat | None) -> ReservedCard:
        """Only its owner knows a card from the deck (SD-073, SDA-36)."""
        return self if self.slot is not None or seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Bought(Public):
    """A card was bought."""

    seat: Seat
    card: Card
    slot: int | None
    """Its place in the pyramid's row; None if it was reserved."""
    paid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placed(Public):
    """A wild card was placed on a column."""

    seat: Seat
    card: Card
    colour: int


@dataclass(frozen=True, slots=True)
class TookToken(Public):
    """A token was taken from the board by a card's ability."""

    seat: Seat
    cell: int
    token: int


@dataclass(frozen=True, slots=True)
class Stole(Public):
    """A token was taken from the opponent."""

    seat: Seat
    token: int


@dataclass(frozen=True, slots=True)
class Received(Public):
    """A Royal was taken."""

    seat: Seat
    royal: Royal


@dataclass(frozen=True, slots=True)
class WonTurn(Public):
    """A seat will take another turn after this one."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned(Public):
    """A token above the limit went into the bag."""

    seat: Seat
    token: int


@dataclass(frozen=True, slots=True)
class Refilled(Public):
    """A place in the pyramid was refilled."""

    level: int
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """A player could do nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Public):
    """The game is over."""

    outcome: Outcome


Event = (
    Dealt
    | UsedPrivilege
    | Replenished
    | GainedPrivilege
    | Took
    | TookGold
    | ReservedCard
    | Bought
    | Placed
    | TookToken
    | Stole
    | Received
    | WonTurn
    | Returned
    | Refilled
    | Passed
    | Ended
)
EVENTS: tuple[type[Event], ...] = (
    Dealt,
    UsedPrivilege,
    Replenished,
    GainedPrivilege,
    Took,
    TookGold,
    ReservedCard,
    Bought,
    Placed,
    TookToken,
    Stole,
    Received,
    WonTurn,
    Returned,
    Refilled,
    Passed,
    Ended,
)
