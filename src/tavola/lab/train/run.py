"""A whole training run: iterations for so many minutes, a log, checkpoints to go on from, a net to ship."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from tavola.bots.nets import shape_of
from tavola.lab.batch import make
from tavola.lab.train import curves
from tavola.lab.train.insight import critics, opened, played
from tavola.lab.train.match import versus
from tavola.lab.train.ppo import Learner, Settings, Trainer
from tavola.lab.train.teach import copy_bots, lessons
from tavola.lab.train.weigh import write_whole
from tavola.lab.train.widen import doubled
from tavola.rules import game as game_named
from tavola.rules.errors import BadOption

__all__ = ["TRAINING", "TUNED", "train", "trainer_for"]

TRAINING: Final[Mapping[str, tuple[Mapping[str, str], Mapping[str, Any]]]] = {
    # A round is what it learns to play. Nets that know little find that laying cards costs points and would rather
    # trade discards for ever: a tight cap ends that, and what lies on the table counts.
    "lost-cities": ({"rounds": "1"}, {"reward": "margin", "score_at_cap": True}),
    "splendor": ({}, {"max_steps": 400}),
    "duel": ({}, {"max_steps": 400}),
}
"""Table options and settings of the engine for training."""
SPARE: Final = 48
"""Actions of a round of Lost Cities beyond those that a deck of its size takes."""
TUNED: Final[Mapping[str, Settings]] = {
    "lost-cities": Settings(rate=3e-4, decay=0.95, past=0.15, rules=0.65, sees=True, pool=6, anchors=4)
}
"""What differs from the usual settings."""

SAVED_EVERY: Final = 120.0
"""Seconds between two checkpoints."""


def trainer_for(
    name: str, players: int | None, options: Mapping[str, str], settings: Settings, width: int | None = None
) -> Trainer:
    """A trainer of a game's net, which may be wider or narrower than usual."""
    plain, engine = TRAINING[game_named(name).name]
    chosen = {**plain, **options}
    if name == "lost-cities":
        colours = int(chosen.get("colours", 5))
        engine = {**engine, "max_steps": 2 * (12 * colours - 16) + SPARE}
    env = make(name, players, chosen, **engine)
    env = opened(env) if settings.sees else env
    shape = shape_of(env.encoding)
    return Trainer(env, settings, shape if width is None else replace(shape, width=width))


def train(
    trainer: Trainer,
    folder: Path,
    minutes: float,
    *,
    seed: int = 0,
    teachers: Sequence[str] = (),
    lesson_games: int = 8000,
    resume: Path | None = None,
    progress: tuple[float, float] = (0.0, 1.0),
    tell: Callable[[str], None] = print,
) -> Path:
    """Train for so long; the net's file.

    A net that begins may first copy teachers, which are bots by name. `progress` is the part of the whole schedule
    that this run covers.
    """
    if not 0 < minutes <= 10_000:
        raise BadOption("The minutes are more than 0 and at most 10,000.")
    folder.mkdir(parents=True, exist_ok=True)
    learner = trainer.begin(seed)
    if resume is not None:
        learner = load(trainer, learner, resume)
    elif teachers:
        learner = copy_bots(trainer, learner, lessons(trainer, teachers, lesson_games, seed), tell=tell)
    log = (folder / "log.jsonl").open("a", encoding="utf-8")
    start, spoke, saved = time.monotonic(), 0.0, 0.0
    begun = int(learner.iteration)
    while (spent := time.monotonic() - start) < 60 * minutes:
        part = progress[0] + (progress[1] - progress[0]) * spent / (60 * minutes)
        learner, told = trainer.update(learner, jnp.float32(part))
        if spent - spoke > 5 or not spoke:
            spoke = spent
            line = {"s": round(spent, 1), "iteration": int(learner.iteration), "progress": round(part, 3)}
            line |= {name: round(float(value), 4) for name, value in told.items()}
            log.write(json.dumps(line) + "\n")
            log.flush()
            tell(json.dumps(line))
        if spent - saved > SAVED_EVERY:
            saved = spent
            save(learner, folder / "resume.npz", trainer.settings.anchors)
    log.close()
    rows = trainer.settings.games * trainer.settings.horizon * (int(learner.iteration) - begun)
    tell(f"{rows / 1e6:.0f} million actions, {rows / (time.monotonic() - start) / 1e6:.2f} million a second")
    save(learner, folder / "resume.npz", trainer.settings.anchors)
    try:
        tell(f"The curves are in {curves.draw(curves.read(folder / 'log.jsonl'), folder / 'curves.png')}.")
    except BadOption as error:  # no picture is no reason to lose a net
        tell(str(error))
    return export(trainer, learner, folder / "net.npz", tell)


def export(trainer: Trainer, learner: Learner, file: Path, tell: Callable[[str], None]) -> Path:
    """Write the averaged or the last weights, whichever wins, as float16."""
    last = played(learner.params)
    ahead = versus(trainer, learner.mean, last, 8192, 1)
    slots = trainer.settings.pool - trainer.settings.anchors
    oldest = trainer.settings.anchors + (int(learner.iteration) // trainer.settings.every + 1) % slots
    before = jax.tree.map(lambda leaf: leaf[oldest], learner.past)
    best = learner.mean if ahead >= 0 else last
    gained = versus(trainer, best, before, 8192, 2)
    tell(f"averaged against last: {ahead:+.3f}; exported against a past self: {gained:+.3f}")
    encoding, settings = trainer.env.encoding, trainer.settings
    actions = settings.games * settings.horizon * int(learner.iteration)
    card = {
        "game": encoding.game,
        "players": encoding.players,
        "options": trainer.env.encoding.options.written(),
        "encoding": encoding.version,
        "rules": game_named(encoding.game).version,
        "trained": {"iterations": int(learner.iteration), "actions": actions, **asdict(settings)},
    }
    weights = {name: np.asarray(value, np.float16) for name, value in best.items()}
    write_whole(file, {"card": np.array(json.dumps(card)), **weights})
    return file


def save(learner: Learner, file: Path, anchors: int) -> None:
    """A checkpoint: weights in full, the rest in half precision (of the squared slopes the roots)."""
    flat = {f"params/{name}": np.asarray(value) for name, value in learner.params.items()}
    flat |= {f"mean/{name}": np.asarray(value, np.float16) for name, value in learner.mean.items()}
    adam = _adam(learner.memory)
    flat |= {f"first/{name}": np.asarray(value, np.float16) for name, value in adam.mu.items()}
    flat |= {f"second/{name}": np.asarray(jnp.sqrt(value), np.float16) for name, value in adam.nu.items()}
    flat |= {f"anchors/{name}": np.asarray(value[:anchors], np.float16) for name, value in learner.past.items()}
    numbers = {"iteration": learner.iteration, "count": adam.count, "alone": learner.alone}
    write_whole(file, {name: np.asarray(number) for name, number in numbers.items()} | flat)


def load(trainer: Trainer, learner: Learner, file: Path) -> Learner:
    """Go on from a checkpoint, with fresh games and for a past its anchors, if it has any, and itself.

    That of a net of Lost Cities half as wide is made to fit; its optimiser begins anew, and so does its critic. A
    critic that is not in the checkpoint begins anew, too.
    """
    groups = ("params", "mean", "first", "second", "anchors")
    with np.load(file) as saved:
        part: dict[str, dict[str, Any]] = {
            group: {name: saved[f"{group}/{name}"] for name in learner.params if f"{group}/{name}" in saved.files}
            for group in groups
        }
        numbers = {name: saved[name] for name in ("iteration", "count", "alone") if name in saved.files}
    alone = numbers.get("alone", learner.alone)
    if _sizes(critics(part["params"])) != _sizes(critics(learner.params)):
        fresh = critics(learner.params)
        nothing = {name: np.zeros(value.shape, np.float32) for name, value in fresh.items()}
        part = {group: played(values) for group, values in part.items()}
        part |= {"params": part["params"] | fresh} | {group: part[group] | nothing for group in groups[2:4]}
        alone = learner.alone
    here = _sizes(learner.params)
    if _sizes(part["params"]) != here and trainer.shape.each:
        new = critics(part["params"])
        part = {group: doubled(played(values)) for group, values in part.items() if group not in ("first", "second")}
        part["params"] |= new
        part |= {group: {name: np.zeros_like(value) for name, value in part["params"].items()} for group in groups[2:4]}
        numbers["count"] = np.zeros_like(numbers["count"])
    if _sizes(part["params"]) != here:
        raise BadOption(f"The checkpoint {file} is that of a net of another size.")
    part = {group: {name: jnp.asarray(value, jnp.float32) for name, value in part[group].items()} for group in groups}
    adam = _adam(learner.memory)
    squares = jax.tree.map(jnp.square, part["second"])
    moments = adam._replace(count=jnp.asarray(numbers["count"]), mu=part["first"], nu=squares)
    memory = jax.tree.map(lambda leaf: moments if leaf is adam else leaf, learner.memory, is_leaf=lambda x: x is adam)
    past = jax.tree.map(lambda leaf: jnp.stack([leaf] * trainer.settings.pool), played(part["params"]))
    anchors = {name: value[: trainer.settings.anchors] for name, value in part["anchors"].items()}
    past |= {name: past[name].at[: len(value)].set(value) for name, value in anchors.items()}
    return learner._replace(
        params=part["params"],
        mean=part["mean"],
        memory=memory,
        past=past,
        iteration=jnp.asarray(numbers["iteration"]).astype(jnp.int32),
        alone=jnp.asarray(alone, jnp.int32),
    )


def _sizes(params: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    return {name: value.shape for name, value in params.items()}


def _adam(memory: Any) -> Any:
    """The part of the optimiser's memory with the moments."""
    found = [leaf for leaf in jax.tree.leaves(memory, is_leaf=lambda x: hasattr(x, "mu")) if hasattr(leaf, "mu")]
    return found[0]
