"""Positions of the batched engines from those of `tavola.rules`, and back."""

from __future__ import annotations

from typing import Any, Final, Protocol

from tavola.lab.batch.convert import duel, lost_cities, splendor

__all__ = ["CONVERTERS", "Converter"]


class Converter(Protocol):
    """What a game's module here can do; tables and chances are trees of NumPy scalars, one game each."""

    def from_state(self, engine: Any, state: Any) -> Any:
        """The table of a state after the deal; the order of the decks is left behind."""

    def to_state(self, engine: Any, table: Any) -> Any:
        """A state with this table; its decks are in printed order, as no order is decided yet."""

    def deal_of(self, engine: Any, state: Any) -> Any:
        """The deal that led to this first state."""

    def chance_of(self, engine: Any, before: Any, action: Any, chance: Any, after: Any) -> Any:
        """What chance gave when this action led from one state to the other, and its own action if it had one."""


CONVERTERS: Final[dict[str, Converter]] = {"duel": duel, "splendor": splendor, "lost-cities": lost_cities}
