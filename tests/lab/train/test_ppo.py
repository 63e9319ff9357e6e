"""Training: advantages by hand, a few iterations, a checkpoint, and the same net in NumPy and JAX."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tavola.bots.encode import encoding
from tavola.bots.nets import Shape, forward, initial, shape_of
from tavola.lab.batch import make
from tavola.lab.train.opponents import rule_bots
from tavola.lab.train.ppo import Learner, Sample, Settings, Trainer
from tavola.lab.train.run import _adam, load, save, train
from tavola.lab.train.teach import copy_bots, lessons
from tavola.rules import BadOption

TINY = Settings(games=12, horizon=8, epochs=2, minibatches=2, pool=2, every=2, past=0.25, rate=1e-3)


def small(name: str, players: int = 2) -> Shape:
    return dataclasses.replace(shape_of(encoding(name, players)), embed=8, width=16, depth=1)


@cache
def trainer(anchors: int = 0) -> Trainer:
    env = make("lost-cities", options={"rounds": "1"}, reward="margin", max_steps=20, score_at_cap=True)
    return Trainer(env, dataclasses.replace(TINY, anchors=anchors), small("lost-cities"))


def copied(learner: Learner) -> Learner:
    """An update takes the arrays of its learner away."""
    copy: Learner = jax.tree.map(jnp.copy, learner)
    return copy


def same(one: Any, other: Any) -> bool:
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


def close(one: Any, other: Any) -> bool:
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(np.allclose(a, b, rtol=2e-3, atol=1e-6) for a, b in pairs)


# --- Advantages ----------------------------------------------------------------------------------------------


def steps(value: Any, player: Any, rewards: Any, done: Any) -> Sample:
    """What advantages depend on, [horizon, games] each, values by seat; the rest does not matter."""
    none = jnp.zeros_like(jnp.asarray(done, jnp.float32))
    values, gains = jnp.asarray(value, jnp.float32), jnp.asarray(rewards, jnp.float32)
    return Sample(none, none, none, none, values, jnp.asarray(player), gains, jnp.asarray(done), none == 0)


def advantages(learn: Trainer, samples: Sample, last: Any) -> Any:
    """Of the one who acts: what it may expect less what it expected."""
    ahead = learn._returns(samples, jnp.asarray(last)) - samples.value
    return np.take_along_axis(np.asarray(ahead), np.asarray(samples.player)[..., None], axis=2)[..., 0]


def plain_advantages(samples: Sample, last: Any, decay: float) -> Any:
    """Seat by seat, from each of its actions to its next one or the end of the game."""
    horizon, games = samples.done.shape
    found = np.zeros((horizon, games))
    for game in range(games):
        for at in reversed(range(horizon)):
            seat = int(samples.player[at, game])
            reward, then, later = 0.0, float(last[game, seat]), 0.0
            for ahead in range(at, horizon):
                if ahead > at and samples.player[ahead, game] == seat:
                    then, later = float(samples.value[ahead, game, seat]), found[ahead, game]
                    break
                reward += float(samples.rewards[ahead, game, seat])
                if samples.done[ahead, game]:
                    then = later = 0.0
                    break
            found[at, game] = reward + then - float(samples.value[at, game, seat]) + decay * later
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_advantages_follow_each_seat(players: int) -> None:
    settings = dataclasses.replace(TINY, decay=0.8)
    name = "lost-cities" if players == 2 else "splendor"
    learn = Trainer(make(name, players), settings, small(name, players))
    rng = np.random.default_rng(players)
    horizon, games = 14, 9
    samples = steps(
        rng.normal(size=(horizon, games, players)),
        rng.integers(players, size=(horizon, games)),
        rng.normal(size=(horizon, games, players)),
        rng.random((horizon, games)) < 0.2,
    )
    last = rng.normal(size=(games, players)).astype(np.float32)
    found = advantages(learn, samples, jnp.asarray(last))
    np.testing.assert_allclose(found, plain_advantages(samples, last, 0.8), rtol=1e-4, atol=1e-5)


def test_a_game_by_hand() -> None:
    """Two seats in turn, the second wins at its second action; nothing is discounted, lambda is a half."""
    learn = Trainer(trainer().env, dataclasses.replace(TINY, decay=0.5), small("lost-cities"))
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[3, 0] = -1, 1
    values = [[[value, -value]] for value in (0.1, 0.2, 0.3, 0.4)]
    values = [row if at % 2 == 0 else [row[0][::-1]] for at, row in enumerate(values)]
    rows = steps(values, [[0], [1], [0], [1]], rewards, [[False], [False], [False], [True]])
    found = advantages(learn, rows, [[9.0, 9.0]])[:, 0]
    third, fourth = -1 - 0.3, 1 - 0.4
    np.testing.assert_allclose(found, [0.2 + 0.5 * third, 0.2 + 0.5 * fourth, third, fourth], rtol=1e-5)


# --- Colours -------------------------------------------------------------------------------------------------


def test_an_action_keeps_its_meaning_under_other_names() -> None:
    learn = Trainer(make("duel"), dataclasses.replace(TINY, games=11), small("duel"))
    assert len(learn.views) == 5
    rng = np.random.default_rng(1)
    masks = rng.random((11, learn.env.num_actions)) < 0.5
    renamed = np.asarray(learn._rename(jnp.asarray(masks), "act"))
    moved = 0
    for action in range(learn.env.num_actions):
        true = np.asarray(learn._true_actions(jnp.full(11, action)))
        assert np.array_equal(renamed[:, action], masks[np.arange(11), true])
        moved += int((true != action).any())
    assert moved == 15, "the colours of a wild card, of a stolen and of a returned token"


# --- Iterations ----------------------------------------------------------------------------------------------


def test_iterations_and_a_checkpoint(tmp_path: Path) -> None:
    learn = trainer()
    begun = learn.begin(1)
    assert same(begun.params, begun.mean)
    learner = copied(begun)
    for at in range(3):
        learner, told = learn.update(learner, jnp.float32(at / 3))
        assert {"policy", "error", "entropy", "length", "against_past"} <= set(told)
        assert all(np.isfinite(value) for value in told.values())
    assert int(learner.iteration) == 3
    assert not close(learner.params, begun.params)
    assert not close(learner.mean, begun.mean)
    # What is remembered: the net after the first iteration, then that after the third.
    past = [jax.tree.map(lambda leaf, at=at: leaf[at], learner.past) for at in range(2)]
    assert same(past[1], learner.params)
    assert not same(past[0], learner.params)
    assert not same(past[0], begun.params)

    save(learner, tmp_path / "resume.npz", 0)
    assert [file.name for file in tmp_path.iterdir()] == ["resume.npz"]
    back = load(learn, learn.begin(2), tmp_path / "resume.npz")
    assert same(back.params, learner.params)
    assert close(back.mean, learner.mean)
    assert close(_adam(back.memory), _adam(learner.memory))
    assert int(back.iteration) == 3
    assert same(jax.tree.map(lambda leaf: leaf[0], back.past), learner.params)
    # With the same games and chances it learns the same from here.
    goes_on = back._replace(states=learner.states, key=learner.key, past=learner.past)
    one, _ = learn.update(copied(learner), jnp.float32(1))
    two, _ = learn.update(copied(goes_on), jnp.float32(1))
    assert all(np.allclose(one.params[name], two.params[name], atol=1e-4) for name in one.params)


def test_a_checkpoint_half_as_wide(tmp_path: Path) -> None:
    """The wide net plays as the narrow one did, and its twins learn different things."""
    narrow = trainer(1)
    learner = narrow.begin(1)
    rng = np.random.default_rng(0)
    params = {name: leaf + rng.normal(0, 0.1, leaf.shape).astype(np.float32) for name, leaf in learner.params.items()}
    save(learner._replace(params=params, mean=params), tmp_path / "resume.npz", 1)
    wide = Trainer(narrow.env, narrow.settings, dataclasses.replace(narrow.shape, width=32))
    back = load(wide, wide.begin(2), tmp_path / "resume.npz")
    seen = jnp.asarray(rng.integers(0, 3, (40, narrow.env.encoding.size)), jnp.int8)
    for mine, theirs in zip(wide.judge(back.params, seen), narrow.judge(params, seen), strict=True):
        assert np.allclose(mine, theirs, atol=1e-4)
    assert np.abs(narrow.judge(params, seen)[0]).max() > 0.1
    assert _adam(back.memory).count == 0
    learner, _ = wide.update(back, jnp.float32(0))
    one, other = np.split(np.asarray(learner.params["in"]), 2, axis=1)
    assert np.abs(one - other).max() > 1e-6
    thin = Trainer(narrow.env, narrow.settings, dataclasses.replace(narrow.shape, width=12))
    with pytest.raises(BadOption, match="a net of another size"):
        load(thin, thin.begin(2), tmp_path / "resume.npz")


def test_a_sharp_opponent_does_what_it_likes_best() -> None:
    learn = trainer()
    begun = learn.begin(4)
    past = jax.tree.map(lambda leaf: 3 * leaf, learn.begin(5).params)
    play = jax.jit(learn._play)
    for sharp, sure in ((1e6, True), (1.0, False)):
        _, samples = play(begun.params, past, begun.states, jax.random.key(1), sharp)
        theirs = ~np.asarray(samples.own)
        assert 0 < theirs.mean() < 0.25
        logits = np.stack([learn.judge(past, seen)[0] for seen in samples.seen])
        best = np.where(samples.mask, logits, -np.inf).argmax(axis=2)
        assert (np.asarray(samples.action) == best)[theirs].all() == sure


def test_rule_bots_at_the_table() -> None:
    learn = Trainer(trainer().env, dataclasses.replace(TINY, games=16, past=0.25, rules=0.5), trainer().shape)
    begun = learn.begin(4)
    assert (learn.split, learn.ruled) == (4, 8)
    play = jax.jit(learn._play)
    _, samples = play(begun.params, begun.params, begun.states, jax.random.key(1))
    own, player = np.asarray(samples.own), np.asarray(samples.player)
    assert own[:, :4].all()
    assert (own[:, 4:] == (player[:, 4:] != np.arange(4, 16) % 2)).all()
    # What they do at first does not hang on the dice, nor on the net.
    choose = jax.jit(rule_bots(learn.env, 8))
    wanted = choose(jax.tree.map(lambda leaf: leaf[8:], begun.states.table))
    other = learn.begin(5)
    _, again = play(other.params, other.params, begun.states, jax.random.key(2))
    for found in (samples, again):
        theirs = ~np.asarray(found.own)[0, 8:]
        assert theirs.any()
        assert (np.asarray(found.action)[0, 8:] == wanted)[theirs].all()
    assert not (np.asarray(again.action) == np.asarray(samples.action))[:, 8:][own[:, 8:]].all()
    told = learn.update(begun, jnp.float32(0))[1]
    assert all(np.isfinite(value) for value in told.values())
    with pytest.raises(BadOption, match="Only Lost Cities"):
        Trainer(make("duel"), dataclasses.replace(TINY, rules=0.5), small("duel"))


@pytest.mark.slow
def test_teachers_stay_at_the_table(tmp_path: Path) -> None:
    learn = trainer(anchors=1)
    told: list[str] = []
    rows = lessons(learn, ["uniform", "greedy"], 4, seed=1)
    assert {*rows.who.tolist()} == {0, 1}
    learner = copy_bots(learn, learn.begin(1), rows, epochs=2, tell=told.append)
    assert [line.split(",")[0] for line in told[1::2]] == ["lessons of all", "lessons of bot 1", "lessons of bot 2"]
    past = [jax.tree.map(lambda leaf, at=at: leaf[at], learner.past) for at in range(2)]
    assert same(past[1], learner.params)
    assert not close(past[0], learner.params)

    # The copy of the first teacher is there for ever, also after a pause.
    save(learner, tmp_path / "resume.npz", 1)
    learner, _ = learn.update(load(learn, learn.begin(2), tmp_path / "resume.npz"), jnp.float32(0))
    kept = jax.tree.map(lambda leaf: leaf[0], learner.past)
    assert close(kept, past[0])
    assert same(jax.tree.map(lambda leaf: leaf[1], learner.past), learner.params)


def test_a_key_decides_what_is_learnt() -> None:
    learn = trainer()
    begun = learn.begin(5)
    one, two, three = (
        learn.update(copied(start), jnp.float32(0))[0]
        for start in (begun, begun, begun._replace(key=jax.random.key(6)))
    )
    assert same(one.params, two.params)
    assert not same(one.params, three.params)


@pytest.mark.slow
def test_a_whole_run(tmp_path: Path) -> None:
    told: list[str] = []
    net = train(trainer(), tmp_path, 0.01, seed=3, tell=told.append)
    assert {file.name for file in tmp_path.iterdir()} == {"log.jsonl", "net.npz", "resume.npz"}
    lines = (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["iteration"] == 1
    with np.load(net) as saved:
        card = json.loads(str(saved["card"]))
        assert {*saved.files} == {*trainer().begin(0).params, "card"}
    assert card["game"] == "lost-cities"
    assert card["encoding"] == trainer().env.encoding.version
    assert card["trained"]["iterations"] >= 1
    assert any("averaged against last" in line for line in told)


def test_minutes_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="minutes"):
        train(trainer(), tmp_path, 0)


# --- The net -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("lost-cities", 2), ("splendor", 2), ("splendor", 4), ("duel", 2)])
def test_numpy_and_jax_agree(name: str, players: int) -> None:
    code, rng = encoding(name, players), np.random.default_rng(7)
    shape = small(name, players)
    params = {key: rng.normal(size=value.shape).astype(np.float32) / 4 for key, value in initial(shape, rng).items()}
    seen = rng.integers(0, 4, size=(6, code.size)) * code.scale
    ours = forward(shape, params, seen.astype(np.float32))
    theirs = jax.jit(lambda params, seen: forward(shape, params, seen, jnp))(params, seen.astype(np.float32))
    assert ours[0].shape == (6, code.plain_actions)
    assert ours[1].shape == (6, 1 if players == 2 else players)
    for one, two in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-3, atol=1e-4)


def test_renaming_colours_renames_the_logits() -> None:
    code, rng = encoding("lost-cities"), np.random.default_rng(8)
    shape = small("lost-cities")
    params = initial(shape, rng)
    seen = (rng.integers(0, 4, size=(3, code.size)) * code.scale).astype(np.float32)
    logits, values = forward(shape, params, seen)
    for view in code.relabellings()[::17]:
        others, worths = forward(shape, params, seen[:, view.observe])
        np.testing.assert_allclose(others, logits[:, view.act], rtol=1e-3, atol=1e-5)
        np.testing.assert_allclose(worths, values, rtol=1e-3, atol=1e-5)
