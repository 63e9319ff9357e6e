"""A small net learns what a large one does."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import jax
import numpy as np
import pytest

from tavola import bots
from tavola.bots.encode import encoding
from tavola.bots.nets.weights import load_net, read_net
from tavola.cli import main
from tavola.lab.train.distil import distil, guess_hands
from tavola.rules import GAMES, BadOption
from tests.bots.search.test_tree import positions

LARGE = Path(bots.__file__).parent / "nets" / "data" / "lost-cities-5.npz"
QUICK = LARGE.with_name("quick-lost-cities-5.npz")


@pytest.mark.slow
def test_a_small_net_does_as_the_large_one(tmp_path: Path) -> None:
    told: list[str] = []
    file = distil(LARGE, tmp_path / "small.npz", width=32, positions=60_000, games=100, tell=told.append)
    found = re.fullmatch(r"[\d.]+ million positions, in the end ([\d.]+)% alike", told[-1])
    assert found is not None
    told_of = encoding("lost-cities", 2, GAMES["lost-cities"].options.of({"rounds": "1"}))
    small, large = read_net(file, told_of), load_net(told_of)
    assert small.shape.width == 32
    assert small.card["distilled"]["width"] == 32
    assert small.card["distilled"]["positions"] >= 60_000
    assert "strength" not in small.card

    # On games that neither has seen it thinks more like the large net than one that knows nothing.
    seen = np.stack([told_of.observe(view) for _, view in positions("lost-cities", "distil", 80)])
    own, theirs = (net.judge(seen)[1][:, 0] for net in (small, large))
    assert np.corrcoef(own, theirs)[0, 1] > 0.3
    assert float(found[1]) > 35


@pytest.mark.slow
def test_a_small_net_guesses_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # It learns for so long that a little polish saves more than it takes.
    monkeypatch.setattr(jax, "jit", partial(jax.jit, compiler_options={"xla_backend_optimization_level": 1}))
    told: list[str] = []
    file = guess_hands(QUICK, tmp_path / "small.npz", width=32, positions=400_000, games=200, tell=told.append)
    found = re.fullmatch(
        r"[\d.]+ million positions, in the end (-?[\d.]+) nats of a hand, ([\d.]+)% of schools", told[-1]
    )
    assert found is not None
    assert float(found[1]) > 0.2
    assert float(found[2]) > 78
    told_of = encoding("lost-cities", 2, GAMES["lost-cities"].options.of({"rounds": "1"}))
    assert read_net(file, told_of).card["hands"]["from"] == QUICK.name
    with pytest.raises(BadOption, match="Lost Cities only"):
        guess_hands(LARGE.with_name("duel.npz"), tmp_path / "small.npz", width=32, positions=1)


def test_sizes_that_make_no_sense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadOption, match="more than 0"):
        distil(LARGE, tmp_path / "small.npz", width=32, positions=0)
    with pytest.raises(BadOption, match="There is no folder"):
        distil(LARGE, tmp_path / "none" / "small.npz", width=32, positions=1)
    assert main(["distil", str(LARGE), "--width", "4"]) == 2
    assert main(["distil", str(tmp_path / "none.npz"), "--out", str(tmp_path / "small.npz")]) == 2
    assert [line[:12] for line in capsys.readouterr().err.splitlines()] == ["A layer has ", "There is no "]
