"""The state of a game of Splendor, hidden cards included."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from tavola.rules.core import Seat
from tavola.rules.jewels import Reserved
from tavola.rules.options import Options, choice, number
from tavola.rules.splendor.material import Card, Noble

__all__ = ["Phase", "Player", "SplendorOptions", "State"]


@dataclass(frozen=True, slots=True)
class SplendorOptions(Options):
    """Table options; `first_player` is the table's business, not the rules'."""

    take_fewer: Literal["onlyWhenShort", "upTo3"] = choice("takeFewer", "onlyWhenShort", "upTo3")
    reserved_visibility: Literal["byOrigin", "allHidden", "allOpen"] = choice(
        "reservedVisibility", "byOrigin", "allHidden", "allOpen"
    )
    first_player: Literal["random", "chosen"] = choice("firstPlayer", "random", "chosen")
    target: int = number("target", 15, 5, 30)


class Phase(Enum):
    """What is to be done next; a turn visits its phases in this order."""

    DEAL = "deal"
    TURN = "turn"
    PAY = "pay"
    RETURN = "return"
    NOBLE = "noble"
    OVER = "over"


class Player(NamedTuple):
    """What lies before a player and in the hand."""

    tokens: tuple[int, ...]
    """Gems in the order of GEMS, then gold."""
    cards: tuple[Card, ...]
    """Bought cards in the order of buying."""
    reserved: tuple[Reserved[Card], ...]
    nobles: tuple[Noble, ...]
    bonuses: tuple[int, ...]
    """The sum over `cards`, kept for speed."""
    points: int
    """The sum over `cards` and `nobles`, kept for speed."""


class State(NamedTuple):
    """Everything there is to know."""

    options: SplendorOptions
    phase: Phase
    turn: Seat
    turns: int
    """Turns begun."""
    players: tuple[Player, ...]
    bank: tuple[int, ...]
    rows: tuple[tuple[Card | None, ...], ...]
    """The face-up cards of level 1, 2 and 3; None is an empty place."""
    decks: tuple[tuple[Card, ...], ...]
    """Next card first."""
    nobles: tuple[Noble, ...]
    """Those still on the table."""
    buying: Card | None
    """The card being paid for, in the phase PAY."""
    passes: int
    """Forced passes in a row."""
    start: Seat
