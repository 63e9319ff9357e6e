"""What search of Lost Cities finds, and how much of it is true."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tavola.bots.arrays.lost_cities_sight import Sight, by_id
from tavola.bots.search.rollout import Settings
from tavola.cli import main
from tavola.lab.train import probe as module
from tavola.lab.train.insight import DEALT
from tavola.lab.train.probe import Probe, Tried

WORLDS = 6
NETS = Path(str(resources.files("tavola.bots.nets") / "data"))
SMALL = {"net": NETS / "quick-lost-cities-5.npz"}
"""The copy is quick enough to be the net here."""


@pytest.fixture(scope="module")
def small() -> Probe:
    return Probe(5, Settings(worlds=WORLDS, candidates=2), SMALL)


@pytest.fixture(scope="module")
def tables(small: Probe) -> Any:
    return small.positions("steady", 96, 3)


def played_from(probe: Probe, tables: Any, monkeypatch: pytest.MonkeyPatch, how: Any) -> tuple[Any, Any]:
    """The worlds of each position, once for each of two actions, and in which of them the other is strange."""
    caught: list[tuple[Any, Any]] = []

    def catch(tables: Any, actions: Any, seat: Any, strange: Any, near: int) -> Any:
        caught.append((tables, strange))
        return np.zeros(len(actions), np.float32)

    monkeypatch.setattr(probe, "_played", catch)
    how(tables, jax.random.key(1))
    return caught[0]


def test_positions_are_those_in_which_there_is_a_choice(small: Probe, tables: Any) -> None:
    logs, live, ids, _ = map(np.asarray, small.candidates(tables))
    assert len(logs) > 80
    assert live.all()
    assert (logs[:, 0] == 0).all()
    assert (logs[:, 1] <= 0).all()
    assert (ids[:, 0] != ids[:, 1]).all()
    assert not np.asarray(small.over(tables)).any()
    assert {*tables.turn.tolist()} == {0, 1}


def test_imagined_worlds_are_those_that_the_seat_may_think_of(
    small: Probe, tables: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    many, strange = played_from(small, tables, monkeypatch, small._imagined)
    count, every = len(tables.turn), WORLDS * len(tables.turn)
    engine = small.env.engine.plain
    before = Sight(engine, jax.tree.map(_as_often, tables))
    after = Sight(engine, jax.tree.map(np.asarray, many))
    for name in ("hand", "shown", "unseen", "mine", "theirs"):
        for one, other in zip(getattr(before, name), getattr(after, name), strict=True):
            assert np.array_equal(one, other), name
    assert np.array_equal(before.deck, after.deck)
    assert np.array_equal(before.secret.size.sum(axis=0), after.secret.size.sum(axis=0))
    # They differ from each other and from the truth, but not between the two actions.
    hidden = by_id(np.concatenate([after.secret.wagers[None], after.secret.numbers])).T
    truth = by_id(np.concatenate([before.secret.wagers[None], before.secret.numbers])).T
    assert (hidden != truth).any(axis=1).mean() > 0.5
    assert np.array_equal(hidden[:every], hidden[every:])
    # The deck has an order, from end to end.
    place = np.sort(np.asarray(many.place), axis=1)
    for row, size in zip(place, after.deck, strict=True):
        assert row[:size].tolist() == [*range(size)]
        assert (row[size:] == DEALT).all()
    share = np.asarray(strange).reshape(2, count, WORLDS).mean(axis=2)
    assert share.min() < 0.4 < 0.8 < share.max()


def _as_often(leaf: Any) -> Any:
    return np.concatenate([np.repeat(leaf, WORLDS, axis=0)] * 2)


def test_the_truth_has_the_true_hands(small: Probe, tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "JUDGES", 3)
    many, strange = played_from(small, tables, monkeypatch, lambda tables, key: small._true(tables, key, "steady"))
    for seat in (0, 1):
        for true, imagined in zip(tables.hands[seat], many.hands[seat], strict=True):
            assert np.array_equal(np.tile(np.repeat(true, 3), 2), np.asarray(imagined))
    assert np.asarray(strange).all()
    orders = np.asarray(many.place).reshape(2, len(tables.turn), 3, -1)
    assert np.array_equal(orders[0], orders[1])
    assert (orders[0, :, 0] != orders[0, :, 1]).any(axis=1).mean() > 0.8


def test_played_on_a_game_brings_its_points(small: Probe, tables: Any) -> None:
    """A choice of no importance: both actions are the same."""
    ids = small.candidates(tables)[2]
    same = jnp.repeat(ids[:, :1], 2, axis=1)
    unseen, secret, shown = small._looked(tables)
    hand, rest = (jnp.repeat(part[:, None], 2, axis=1) for part in (secret + shown, unseen - secret))
    strange = jnp.zeros((len(ids), 2), jnp.bool_)
    play = jax.jit(lambda ids: small._tried(tables, ids, hand, rest, strange, jax.random.key(1), 1))
    tried = play(same)
    assert np.abs(np.asarray(tried.mean)).max() == 0
    other = play(ids)
    assert 0.01 < np.asarray(other.mean)[:, 1].std() < 1
    assert np.asarray(other.mean)[:, 1].mean() < 0.02, "the favourite is not much worse than the second"


@pytest.mark.parametrize(("bias", "slope"), [(0.0, 1.0), (0.03, 0.5)])
def test_noise_is_told_from_bias(small: Probe, bias: float, slope: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions differ by three points, and search sees them through noise, or wrongly by as much again."""
    monkeypatch.setattr(small, "settings", replace(small.settings, doubt=0.02))
    rng, count = np.random.default_rng(1), 60_000
    better, wrong = rng.normal(0, 0.03, count), rng.normal(0, bias, count)
    noise = rng.normal(0, 0.05, count)

    def tried(gains: Any, wide: float) -> Tried:
        return Tried(np.stack([np.zeros(count), gains], axis=1), np.full((count, 2), wide))

    logs = np.stack([np.zeros(count), np.full(count, -2.0)], axis=1)
    found = small._compare(
        logs, np.ones((count, 2), np.bool_), tried(better + wrong + noise, WORLDS * 0.05**2), tried(better, 1.0)
    )
    assert found.positions == count
    assert found.slope == pytest.approx(slope, abs=0.05)
    assert found.gain > 5 * found.error > 0
    assert 0 < found.changed < 0.5


def test_a_probe_from_the_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "JUDGES", 2)
    words = ["probe", "net", "--positions", "96", "--worlds", "2", "--candidates", "2", "--near", "1"]
    assert main([*words, "--net", str(SMALL["net"])]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Against net, ")
    assert "positions: " in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--candidates", "1"], "two candidates or more"),
        (["--doubt", "0"], "more than 0"),
        (["--worlds", "1000000"], "worlds can be looked at"),
        (["--positions", "3"], "96 positions or more"),
        (["--net", "nowhere.npz"], "There is no net in nowhere.npz"),
    ],
)
def test_what_cannot_be_probed_is_said(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "steady", *words]) == 2
    assert sentence in capsys.readouterr().err
