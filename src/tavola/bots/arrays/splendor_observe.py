"""What a seat of Splendor knows, as numbers: `tavola.bots.encode.splendor` over arrays.

Words that many numbers rest on are settled: what is merely elementwise XLA would do again for each of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.bits import field, least, pack_gems, popcount, sum_gems, surplus, u32, unpack_gems
from tavola.bots.arrays.library import Array, settle, xp
from tavola.bots.arrays.splendor_table import (
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
    flip,
    levels,
    look,
    select,
)
from tavola.bots.encode.splendor import BONUS_LIMIT, FACE_UP
from tavola.rules.jewels import HAND_LIMIT
from tavola.rules.splendor import SplendorOptions
from tavola.rules.splendor.material import CARDS, GOLD, NOBLES, stacks

__all__ = ["observe"]

# A card as a seat may know it: its byte, and for a secret one also its level less one added, which leaves after
# the cards of each level a number for one that the seat does not know. Hands are in the order of these codes.
_UNKNOWN: Final = (SECRET + 40, SECRET + 71, SECRET + 92)
_KNOWN: Final = [key + (card.level - 1 if key >= SECRET else 0) if card else NONE for key, card in enumerate(FACE)]
_HIDDEN: Final = [_UNKNOWN[card.level - 1] if card and key >= SECRET else _KNOWN[key] for key, card in enumerate(FACE)]
_CODES: Final = np.array([_KNOWN, _HIDDEN], np.uint32).reshape(-1)


def _faces() -> NDArray[np.int8]:
    """int8[256, 16]: of a code the numbers of its card: there, secret, level, points, bonus, cost."""
    faces = np.zeros((256, 16), np.int8)
    for key, card in enumerate(FACE):
        if card is not None:
            known, hidden = faces[_KNOWN[key]], faces[_HIDDEN[key]]
            for face in (known, hidden):
                face[[0, 1, 1 + card.level]] = 1, key >= SECRET, 1
            known[[5, 6 + card.bonus]] = card.points, 1
            known[11:] = card.cost
    return faces


_FACES: Final = _faces()
_COST: Final = np.array([pack_gems(face[11:].tolist()) for face in _FACES], np.uint32)
_TILES: Final = np.array([(1, *noble.requires) for noble in NOBLES] + [(0,) * 6] * 6, np.int8)
_GEMS: Final = np.array([0, 6, 12, 18, 24], np.uint32)
_OWNERS: Final = np.array([0] * FACE_UP + [seat for seat in range(4) for _ in range(HAND_LIMIT)])
"""Whose tokens count for the card at each place."""
_BYTES: Final = np.array([0, 8, 16, 24], np.uint32)


Hand = tuple[Array, Array, Array]
"""uint32[] each: codes in rising order."""


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
    hands, secrets = [_codes(shown[0], [np.bool_(False)] * HAND_LIMIT)], []
    for at, keys in enumerate(shown[1:], 1):
        bought = [paying & (ahead == at) & (table.buying == FACE_UP + place) for place in range(HAND_LIMIT)]
        hidden = [(key >= SECRET) & (key != NONE) & ~shows for key, shows in zip(keys, bought, strict=True)]
        if options.reserved_visibility == "allOpen":
            hidden = [np.bool_(False)] * HAND_LIMIT
        hands.append(_codes(keys, hidden))
        secrets += [xp.where(unknown, key & 127, NO_CARD) for key, unknown in zip(keys, hidden, strict=True)]
    unseen = _unseen(table, secrets)
    blocks = [
        _cards(table, sides, hands),
        _nobles(table, sides),
        *(_player(options, side, keys) for side, keys in zip(sides, shown, strict=True)),
        *_rest(table, sides, hands, ahead, unseen),
        ahead[..., None] == np.arange(count),
        _relative(table.start, player, count)[..., None] == np.arange(count),
    ]
    return xp.concatenate([block.astype(np.int8) for block in blocks], axis=-1)


def _turned(players: tuple[Side, ...], player: Array) -> list[Known]:
    """The players from this one on."""
    count = len(players)
    rows = []
    for side in players:
        small = side.gold.astype(np.uint32) | side.points.astype(np.uint32) << 8 | side.visits.astype(np.uint32) << 16
        rows.append((side.gems, side.bonuses, side.hand, small))
    turned = settle([select(player, rows[at:] + rows[:at]) for at in range(count)])
    return [
        Known(gems, small & u32(255), bonuses, small >> 8 & u32(255), hand, small >> 16)
        for gems, bonuses, hand, small in turned
    ]


def _relative(seat: Array, player: Array, count: int) -> Array:
    ahead = seat.astype(np.int32) - player.astype(np.int32)
    return xp.where(ahead < 0, ahead + count, ahead)


def _codes(keys: list[Array], hidden: list[Array]) -> Hand:
    """A hand as it is known, in an order that tells nothing more."""
    a, b, c = (look(_CODES, key | unknown.astype(np.uint32) << 8) for key, unknown in zip(keys, hidden, strict=True))
    a, b = xp.minimum(a, b), xp.maximum(a, b)
    b, c = xp.minimum(b, c), xp.maximum(b, c)
    return xp.minimum(a, b), xp.maximum(a, b), c


def _unseen(table: Table, secrets: list[Array]) -> Cards:
    """The decks and these cards."""
    unseen = table.deck
    for card in secrets:
        unseen = flip(unseen, card)
    settled: Cards = settle(unseen)
    return settled


def _cards(table: Table, sides: list[Known], hands: list[Hand]) -> Array:
    """int8[places * (21 + players)]"""
    rows = [(row[..., None] >> _BYTES) & u32(NONE) for row in table.rows]
    held = xp.stack([code for hand in hands for code in hand], axis=-1)
    codes = xp.concatenate([*rows, held], axis=-1)
    cost = look(_COST, codes)
    have = xp.stack([side.gems + side.bonuses for side in sides], axis=-1)  # uint32[players]
    owner = xp.take(have, _OWNERS[: codes.shape[-1]], axis=-1)
    short = surplus(cost, owner)
    codes, cost, short, have = settle((codes, cost, short, have))
    face = xp.take(_FACES, codes, axis=0, mode="clip")
    lacking = (short[..., None] >> _GEMS) & u32(31)
    lack = _lack(cost, have)
    return _flat(xp.concatenate([part.astype(np.int8) for part in (face, lacking, lack)], axis=-1))


def _lack(need: Array, have: Array) -> Array:
    """int32[places, players]: how many gems or bonuses each player lacks at each place."""
    players = [have[..., at, None] for at in range(have.shape[-1])]
    return xp.stack([sum_gems(surplus(need, one)) for one in players], axis=-1)


def _flat(block: Array) -> Array:
    """The numbers of all places one after the other."""
    return block.reshape(*block.shape[:-2], -1)


def _nobles(table: Table, sides: list[Known]) -> Array:
    """int8[(players + 1) * (6 + players)]"""
    noble = (table.nobles[..., None] >> np.arange(0, 4 * (len(sides) + 1), 4, dtype=np.uint32)) & u32(NO_NOBLE)
    bonuses = xp.stack([side.bonuses for side in sides], axis=-1)
    tile = xp.take(_TILES, noble, axis=0, mode="clip")
    return _flat(xp.concatenate([tile, _lack(look(REQUIRES, noble), bonuses).astype(np.int8)], axis=-1))


def _player(options: SplendorOptions, side: Known, hand: list[Array]) -> Array:
    """int32[17]"""
    points, gold = side.points.astype(np.int32), side.gold.astype(np.int32)
    useful = least(side.bonuses, u32(pack_gems([BONUS_LIMIT] * 5)))
    held = sum(((key != NONE).astype(np.int32) for key in hand), start=np.int32(0))
    numbers = [
        points,
        xp.maximum(options.target - points, 0),
        sum_gems(side.bonuses),
        held,
        popcount(side.visits),
        sum_gems(side.gems) + gold,
    ]
    return xp.concatenate(
        [unpack_gems(side.gems), gold[..., None], unpack_gems(useful), xp.stack(numbers, axis=-1)], axis=-1
    )


def _rest(table: Table, sides: list[Known], hands: list[Hand], ahead: Array, unseen: Cards) -> list[Array]:
    """6 + 3 + 90 + 4 + 15 + 1 numbers: from the bank to the passes."""
    full = stacks(len(sides))
    gems, gold = u32(pack_gems(full[:GOLD])), np.int32(full[GOLD])
    for side in sides:
        gems, gold = gems - side.gems, gold - side.gold.astype(np.int32)
    sizes = [sum(map(popcount, words), start=np.int32(0)) for words in levels(table.deck)]
    return [
        unpack_gems(gems),
        xp.stack([gold, *sizes], axis=-1),
        field(unseen, [(card.index >> 5, card.index & 31) for card in CARDS], 1),
        table.phase[..., None] == np.arange(OVER),
        _buying(table, hands, ahead)[..., None] == np.arange(FACE_UP + HAND_LIMIT),
        table.passes[..., None],
    ]


def _buying(table: Table, hands: list[Hand], ahead: Array) -> Array:
    """int32[]: the place of the card to be paid for, as the seat sees the hands; NONE for none."""
    owner: Side = select(table.turn, table.players)
    code = look(_CODES, byte(owner.hand, table.buying & 3))
    before = [(other < code).astype(np.int32) for other in select(ahead, hands)]
    in_hand = FACE_UP + before[0] + before[1] + before[2]
    hand = (table.buying >= FACE_UP) & (table.buying != NONE)
    return xp.where(hand, in_hand, table.buying.astype(np.int32))
