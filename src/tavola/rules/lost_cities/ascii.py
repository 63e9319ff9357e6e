"""Lost Cities as plain text for terminals: views drawn line by line, events told in words."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.core import Seat
from tavola.rules.lost_cities.events import Dealt, Discarded, Drew, Ended, Event, Played, RoundScored, Took
from tavola.rules.lost_cities.material import COLOUR_NAMES, Card
from tavola.rules.lost_cities.state import Phase
from tavola.rules.lost_cities.view import View
from tavola.rules.words import names, ranking

__all__ = ["draw", "tell"]


def _list(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards) or "-"


def draw(v: View) -> str:
    """A view, one fact a line, so that a screen reader can follow it."""
    round_number = min(len(v.scores) + 1, v.options.rounds)
    lines = [f"Round {round_number} of {v.options.rounds}. Cards in the deck: {v.deck_size}."]
    if v.scores:
        sums = [sum(pair[seat] for pair in v.scores) for seat in (0, 1)]
        lines.append(f"Points of finished rounds: seat 1 has {sums[0]}, seat 2 has {sums[1]}.")
    order: tuple[Seat, Seat] = (1, 0) if v.seat in (0, None) else (0, 1)
    lines += _side(v, order[0])
    lines.append("Discard piles, top card last:")
    for colour, pile in enumerate(v.discards):
        shown = pile if v.options.browse_discards == "on" else pile[-1:]
        more = f" ({len(pile)} cards)" if len(pile) > len(shown) else ""
        lines.append(f"  {COLOUR_NAMES[colour]}: {_list(shown)}{more}")
    lines += _side(v, order[1])
    if v.seat is not None:
        lines.append(f"Your hand: {_list(v.hand)}")
    if v.phase in (Phase.LAY, Phase.DRAW):
        who = "You are" if v.turn == v.seat else f"Seat {v.turn + 1} is"
        lines.append(f"{who} to {'lay a card' if v.phase is Phase.LAY else 'draw a card'}.")
    return "\n".join(lines)


def _side(v: View, seat: Seat) -> list[str]:
    running = v.running[seat]
    whose = "your" if seat == v.seat else f"seat {seat + 1}'s"
    lines = [f"{whose.capitalize()} expeditions, {sum(running)} points now:"]
    lines += [
        f"  {COLOUR_NAMES[colour]}: {_list(column)}" + (f" ({running[colour]} points)" if column else "")
        for colour, column in enumerate(v.expeditions[seat])
    ]
    if seat != v.seat:
        known = f", among them {_list(v.known[seat])}" if v.known[seat] else ""
        lines.append(f"  in hand: {v.hand_sizes[seat]} cards{known}")
    return lines


def tell(event: Event, players: Sequence[str]) -> str:
    """An event as one English line."""
    match event:
        case Dealt(number, start, _):
            return f"Round {number + 1} is dealt. {players[start]} starts."
        case Played(seat, card):
            return f"{players[seat]} plays {card.code}."
        case Discarded(seat, card):
            return f"{players[seat]} discards {card.code}."
        case Drew(seat, None):
            return f"{players[seat]} draws from the deck."
        case Drew(seat, card):
            return f"{players[seat]} draws {card} from the deck."
        case Took(seat, card):
            return f"{players[seat]} takes {card.code} from the discard pile."
        case RoundScored(number, columns, stalled):
            points = ", ".join(f"{players[seat]} {sum(side)}" for seat, side in enumerate(columns))
            why = "The stall limit ends round" if stalled else "The deck is empty: end of round"
            return f"{why} {number + 1}. Points: {points}."
        case Ended(outcome):
            return f"{names(outcome, players)} {ranking(outcome, players)}"
