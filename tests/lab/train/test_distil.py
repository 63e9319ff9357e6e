"""A small net copies a large one."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tavola.bots.nets.net import fast_shape, forward
from tavola.bots.search.world import world_for
from tavola.lab.train.distil import distil
from tavola.rules import GAMES


def test_it_learns_to_choose_like_the_large_one(tmp_path: Path) -> None:
    options = GAMES["lost-cities"].options.of({"rounds": "1"})
    world = world_for("lost-cities", 2, options)
    told: list[str] = []
    share = distil(world, 20_480, 6, tmp_path / "fast.npz", tell=told.append)
    assert len(told) == 6
    assert share > 0.3, "chance alone gives about an eighth"
    with np.load(tmp_path / "fast.npz") as saved:
        params = {name: saved[name].astype(np.float32) for name in saved.files if name != "card"}
    seen = np.zeros((3, world.encoding.size), np.float32)
    logits, values = forward(fast_shape(world.encoding), params, seen)
    assert logits.shape == (3, world.encoding.plain_actions)
    assert values.shape == (3, 1)
