"""Environments keep the conventions of Pgx, hide what is hidden, and begin anew."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pgx.experimental
import pytest
from jax import Array

from tavola.lab.batch import Env, State, auto_reset, make, reset_from_pool
from tavola.lab.batch.convert import CONVERTERS
from tavola.rules import CHANCE, GAMES, BadOption
from tavola.rules.chance import Rng, pick

LANES = 32
NAMES = ("lost-cities", "splendor", "duel")
QUICK = ["lost-cities", "splendor", pytest.param("duel", marks=pytest.mark.slow)]
"""All games, the one that takes long to compile only where time is."""
LONG = ["lost-cities", *(pytest.param(name, marks=pytest.mark.slow) for name in ("splendor", "duel"))]
SETTINGS: dict[str, dict[str, Any]] = {
    "lost-cities": {"options": {"rounds": "1"}},
    "splendor": {"players": 3, "options": {"target": "5"}},
    "duel": {},
}
LONGEST = 1500


class Compiled:
    """An environment with its functions over a batch."""

    def __init__(self, name: str, **changes: Any) -> None:
        self.env: Env = make(name, **SETTINGS[name], **changes)
        self.init = jax.jit(jax.vmap(self.env.init))
        self.step = jax.jit(jax.vmap(self.env.step))
        self.observe = jax.jit(jax.vmap(self.env.observe))

    def deal(self, seed: int) -> State:
        states: State = self.init(keys(seed))
        return states

    def play(self, states: State, seed: int, steps: int) -> State:
        """So many random actions in each game, or until all are over."""
        for at in range(steps):
            states = self.step(states, *chosen(key(seed, at), states.legal_action_mask))
            if at % 50 == 0 and states.terminated.all():
                break
        return states


@jax.jit
def chosen(key: Array, masks: Array) -> tuple[Array, Array]:
    """Random actions as code for Pgx chooses them, and keys for the step."""
    choosing, stepping = jax.random.split(key)
    return pgx.experimental.act_randomly(choosing, masks), jax.random.split(stepping, LANES)


@cache
def compiled(name: str, observe: bool = True) -> Compiled:
    return Compiled(name, observe=observe)


@cache
def ended(name: str) -> State:
    """A batch of games that are all over."""
    game = compiled(name)
    states = game.play(game.deal(3), 4, LONGEST)
    assert states.terminated.all()
    return states


def key(*numbers: int) -> Array:
    return jnp.array([0, *numbers][-2:], jnp.uint32)


def keys(*numbers: int) -> Array:
    return jax.random.split(key(*numbers), LANES)


def differing(one: Any, other: Any) -> list[str]:
    """The places in which two trees differ."""
    pairs = zip(jax.tree.leaves_with_path(one), jax.tree.leaves(other), strict=True)
    return [jax.tree_util.keystr(path) for (path, a), b in pairs if a.dtype != b.dtype or not np.array_equal(a, b)]


def first(tree: Any) -> Any:
    return rows(tree, 0)


def rows(tree: Any, which: Any) -> Any:
    """In NumPy: JAX would compile something for every number of rows."""
    return jax.tree.map(lambda leaf: np.asarray(leaf)[which], tree)


# --- Pgx's conventions ---------------------------------------------------------------------------------------


def test_a_state_has_the_fields_of_pgx() -> None:
    theirs = pgx.make("tic_tac_toe").init(jax.random.PRNGKey(0))
    shared = [field.name for field in dataclasses.fields(pgx.State)]
    assert [field.name for field in dataclasses.fields(State)] == [*shared, "table"]
    for name in NAMES:
        env = compiled(name).env
        ours = jax.eval_shape(env.init, key(0))
        for field in set(shared) - {"observation"}:
            one, two = getattr(ours, field), getattr(theirs, field)
            assert (one.dtype, one.ndim) == (two.dtype, two.ndim), field
        assert ours.observation.dtype == jnp.int8
        assert ours.observation.shape == env.observation_shape == (env.encoding.size,)
        assert ours.legal_action_mask.shape == (env.num_actions,) == (env.encoding.plain_actions,)
        assert ours.rewards.shape == (env.num_players,)
        assert (env.id, env.version) == (name, f"v{env.encoding.version}")


def test_an_environment_has_the_names_of_pgx() -> None:
    env = compiled("duel").env
    for name in ("init", "step", "observe", "id", "version", "num_players", "num_actions", "observation_shape"):
        assert hasattr(pgx.Env, name)
        assert hasattr(env, name)


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("wrapper", [auto_reset, pgx.experimental.auto_reset], ids=["ours", "theirs"])
def test_a_finished_game_is_dealt_anew(name: str, wrapper: Any) -> None:
    game = compiled(name, False)
    step = jax.jit(jax.vmap(wrapper(game.env.step, game.env.init)))
    states = game.play(game.deal(5), 6, 20)
    for at in range(4):
        offending = (np.arange(LANES) + at) % 5 == 0
        mask = states.legal_action_mask
        actions = jnp.where(offending, jnp.argmin(mask, 1), jnp.argmax(mask, 1))
        pairs = jax.vmap(jax.random.split)(keys(8, at))
        none = jnp.zeros(LANES, bool)
        plain = game.step(states.replace(terminated=none, truncated=none), actions, pairs[:, 0])
        over = np.asarray(plain.terminated)
        fresh = game.init(pairs[:, 1]).replace(terminated=plain.terminated, rewards=plain.rewards)
        states = step(states, actions, keys(8, at))
        assert not differing(rows(states, over), rows(fresh, over))
        assert not differing(rows(states, ~over), rows(plain, ~over))
        assert over[offending].all()
        assert not over.all()


@pytest.mark.parametrize("name", QUICK)
def test_games_go_on_until_they_end(name: str) -> None:
    states = ended(name)
    assert not states.truncated.any()
    assert states.legal_action_mask.all(), "all is legal in the end"
    again = compiled(name).play(states, 1, 3)
    assert not again.rewards.any()
    assert not differing(dataclasses.replace(states, rewards=again.rewards), again)


@pytest.mark.parametrize("name", QUICK)
def test_an_illegal_action_ends_the_game(name: str) -> None:
    game = compiled(name)
    before = game.play(game.deal(9), 10, 5)
    after = game.step(before, jnp.argmin(before.legal_action_mask, axis=1), keys(11))
    assert after.terminated.all()
    assert not after.truncated.any()
    assert after.legal_action_mask.all()
    assert not differing(before.table, after.table)
    players = game.env.num_players
    wanted = np.full((LANES, players), 1 / (players - 1), np.float32)
    wanted[np.arange(LANES), before.current_player] = -1
    np.testing.assert_array_equal(after.rewards, wanted)
    assert not game.play(after, 12, 1).rewards.any()


@pytest.mark.parametrize("name", QUICK)
def test_a_key_decides_all(name: str) -> None:
    game = compiled(name)
    one, two, three = (game.play(game.deal(seed), seed, 4) for seed in (1, 1, 2))
    assert not differing(one, two)
    assert differing(one, three)
    rows = {bytes(row) for row in np.asarray(game.deal(1).observation)}
    assert len(rows) == LANES, "every game has its own deal"


def test_typed_and_raw_keys_are_the_same() -> None:
    game = compiled("lost-cities")
    raw, typed = keys(1), jax.random.split(jax.random.key(1), LANES)
    assert np.array_equal(raw, jax.random.key_data(typed))
    assert not differing(game.init(raw), game.init(typed))


# --- The cap -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [False, True])
def test_the_cap_truncates(score: bool) -> None:
    game = Compiled("lost-cities", max_steps=20, score_at_cap=score, reward="margin", observe=False)
    before = game.play(compiled("lost-cities", False).deal(1), 2, 19)
    assert not (before.terminated | before.truncated).any()
    after = game.play(before, 3, 1)
    assert after.truncated.all()
    assert not after.terminated.any()
    assert after.legal_action_mask.all()
    lead = np.subtract(*map(np.asarray, after.table.running)) / 100
    assert lead.any()
    np.testing.assert_allclose(after.rewards, np.stack([lead, -lead], axis=1) * score, rtol=1e-6)
    again = game.play(after, 4, 2)
    assert not again.rewards.any()
    assert not differing(dataclasses.replace(after, rewards=again.rewards), again)


# --- Beginning anew ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [5, *(pytest.param(share, marks=pytest.mark.slow) for share in (1, 16))])
def test_a_pool_of_deals(share: int) -> None:
    game = compiled("lost-cities")
    step = jax.jit(reset_from_pool(game.env, share))
    before = game.play(game.deal(1), 2, 6)
    offending = np.arange(LANES) % 3 == 0
    actions = jnp.where(offending, jnp.argmin(before.legal_action_mask, 1), jnp.argmax(before.legal_action_mask, 1))
    after = step(before, actions, keys(3))
    plain = game.step(before, actions, keys(3))
    np.testing.assert_array_equal(after.terminated, offending)
    np.testing.assert_array_equal(after.rewards, plain.rewards)
    assert not differing(rows(after, ~offending), rows(plain, ~offending))
    begun = rows(after, offending)
    assert (begun._step_count == 0).all()
    assert (begun.table.turns == 1).all()
    assert (begun.legal_action_mask.sum(axis=1) == 16).any(), "the mask is that of the fresh game"
    deals = {bytes(row) for row in np.asarray(begun.observation)}
    assert len(deals) == min(offending.sum(), -(-LANES // share))
    # What was told once is not told again, and the fresh games go on.
    going = jnp.zeros(LANES, bool)
    second = jnp.argmax(after.legal_action_mask, 1)
    later = step(after, second, keys(4))
    assert not differing(later, game.step(after.replace(terminated=going), second, keys(4)))
    assert not (later.terminated | later.truncated).any()
    assert not later.rewards.any()
    np.testing.assert_array_equal(later._step_count, np.where(offending, 1, before._step_count + 2))


def test_deals_of_a_pool_are_fair_and_new() -> None:
    env = make("lost-cities", options={"rounds": "1"}, observe=False)
    games, steps = 512, 40
    step = reset_from_pool(env, 4)

    def one(states: State, key: Array) -> tuple[State, Any]:
        illegal = jnp.argmin(states.legal_action_mask, axis=1)
        after = step(states, illegal, jax.random.split(key, games))
        return after, (after.table.hands[0], after.table.start)

    states = jax.jit(jax.vmap(env.init))(jax.random.split(key(1), games))
    hands, starts = jax.jit(lambda states: jax.lax.scan(one, states, jax.random.split(key(2), steps))[1])(states)
    words = np.stack(hands, axis=-1)[:, : games // 4].reshape(-1, 3)
    assert len(np.unique(words, axis=0)) > 0.999 * len(words), "no deal comes twice"
    assert 0.47 < np.asarray(starts)[:, : games // 4].mean() < 0.53
    for word, shift in ((0, 3), (0, 20), (1, 11), (2, 8)):  # single cards, each in 8 of 60 hands
        part = (words[:, word] >> shift & 1).mean()
        assert abs(part - 8 / 60) < 5 * np.sqrt(8 / 60 / len(words))


# --- Observations --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LONG)
def test_the_same_play_unobserved(name: str) -> None:
    seeing, blind = compiled(name), compiled(name, False)
    one, two = (game.play(game.deal(1), 2, 12) for game in (seeing, blind))
    assert two.observation.shape == (LANES, 0)
    assert two.observation.dtype == jnp.int8
    assert not differing(dataclasses.replace(one, observation=two.observation), two)
    seats = one.current_player
    np.testing.assert_array_equal(one.observation, seeing.observe(one, seats))
    np.testing.assert_array_equal(blind.observe(two, seats), one.observation)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_hidden_is_seen(name: str) -> None:
    """Whatever the hidden cards are, a seat sees the same."""
    game, rng = GAMES[name], Rng(f"hidden {name}")
    seen = compiled(name)
    engine, players = seen.env.engine, seen.env.num_players
    truths: list[Any] = []
    worlds: list[Any] = []
    seats: list[int] = []
    while len(truths) < LANES:
        state = game.initial(players, engine.encoding.options, 0)
        for _ in range(rng.randrange(20, 60)):
            while game.to_play(state) is CHANCE:
                state = game.trusted(state, game.sample(state, rng)).state
            if game.to_play(state) is None:
                break
            legal = [*game.legal_actions(state)]
            reserve = [action for action in legal if game.to_text(action).startswith(("reserve", "gold"))]
            state = game.trusted(state, pick(rng, reserve if reserve and rng.randrange(2) else legal)).state
        if game.to_play(state) in (None, CHANCE):
            continue
        seat = rng.randrange(players)
        other = game.determinize(game.view(state, seat), rng)
        truths.append(CONVERTERS[name].from_state(engine, state))
        worlds.append(CONVERTERS[name].from_state(engine, other))
        seats.append(seat)
    one, two = (jax.tree.map(lambda *leaves: jnp.stack(leaves), *tables) for tables in (truths, worlds))
    assert differing(one, two), "the worlds differ"
    dealt = seen.deal(0)
    sights = [seen.observe(dealt.replace(table=table), jnp.array(seats)) for table in (one, two)]
    np.testing.assert_array_equal(*sights)


# --- Making one ----------------------------------------------------------------------------------------------


def test_positions_of_the_rules_can_be_played() -> None:
    game = compiled("splendor")
    state = first(game.play(game.deal(1), 2, 9))
    converter = CONVERTERS["splendor"]
    position = converter.to_state(game.env.engine, jax.device_get(state.table))
    GAMES["splendor"].check(position)
    again = jax.jit(game.env.begin)(converter.from_state(game.env.engine, position))
    assert not differing(again.table, state.table)
    np.testing.assert_array_equal(again.observation, state.observation)
    np.testing.assert_array_equal(again.legal_action_mask, state.legal_action_mask)


def test_what_cannot_be_made() -> None:
    with pytest.raises(BadOption, match="not by 5"):
        make("splendor", 5)
    with pytest.raises(BadOption):
        make("lost-cities", options={"colours": "7"})
    with pytest.raises(BadOption, match="score_at_cap has no meaning"):
        make("duel", score_at_cap=True)
    assert make("splendor", 4).num_players == 4
    assert make("splendor", free_payment=True).num_actions == make("splendor").encoding.actions
