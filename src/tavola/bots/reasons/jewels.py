"""What Splendor and Splendor Duel share: which card is near, and which tokens bring nearer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tavola.bots.bot import Reason
from tavola.bots.greedy.jewels import missing

__all__ = ["aim", "held", "keep", "missing", "returned", "worth"]

Counts = tuple[int, ...]
FAR = 5
"""A card that lacks more tokens is nothing to save for yet."""


def worth(card: Any) -> int:
    """A rough measure to choose among cards: points, crowns, and the bonus."""
    return int(card.points + getattr(card, "crowns", 0) + 1)


def held(player: Any) -> list[Any]:
    """The reserved cards of a player that one knows."""
    return [one.card for one in player.reserved if one.card is not None]


def aim(cards: Iterable[Any], bonuses: Counts, before: Counts, after: Counts) -> Reason:
    """What more tokens are for: the best card they pay for, else the best one they bring nearer."""
    nearer = []
    for card in cards:
        left = missing(card.cost, bonuses, after)
        if left <= FAR and left < missing(card.cost, bonuses, before):
            nearer.append((not left, worth(card) / (1 + left), -card.index, card, left))
    if not nearer:
        return Reason("tokens")
    ready, _, _, card, left = max(nearer, key=lambda one: one[:3])
    return Reason("ready", (("card", card),)) if ready else Reason("saves", (("card", card), ("n", left)))


def keep(card: Any, bonuses: Counts, tokens: Counts, gold: bool) -> Reason:
    """Why one reserves a card that nobody else is about to buy."""
    left = missing(card.cost, bonuses, (*tokens[:-1], tokens[-1] + gold))
    if gold and left > FAR:
        return Reason("gold")
    return Reason("keep", (("card", card), ("n", left)))


def returned(cards: Iterable[Any], bonuses: Counts, tokens: Counts, token: int, letter: str) -> Reason:
    """Whether the card that is nearest moves away with the token, which has this letter."""
    after = (*tokens[:token], tokens[token] - 1, *tokens[token + 1 :])
    best = max(cards, key=lambda card: worth(card) / (1 + missing(card.cost, bonuses, tokens)), default=None)
    if best is not None and missing(best.cost, bonuses, after) > missing(best.cost, bonuses, tokens):
        return Reason("farther", (("card", best),))
    return Reason("spare", (("token", letter),))
