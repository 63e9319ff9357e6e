"""Worlds of Lost Cities that a seat cannot tell from the true one, many at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.bits import field
from tavola.bots.arrays.library import Array, mapped, xp
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_table import BITS, DRAW, LAY, OVER, Table, Words, card_in, slots
from tavola.bots.encode.lost_cities import KINDS
from tavola.rules.lost_cities import Phase
from tavola.rules.lost_cities.material import CARDS, HAND, Card, pack
from tavola.rules.lost_cities.rules import score
from tavola.rules.lost_cities.view import View

__all__ = ["PHASES", "STACK", "decks", "hands_drawn", "table_of", "words", "words_of", "worlds"]

STACK: Final = 8
"""Cards of a discard pile in its first word."""
PHASES: Final = {Phase.LAY: LAY, Phase.DRAW: DRAW, Phase.OVER: OVER}
Counts = NDArray[np.int64]
"""[..., 60]: how many of each card."""


def worlds(
    engine: LostCities, view: View, count: int, rng: np.random.Generator, odds: NDArray[np.float64] | None = None
) -> Table:
    """So many tables, the cards that the seat has not seen shuffled into the other hand and the deck.

    With odds for each of the sixty cards a hand is drawn as often as the product of those of its cards tells.
    """
    if view.seat is None:
        raise ValueError("Only a seat can imagine worlds.")
    me, they = view.seat, 1 - view.seat
    laid = [card for side in view.expeditions for column in side for card in column]
    laid += [card for pile in view.discards for card in pile]
    hand, known = _count(view.hand), _count(view.known[they])
    unseen = _count(pack(engine.options.colours)) - _count(laid) - hand - known
    hidden = view.hand_sizes[they] - len(view.known[they])
    held = _drawn(unseen, hidden, count, rng, np.ones(len(CARDS)) if odds is None else odds)
    hands = (words(np.tile(hand, (count, 1))), words(held + known))
    table: Table = mapped(lambda leaf: np.full(count, leaf), table_of(view))
    return table._replace(hands=(hands[me], hands[they]), deck=words(unseen - held))


def _drawn(unseen: Counts, size: int, count: int, rng: np.random.Generator, odds: NDArray[np.float64]) -> Counts:
    cards = np.repeat(np.arange(len(CARDS)), unseen)
    luck = rng.random((1, count, len(cards)))
    comes = hands_drawn(odds[cards][None], np.array([size]), luck)[0]
    held = np.zeros((count, len(CARDS)), np.int64)
    for at, card in enumerate(cards):
        held[:, card] += comes[:, at]
    return held


def hands_drawn(odds: Array, size: Array, luck: Array) -> Array:
    """bool[positions, hands, cards]: which cards are in each hand of a position's size, as luck between 0 and 1 has it.

    A hand comes as often as the product of the odds of its cards tells; cards with no odds are not there.
    """
    cards = odds.shape[-1]
    # The sum over all ways to choose so many [column] of the cards from one on, for each card.
    sums = [xp.where(np.arange(HAND + 1) == 0, xp.ones_like(odds[:, :1]), 0)]
    for at in range(cards - 1, -1, -1):
        later = sums[-1]
        with_it = odds[:, at : at + 1] * later[:, :-1]
        sums.append(xp.concatenate([later[:, :1], later[:, 1:] + with_it], axis=1))
    sums.reverse()
    missing = xp.broadcast_to(size[:, None], luck.shape[:2])
    comes = []
    for at in range(cards):
        without, whole = (xp.take_along_axis(part, missing, axis=1) for part in (sums[at + 1], sums[at]))
        comes.append(luck[..., at] >= without / whole)
        missing = missing - comes[-1]
    return xp.stack(comes, axis=-1)


def decks(tables: Table, rng: np.random.Generator) -> NDArray[np.int32]:
    """[tables, cards]: the decks, all of the same size, each in some order; cards as in Chance.

    The first seat is to draw from the one end and the second from the other. Then what a seat draws does not depend on
    how often the other drew, and the same world brings much the same luck whatever is tried in it.
    """
    there = field(tables.deck, slots(2 * len(tables.deck)), 1) != 0
    order = np.argsort(np.where(there, rng.random(there.shape), 2.0), axis=1)[:, : there[0].sum()]
    cards: NDArray[np.int32] = card_in(order).astype(np.int32)
    return cards


# --- From the rules ------------------------------------------------------------------------------------------


def table_of(position: Any) -> Table:
    """One table of NumPy's scalars with all that a view or a state shows, but for the hands and the deck."""
    nothing = words_of(())
    running = [sum(map(score, side)) for side in position.expeditions]
    columns = [words_of(card for column in side for card in column) for side in position.expeditions]
    scores = [*position.scores, *[(0, 0)] * (position.options.rounds - len(position.scores))]
    return Table(
        phase=np.uint8(PHASES[position.phase]),
        turn=np.uint8(position.turn),
        turns=np.uint16(position.turns),
        hands=(nothing, nothing),
        known=(words_of(position.known[0]), words_of(position.known[1])),
        columns=(columns[0], columns[1]),
        deck=nothing,
        piles=tuple(map(_pile, position.discards)),
        barred=np.int8(-1 if position.barred is None else position.barred),
        quiet=np.uint16(position.quiet),
        start=np.uint8(position.start),
        running=(np.int16(running[0]), np.int16(running[1])),
        scores=tuple((np.int16(mine), np.int16(theirs)) for mine, theirs in scores),
        finished=np.uint8(len(position.scores)),
        stalled=np.bool_(position.stalled),
    )


def words_of(cards: Iterable[Card]) -> Words:
    """The cards as a set, as the engine has it."""
    return words(_count(cards))


def _count(cards: Iterable[Card]) -> Counts:
    return np.bincount(np.array([card.index for card in cards], np.int64), minlength=len(CARDS))


def words(counts: Array) -> Words:
    """Sets from counts of the sixty cards, [..., 60], as the engine has them."""
    by_colour = counts.reshape(*counts.shape[:-1], 6, KINDS)
    wagers = (1 << by_colour[..., 0]) - 1
    fields = wagers + (by_colour[..., 1:] << np.arange(3, BITS)).sum(axis=-1)
    both = (fields[..., 0::2] | fields[..., 1::2] << BITS).astype(np.uint32)
    return both[..., 0], both[..., 1], both[..., 2]


def _pile(cards: Sequence[Card]) -> tuple[Array, Array]:
    codes = [max(card.value, 1) for card in reversed(cards)]
    lo, hi = (sum(code << 4 * at for at, code in enumerate(part)) for part in (codes[:STACK], codes[STACK:]))
    return np.uint32(lo), np.uint32(hi)
