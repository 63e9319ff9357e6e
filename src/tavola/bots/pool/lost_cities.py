"""Rule bots for Lost Cities: four travellers of one school and different temper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tavola.bots.greedy import Greedy
from tavola.rules.lost_cities.actions import Action, Discard, Play, Take
from tavola.rules.lost_cities.material import WAGER, Card, pack
from tavola.rules.lost_cities.rules import can_play
from tavola.rules.lost_cities.view import View

__all__ = [
    "CAUTIOUS",
    "COMMITTER",
    "HOPEFUL",
    "MARATHON",
    "NOVICE",
    "STEADY",
    "STUBBORN",
    "Table",
    "Temper",
    "traveller",
]

Column = tuple[Card, ...]

STUBBORN: Final = 8
"""After so many turns without a card from the deck nobody takes from the piles: a round has to end."""
NEVER: Final = -1000.0


class Table:
    """The view of one seat, counted."""

    def __init__(self, view: View) -> None:
        """Count what lies where."""
        seat = view.seat if view.seat is not None else view.turn
        self.view, self.hand = view, view.hand
        self.mine, self.theirs = view.expeditions[seat], view.expeditions[1 - seat]
        self.known = view.known[1 - seat]
        self.deck = view.deck_size
        self.turns = (view.deck_size + 1) // 2
        """How often I shall still lay a card if all draw from the deck."""
        seen = Counter((*view.hand, *self.known))
        for cards in (*view.discards, *self.mine, *self.theirs):
            seen.update(cards)
        self.unseen = Counter(pack(view.options.colours)) - seen
        # What may still come to me: the unseen cards and those on top of a pile.
        self.live = set(self.unseen) | {pile[-1] for pile in view.discards if pile}

    def held(self, colour: int) -> list[Card]:
        """The cards of a colour in hand that can still be played, lowest first."""
        column = self.mine[colour]
        return [card for card in self.hand if card.colour == colour and can_play(column, card)]

    def jumped(self, card: Card) -> list[Card]:
        """The numbers that would be given up by playing the card now: still to come, or in hand."""
        last = top(self.mine[card.colour])
        there = [*self.live, *set(self.hand)]
        return [other for other in there if other.colour == card.colour and last < other.value < card.value]

    def wanted_by_other(self, card: Card) -> bool:
        """Whether the opponent could play the card."""
        return can_play(self.theirs[card.colour], card)


def top(column: Column) -> int:
    """The last number of a column; below two if there is none."""
    return max(1, column[-1].value) if column else 1


def wagers(cards: Sequence[Card]) -> int:
    """How many of the cards are wagers."""
    return sum(card.value == WAGER for card in cards)


# --- Travellers: rules of thumb, one school ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Temper:
    """What one traveller does differently from another."""

    opens: float
    """A colour is opened when the cards held there are worth this much."""
    opens_late: float
    """The same once fewer than `late` cards are left in the deck."""
    late: int
    wager: float
    """How much more they must be worth for a wager."""
    most: int
    """So many colours at once, and no more."""
    gap: int
    """How many cards that may still come are jumped at most, unless time runs out."""
    patience: float
    """How much each card jumped counts against playing: a harmless discard comes first."""
    generosity: float
    """How little a card given to the opponent matters: 0 counts it in full, 1 not at all."""
    taking: float
    """What a card from a pile must bring to be better than an unseen one."""
    wager_worth: float = 3.0
    """What a wager in hand adds to the worth of its colour."""
    card_worth: float = 0.0
    """What every number in hand adds to the worth of its colour besides its points."""


STEADY: Final = Temper(
    opens=18, opens_late=24, late=20, wager=6, most=6, gap=2, patience=5.5, generosity=0.4, taking=5,
    wager_worth=4.5, card_worth=2,
)  # fmt: skip
COMMITTER: Final = Temper(
    opens=13, opens_late=30, late=32, wager=3, most=3, gap=4, patience=5, generosity=0.8, taking=7, wager_worth=4
)
MARATHON: Final = Temper(
    opens=15, opens_late=99, late=24, wager=4, most=2, gap=1, patience=6, generosity=0.6, taking=3, card_worth=1.5
)
CAUTIOUS: Final = Temper(
    opens=25, opens_late=28, late=24, wager=12, most=4, gap=1, patience=5, generosity=0.0, taking=4, card_worth=1
)
HOPEFUL: Final = Temper(opens=9, opens_late=9, late=0, wager=0, most=6, gap=9, patience=0.5, generosity=1.0, taking=12)
"""Opens whatever it holds, and gives away what it does not need."""
NOVICE: Final = Temper(opens=1, opens_late=1, late=0, wager=0, most=6, gap=9, patience=0, generosity=1.0, taking=99)
"""Opens every colour, with one card or many, and never looks at the piles."""


class Traveller:
    """One view as a traveller of this temper sees it."""

    def __init__(self, temper: Temper, view: View) -> None:
        """Look at the table."""
        self.temper, self.table = temper, Table(view)
        table = self.table
        late = table.deck < temper.late
        self.threshold = temper.opens_late if late else temper.opens
        self.opened = sum(map(bool, table.mine))
        waiting = [card for card in table.hand if table.mine[card.colour] and can_play(table.mine[card.colour], card)]
        self.hurry = len(waiting) >= table.turns
        """Whether the cards that are ready need all the turns that are left."""

    def worth(self, cards: Sequence[Card]) -> float:
        """What cards of one colour in hand are worth together."""
        temper, points = self.temper, sum(card.value for card in cards)
        numbers = len(cards) - wagers(cards)
        return points + temper.card_worth * numbers + temper.wager_worth * wagers(cards)

    def opens(self, cards: Sequence[Card]) -> bool:
        """Whether these cards are enough to open the colour, and there is time to play them."""
        enough = self.worth(cards) >= self.threshold and len(cards) <= self.table.turns
        return enough and self.opened < self.temper.most

    def playing(self, card: Card) -> float:
        """Ready cards first, low cards before high ones; what the temper forbids last of all."""
        temper, table = self.temper, self.table
        column, held = table.mine[card.colour], table.held(card.colour)
        if card.value == WAGER:
            enough = self.worth(held) >= self.threshold + temper.wager
            if enough and len(held) + 1 < table.turns and (column or self.opens(held)):
                return 12.0
            return NEVER - self.worth(held)
        if not column and not self.opens(held):
            return NEVER - 100 + self.worth(held)
        jumped = table.jumped(card)
        mine = [other for other in jumped if other in table.hand]
        if self.hurry:
            # No time for all of them: the dear ones, but never one above a card that could come first.
            return 20.0 + card.value * (1 + wagers(column)) - 30 * len(mine)
        if mine or len(jumped) > temper.gap:
            return NEVER + card.value - 20 * len(jumped)
        return 8.0 + (not column) - temper.patience * len(jumped)

    def discarding(self, card: Card) -> float:
        """What it costs me, and what it brings the opponent."""
        return -self.loss(card) - (1 - self.temper.generosity) * self.gift(card)

    def loss(self, card: Card) -> float:
        """What I lose with a card."""
        table = self.table
        column, held = table.mine[card.colour], table.held(card.colour)
        if card not in held:
            return 0.0
        if column:
            return (1 + wagers(column)) * (card.value or 2) + 2
        if table.turns < 4 or self.opened >= self.temper.most:
            return 0.0
        share = min(1.0, self.worth(held) / self.threshold)
        return share**2 * (card.value or 5)

    def gift(self, card: Card) -> float:
        """What the opponent gains by a card."""
        if not self.table.wanted_by_other(card):
            return 0.0
        column = self.table.theirs[card.colour]
        if not column:
            return 1 + card.value / 3 if self.table.deck > 12 else 0.5
        return (1 + wagers(column)) * (card.value or 6)

    def taking(self, card: Card) -> float:
        """What the top card of a pile brings me; nothing if I would not play it."""
        table = self.table
        if table.view.quiet >= STUBBORN:
            return NEVER
        column = table.mine[card.colour]
        if self.hurry and table.turns < 5:
            return self.temper.taking + 1 + card.value  # any card from a pile is one more turn
        if not can_play(column, card):
            return 0.0
        if column:
            near = len(table.jumped(card)) <= self.temper.gap + 1
            return (1 + wagers(column)) * (card.value or 4) if near else 0.0
        cards = [*table.held(card.colour), card]
        return card.value + 2 if self.opens(cards) else 0.0


def traveller(temper: Temper) -> Greedy:
    """A bot of this temper."""

    def judge(view: View) -> Callable[[Action], float]:
        mind = Traveller(temper, view)

        def worth(action: Action) -> float:
            match action:
                case Play(card):
                    return mind.playing(card)
                case Discard(card):
                    return mind.discarding(card)
                case Take(colour):
                    return mind.taking(view.discards[colour][-1])
            return mind.temper.taking

        return worth

    return Greedy(judge)
