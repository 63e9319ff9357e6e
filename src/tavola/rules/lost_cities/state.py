"""The state of a match of Lost Cities, hidden cards included."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from tavola.rules.core import Seat
from tavola.rules.lost_cities.material import Card
from tavola.rules.options import Options, choice, number

__all__ = ["Cards", "LostCitiesOptions", "Phase", "State"]

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LostCitiesOptions(Options):
    """Table options; `first_player` and `browse_discards` are the table's business, not the rules'."""

    colours: int = choice("colours", 5, 6)
    rounds: int = choice("rounds", 3, 1)
    first_player: Literal["random", "chosen"] = choice("firstPlayer", "random", "chosen")
    round_starter: Literal["totalLeader", "lastRoundWinner", "alternate"] = choice(
        "roundStarter", "totalLeader", "lastRoundWinner", "alternate"
    )
    tie_starter: Literal["nonStarter", "afterLastMover", "random"] = choice(
        "tieStarter", "nonStarter", "afterLastMover", "random"
    )
    browse_discards: Literal["off", "on"] = choice("browseDiscards", "off", "on")
    stall_limit: int | None = number("stallLimit", None, 20, 400, off=True)


class Phase(Enum):
    """What is to be done next."""

    DEAL = "deal"
    LAY = "lay"
    DRAW = "draw"
    OVER = "over"


class State(NamedTuple):
    """Everything there is to know. A finished round stays on the table until the next deal."""

    options: LostCitiesOptions
    phase: Phase
    turn: Seat
    """Whose turn it is; after a round, who made its last move."""
    turns: int
    """Turns begun since the match began."""
    hands: tuple[Cards, Cards]
    """Sorted by card."""
    known: tuple[Cards, Cards]
    """The part of each hand that was taken face up from a discard pile, so that all may know it."""
    expeditions: tuple[tuple[Cards, ...], tuple[Cards, ...]]
    """For each seat a column for each colour."""
    discards: tuple[Cards, ...]
    """A pile for each colour, top card last."""
    deck: Cards
    """Next card first."""
    barred: int | None
    """The colour just discarded to: its pile cannot be drawn from in this turn (LC-017)."""
    quiet: int
    """Turns in a row without a draw from the deck."""
    start: Seat
    """Who started, or will start, the round."""
    scores: tuple[tuple[int, int], ...]
    """The points of each finished round."""
    stalled: bool
    """The last finished round was ended by the stall limit."""
