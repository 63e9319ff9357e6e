"""What a seat of Splendor knows, as numbers: `tavola.bots.encode.splendor` over arrays.

Words that many numbers rest on are made by reductions: what is merely elementwise XLA would do again for each of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from tavola.bots.encode.splendor import BONUS_LIMIT, FACE_UP
from tavola.lab.batch.bits import field, least, pack_gems, popcount, settle, sum_gems, surplus, u32, unpack_gems
from tavola.lab.batch.splendor_table import (
    FACE,
    NO_CARD,
    NO_NOBLE,
    NONE,
    OVER,
    PAY,
    REQUIRES,
    SECRET,
    Cards,
    Side,
    Table,
    byte,
    look,
    of_level,
    select,
)
from tavola.rules.jewels import HAND_LIMIT, LEVELS
from tavola.rules.splendor.material import CARDS, GOLD, stacks
from tavola.rules.splendor.state import SplendorOptions

__all__ = ["observe"]

# A card as a seat may know it: its byte, and for a secret one also its level less one added, which leaves after
# the cards of each level a number for one that the seat does not know. Hands are in the order of these codes.
_UNKNOWN: Final = (SECRET + 40, SECRET + 71, SECRET + 92)
_KNOWN: Final = [key + (card.level - 1 if key >= SECRET else 0) if card else NONE for key, card in enumerate(FACE)]
_HIDDEN: Final = [_UNKNOWN[card.level - 1] if card and key >= SECRET else _KNOWN[key] for key, card in enumerate(FACE)]
_CODES: Final = np.array([_KNOWN, _HIDDEN], np.uint32).reshape(-1)


def _about() -> tuple[list[int], list[int]]:
    """Of a code the numbers before the cost, as bits (there, secret, level, points in three, bonus), and its cost."""
    heads, costs = [0] * 256, [0] * 256
    for key, card in enumerate(FACE):
        if card is not None:
            secret = key >= SECRET
            level = 1 | secret << 1 | 1 << 1 + card.level
            heads[_KNOWN[key]] = level | card.points << 5 | 1 << 8 + card.bonus
            costs[_KNOWN[key]] = pack_gems(card.cost)
            if secret:
                heads[_HIDDEN[key]] = level
    return heads, costs


_HEAD, _COST = (np.array(words, np.uint32) for words in _about())
_SHIFTS: Final = np.array([0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12], np.uint32)
_MASKS: Final = np.array([1, 1, 1, 1, 1, 7, 1, 1, 1, 1, 1], np.uint32)
_GEMS: Final = np.array([0, 6, 12, 18, 24], np.uint32)
_BYTES: Final = np.array([0, 8, 16, 24], np.uint32)


class Known(NamedTuple):
    """What matters of a Side: uint32[] each."""

    gems: Array
    gold: Array
    bonuses: Array
    points: Array
    hand: Array
    visits: Array


def observe(options: SplendorOptions, table: Table, player: Array) -> Array:
    """int8[size]: all that the player knows, the player first and then the others in the order of play."""
    count = len(table.players)
    sides = _turned(table.players, player)
    ahead = _relative(table.turn, player, count)
    shown = [[byte(side.hand, place) for place in range(HAND_LIMIT)] for side in sides]
    paying = table.phase == PAY
    hands, secrets = [_codes(shown[0], [jnp.bool_(False)] * HAND_LIMIT)], []
    for at, keys in enumerate(shown[1:], 1):
        bought = [paying & (ahead == at) & (table.buying == FACE_UP + place) for place in range(HAND_LIMIT)]
        hidden = [(key >= SECRET) & (key != NONE) & ~shows for key, shows in zip(keys, bought, strict=True)]
        if options.reserved_visibility == "allOpen":
            hidden = [jnp.bool_(False)] * HAND_LIMIT
        hands.append(_codes(keys, hidden))
        secrets += [jnp.where(unknown, key & 127, NO_CARD) for key, unknown in zip(keys, hidden, strict=True)]
    unseen = _unseen(table, secrets)
    blocks = [
        _cards(table, sides, hands),
        _nobles(table, sides),
        jnp.concatenate([_player(options, side, keys) for side, keys in zip(sides, shown, strict=True)]),
        _rest(table, sides, hands, ahead, unseen),
        jnp.arange(count) == ahead,
        jnp.arange(count) == _relative(table.start, player, count),
    ]
    return jnp.concatenate([block.astype(jnp.int8).reshape(-1) for block in blocks])


def _turned(players: tuple[Side, ...], player: Array) -> list[Known]:
    """The players from this one on."""
    count = len(players)
    rows = []
    for side in players:
        small = (
            side.gold.astype(jnp.uint32) | side.points.astype(jnp.uint32) << 8 | side.visits.astype(jnp.uint32) << 16
        )
        rows.append(jnp.stack([side.gems, side.bonuses, side.hand, small]))
    seat = player.astype(jnp.int32) + np.arange(count)
    here = jnp.where(seat >= count, seat - count, seat)[:, None] == np.arange(count)  # bool[ahead, seat]
    words = jnp.where(here[:, :, None], jnp.stack(rows)[None], u32(0))
    turned = lax.reduce(words, u32(0), lax.bitwise_or, (1,))
    return [Known(row[0], row[3] & u32(255), row[1], row[3] >> 8 & u32(255), row[2], row[3] >> 16) for row in turned]


def _relative(seat: Array, player: Array, count: int) -> Array:
    ahead = seat.astype(jnp.int32) - player.astype(jnp.int32)
    return jnp.where(ahead < 0, ahead + count, ahead)


def _codes(keys: list[Array], hidden: list[Array]) -> list[Array]:
    """A hand as it is known, in an order that tells nothing more."""
    a, b, c = (look(_CODES, key | unknown.astype(jnp.uint32) << 8) for key, unknown in zip(keys, hidden, strict=True))
    a, b = jnp.minimum(a, b), jnp.maximum(a, b)
    b, c = jnp.minimum(b, c), jnp.maximum(b, c)
    return [jnp.minimum(a, b), jnp.maximum(a, b), c]


def _unseen(table: Table, secrets: list[Array]) -> Cards:
    """The decks and these cards."""
    cards = jnp.stack(secrets)[:, None]
    words = jnp.where(cards >> 5 == np.arange(3, dtype=np.uint32), u32(1) << (cards & 31), u32(0))  # uint32[cards, 3]
    both = jnp.concatenate([words, jnp.stack(table.deck)[None]])
    unseen = lax.reduce(both, u32(0), lax.bitwise_or, (0,))
    return unseen[0], unseen[1], unseen[2]


def _cards(table: Table, sides: list[Known], hands: list[list[Array]]) -> Array:
    """int8[places, 21 + players]"""
    rows = (jnp.stack(table.rows)[:, None] >> _BYTES) & u32(NONE)
    codes = jnp.concatenate([rows.reshape(-1), jnp.stack([code for hand in hands for code in hand])])
    head, cost = look(_HEAD, codes), look(_COST, codes)
    have = jnp.stack([side.gems + side.bonuses for side in sides])  # uint32[players]
    owner = jnp.concatenate([jnp.broadcast_to(have[0], (FACE_UP,)), jnp.repeat(have, HAND_LIMIT)])
    short = surplus(cost, owner)
    head, cost, short, have = settle((head, cost, short, have))
    lack = sum_gems(surplus(cost[:, None], have[None, :]))
    about = (head[:, None] >> _SHIFTS) & _MASKS
    gems = [(word[:, None] >> _GEMS) & u32(31) for word in (cost, short)]
    return jnp.concatenate([part.astype(jnp.int8) for part in (about, *gems, lack)], axis=1)


def _nobles(table: Table, sides: list[Known]) -> Array:
    """int32[players + 1, 6 + players]"""
    noble = (table.nobles >> np.arange(0, 4 * (len(sides) + 1), 4, dtype=np.uint32)) & u32(NO_NOBLE)
    requires = look(REQUIRES, noble)
    bonuses = jnp.stack([side.bonuses for side in sides])
    lack = sum_gems(surplus(requires[:, None], bonuses[None, :]))
    gems = (requires[:, None] >> _GEMS) & u32(31)
    return jnp.concatenate([(noble != NO_NOBLE)[:, None].astype(jnp.int32), gems.astype(jnp.int32), lack], axis=1)


def _player(options: SplendorOptions, side: Known, hand: list[Array]) -> Array:
    """int32[17]"""
    points, gold = side.points.astype(jnp.int32), side.gold.astype(jnp.int32)
    useful = least(side.bonuses, u32(pack_gems([BONUS_LIMIT] * 5)))
    held = sum(((key != NONE).astype(jnp.int32) for key in hand), start=jnp.int32(0))
    numbers = [
        points,
        jnp.maximum(options.target - points, 0),
        sum_gems(side.bonuses),
        held,
        popcount(side.visits),
        sum_gems(side.gems) + gold,
    ]
    return jnp.concatenate([unpack_gems(side.gems), gold[None], unpack_gems(useful), jnp.stack(numbers)])


def _rest(table: Table, sides: list[Known], hands: list[list[Array]], ahead: Array, unseen: tuple[Array, ...]) -> Array:
    """int32[6 + 3 + 90 + 4 + 15 + 1]: from the bank to the passes."""
    full = stacks(len(sides))
    gems, gold = u32(pack_gems(full[:GOLD])), jnp.int32(full[GOLD])
    for side in sides:
        gems, gold = gems - side.gems, gold - side.gold.astype(jnp.int32)
    decks = [of_level(table.deck, jnp.int32(level)) for level in range(len(LEVELS))]
    sizes = [popcount(low) + popcount(high) for low, high in decks]
    numbers = [
        unpack_gems(gems),
        jnp.stack([gold, *sizes]),
        field(unseen, [(card.index >> 5, card.index & 31) for card in CARDS], 1),
        (table.phase == np.arange(OVER)).astype(jnp.int32),
        (_buying(table, hands, ahead) == np.arange(FACE_UP + HAND_LIMIT)).astype(jnp.int32),
        table.passes.astype(jnp.int32)[None],
    ]
    return jnp.concatenate(numbers)


def _buying(table: Table, hands: list[list[Array]], ahead: Array) -> Array:
    """int32[]: the place of the card to be paid for, as the seat sees the hands; NONE for none."""
    owner: Side = select(table.turn, table.players)
    code = look(_CODES, byte(owner.hand, table.buying & 3))
    before = [(other < code).astype(jnp.int32) for other in select(ahead, hands)]
    in_hand = FACE_UP + before[0] + before[1] + before[2]
    hand = (table.buying >= FACE_UP) & (table.buying != NONE)
    return jnp.where(hand, in_hand, table.buying.astype(jnp.int32))
