"""What a seat knows of Splendor Duel, as tavola.bots.encode.duel lays it out."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.bits import popcount, sum_gems, surplus, u32, unpack_gems
from tavola.bots.arrays.duel_table import (
    COST,
    FIRST,
    NONE,
    SECRET,
    Side,
    Table,
    Tokens,
    bits,
    bits_of,
    cells_by_kind,
    count_of,
    each,
    listed,
    look,
    total,
    wide,
)
from tavola.bots.arrays.library import Array, choose, lazy, settle, stage, xp
from tavola.bots.encode.duel import PHASES, features
from tavola.rules.duel.material import CARDS, CELLS, DECKS, PRIVILEGES, ROYALS

__all__ = ["observe", "seven"]

# --- Cards: each number of a card's block is some bits of one of four words ----------------------------------

_WIDTHS: Final = [1] * 11 + [2, 3, 2]  # flags, bonuses, points, crowns
_SHIFTS: Final = [sum(_WIDTHS[:at]) for at in range(len(_WIDTHS))]
_PEARL: Final = sum(_WIDTHS)
_GEMS: Final = [6 * gem for gem in range(5)]


def _printed(numbers: list[int]) -> int:
    return sum(number << shift for number, shift in zip(numbers, _SHIFTS, strict=False)) | numbers[-1] << _PEARL


_PRINTED: Final = listed({card.index: _printed(features(card)) for card in CARDS}, 256)
_LEVEL: Final = listed({card.index: card.level for card in CARDS}, 256)

# Of the columns of a block: the word, the shift and the mask.
_FEATURES: Final = [
    *((0, shift, (1 << width) - 1) for shift, width in zip(_SHIFTS, _WIDTHS, strict=True)),
    *((1, shift, 31) for shift in _GEMS),
    (0, _PEARL, 1),
]
_LACK: Final = [*((2, shift, 31) for shift in _GEMS), (3, 0, 1)]
_BOUGHT: Final = np.array(_FEATURES, np.uint32).T
_OFFER: Final = np.array([*_FEATURES, *_LACK, (3, 1, 15), (3, 5, 15)], np.uint32).T
_HELD: Final = np.array([*_FEATURES, *_LACK, (3, 1, 15), *((3, shift, 1) for shift in range(5, 10))], np.uint32).T


def _spread(words: list[Array], columns: NDArray[np.uint32]) -> Array:
    """int8[cards * columns]: the block of every card, out of words of uint32[cards]."""
    which, shifts, masks = columns
    if lazy():
        chosen = np.stack(words, axis=-1).take(which, axis=-1)
        chosen >>= shifts  # in place: what is new is slow
        chosen &= masks
    else:
        chosen = words[0][..., None]
        for at, word in enumerate(words[1:], 1):
            chosen = xp.where(which == at, word[..., None], chosen)
        chosen = (chosen >> shifts) & masks
    blocks = stage(chosen.astype(np.int8))
    return blocks.reshape(*blocks.shape[:-2], -1)


def _lack(cost: Array, printed: Array, side: Side) -> tuple[Array, Array, Array]:
    """What a player lacks for cards: the gems, the pearl, and the sum."""
    gems = surplus(cost, (side.bonuses + side.tokens.gems)[..., None])
    pearls = ((printed >> _PEARL) & u32(1)) & (side.tokens.pearls == 0).astype(np.uint32)[..., None]
    return gems, pearls, sum_gems(gems).astype(np.uint32) + pearls


def _offers(cards: Array, me: Side, they: Side) -> list[Array]:
    printed, cost = look(_PRINTED, cards), look(COST, cards)
    gems, pearls, mine = _lack(cost, printed, me)
    theirs = _lack(cost, printed, they)[2]
    return [printed, cost, gems, pearls | mine << 1 | theirs << 5]


def _hand(keys: Array, known: Array, owner: Side) -> list[Array]:
    cards = xp.where(known, keys & (SECRET - 1), NONE)
    printed, cost = look(_PRINTED, cards), look(COST, cards)
    gems, pearls, lack = _lack(cost, printed, owner)
    held = keys != NONE
    level = u32(1) << look(_LEVEL, keys & (SECRET - 1)) & u32(0b1110)  # nothing for no card
    secret = (held & (keys >= SECRET)).astype(np.uint32)
    place = held.astype(np.uint32) | level | secret << 4
    return [printed, cost, gems, pearls | lack << 1 | place << 5]


def _their_hand(table: Table, they: Side) -> tuple[Array, Array]:
    """int32[3], bool[3]: the opponent's keys in the order in which they may be seen, and which cards are known.

    Of the secret cards only the one being bought is known; it comes first among those of its level.
    """
    order = []
    for key in they.hand:
        card, secret = key & (SECRET - 1), (key >= SECRET) & (key != NONE)
        level = look(_LEVEL, card).astype(np.int32)
        # Below all cards of its level and not below those of the level before; equal ones go by the key.
        front = SECRET - 1 + xp.where(level == 3, FIRST[2], xp.where(level == 2, FIRST[1], FIRST[0]))
        order.append(xp.where(secret & (card == table.card), front, key) << 8 | key)
    a, b, c = order
    a, b = xp.minimum(a, b), xp.maximum(a, b)
    b, c = xp.minimum(b, c), xp.maximum(b, c)
    a, b = xp.minimum(a, b), xp.maximum(a, b)
    keys = xp.stack([a, b, c], axis=-1) & 255
    return keys, (keys < SECRET) | ((keys != NONE) & ((keys & (SECRET - 1)) == table.card[..., None]))


# --- All else ------------------------------------------------------------------------------------------------


def seven(tokens: Tokens) -> Array:
    """int32[7]: the counts of each kind."""
    return xp.concatenate([unpack_gems(tokens.gems), xp.stack([tokens.pearls, tokens.gold], axis=-1)], axis=-1)


def _player(side: Side) -> list[Array]:
    numbers = [
        side.points,
        side.crowns,
        side.privileges,
        count_of(each(lambda key: key != NONE, side.hand)),
        popcount(side.royals),
        total(side.tokens),
    ]
    return [seven(side.tokens), unpack_gems(side.bonuses), unpack_gems(side.colour_points), xp.stack(numbers, axis=-1)]


def _unseen(table: Table, they: Side) -> list[Array]:
    words = [*table.decks]
    for key in they.hand:
        card = key & (SECRET - 1)
        hidden = bits_of(card, (key >= SECRET) & (card != table.card))
        words = [word | bit for word, bit in zip(words, hidden, strict=True)]
    return words


def _single(word: Array, size: int) -> Array:
    """The lowest bits, one by one."""
    return (word[..., None] >> np.arange(size, dtype=np.uint32)) & u32(1)


def observe(table: Table, player: Array) -> Array:
    """int8[size]: what the seat knows."""
    t = wide(table)
    me, they = stage(choose(player == 1, t.sides[::-1], t.sides))
    planes = settle(cells_by_kind(t.board))
    keys, known = _their_hand(t, they)
    mine = xp.stack(me.hand, axis=-1)
    hands = _hand(mine, mine != NONE, me), _hand(keys, known, they)
    offers, hands, unseen = settle((_offers(xp.stack(t.rows, axis=-1), me, they), hands, _unseen(t, they)))
    royals = (me.royals | they.royals) ^ ((1 << len(ROYALS)) - 1)
    flags = bits([t.replenished, t.extra, t.turn == player, t.start == player])
    bought = [look(_PRINTED, t.card)[..., None], look(COST, t.card)[..., None]]
    parts = [
        *(_single(plane, CELLS) for plane in planes),
        seven(t.bag),
        _spread(offers, _OFFER),
        *(_spread(hand, _HELD) for hand in hands),
        *_player(me),
        *_player(they),
        (PRIVILEGES - me.privileges - they.privileges)[..., None],
        _single(royals.astype(np.uint32), len(ROYALS)),
        xp.stack([popcount(deck) for deck in t.decks], axis=-1),
        *(_single(word, len(deck)) for word, deck in zip(unseen, DECKS, strict=True)),
        t.phase[..., None] == np.arange(len(PHASES)),
        _spread(bought, _BOUGHT),
        _single(flags, 4),
    ]
    return xp.concatenate([part.astype(np.int8) for part in parts], axis=-1)
