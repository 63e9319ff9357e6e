"""A rule of thumb for Lost Cities: what the columns promise with the cards in hand and those that may still come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from tavola.rules.lost_cities.actions import Action, Discard, Draw, Play, Take
from tavola.rules.lost_cities.material import WAGER, Card, pack
from tavola.rules.lost_cities.view import View

__all__ = ["judge"]

COST, LONG, BONUS = 20, 8, 20
IN_TIME = 0.55
"""How likely a card that comes later still finds its place in time and in order."""
GIFT = 0.5
"""How much of a discard's worth to the opponent counts against it."""


def judge(view: View) -> Callable[[Action], float]:
    """What an action is worth in this view."""
    table = _Table(view)

    def worth(action: Action) -> float:
        match action:
            case Play(card):
                return table.after_playing(card)
            case Discard(card):
                return table.promise_without(card) - GIFT * table.gift(card)
            case Take(colour):
                return table.promise_with(view.discards[colour][-1])
            case Draw():
                return table.promise_of_the_deck()
        return 0.0

    return worth


class _Table:
    """The view of one seat, counted."""

    def __init__(self, view: View) -> None:
        self.seat = view.seat if view.seat is not None else view.turn
        self.colours = range(view.options.colours)
        self.mine, self.theirs = view.expeditions[self.seat], view.expeditions[1 - self.seat]
        self.hand = Counter(view.hand)
        seen = Counter(view.hand) + Counter(view.known[1 - self.seat])
        for pile in (*view.discards, *self.mine, *self.theirs):
            seen.update(pile)
        self.unseen = Counter(pack(view.options.colours)) - seen
        # Half of the deck comes to each; a card not seen may as well be in the other hand.
        self.turns = view.deck_size / 2
        self.chance = IN_TIME * self.turns / max(1, self.unseen.total())
        waiting = sum(self._fits(self.mine[card.colour], card) for card in view.hand)
        self.hurry = min(1.0, self.turns / (waiting + 1))
        self.now = [self._promise(self.mine[colour], self._of(colour)) for colour in self.colours]

    @staticmethod
    def _fits(column: tuple[Card, ...], card: Card) -> bool:
        return not column or card.value > column[-1].value or card.value == WAGER == column[-1].value

    def _of(self, colour: int) -> list[Card]:
        return [card for card in self.hand.elements() if card.colour == colour]

    def _promise(self, column: tuple[Card, ...], hand: Iterable[Card]) -> float:
        """The points that a column may bring in the end with these cards in hand."""
        held = [card for card in hand if self._fits(column, card)]
        wagers = sum(card.value == WAGER for card in column)
        if not column:
            wagers += sum(card.value == WAGER for card in held)
            colours = {card.colour for card in held}
            if not colours or len(held) > self.turns:
                return 0.0
        else:
            colours = {column[0].colour}
        last = column[-1].value if column else WAGER
        coming = [card for card in self.unseen if card.colour in colours and card.value > last]
        sure = sum(card.value for card in column) + self.hurry * sum(card.value for card in held)
        total = sure + self.chance * sum(card.value for card in coming)
        points = (total - COST) * (1 + wagers)
        length = len(column) + self.hurry * len(held) + self.chance * len(coming)
        points += BONUS * min(1.0, max(0.0, length - LONG + 1.5))
        return points if column else max(0.0, points)

    def after_playing(self, card: Card) -> float:
        """What changes when the card is laid in its column."""
        hand = self._of(card.colour)
        hand.remove(card)
        return self._promise((*self.mine[card.colour], card), hand) - self.now[card.colour]

    def promise_without(self, card: Card) -> float:
        """What is lost with the card."""
        hand = self._of(card.colour)
        hand.remove(card)
        return self._promise(self.mine[card.colour], hand) - self.now[card.colour]

    def promise_with(self, card: Card) -> float:
        """What the card would add to the hand."""
        hand = [*self._of(card.colour), card]
        return self._promise(self.mine[card.colour], hand) - self.now[card.colour]

    def promise_of_the_deck(self) -> float:
        """What an unseen card adds on average."""
        total = self.unseen.total()
        return sum(self.promise_with(card) * count for card, count in self.unseen.items()) / total if total else 0.0

    def gift(self, card: Card) -> float:
        """What a discarded card is worth to the opponent."""
        column = self.theirs[card.colour]
        if not self._fits(column, card):
            return 0.0
        wagers = sum(other.value == WAGER for other in column)
        if not column:
            return 1.0 + card.value / 4
        return (1 + wagers) * max(card.value, 3)
