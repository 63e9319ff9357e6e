"""Train a small net until it beats the greedy bot at Lost Cities, on one core of a CPU: `python train_ppo.py`.

First the net copies rounds of the bot. Then it plays itself, hundreds of rounds side by side in the batched engine, and
learns from that by proximal policy optimisation (PPO). In the end it meets the bot, by the Python rules.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from tavola import bots
from tavola.lab.batch import State, make, reset_from_pool
from tavola.rules import CHANCE, game

TABLE = {"rounds": "1", "stallLimit": "20"}  # a round also ends after twenty turns without a card from the deck
RULES = game("lost-cities")
# The reward is the difference of the points over 100. Beginners may trade discards for ever: the cap ends that.
ENV = make("lost-cities", options=TABLE, reward="margin", max_steps=160, score_at_cap=True)
STEP = reset_from_pool(ENV)  # a step in all games at once; those that end are dealt anew
CODE = ENV.encoding
((_, COLOURS, BLOCK),) = CODE.groups()  # an observation is a block for each colour, then the rest
CUT, WIDTH = COLOURS * BLOCK, 64
LAYERS = {
    "colour": (BLOCK, WIDTH),
    "rest": (CODE.size - CUT, WIDTH),
    "own": (WIDTH, WIDTH),
    "all": (WIDTH, WIDTH),
    "card": (WIDTH, 21),  # for each colour: lay or discard one of ten kinds, take from the pile
    "deck": (WIDTH, 1),
    "value": (WIDTH, 1),
}
STEPS, EPOCHS, MINIBATCHES = 64, 2, 64
CLIP, ENTROPY, LAMBDA = 0.2, 0.002, 0.95
OPTIMISER = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-3, eps=1e-5))

Net = dict[str, Array]
Three = tuple[Array, Array, Array]
Choose = Callable[[Any, Sequence[Any]], Any]  # from a view and the legal actions to one of them


# --- The net: one set of weights for all colours, since the rules treat them alike ---------------------------------


def fresh(key: Array) -> Net:
    """A net that knows nothing."""
    keys = jax.random.split(key, len(LAYERS))
    gains = {"card": 0.01, "deck": 0.01, "value": 0.1}
    net = {f"{name} bias": jnp.zeros(outward) for name, (_, outward) in LAYERS.items()}
    for key, (name, shape) in zip(keys, LAYERS.items(), strict=True):
        net[name] = jax.random.normal(key, shape) * gains.get(name, 1.0) / shape[0] ** 0.5
    return net


def think(net: Net, seen: Array, mask: Array) -> tuple[Array, Array]:
    """The logarithms of the chances [rows, actions] and the values [rows] for observations [rows, size]."""

    def dense(name: str, x: Array) -> Array:
        return x @ net[name] + net[f"{name} bias"]

    x = seen * CODE.scale
    h = jax.nn.relu(dense("colour", x[:, :CUT].reshape(-1, COLOURS, BLOCK)) + dense("rest", x[:, CUT:])[:, None])
    h = jax.nn.relu(dense("own", h) + dense("all", h.mean(axis=1))[:, None])
    cards, whole = dense("card", h), h.mean(axis=1)
    parts = cards[:, :, :10], cards[:, :, 10:20], dense("deck", whole), cards[:, :, 20]  # in the order of the ids
    logits = jnp.concatenate([part.reshape(len(x), -1) for part in parts], axis=1)
    return jax.nn.log_softmax(jnp.where(mask, logits, -1e9)), dense("value", whole)[:, 0]


@jax.jit
def best(net: Net, seen: Array, mask: Array) -> Array:
    return jnp.argmax(think(net, seen[None], mask[None])[0])


def at(rows: Array, index: Array) -> Array:
    """From each row the number at its index."""
    return jnp.take_along_axis(rows, index[:, None], axis=1)[:, 0]


# --- Rounds by the Python rules: lessons from the bot, matches against it ------------------------------------------


def play_round(players: Sequence[Choose], rng: Random) -> Sequence[int]:
    """The points of both seats after a round."""
    state = RULES.initial(2, RULES.options.of(TABLE), 0)
    while (seat := RULES.to_play(state)) is not None:
        if seat is CHANCE:
            action = RULES.sample(state, rng)
        else:
            action = players[seat](RULES.view(state, seat), RULES.legal_actions(state))
        state = RULES.trusted(state, action).state
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome.points


def greedy(rng: Random) -> Choose:
    bot = bots.make("greedy", RULES)
    return lambda view, legal: bot.choose(view, legal, rng)


def lessons(rounds: int, seed: int) -> list[np.ndarray[Any, Any]]:
    """What the bot saw, might do and did, and what the round brought it: an array each, one row an action."""
    rng = Random(seed)
    bot, rows, acts = greedy(rng), list[Any](), list[Any]()

    def choose(view: Any, legal: Sequence[Any]) -> Any:
        action = bot(view, legal)
        acts.append((view.seat, CODE.observe(view), CODE.mask(view, legal), CODE.id_of(view, action)))
        # Now and then something else is done, so that the net also sees what the bot would avoid.
        return rng.choice(legal) if rng.random() < 0.05 else action

    for _ in range(rounds):
        points = play_round([choose, choose], rng)
        rows += [(*act, (points[seat] - points[1 - seat]) / 100) for seat, *act in acts]
        acts.clear()
    return [np.array(column) for column in zip(*rows, strict=True)]


def copy(net: Net, rows: list[np.ndarray[Any, Any]], seed: int) -> Net:
    """The net after learning to choose as the bot did and to tell what comes of it."""
    rng, count = np.random.default_rng(seed), len(rows[0])
    size = min(512, count)
    batches = np.concatenate([rng.permutation(count)[: count // size * size].reshape(-1, size) for _ in range(16)])
    optimiser = optax.adam(optax.cosine_decay_schedule(2e-3, len(batches)))

    @jax.jit
    def learn(net: Net, memory: Any, seen: Array, mask: Array, action: Array, result: Array) -> tuple[Net, Any]:
        def loss(net: Net) -> Array:
            chances, value = think(net, seen, mask)
            return jnp.mean(0.5 * (value - result) ** 2 - at(chances, action))

        changes, memory = optimiser.update(jax.grad(loss)(net), memory)
        return optax.apply_updates(net, changes), memory

    memory = optimiser.init(net)
    for index in batches:
        net, memory = learn(net, memory, *(row[index] for row in rows))
    return net


def match(net: Net, rounds: int) -> str:
    """The share of wins against the bot, draws half, with its 95% interval; each deal is played from both seats."""

    def choose(view: Any, legal: Sequence[Any]) -> Any:
        return CODE.action_of(view, int(best(net, CODE.observe(view), CODE.mask(view, legal))))

    shares = []
    for deal in range(max(2, rounds // 2)):
        a, b = play_round([choose, greedy(Random(deal))], Random(deal))
        c, d = play_round([greedy(Random(deal)), choose], Random(deal))
        shares.append(((a > b) + (a >= b) + (d > c) + (d >= c)) / 4)
    share, half = fmean(shares), 1.96 * stdev(shares) / len(shares) ** 0.5  # deals are independent, their rounds not
    span = f"{share - half:.1%} to {share + half:.1%}"
    return f"the net wins {share:.1%} ({span}) of {2 * len(shares)} rounds against greedy"


# --- PPO in the batched engine -------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """One step of all games, [games, ...], or a run of steps, [steps, games, ...]."""

    seen: Array
    mask: Array
    action: Array
    chance: Array
    """The logarithm of the chance with which the action was chosen."""
    value: Array
    player: Array
    rewards: Array
    """What the step brought both seats."""
    done: Array


def play(net: Net, states: State, key: Array) -> tuple[State, Rows]:
    """A run of steps in all games; the net plays both seats."""

    def one(states: State, key: Array) -> tuple[State, Rows]:
        seen, mask, player = states.observation, states.legal_action_mask, states.current_player
        chances, value = think(net, seen, mask)
        choosing, drawing = jax.random.split(key)
        action = jax.random.categorical(choosing, chances)
        after = STEP(states, action, jax.random.split(drawing, len(player)))
        done = after.terminated | after.truncated
        return after, Rows(seen, mask, action, at(chances, action), value, player, after.rewards, done)

    return jax.lax.scan(one, states, jax.random.split(key, STEPS))


def advantages(net: Net, rows: Rows, states: State) -> Array:
    """How much better each action turned out than expected (GAE), reckoned from a seat's action to its next one."""

    def back(carry: Three, row: Rows) -> tuple[Three, Array]:
        # For each seat: the value at its next action, the advantage there, the rewards until then.
        value_then, gain_then, rewards = (part * ~row.done[:, None] for part in carry)
        value, rewards = row.value[:, None], rewards + row.rewards
        gain = rewards + value_then - value + LAMBDA * gain_then
        acts = row.player[:, None] == jnp.arange(2)
        carry = jnp.where(acts, value, value_then), jnp.where(acts, gain, gain_then), jnp.where(acts, 0.0, rewards)
        return carry, at(gain, row.player)

    # Games that go on count what the net thinks they are worth to each seat.
    seen = jax.vmap(jax.vmap(ENV.observe, (None, 0)), (0, None))(states, jnp.arange(2)).reshape(-1, CODE.size)
    values = think(net, seen, jnp.repeat(states.legal_action_mask, 2, axis=0))[1].reshape(-1, 2)
    return jax.lax.scan(back, (values, 0 * values, 0 * values), rows, reverse=True)[1]


@jax.jit
def improve(net: Net, memory: Any, states: State, key: Array, left: Array) -> tuple[Net, Any, State, Array]:
    """Play, then learn from it; `left` is the part of the training still to come. Also the mean length of a round."""
    playing, *shuffling = jax.random.split(key, 1 + EPOCHS)
    states, rows = play(net, states, playing)
    gains = advantages(net, rows, states)
    played = rows, (gains - gains.mean()) / gains.std(), rows.value + gains
    played = jax.tree.map(lambda part: part.reshape(-1, *part.shape[2:]), played)

    def loss(net: Net, batch: tuple[Rows, Array, Array]) -> Array:
        rows, gain, target = batch
        chances, value = think(net, rows.seen, rows.mask)
        ratio = jnp.exp(at(chances, rows.action) - rows.chance)
        policy = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
        entropy = -jnp.sum(jnp.exp(chances) * chances, axis=1, where=rows.mask)
        return jnp.mean(0.5 * (value - target) ** 2 - policy - ENTROPY * left * entropy)

    def minibatch(carry: tuple[Net, Any], index: Array) -> tuple[tuple[Net, Any], None]:
        net, memory = carry
        slopes = jax.grad(loss)(net, jax.tree.map(lambda part: part[index], played))
        changes, memory = OPTIMISER.update(slopes, memory)
        return (optax.apply_updates(net, jax.tree.map(lambda change: left * change, changes)), memory), None

    orders = [jax.random.permutation(each, gains.size) for each in shuffling]
    batches = jnp.concatenate(orders).reshape(EPOCHS * MINIBATCHES, -1)
    (net, memory), _ = jax.lax.scan(minibatch, (net, memory), batches)
    return net, memory, states, rows.done.size / jnp.maximum(1, rows.done.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=4, help="of PPO; copying and the last match come on top")
    parser.add_argument("--games", type=int, default=512, help="rounds played side by side")
    parser.add_argument("--lessons", type=int, default=1000, help="rounds of the greedy bot to copy first")
    parser.add_argument("--matches", type=int, default=400, help="rounds against the greedy bot in the end")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    begun = time.monotonic()

    def tell(what: str) -> None:
        print(f"{time.monotonic() - begun:4.0f} s: {what}", flush=True)

    key, weights, deals = jax.random.split(jax.random.key(given.seed), 3)
    net = fresh(weights)
    if given.lessons:
        rows = lessons(given.lessons, given.seed)
        tell(f"the greedy bot has played {given.lessons} rounds, {len(rows[0])} actions to copy")
        net = copy(net, rows, given.seed)
    tell(match(net, given.matches // 4))

    states = jax.jit(jax.vmap(ENV.init))(jax.random.split(deals, given.games))
    memory, actions, told, start = OPTIMISER.init(net), 0, 0.0, time.monotonic()
    while (spent := (time.monotonic() - start) / 60 / given.minutes) < 1:
        key, now = jax.random.split(key)
        net, memory, states, length = improve(net, memory, states, now, jnp.float32(1 - 0.9 * spent))
        actions += given.games * STEPS
        if spent - told > 0.2:
            told = spent
            tell(f"{actions / 1e6:.1f} M actions, {length:.0f} a round; {match(net, given.matches // 4)}")
    tell(f"{actions / 1e6:.1f} M actions; in the end {match(net, given.matches)}")


if __name__ == "__main__":
    main()
