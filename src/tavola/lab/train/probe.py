"""Whether search of Lost Cities finds what is truly better: what it thinks of actions, beside what they bring.

In positions from rounds of the net each action that it might choose is played on twice. Once as search does, in worlds
that fit what the seat sees, with guessed hands; and once from the true hands, by the net itself and whoever sits
opposite. Where search would not choose as the net does, the difference of the two actions is what search brings.
Thousands of positions are looked at side by side: a match would take hundreds of times as long to tell as much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from tavola.bots.arrays import travellers
from tavola.bots.arrays.library import choose, using
from tavola.bots.arrays.lost_cities_sight import Sight, by_id
from tavola.bots.arrays.lost_cities_table import BITS, Table, card_in
from tavola.bots.arrays.lost_cities_worlds import hands_drawn, words
from tavola.bots.nets import by_seat, forward
from tavola.bots.nets.bot import considered_of
from tavola.bots.nets.weights import Net, hands_net, load_net, quick_net, read_net
from tavola.bots.pool.lost_cities import STEADY
from tavola.bots.search.rollout import FEW, LONGEST, Settings, weighed
from tavola.bots.search.world import OPEN, SURE
from tavola.lab.batch import make, stages
from tavola.lab.batch.stages import on_cpu
from tavola.lab.train.insight import opened
from tavola.rules.errors import BadOption
from tavola.rules.lost_cities.material import CARDS

__all__ = ["Found", "Opponent", "Probe"]

Opponent = Literal["net", "steady"]
TURNS: Final = 96
"""Actions of a round in which positions are looked for; few rounds have more."""
LANES: Final = 1 << 20
"""Games side by side, at most."""
JUDGES: Final = 64
"""Decks for the true hands."""
Judge = Callable[[Array], tuple[Array, Array]]


class Tried(NamedTuple):
    """What the actions of positions brought more than the net's favourite: [positions, actions]."""

    mean: Any
    wide: Any
    """The variance from world to world."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found; points are those of a round."""

    positions: int
    """In which the net may choose one thing or another."""
    gain: float
    """Points that search brings in such a position..."""
    error: float
    """...and the standard error of that."""
    believed: float
    """What it believes to bring."""
    changed: float
    """Part of the positions in which it does not choose as the net does."""
    slope: float
    """How much of a point that search finds, its own noise left out, is true: 1 if it is not biased."""

    def __str__(self) -> str:
        """A line for those who read it."""
        return (
            f"{self.positions} positions: {self.gain:+.3f} points a decision (±{1.96 * self.error:.3f}), believed "
            f"{self.believed:+.3f}, {self.changed:.0%} changed; of a point that is found {self.slope:.2f} is true"
        )


class Probe:
    """A net of Lost Cities and its search, on the device."""

    def __init__(self, colours: int, settings: Settings, files: Mapping[str, Path] | None = None) -> None:
        """With the nets of the package, or those in files in place of `net`, `quick` or `hands`."""
        if settings.worlds * settings.candidates > LANES:
            raise BadOption(f"At most {LANES // settings.candidates} worlds can be looked at.")
        self.env = opened(make("lost-cities", 2, {"rounds": "1", "colours": str(colours)}, reward="margin"))
        self.settings = settings
        told = self.env.encoding
        own = {"net": load_net(told), "quick": quick_net(told), "hands": hands_net(told)}
        own |= {name: read_net(file, told) for name, file in (files or {}).items()}
        self.net, self.quick, self.hands = (self._judge(own[name]) for name in ("net", "quick", "hands"))
        # Each card by itself: three wagers of a colour and its numbers.
        self.card = np.array([int(card_in(slot)) for slot in range(BITS * colours)])
        engine = self.env.engine
        self.legal: Any = jax.vmap(engine.mask)
        self.observe: Any = jax.vmap(engine.observe)
        self.over: Any = jax.vmap(engine.over)
        self.candidates = jax.jit(self._candidates)
        self.imagined = jax.jit(self._imagined)
        self.true = jax.jit(self._true, static_argnums=2)

    def _judge(self, net: Net | None) -> Judge:
        if net is None:
            raise BadOption("There is no net that guesses hands.")
        precision = jnp.float32 if on_cpu() else jnp.bfloat16
        params = {name: jnp.asarray(value, precision) for name, value in net.params.items()}

        def judge(seen: Array) -> tuple[Array, Array]:
            logits, value = forward(net.shape, params, (seen * net.scale).astype(precision), jnp)
            return logits.astype(jnp.float32), value.astype(jnp.float32)

        return judge

    def find(self, against: Opponent, positions: int, seed: int = 0) -> Found:
        """Look at about so many positions from rounds against one of the net's own kind, or against steady."""
        if positions < TURNS:
            raise BadOption(f"A probe looks at {TURNS} positions or more.")
        tables = self.positions(against, positions, seed)
        logs, live = (np.asarray(part) for part in self.candidates(tables)[:2])
        size = self._side_by_side(len(logs), max(self.settings.worlds, JUDGES))
        parts: tuple[list[Tried], list[Tried]] = ([], [])
        for at in range(0, len(logs), size):
            rows = np.minimum(np.arange(at, at + size), len(logs) - 1)
            some = jax.tree.map(lambda leaf, rows=rows: leaf[rows], tables)
            one, two = jax.random.split(jax.random.fold_in(jax.random.key(seed), at))
            parts[0].append(self.imagined(some, one))
            parts[1].append(self.true(some, two, against))
        found, truth = (Tried(*(np.concatenate(x)[: len(logs)] for x in zip(*part, strict=True))) for part in parts)
        return self._compare(logs, live, found, truth)

    def _compare(self, logs: NDArray[np.float32], live: NDArray[np.bool_], found: Tried, truth: Tried) -> Found:
        worlds = self.settings.worlds
        lead, others = self._leads(logs, live, found)
        best = lead.argmax(axis=1)
        brought = np.take_along_axis(truth.mean, best[:, None], axis=1)[:, 0]
        mine, theirs = found.mean[others], truth.mean[others]
        signal = mine.var() - found.wide[others].mean() / worlds
        return Found(
            len(logs),
            float(100 * brought.mean()),
            float(100 * brought.std() / len(brought) ** 0.5),
            float(100 * lead.max(axis=1).mean()),
            float((best > 0).mean()),
            float(np.cov(mine, theirs)[0, 1] / signal),
        )

    def _leads(
        self, logs: NDArray[np.float32], live: NDArray[np.bool_], found: Tried
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """What search thinks that each action brings more than the favourite, and which actions are others."""
        others = live.copy()
        others[:, 0] = False
        less = np.where(others, -logs, 0.0)
        lead = weighed(found.mean, found.wide, self.settings.worlds, less, self.settings)[0]
        lead = np.where(others, lead, -np.inf)
        lead[:, 0] = 0.0
        return lead, others

    def _side_by_side(self, positions: int, worlds: int) -> int:
        return min(positions, max(1, LANES // (self.settings.candidates * worlds)))

    # --- Positions -------------------------------------------------------------------------------------------

    def positions(self, against: Opponent, count: int, seed: int) -> Any:
        """Tables in which the net has more than one thing to think of, at any time of a round."""
        each = -(-count // TURNS)
        games = 32 * each
        seats = jnp.arange(games) % 2

        @jax.jit
        def act(tables: Any, key: Array) -> tuple[Any, Any, Array]:
            mine = (tables.turn == seats) & ~self.over(tables)
            good = mine & self.candidates(tables)[1][:, 1]
            chosen = jnp.argsort(jnp.where(good, jax.random.uniform(key, (games,)), 2.0))[:each]
            some = jax.tree.map(lambda leaf: leaf[chosen], tables)
            strange = jnp.full(games, against == "steady")
            return self._moved(tables, self._choice(tables, self.net, seats, strange)), some, good[chosen]

        tables = self._deals(jax.random.key(seed), games)
        parts = []
        for turn in range(TURNS):
            tables, some, good = act(tables, jax.random.fold_in(jax.random.key(seed + 1), turn))
            good = np.asarray(good)
            parts.append(jax.tree.map(lambda leaf, good=good: np.asarray(leaf)[good], some))
        return jax.tree.map(lambda *leaves: np.concatenate(leaves), *parts)

    def _deals(self, key: Array, count: int) -> Any:
        engine = self.env.engine
        return jax.jit(jax.vmap(lambda key: engine.deal(engine.deal_chance(key))))(jax.random.split(key, count))

    def _candidates(self, tables: Any) -> tuple[Array, Array, Array, Array]:
        """How likely actions are by the net, against its favourite; which are looked at; their ids; what it sees."""
        seen = self.observe(tables, tables.turn.astype(jnp.int32))
        logits = jnp.where(self._mask(tables), self.net(seen)[0], -jnp.inf)
        best, ids = jax.lax.top_k(logits, self.settings.candidates)
        logs = best - best[:, :1]
        live = logs >= jnp.log(self.settings.likely)
        return jnp.where(live, logs, 0.0), live, jnp.where(live, ids, ids[:, :1]).astype(jnp.int32), seen

    # --- Worlds ----------------------------------------------------------------------------------------------

    def _imagined(self, tables: Any, key: Array) -> Tried:
        """As search does it."""
        _, _, ids, seen = self.candidates(tables)
        worlds, cards = self.settings.worlds, self.env.engine.plain.cards
        unseen, secret, shown = self._looked(tables)
        guess = jnp.clip(self.hands(seen)[0], -SURE, SURE)
        luck, number, deck = jax.random.split(key, 3)
        share = jnp.clip(jax.nn.sigmoid(guess[:, 2 * cards]), OPEN, 1 - OPEN)
        met = jnp.floor(share * worlds + jax.random.uniform(number, share.shape))
        strange = jnp.arange(worlds) < met[:, None]
        there = self._each(unseen)
        rolls = jax.random.uniform(luck, (*strange.shape, len(self.card)))
        with using(jnp, stages):
            drawn = [
                hands_drawn(jnp.exp(guess[:, at : at + cards][:, self.card]) * there, secret.sum(axis=1), rolls)
                for at in (0, cards)
            ]
        held = self._kinds(jnp.where(strange[..., None], drawn[1], drawn[0]))
        hand, rest = held + shown[:, None], unseen[:, None] - held
        return self._tried(tables, ids, hand, rest, strange, deck, self.settings.near)

    def _true(self, tables: Any, key: Array, against: Opponent) -> Tried:
        """With the true hands, and nobody knows the deck."""
        unseen, secret, shown = self._looked(tables)
        ids = self.candidates(tables)[2]
        strange = jnp.full((len(ids), JUDGES), against == "steady")
        hand, rest = (jnp.repeat(part[:, None], JUDGES, axis=1) for part in (secret + shown, unseen - secret))
        return self._tried(tables, ids, hand, rest, strange, key, LONGEST)

    def _looked(self, tables: Any) -> tuple[Array, Array, Array]:
        """int32[positions, kinds]: what the seat has not seen, and what the other has not and has shown."""
        with using(jnp, stages):
            sight = Sight(self.env.engine.plain, tables)
        unseen, secret, shown = (
            by_id(jnp.concatenate([cards.wagers[None], cards.numbers])).T
            for cards in (sight.unseen, sight.secret, sight.shown)
        )
        return unseen, secret, shown

    def _each(self, counts: Array) -> Array:
        """bool[positions, cards]: each card by itself, from counts of kinds."""
        number = np.where(np.arange(len(self.card)) % BITS < 3, np.arange(len(self.card)) % BITS, 0)
        return counts[:, self.card] > number

    def _kinds(self, each: Array) -> Array:
        """And back."""
        kinds = np.eye(int(self.card.max()) + 1, dtype=np.float32)[self.card]
        counts: Array = (each.astype(jnp.float32) @ kinds).astype(jnp.int32)
        return counts

    def _tried(self, tables: Any, ids: Array, hand: Array, deck: Array, strange: Array, key: Array, near: int) -> Tried:
        """Each action in the same worlds: what the other holds in each, and the deck, by kinds."""
        (count, actions), worlds = ids.shape, strange.shape[1]
        every = count * worlds
        many = jax.tree.map(lambda leaf: jnp.repeat(leaf, worlds, axis=0), tables)
        seat = many.turn.astype(jnp.int32)
        spare = [(0, 0), (0, len(CARDS) - hand.shape[-1])]
        theirs, left = (words(jnp.pad(cards.reshape(every, -1), spare)) for cards in (hand, deck))
        numbers = jax.random.bits(key, (every, len(self.card)), jnp.uint32)
        with using(jnp, stages):
            hands = choose(seat == 0, (many.hands[0], theirs), (theirs, many.hands[1]))
            world = Table(*many[: len(Table._fields)])._replace(hands=hands, deck=left)
            many = self.env.engine.plain.shuffled(world, numbers)
        tables = jax.tree.map(lambda leaf: jnp.tile(leaf, (actions,) + (1,) * (leaf.ndim - 1)), many)
        brought = self._played(
            tables,
            jnp.repeat(ids.T, worlds, axis=1).reshape(-1),
            jnp.tile(seat, actions),
            jnp.tile(strange.reshape(-1), actions),
            near,
        )
        gains = brought.reshape(actions, count, worlds)
        gains = gains - gains[:1]
        return Tried(gains.mean(axis=2).T, gains.var(axis=2).T)

    # --- Playing on ------------------------------------------------------------------------------------------

    def _played(self, tables: Any, actions: Array, seat: Array, strange: Array, near: int) -> Array:
        """What each game brings the seat; its first actions are the net's, the rest are its copy's."""
        games = len(actions)

        def until(most: int) -> Callable[[Any], Array]:
            return lambda carry: (carry[1] < most) & (jnp.sum(~self.over(carry[0])) > games // FEW)

        def by(judge: Judge) -> Callable[[Any], Any]:
            def one(carry: Any) -> Any:
                tables, done = carry
                return self._moved(tables, self._choice(tables, judge, seat, strange)), done + 1

            return one

        carry = (self._moved(tables, actions), jnp.int32(0))
        carry = jax.lax.while_loop(until(near), by(self.net), carry)
        tables, _ = jax.lax.while_loop(until(LONGEST), by(self.quick), carry)
        player = tables.turn.astype(jnp.int32)
        values = by_seat(self.net(self.observe(tables, player))[1], player, 2, jnp)
        ended = jax.vmap(self.env.engine.rewards)(tables)
        return jnp.take_along_axis(jnp.where(self.over(tables)[:, None], ended, values), seat[:, None], axis=1)[:, 0]

    def _mask(self, tables: Any) -> Array:
        """What a bot may choose."""
        allowed: Array = considered_of(self.legal(tables), tables.quiet, self.env.engine.plain.drawing)
        return allowed

    def _choice(self, tables: Any, judge: Judge, seat: Array, strange: Array) -> Array:
        """What the net does, or its copy, and a steady traveller opposite in strange games."""
        player = tables.turn.astype(jnp.int32)
        logits = jnp.where(self._mask(tables), judge(self.observe(tables, player))[0], -jnp.inf)
        with using(jnp, stages):
            steady = travellers.policy(self.env.engine.plain, tables, STEADY)
        return jnp.where(strange & (player != seat), steady, jnp.argmax(logits, axis=1)).astype(jnp.int32)

    def _moved(self, tables: Any, actions: Array) -> Any:
        engine = self.env.engine
        nothing = jnp.zeros(2, jnp.uint32)  # the deck has an order
        chance = jax.vmap(lambda table, action: engine.draw(table, action, nothing))(tables, actions)
        after = jax.vmap(engine.apply)(tables, actions, chance)
        with using(jnp, stages):
            return choose(self.over(tables), tables, after)
