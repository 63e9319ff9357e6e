"""A net as a bot: the action it likes best, without any search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavola.bots.bot import Stop
from tavola.bots.encode import encoding_of
from tavola.bots.nets.weights import load_net
from tavola.bots.plain import Plain

__all__ = ["NetBot", "plain"]


def plain(legal: Sequence[Any]) -> Any | None:
    """The action to take without thought: the only one, or the payment with the fewest gold, which is listed first."""
    return legal[0] if len(legal) == 1 or hasattr(legal[0], "tokens") else None


class NetBot(Plain):
    """Plays what the net rates highest."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """See Bot."""
        action = plain(legal)
        if action is not None:
            return action
        return legal[int(np.argmax(self.logits(view, legal)))]

    def logits(self, view: Any, legal: Sequence[Any]) -> NDArray[np.float32]:
        """What the net says of each legal action."""
        encoding = encoding_of(view)
        logits, _ = load_net(encoding).judge(encoding.observe(view)[None])
        rated: NDArray[np.float32] = logits[0, [encoding.id_of(view, action) for action in legal]]
        return rated
