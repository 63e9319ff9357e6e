"""Splendor Duel over arrays.

Which card a deck gives is decided when it is drawn, and which token of the bag falls on which cell when the board is
replenished, both within the step of the action that asks for it. No step draws more than one card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.bits import (
    at_least,
    below,
    least,
    nth_bit,
    pack_gems,
    popcount,
    random_words,
    sum_gems,
    surplus,
    u32,
    unpack_gems,
)
from tavola.bots.arrays.duel_observe import observe
from tavola.bots.arrays.duel_steps import EXTRA_TOKENS, IDS, advance
from tavola.bots.arrays.duel_table import (
    FIRST,
    LEVEL_OF,
    NONE,
    ONES,
    OVER,
    PHASE,
    SECRET,
    Chance,
    Deal,
    Facts,
    Planes,
    Side,
    Table,
    Tokens,
    add,
    any_of,
    bits,
    cells_of,
    cells_with,
    each,
    gathered,
    pick,
    shortage,
    some,
    tokens_on,
    wide,
)
from tavola.bots.arrays.library import Array, choose, lazy, mapped, stage, xp
from tavola.bots.encode import encoding
from tavola.bots.encode.duel import PLACES
from tavola.rules.duel import DuelOptions, Phase
from tavola.rules.duel.legal import LINES
from tavola.rules.duel.material import CELLS, DECKS, GOLD, PEARL, ROWS, ROYALS, SPIRAL, TOKEN_COUNTS

__all__ = ["Duel"]

_LINES: Final = np.array([cells for _, cells in LINES], np.uint32)
_SIZES: Final = (CELLS + 1, CELLS, 30, 5 + CELLS, 18)
"""Of the words of a mask that follow the lines: use, replenish; gold; reserve, buy; place, token; all else."""
_ALL_CELLS: Final = (1 << CELLS) - 1
_DECKS: Final = tuple((1 << len(deck)) - 1 for deck in DECKS)


class Duel:
    """The engine of Splendor Duel; see tavola.lab.batch.env.Engine."""

    def __init__(
        self,
        options: DuelOptions,
        players: int = 2,
        *,
        free_payment: bool = False,
        start: int | None = None,
        max_steps: int = 2000,
    ) -> None:
        """Unless payment is free, cards are paid with the fewest gold; `start` fixes who begins, else it is drawn."""
        self.options = options
        self.encoding = encoding("duel", players, options)
        self.free_payment = free_payment
        self.num_actions = self.encoding.actions if free_payment else self.encoding.plain_actions
        self.start = start
        self.max_steps = max_steps

    # --- Chance ----------------------------------------------------------------------------------------------

    def deal_chance(self, key: Array) -> Deal:
        """See Engine."""
        first, *words = random_words(key, 1 + CELLS + PLACES)
        cells, gems, pearls, gold = (
            xp.full(first.shape, *of)
            for of in (
                (_ALL_CELLS, np.uint32),
                (pack_gems(TOKEN_COUNTS[:5]), np.uint32),
                (TOKEN_COUNTS[PEARL], np.int32),
                (TOKEN_COUNTS[GOLD], np.int32),
            )
        )
        start = (first >> 31).astype(np.int32) if self.start is None else xp.full(first.shape, self.start, np.int32)
        rows, decks = [], [u32(deck) for deck in _DECKS]
        for level, word in zip(LEVEL_OF, words[CELLS:], strict=True):
            card = FIRST[level] + _drawn(decks[level], word)
            rows.append(card)
            decks[level] = decks[level] & ~(u32(1) << (card - FIRST[level]).astype(np.uint32))
        dealt: Deal = stage(Deal(_laid(words[:CELLS], cells, Tokens(gems, pearls, gold)), tuple(rows), start))
        return dealt

    def deal(self, chance: Deal) -> Table:
        """See Engine."""
        start = chance.start.astype(np.uint8)
        zero, none, no_card = (xp.full(start.shape, *of) for of in ((0, np.uint32), (0, np.uint8), (NONE, np.uint8)))
        nothing = Tokens(zero, none, none)
        side = Side(nothing, zero, zero, none, none, none, none, (no_card,) * 3, (zero,) * 3)
        decks = [u32(deck) for deck in _DECKS]
        for level, card in zip(LEVEL_OF, chance.rows, strict=True):
            decks[level] = decks[level] & ~(u32(1) << (card - FIRST[level]).astype(np.uint32))
        no = xp.full(start.shape, False)
        return Table(
            phase=xp.full(start.shape, PHASE[Phase.TURN], np.uint8),
            turn=start,
            turns=xp.full(start.shape, 1, np.uint16),
            start=start,
            board=chance.board,
            bag=nothing,
            sides=(side._replace(privileges=start), side._replace(privileges=1 - start)),
            rows=tuple(card.astype(np.uint8) for card in chance.rows),
            decks=(decks[0], decks[1], decks[2]),
            wilds=zero,
            card=no_card,
            replenished=no,
            extra=no,
        )

    def draw(self, table: Table, action: Array, key: Array) -> Chance:
        """See Engine."""
        (first,) = random_words(key, 1)
        level = _level_drawn(table, action)
        card = pick([xp.int32(card) for card in FIRST], level) + _drawn(pick(table.decks, level), first)
        fills = action == IDS["replenish"]
        return Chance(card, _only_where(fills, _refill, (table.board, wide(table.bag), key)))

    # --- A step ----------------------------------------------------------------------------------------------

    def apply(self, table: Table, action: Array, chance: Chance) -> Table:
        """See Engine."""
        immediate = self.options.pyramid_refill == "immediate"
        return advance(table, action, chance, immediate=immediate, free_payment=self.free_payment)

    def to_play(self, table: Table) -> Array:
        """See Engine."""
        return table.turn.astype(np.int32)

    def over(self, table: Table) -> Array:
        """See Engine."""
        return table.phase == OVER

    def rewards(self, table: Table) -> Array:
        """See Engine."""
        won = xp.where(table.turn == 0, 1.0, -1.0).astype(xp.float32)
        return xp.stack([won, -won], axis=-1)

    # --- What the learner sees -------------------------------------------------------------------------------

    def mask(self, table: Table) -> Array:
        """See Engine."""
        t = wide(table)
        me, they = choose(t.turn == 1, t.sides[::-1], t.sides)
        phase = {phase: t.phase == number for phase, number in PHASE.items()}
        turn = phase[Phase.TURN]
        gold = cells_of(t.board, GOLD)
        gems = (t.board[0] | t.board[1] | t.board[2]) & ~gold
        reserve = bits([*each(lambda place: place != NONE, t.rows), *(deck != 0 for deck in t.decks)])
        can_reserve = (me.hand[-1] == NONE) & (reserve != 0)
        can_gold = can_reserve & (gold != 0)
        affordable = _affordable(t, me, me.tokens)
        replenish = ~t.replenished & _any_token(t.bag)
        use = ~t.replenished & (me.privileges > 0) & ~_leaves_stuck(t, me, gems, gold, can_reserve)
        stuck = (gems == 0) & ~can_gold & ~replenish & (affordable == 0)
        spots = cells_with(t.board, Facts(t.card).colour)
        royals = ((me.royals | they.royals) ^ ((1 << len(ROYALS)) - 1)).astype(np.uint32)
        theirs = gathered(some(they.tokens.gems)) | _flag(they.tokens.pearls > 0, 5)
        mine = gathered(some(me.tokens.gems)) | _flag(me.tokens.pearls > 0, 5) | _flag(me.tokens.gold > 0, 6)
        words = [
            _if(turn & use, gems) | _flag(turn & replenish, CELLS),
            _if(turn & can_gold, gold),
            _if(phase[Phase.RESERVE], reserve) | _if(turn, affordable) << 15,
            _if(phase[Phase.PLACE], gathered(some(me.bonuses))) | _if(phase[Phase.TOKEN], spots) << 5,
            _if(phase[Phase.STEAL], theirs)
            | _if(phase[Phase.ROYAL], royals) << 6
            | _if(phase[Phase.RETURN], mine) << 10
            | _flag(turn & stuck, 17),
        ]
        takes, words = stage((_if(turn, gems), words))
        parts = [
            (takes[..., None] & _LINES) == _LINES,
            *(_spread(word, size) for word, size in zip(words, _SIZES, strict=True)),
        ]
        if self.free_payment:
            parts.append(_payments(t, me) & phase[Phase.PAY][..., None])
        return xp.concatenate(parts, axis=-1)

    def observe(self, table: Table, player: Array) -> Array:
        """See Engine."""
        return observe(table, player)


# --- Drawing -------------------------------------------------------------------------------------------------


def _drawn(deck: Array, word: Array) -> Array:
    """The place in its level of a card of the deck; nonsense if there is none."""
    return nth_bit([deck], below(word, popcount(deck)))


def _refill(board: Planes, bag: Tokens, key: Array) -> Planes:
    """What falls on the empty cells."""
    return _laid(random_words(key, 1 + CELLS)[1:], ~(board[0] | board[1] | board[2]), bag)


def _only_where(yes: Array, function: Callable[..., Planes], given: tuple[Any, ...]) -> Planes:
    """The words that the function makes of what is given; NumPy leaves out the games that need none of them."""
    if not lazy():
        return function(*given)
    found = np.zeros((3, *yes.shape), np.uint32)
    if yes.any():
        found[:, yes] = function(*mapped(lambda leaf: leaf[yes], given))
    return found[0], found[1], found[2]


def _level_drawn(table: Table, action: Array) -> Array:
    """Of which level a card is drawn, if one is: that of the deck, of the place emptied now, or of the empty one."""
    level = Facts(table.card).level
    gone = each(lambda card: card == NONE, table.rows)
    for at, deck in enumerate(table.decks):
        first = sum(ROWS[:at])
        level = xp.where((deck != 0) & any_of(gone[first : first + ROWS[at]]), at, level)
    place = action - xp.where(action < IDS["buy"], IDS["reserve"], IDS["buy"])
    of_place = (place >= ROWS[0]).astype(np.int32) + (place >= ROWS[0] + ROWS[1])
    from_deck = (action >= IDS["reserve deck"]) & (action < IDS["buy"])
    level = xp.where((place >= 0) & (place < PLACES), of_place, level)
    return xp.where(from_deck, action - IDS["reserve deck"], level)


def _laid(words: Sequence[Array], empty: Array, bag: Tokens) -> Planes:
    """All the bag's tokens, drawn one by one, on the empty cells along the spiral (SD-041)."""
    if lazy():
        return _laid_at_once(np.asarray(words), empty, bag)
    # How many are left of a gem and those before it, then with the pearls, then with the gold.
    sums, pearls = bag.gems * u32(ONES) & u32(31 * ONES), sum_gems(bag.gems) + bag.pearls
    left, guards = pearls + bag.gold, u32(ONES << 5)
    planes = [u32(0)] * 3
    for word, cell in zip(words, SPIRAL, strict=True):
        here = ((empty >> cell) & 1 == 1) & (left > 0)
        drawn = below(word, left)
        passed = ((drawn.astype(np.uint32) * u32(ONES) | guards) - sums) & guards
        code = 1 + popcount(passed) + (drawn >= pearls)
        sums = sums - xp.where(here, (passed ^ guards) >> 5, u32(0))
        pearls = pearls - (here & (drawn < pearls))
        left = left - here
        code = xp.where(here, code, 0).astype(np.uint32)
        planes = [plane | ((code >> at) & 1) << cell for at, plane in enumerate(planes)]
    return planes[0], planes[1], planes[2]


def _laid_at_once(words: NDArray[np.uint32], empty: Array, bag: Tokens) -> Planes:
    """The same in NumPy: the bag's tokens in a random order, all cells together along the first axis."""
    cells = np.array(SPIRAL, np.uint32).reshape(CELLS, *[1] * empty.ndim)
    sums = np.cumsum([*np.moveaxis(unpack_gems(bag.gems), -1, 0), bag.pearls, bag.gold], axis=0)
    # The tokens by kind, as the board writes them down, then nothing.
    codes = 1 + (np.arange(CELLS).reshape(cells.shape) >= sums[:, None]).sum(axis=0)
    codes[codes > GOLD + 1] = 0
    order = np.where(codes > 0, words >> 1, words | 1 << 31).argsort(axis=0)
    free = (empty >> cells) & 1
    rank = np.cumsum(free, axis=0, dtype=np.intp) - 1
    laid = np.take_along_axis(np.take_along_axis(codes, order, axis=0), rank.clip(0), axis=0) * free
    low, middle, high = ((((laid >> at) & 1) << cells).sum(axis=0).astype(np.uint32) for at in range(3))
    return low, middle, high


# --- What may be done ----------------------------------------------------------------------------------------


def _if(yes: Array, word: Array) -> Array:
    return xp.where(yes, word, 0)


def _flag(yes: Array, place: int) -> Array:
    return yes.astype(np.uint32) << place


def _spread(word: Array, size: int) -> Array:
    return ((word[..., None] >> np.arange(size, dtype=np.uint32)) & 1) == 1


def _any_token(tokens: Tokens) -> Array:
    return (tokens.gems != 0) | (tokens.pearls != 0) | (tokens.gold != 0)


def _affordable(table: Table, me: Side, tokens: Tokens) -> Array:
    """A bit for each of the pyramid's and of my reserved cards that these tokens could buy (SD-080 to SD-103)."""
    some_bonus = me.bonuses != 0

    def affordable(key: Array) -> Array:
        about = Facts(key & (SECRET - 1))
        payable = shortage(about, me.bonuses, tokens) <= tokens.gold
        return (key != NONE) & payable & ((about.wild == 0) | some_bonus)

    return bits(each(affordable, [*table.rows, *me.hand]))


def _leaves_stuck(table: Table, me: Side, gems: Array, gold: Array, can_reserve: Array) -> Array:
    """Whether a Privilege for the last gem of all would leave nothing to do, even after a replenish (SDA-11)."""
    last = (popcount(gems) == 1) & (table.bag.gems == 0) & (table.bag.pearls == 0)
    if lazy() and not last.any():
        return last
    gold_left = (gold != 0) | (table.bag.gold != 0)
    last_one = tokens_on(table.board, _if(last, gems))
    return last & ~(gold_left & can_reserve) & (_affordable(table, me, add(me.tokens, last_one)) == 0)


def _payments(table: Table, me: Side) -> Array:
    """bool[84]: the ways to pay for the card (SDA-29)."""
    about = Facts(table.card)
    gems = least(surplus(about.cost, me.bonuses), me.tokens.gems)
    pearls = xp.minimum(about.pearls, me.tokens.pearls)
    spare = me.tokens.gold - shortage(about, me.bonuses, me.tokens)
    fewer_gems, fewer_pearls, more = (extra[IDS["pay"] :] for extra in EXTRA_TOKENS)
    enough = at_least(gems[..., None], fewer_gems) & (pearls[..., None] >= fewer_pearls.astype(np.int32))
    return enough & (spare[..., None] >= more.astype(np.int32))
