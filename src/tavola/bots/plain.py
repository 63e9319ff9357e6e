"""What bots share that do not look ahead themselves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tavola.bots.bot import Verdict

__all__ = ["Plain"]


class Plain:
    """Asked for its judgement, it looks one move ahead with the game's net."""

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        """See Bot."""
        from tavola.bots.search.look import look  # nets are loaded only when somebody asks

        return look(view, legal, rng)
