"""Why one makes a move in Lost Cities, and what it leaves to the opponent."""

from __future__ import annotations

from collections import Counter

from tavola.bots.bot import Reason
from tavola.rules.lost_cities.actions import Action, Discard, Draw, Play, Take
from tavola.rules.lost_cities.material import COLOURS, WAGER, Card, pack
from tavola.rules.lost_cities.rules import can_play, score
from tavola.rules.lost_cities.view import View

__all__ = ["allows", "reason"]

LONG = 8
LATE = 10
"""So few cards in the deck make the end of the round a matter of tempo."""

Column = tuple[Card, ...]


def reason(view: View, action: Action) -> Reason:
    """The main point of a move."""
    match action:
        case Play(card):
            return _play(view, card)
        case Discard(card):
            return _discard(view, card)
        case Take(colour):
            return _take(view, view.discards[colour][-1])
        case Draw():
            mine, theirs = view.running if view.turn == 0 else view.running[::-1]
            late = view.deck_size <= LATE and sum(mine) > sum(theirs)
            return Reason("clock", (("n", view.deck_size),)) if late else Reason("draw")
    return Reason("move")


def allows(view: View, action: Action) -> tuple[Reason, ...]:
    """The cards on the piles that the opponent can play at once, the best first."""
    match action:
        case Discard(card):
            tops = [card]
        case Draw():
            tops = [pile[-1] for pile in view.discards if pile]
        case Take(colour):
            left = [pile[:-1] if place == colour else pile for place, pile in enumerate(view.discards)]
            tops = [pile[-1] for pile in left if pile]
        case _:
            return ()
    columns, other = view.expeditions[1 - view.turn], 1 - view.turn
    gifts = [(_points(columns[card.colour], card), card) for card in tops if _wanted(columns[card.colour], card)]
    return tuple(
        Reason("feeds", (("card", card), ("n", points), ("seat", other)))
        for points, card in sorted(gifts, key=lambda gift: (-gift[0], gift[1].index))
    )


def _points(column: Column, card: Card) -> int:
    """What a number adds to a column."""
    return card.value * (1 + sum(other.value == WAGER for other in column))


def _wanted(column: Column, card: Card) -> bool:
    """Whether a number would extend an expedition that is under way."""
    return bool(column) and card.value != WAGER and can_play(column, card)


def _play(view: View, card: Card) -> Reason:
    column = view.expeditions[view.turn][card.colour]
    after = (*column, card)
    colour = ("colour", COLOURS[card.colour])
    points = score(after) - score(column)
    if card.value == WAGER:
        return Reason("wager", (colour, ("n", 1 + len(after))))
    if not column:
        more = sum(other.colour == card.colour and other.value > card.value for other in view.hand)
        return Reason("opens", (colour, ("n", more)))
    if len(after) == LONG:
        return Reason("eighth", (colour, ("n", points)))
    turns, waiting = (view.deck_size + 1) // 2, sum(_wanted(_mine(view, other), other) for other in view.hand)
    if turns <= waiting and view.deck_size <= LATE:
        return Reason("hurry", (("n", points), ("turns", turns)))
    if score(column) < 0 <= score(after):
        return Reason("profit", (colour, ("n", points)))
    skipped = _skipped(view, column[-1], card)
    return Reason("jumps", (("n", points), ("gap", skipped))) if skipped else Reason("extends", (("n", points),))


def _mine(view: View, card: Card) -> Column:
    return view.expeditions[view.turn][card.colour]


def _skipped(view: View, last: Card, card: Card) -> int:
    """The cards between the two that are in the own hand or may still come."""
    gone = Counter(view.known[1 - view.turn])
    for pile in (*view.expeditions[0], *view.expeditions[1], *view.discards):
        gone.update(pile)
    between = {other for other in pack(view.options.colours) if other.colour == card.colour}
    return sum(last.value < other.value < card.value and not gone[other] for other in between)


def _discard(view: View, card: Card) -> Reason:
    mine, theirs = _mine(view, card), view.expeditions[1 - view.turn][card.colour]
    fits_me, fits_them = can_play(mine, card), can_play(theirs, card)
    if not fits_them:
        return Reason("safe", (("seat", 1 - view.turn),)) if fits_me else Reason("useless")
    if not fits_me:
        return Reason("unneeded")
    colour = ("colour", COLOURS[card.colour])
    if not theirs:
        return Reason("quiet", (("seat", 1 - view.turn), colour))
    return Reason("drops", (("card", card),)) if mine else Reason("unopened", (colour,))


def _take(view: View, card: Card) -> Reason:
    mine, theirs = _mine(view, card), view.expeditions[1 - view.turn][card.colour]
    if _wanted(mine, card):
        return Reason("takes", (("card", card), ("n", _points(mine, card))))
    if _wanted(theirs, card):
        return Reason("denies", (("card", card), ("seat", 1 - view.turn)))
    if can_play(mine, card):
        return Reason(
            "collects", (("colour", COLOURS[card.colour]), ("n", sum(one.colour == card.colour for one in view.hand)))
        )
    return Reason("stalls", (("n", view.deck_size),))
