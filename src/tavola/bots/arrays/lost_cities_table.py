"""Lost Cities over arrays: what lies on the table, and the fields of cards.

The cards of a colour are a field of twelve bits: three for the wagers, of which the lowest as many as there are
are set, then one each for 2 to 10. Two colours share a word. A deck is a set too: which card it gives is decided
when it is drawn. Only the discard piles have an order, four bits a card, the top lowest.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tavola.bots.arrays.bits import popcount, u32
from tavola.bots.arrays.library import Array, choose, xp
from tavola.bots.encode.lost_cities import KINDS
from tavola.rules.lost_cities.rules import BONUS, COST, LONG

__all__ = [
    "BITS",
    "DRAW",
    "FIELD",
    "LAY",
    "NUMBERS",
    "OVER",
    "PAIR",
    "WAGERS",
    "WORDS",
    "Chance",
    "Deal",
    "Pair",
    "Table",
    "Words",
    "added",
    "card_in",
    "cards_of",
    "has",
    "left",
    "may_follow",
    "ordered",
    "pile_of",
    "piles_after",
    "removed",
    "score",
    "seated",
    "slots",
    "turn_over",
    "turned",
]

LAY: Final = 0
DRAW: Final = 1
OVER: Final = 2

BITS: Final = 12
WORDS: Final = 3
FIELD: Final = (1 << BITS) - 1
PAIR: Final = 1 | 1 << BITS  # the lowest bit of both fields of a word
WAGERS: Final = 7
NUMBERS: Final = FIELD & ~WAGERS
_VALUES: Final = {bit: bit - 1 for bit in range(3, BITS)}
# The bits whose value has the binary digit 1, 2, 4 or 8: four counts give the sum of the values.
_DIGITS: Final = [sum(1 << bit for bit, value in _VALUES.items() if value >> digit & 1) for digit in range(4)]

Words = tuple[Array, Array, Array]
"""uint32[] each: the cards of two colours."""
Pair = tuple[Array, Array]


class Deal(NamedTuple):
    """The two hands, and who starts where that is left to chance."""

    hands: tuple[Words, Words]
    start: Array
    """int32[]"""


class Chance(NamedTuple):
    """What an action may need: the card that is drawn, and the next round's deal."""

    card: Array
    """int32[]: ten times the colour, plus 0 for a wager and 1 to 9 for 2 to 10."""
    deal: Deal | None
    """None where only one round is played."""


class Table(NamedTuple):
    """A position; scalars all, so that a step needs no memory but these."""

    phase: Array
    """uint8[]: LAY, DRAW or OVER."""
    turn: Array
    """uint8[]"""
    turns: Array
    """uint16[]: turns begun since the match began."""
    hands: tuple[Words, Words]
    known: tuple[Words, Words]
    """The part of each hand that was taken from a discard pile."""
    columns: tuple[Words, Words]
    deck: Words
    piles: tuple[Pair, ...]
    """uint32[] each: for each colour the eight top cards, then the others, 1 for a wager, 2 to 10, 0 for none."""
    barred: Array
    """int8[]: the colour just discarded to, or -1."""
    quiet: Array
    """uint16[]: turns in a row without a draw from the deck."""
    start: Array
    """uint8[]: who started the round."""
    running: Pair
    """int16[] each: what the columns would score now."""
    scores: tuple[Pair, ...]
    """int16[] each: for each round the points of both, once it is finished."""
    finished: Array
    """uint8[]: rounds finished."""
    stalled: Array
    """bool[]: the last finished round was ended by the stall limit."""


# --- Fields of cards -----------------------------------------------------------------------------------------


def slots(colours: int) -> list[tuple[int, int]]:
    """The word and the bit of every card, twelve to a colour."""
    return [(colour >> 1, BITS * (colour & 1) + bit) for colour in range(colours) for bit in range(BITS)]


def card_in(slot: Array) -> Array:
    """The card in a slot, as in Chance; the first three of a colour hold wagers."""
    return KINDS * (slot // BITS) + xp.maximum(slot % BITS - 2, 0)


def cards_of(words: Words, colour: Array) -> Array:
    """The field of a colour."""
    at, shift = colour >> 1, (BITS * (colour & 1)).astype(xp.uint32)
    word = xp.where(at == 0, words[0], xp.where(at == 1, words[1], words[2]))
    return (word >> shift) & u32(FIELD)


def turn_over(words: Words, colour: Array, changed: Array) -> Words:
    """The words with these bits of a colour's field turned over."""
    bits = changed.astype(xp.uint32) << (BITS * (colour & 1)).astype(xp.uint32)
    a, b, c = (word ^ xp.where(colour >> 1 == at, bits, u32(0)) for at, word in enumerate(words))
    return a, b, c


def _bit(kind: Array) -> Array:
    return u32(1) << xp.where(kind == 0, 0, kind + 2).astype(xp.uint32)


def added(f: Array, kind: Array) -> Array:
    """The field with a card more."""
    return f | xp.where(kind == 0, (f << 1 | u32(1)) & u32(WAGERS), _bit(kind))


def removed(f: Array, kind: Array) -> Array:
    """The field with a card less."""
    wagers = (f & u32(NUMBERS)) | ((f & u32(WAGERS)) >> 1)
    return xp.where(kind == 0, wagers, f & ~_bit(kind))


def has(f: Array, kind: Array) -> Array:
    """Whether the card is in the field."""
    return (f & _bit(kind)) != 0


def turned(second: Array, pair: tuple[Words, Words]) -> tuple[Words, Words]:
    """The pair with the observer's part first."""
    return choose(second, pair[1], pair[0]), choose(second, pair[0], pair[1])


def seated(second: Array, pair: tuple[Words, Words], words: Words) -> tuple[Words, Words]:
    """The pair with these words for the one seat or the other."""
    return choose(second, pair[0], words), choose(second, words, pair[1])


def ordered(words: list[Array]) -> Words:
    """The same cards with the wagers of each colour in the lowest bits."""
    one, two, three = _wagers(words)
    few = [(x | y | z, (x & y) | (y & z) | (x & z), x & y & z) for x, y, z in zip(one, two, three, strict=True)]
    a, b, c = (
        (word & u32(NUMBERS * PAIR)) | x | (y << 1) | (z << 2) for word, (x, y, z) in zip(words, few, strict=True)
    )
    return a, b, c


def _wagers(words: list[Array]) -> list[list[Array]]:
    return [[(word >> shift) & u32(PAIR) for word in words] for shift in range(3)]


def left(full: int, one: Array, two: Array) -> Array:
    """What of the full pack is in neither hand."""
    numbers = u32(full & NUMBERS * PAIR) & ~(one | two)
    held = [((one >> shift) & u32(PAIR)) + ((two >> shift) & u32(PAIR)) for shift in range(3)]
    count = held[0] + held[1] + held[2]  # at most three in each field
    there = u32(full & PAIR)
    # Three wagers in all: one bit stays while fewer than three are held, two while fewer than two, three while none.
    low, two_left, three_left = there & ~(count & count >> 1), there & ~(count >> 1), there & ~(count | count >> 1)
    return numbers | low | two_left << 1 | three_left << 2


def may_follow(word: Array) -> Array:
    """The bits of the cards that may follow in the columns of a word's two colours, one bit for any wager."""
    below_top = word & u32(NUMBERS * PAIR)
    for shift in (1, 2, 4, 8):
        # What moves down must not leave its field: the lower field's high bits receive nothing.
        stays = sum(1 << bit for bit in range(3, BITS - shift)) * PAIR
        below_top = below_top | ((below_top >> shift) & u32(stays))
    wager = ~(below_top >> 3) & u32(PAIR)
    return (~below_top & u32(NUMBERS * PAIR)) | wager


def score(f: Array) -> Array:
    """The points of a column (LC-022, LC-023), as int32."""
    values = sum((popcount(f & mask) << digit for digit, mask in enumerate(_DIGITS)), start=xp.int32(0))
    points = (values - COST) * (1 + popcount(f & WAGERS)) + xp.where(popcount(f) >= LONG, BONUS, 0)
    return xp.where(f == 0, 0, points)


# --- Discard piles -------------------------------------------------------------------------------------------


def pile_of(piles: tuple[Pair, ...], colour: Array) -> Pair:
    """The discard pile of a colour."""
    lo, hi = piles[0]
    for at, (next_lo, next_hi) in enumerate(piles[1:], 1):
        lo, hi = xp.where(colour == at, next_lo, lo), xp.where(colour == at, next_hi, hi)
    return lo, hi


def piles_after(piles: tuple[Pair, ...], colour: Array, kind: Array, pushed: Array, popped: Array) -> tuple[Pair, ...]:
    """The discard piles after a card was laid on one, or taken from it."""
    lo, hi = pile_of(piles, colour)
    more = (lo << 4 | (kind + 1).astype(xp.uint32), hi << 4 | lo >> 28)
    fewer = (lo >> 4 | hi << 28, hi >> 4)
    new = choose(pushed, more, fewer)
    return tuple(choose((pushed | popped) & (colour == at), new, pair) for at, pair in enumerate(piles))
