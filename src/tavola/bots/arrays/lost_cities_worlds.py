"""Worlds of Lost Cities that a seat cannot tell from the true one, many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.library import Array
from tavola.bots.arrays.lost_cities import DRAW, LAY, OVER, LostCities, Table, Words
from tavola.bots.encode.lost_cities import KINDS
from tavola.rules.lost_cities import Phase
from tavola.rules.lost_cities.material import CARDS, Card, pack
from tavola.rules.lost_cities.rules import score
from tavola.rules.lost_cities.view import View

__all__ = ["worlds"]

_BITS: Final = 12
_PHASES: Final = {Phase.LAY: LAY, Phase.DRAW: DRAW, Phase.OVER: OVER}
Counts = NDArray[np.int64]
"""[..., 60]: how many of each card."""


def _count(cards: Iterable[Card]) -> Counts:
    return np.bincount([card.index for card in cards], minlength=len(CARDS))


def _words(counts: Counts) -> Words:
    """Sets as the engine has them, out of counts."""
    by_colour = counts.reshape(*counts.shape[:-1], 6, KINDS)
    wagers = (1 << by_colour[..., 0]) - 1
    fields = wagers + (by_colour[..., 1:] << np.arange(3, _BITS)).sum(axis=-1)
    words = (fields[..., 0::2] | fields[..., 1::2] << _BITS).astype(np.uint32)
    return words[..., 0], words[..., 1], words[..., 2]


def _pile(cards: Iterable[Card], count: int) -> tuple[Array, Array]:
    codes = [max(card.value, 1) for card in reversed(tuple(cards))]
    lo, hi = (sum(code << 4 * at for at, code in enumerate(part)) for part in (codes[:8], codes[8:]))
    return np.full(count, lo, np.uint32), np.full(count, hi, np.uint32)


def worlds(engine: LostCities, view: View, count: int, rng: np.random.Generator) -> Table:
    """So many tables, the cards that the seat has not seen shuffled into the other hand and the deck."""
    if view.seat is None:
        raise ValueError("Only a seat can imagine worlds.")
    me, they = view.seat, 1 - view.seat
    columns = [_count(card for column in side for card in column) for side in view.expeditions]
    known = [_count(cards) for cards in view.known]
    hand = _count(view.hand)
    piles = _count(card for pile in view.discards for card in pile)
    unseen = _count(pack(engine.options.colours)) - hand - known[they] - columns[0] - columns[1] - piles
    hidden = view.hand_sizes[they] - len(view.known[they])
    order = rng.permuted(np.tile(np.repeat(np.arange(len(CARDS)), unseen), (count, 1)), axis=1)
    held = (order[:, :hidden, None] == np.arange(len(CARDS))).sum(axis=1)

    def same(number: int, kind: type[np.generic]) -> Array:
        return np.full(count, number, kind)

    def tiled(counts: Counts) -> Words:
        return _words(np.tile(counts, (count, 1)))

    hands = [tiled(hand), _words(held + known[they])]
    running = [sum(map(score, side)) for side in view.expeditions]
    scores = [*view.scores, *[(0, 0)] * (engine.options.rounds - len(view.scores))]
    return Table(
        phase=same(_PHASES[view.phase], np.uint8),
        turn=same(view.turn, np.uint8),
        turns=same(view.turns, np.uint16),
        hands=(hands[me], hands[they]),
        known=(tiled(known[0]), tiled(known[1])),
        columns=(tiled(columns[0]), tiled(columns[1])),
        deck=_words(unseen - held),
        piles=tuple(_pile(pile, count) for pile in view.discards),
        barred=same(-1 if view.barred is None else view.barred, np.int8),
        quiet=same(view.quiet, np.uint16),
        start=same(view.start, np.uint8),
        running=(same(running[0], np.int16), same(running[1], np.int16)),
        scores=tuple((same(mine, np.int16), same(theirs, np.int16)) for mine, theirs in scores),
        finished=same(len(view.scores), np.uint8),
        stalled=same(view.stalled, np.bool_),
    )
