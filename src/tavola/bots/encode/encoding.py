"""What an encoding is: actions as numbers, a view as a row of small integers, and a table that says what each means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tavola.rules.errors import NotUnderstood
from tavola.rules.options import Options

__all__ = ["Encoding", "Field", "Kind", "Layout", "Relabelling"]

A = TypeVar("A")
V = TypeVar("V")
Observation = NDArray[np.int8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Field:
    """A run of numbers of an observation."""

    name: str
    size: int
    most: int
    """The largest number there is in play; what an observation is divided by for a net."""
    meaning: str
    start: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """A run of action ids."""

    name: str
    size: int
    meaning: str
    start: int = 0


@dataclass(frozen=True, slots=True)
class Relabelling:
    """Another way to name the colours: `observation[..., observe]` and `mask[..., act]` are the relabelled ones.

    The relabelled id of an action `a` is `back[a]`; `act[back[a]] == a`.
    """

    observe: NDArray[np.int32]
    act: NDArray[np.int32]
    back: NDArray[np.int32]


R = TypeVar("R", Field, Kind)


class Layout(Generic[R]):
    """Runs one after another, found by name."""

    def __init__(self, rows: Iterable[R]) -> None:
        """Lay the rows out from 0."""
        placed: list[R] = []
        self.size = 0
        for row in rows:
            placed.append(replace(row, start=self.size))
            self.size += row.size
        self.rows: tuple[R, ...] = tuple(placed)
        self._start: dict[str, int] = {row.name: row.start for row in self.rows}
        if len(self._start) < len(self.rows):
            raise AssertionError("two rows of a layout have the same name")

    def __getitem__(self, name: str) -> int:
        """Where the row of this name starts."""
        return self._start[name]

    def row(self, at: int) -> R:
        """The row that holds this place."""
        return next(row for row in self.rows if row.start <= at < row.start + row.size)


class Encoding(ABC, Generic[V, A]):
    """Actions and views of one game, with its players and options, as numbers.

    Everything is seen from the seat of the view: it comes first, then the others in the order of play. Integers
    rather than fractions, so that engines can be compared exactly; `scale` turns them into what nets like.
    """

    game: ClassVar[str]
    version: ClassVar[int]
    """Raised when an id or a place in the observation changes its meaning: nets trained before do not fit."""

    def __init__(self, players: int, options: Options) -> None:
        """For a table with so many players and these options."""
        self.players = players
        self.options: Any = options
        self.layout: Layout[Field] = Layout(self._fields())
        self.kinds: Layout[Kind] = Layout(self._kinds())
        self.size = self.layout.size
        self.actions = self.kinds.size
        self.scale = np.concatenate([np.full(f.size, 1 / f.most, np.float32) for f in self.layout.rows])

    @property
    def plain_actions(self) -> int:
        """The number of ids without those of free payment, which come last."""
        return self.kinds["pay"] if self.kinds.rows[-1].name == "pay" else self.actions

    @abstractmethod
    def _fields(self) -> Iterable[Field]: ...

    @abstractmethod
    def _kinds(self) -> Iterable[Kind]: ...

    @abstractmethod
    def id_of(self, view: V, action: A) -> int:
        """The number of an action that the seat on turn could take in this view."""

    def action_of(self, view: V, number: int) -> A:
        """The action of a number; NotUnderstood where it has no meaning in this view."""
        if not 0 <= number < self.actions:
            raise NotUnderstood(f"Actions have the numbers 0 to {self.actions - 1}.")
        kind = self.kinds.row(number)
        return self._action(view, kind.name, number - kind.start)

    @abstractmethod
    def _action(self, view: V, kind: str, at: int) -> A:
        """The action at a place of a kind."""

    @abstractmethod
    def observe(self, view: V) -> Observation:
        """All that the view's seat knows and can still matter, as int8 of length `size`."""

    def groups(self) -> tuple[tuple[int, int, int], ...]:
        """Runs of equal blocks in an observation (start, how many, how wide), for nets that share weights."""
        return ()

    def relabellings(self) -> tuple[Relabelling, ...]:
        """The ways to rename the colours, the plain one first."""
        plain = np.arange(self.actions, dtype=np.int32)
        return (Relabelling(np.arange(self.size, dtype=np.int32), plain, plain),)

    def mask(self, view: V, legal: Sequence[A]) -> Mask:
        """Which ids are legal."""
        allowed = np.zeros(self.actions, np.bool_)
        allowed[[self.id_of(view, action) for action in legal]] = True
        return allowed
