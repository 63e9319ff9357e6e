"""What can be done in Lost Cities: one frozen dataclass for each kind of action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tavola.rules.core import Seat
from tavola.rules.lost_cities.material import CARDS, COLOURS, Card

__all__ = ["DISCARD", "DRAW", "PLAY", "TAKE", "Action", "Deal", "Discard", "Draw", "Play", "Take"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance shuffles: the first eight cards go to seat 0, the next eight to seat 1, the rest is the deck.

    A card is None where a seat's record may not tell it.
    """

    order: tuple[Card | None, ...]
    """In the order in which they leave the shuffled pack."""
    start: Seat | None = None
    """Who starts, where a tie is left to chance."""


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card in your own column of its colour (LC-011)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a card on the shared pile of its colour (LC-014)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck (LC-016)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Draw the top card of a colour's discard pile (LC-016)."""

    colour: int


Action = Deal | Play | Discard | Draw | Take

# Made once, so that listing legal actions makes no new objects; indexed by card and by colour.
PLAY: Final = tuple(Play(card) for card in CARDS)
DISCARD: Final = tuple(Discard(card) for card in CARDS)
TAKE: Final = tuple(Take(colour) for colour in range(len(COLOURS)))
DRAW: Final = Draw()
