"""Lost Cities over arrays.

The cards of a colour are a field of twelve bits: three for the wagers, of which the lowest as many as there are
are set, then one each for 2 to 10. Two colours share a word. A deck is a set too: which card it gives is decided
when it is drawn. Only the discard piles have an order, four bits a card, the top lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np

from tavola.bots.arrays.bits import below, field, nth_bit, popcount, random_words, u32
from tavola.bots.arrays.library import Array, choose, settle, stage, xp
from tavola.bots.encode import encoding
from tavola.bots.encode.lost_cities import KINDS, LIMIT, PILE
from tavola.rules.lost_cities import LostCitiesOptions
from tavola.rules.lost_cities.material import HAND
from tavola.rules.lost_cities.rules import BONUS, COST, LONG

__all__ = ["DRAW", "LAY", "OVER", "Chance", "Deal", "LostCities", "Table"]

LAY: Final = 0
DRAW: Final = 1
OVER: Final = 2

_BITS: Final = 12
_WORDS: Final = 3
_FIELD: Final = (1 << _BITS) - 1
_PAIR: Final = 1 | 1 << _BITS  # the lowest bit of both fields of a word
_WAGERS: Final = 7
_NUMBERS: Final = _FIELD & ~_WAGERS
_VALUES: Final = {bit: bit - 1 for bit in range(3, _BITS)}
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


class LostCities:
    """The engine of Lost Cities; see tavola.lab.batch.env.Engine."""

    def __init__(
        self,
        options: LostCitiesOptions,
        *,
        reward: Literal["win", "margin"] = "win",
        start: int | None = None,
        max_steps: int | None = None,
    ) -> None:
        """`margin` rewards with the difference of points over 100; `start` fixes who begins, else it is drawn."""
        self.options = options
        self.encoding = encoding("lost-cities", 2, options)
        self.num_actions = self.encoding.actions
        self.reward = reward
        self.start = start
        self.max_steps = 1000 * options.rounds if max_steps is None else max_steps
        self.cards = KINDS * options.colours
        full = [_FIELD] * options.colours + [0] * (2 * _WORDS - options.colours)
        self.pack = tuple(full[2 * at] | full[2 * at + 1] << _BITS for at in range(_WORDS))
        self.places = [
            (colour >> 1, _BITS * (colour & 1) + (kind + 2 if kind else 0))
            for colour in range(options.colours)
            for kind in range(KINDS)
        ]

    # --- Chance ----------------------------------------------------------------------------------------------

    def deal_chance(self, key: Array) -> Deal:
        """See Engine."""
        first, *rest = random_words(key, 1 + 2 * HAND)
        start = (first >> 31).astype(xp.int32) if self.start is None else xp.int32(self.start)
        return Deal(self._hands(rest), start)

    def _hands(self, rest: list[Array]) -> tuple[Words, Words]:
        deck = [u32(word) for word in self.pack]
        size = 12 * self.options.colours
        hands = []
        for seat in (0, 1):
            before = deck
            for at in range(HAND):
                left = xp.int32(size - HAND * seat - at)
                place = nth_bit(deck, below(rest[HAND * seat + at], left))
                bit = u32(1) << (place & 31).astype(xp.uint32)
                deck = [xp.where(place >> 5 == word, held & ~bit, held) for word, held in enumerate(deck)]
            hands.append(_ordered([old & ~new for old, new in zip(before, deck, strict=True)]))
        both: tuple[Words, Words] = stage((hands[0], hands[1]))
        return both

    def draw(self, table: Table, action: Array, key: Array) -> Chance:
        """See Engine."""
        first, second, *rest = random_words(key, 2 + 2 * HAND)
        size = sum((popcount(word) for word in table.deck), start=xp.int32(0))
        place = nth_bit(table.deck, below(first, size))
        bit = place & 31
        upper = bit >= _BITS
        kind = xp.maximum(bit - _BITS * upper - 2, 0)
        card = KINDS * (2 * (place >> 5) + upper) + kind
        if self.options.rounds == 1:
            return Chance(card, None)
        return Chance(card, Deal(self._hands(rest), (second >> 31).astype(xp.int32)))

    def deal(self, chance: Deal) -> Table:
        """See Engine."""
        zero, none = xp.uint32(0), xp.int16(0)
        empty: Words = (zero, zero, zero)
        return Table(
            phase=xp.uint8(LAY),
            turn=chance.start.astype(xp.uint8),
            turns=xp.uint16(1),
            hands=chance.hands,
            known=(empty, empty),
            columns=(empty, empty),
            deck=self._deck(chance.hands),
            piles=((zero, zero),) * self.options.colours,
            barred=xp.int8(-1),
            quiet=xp.uint16(0),
            start=chance.start.astype(xp.uint8),
            running=(none, none),
            scores=((none, none),) * self.options.rounds,
            finished=xp.uint8(0),
            stalled=xp.bool_(False),
        )

    def _deck(self, hands: tuple[Words, Words]) -> Words:
        """What the hands leave: the wagers of two sets add up, whichever bits stand for them."""
        one, two = hands
        a, b, c = (_left(full, x, y) for full, x, y in zip(self.pack, one, two, strict=True))
        return a, b, c

    # --- A step ----------------------------------------------------------------------------------------------

    def apply(self, table: Table, action: Array, chance: Chance) -> Table:
        """See Engine."""
        cards = self.cards
        played, laid, drawn, taken = action < cards, action < 2 * cards, action == 2 * cards, action > 2 * cards
        discarded = laid & ~played
        own = xp.where(played, action, action - cards)
        pile_colour = action - 2 * cards - 1
        top = (_pile(table.piles, pile_colour)[0] & u32(15)).astype(xp.int32)
        colour = xp.where(laid, own // KINDS, xp.where(drawn, chance.card // KINDS, pile_colour))
        kind = xp.where(laid, own % KINDS, xp.where(drawn, chance.card % KINDS, top - 1))
        second = table.turn == 1
        hand, known, column = (choose(second, two, one) for one, two in (table.hands, table.known, table.columns))
        h, k, c = _get(hand, colour), _get(known, colour), _get(column, colour)
        hand = _put(hand, colour, h ^ xp.where(laid, _without(h, kind), _with(h, kind)))
        kept = xp.where(laid & _has(k, kind), _without(k, kind), xp.where(taken, _with(k, kind), k))
        known = _put(known, colour, k ^ kept)
        longer = xp.where(played, _with(c, kind), c)
        column = _put(column, colour, c ^ longer)
        d = _get(table.deck, colour)
        deck = _put(table.deck, colour, xp.where(drawn, d ^ _without(d, kind), 0))
        gain = _score(longer) - _score(c)
        after = table._replace(
            phase=xp.where(laid, DRAW, LAY).astype(xp.uint8),
            hands=_seat(second, table.hands, hand),
            known=_seat(second, table.known, known),
            columns=_seat(second, table.columns, column),
            deck=deck,
            piles=_piles(table.piles, colour, kind, discarded, taken),
            barred=xp.where(discarded, colour, -1).astype(xp.int8),
            quiet=xp.where(laid, table.quiet, xp.where(taken, table.quiet + 1, 0)).astype(xp.uint16),
            running=(
                table.running[0] + xp.where(second, 0, gain).astype(xp.int16),
                table.running[1] + xp.where(second, gain, 0).astype(xp.int16),
            ),
        )
        return self._end_turn(after, ~laid, chance.deal)

    def _end_turn(self, table: Table, turn_over: Array, deal: Deal | None) -> Table:
        limit = self.options.stall_limit
        stalled = turn_over & (table.quiet >= limit) if limit is not None else xp.zeros_like(turn_over)
        empty = (table.deck[0] | table.deck[1] | table.deck[2]) == 0
        ended = turn_over & (empty | stalled)
        finished = table.finished + ended.astype(xp.uint8)
        over = finished == self.options.rounds
        goes_on = turn_over & ~over
        passed = table._replace(
            phase=xp.where(over, OVER, table.phase).astype(xp.uint8),
            turn=xp.where(goes_on, 1 - table.turn, table.turn).astype(xp.uint8),
            turns=table.turns + goes_on.astype(xp.uint16),
            finished=finished,
            scores=tuple(
                choose(ended & (table.finished == at), table.running, pair) for at, pair in enumerate(table.scores)
            ),
            stalled=stalled,
        )
        if deal is None:
            return passed
        dealt: Table = choose(ended & ~over, self._next_round(passed, table.turn, deal), passed)
        return dealt

    def _next_round(self, table: Table, last: Array, deal: Deal) -> Table:
        """The next deal; the phase, the counts of turns and rounds and the scores are already right."""
        start = self._next_start(table, last, deal.start).astype(xp.uint8)
        fresh = self.deal(Deal(deal.hands, start))
        return fresh._replace(turns=table.turns, scores=table.scores, finished=table.finished)

    def _next_start(self, table: Table, last: Array, drawn: Array) -> Array:
        other = 1 - table.start
        if self.options.round_starter == "alternate":
            return other
        if self.options.round_starter == "totalLeader":
            mine, theirs = self._totals(table)
        else:
            mine, theirs = table.running
        tied = {"nonStarter": other, "afterLastMover": 1 - last, "random": drawn}[self.options.tie_starter]
        return xp.where(mine == theirs, tied, mine < theirs)

    def _totals(self, table: Table) -> Pair:
        mine, theirs = (sum((pair[seat] for pair in table.scores), start=xp.int16(0)) for seat in (0, 1))
        return mine, theirs

    # --- What the learner sees -------------------------------------------------------------------------------

    def to_play(self, table: Table) -> Array:
        """See Engine."""
        return table.turn.astype(xp.int32)

    def over(self, table: Table) -> Array:
        """See Engine."""
        return table.phase == OVER

    def rewards(self, table: Table) -> Array:
        """See Engine."""
        mine, theirs = self._totals(table)
        # The scores of a finished match hold those of its last round already.
        unfinished = xp.where(table.phase == OVER, 0, table.running[0] - table.running[1])
        lead = (mine - theirs + unfinished).astype(xp.float32)
        lead = lead / 100 if self.reward == "margin" else xp.sign(lead)
        return xp.stack([lead, -lead], axis=-1)

    def mask(self, table: Table) -> Array:
        """See Engine."""
        second = table.turn == 1
        lay, draw = table.phase == LAY, table.phase == DRAW
        hand = [xp.where(lay, word, 0) for word in choose(second, table.hands[1], table.hands[0])]
        column = choose(second, table.columns[1], table.columns[0])
        play = [word & _open(laid) for word, laid in zip(hand, column, strict=True)]
        piles = [(lo != 0) & (table.barred != at) & draw for at, (lo, _) in enumerate(table.piles)]
        laying = [field(words, self.places, 1) for words in (play, hand)]
        return xp.concatenate([*laying, xp.stack([draw, *piles], axis=-1)], axis=-1).astype(xp.bool_)

    def observe(self, table: Table, player: Array) -> Array:
        """See Engine."""
        second = player == 1
        hand, other = _turned(second, table.hands)
        taken, known = _turned(second, table.known)
        mine, theirs = _turned(second, table.columns)
        colours = self.options.colours
        fields = [(colour >> 1, _BITS * (colour & 1)) for colour in range(colours)]

        def split(words: Sequence[Array]) -> Array:
            return field(words, fields, _FIELD)

        hidden = split([held ^ seen for held, seen in zip(other, known, strict=True)])
        my_cards, their_cards = split(mine), split(theirs)
        points = xp.clip(xp.stack([_score(my_cards), _score(their_cards)], axis=-1), -LIMIT, LIMIT)
        words = (split(hand), my_cards, their_cards, split(taken), split(known), split(table.deck), hidden)
        *seen, deck, hidden, points, rest = settle((*words, points, self._rest(table, second)))
        sets = [_counts(f) for f in seen]
        # Held and known wagers are both counted from the lowest bit: what differs counts the hidden ones.
        sets.append(_counts(deck) + _counts(hidden))
        piles = xp.stack([xp.stack(pair, axis=-1) for pair in table.piles], axis=-2)  # uint32[colours, 2]
        shifts = np.arange(0, 32, 4, dtype=np.uint32)
        codes = ((piles[..., None] >> shifts) & u32(15)).reshape(*piles.shape[:-1], 16)[..., :PILE]
        codes = codes.astype(xp.int32)
        top = codes[..., :1] == np.arange(1, KINDS + 1)
        barred = table.barred[..., None] == np.arange(colours)
        blocks = xp.concatenate([*sets, top, codes, barred[..., None], points], axis=-1)
        return xp.concatenate([blocks.reshape(*blocks.shape[:-2], -1), rest], axis=-1).astype(xp.int8)

    def _rest(self, table: Table, second: Array) -> Array:
        me = second.astype(xp.int32)
        running = choose(second, table.running[::-1], table.running)
        totals = choose(second, self._totals(table)[::-1], self._totals(table))
        numbers = [
            table.turn == me,
            table.phase == DRAW,
            sum((popcount(word) for word in table.deck), start=xp.int32(0)),
            xp.minimum(table.quiet, LIMIT),
            table.start == me,
            xp.maximum(self.options.rounds - 1 - table.finished.astype(xp.int32), 0),
            *(xp.clip(points, -LIMIT, LIMIT) for points in running),
            xp.clip(totals[0] - totals[1], -LIMIT, LIMIT),
            *(part for total in totals for part in (total >> 5, total & 31)),
        ]
        return xp.stack([xp.asarray(number).astype(xp.int32) for number in numbers], axis=-1)


# --- Fields of cards -----------------------------------------------------------------------------------------


def _get(words: Words, colour: Array) -> Array:
    at, shift = colour >> 1, (_BITS * (colour & 1)).astype(xp.uint32)
    word = xp.where(at == 0, words[0], xp.where(at == 1, words[1], words[2]))
    return (word >> shift) & u32(_FIELD)


def _put(words: Words, colour: Array, changed: Array) -> Words:
    """The words with these bits of a colour's field turned over."""
    bits = changed.astype(xp.uint32) << (_BITS * (colour & 1)).astype(xp.uint32)
    a, b, c = (word ^ xp.where(colour >> 1 == at, bits, u32(0)) for at, word in enumerate(words))
    return a, b, c


def _bit(kind: Array) -> Array:
    return u32(1) << xp.where(kind == 0, 0, kind + 2).astype(xp.uint32)


def _with(f: Array, kind: Array) -> Array:
    return f | xp.where(kind == 0, (f << 1 | u32(1)) & u32(_WAGERS), _bit(kind))


def _without(f: Array, kind: Array) -> Array:
    wagers = (f & u32(_NUMBERS)) | ((f & u32(_WAGERS)) >> 1)
    return xp.where(kind == 0, wagers, f & ~_bit(kind))


def _has(f: Array, kind: Array) -> Array:
    return (f & _bit(kind)) != 0


def _turned(second: Array, pair: tuple[Words, Words]) -> tuple[Words, Words]:
    """The pair with the observer's part first."""
    return choose(second, pair[1], pair[0]), choose(second, pair[0], pair[1])


def _seat(second: Array, pair: tuple[Words, Words], words: Words) -> tuple[Words, Words]:
    return choose(second, pair[0], words), choose(second, words, pair[1])


def _ordered(words: list[Array]) -> Words:
    """The same cards with the wagers of each colour in the lowest bits."""
    one, two, three = _wagers(words)
    few = [(x | y | z, (x & y) | (y & z) | (x & z), x & y & z) for x, y, z in zip(one, two, three, strict=True)]
    a, b, c = (
        (word & u32(_NUMBERS * _PAIR)) | x | (y << 1) | (z << 2) for word, (x, y, z) in zip(words, few, strict=True)
    )
    return a, b, c


def _wagers(words: list[Array]) -> list[list[Array]]:
    return [[(word >> shift) & u32(_PAIR) for word in words] for shift in range(3)]


def _left(full: int, one: Array, two: Array) -> Array:
    """What of the full pack is in neither hand."""
    numbers = u32(full & _NUMBERS * _PAIR) & ~(one | two)
    held = [((one >> shift) & u32(_PAIR)) + ((two >> shift) & u32(_PAIR)) for shift in range(3)]
    count = held[0] + held[1] + held[2]  # at most three in each field
    there = u32(full & _PAIR)
    # Three wagers in all: one bit stays while fewer than three are held, two while fewer than two, three while none.
    low, two_left, three_left = there & ~(count & count >> 1), there & ~(count >> 1), there & ~(count | count >> 1)
    return numbers | low | two_left << 1 | three_left << 2


def _open(word: Array) -> Array:
    """The bits of the cards that may follow in the columns of a word's two colours, one bit for any wager."""
    below_top = word & u32(_NUMBERS * _PAIR)
    for shift in (1, 2, 4, 8):
        # What moves down must not leave its field: the lower field's high bits receive nothing.
        stays = sum(1 << bit for bit in range(3, _BITS - shift)) * _PAIR
        below_top = below_top | ((below_top >> shift) & u32(stays))
    wager = ~(below_top >> 3) & u32(_PAIR)
    return (~below_top & u32(_NUMBERS * _PAIR)) | wager


def _score(f: Array) -> Array:
    """The points of a column (LC-022, LC-023), as int32."""
    values = sum((popcount(f & mask) << digit for digit, mask in enumerate(_DIGITS)), start=xp.int32(0))
    points = (values - COST) * (1 + popcount(f & _WAGERS)) + xp.where(popcount(f) >= LONG, BONUS, 0)
    return xp.where(f == 0, 0, points)


def _counts(f: Array) -> Array:
    """int32[colours, 10]: wagers and numbers of each colour's field."""
    return xp.concatenate([popcount(f & _WAGERS)[..., None], (f[..., None] >> np.arange(3, _BITS)) & 1], axis=-1)


# --- Discard piles -------------------------------------------------------------------------------------------


def _pile(piles: tuple[Pair, ...], colour: Array) -> Pair:
    lo, hi = piles[0]
    for at, (next_lo, next_hi) in enumerate(piles[1:], 1):
        lo, hi = xp.where(colour == at, next_lo, lo), xp.where(colour == at, next_hi, hi)
    return lo, hi


def _piles(piles: tuple[Pair, ...], colour: Array, kind: Array, pushed: Array, popped: Array) -> tuple[Pair, ...]:
    lo, hi = _pile(piles, colour)
    more = (lo << 4 | (kind + 1).astype(xp.uint32), hi << 4 | lo >> 28)
    fewer = (lo >> 4 | hi << 28, hi >> 4)
    new = choose(pushed, more, fewer)
    return tuple(choose((pushed | popped) & (colour == at), new, pair) for at, pair in enumerate(piles))
