"""A net as a bot: the action it likes best, without any search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.bot import Stop
from tavola.bots.encode import Encoding, encoding_of
from tavola.bots.nets.weights import load_net, read_net
from tavola.bots.plain import Plain
from tavola.rules.lost_cities.actions import Take

__all__ = ["NetBot", "considered", "considered_of", "plain", "simple"]

PATIENCE: Final = 6
"""After so many turns without a card from the deck a bot takes none from the piles: a round has to end."""


def plain(legal: Sequence[Any]) -> Any | None:
    """The action to take without thought: the only one, or the payment with the fewest gold, which is listed first."""
    return legal[0] if len(legal) == 1 or hasattr(legal[0], "tokens") else None


def considered(view: Any, legal: Sequence[Any]) -> Sequence[Any]:
    """The actions that a bot may choose: all of them, unless a round of Lost Cities goes on and on."""
    if getattr(view, "quiet", 0) < PATIENCE:
        return legal
    return [action for action in legal if not isinstance(action, Take)] or legal


def considered_of(mask: Any, quiet: Any, drawing: int) -> Any:
    """The same over arrays: of the legal actions [games, actions], with so many such turns [games] behind them."""
    return mask & ~((np.arange(mask.shape[-1]) > drawing) & (quiet >= PATIENCE)[:, None])


def simple(view: Any) -> Any:
    """The view as the nets were taught: a round of Lost Cities on its own, without a limit on stalling."""
    if not hasattr(view, "expeditions"):
        return view
    return replace(view, options=replace(view.options, rounds=1, stall_limit=None), scores=())


class NetBot(Plain):
    """Plays what the net rates highest."""

    def __init__(self, *, watches: int | None = None, file: Path | None = None) -> None:
        """It sees what everybody has, or only those who play next, so many of them; the net is that of the package, or
        in the file."""
        self.watches = watches
        self.file = file

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """See Bot."""
        legal = considered(view, legal)
        action = plain(legal)
        if action is not None:
            return action
        return legal[int(np.argmax(self.logits(view, legal)))]

    def logits(self, view: Any, legal: Sequence[Any]) -> NDArray[np.float32]:
        """What the net says of each legal action."""
        view = simple(view)
        encoding = encoding_of(view)
        seen = encoding.observe(view)
        if self.watches is not None:
            seen = np.where(_unwatched(encoding, self.watches), 0, seen).astype(np.int8)
        net = load_net(encoding) if self.file is None else read_net(self.file, encoding)
        logits, _ = net.judge(seen[None])
        rated: NDArray[np.float32] = logits[0, [encoding.id_of(view, action) for action in legal]]
        return rated


@lru_cache(maxsize=8)
def _unwatched(encoding: Encoding[Any, Any], watches: int) -> NDArray[np.bool_]:
    """Which numbers of an observation tell of what the others have, but for the next so many.

    How near they are to winning Duel all see, and how near one or two others are to a card of Splendor: without that
    the nets play worse than a rule of thumb.
    """
    told = np.zeros(encoding.size, np.bool_)
    for row in encoding.layout.rows:
        words = row.name.split()
        if encoding.players == 4 and words[-1] == "lack":
            told[row.start + 1 + watches : row.start + row.size] = True
        if encoding.game == "duel" and words[-1] in ("points", "crowns"):
            continue
        if words[0] == "player":
            other = int(words[1])
        elif "theirs" in words or "known" in words:
            other = 1
        else:
            continue
        if other > watches:
            told[row.start : row.start + row.size] = True
    return told
