"""Worlds of Splendor that a seat cannot tell from the true one, many at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from tavola.bots.arrays.bits import pack_gems
from tavola.bots.arrays.library import Array
from tavola.bots.arrays.splendor import Splendor
from tavola.bots.arrays.splendor_table import NOBLE, NONE, OVER, PAY, RETURN, SECRET, TURN, Cards, Side, Table, flip
from tavola.bots.encode.splendor import FACE_UP
from tavola.rules.jewels import HAND_LIMIT, LEVELS, Held
from tavola.rules.splendor import Phase
from tavola.rules.splendor.material import CARDS, GOLD, Card
from tavola.rules.splendor.view import PlayerView, View

__all__ = ["PHASES", "pack_entries", "pack_set", "worlds"]

PHASES: Final = {Phase.TURN: TURN, Phase.PAY: PAY, Phase.RETURN: RETURN, Phase.NOBLE: NOBLE, Phase.OVER: OVER}


def pack_entries(entries: Sequence[int], size: int) -> int:
    """Entries of so many bits in a word, then nothing but ones."""
    used = size * len(entries)
    return (1 << 32) - (1 << used) | sum(entry << size * at for at, entry in enumerate(entries))


def pack_set(cards: Iterable[Card]) -> tuple[int, int, int]:
    """A set of cards in three words."""
    everything = sum(1 << card.index for card in cards)
    return everything & 0xFFFFFFFF, everything >> 32 & 0xFFFFFFFF, everything >> 64


def worlds(engine: Splendor, view: View, count: int, rng: np.random.Generator) -> Table:
    """So many tables, the cards that the seat has not seen shuffled into the secret places and the decks.

    Like `determinize`, and drawn as evenly; there are none before the deal.
    """

    def same(number: int, kind: type[np.generic]) -> Array:
        return np.full(count, number, kind)

    def sets(cards: Iterable[Card]) -> Cards:
        one, two, three = (same(word, np.uint32) for word in pack_set(cards))
        return one, two, three

    def side(player: PlayerView, hand: Array) -> Side:
        return Side(
            gems=same(pack_gems(player.tokens[:GOLD]), np.uint32),
            gold=same(player.tokens[GOLD], np.uint8),
            bonuses=same(pack_gems(player.bonuses), np.uint32),
            points=same(player.points, np.uint8),
            hand=_packed(hand),
            visits=same(sum(1 << noble.index for noble in player.nobles), np.uint16),
            cards=sets(player.cards),
        )

    unseen = _unseen(view)
    shuffled = [rng.permuted(np.tile(_indices(unseen, level), (count, 1)), axis=1).T for level in LEVELS]
    draws = [iter(places) for places in shuffled]
    hands, deck = [], sets(unseen)
    for player in view.players:
        keys = np.full((count, HAND_LIMIT), NONE, np.uint32)
        for place, held in enumerate(player.reserved):
            keys[:, place] = _card(held, draws)
            if held.card is None:
                deck = flip(deck, keys[:, place])
            keys[:, place] += SECRET * held.secret
        hands.append(np.sort(keys, axis=1))
    one, two, three = (
        same(pack_entries([NONE if card is None else card.index for card in row], 8), np.uint32) for row in view.rows
    )
    return Table(
        phase=same(PHASES[view.phase], np.uint8),
        turn=same(view.turn, np.uint8),
        turns=same(view.turns, np.uint16),
        start=same(view.start, np.uint8),
        passes=same(view.passes, np.uint8),
        buying=same(NONE, np.uint8) if view.buying is None else _buying(view, view.buying, hands[view.turn]),
        rows=(one, two, three),
        deck=deck,
        nobles=same(pack_entries([noble.index for noble in view.nobles], 4), np.uint32),
        players=tuple(map(side, view.players, hands)),
    )


def _unseen(view: View) -> list[Card]:
    seen = {card for row in view.rows for card in row}
    for player in view.players:
        seen.update(player.cards, (held.card for held in player.reserved))
    return [card for card in CARDS if card not in seen]


def _indices(cards: Iterable[Card], level: int) -> Array:
    return np.array([card.index for card in cards if card.level == level], np.uint32)


def _card(held: Held[Card], draws: Sequence[Iterator[Array]]) -> int | Array:
    """The index of a card in a hand, in each world its own where the seat does not know it."""
    return next(draws[held.level - 1]) if held.card is None else held.card.index


def _packed(hand: Array) -> Array:
    """uint32[worlds]: the hands, three bytes in rising order, the highest byte 255."""
    return hand[:, 0] | hand[:, 1] << 8 | hand[:, 2] << 16 | np.uint32(NONE << 24)


def _buying(view: View, card: Card, hand: Array) -> Array:
    """uint8[worlds]: the place of the card to be paid for; in a hand it depends on what else is there."""
    face_up = [one for row in view.rows for one in row]
    if card in face_up:
        return np.full(len(hand), face_up.index(card), np.uint8)
    return (FACE_UP + np.argmax(hand & 127 == card.index, axis=1)).astype(np.uint8)
