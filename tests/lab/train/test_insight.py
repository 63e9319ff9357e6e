"""The critic that sees both hands and the deck: what it is told is true, the game stays fair, and it learns first."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tavola.bots.arrays.library import choose
from tavola.bots.arrays.lost_cities_sight import Sight
from tavola.lab.batch import make
from tavola.lab.train.insight import NEXT, OpenDeck, critics, opened, played
from tavola.lab.train.opponents import schools
from tavola.lab.train.ppo import Trainer
from tavola.lab.train.run import load, save, trainer_for
from tavola.rules import BadOption
from tavola.rules.lost_cities import LostCitiesOptions
from tests.lab.train.test_ppo import TINY, copied, same, small

SEEING = dataclasses.replace(TINY, games=16, sees=True, alone=2)


@cache
def trainer() -> Trainer:
    env = make("lost-cities", options={"rounds": "1"}, reward="margin", max_steps=20, score_at_cap=True)
    return Trainer(opened(env), SEEING, small("lost-cities"))


def dealt(games: int, colours: int = 5, seed: int = 1) -> tuple[OpenDeck, Any]:
    engine = OpenDeck(LostCitiesOptions(rounds=1, colours=colours), reward="margin")
    keys = np.random.default_rng(seed).integers(0, 1 << 32, (games, 2), dtype=np.uint32)
    return engine, engine.deal(engine.deal_chance(keys))


def counts(engine: OpenDeck, words: Any) -> Any:
    """[games, colours, 10]"""
    rows = engine._cards(words).reshape(-1, engine.options.colours, 12)
    return np.concatenate([rows[..., :3].sum(axis=-1, keepdims=True), rows[..., 3:]], axis=-1)


@pytest.mark.parametrize("colours", [5, 6])
def test_the_deck_is_what_is_drawn_and_what_the_critic_is_told(colours: int) -> None:
    engine, tables = dealt(40, colours)
    dice = np.random.default_rng(2)
    nobody = np.zeros((40, 2), np.uint32)
    while not engine.over(tables).all():
        size = engine._cards(tables.deck).sum(axis=-1)
        over = engine.over(tables)
        assert (size == tables.back - tables.front + 1).all()
        lies = (tables.place >= tables.front[:, None]) & (tables.place <= tables.back[:, None])
        rows = lies.reshape(40, colours, 12)
        left = np.concatenate([rows[..., :3].sum(axis=-1, keepdims=True), rows[..., 3:]], axis=-1)
        assert (left == counts(engine, tables.deck)).all()

        told = engine.insight(tables).reshape(40, colours, 3, 10)
        others = choose(tables.turn == 0, *tables.hands[::-1])
        assert (told[:, :, 0] == counts(engine, others)).all()
        sight = Sight(engine, tables)
        assert (sight.deck == size).all()

        # The one who acts draws next what is told to come first.
        card = engine.draw(tables, None, nobody).card
        near = told[np.arange(40), card // 10, 1, card % 10]
        first = (size > 1) & ~over & (card % 10 > 0)
        assert (near[first] == (NEXT * (size - 1) // np.maximum(size, 1))[first]).all()
        assert (told[:, :, 1][size > 1].max(axis=(1, 2)) > 0).all()

        mask = engine.mask(tables)
        mask[over, engine.drawing] = True
        actions = np.where(mask, dice.random(mask.shape), -1).argmax(axis=1).astype(np.int32)
        after = engine.apply(tables, actions, engine.draw(tables, actions, nobody))
        tables = choose(over, tables, after)
    assert not engine.insight(tables).reshape(40, colours, 3, 10)[:, :, 1:].any()


def test_every_card_may_come_first() -> None:
    engine, tables = dealt(6000)
    for turn in (0, 1):
        seen = tables._replace(turn=np.full_like(tables.turn, turn))
        cards = engine.draw(seen, None, np.zeros((6000, 2), np.uint32)).card
        often = np.bincount(cards, minlength=50) / np.where(np.arange(50) % 10 == 0, 3, 1)
        assert (np.abs(often - 100) < 50).all(), often


def test_only_single_rounds_of_lost_cities_are_open() -> None:
    with pytest.raises(BadOption, match="single rounds"):
        opened(make("lost-cities"))
    with pytest.raises(BadOption, match="Only the deck of Lost Cities"):
        opened(make("duel"))
    closed = make("lost-cities", options={"rounds": "1"})
    with pytest.raises(BadOption, match="in which it is open"):
        Trainer(closed, SEEING, small("lost-cities"))
    assert isinstance(trainer_for("lost-cities", None, {}, SEEING).env.engine.plain, OpenDeck)


def test_the_schools_are_those_of_the_rule_bots() -> None:
    found = schools(146)
    assert found.tolist() == [0] * 18 + [1] * 76 + [2] * 52, "one in eight is greedy; each temper has both seats"
    among = Trainer(trainer().env, dataclasses.replace(SEEING, rules=0.5), trainer().shape)
    assert among.critic is not None
    told = np.asarray(among.critic.schools).argmax(axis=1)
    assert told.tolist() == [0] * 4 + [1] * 4 + [2] + [3] * 7


def test_the_critic_learns_first(tmp_path: Path) -> None:
    learn = trainer()
    begun = learn.begin(1)
    assert critics(begun.params)
    assert not critics(begun.mean)
    assert not critics(begun.past)
    learner = copied(begun)
    for at in range(3):
        learner, told = learn.update(learner, jnp.float32(0))
        assert all(np.isfinite(value) for value in told.values())
        assert told["critic"] > 0
        assert same(played(learner.params), played(begun.params)) == (at < 2)
        assert not same(critics(learner.params), critics(begun.params))

    # The critic is kept with its checkpoint; where there is none it begins anew, and learns alone at first.
    save(learner, tmp_path / "seen.npz", 0)
    back = load(learn, learn.begin(2), tmp_path / "seen.npz")
    assert same(back.params, learner.params)
    assert int(back.alone) == 0
    blind = Trainer(learn.env, dataclasses.replace(SEEING, sees=False), learn.shape).begin(4)
    save(blind, tmp_path / "blind.npz", 0)
    other = learn.begin(2)
    back = load(learn, copied(other), tmp_path / "blind.npz")
    assert same(played(back.params), blind.params)
    assert same(critics(back.params), critics(other.params))
    assert int(back.alone) == 2
    learn.update(back, jnp.float32(0))


def test_what_the_critic_knows_changes_what_it_thinks() -> None:
    learn = trainer()
    assert learn.critic is not None
    begun = learn.begin(3)
    told = learn.critic.told(begun.states.table)
    thoughts = [
        learn.critic.judge(begun.params, begun.states.observation, rows, jnp.float32)
        for rows in (told, told.at[:, :10].add(1), told.at[:, 150:].set(0))
    ]
    for other in thoughts[1:]:
        assert np.abs(np.asarray(thoughts[0] - other)).min() > 0
    assert jax.tree.all(jax.tree.map(lambda leaf: leaf.shape[0] == SEEING.games, begun.states.table))
