"""Rule bots for Lost Cities that project every column to the end of the round over sampled draws.

The projector looks at its own columns alone and is generous to whoever takes what it lays down; the surveyor counts
what it gives away, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from tavola.bots.bot import Stop
from tavola.bots.plain import Plain
from tavola.bots.pool.lost_cities import STUBBORN, Table
from tavola.rules.chance import pick, shuffled
from tavola.rules.lost_cities.actions import Action, Discard, Play, Take
from tavola.rules.lost_cities.material import WAGER, Card
from tavola.rules.lost_cities.rules import BONUS, COST, LONG, can_play
from tavola.rules.lost_cities.view import View

__all__ = ["GIFT", "Projector"]

Column = tuple[Card, ...]
Curve = tuple[float, ...]
"""The most that a column can score with 0, 1, 2... further cards."""

SAMPLES: Final = 20
IN_TIME: Final = 0.7
"""The part of the cards still to be drawn that comes early enough to be played in order."""
GIFT: Final = 0.65
"""How much of what a discard is worth to the opponent counts against it, for the surveyor."""
CLOSE: Final = 1e-9
INFINITE: Final = float("inf")


@lru_cache(maxsize=1 << 15)
def curve(column: Column, values: tuple[int, ...]) -> Curve:
    """What the column may score with the best of these cards, dearest first, for each number of cards played."""
    last = column[-1].value if column else WAGER
    numbers = [value for value in values if value > last]
    more = values.count(WAGER) if last == WAGER else 0
    stakes = 1 + sum(card.value == WAGER for card in column)
    points = [0, *accumulate(numbers)]
    worth = sum(card.value for card in column) - COST
    best = [-INFINITE] * (len(numbers) + more + 1)
    for wagers in range(more + 1):
        for count, total in enumerate(points):
            length = len(column) + wagers + count
            score = (worth + total) * (stakes + wagers) + BONUS * (length >= LONG) if length else 0
            best[wagers + count] = max(best[wagers + count], score)
    return tuple(accumulate(best, max))


def together(curves: Sequence[Curve], turns: int) -> float:
    """The most that the columns can score in so many turns."""
    if sum(map(len, curves)) - len(curves) <= turns:
        return sum(one[-1] for one in curves)
    best = [0.0] * (turns + 1)
    for one in curves:
        best = [max(best[left - n] + one[n] for n in range(min(left + 1, len(one)))) for left in range(turns + 1)]
    return best[turns]


class _Future(NamedTuple):
    """One way the unseen cards may fall."""

    mine: list[list[int]]
    """The values of what I may have of each colour, the hand included."""
    theirs: list[list[int]]
    next: Card
    """What I would draw now."""
    curves: list[Curve]


def _best(column: Column, values: list[int]) -> Curve:
    return curve(column, tuple(sorted(values, reverse=True)))


class _Projection:
    """A view with some futures."""

    def __init__(self, view: View, rng: Random, gift: float) -> None:
        self.table = Table(view)
        self.gift = gift
        self.colours = range(view.options.colours)
        self.turns = (view.deck_size - 1) // 2
        """How often I lay a card after this turn."""
        self.futures = [self._future(view, rng) for _ in range(SAMPLES)]

    def _future(self, view: View, rng: Random) -> _Future:
        table, draws = self.table, round(IN_TIME * self.turns)
        first, *unseen = shuffled(rng, table.unseen.elements())
        mine = self._by_colour((*view.hand, *unseen[:draws]))
        hidden = sum(view.hand_sizes) - len(view.hand) - len(table.known)
        theirs = self._by_colour((*table.known, *unseen[draws : 2 * draws + hidden]))
        return _Future(mine, theirs, first, [*map(_best, table.mine, mine)])

    def _by_colour(self, cards: Sequence[Card]) -> list[list[int]]:
        return [[card.value for card in cards if card.colour == colour] for colour in self.colours]

    def _project(self, future: _Future, colour: int, column: Column, values: list[int]) -> float:
        curves = list(future.curves)
        curves[colour] = _best(column, values)
        return together(curves, self.turns)

    def _without(self, card: Card, column: Column) -> float:
        total = 0.0
        for future in self.futures:
            values = list(future.mine[card.colour])
            values.remove(card.value)
            total += self._project(future, card.colour, column, values)
        return total / SAMPLES

    def playing(self, card: Card) -> float:
        """With the card in its column."""
        return self._without(card, (*self.table.mine[card.colour], card))

    def discarding(self, card: Card) -> float:
        """Without the card, which the opponent may take."""
        alone = self._without(card, self.table.mine[card.colour])
        return alone - self.gift * self._gift(card) if self.gift else alone

    def drawing(self, card: Card | None = None) -> float:
        """With this card more, or with an unseen one."""
        total = 0.0
        for future in self.futures:
            more = card or future.next
            column, values = self.table.mine[more.colour], [*future.mine[more.colour], more.value]
            total += self._project(future, more.colour, column, values)
        return total / SAMPLES

    def _gift(self, card: Card) -> float:
        """What the opponent gains by a card."""
        column = self.table.theirs[card.colour]
        if not can_play(column, card):
            return 0.0
        total = 0.0
        for future in self.futures:
            values = future.theirs[card.colour]
            total += _best(column, [*values, card.value])[-1] - _best(column, values)[-1]
        return total / SAMPLES


class Projector(Plain):
    """Lays and draws what brings the most in the futures it imagines; all actions share the same futures."""

    def __init__(self, gift: float = 0.0) -> None:
        """`gift` is how much of what a discard is worth to the opponent counts against it."""
        self.gift = gift

    def choose(self, view: View, legal: Sequence[Action], rng: Random, stop: Stop | None = None) -> Action:
        """See Bot."""
        if len(legal) == 1:
            return legal[0]
        projection = _Projection(view, rng, self.gift)

        def worth(action: Action) -> float:
            match action:
                case Play(card):
                    return projection.playing(card)
                case Discard(card):
                    return projection.discarding(card)
                case Take(colour):
                    return projection.drawing(view.discards[colour][-1]) if view.quiet < STUBBORN else -INFINITE
            return projection.drawing()

        rated = [*map(worth, legal)]
        best = max(rated)
        return pick(rng, [action for action, value in zip(legal, rated, strict=True) if value >= best - CLOSE])
