"""What can be done in Splendor: one frozen dataclass for each kind of action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tavola.rules.jewels import LEVELS
from tavola.rules.splendor.material import CARDS, NOBLES, Card, Noble

__all__ = [
    "BUY",
    "PASS",
    "RESERVE",
    "RESERVE_DECK",
    "RETURN",
    "VISIT",
    "Action",
    "Buy",
    "Deal",
    "Pass",
    "Pay",
    "Reserve",
    "ReserveDeck",
    "Return",
    "Take",
    "Visit",
]


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance reveals nobles and shuffles the three decks; the first four cards of each are laid out.

    A card is None where a seat's record may not tell it.
    """

    nobles: tuple[Noble, ...]
    decks: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Take:
    """Take gems: a count for each colour (SP-011, SP-012)."""

    gems: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve a face-up card (SP-013)."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReserveDeck:
    """Reserve the top card of a deck unseen by others (SP-013)."""

    level: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a face-up card or one from your hand (SP-017)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay with exactly these tokens, where there is more than one way (SPA-09)."""

    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """Return one token above the limit of ten (SP-030)."""

    token: int


@dataclass(frozen=True, slots=True)
class Visit:
    """Choose which noble visits (SP-032)."""

    noble: Noble


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, because nothing else is possible (SPA-16)."""


Action = Deal | Take | Reserve | ReserveDeck | Buy | Pay | Return | Visit | Pass

# Made once, so that listing legal actions makes no new objects; indexed by card, level - 1, token and noble.
BUY: Final = tuple(Buy(card) for card in CARDS)
RESERVE: Final = tuple(Reserve(card) for card in CARDS)
RESERVE_DECK: Final = tuple(ReserveDeck(level) for level in LEVELS)
RETURN: Final = tuple(Return(token) for token in range(6))
VISIT: Final = tuple(Visit(noble) for noble in NOBLES)
PASS: Final = Pass()
