"""What an analysis finds: every decision with the best moves, the loss, and the biggest mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Final

from tavola.bots.bot import Reason
from tavola.rules.core import Seat
from tavola.rules.record import Record

__all__ = ["MISTAKES", "Analysis", "Choice", "Decision"]

MISTAKES: Final = 3
"""So many are told of each seat."""
SMALL: Final = {"chance": 0.02, "points": 1.0}
"""A loss below this is no mistake: the judge itself is not that sure."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was possible."""

    action: Any
    text: str
    """As the record writes it."""
    expected: float
    """The chance to win, from 0 to 1; in Lost Cities the margin of the round, in points."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice among several moves, as the seat saw it."""

    number: int
    """The plies before it, the deal included: `tavola record at NUMBER` draws the position."""
    turn: int
    round: int
    """Counted from 1; games without rounds have one."""
    seat: Seat
    view: Any
    """What the seat knew."""
    choices: int
    """How many moves were possible."""
    played: Choice
    best: tuple[Choice, ...]
    """The best moves, at most three, the best first."""
    allowed: tuple[Reason, ...]
    """What the move played leaves to the others and the best one does not, the worst first."""

    @property
    def loss(self) -> float:
        """What the move played gave away, never below 0."""
        return max(0.0, self.best[0].expected - self.played.expected)


@dataclass(frozen=True)
class Analysis:
    """A judged game."""

    record: Record
    judge: str
    """Who judged: `net`, or `search` and the seconds for each decision."""
    unit: str
    """What is expected: `chance` or `points`."""
    decisions: tuple[Decision, ...]
    hidden: tuple[int, ...]
    """For each seat the decisions that the record does not show enough of."""

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with decisions, in their order."""
        return tuple(sorted({one.seat for one in self.decisions}))

    def of(self, seat: Seat) -> tuple[Decision, ...]:
        """The decisions of a seat."""
        return tuple(one for one in self.decisions if one.seat == seat)

    def course(self, seat: Seat) -> tuple[Decision, ...]:
        """The first decision of each of its turns: how the game went for a seat."""
        return tuple(next(turn) for _, turn in groupby(self.of(seat), key=lambda one: one.turn))

    def mistakes(self, seat: Seat) -> tuple[Decision, ...]:
        """The moves that lost most, at most three, the worst first."""
        found = [one for one in self.of(seat) if one.loss >= SMALL[self.unit]]
        return tuple(sorted(found, key=lambda one: (-one.loss, one.number))[:MISTAKES])

    def mean_loss(self, seat: Seat) -> float:
        """What a seat gave away in a decision on average."""
        own = self.of(seat)
        return sum(one.loss for one in own) / len(own) if own else 0.0
