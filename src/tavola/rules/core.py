"""The small protocol that every game speaks: seats, chance, steps, outcomes and errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tavola.rules.errors import BadOption, NotLegal, NotUnderstood, TavolaError
from tavola.rules.options import Options

__all__ = [
    "CHANCE",
    "BadOption",
    "Chance",
    "Game",
    "NotLegal",
    "NotUnderstood",
    "Outcome",
    "Seat",
    "Step",
    "TavolaError",
]

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

Seat = int
"""A place at the table, counted from 0."""


class Chance(Enum):
    """The one who shuffles, deals and draws from the bag."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE


class Step(NamedTuple, Generic[S, E]):
    """What an action leads to."""

    state: S
    events: tuple[E, ...]
    reveals: bool
    """True when the one who acts was shown something hidden, or the game ended: no undo past this point."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    reasons: tuple[str, ...]
    """Why it ended, all that hold: `points`, `crowns`, `colour`; `target`, `passes`; `rounds`, `stall`."""
    places: tuple[int, ...]
    """A place for each seat, 1 the best; equal places are shared."""
    points: tuple[int, ...]
    """The points of each seat."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True)
class Game(Generic[S, A, E, V]):
    """A game as a bundle of pure functions over frozen values.

    `apply` holds no randomness and refuses what `legal_actions` does not list; `trusted` is the same without
    the check, for those who take their actions from `legal_actions`.
    """

    name: str
    version: int
    seats: tuple[int, ...]
    """The numbers of players it can be played by."""
    options: type[Options]
    view_type: type[V]
    event_types: tuple[type[E], ...]
    initial: Callable[[int, Any, Seat], S]
    """Players, options and the seat that starts: the state before any deal, CHANCE to play."""
    to_play: Callable[[S], Seat | Chance | None]
    """Who acts; None when the game is over."""
    legal_actions: Callable[[S], Sequence[A]]
    """All a seat may do now; empty at CHANCE and at the end."""
    sample: Callable[[S, Random], A]
    """A fair draw of CHANCE's action."""
    fixed: Callable[[S], A]
    """CHANCE's plainest action, everything in printed order: what perft crosses chance with."""
    apply: Callable[[S, A], Step[S, E]]
    trusted: Callable[[S, A], Step[S, E]]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], V]
    """What a seat may know; None is a spectator."""
    determinize: Callable[[V, Random], S]
    """A state that the view's seat cannot tell from the true one, uniformly."""
    to_text: Callable[[A], str]
    from_text: Callable[[str], A]
    to_position: Callable[[S], str]
    """The whole state, hidden cards included, on one line."""
    from_position: Callable[[str], S]
    redact: Callable[[A, Sequence[E], Seat | None], A]
    """A chance action as a seat knows it once it has seen these events: None for each card it never saw."""
    complete: Callable[[A, Sequence[A], S, Random], A]
    """Fill the gaps of a redacted deal so that the actions that follow it can be replayed from the state."""
    check: Callable[[S], None]
    """Raise NotUnderstood unless every piece is in exactly one place and nothing contradicts itself."""
    draw: Callable[[V], str]
    """A view as plain text, for terminals."""
    tell: Callable[[E, Sequence[str]], str]
    """An event as an English line, with the seats' names."""
    turns: Callable[[S], int]
    """How many turns have begun: actions with the same number belong to one turn."""

    def __str__(self) -> str:
        """Its name."""
        return self.name
