"""A net's strength is measured by playing, and kept on its card."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tavola import bots
from tavola.bots.encode import encoding_of
from tavola.bots.nets.weights import load_net, read_net
from tavola.lab.train.weigh import weigh
from tavola.rules import GAMES, BadOption, NotUnderstood
from tests.bots.search.test_tree import positions

DATA = Path(bots.__file__).parent / "nets" / "data"


def test_the_strength_goes_on_the_card(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    shutil.copy(DATA / "lost-cities-5.npz", file)
    with np.load(file) as saved:
        before = {name: saved[name] for name in saved.files}
    said = weigh(file, 4, io.StringIO())
    assert said.startswith("Against greedy: ")
    assert " of 8 games (" in said
    with np.load(file) as saved:
        assert {*saved.files} == {*before}
        assert all(np.array_equal(saved[name], before[name]) for name in before if name != "card")
        card = json.loads(str(saved["card"]))
    assert card["strength"]["games"] == 8
    assert card["strength"]["against"] == "greedy"
    mean, low, high = card["strength"]["share"]
    assert 0 <= low <= mean <= high <= 1


def test_a_net_from_a_file_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    shutil.copy(DATA / "splendor-2.npz", file)
    game = GAMES["splendor"]
    state, view = positions("splendor", "file", 20)[-1]
    legal = game.legal_actions(state)
    mine, own = bots.make("net", game, file=file), bots.make("net", game)
    assert mine.choose(view, legal, Random(1)) == own.choose(view, legal, Random(1))


def test_files_that_hold_no_net_for_the_game(tmp_path: Path) -> None:
    game = GAMES["duel"]
    with pytest.raises(BadOption, match="Only the bot net has a file"):
        bots.make("net", game, file=tmp_path / "none.npz")
    with pytest.raises(BadOption, match="Only the bot net has a file"):
        bots.make("greedy", game, file=DATA / "duel.npz")
    state, view = positions("duel", "file", 5)[-1]
    with pytest.raises(NotUnderstood, match=r"splendor-2\.npz was trained for another game"):
        bots.make("net", game, file=DATA / "splendor-2.npz").choose(view, game.legal_actions(state), Random(1))
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"no net")
    for wrong in (broken, tmp_path / "none.npz"):
        with pytest.raises(NotUnderstood, match="There is no net in"):
            weigh(wrong, 1, io.StringIO())


def test_a_net_of_another_shape(tmp_path: Path) -> None:
    encoding = encoding_of(positions("duel", "file", 5)[-1][1])
    net = load_net(encoding)
    narrow: dict[str, Any] = {name: value[..., :3] for name, value in net.params.items()}
    np.savez(tmp_path / "narrow.npz", card=np.array(json.dumps(net.card)), **narrow)
    with pytest.raises(NotUnderstood, match="another shape"):
        read_net(tmp_path / "narrow.npz", encoding)


def test_a_file_that_was_written_again_is_read_again(tmp_path: Path) -> None:
    file, encoding = tmp_path / "net.npz", encoding_of(positions("duel", "file", 5)[-1][1])
    net = load_net(encoding)
    for factor in (1, 2):
        params: dict[str, Any] = {name: factor * value for name, value in net.params.items()}
        np.savez(file, card=np.array(json.dumps(net.card)), **params)
        found = read_net(file, encoding)
        assert found is read_net(file, encoding)
        assert np.array_equal(found.params["in"], factor * net.params["in"])
