"""The bot that picks any legal action."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tavola.bots.bot import Stop
from tavola.bots.plain import Plain
from tavola.rules.chance import pick

__all__ = ["Uniform"]


class Uniform(Plain):
    """Every legal action is equally likely."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """One of the legal actions."""
        return pick(rng, legal)
