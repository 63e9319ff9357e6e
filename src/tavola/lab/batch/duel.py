"""Splendor Duel over arrays.

Which card a deck gives is decided when it is drawn, and which token of the bag falls on which cell when the board is
replenished, both within the step of the action that asks for it. No step draws more than one card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array

from tavola.bots.encode import encoding
from tavola.bots.encode.duel import PLACES
from tavola.lab.batch.bits import (
    at_least,
    below,
    least,
    nth_bit,
    pack_gems,
    popcount,
    random_words,
    stage,
    sum_gems,
    surplus,
    u32,
)
from tavola.lab.batch.duel_observe import observe
from tavola.lab.batch.duel_steps import EXTRA_TOKENS, IDS, advance
from tavola.lab.batch.duel_table import (
    FIRST,
    LEVEL_OF,
    NONE,
    ONES,
    OVER,
    PHASE,
    SECRET,
    Chance,
    Deal,
    Planes,
    Side,
    Table,
    Tokens,
    add,
    any_of,
    bits,
    cells_of,
    facts,
    gathered,
    pick,
    shortage,
    some,
    tokens_on,
    wide,
)
from tavola.lab.batch.env import choose
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
        bag = Tokens(u32(pack_gems(TOKEN_COUNTS[:5])), jnp.int32(TOKEN_COUNTS[PEARL]), jnp.int32(TOKEN_COUNTS[GOLD]))
        start = (first >> 31).astype(jnp.int32) if self.start is None else jnp.int32(self.start)
        rows, decks = [], [u32(deck) for deck in _DECKS]
        for level, word in zip(LEVEL_OF, words[CELLS:], strict=True):
            card = FIRST[level] + _drawn(decks[level], word)
            rows.append(card)
            decks[level] = decks[level] & ~(u32(1) << (card - FIRST[level]).astype(jnp.uint32))
        return stage(Deal(_laid(words[:CELLS], u32(_ALL_CELLS), bag), tuple(rows), start))

    def deal(self, chance: Deal) -> Table:
        """See Engine."""
        zero, none, no_card = jnp.uint32(0), jnp.uint8(0), jnp.uint8(NONE)
        nothing = Tokens(zero, none, none)
        side = Side(nothing, zero, zero, none, none, none, none, (no_card,) * 3, (zero,) * 3)
        start = chance.start.astype(jnp.uint8)
        decks = [u32(deck) for deck in _DECKS]
        for level, card in zip(LEVEL_OF, chance.rows, strict=True):
            decks[level] = decks[level] & ~(u32(1) << (card - FIRST[level]).astype(jnp.uint32))
        return Table(
            phase=jnp.uint8(PHASE[Phase.TURN]),
            turn=start,
            turns=jnp.uint16(1),
            start=start,
            board=chance.board,
            bag=nothing,
            sides=(side._replace(privileges=start), side._replace(privileges=1 - start)),
            rows=tuple(card.astype(jnp.uint8) for card in chance.rows),
            decks=(decks[0], decks[1], decks[2]),
            wilds=zero,
            card=no_card,
            replenished=jnp.bool_(False),
            extra=jnp.bool_(False),
        )

    def draw(self, table: Table, action: Array, key: Array) -> Chance:
        """See Engine."""
        t = wide(table)
        first, *words = random_words(key, 1 + CELLS)
        level = _level_drawn(t, action)
        card = pick([jnp.int32(card) for card in FIRST], level) + _drawn(pick(t.decks, level), first)
        empty = ~(t.board[0] | t.board[1] | t.board[2])
        return Chance(card, _laid(words, empty, t.bag))

    # --- A step ----------------------------------------------------------------------------------------------

    def apply(self, table: Table, action: Array, chance: Chance) -> Table:
        """See Engine."""
        immediate = self.options.pyramid_refill == "immediate"
        return advance(table, action, chance, immediate=immediate, free_payment=self.free_payment)

    def to_play(self, table: Table) -> Array:
        """See Engine."""
        return table.turn.astype(jnp.int32)

    def over(self, table: Table) -> Array:
        """See Engine."""
        return table.phase == OVER

    def rewards(self, table: Table) -> Array:
        """See Engine."""
        won = jnp.where(table.turn == 0, 1.0, -1.0).astype(jnp.float32)
        return jnp.stack([won, -won])

    # --- What the learner sees -------------------------------------------------------------------------------

    def mask(self, table: Table) -> Array:
        """See Engine."""
        t = wide(table)
        me, they = choose(t.turn == 1, t.sides[::-1], t.sides)
        phase = {phase: t.phase == number for phase, number in PHASE.items()}
        turn, card = phase[Phase.TURN], facts(t.card)
        gold = cells_of(t.board, GOLD)
        gems = (t.board[0] | t.board[1] | t.board[2]) & ~gold
        places = [place != NONE for place in t.rows]
        can_reserve = (me.hand[-1] == NONE) & (any_of(places) | any_of(deck != 0 for deck in t.decks))
        can_gold = can_reserve & (gold != 0)
        affordable = _affordable(t, me, me.tokens)
        replenish = ~t.replenished & _any_token(t.bag)
        use = ~t.replenished & (me.privileges > 0) & ~_leaves_stuck(t, me, gems, gold, can_reserve)
        stuck = (gems == 0) & ~can_gold & ~replenish & ~any_of(affordable)
        spots = pick([cells_of(t.board, gem) for gem in range(PEARL)], card.colour)
        royals = ((me.royals | they.royals) ^ ((1 << len(ROYALS)) - 1)).astype(jnp.uint32)
        theirs = gathered(some(they.tokens.gems)) | _flag(they.tokens.pearls > 0, 5)
        mine = gathered(some(me.tokens.gems)) | _flag(me.tokens.pearls > 0, 5) | _flag(me.tokens.gold > 0, 6)
        reserve = bits([*places, *(deck != 0 for deck in t.decks)])
        words = [
            _if(turn & use, gems) | _flag(turn & replenish, CELLS),
            _if(turn & can_gold, gold),
            _if(phase[Phase.RESERVE], reserve) | _if(turn, bits(affordable)) << 15,
            _if(phase[Phase.PLACE], gathered(some(me.bonuses))) | _if(phase[Phase.TOKEN], spots) << 5,
            _if(phase[Phase.STEAL], theirs)
            | _if(phase[Phase.ROYAL], royals) << 6
            | _if(phase[Phase.RETURN], mine) << 10
            | _flag(turn & stuck, 17),
        ]
        takes, words = stage((_if(turn, gems), words))
        parts = [(takes & _LINES) == _LINES, *(_spread(word, size) for word, size in zip(words, _SIZES, strict=True))]
        return jnp.concatenate([*parts, _payments(t, me) & phase[Phase.PAY]] if self.free_payment else parts)

    def observe(self, table: Table, player: Array) -> Array:
        """See Engine."""
        return observe(table, player)


# --- Drawing -------------------------------------------------------------------------------------------------


def _drawn(deck: Array, word: Array) -> Array:
    """The place in its level of a card of the deck; nonsense if there is none."""
    return nth_bit([deck], below(word, popcount(deck)))


def _level_drawn(table: Table, action: Array) -> Array:
    """Of which level a card is drawn, if one is: that of the deck, of the place emptied now, or of the empty one."""
    level = facts(table.card).level
    for card, at in zip(table.rows, LEVEL_OF, strict=True):
        level = jnp.where((card == NONE) & (table.decks[at] != 0), at, level)
    place = action - jnp.where(action < IDS["buy"], IDS["reserve"], IDS["buy"])
    of_place = (place >= ROWS[0]).astype(jnp.int32) + (place >= ROWS[0] + ROWS[1])
    from_deck = (action >= IDS["reserve deck"]) & (action < IDS["buy"])
    level = jnp.where((place >= 0) & (place < PLACES), of_place, level)
    return jnp.where(from_deck, action - IDS["reserve deck"], level)


def _laid(words: Sequence[Array], empty: Array, bag: Tokens) -> Planes:
    """All the bag's tokens, drawn one by one, on the empty cells along the spiral (SD-041)."""
    # How many are left of a gem and those before it, then with the pearls, then with the gold.
    sums, pearls = bag.gems * u32(ONES) & u32(31 * ONES), sum_gems(bag.gems) + bag.pearls
    left, guards = pearls + bag.gold, u32(ONES << 5)
    planes = [u32(0)] * 3
    for word, cell in zip(words, SPIRAL, strict=True):
        here = ((empty >> cell) & 1 == 1) & (left > 0)
        drawn = below(word, left)
        passed = ((drawn.astype(jnp.uint32) * u32(ONES) | guards) - sums) & guards
        code = 1 + popcount(passed) + (drawn >= pearls)
        sums = sums - jnp.where(here, (passed ^ guards) >> 5, u32(0))
        pearls = pearls - (here & (drawn < pearls))
        left = left - here
        code = jnp.where(here, code, 0).astype(jnp.uint32)
        planes = [plane | ((code >> at) & 1) << cell for at, plane in enumerate(planes)]
    return planes[0], planes[1], planes[2]


# --- What may be done ----------------------------------------------------------------------------------------


def _if(yes: Array, word: Array) -> Array:
    return jnp.where(yes, word, u32(0))


def _flag(yes: Array, place: int) -> Array:
    return yes.astype(jnp.uint32) << place


def _spread(word: Array, size: int) -> Array:
    return ((word >> np.arange(size, dtype=np.uint32)) & u32(1)) == 1


def _any_token(tokens: Tokens) -> Array:
    return (tokens.gems != 0) | (tokens.pearls != 0) | (tokens.gold != 0)


def _affordable(table: Table, me: Side, tokens: Tokens) -> list[Array]:
    """Which of the pyramid's and of my reserved cards could be bought with these tokens (SD-080 to SD-103)."""
    found = []
    for card, there in [(card, card != NONE) for card in table.rows] + [
        (key & (SECRET - 1), key != NONE) for key in me.hand
    ]:
        about = facts(card)
        payable = shortage(about, me.bonuses, tokens) <= tokens.gold
        found.append(there & payable & ((about.wild == 0) | (me.bonuses != 0)))
    return found


def _leaves_stuck(table: Table, me: Side, gems: Array, gold: Array, can_reserve: Array) -> Array:
    """Whether a Privilege for the last gem of all would leave nothing to do, even after a replenish (SDA-11)."""
    last = (popcount(gems) == 1) & (table.bag.gems == 0) & (table.bag.pearls == 0)
    gold_left = (gold != 0) | (table.bag.gold != 0)
    last_one = tokens_on(table.board, _if(last, gems))
    return last & ~(gold_left & can_reserve) & ~any_of(_affordable(table, me, add(me.tokens, last_one)))


def _payments(table: Table, me: Side) -> Array:
    """bool[84]: the ways to pay for the card (SDA-29)."""
    about = facts(table.card)
    gems = least(surplus(about.cost, me.bonuses), me.tokens.gems)
    pearls = jnp.minimum(about.pearls, me.tokens.pearls)
    spare = me.tokens.gold - shortage(about, me.bonuses, me.tokens)
    fewer_gems, fewer_pearls, more = (extra[IDS["pay"] :] for extra in EXTRA_TOKENS)
    enough = at_least(gems, jnp.asarray(fewer_gems)) & (pearls >= fewer_pearls.astype(np.int32))
    return enough & (spare >= more.astype(np.int32))
