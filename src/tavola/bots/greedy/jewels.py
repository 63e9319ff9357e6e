"""What the rules of thumb for Splendor and Splendor Duel share: how near a card is, what tokens promise."""

from __future__ import annotations

from collections.abc import Iterable

from tavola.rules.jewels import TOKEN_LIMIT, shortfall

__all__ = ["missing", "promise"]

Counts = tuple[int, ...]

FAR = 0.8
"""What is left of a card's worth for each token still missing."""
WEIGHTS = (0.7, 0.25, 0.1)
"""One cannot buy everything: the best prospect counts most, and none in full."""
TOKEN, GOLD = 0.05, 0.3
"""A little for any token, more for gold."""
SURPLUS = 0.5
"""What each token above the limit costs, since it has to go back."""


def missing(cost: Counts, bonuses: Counts, tokens: Counts) -> int:
    """How many tokens are still missing for a card, gold being of use for all."""
    return max(0, shortfall(cost, bonuses, tokens) - tokens[-1])


def promise(cards: Iterable[tuple[Counts, float]], bonuses: Counts, tokens: Counts) -> float:
    """What these tokens promise where cards of such cost and worth are to be had."""
    near = sorted((worth * FAR ** missing(cost, bonuses, tokens) for cost, worth in cards), reverse=True)
    held = sum(tokens)
    return (
        sum(worth * weight for worth, weight in zip(near, WEIGHTS, strict=False))
        + TOKEN * held
        + GOLD * tokens[-1]
        - SURPLUS * max(0, held - TOKEN_LIMIT)
    )
