"""What the rule bots for Splendor and Splendor Duel share: how many turns a card is away, what is worth hoping for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tavola.rules.jewels import TOKEN_LIMIT

__all__ = ["after_paying", "hope", "turns_away"]

Counts = tuple[int, ...]


START: Final = 0.5
"""What the lack of any token costs, were it but one."""
EACH: Final = 2.0
"""How many tokens a turn brings of those that are wanted."""
SCARCE: Final = 2.0
"""How many turns it takes to come by a token of which there are none to take: by gold, a bonus or what others pay."""


def turns_away(cost: Counts, bonuses: Counts, tokens: Counts, supply: Counts, alike: int = 1) -> float:
    """About how many turns of taking tokens until the card can be bought.

    The supply is what the player has and what can be taken; `alike`, how many of one kind a turn may bring.
    """
    total = most = scarce = price = 0
    for kind, printed in enumerate(cost):
        due = printed - bonuses[kind] if kind < 5 else printed
        if due <= 0:
            continue
        price += due
        lack = due - tokens[kind]
        if lack > 0:
            total += lack
            most = max(most, lack)
            scarce += max(0, due - supply[kind])
    gold = tokens[-1]
    if total <= gold:
        return 0.0
    beyond = max(0, price - TOKEN_LIMIT) + max(0, scarce - gold)
    return START + (max(0, most - gold) / alike + (total - gold) / EACH) / 2 + SCARCE * beyond


def hope(prospects: Iterable[float], weights: tuple[float, ...]) -> float:
    """One cannot buy everything: the best prospect counts most."""
    return sum(worth * weight for worth, weight in zip(sorted(prospects, reverse=True), weights, strict=False))


def after_paying(cost: Counts, bonuses: Counts, tokens: Counts) -> Counts:
    """The tokens left after paying with as little gold as possible."""
    left, gold = list(tokens), tokens[-1]
    for kind, price in enumerate(cost):
        due = price - (bonuses[kind] if kind < 5 else 0)
        if due > 0:
            paid = min(due, left[kind])
            left[kind] -= paid
            gold -= due - paid
    left[-1] = gold
    return tuple(left)
