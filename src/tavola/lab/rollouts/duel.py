"""The crowned jeweller of Splendor Duel over many games at once: see `tavola.bots.pool.duel`, which says why.

It chooses as the rule bot does, up to ties, of which it takes the first; `tests/lab/rollouts` holds it to that. Only
when it steals the last token of a kind does it not notice that no more of them are wanting: one choice in 500.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tavola.bots.arrays.bits import least, pack_gems, popcount, sum_gems, surplus
from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_table import NONE, SECRET, Facts, Side, Table, cells_of, total, wide
from tavola.bots.arrays.library import NEVER, Array, best_row, choose
from tavola.bots.encode.duel import ABILITIES, PLACES
from tavola.bots.pool.duel import ALIKE, CROWNED, IDLE, LOST, VICTORY, Temper
from tavola.lab.batch.stages import staged
from tavola.lab.rollouts.jewels import Prospects, Purse, fields, first_rows, hope, logs
from tavola.rules.duel.legal import LINES
from tavola.rules.duel.material import (
    CELLS,
    EXTRA_TURN,
    GOLD,
    NO_COLOUR,
    PEARL,
    PRIVILEGE,
    ROYALS,
    STEAL,
    TOKEN,
    TOKEN_COUNTS,
)
from tavola.rules.duel.steps import COLOUR_POINTS_TO_WIN as IN_COLOUR
from tavola.rules.duel.steps import CROWNS_TO_WIN as CROWNS
from tavola.rules.duel.steps import POINTS_TO_WIN as POINTS
from tavola.rules.duel.steps import ROYAL_CROWNS
from tavola.rules.jewels import TOKEN_LIMIT

__all__ = ["policy", "rated"]

_TOKEN: Final = 0.4
"""What the ability to take a token is worth to every jeweller."""
_SETS: Final = [
    tuple(chosen.count(kind) for kind in range(GOLD))
    for size in (1, 2, 3)
    for chosen in combinations_with_replacement(range(GOLD), size)
]
"""What a line may bring: one token of each kind first, then two tokens, then three."""
_GEMS: Final = np.array([*(pack_gems(counts[:PEARL]) for counts in _SETS), 0, 0], np.uint32)[:, None]
_PEARLS: Final = np.array([*(counts[PEARL] for counts in _SETS), 0, 0], np.int32)[:, None]
_GOLD: Final = np.array([*(0 for _ in _SETS), 1, 0], np.int32)[:, None]
"""What is taken in each way: the sets, a gold token, nothing."""
_GIVES: Final = np.array([counts[PEARL] == 2 or max(counts) == 3 for counts in _SETS])[:, None]
"""Which of them give the opponent a Privilege."""
_CODES: Final = [sum(count << 2 * kind for kind, count in enumerate(counts)) for counts in _SETS]
_SET_OF: Final = np.zeros(1 << 2 * GOLD, np.int32)
"""By its code, two bits a kind, the place of a set; anything where there is none."""
_SET_OF[_CODES] = np.arange(len(_SETS))
_LINES: Final = np.array([cells for _, cells in LINES], np.uint32)[:, None]


def policy(engine: Duel, tables: Table) -> Array:
    """int32[games]: what the crowned jeweller does."""
    return best_row(staged(rated(engine, tables)))


def rated(engine: Duel, tables: Table, temper: Temper = CROWNED) -> Array:
    """float32[actions, games]: what a rule bot of this temper thinks of each action, NEVER of those not legal.

    Only the best is to be trusted: tokens to be given back are looked at where they may matter.
    """
    mind = _Mind(tables, temper)
    mask = jnp.moveaxis(engine.mask(tables), -1, 0)
    kinds = [kind for kind in engine.encoding.kinds.rows if kind.start < engine.num_actions]
    legal = {kind.name: mask[kind.start : kind.start + kind.size] for kind in kinds}
    buying = mind.buying()
    bought = jnp.where(jnp.concatenate([legal["buy"], legal["buy reserved"]]), buying, NEVER).max(axis=0)
    line = mind.lines()
    taken, gold, kept = mind.taking(_present(line, legal["take"]), legal, bought)
    best = jnp.maximum(jnp.maximum(bought, gold), taken.max(axis=0))
    zero = jnp.zeros_like(gold)
    worths = {
        "take": jnp.where(line == best_row(taken), taken.max(axis=0), NEVER),
        "use": mind.of_cells(mind.privileges(best, buying)),
        "replenish": mind.replenishing(),
        "gold": gold,
        "reserve": gold + kept,
        "reserve deck": zero,
        "buy": buying[:PLACES],
        "buy reserved": buying[PLACES:],
        "place": mind.placing(),
        "token": zero,  # the same token on every cell
        "steal": taken[:GOLD],
        "royal": mind.choosing(),
        "return": taken[: GOLD + 1],
        "pass": zero,
    }
    return jnp.concatenate([jnp.where(legal[kind.name], worths[kind.name], NEVER) for kind in kinds])


def _present(line: Array, legal: Array) -> Array:
    """bool[sets, games]: which sets of tokens lie on a line that may be taken."""
    words = []
    for start in range(0, len(_SETS), 32):
        here = legal & (line >= start) & (line < start + 32)
        bit = jnp.where(here, jnp.uint32(1) << ((line - start) & 31).astype(np.uint32), jnp.uint32(0))
        words.append(lax.reduce(bit, np.uint32(0), lax.bitwise_or, (0,)))
    sets = np.arange(len(_SETS), dtype=np.uint32)
    return (jnp.stack(words)[sets // 32] >> (sets % 32)[:, None]) & 1 == 1


class _Cards(NamedTuple):
    """What cards say, all of it [cards, games]; see `Facts`."""

    cost: Array
    pearls: Array
    points: Array
    crowns: Array
    bonuses: Array
    colour: Array
    wild: Array
    ability: Array

    @classmethod
    def of(cls, numbers: Array) -> _Cards:
        """Look them up once."""
        facts = Facts(numbers)
        return staged(cls(*(getattr(facts, name) for name in cls._fields)))


class _Mind:
    """Tables as a jeweller on turn sees them."""

    def __init__(self, tables: Table, temper: Temper) -> None:
        self.temper, self.table = temper, wide(tables)
        self.me, self.other = choose(self.table.turn == 1, self.table.sides[::-1], self.table.sides)
        self.keys = jnp.stack([*self.table.rows, *self.me.hand])  # int32[cards, games]: the pyramid, then the hand
        self.there = self.keys != NONE
        self.cards = _Cards.of(self.keys & (SECRET - 1))
        self.weights = staged(jnp.where(self.there, 1 + self.cards.points + self.cards.crowns, 0))
        self.late = jnp.minimum(1.0, jnp.maximum(*map(_progress, self.table.sides)))
        left = (self.me.royals | self.other.royals) ^ ((1 << len(ROYALS)) - 1)
        self.royal = reduce(jnp.maximum, [jnp.where(left >> one.index & 1 == 1, one.points, 0) for one in ROYALS])
        self.worth, self.worth_to_other = (
            staged(jnp.where(self.there, self._worth(self.cards, side), 0)) for side in (self.me, self.other)
        )
        tokens, theirs = self.me.tokens, self.other.tokens
        self.purse = Purse(tokens.gems, tokens.gold, tokens.pearls)
        self.due = surplus(self.cards.cost, self.me.bonuses)
        # All that the opponent does not have is mine, on the board or in the bag.
        supply = Purse(pack_gems(TOKEN_COUNTS[:5]) - theirs.gems, tokens.gold, TOKEN_COUNTS[PEARL] - theirs.pearls)
        self.prospects = Prospects(temper, ALIKE, self.worth, self.due, supply, self.cards.pearls)
        pyramid = self.there & (jnp.arange(len(self.keys)) < PLACES)[:, None]
        lack = sum_gems(surplus(self.cards.cost, self.other.bonuses + theirs.gems))
        lack += jnp.maximum(self.cards.pearls - theirs.pearls, 0) - theirs.gold
        loss = jnp.where(self.worth_to_other >= VICTORY, LOST, temper.deny * self.worth_to_other)
        self.denied = jnp.where(pyramid & (lack <= self.other.privileges), loss, 0)

    # What a card is worth

    def _worth(self, cards: _Cards, player: Side) -> Array:
        """float32[cards, games]: what each card is worth to a player, price apart; a wild one in its best column."""
        base, columns = self._values(cards, player)
        have = [count > 0 for count in fields(player.bonuses)]
        wild = reduce(jnp.maximum, [jnp.where(has, value, 0) for has, value in zip(have, columns, strict=True)])
        value = jnp.where(cards.wild == 1, wild, base)
        for colour, column in enumerate(columns):
            value = jnp.where(cards.colour == colour, column, value)
        return value

    def _values(self, cards: _Cards, player: Side) -> tuple[Array, list[Array]]:
        """What a card is worth without a column, and in each of the five."""
        temper = self.temper
        crowns = player.crowns + cards.crowns
        royals = sum((player.crowns < step) & (step <= crowns) for step in ROYAL_CROWNS)
        won = (player.points + cards.points + royals * self.royal >= POINTS) | (crowns >= CROWNS)
        value = cards.points * temper.point * (1 + self.late / 2) + temper.royal * royals
        value += cards.crowns * temper.crown * (1 + (player.crowns + crowns) / (2 * CROWNS))
        value += _abilities(cards.ability, temper)
        columns = []
        for demand, points in zip(self._demands(player), fields(player.colour_points), strict=True):
            in_colour = points + cards.points
            bonus = cards.bonuses * (temper.bonus + temper.demand * demand) * (1.1 - self.late)
            colour = temper.colour * cards.points * in_colour / IN_COLOUR
            columns.append(value + colour + bonus + VICTORY * (won | (in_colour >= IN_COLOUR)))
        return value + VICTORY * won, columns

    def _demands(self, player: Side) -> Array:
        """float32[5, games]: the part of the cards that ask for more of each colour than the player has."""
        asked = fields(surplus(self.cards.cost, player.bonuses))
        sums = [jnp.where(short > 0, self.weights, 0).sum(axis=0) for short in asked]
        return staged(jnp.stack(sums) / jnp.maximum(1, self.weights.sum(axis=0)))

    # Actions

    def buying(self) -> Array:
        """float32[cards, games]: each card's worth, and what is left to hope for after paying all that is there for it.

        So it is rated too if one token is missing, whichever it is.
        """
        tokens, pearls = self.me.tokens, self.cards.pearls
        paid, gone = least(self.due, tokens.gems), jnp.minimum(pearls, tokens.pearls)
        lack = sum_gems(self.due) - sum_gems(paid) + pearls - gone
        left = Purse(tokens.gems - paid, jnp.maximum(tokens.gold - lack, 0), tokens.pearls - gone)
        coloured = self.cards.colour != NO_COLOUR
        shift = jnp.where(coloured, 6 * self.cards.colour, 0).astype(np.uint32)
        bonus = jnp.where(coloured, self.cards.bonuses, 0).astype(np.uint32) << shift
        return self.worth + self.prospects.after_buying(left, bonus) + self.denied

    def lines(self) -> Array:
        """int32[lines, games]: the set of tokens on each line."""
        counts = [popcount(cells_of(self.table.board, kind) & _LINES) << 2 * kind for kind in range(GOLD)]
        return staged(jnp.asarray(_SET_OF)[staged(sum(counts[1:], start=counts[0]))])

    def taking(self, present: Array, legal: dict[str, Array], others: Array) -> tuple[Array, Array, Array]:
        """float32[sets, games], [games] and [places, games]: tokens, gold with a card, and each card less the best one.

        Where a token is to be stolen or returned, the first rows rate that, one kind each. What each purse promises
        is kept.
        """
        purse, temper = self.purse, self.temper
        returns, steals = legal["return"].any(axis=0), legal["steal"].any(axis=0)
        reserves = legal["gold"].any(axis=0) | legal["reserve"].any(axis=0)
        near = self.prospects.near(purse._replace(gold=purse.gold + 1))
        kept = (self.denied + temper.keep * near * self.worth)[:PLACES]
        best_kept = jnp.where(self.there[:PLACES], kept, NEVER).max(axis=0)
        held = self.there[PLACES:].sum(axis=0)
        given = purse.without(np.arange(GOLD + 1)[:, None])
        after = Purse(purse.gems + _GEMS, purse.gold + _GOLD, self.me.tokens.pearls + _PEARLS)
        purses = jax.tree.map(lambda less, more: first_rows(returns, less, more), given, after)
        gold = jnp.where(reserves, best_kept - temper.slot * (1 + held), NEVER)
        more = jnp.where(present, -temper.privilege * _GIVES, NEVER)
        more = jnp.concatenate([more, gold[None], jnp.full_like(gold[None], NEVER)])
        more = first_rows(steals, jnp.where(legal["steal"], -temper.deny * self._theirs(), NEVER), more)
        more = first_rows(returns, jnp.where(legal["return"], 0, NEVER), more)
        idle = jnp.where((np.arange(len(more)) < len(_SETS))[:, None] & ~steals & ~returns, IDLE, 0.0)
        values, self.promised = self.prospects.best(purses, more, idle, returns, others)
        # With an empty pyramid the gold token is worth nothing to the rule bot.
        gold = jnp.where(reserves & (best_kept < NEVER / 2), 0, values[len(_SETS)])
        return values[: len(_SETS)], gold, kept - best_kept

    def _theirs(self) -> Array:
        """float32[kinds, games]: what the pyramid promises the opponent with a token of each kind less."""
        theirs, rows = self.other.tokens, slice(PLACES)
        gems, pearls = theirs.gems - _GEMS[:GOLD], theirs.pearls - _PEARLS[:GOLD]

        needs = surplus(self.cards.cost, self.other.bonuses)[rows, None]
        lack = sum_gems(surplus(needs, gems)) + jnp.maximum(self.cards.pearls[rows, None] - pearls, 0) - theirs.gold
        faded = jnp.maximum(lack, 0) * np.float32(math.log(self.temper.pace))
        return hope(staged(logs(self.worth_to_other)[rows, None] + faded), self.temper.weights)

    def privileges(self, best: Array, buying: Array) -> list[Array]:
        """For each kind of token what the best of the turn may become with one more, less the Privilege."""
        now = self.promised[-1]
        best = jnp.where(best > NEVER / 2, best, now)
        lack = fields(surplus(self.due, self.me.tokens.gems))
        lack.append(jnp.maximum(self.cards.pearls - self.me.tokens.pearls, 0))
        nearly = self.there & (sum(lack) - self.me.tokens.gold == 1)
        room = total(self.me.tokens) < TOKEN_LIMIT
        worths = []
        for promised, short in zip(self.promised[:GOLD], lack, strict=True):
            dream = jnp.where(room, best + promised - now, 0)
            bought = jnp.where(nearly & (short > 0), buying, NEVER).max(axis=0)
            worths.append(jnp.maximum(dream, bought) - self.temper.privilege)
        return worths

    def of_cells(self, worths: Sequence[Array]) -> Array:
        """float32[cells, games]: what the token of each cell is worth."""
        shifts = np.arange(CELLS, dtype=np.uint32)[:, None]
        found = jnp.full((CELLS, *self.late.shape), NEVER)
        for kind, worth in enumerate(worths):
            found = jnp.where((cells_of(self.table.board, kind) >> shifts) & 1 == 1, worth, found)
        return found

    def replenishing(self) -> Array:
        """A fresh board to choose from, and a Privilege for the opponent."""
        return self.promised[-1] + self.temper.fresh * total(self.table.bag) - self.temper.privilege

    def placing(self) -> Array:
        """float32[5, games]: the card being bought in each column."""
        _, columns = self._values(_Cards.of(self.table.card[None]), self.me)
        return jnp.concatenate(columns)

    def choosing(self) -> Array:
        """float32[royals, games]: what each Royal is worth."""
        worths = []
        for royal in ROYALS:
            worth = royal.points * self.temper.point + sum(_ability(name, self.temper) for name in royal.abilities)
            worths.append(worth + VICTORY * (self.me.points + royal.points >= POINTS))
        return jnp.stack(worths)


def _progress(player: Side) -> Array:
    """How near a player is to winning."""
    in_colour = reduce(jnp.maximum, fields(player.colour_points))
    return jnp.maximum(jnp.maximum(player.points / POINTS, player.crowns / CROWNS), in_colour / IN_COLOUR)


def _ability(name: str, temper: Temper) -> float:
    return {EXTRA_TURN: temper.turn, STEAL: temper.steal, PRIVILEGE: temper.privilege, TOKEN: _TOKEN}[name]


def _abilities(ability: Array, temper: Temper) -> Array:
    """The worth of an ability by its number, 0 for none."""
    worth = jnp.zeros(ability.shape, jnp.float32)
    for number, name in enumerate(ABILITIES, 1):
        worth = jnp.where(ability == number, _ability(name, temper), worth)
    return worth
