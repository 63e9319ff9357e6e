"""The racer of Splendor over many games at once: see `tavola.bots.pool.splendor`, which says why.

It chooses as the rule bot does, up to ties, of which it takes the first; `tests/lab/rollouts` holds it to that.
"""

from __future__ import annotations

from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from tavola.bots.arrays.bits import least, pack_gems, sum_gems, surplus
from tavola.bots.arrays.library import NEVER, Array, best_row
from tavola.bots.arrays.splendor import Splendor
from tavola.bots.arrays.splendor_table import BONUS, COST, FACE, NO_NOBLE, NONE, REQUIRES, Side, Table, byte, select
from tavola.bots.encode.splendor import FACE_UP, TAKES
from tavola.bots.pool.splendor import IDLE, LOST, RACER, VICTORY, Temper
from tavola.lab.batch.stages import staged
from tavola.lab.rollouts.jewels import Prospects, Purse, fields, first_rows
from tavola.rules.jewels import HAND_LIMIT
from tavola.rules.splendor.material import GOLD, NOBLE_POINTS, ROW

__all__ = ["policy", "rated"]

_TAKES: Final = np.array([*map(pack_gems, TAKES), 0, 0], np.uint32)[:, None]
"""The gems of each way to take some, then of taking none: with a card that is reserved, and as it is."""
_POINTS: Final = np.array([card.points if card else 0 for card in FACE], np.int32)
_COLOUR: Final = np.array([card.bonus if card else 0 for card in FACE], np.int32)


def policy(engine: Splendor, tables: Table) -> Array:
    """int32[games]: what the racer does."""
    return best_row(staged(rated(engine, tables)))


def rated(engine: Splendor, tables: Table, temper: Temper = RACER) -> Array:
    """float32[actions, games]: what a rule bot of this temper thinks of each action, NEVER of those not legal.

    Only the best is to be trusted: tokens to be given back are looked at where they may matter.
    """
    mind = _Mind(engine, tables, temper)
    mask = jnp.moveaxis(engine.mask(tables), -1, 0)
    kinds = ("take three", "reserve", "buy", "return", "visit", "pass")
    legal = dict(zip(kinds, jnp.split(mask, [engine.ids[kind] for kind in kinds[1:]]), strict=True))
    bought = jnp.where(legal["buy"], mind.buying(), NEVER)
    taken, reserved = mind.taking(legal, bought.max(axis=0))
    rows = [taken, reserved, bought, taken[: GOLD + 1], mind.visiting(), jnp.zeros_like(taken[:1])]
    return jnp.where(mask, jnp.concatenate(rows), NEVER)


class _Mind:
    """Tables as a merchant on turn sees them."""

    def __init__(self, engine: Splendor, tables: Table, temper: Temper) -> None:
        self.temper, self.target, self.tables = temper, engine.options.target, tables
        seats = [(tables.turn + step) % engine.players for step in range(engine.players)]
        self.me, *self.others = (select(seat, tables.players) for seat in seats)
        keys = [byte(row, slot) for row in tables.rows for slot in range(ROW)]
        keys += [byte(self.me.hand, slot) for slot in range(HAND_LIMIT)]
        self.keys = jnp.stack(keys)  # uint32[cards, games]: face up, then in the hand
        self.there = self.keys != NONE
        self.cost, self.bonus, self.points, self.colour = staged(
            tuple(jnp.asarray(table)[self.keys] for table in (COST, BONUS, _POINTS, _COLOUR))
        )
        self.nobles = [(tables.nobles >> 4 * at) & NO_NOBLE for at in range(engine.players + 1)]
        leader = jnp.stack([side.points for side in tables.players]).max(axis=0)
        self.late = jnp.minimum(1.0, leader / np.float32(self.target))
        self.worth = staged(jnp.where(self.there, self.worth_to(self.me), 0))
        self.purse = Purse(self.me.gems, self.me.gold.astype(jnp.int32))
        self.due = surplus(self.cost, self.me.bonuses)
        # All gems that the others do not have, and whether there is gold in the bank.
        others = sum((side.gems for side in self.others), start=jnp.uint32(0))
        supply = Purse(pack_gems(engine.stacks[:GOLD]) - others, self.purse.gold)
        self.gold_left = sum(side.gold.astype(jnp.int32) for side in tables.players) < engine.stacks[GOLD]
        self.prospects = Prospects(temper, 1, self.worth, self.due, supply, None)
        self.denied = self._denied()

    # What a card is worth

    def worth_to(self, player: Side) -> Array:
        """float32[cards, games]: what each card is worth to a player, price apart."""
        temper = self.temper
        asked = surplus(self.cost, player.bonuses)
        weight = jnp.where(self.there, 1 + self.points, 0)
        sums = jnp.maximum(1, weight.sum(axis=0))
        wanted = [jnp.where(short > 0, weight, 0).sum(axis=0) for short in fields(asked)]
        steps, visits = self._nobles(player)
        early = 1.1 - self.late
        by_colour = [
            (temper.bonus + temper.demand * demand / sums) * early + temper.noble * step
            for demand, step in zip(wanted, steps, strict=True)
        ]
        value = self.points * (temper.point + (1.5 - temper.point) * self.late) + _pick(self.colour, by_colour)
        points = player.points.astype(jnp.int32) + self.points + NOBLE_POINTS * _pick(self.colour, visits)
        return value + VICTORY * (points >= self.target)

    def _nobles(self, player: Side) -> tuple[list[Array], list[Array]]:
        """For each colour how far a bonus leads towards the nobles, and whether one would visit at once."""
        steps = [jnp.zeros_like(self.late)] * 5
        visits = [jnp.zeros_like(self.late, jnp.bool_)] * 5
        for noble in self.nobles:
            lack = surplus(jnp.asarray(REQUIRES)[noble], player.bonuses)
            left = jnp.maximum(1, sum_gems(lack)).astype(jnp.float32)
            step = 1 / (left * jnp.sqrt(left))
            for colour, short in enumerate(fields(lack)):
                steps[colour] = steps[colour] + jnp.where(short > 0, step, 0)
                visits[colour] = visits[colour] | ((short > 0) & (left == 1))
        return steps, visits

    def _denied(self) -> Array:
        """float32[cards, games]: what it is worth that the others cannot have a card."""
        kept = jnp.zeros_like(self.worth)
        for at, other in enumerate(self.others):
            worth = self.worth_to(other)
            payable = sum_gems(surplus(self.cost, other.bonuses + other.gems)) <= other.gold
            loss = jnp.where(worth >= VICTORY, LOST, self.temper.deny * worth if at == 0 else 0)
            kept = jnp.maximum(kept, jnp.where(payable, loss, 0))
        face_up = jnp.arange(len(self.keys))[:, None] < FACE_UP
        return jnp.where(face_up, kept, 0)

    # Actions

    def buying(self) -> Array:
        """float32[cards, games]: each card's worth, and what is left to hope for after paying."""
        paid = least(self.due, self.me.gems)
        left = Purse(self.me.gems - paid, self.purse.gold - (sum_gems(self.due) - sum_gems(paid)))
        return self.worth + self.prospects.after_buying(left, self.bonus) + self.denied

    def taking(self, legal: dict[str, Array], others: Array) -> tuple[Array, Array]:
        """float32[30, games] and [15, games]: what gems are worth, and what reserving a card is.

        Where a token is to be returned, the first rows rate that, one kind each.
        """
        purse, temper = self.purse, self.temper
        returns = legal["return"].any(axis=0)
        kept = self._keeping(purse.gold + self.gold_left)
        best_kept = jnp.where(legal["reserve"], kept, NEVER).max(axis=0)
        held = self.there[FACE_UP:].sum(axis=0)
        given = purse.without(np.arange(GOLD + 1)[:, None])
        golds = jnp.stack([*[purse.gold] * len(TAKES), purse.gold + self.gold_left, purse.gold])
        after = Purse(purse.gems + _TAKES, golds)
        purses = jax.tree.map(lambda less, more: first_rows(returns, less, more), given, after)
        reserved = (best_kept - temper.slot * (1 + held))[None]
        takes = jnp.where(legal["take three"], 0, NEVER)
        more = jnp.concatenate([takes, reserved, jnp.full_like(reserved, NEVER)])
        more = first_rows(returns, jnp.where(legal["return"], 0, NEVER), more)
        idle = jnp.where((np.arange(len(more)) < len(TAKES))[:, None] & ~returns, IDLE, 0.0)
        values, _ = self.prospects.best(purses, more, idle, returns, others)
        return values[: len(TAKES)], values[len(TAKES)] + kept - best_kept

    def _keeping(self, gold: Array) -> Array:
        """float32[15, games]: what is gained with each face-up card in the hand, and with one from a deck."""
        near = self.prospects.near(Purse(self.me.gems, gold))
        kept = (self.denied + self.temper.keep * near * self.worth)[:FACE_UP]
        return jnp.concatenate([kept, jnp.zeros_like(kept[: ROW - 1])])

    def visiting(self) -> Array:
        """float32[places, games]: the nearer the next player is to a noble, the better to have it gone."""
        lacks = [sum_gems(surplus(jnp.asarray(REQUIRES)[noble], self.others[0].bonuses)) for noble in self.nobles]
        return -jnp.stack(lacks).astype(jnp.float32)


def _pick(at: Array, items: list[Any]) -> Array:
    """Of each card the item of its colour."""
    found = jnp.broadcast_to(items[0], at.shape)
    for place, item in enumerate(items[1:], 1):
        found = jnp.where(at == place, item, found)
    return found
