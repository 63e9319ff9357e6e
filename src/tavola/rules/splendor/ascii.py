"""Splendor as plain text for terminals: views drawn line by line, events told in words."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.core import Seat
from tavola.rules.jewels import GEM_NAMES, GEMS, LEVELS, Held, letters, net_price
from tavola.rules.splendor.events import (
    Bought,
    Dealt,
    Ended,
    Event,
    Passed,
    Refilled,
    ReservedCard,
    Returned,
    Took,
    Visited,
)
from tavola.rules.splendor.material import TOKENS, Card, Noble
from tavola.rules.splendor.state import Phase
from tavola.rules.splendor.view import View
from tavola.rules.words import names, ranking

__all__ = ["draw", "tell"]

ASKS = {
    Phase.TURN: "to take gems, reserve or buy",
    Phase.PAY: "to choose how to pay",
    Phase.RETURN: "to return a token",
    Phase.NOBLE: "to choose a noble",
}


def describe(card: Card) -> str:
    """`2w3: white, 2 points, costs bbbkk`."""
    points = f", {card.points} point{'s' * (card.points > 1)}" if card.points else ""
    return f"{card.code}: {GEM_NAMES[card.bonus]}{points}, costs {letters(card.cost, GEMS)}"


def _noble(noble: Noble) -> str:
    return f"{noble.code} ({letters(noble.requires, GEMS)})"


def draw(v: View) -> str:
    """A view, one fact a line, so that a screen reader can follow it."""
    lines = [f"Turn {v.turns}, to {v.options.target} points. Stacks: {letters(v.bank, TOKENS)}"]
    lines.append("Nobles: " + (", ".join(map(_noble, v.nobles)) or "-"))
    for level in reversed(LEVELS):
        lines.append(f"Level {level}, {v.deck_sizes[level - 1]} cards in the deck:")
        lines += [f"  {_offer(v, card)}" if card else "  (empty)" for card in v.rows[level - 1]]
    for seat in [*range((v.seat or 0) + 1, len(v.players)), *range((v.seat or 0) + 1)]:
        lines += _player(v, seat)
    if v.phase in ASKS:
        who = "You are" if v.turn == v.seat else f"Seat {v.turn + 1} is"
        lines.append(f"{who} {ASKS[v.phase]}.")
    return "\n".join(lines)


def _offer(v: View, card: Card) -> str:
    if v.seat is None:
        return describe(card)
    net = net_price(card.cost, v.players[v.seat].bonuses)
    return describe(card) + (f" (for you {letters(net, GEMS)})" if net != card.cost else "")


def _player(v: View, seat: Seat) -> list[str]:
    player = v.players[seat]
    whose = "You" if seat == v.seat else f"Seat {seat + 1}"
    lines = [f"{whose}: {player.points} points, {len(player.cards)} cards"]
    lines.append(f"  bonuses {letters(player.bonuses, GEMS)}, tokens {letters(player.tokens, TOKENS)}")
    if player.nobles:
        lines.append("  nobles " + ", ".join(noble.code for noble in player.nobles))
    lines += [f"  in hand {_held(v, seat, held)}" for held in player.reserved]
    return lines


def _held(v: View, seat: Seat, held: Held[Card]) -> str:
    hidden = v.options.reserved_visibility == "allHidden" and seat != v.seat
    if held.card is None or hidden:
        return f"a card of level {held.level}"
    return _offer(v, held.card) if seat == v.seat else describe(held.card)


def tell(event: Event, players: Sequence[str]) -> str:
    """An event as one English line."""
    match event:
        case Dealt(start, _, _):
            return f"The table is laid out. {players[start]} starts."
        case Took(seat, gems):
            return f"{players[seat]} takes {letters(gems, GEMS)}."
        case ReservedCard(seat=seat, card=card, slot=slot, level=level, gold=gold):
            what = card.code if card else "a card"
            where = f" from the deck of level {level}" if slot is None else ""
            return f"{players[seat]} reserves {what}{where}{' and takes a gold token' if gold else ''}."
        case Bought(seat, card, slot, paid):
            where = " from the hand" if slot is None else ""
            price = f", paying {letters(paid, TOKENS)}" if any(paid) else " for nothing"
            return f"{players[seat]} buys {card.code}{where}{price}."
        case Refilled(_, _, card):
            return f"{describe(card)} is laid out."
        case Returned(seat, token):
            return f"{players[seat]} returns {TOKENS[token]}."
        case Visited(seat, noble):
            return f"The noble {noble.code} visits {players[seat]}."
        case Passed(seat):
            return f"{players[seat]} can do nothing and passes."
        case Ended(outcome):
            return f"{names(outcome, players)} {ranking(outcome, players)}"
