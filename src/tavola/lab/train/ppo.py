"""Proximal policy optimisation by self-play: one iteration is one compiled function.

Every seat is played by the net that learns, but in a part of the games one seat belongs to a past self, chosen
anew at every iteration, so that the net does not forget how to beat what it left behind. What is expected of a
position is said by the net itself, or by a critic that sees more than players do: see `insight`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from tavola.bots.nets import Shape, by_seat, forward, initial, shape_of
from tavola.lab.batch import Env, State, reset_from_pool
from tavola.lab.batch.stages import on_cpu
from tavola.lab.train.insight import CRITIC, Critic, critics, played
from tavola.lab.train.opponents import rule_bots, schools

__all__ = ["Learner", "Settings", "Trainer"]

Params = dict[str, Array]


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers of a training run."""

    games: int = 4096
    """Games side by side."""
    horizon: int = 128
    """Actions in each game between two updates: most games are seen to their end."""
    epochs: int = 2
    minibatches: int = 32
    rate: float = 5e-4
    """Learning rate at the start; it falls to a tenth along a cosine."""
    entropy: float = 0.02
    """Weight of the entropy bonus at the start; it falls to a tenth along with the rate."""
    clip: float = 0.2
    decay: float = 0.98
    """Lambda of the generalised advantage estimates; nothing is discounted."""
    value: float = 0.5
    """Weight of the value loss."""
    past: float = 0.25
    """Part of the games in which one seat is a past self."""
    rules: float = 0.0
    """Part of the games in which one seat is a rule bot."""
    sees: bool = False
    """Whether a critic that sees both hands and the deck says what is expected: in Lost Cities."""
    alone: int = 80
    """Iterations in which a new critic learns before the net does."""
    pool: int = 8
    """Past selves remembered."""
    anchors: int = 0
    """So many of them stay for ever: what training began with, or copies of the teachers."""
    sharp: float = 4.0
    """How much more the logits of those count: a copy that chooses by its probabilities is far weaker than its
    teacher, who does not throw dice."""
    every: int = 50
    """Iterations between two that are remembered."""
    mean: float = 0.99
    """How much of the averaged weights an iteration keeps."""


class Learner(NamedTuple):
    """All that changes while training; what a checkpoint holds but for the games."""

    params: Params
    """The weights of the net, and those of its critic."""
    mean: Params
    """The net's weights averaged over the last iterations: steadier, and most often stronger, than the last ones."""
    memory: Any
    """Of the optimiser."""
    past: Params
    """The weights of past selves, stacked."""
    states: State
    key: Array
    iteration: Array
    alone: Array
    """int32[]: iterations in which the critic is yet to learn alone."""


class Sample(NamedTuple):
    """One action of every game, or after stacking [horizon, games, ...]."""

    seen: Array
    mask: Array
    action: Array
    chance: Array
    """The logarithm of the probability with which it was chosen."""
    value: Array
    """To each seat, as the one who acts sees it."""
    player: Array
    rewards: Array
    done: Array
    own: Array
    """False where a past self chose."""
    told: Array | None = None
    """What the critic saw besides."""


class Trainer:
    """Training of one net."""

    def __init__(self, env: Env, settings: Settings, shape: Shape | None = None) -> None:
        """The environment must observe, without free payment; the net has the shape that bots use, or another."""
        self.env = env
        self.settings = settings
        self.shape: Shape = shape_of(env.encoding) if shape is None else shape
        self.precision = jnp.float32 if on_cpu() else jnp.bfloat16
        self.scale = jnp.asarray(env.encoding.scale)
        self.step = reset_from_pool(env)
        self.optimiser = optax.inject_hyperparams(self._optimiser)(rate=settings.rate)
        self.update: Callable[[Learner, Array], tuple[Learner, Mapping[str, Array]]] = jax.jit(
            self._update, donate_argnums=0
        )
        past, rules = int(settings.games * settings.past), int(settings.games * settings.rules)
        self.split = settings.games - past - rules
        """The games before this one are played by the net alone, those before the next against a past self."""
        self.ruled = settings.games - rules
        self.rule_bots = rule_bots(env, rules) if rules else None
        # Nobody else, a past self, or a rule bot of one school or another.
        opposite = np.concatenate([np.zeros(self.split), np.ones(past), 2 + schools(rules)]).astype(np.int64)
        self.critic = Critic(env, self.shape, opposite) if settings.sees else None
        views = env.encoding.relabellings()
        # A net whose shape is the same for all colours needs no renaming.
        self.views = views if self.shape.each == 0 else views[:1]

    @staticmethod
    def _optimiser(rate: float) -> optax.GradientTransformation:
        """The critic's slopes are cut off on their own, and it learns faster."""

        def of_critic(params: Params, yes: Any, no: Any) -> dict[str, Any]:
            return {name: yes if name.startswith(CRITIC) else no for name in params}

        def clipped(slopes: Params, _: Any) -> Params:
            steep = of_critic(slopes, *(optax.tree.norm(part) for part in (critics(slopes), played(slopes))))
            most = of_critic(slopes, 2.0, 0.5)
            return {name: slope * jnp.minimum(1.0, most[name] / (steep[name] + 1e-9)) for name, slope in slopes.items()}

        def faster(changes: Params, _: Any) -> Params:
            speed = of_critic(changes, 2.0, 1.0)
            return {name: change * speed[name] for name, change in changes.items()}

        return optax.chain(optax.stateless(clipped), optax.adam(rate, eps=1e-5), optax.stateless(faster))

    def begin(self, seed: int) -> Learner:
        """A net that knows nothing."""
        params = jax.tree.map(jnp.asarray, initial(self.shape, np.random.default_rng(seed)))
        past = jax.tree.map(lambda leaf: jnp.stack([leaf] * self.settings.pool), params)
        key, deal = jax.random.split(jax.random.key(seed))
        mean = jax.tree.map(jnp.copy, params)
        alone = jnp.int32(0)
        if self.critic is not None:
            params |= self.critic.initial(np.random.default_rng([seed, 1]))
            alone = jnp.int32(self.settings.alone)
        # Plain numbers become arrays of a firm type here, lest the second iteration be compiled again.
        memory = jax.tree.map(lambda leaf: jax.lax.convert_element_type(leaf, leaf.dtype), self.optimiser.init(params))
        return Learner(params, mean, memory, past, self.deal(deal), key, jnp.int32(0), alone)

    def deal(self, key: Array) -> State:
        """Fresh games."""
        states: State = jax.jit(jax.vmap(self.env.init))(jax.random.split(key, self.settings.games))
        return states

    # --- Playing ---------------------------------------------------------------------------------------------

    def judge(self, params: Params, seen: Array) -> tuple[Array, Array]:
        """Logits and values of raw observations, as forward gives them."""
        weights = jax.tree.map(lambda leaf: leaf.astype(self.precision), played(params))
        logits, value = forward(self.shape, weights, (seen * self.scale).astype(self.precision), jnp)
        return logits.astype(jnp.float32), value.astype(jnp.float32)

    def _rename(self, rows: Array, which: str) -> Array:
        """Each part of the games under its own naming of the colours."""
        if len(self.views) == 1:
            return rows
        parts = jnp.array_split(rows, len(self.views))
        renamed = []
        for part, view in zip(parts, self.views, strict=True):
            index = getattr(view, which)
            index = index[index < self.env.num_actions] if which != "observe" else index
            renamed.append(part[:, index])
        return jnp.concatenate(renamed)

    def _true_actions(self, actions: Array) -> Array:
        if len(self.views) == 1:
            return actions
        parts = jnp.array_split(actions, len(self.views))
        return jnp.concatenate([jnp.asarray(view.act)[part] for part, view in zip(parts, self.views, strict=True)])

    def _play(
        self, params: Params, past: Params, states: State, key: Array, sharp: Array | float = 1.0
    ) -> tuple[State, Sample]:
        games, split, ruled = self.settings.games, self.split, self.ruled
        seats = jnp.where(jnp.arange(games) < split, -1, jnp.arange(games) % self.env.num_players)

        def one(states: State, key: Array) -> tuple[State, Sample]:
            choosing, playing = jax.random.split(key)
            seen = self._rename(states.observation, "observe")
            mask = self._rename(states.legal_action_mask, "act")
            logits, values = self.judge(params, seen)
            told = None
            if self.critic is not None:
                told = self.critic.told(states.table)
                values = self.critic.judge(params, seen, told, self.precision)
            others, _ = self.judge(past, seen[split:ruled])
            own = states.current_player != seats
            theirs = jnp.where(own[split:ruled, None], logits[split:ruled], sharp * others)
            mixed = jnp.concatenate([logits[:split], theirs, logits[ruled:]])
            chances = jax.nn.log_softmax(jnp.where(mask, mixed, -1e9))
            action = jax.random.categorical(choosing, chances)
            if self.rule_bots is not None:
                by_rule = self.rule_bots(jax.tree.map(lambda leaf: leaf[ruled:], states.table))
                action = action.at[ruled:].set(jnp.where(own[ruled:], action[ruled:], by_rule))
            chance = jnp.take_along_axis(chances, action[:, None], axis=1)[:, 0]
            after = self.step(states, self._true_actions(action), jax.random.split(playing, games))
            done = after.terminated | after.truncated
            value = by_seat(values, states.current_player, self.env.num_players, jnp)
            sample = Sample(seen, mask, action, chance, value, states.current_player, after.rewards, done, own, told)
            return after, sample

        return jax.lax.scan(one, states, jax.random.split(key, self.settings.horizon))

    def _last_values(self, params: Params, states: State) -> Array:
        """float32[games, players]: what the unfinished games are worth to each seat."""
        if self.critic is None:
            values = self.judge(params, self._rename(states.observation, "observe"))[1]
        else:
            values = self.critic.judge(params, states.observation, self.critic.told(states.table), self.precision)
        seats: Array = by_seat(values, states.current_player, self.env.num_players, jnp)
        return seats

    def _returns(self, samples: Sample, last: Array) -> Array:
        """float32[horizon, games, players]: what each seat may expect, by generalised advantage estimates along the
        actions of that seat."""
        seats = jnp.arange(self.env.num_players)

        def back(carry: tuple[Array, Array], sample: Sample) -> tuple[tuple[Array, Array], Array]:
            later, advantage = carry
            done = sample.done[:, None]
            # A finished game leads nowhere; the next deal belongs to another story.
            later = sample.rewards + jnp.where(done, 0.0, later)
            advantage = jnp.where(done, 0.0, advantage)
            expected = later + self.settings.decay * advantage
            acting = seats == sample.player[:, None]
            carry = (
                jnp.where(acting, sample.value, later),
                jnp.where(acting, expected - sample.value, advantage),
            )
            return carry, expected

        return jax.lax.scan(back, (last, jnp.zeros_like(last)), samples, reverse=True)[1]

    # --- Learning --------------------------------------------------------------------------------------------

    def _loss(self, params: Params, batch: Mapping[str, Array], entropy: Array) -> tuple[Array, Mapping[str, Array]]:
        logits, value = self.judge(params, batch["seen"])
        chances = jax.nn.log_softmax(jnp.where(batch["mask"], logits, -1e9))
        chance = jnp.take_along_axis(chances, batch["action"][:, None], axis=1)[:, 0]
        ratio = jnp.exp(chance - batch["chance"])
        own = batch["own"]
        count = jnp.maximum(jnp.sum(own), 1)
        gain = batch["advantage"]
        mean = jnp.sum(gain * own) / count
        spread = jnp.sqrt(jnp.sum((gain - mean) ** 2 * own) / count) + 1e-6
        gain = (gain - mean) / spread
        clipped = jnp.clip(ratio, 1 - self.settings.clip, 1 + self.settings.clip)
        policy = -jnp.sum(jnp.minimum(ratio * gain, clipped * gain) * own) / count
        error = jnp.sum(jnp.mean((value - batch["target"]) ** 2, axis=1) * own) / count
        disorder = -jnp.sum(jnp.sum(jnp.exp(chances) * jnp.where(batch["mask"], chances, 0.0), axis=1) * own) / count
        total = policy + self.settings.value * error - entropy * disorder
        spread_target = jnp.var(batch["target"]) + 1e-6
        told = {"policy": policy, "error": error / spread_target, "entropy": disorder, "spread": spread}
        if self.critic is not None:
            thought = self.critic.judge(params, batch["seen"], batch["told"], self.precision)
            wrong = jnp.sum((thought - batch["target"])[:, 0] ** 2 * own) / count
            total += wrong
            told["critic"] = wrong / spread_target
        return total, told

    def _update(self, learner: Learner, progress: Array) -> tuple[Learner, Mapping[str, Array]]:
        """One iteration; progress runs from 0 to 1 over the whole training."""
        s = self.settings
        key, playing, picking, shuffling = jax.random.split(learner.key, 4)
        which = jax.random.randint(picking, (), 0, s.pool)
        past = jax.tree.map(lambda leaf: leaf[which], learner.past)
        sharp = jnp.where(which < s.anchors, s.sharp, 1.0)
        states, samples = self._play(learner.params, past, learner.states, playing, sharp)
        returns = self._returns(samples, self._last_values(learner.params, states))
        names = ("seen", "mask", "action", "chance", "own") + (() if self.critic is None else ("told",))
        rows = {name: getattr(samples, name) for name in names}
        gains = jnp.take_along_axis(returns - samples.value, samples.player[..., None], axis=2)[..., 0]
        turns = (samples.player[..., None] + jnp.arange(self.shape.values)) % self.env.num_players
        rows |= {"advantage": gains, "target": jnp.take_along_axis(returns, turns, axis=2)}
        rows = {name: row.reshape(-1, *row.shape[2:]) for name, row in rows.items()}
        learns = learner.alone <= 0
        fade = 0.1 + 0.9 * 0.5 * (1 + jnp.cos(jnp.pi * jnp.clip(progress, 0, 1)))
        memory = learner.memory._replace(hyperparams=learner.memory.hyperparams | {"rate": jnp.float32(s.rate) * fade})

        def minibatch(carry: tuple[Params, Any], index: Array) -> tuple[tuple[Params, Any], Mapping[str, Array]]:
            params, memory = carry
            batch = {name: row[index] for name, row in rows.items()}
            grads, told = jax.grad(self._loss, has_aux=True)(params, batch, s.entropy * fade)
            changes, memory = self.optimiser.update(grads, memory, params)
            changes = critics(changes) | {name: change * learns for name, change in played(changes).items()}
            return (optax.apply_updates(params, changes), memory), told

        count = s.games * s.horizon
        orders = jax.vmap(lambda key: jax.random.permutation(key, count))(jax.random.split(shuffling, s.epochs))
        (params, memory), told = jax.lax.scan(
            minibatch, (learner.params, memory), orders.reshape(s.epochs * s.minibatches, -1)
        )
        told = {name: jnp.mean(value) for name, value in told.items()}
        told |= {**self._tell(samples), "past": which}
        mine = played(params)
        remember = learns & (learner.iteration % s.every == 0)
        slot = s.anchors + (learner.iteration // s.every) % (s.pool - s.anchors)
        kept = jax.tree.map(lambda old, new: jnp.where(remember, old.at[slot].set(new), old), learner.past, mine)
        mean = jax.tree.map(lambda old, new: s.mean * old + (1 - s.mean) * new, learner.mean, mine)
        alone = jnp.maximum(learner.alone - 1, 0)
        return Learner(params, mean, memory, kept, states, key, learner.iteration + 1, alone), told

    def _tell(self, samples: Sample) -> Mapping[str, Array]:
        """How the games went: their length, and how the net fared against the past self."""
        ended = jnp.sum(samples.done)
        split, ruled = self.split, self.ruled
        seats = jnp.arange(split, ruled) % self.env.num_players
        done, rewards = samples.done[:, split:ruled], samples.rewards[:, split:ruled]
        theirs = jnp.take_along_axis(rewards, jnp.broadcast_to(seats, done.shape)[..., None], axis=2)[..., 0]
        against = -jnp.sum(theirs * done) / jnp.maximum(jnp.sum(done), 1)
        return {"length": samples.done.size / jnp.maximum(ended, 1), "against_past": against}
