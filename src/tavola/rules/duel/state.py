"""The state of a game of Splendor Duel, hidden cards included."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from tavola.rules.core import Seat
from tavola.rules.duel.material import Card, Royal
from tavola.rules.jewels import Reserved
from tavola.rules.options import Options, choice

__all__ = ["DuelOptions", "Phase", "Player", "State"]


@dataclass(frozen=True, slots=True)
class DuelOptions(Options):
    """Table options; all but the first are the table's business, not the rules'."""

    pyramid_refill: Literal["endOfTurn", "immediate"] = choice("pyramidRefill", "endOfTurn", "immediate")
    reserved_visibility: Literal["hidden", "faceUpKnown"] = choice("reservedVisibility", "hidden", "faceUpKnown")
    first_player: Literal["random", "loser", "alternate"] = choice("firstPlayer", "random", "loser", "alternate")


class Phase(Enum):
    """What is to be done next. A turn visits its phases in this order, but that replenishing leads back to TURN
    and a Royal's STEAL follows ROYAL."""

    DEAL = "deal"
    TURN = "turn"
    REPLENISH = "replenish"
    RESERVE = "reserve"
    PAY = "pay"
    PLACE = "place"
    TOKEN = "token"
    STEAL = "steal"
    ROYAL = "royal"
    RETURN = "return"
    OVER = "over"


class Player(NamedTuple):
    """What lies before a player and in the hand."""

    tokens: tuple[int, ...]
    """The five gems, pearls, gold."""
    columns: tuple[tuple[Card, ...], ...]
    """Bought cards by colour, wild cards where they were placed; the sixth column has no colour."""
    reserved: tuple[Reserved[Card], ...]
    royals: tuple[Royal, ...]
    privileges: int
    bonuses: tuple[int, ...]
    """The sum over the coloured columns, kept for speed; a wild card counts one."""
    colour_points: tuple[int, ...]
    """The points of each coloured column, kept for speed."""
    points: int
    """The points of all cards and Royals, kept for speed."""
    crowns: int
    """The crowns of all cards, kept for speed."""


class State(NamedTuple):
    """Everything there is to know."""

    options: DuelOptions
    phase: Phase
    turn: Seat
    turns: int
    """Turns begun, extra turns included."""
    players: tuple[Player, ...]
    board: tuple[int, ...]
    """The token on each cell, row by row, or EMPTY."""
    bag: tuple[int, ...]
    privileges: int
    """Those above the board."""
    rows: tuple[tuple[Card | None, ...], ...]
    """The pyramid: five cards of level 1, four of level 2, three of level 3; None is an empty place."""
    decks: tuple[tuple[Card, ...], ...]
    """Next card first."""
    royals: tuple[Royal, ...]
    """Those still on the table."""
    card: Card | None
    """The card being bought, in the phases PAY, PLACE and TOKEN."""
    replenished: bool
    """The board was replenished in this turn."""
    extra: bool
    """The player on turn has won another turn."""
    start: Seat
