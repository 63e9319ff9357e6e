"""Worlds of Splendor Duel that a seat cannot tell from the true one, many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tavola.bots.arrays.bits import pack_gems
from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_table import FIRST, NONE, OVER, PHASE, SECRET, WILDS, Planes, Side, Table, Tokens
from tavola.bots.arrays.library import Array, mapped
from tavola.rules.duel import Phase
from tavola.rules.duel.material import DECKS, GOLD, PEARL, Card
from tavola.rules.duel.view import View
from tavola.rules.errors import NotUnderstood
from tavola.rules.jewels import HAND_LIMIT

__all__ = ["index_of", "planes_of", "table_of", "words_of", "worlds"]


def worlds(engine: Duel, view: View, count: int, rng: np.random.Generator) -> Table:
    """So many tables, the cards of each level that were not seen dealt to the secret places of the hands and the deck.

    As in the rules' `determinize`, that somebody could afford a secret card is not inferred.
    """
    known = {card for row in view.rows for card in row}
    known |= {card for player in view.players for column in player.columns for card in column}
    known |= {held.card for player in view.players for held in player.reserved}
    if view.phase is Phase.PLACE:
        known.add(view.card)
    unseen = [np.array([card.index for card in deck if card not in known], np.int64) for deck in DECKS]
    decks = [rng.permuted(np.tile(cards, (count, 1)), axis=1) for cards in unseen]
    table: Table = mapped(lambda leaf: np.full(count, leaf), table_of(view))
    sides = []
    for side, player in zip(table.sides, view.players, strict=True):
        keys = np.full((count, HAND_LIMIT), NONE, np.uint8)
        for place, held in enumerate(player.reserved):
            if held.card is not None:
                keys[:, place] = held.card.index
            else:
                deck = decks[held.level - 1]
                keys[:, place], decks[held.level - 1] = deck[:, 0], deck[:, 1:]
            keys[:, place] += SECRET * held.secret
        keys.sort(axis=1)
        sides.append(side._replace(hand=(keys[:, 0], keys[:, 1], keys[:, 2])))
    one, two, three = (
        (1 << cards - first).sum(axis=1).astype(np.uint32) for cards, first in zip(decks, FIRST, strict=True)
    )
    return table._replace(sides=(sides[0], sides[1]), decks=(one, two, three))


# --- From the rules ------------------------------------------------------------------------------------------


def table_of(position: Any) -> Table:
    """One table of NumPy's scalars with all that a view or a state shows, but for the hands and the decks."""
    if position.phase not in PHASE and position.phase is not Phase.OVER:
        raise NotUnderstood("The engine knows no position in which chance is to play.")
    columns = {
        card.index: colour
        for player in position.players
        for colour, column in enumerate(player.columns)
        for card in column
    }
    return Table(
        phase=np.uint8(PHASE.get(position.phase, OVER)),
        turn=np.uint8(position.turn),
        turns=np.uint16(position.turns),
        start=np.uint8(position.start),
        board=planes_of(position.board),
        bag=_tokens(position.bag),
        sides=(_side(position.players[0]), _side(position.players[1])),
        rows=tuple(np.uint8(index_of(card)) for row in position.rows for card in row),
        decks=words_of(()),
        wilds=np.uint32(sum(columns.get(card, 0) << (3 * at) for at, card in enumerate(WILDS))),
        card=np.uint8(index_of(position.card)),
        replenished=np.bool_(position.replenished),
        extra=np.bool_(position.extra),
    )


def index_of(card: Card | None) -> int:
    """Its number, or NONE."""
    return NONE if card is None else card.index


def planes_of(board: Iterable[int]) -> Planes:
    """The board in binary."""
    codes = [token + 1 for token in board]
    low, middle, high = (sum((code >> at & 1) << cell for cell, code in enumerate(codes)) for at in range(3))
    return np.uint32(low), np.uint32(middle), np.uint32(high)


def words_of(cards: Iterable[Card]) -> tuple[Array, Array, Array]:
    """The cards of each level as a set."""
    words = [0, 0, 0]
    for card in cards:
        words[card.level - 1] |= 1 << card.index - FIRST[card.level - 1]
    return np.uint32(words[0]), np.uint32(words[1]), np.uint32(words[2])


def _tokens(counts: tuple[int, ...]) -> Tokens:
    return Tokens(np.uint32(pack_gems(counts[:5])), np.uint8(counts[PEARL]), np.uint8(counts[GOLD]))


def _side(player: Any) -> Side:
    no_card = np.uint8(NONE)
    return Side(
        tokens=_tokens(player.tokens),
        bonuses=np.uint32(pack_gems(player.bonuses)),
        colour_points=np.uint32(pack_gems(player.colour_points)),
        points=np.uint8(player.points),
        crowns=np.uint8(player.crowns),
        privileges=np.uint8(player.privileges),
        royals=np.uint8(sum(1 << royal.index for royal in player.royals)),
        hand=(no_card, no_card, no_card),
        owned=words_of(card for column in player.columns for card in column),
    )
