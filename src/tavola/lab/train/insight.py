"""A critic of Lost Cities that sees what no player does: both hands, and the deck in the order in which it is drawn.

Luck decides a round by forty points, an action by one or two. Advantages are what came of an action less what was
expected; a critic that knows what is still to be drawn expects most of the luck, and what is left is due to the
action far more often. The net that plays learns from these advantages and sees none of it.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from tavola.bots.arrays.bits import field, random_words
from tavola.bots.arrays.library import choose, using, xp
from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_table import BITS, Chance, Table, Words, card_in, slots
from tavola.bots.encode.lost_cities import KINDS
from tavola.bots.nets import Shape, forward, initial
from tavola.lab.batch import Env, stages
from tavola.rules.errors import BadOption
from tavola.rules.lost_cities.material import HAND

__all__ = ["CRITIC", "Critic", "OpenDeck", "critics", "opened", "played"]

CRITIC: Final = "critic/"
"""What the names of its weights begin with: they are kept beside those of the net."""
NEXT: Final = 64
"""What is told of the card that a seat draws next; of those later in the round less."""
DEALT: Final = 255
HEADS: Final = ("each", "policy")
"""What a net has to choose actions with; a critic chooses none."""
V = TypeVar("V")

_named: Any = namedtuple  # with fields that are looked up
OpenTable = _named("OpenTable", (*Table._fields, "place", "front", "back"))
"""A table with the deck's order: where in it each of the sixty cards lies, or DEALT, and where the two seats draw."""


def played(params: Mapping[str, V]) -> dict[str, V]:
    """The weights of the net that plays."""
    return {name: value for name, value in params.items() if not name.startswith(CRITIC)}


def critics(params: Mapping[str, V]) -> dict[str, V]:
    """The weights of the critic."""
    return {name: value for name, value in params.items() if name.startswith(CRITIC)}


class OpenDeck(LostCities):
    """The same game with the deck shuffled beforehand; the first seat draws from one end, the second from the other."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        """Of one round: the next deal would be a surprise."""
        super().__init__(*args, **settings)
        if self.options.rounds != 1:
            raise BadOption("Only single rounds are played with an open deck.")
        self.slots = slots(self.options.colours)

    def deal_chance(self, key: Any) -> Any:
        """See Engine; also a number for each card, by which the deck is sorted."""
        words = random_words(key, 1 + 2 * HAND + len(self.slots))[1 + 2 * HAND :]
        return super().deal_chance(key), xp.stack(words, axis=-1)

    def deal(self, chance: Any) -> Any:
        """See Engine."""
        deal, numbers = chance
        return self.shuffled(super().deal(deal), numbers)

    def shuffled(self, table: Table, numbers: Any) -> Any:
        """The table with its deck in the order of these numbers, uint32[60], one for each card."""
        there = self._cards(table.deck)
        order = xp.argsort(xp.where(there, numbers >> 1, np.uint32(0xFFFFFFFF)), axis=-1)
        place = xp.where(there, xp.argsort(order, axis=-1), DEALT).astype(xp.uint8)
        size = there.sum(axis=-1).astype(xp.int16)
        return OpenTable(*table, place, xp.zeros_like(size), size - 1)

    def _cards(self, words: Words) -> Any:
        """bool[60]: which cards are in a set."""
        return field(words, self.slots, 1) != 0

    def draw(self, table: Any, action: Any, key: Any) -> Chance:
        """See Engine; the key decides nothing any more."""
        at = xp.where(table.turn == 0, table.front, table.back).astype(xp.uint8)
        slot = xp.argmax(table.place == at[..., None], axis=-1).astype(xp.int32)
        return Chance(card_in(slot), None)

    def apply(self, table: Any, action: Any, chance: Chance) -> Any:
        """See Engine."""
        after: Any = super().apply(table, action, chance)
        drawn, first = action == self.drawing, table.turn == 0
        front = table.front + (drawn & first).astype(xp.int16)
        return after._replace(front=front, back=table.back - (drawn & ~first).astype(xp.int16))

    def insight(self, table: Any) -> Any:
        """int8[colours * 30]: for each colour what the other holds, what the one who acts will draw, and what the
        other will: more of what comes sooner, if both draw alike."""
        second = table.turn == 1
        held = _counted(self._cards(choose(second, table.hands[0], table.hands[1])).astype(xp.int32))
        place, front, back = (x.astype(xp.int32) for x in (table.place, table.front[..., None], table.back[..., None]))
        ahead = xp.where(second[..., None], -1, 1) * (front + back - 2 * place)
        there = (place >= front) & (place <= back)
        near = xp.where(there, NEXT * abs(ahead) // xp.maximum(back - front + 1, 1), 0)
        mine, theirs = (xp.minimum(_counted(xp.where(x > 0, near, 0)), 127) for x in (ahead, -ahead))
        rows = xp.concatenate([held, mine, theirs], axis=-1)
        return rows.reshape(*rows.shape[:-2], -1).astype(xp.int8)


def _counted(rows: Any) -> Any:
    """[..., colours, 10] from [..., 60]: the wagers of a colour added up."""
    rows = rows.reshape(*rows.shape[:-1], -1, BITS)
    return xp.concatenate([rows[..., :3].sum(axis=-1, keepdims=True), rows[..., 3:]], axis=-1)


def opened(env: Env) -> Env:
    """The same environment of Lost Cities with an open deck."""
    plain = env.engine.plain
    if not isinstance(plain, LostCities):
        raise BadOption("Only the deck of Lost Cities can be open.")
    engine = OpenDeck(plain.options, reward=plain.reward, start=plain.start, max_steps=plain.max_steps)
    return Env(engine, observe=env.observes, score_at_cap=env.score_at_cap)


class Critic:
    """What a position is worth to the one who acts, by all that can be known."""

    def __init__(self, env: Env, shape: Shape, schools: NDArray[np.int64]) -> None:
        """A critic as large as the net; the schools say who sits opposite in each game."""
        if not isinstance(env.engine.plain, OpenDeck):
            raise BadOption("A critic that sees the deck needs a game in which it is open.")
        self.env = env
        (_, self.colours, self.block), self.each = shape.groups[0], 3 * KINDS
        kinds = int(schools.max()) + 1
        self.schools = jnp.asarray(np.eye(kinds, dtype=np.int8)[schools])
        wide = self.block + self.each
        size = shape.size + self.colours * self.each + kinds
        self.shape = Shape(
            size, ((0, self.colours, wide),), shape.actions, shape.each, width=shape.width, depth=shape.depth
        )
        told = np.tile(np.repeat([1.0, 1 / NEXT, 1 / NEXT], KINDS), self.colours)
        scale = np.concatenate([told, np.ones(kinds)]).astype(np.float32)
        self.scale = self._join(jnp.asarray(env.encoding.scale)[None], jnp.asarray(scale)[None])

    def initial(self, rng: np.random.Generator) -> dict[str, Array]:
        """Weights to begin with."""
        weights = initial(self.shape, rng).items()
        return {CRITIC + name: jnp.asarray(value) for name, value in weights if name.split(".")[0] not in HEADS}

    def told(self, tables: Any) -> Array:
        """int8[games, ...]: what it is told beyond what the one who acts sees."""
        with using(jnp, stages):
            insight = self.env.engine.plain.insight(tables)
        return jnp.concatenate([insight, self.schools], axis=1)

    def _join(self, seen: Array, told: Array) -> Array:
        """Each colour's part of both side by side."""
        count, cut = self.colours, self.colours * self.each
        parts = [seen[:, : count * self.block], told[:, :cut]]
        blocks = jnp.concatenate([part.reshape(len(part), count, -1) for part in parts], axis=2)
        return jnp.concatenate([blocks.reshape(len(seen), -1), seen[:, count * self.block :], told[:, cut:]], axis=1)

    def judge(self, params: Mapping[str, Array], seen: Array, told: Array, precision: Any) -> Array:
        """float32[games, 1]"""
        weights = {name.removeprefix(CRITIC): value.astype(precision) for name, value in critics(params).items()}
        sizes = {"each": self.shape.each, "policy": 1}
        weights |= {name: jnp.zeros((self.shape.width, size), precision) for name, size in sizes.items()}
        weights |= {f"{name}.b": jnp.zeros(size, precision) for name, size in sizes.items()}
        value = forward(self.shape, weights, (self._join(seen, told) * self.scale).astype(precision), jnp)[1]
        return jnp.asarray(value, jnp.float32)
