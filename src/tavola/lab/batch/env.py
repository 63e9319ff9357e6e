"""Environments in the shape that Pgx made common: a State, `init(key)` and `step(state, action, key)`.

An engine knows one game; an environment adds what all share: the record of a step, illegal actions, the cap,
starting anew. Everything is written for one game and batched by `jax.vmap`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

from tavola.bots.encode import Encoding
from tavola.lab.batch.stages import on_cpu, settle
from tavola.lab.batch.traced import Traced

__all__ = ["Engine", "Env", "State", "auto_reset", "reset_from_pool"]

T = TypeVar("T", bound=tuple[Any, ...])
C = TypeVar("C")
Step = Callable[["State", Array, Array], "State"]


class Engine(Protocol[T, C]):
    """The rules of a game as pure functions over arrays, for one game at a time.

    Chance is explicit: `draw` makes an outcome from a key, `apply` and `deal` take outcomes and no key.
    """

    encoding: Encoding[Any, Any]
    num_actions: int
    """With free payment all ids of the encoding, without it those before `pay`."""
    max_steps: int
    """A game that is not over after so many actions is cut off and reported as truncated."""

    def deal_chance(self, key: Array) -> Any:
        """A fair deal."""

    def deal(self, chance: Any) -> T:
        """The table after a deal."""

    def draw(self, table: T, action: Array, key: Array) -> C:
        """A fair outcome of whatever chance the action calls for."""

    def apply(self, table: T, action: Array, chance: C) -> T:
        """The table after a legal action and the chance that follows it."""

    def mask(self, table: T) -> Array:
        """bool[num_actions]: what the one to play may do."""

    def to_play(self, table: T) -> Array:
        """int32: the seat that acts."""

    def over(self, table: T) -> Array:
        """bool: the game has ended."""

    def rewards(self, table: T) -> Array:
        """float32[players]: what each seat gets, as things stand; they count when the game is over."""

    def observe(self, table: T, player: Array) -> Array:
        """int8[encoding.size]: what the seat knows, as `tavola.bots.encode` lays it out."""


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    """A game in progress, with the fields of Pgx's State; `table` holds the position, hidden cards included."""

    current_player: Array
    """int32[]: the seat that acts."""
    observation: Array
    """int8[size]: what the current player knows; int8[0] in an environment that does not observe."""
    rewards: Array
    """float32[players]: what the last step brought each seat."""
    terminated: Array
    """bool[]: the game is over."""
    truncated: Array
    """bool[]: the game was cut off at the step cap."""
    legal_action_mask: Array
    """bool[num_actions]: all True once the game is over, so that nobody divides by nothing."""
    _step_count: Array
    """int32[]: actions so far."""
    table: Any

    def replace(self, **changes: Any) -> State:
        """The same with these fields changed."""
        return dataclasses.replace(self, **changes)


class Env:
    """A game for learners: `state = env.init(key)`, `state = env.step(state, action, key)`."""

    def __init__(self, engine: Engine[Any, Any], *, observe: bool = True, score_at_cap: bool = False) -> None:
        """Without `observe` the states carry no observation, for pure simulation.

        A game cut off at the cap brings nobody anything, unless `score_at_cap` gives what it would if it ended there.
        """
        self.engine = Traced(engine)
        self.score_at_cap = score_at_cap
        self.encoding = engine.encoding
        self.observes = observe

    @property
    def id(self) -> str:
        """The game's name."""
        return self.encoding.game

    @property
    def version(self) -> str:
        """Of the rules' numbering of actions and observations."""
        return f"v{self.encoding.version}"

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.encoding.players

    @property
    def num_actions(self) -> int:
        """How many action ids there are."""
        return int(self.engine.num_actions)

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (self.encoding.size,)

    def init(self, key: Array) -> State:
        """A fresh deal."""
        return self.begin(self.engine.deal(self.engine.deal_chance(key)))

    def begin(self, table: Any) -> State:
        """A state from a position."""
        player = self.engine.to_play(table)
        return State(
            current_player=player,
            observation=self._observation(table, player),
            rewards=jnp.zeros(self.num_players, jnp.float32),
            terminated=jnp.bool_(False),
            truncated=jnp.bool_(False),
            legal_action_mask=self.engine.mask(table),
            _step_count=jnp.int32(0),
            table=table,
        )

    def step(self, state: State, action: Array, key: Array) -> State:
        """The state after an action; an illegal one ends the game against the one who chose it."""
        action = jnp.asarray(action, jnp.int32)
        return self.step_with(state, action, self.engine.draw(state.table, action, key))

    def step_with(self, state: State, action: Array, chance: Any) -> State:
        """The same with the outcomes of chance given."""
        after = self.show(self.move(state, action, chance))
        return after.replace(legal_action_mask=after.legal_action_mask | after.terminated | after.truncated)

    def move(self, state: State, action: Array, chance: Any) -> State:
        """A step without what can be read off the table: observation and mask are left as they were."""
        done = state.terminated | state.truncated
        legal = state.legal_action_mask[action]
        goes_on = ~done & legal
        table = choose(goes_on, self.engine.apply(state.table, action, chance), state.table)
        count = state._step_count + goes_on
        over = goes_on & self.engine.over(table)
        refused = ~done & ~legal
        offender = jnp.arange(self.num_players) == state.current_player
        penalty = jnp.where(offender, -1.0, 1.0 / (self.num_players - 1))
        capped = goes_on & ~over & (count >= self.engine.max_steps)
        counted = over | capped if self.score_at_cap else over
        rewards = jnp.where(counted, self.engine.rewards(table), jnp.where(refused, penalty, 0.0))
        return state.replace(
            rewards=rewards.astype(jnp.float32),
            terminated=state.terminated | over | refused,
            truncated=state.truncated | capped,
            _step_count=count,
            table=table,
        )

    def show(self, state: State) -> State:
        """The state with player, mask and observation read off its table."""
        player = self.engine.to_play(state.table)
        return state.replace(
            current_player=player,
            observation=self._observation(state.table, player),
            legal_action_mask=self.engine.mask(state.table),
        )

    def observe(self, state: State, player: Array | int | None = None) -> Array:
        """int8[size]: what a seat knows; the current player's, if none is named."""
        seat = state.current_player if player is None else player
        return self.engine.observe(state.table, jnp.asarray(seat, jnp.int32))

    def _observation(self, table: Any, player: Array) -> Array:
        return self.engine.observe(table, player) if self.observes else jnp.zeros(0, jnp.int8)


X = TypeVar("X")


def choose(condition: Array, one: X, other: X) -> X:
    """The one tree or the other, leaf by leaf; a condition of a batch spreads over the leaves' further axes."""

    def leaf(a: Array, b: Array) -> Array:
        shape = condition.shape + (1,) * (a.ndim - condition.ndim)
        return jnp.where(condition.reshape(shape), a, b)

    chosen: X = jax.tree.map(leaf, one, other)
    return chosen


def _restart(state: State, fresh: State) -> State:
    """The fresh state where the game has ended, still telling how it ended."""
    told = fresh.replace(terminated=state.terminated, truncated=state.truncated, rewards=state.rewards)
    return choose(state.terminated | state.truncated, told, state)


def _go_on(state: State) -> State:
    none = jnp.zeros_like(state.terminated)
    return state.replace(terminated=none, truncated=none)


def auto_reset(step: Step, init: Callable[[Array], State]) -> Step:
    """A step after which a finished game is dealt anew, while rewards and flags still tell of the finished one."""

    def wrapped(state: State, action: Array, key: Array) -> State:
        keys = jax.random.split(key)
        return _restart(step(_go_on(state), action, keys[0]), init(keys[1]))

    return wrapped


def reset_from_pool(env: Env, share: int = 16) -> Step:
    """`auto_reset` for a whole batch at once, with one fresh deal a step for every `share` games.

    A deal costs more than a step and few games end in the same step, so that most fresh deals would be thrown
    away. Two games that end in the same step and share a slot go on from the same deal, with their own keys.
    """
    engine = env.engine

    @jax.vmap
    def deal(key: Array) -> Any:
        return engine.deal(engine.deal_chance(key))

    @jax.vmap
    def move(state: State, action: Array, key: Array) -> State:
        return env.move(_go_on(state), action, engine.draw(state.table, action, key))

    def wrapped(states: State, actions: Array, keys: Array) -> State:
        moved = settle_batch(move(states, jnp.asarray(actions, jnp.int32), keys))
        done = moved.terminated | moved.truncated
        spare = _other(keys[::share])
        # On a CPU a branch saves the deals when no game has ended.
        fresh = jax.lax.cond(jnp.any(done), deal, unused, spare) if on_cpu() else settle_batch(deal(spare))
        table = choose(done, spread(fresh, len(keys)), moved.table)
        return jax.vmap(env.show)(moved.replace(table=table, _step_count=jnp.where(done, 0, moved._step_count)))

    def spread(fresh: Any, games: int) -> Any:
        def leaf(part: Array) -> Array:
            return jnp.broadcast_to(part, (share, *part.shape)).reshape(-1, *part.shape[1:])[:games]

        return jax.tree.map(leaf, fresh)

    def unused(keys: Array) -> Any:
        return jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), jax.eval_shape(deal, keys))

    return wrapped


def settle_batch(values: X) -> X:
    """Values of a whole batch, computed once before what follows."""
    return jax.vmap(settle)(values)


def _other(keys: Array) -> Array:
    """Keys for a second purpose."""
    if jnp.issubdtype(keys.dtype, jax.dtypes.prng_key):
        other: Array = jax.vmap(lambda key: jax.random.fold_in(key, 1))(keys)
    else:
        other = keys ^ jnp.uint32(0xA511E9B3)
    return other
