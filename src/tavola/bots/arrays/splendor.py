"""Splendor over arrays: chance, a step, and what may be done."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.bits import (
    at_least,
    below,
    field,
    least,
    nth_bit,
    pack_gems,
    popcount,
    random_words,
    sum_gems,
    surplus,
    u32,
)
from tavola.bots.arrays.library import Array, choose, xp
from tavola.bots.arrays.splendor_observe import observe
from tavola.bots.arrays.splendor_table import (
    ALL,
    BONUS,
    COST,
    DEMANDS,
    EMPTY,
    FIRST,
    NO_CARD,
    NO_NOBLE,
    NOBLE,
    NONE,
    OVER,
    PAY,
    POINTS,
    PRICE,
    RETURN,
    SECRET,
    TURN,
    Cards,
    Deal,
    Side,
    Table,
    bits,
    byte,
    flip,
    inserted,
    levels,
    look,
    of_level,
    removed,
    select,
    some,
)
from tavola.bots.encode import encoding
from tavola.bots.encode.jewels import payment_vectors
from tavola.bots.encode.splendor import FACE_UP, TAKES
from tavola.rules.jewels import HAND_LIMIT, TOKEN_LIMIT
from tavola.rules.splendor import SplendorOptions
from tavola.rules.splendor.material import DECKS, GOLD, NOBLE_POINTS, NOBLES, ROW, stacks

__all__ = ["Splendor"]

_HAND: Final = 3
"""A hand's place after the three rows: it is read like one of them."""
_VECTORS: Final = payment_vectors(5, stacks(2)[GOLD])
_TAKEN: Final = np.array([pack_gems(gems) for gems in TAKES] + [0] * 2, np.uint32)
_EXTRA: Final = np.array([pack_gems(vector) for vector in _VECTORS], np.uint32)
_EXTRA_GOLD: Final = np.array([sum(vector) for vector in _VECTORS], np.int32)


def _sets(up_to_three: bool) -> NDArray[np.uint32]:
    """For each set of colours that are to be had, the ways to take different ones, as bits by action id."""
    words = []
    for there in range(32):
        most = min(3, there.bit_count())
        chosen = [sum(1 << colour for colour in range(5) if gems[colour]) for gems in TAKES[:25]]
        fits = [not one & ~there and (up_to_three or one.bit_count() == most) for one in chosen]
        words.append(sum(1 << number for number, fit in enumerate(fits) if fit))
    return np.array(words, np.uint32)


def _full() -> Cards:
    one, two, three = map(u32, ALL)
    return one, two, three


class Splendor:
    """The engine of Splendor; see tavola.lab.batch.env.Engine."""

    def __init__(
        self,
        options: SplendorOptions,
        players: int = 2,
        *,
        free_payment: bool = False,
        start: int | None = None,
        max_steps: int | None = None,
    ) -> None:
        """Without free payment a card is paid for with the fewest gold; `start` fixes who begins, else it is drawn."""
        self.options = options
        self.players = players
        self.free_payment = free_payment
        self.encoding = encoding("splendor", players, options)
        self.num_actions = self.encoding.actions if free_payment else self.encoding.plain_actions
        self.start = start
        self.max_steps = 1000 * players if max_steps is None else max_steps
        self.stacks = stacks(players)
        self.sets = _sets(options.take_fewer == "upTo3")
        self.ids = {kind.name: kind.start for kind in self.encoding.kinds.rows}
        # Where the bits of the mask are: takes; reserves and buys; the rest.
        plain = self.encoding.plain_actions
        starts = (0, self.ids["reserve"], self.ids["return"], plain)
        self.places = [(at, number) for at in range(3) for number in range(starts[at + 1] - starts[at])]

    # --- Chance ----------------------------------------------------------------------------------------------

    def deal_chance(self, key: Array) -> Deal:
        """See Engine."""
        words = iter(random_words(key, 1 + FACE_UP + self.players + 1))
        first = next(words)
        anyone = below(first, np.int32(self.players))
        start = anyone if self.start is None else xp.full_like(anyone, self.start)
        rows, deck = [], _full()
        for level, cards in enumerate(DECKS):
            row = u32(0)
            for slot in range(ROW):
                place = nth_bit(levels(deck)[level], below(next(words), np.int32(len(cards) - slot)))
                deck = flip(deck, FIRST[level] + place)
                row = row | (FIRST[level] + place).astype(np.uint32) << 8 * slot
            rows.append(row)
        left, nobles = u32((1 << len(NOBLES)) - 1), u32(EMPTY)
        for at in range(self.players + 1):
            noble = nth_bit([left], below(next(words), np.int32(len(NOBLES) - at))).astype(np.uint32)
            left = left ^ u32(1) << noble
            nobles = nobles ^ (u32(NO_NOBLE) ^ noble) << 4 * at
        return Deal((rows[0], rows[1], rows[2]), nobles, start)

    def deal(self, chance: Deal) -> Table:
        """See Engine."""
        zero, none = xp.zeros_like(chance.nobles), xp.zeros_like(chance.start, np.uint8)
        one = Side(zero, none, zero, none, ~zero, none.astype(np.uint16), (zero,) * 3)
        deck = _full()
        for row in chance.rows:
            for slot in range(ROW):
                deck = flip(deck, byte(row, slot).astype(np.int32))
        start = chance.start.astype(np.uint8)
        return Table(
            phase=none + TURN,
            turn=start,
            turns=xp.ones_like(start, np.uint16),
            start=start,
            passes=none,
            buying=none + NONE,
            rows=chance.rows,
            deck=deck,
            nobles=chance.nobles,
            players=(one,) * self.players,
        )

    def draw(self, table: Table, action: Array, key: Array) -> Array:
        """See Engine: int32[], the card that comes from the deck the action touches, 255 if that is empty."""
        level = xp.where(
            self._is(action, "reserve deck"), action - self.ids["reserve deck"], self._place(table, action) >> 2
        )
        deck = of_level(table.deck, level)
        size = popcount(deck[0]) + popcount(deck[1])
        place = nth_bit(deck, below(random_words(key, 1)[0], size))
        first = xp.where(level == 0, FIRST[0], xp.where(level == 1, FIRST[1], FIRST[2]))
        return xp.where(size == 0, NONE, first + place).astype(np.int32)

    # --- A step ----------------------------------------------------------------------------------------------

    def _is(self, action: Array, *names: str) -> Array:
        """Whether the action is of one of these kinds, which follow one another."""
        rows = self.encoding.kinds.rows
        last = next(kind for kind in rows if kind.name == names[-1])
        return (action >= self.ids[names[0]]) & (action < last.start + last.size)

    def _place(self, table: Table, action: Array) -> Array:
        """The place of the card that the action is about; 0 to 11 face up, 12 to 14 in the hand."""
        reserved, bought = action - self.ids["reserve"], action - self.ids["buy"]
        place = xp.where(
            self._is(action, "buy", "buy reserved"), bought, xp.where(self._is(action, "reserve"), reserved, 0)
        )
        return xp.where(self._is(action, "pay"), table.buying.astype(np.int32), place) if self.free_payment else place

    def _mine(self, table: Table) -> Side:
        mine: Side = select(table.turn, table.players)
        return mine

    def _bank(self, table: Table) -> tuple[Array, Array]:
        """The gems and the gold that nobody has."""
        gems, gold = u32(pack_gems(self.stacks[:5])), np.int32(self.stacks[GOLD])
        for side in table.players:
            gems, gold = gems - side.gems, gold - side.gold
        return gems, gold

    def apply(self, table: Table, action: Array, chance: Array) -> Table:
        """See Engine."""
        mine = self._mine(table)
        place = self._place(table, action)
        level, slot = place >> 2, place & 3
        key = byte(select(level, (*table.rows, mine.hand)), slot)
        reserves, blind = self._is(action, "reserve"), self._is(action, "reserve deck")
        buys = self._is(action, "buy", "buy reserved")
        net = surplus(look(COST, key), mine.bonuses)
        paid = least(net, mine.gems)
        gold = sum_gems(net) - sum_gems(paid)
        asks = np.bool_(False)
        if self.free_payment:
            asks = buys & (mine.gold > gold) & (paid != 0)
            pays = self._is(action, "pay")
            extra = xp.where(pays, look(_EXTRA, xp.where(pays, action - self.ids["pay"], 0).astype(np.uint32)), u32(0))
            paid, gold, buys = paid - extra, gold + sum_gems(extra), (buys & ~asks) | pays
        drawn = chance.astype(np.uint32)
        given = (reserves | blind) & (self._bank(table)[1] > 0)
        token = action - self.ids["return"]
        returns = self._is(action, "return")
        kept = removed(mine.hand, slot, 8)
        held = inserted(mine.hand, xp.where(blind, drawn | SECRET, key))
        hand = xp.where(reserves | blind, held, xp.where(buys & (level == _HAND), kept, mine.hand))
        taken = xp.where(action < len(TAKES), look(_TAKEN, xp.minimum(action, len(TAKES)).astype(np.uint32)), u32(0))
        back = xp.where(returns & (token < GOLD), u32(1) << (6 * token).astype(np.uint32), u32(0))
        after = mine._replace(
            gems=mine.gems + taken - back - xp.where(buys, paid, u32(0)),
            gold=mine.gold + given - xp.where(buys, gold, returns & (token == GOLD)),
            bonuses=mine.bonuses + xp.where(buys, look(BONUS, key), u32(0)),
            points=mine.points + xp.where(buys, look(POINTS, key), 0),
            hand=hand,
            cards=flip(mine.cards, xp.where(buys, (key & 127).astype(np.int32), NO_CARD)),
        )
        moved = (reserves | buys) & (level < _HAND)
        change = (key ^ drawn) << (8 * slot).astype(np.uint32)
        rows = (row ^ xp.where(moved & (level == at), change, u32(0)) for at, row in enumerate(table.rows))
        row_1, row_2, row_3 = rows
        passed = action == self.ids["pass"]
        resets = (action < len(TAKES)) | reserves | blind | buys
        laid = table._replace(
            passes=xp.where(resets, 0, table.passes + passed).astype(np.uint8),
            buying=xp.where(asks, place, NONE).astype(np.uint8),
            rows=(row_1, row_2, row_3),
            deck=flip(table.deck, xp.where(moved | blind, drawn, NO_CARD).astype(np.int32)),
        )
        return self._end_turn(laid, after, asks, action)

    def _end_turn(self, table: Table, mine: Side, asks: Array, action: Array) -> Table:
        """Tokens above the limit, nobles, the next player or the end (SP-030 to SP-042)."""
        visits = self._is(action, "visit")
        too_many = ~asks & ~visits & (sum_gems(mine.gems) + mine.gold.astype(np.int32) > TOKEN_LIMIT)
        settles = ~asks & ~visits & ~too_many
        waiting = [settles & one for one in self._waiting(table, mine)]
        count = sum((one.astype(np.int32) for one in waiting), start=np.int32(0))
        chooses = count > 1
        place = xp.where(visits, action - self.ids["visit"], 0)
        for at, one in enumerate(waiting):
            place = xp.where(one, at, place)
        received = visits | (count == 1)
        noble = (table.nobles >> (4 * place).astype(np.uint32)) & u32(NO_NOBLE)
        mine = mine._replace(
            points=(mine.points + xp.where(received, NOBLE_POINTS, 0)).astype(np.uint8),
            visits=(mine.visits | xp.where(received, u32(1) << noble, u32(0))).astype(np.uint16),
            gold=mine.gold.astype(np.uint8),
        )
        players = tuple(choose(table.turn == seat, mine, side) for seat, side in enumerate(table.players))
        ends = ~asks & ~too_many & ~chooses
        seat = xp.where(table.turn == self.players - 1, 0, table.turn + 1).astype(np.uint8)
        reached = np.bool_(False)
        for side in players:
            reached = reached | (side.points >= self.options.target)
        over = ends & ((table.passes == self.players) | ((seat == table.start) & reached))
        goes_on = ends & ~over
        phase = xp.where(asks, PAY, xp.where(too_many, RETURN, xp.where(chooses, NOBLE, xp.where(over, OVER, TURN))))
        return table._replace(
            phase=phase.astype(np.uint8),
            turn=xp.where(goes_on, seat, table.turn),
            turns=table.turns + goes_on.astype(np.uint16),
            nobles=xp.where(received, removed(table.nobles, place, 4), table.nobles),
            players=players,
        )

    def _waiting(self, table: Table, mine: Side) -> list[Array]:
        """For each place whether its noble would visit."""
        nobles = [(table.nobles >> 4 * at) & u32(NO_NOBLE) for at in range(self.players + 1)]
        return [at_least(mine.bonuses, look(DEMANDS, noble)) for noble in nobles]

    # --- What the learner sees -------------------------------------------------------------------------------

    def to_play(self, table: Table) -> Array:
        """See Engine."""
        return table.turn.astype(np.int32)

    def over(self, table: Table) -> Array:
        """See Engine."""
        return table.phase == OVER

    def rewards(self, table: Table) -> Array:
        """See Engine: most points, then fewest cards, then shared; the sum is nothing."""
        marks = [64 * side.points.astype(np.int32) - sum_gems(side.bonuses) for side in table.players]
        best = marks[0]
        for mark in marks[1:]:
            best = xp.maximum(best, mark)
        won = xp.stack([mark == best for mark in marks], axis=-1)
        winners = sum(((mark == best).astype(np.int32) for mark in marks), start=np.int32(0))
        others = self.players - 1
        share = np.array(
            [0.0, *((self.players / many - 1) / others for many in range(1, self.players + 1))], np.float32
        )
        lost = xp.where(winners == self.players, 0.0, -1 / others)
        won_by = look(share, winners.astype(np.uint32))
        return xp.where(won, won_by[..., None], lost[..., None]).astype(np.float32)

    def mask(self, table: Table) -> Array:
        """See Engine."""
        mine = self._mine(table)
        bank, _ = self._bank(table)
        gold = mine.gold.astype(np.int32)
        have = mine.gems + mine.bonuses
        keys = [byte(row, slot) for row in table.rows for slot in range(ROW)]
        hand = [byte(mine.hand, slot) for slot in range(HAND_LIMIT)]
        buy = bits(sum_gems(surplus(look(PRICE, key), have)) <= gold for key in (*keys, *hand))
        (low, more), *others = levels(table.deck)
        decks = [low | more, *(word for (word,) in others)]
        reserve = bits([*(key != NONE for key in keys), *(word != 0 for word in decks)])
        reserve = xp.where(hand[-1] == NONE, reserve, u32(0))
        take = look(self.sets, some(bank, 1)) | some(bank, 4) << 25
        acts = table.phase == TURN
        cards = xp.where(acts, reserve | buy << 15, u32(0))
        take = xp.where(acts, take, u32(0))
        back = xp.where(table.phase == RETURN, some(mine.gems, 1) | (gold > 0).astype(np.uint32) << 5, u32(0))
        visit = xp.where(table.phase == NOBLE, bits(self._waiting(table, mine)), u32(0))
        stuck = (acts & ((take | cards) == 0)).astype(np.uint32)
        words = [take, cards, back | visit << 6 | stuck << (7 + self.players)]
        legal = field(words, self.places, 1).astype(np.bool_)
        return xp.concatenate([legal, self._payments(table, mine)], axis=-1) if self.free_payment else legal

    def _payments(self, table: Table, mine: Side) -> Array:
        key = byte(select(table.buying >> 2, (*table.rows, mine.hand)), table.buying & 3)
        net = surplus(look(COST, key), mine.bonuses)
        paid = least(net, mine.gems)
        spare = mine.gold.astype(np.int32) - (sum_gems(net) - sum_gems(paid))
        fits = at_least(paid[..., None], xp.asarray(_EXTRA)) & (spare[..., None] >= _EXTRA_GOLD)
        return fits & (table.phase == PAY)[..., None]

    def observe(self, table: Table, player: Array) -> Array:
        """See Engine."""
        return observe(self.options, table, player)
