"""What can be done in Splendor Duel: one frozen dataclass for each kind of action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tavola.rules.duel.material import CARDS, CELLS, ROYALS, Card, Royal
from tavola.rules.jewels import LEVELS

__all__ = [
    "BUY",
    "CHOOSE",
    "GOLD_AT",
    "PASS",
    "PLACE",
    "REPLENISH",
    "RESERVE",
    "RESERVE_DECK",
    "RETURN",
    "STEAL_IT",
    "TOKEN_AT",
    "USE",
    "Action",
    "Bag",
    "Buy",
    "Choose",
    "Deal",
    "Pass",
    "Pay",
    "Place",
    "Replenish",
    "Reserve",
    "ReserveDeck",
    "Return",
    "Steal",
    "Take",
    "TakeGold",
    "TakeToken",
    "UsePrivilege",
]


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance fills the board along the spiral and shuffles the three decks; the pyramid is laid out from them.

    A card is None where a seat's record may not tell it.
    """

    board: tuple[int, ...]
    """In the order of the spiral."""
    decks: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Bag:
    """Chance draws all the tokens from the bag in this order (SD-041)."""

    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UsePrivilege:
    """Return a Privilege and take the token of this cell (SD-030)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Replenish:
    """Replenish the board from the bag (SD-041)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the tokens of one, two or three cells in a line (SD-060)."""

    cells: tuple[int, ...]
    """In rising order."""


@dataclass(frozen=True, slots=True)
class TakeGold:
    """Take the gold token of this cell, to reserve a card (SD-071)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve a card of the pyramid (SD-072)."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReserveDeck:
    """Reserve the top card of a deck (SD-072)."""

    level: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a card of the pyramid or a reserved one (SD-080)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay with exactly these tokens, where there is more than one way (SDA-29)."""

    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Place the wild card on the column of this colour (SD-102)."""

    colour: int


@dataclass(frozen=True, slots=True)
class TakeToken:
    """Take the token of this cell by the card's ability (SD-105)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a token of this kind from the opponent (SD-107)."""

    token: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Take this Royal (SD-110)."""

    royal: Royal


@dataclass(frozen=True, slots=True)
class Return:
    """Put one token above the limit of ten into the bag (SD-120)."""

    token: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, because nothing at all is possible: a safety net that play never reaches (SDA-11)."""


Action = (
    Deal
    | Bag
    | UsePrivilege
    | Replenish
    | Take
    | TakeGold
    | Reserve
    | ReserveDeck
    | Buy
    | Pay
    | Place
    | TakeToken
    | Steal
    | Choose
    | Return
    | Pass
)

# Made once, so that listing legal actions makes no new objects; indexed by cell, card, level - 1, colour, token, Royal.
USE: Final = tuple(UsePrivilege(cell) for cell in range(CELLS))
GOLD_AT: Final = tuple(TakeGold(cell) for cell in range(CELLS))
TOKEN_AT: Final = tuple(TakeToken(cell) for cell in range(CELLS))
BUY: Final = tuple(Buy(card) for card in CARDS)
RESERVE: Final = tuple(Reserve(card) for card in CARDS)
RESERVE_DECK: Final = tuple(ReserveDeck(level) for level in LEVELS)
PLACE: Final = tuple(Place(colour) for colour in range(5))
STEAL_IT: Final = tuple(Steal(token) for token in range(6))
CHOOSE: Final = tuple(Choose(royal) for royal in ROYALS)
RETURN: Final = tuple(Return(token) for token in range(7))
REPLENISH: Final = Replenish()
PASS: Final = Pass()
