"""Bots that play every move out over many imagined worlds, to measure others by: needs the extra `jax`."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any, Final

from tavola.bots import Chooser
from tavola.rules.core import Game
from tavola.rules.errors import BadOption

__all__ = ["MOST", "PREFIX", "make"]

PREFIX: Final = "rollout-"
MOST: Final = 4096
"""Worlds at most."""


def make(name: str, game: Game[Any, Any, Any, Any]) -> Chooser:
    """The bot `rollout-N`, which looks at N worlds."""
    number = name.removeprefix(PREFIX)
    if not re.fullmatch("[1-9][0-9]{0,3}", number) or int(number) > MOST:
        raise BadOption(f"There is no bot {name!r}: write {PREFIX}N for N worlds, 1 to {MOST}.")
    if find_spec("jax") is None:
        raise BadOption(f"{name} needs JAX: pip install tavola[jax].")
    from tavola.lab.rollouts.bot import Rollouts, keep_compiled

    keep_compiled()
    return Rollouts(game, int(number))
