"""Splendor Duel as plain text for terminals: views drawn line by line, events told in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tavola.rules.core import Seat
from tavola.rules.duel.events import (
    Bought,
    Dealt,
    Ended,
    Event,
    GainedPrivilege,
    Passed,
    Placed,
    Received,
    Refilled,
    Replenished,
    ReservedCard,
    Returned,
    Stole,
    Took,
    TookGold,
    TookToken,
    UsedPrivilege,
    WonTurn,
)
from tavola.rules.duel.material import EMPTY, TOKEN_NAMES, TOKENS, Card, Royal, cell_text
from tavola.rules.duel.state import Phase
from tavola.rules.duel.view import View
from tavola.rules.jewels import GEM_NAMES, GEMS, LEVELS, Held, letters, net_price
from tavola.rules.words import names, ranking

__all__ = ["draw", "tell"]

ASKS: Final = {
    Phase.TURN: "to take tokens, take gold and reserve, or buy",
    Phase.RESERVE: "to reserve a card",
    Phase.PAY: "to choose how to pay",
    Phase.PLACE: "to place the wild card",
    Phase.TOKEN: "to take a token of the card's colour",
    Phase.STEAL: "to take a token from the opponent",
    Phase.ROYAL: "to take a Royal",
    Phase.RETURN: "to return a token",
}
ABILITIES: Final = {
    "extra_turn": "another turn",
    "token": "a token of its colour",
    "privilege": "a Privilege",
    "steal": "a token from the opponent",
}


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def describe(card: Card) -> str:
    """`2w3: white, 2 points, gives a Privilege, costs wwwwkkp`."""
    colour = "wild" if card.wild else GEM_NAMES[card.colour] if card.bonuses else "no colour"
    facts = [f"two {colour}" if card.bonuses == 2 else colour]
    facts += [_count(card.points, "point")] if card.points else []
    facts += [_count(card.crowns, "crown")] if card.crowns else []
    facts += [f"gives {ABILITIES[ability]}" for ability in card.abilities]
    return f"{card.code}: {', '.join(facts)}, costs {letters(card.cost, TOKENS[:6])}"


def _royal(royal: Royal) -> str:
    return f"{royal.code} ({', '.join([_count(royal.points, 'point'), *(ABILITIES[a] for a in royal.abilities)])})"


def draw(v: View) -> str:
    """A view, one fact a line, so that a screen reader can follow it."""
    lines = [f"Turn {v.turns}."]
    for level in reversed(LEVELS):
        lines.append(f"Level {level}, {v.deck_sizes[level - 1]} cards in the deck:")
        lines += [f"  {_offer(v, card)}" if card else "  (empty)" for card in v.rows[level - 1]]
    lines.append("Royals: " + (", ".join(map(_royal, v.royals)) or "-"))
    lines.append(f"Privileges above the board: {v.privileges}. Bag: {letters(v.bag, TOKENS)}")
    lines.append("Board, columns 1 to 5:")
    for row in range(5):
        cells = v.board[5 * row : 5 * row + 5]
        lines.append(f"  row {row + 1}: " + " ".join("." if token == EMPTY else TOKENS[token] for token in cells))
    for seat in (0, 1) if v.seat == 1 else (1, 0):
        lines += _player(v, seat)
    if v.phase in ASKS:
        who = "You are" if v.turn == v.seat else f"Seat {v.turn + 1} is"
        lines.append(f"{who} {ASKS[v.phase]}.")
    return "\n".join(lines)


def _offer(v: View, card: Card) -> str:
    if v.seat is None:
        return describe(card)
    net = net_price(card.cost, v.players[v.seat].bonuses)
    return describe(card) + (f" (for you {letters(net, TOKENS[:6])})" if net != card.cost else "")


def _player(v: View, seat: Seat) -> list[str]:
    player = v.players[seat]
    whose = "You" if seat == v.seat else f"Seat {seat + 1}"
    best = max(player.colour_points)
    colour = f" in {GEM_NAMES[player.colour_points.index(best)]}" if best else ""
    lines = [
        f"{whose}: {player.points} of 20 points, {player.crowns} of 10 crowns, "
        f"{best} of 10 points of one colour{colour}",
        f"  bonuses {letters(player.bonuses, GEMS)}, tokens {letters(player.tokens, TOKENS)}, "
        f"{_count(player.privileges, 'Privilege')}",
    ]
    if player.royals:
        lines.append("  Royals " + ", ".join(map(_royal, player.royals)))
    return lines + [f"  reserved {_held(v, seat, held)}" for held in player.reserved]


def _held(v: View, seat: Seat, held: Held[Card]) -> str:
    hidden = v.options.reserved_visibility == "hidden" and seat != v.seat
    if held.card is None or hidden:
        return f"a card of level {held.level}"
    return _offer(v, held.card) if seat == v.seat else describe(held.card)


def tell(event: Event, players: Sequence[str]) -> str:
    """An event as one English line."""
    match event:
        case Dealt(start, _, _):
            return f"The table is laid out. {players[start]} starts."
        case UsedPrivilege(seat, cell, token):
            return f"{players[seat]} uses a Privilege to take {TOKEN_NAMES[token]} from {cell_text(cell)}."
        case Replenished(seat, cells, tokens):
            laid = ", ".join(f"{TOKENS[token]} {cell_text(cell)}" for token, cell in zip(tokens, cells, strict=True))
            return f"{players[seat]} replenishes the board: {laid}."
        case GainedPrivilege(seat, robbed):
            return f"{players[seat]} takes a Privilege{f' from {players[1 - seat]}' if robbed else ''}."
        case Took(seat, cells, tokens):
            taken = "".join(TOKENS[token] for token in tokens)
            return f"{players[seat]} takes {taken} from {' '.join(map(cell_text, cells))}."
        case TookGold(seat, cell):
            return f"{players[seat]} takes gold from {cell_text(cell)}."
        case ReservedCard(seat, level, slot, card):
            where = f" from the deck of level {level}" if slot is None else ""
            return f"{players[seat]} reserves {card.code if card else 'a card'}{where}."
        case Bought() | Placed() | Received() | Refilled():
            return _tell_card(event, players)
        case TookToken(seat, cell, token):
            return f"{players[seat]} takes {TOKEN_NAMES[token]} from {cell_text(cell)} by the card's ability."
        case Stole(seat, token):
            return f"{players[seat]} takes {TOKEN_NAMES[token]} from {players[1 - seat]}."
        case WonTurn(seat):
            return f"{players[seat]} will take another turn."
        case Returned(seat, token):
            return f"{players[seat]} returns {TOKEN_NAMES[token]} to the bag."
        case Passed(seat):
            return f"{players[seat]} can do nothing and passes."
        case Ended(outcome):
            return f"{names(outcome, players)} {ranking(outcome, players)}"


def _tell_card(event: Bought | Placed | Received | Refilled, players: Sequence[str]) -> str:
    match event:
        case Bought(seat, card, slot, paid):
            where = " from the reserved cards" if slot is None else ""
            price = f", paying {letters(paid, TOKENS)}" if any(paid) else " for nothing"
            return f"{players[seat]} buys {card.code}{where}{price}."
        case Placed(seat, card, colour):
            return f"{players[seat]} places {card.code} on {GEM_NAMES[colour]}."
        case Received(seat, royal):
            return f"{players[seat]} takes the Royal {_royal(royal)}."
        case Refilled(_, _, card):
            return f"{describe(card)} is laid out."
