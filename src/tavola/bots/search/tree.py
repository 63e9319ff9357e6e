"""Tree search in many worlds at once: one tree for each world, all of them a step further at every simulation.

Each tree starts from a world that fits the view and draws its own luck when it reaches a new position, so that no
tree knows what chance will bring; the trees vote on the root's actions. The net gives each position the
probabilities of its actions and its worth.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.library import mapped
from tavola.bots.bot import Stop, Verdict
from tavola.bots.nets.bot import plain, simple
from tavola.bots.nets.net import by_seat
from tavola.bots.search.look import after, look, verdicts
from tavola.bots.search.world import World, world_of

__all__ = ["Forest", "TreeSearcher", "TreeSettings"]

Floats = NDArray[np.float32]
Places = NDArray[np.int64]


class Path(NamedTuple):
    """The way of every tree from its root to a leaf, as steps: each is an action at a place, counted through."""

    steps: Places
    trees: Places
    """Whose step each of them is."""
    last: Places
    """The last step of each tree..."""
    leaf: Places
    """...and where it leads, 0 if that is not known yet."""


UNTRIED: Final = 0.1
"""An action not tried yet is taken to be so much worse than the position."""
CAUTION: Final = 1.0
"""What an action is thought to bring less for having been tried but once; four times as often, half as much."""
LOSS: Final = 1.0
"""What a leaf that waits to be judged counts as, so that the next ones look elsewhere."""


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """How a tree searcher looks ahead."""

    worlds: int = 8
    """Trees side by side."""
    simulations: int = 2000
    """Leaves in each tree, at most."""
    seconds: float = 1.0
    explore: float = 1.5
    """Weight of the net's probabilities against what was found."""
    leaves: int = 8
    """Of each tree that are judged together."""
    temper: float = 2.0
    """The net's logits are divided by this: trained to play, it is surer of itself than a search should be."""
    others: float = 2.0
    """The same where another seat acts."""
    together: bool = True
    """All trees try the same action at the root, chosen by what all of them found: the same worlds for all."""


class Forest:
    """Trees over the positions of a game, grown together."""

    def __init__(self, world: World, tables: Any, settings: TreeSettings, dice: np.random.Generator) -> None:
        """Roots from these worlds."""
        self.world = world
        self.settings = settings
        self.dice = dice
        count, size, actions = settings.worlds, settings.simulations + 1, world.engine.num_actions
        self.size = size
        self.rows = np.arange(count) * size
        """Where each tree's positions start: all are kept in one row."""
        self.tables = mapped(lambda leaf: np.zeros((count * size, *leaf.shape[1:]), leaf.dtype), tables)
        self.actions = actions
        self.prior = np.zeros((count * size, actions), np.float32)
        self.visits = np.zeros((count * size, actions), np.float32)
        self.total = np.zeros((count * size, actions), np.float32)
        self.mean = np.zeros((count * size, actions), np.float32)
        """What each action brought on average, or is thought to bring before it is tried; -inf if it is not allowed."""
        self.child = np.zeros((count * size, actions), np.int64)
        """Where each action leads, 0 if that is not known: the first root is nobody's child."""
        self.often = np.zeros(count * size, np.float32)
        """Visits of each position, and one more."""
        self.player = np.zeros(count * size, np.int8)
        self.worth = np.zeros((count * size, world.encoding.players), np.float32)
        self.closed = np.zeros(count * size, np.bool_)
        """Where a game is over, or a leaf waits to be judged."""
        self.seat = int(world.engine.to_play(tables)[0])
        self._add(tables, self.rows)
        self.used = 1

    def _add(self, tables: Any, at: NDArray[np.int64]) -> None:
        """Keep new positions at these places, judged by the net, or by the rules where the game is over."""
        engine = self.world.engine

        def put(kept: Any, new: Any) -> None:
            kept[at] = new

        mapped(put, self.tables, tables)
        over = engine.over(tables)
        player = engine.to_play(tables)
        logits, values = self.world.net.judge(engine.observe(tables, player))
        mask = engine.mask(tables) | over[:, None]
        temper = np.where(player == self.seat, self.settings.temper, self.settings.others)
        allowed = np.where(mask, logits / temper[:, None], -np.inf)
        weights = np.exp(allowed - allowed.max(axis=1, keepdims=True))
        self.prior[at] = weights / weights.sum(axis=1, keepdims=True)
        self.player[at] = player
        self.closed[at] = over
        worth = by_seat(values, player, self.world.encoding.players)
        self.worth[at] = np.where(over[:, None], engine.rewards(tables), worth) if over.any() else worth
        thought = self.worth[at, player][:, None] - UNTRIED
        self.mean[at] = np.where(self.prior[at] > 0, thought, -np.inf)
        self.often[at] = 1

    def grow(self) -> None:
        """Some new leaves in every tree, judged all at once."""
        paths: list[Path] = []
        leaves: list[Places] = []
        for _ in range(min(self.settings.leaves, self.size - self.used)):
            path = self._descend()
            at = self.rows + self.used
            self.used += 1
            fresh = path.leaf == 0
            # Trees that came to an end they know already, or to a leaf that waits to be judged, waste a place.
            leaves.append(np.where(fresh, at, path.leaf))
            self.child.reshape(-1)[path.last[fresh]] = at[fresh]
            self.closed[at[fresh]] = True
            paths.append(path)
            self._count(path)
        fresh = np.concatenate([path.leaf == 0 for path in paths])
        last, places = (np.concatenate(parts) for parts in ([path.last for path in paths], leaves))
        self._expand(last[fresh], places[fresh])
        self._credit(paths, places)

    def _expand(self, steps: Places, at: Places) -> None:
        if len(steps):
            engine = self.world.engine
            node, action = steps // self.actions, (steps % self.actions).astype(np.int32)
            tables = mapped(lambda leaf: leaf[node], self.tables)
            luck = self.dice.integers(0, 1 << 32, (len(node), 2), dtype=np.uint32)
            self._add(engine.apply(tables, action, engine.draw(tables, action, luck)), at)

    def _descend(self) -> Path:
        """From the roots to where each tree leaves what it knows, or ends."""
        node, trees = self.rows, np.arange(len(self.rows))
        action = self._choose_root() if self.settings.together else self._select(node)
        last, leaf = np.empty_like(node), np.empty_like(node)
        steps, whose = [], []
        while True:
            step = node * self.actions + action
            below = self.child.take(step)
            steps.append(step)
            whose.append(trees)
            last[trees], leaf[trees] = step, below
            further = (below > 0) & ~self.closed.take(below)
            if not further.all():
                trees, below = trees[further], below[further]
                if not len(trees):
                    return Path(np.concatenate(steps), np.concatenate(whose), last, leaf)
            node = below
            action = self._select(node)

    def _choose_root(self) -> Places:
        visits, mean = self.votes()
        prior = self.prior[self.rows].mean(axis=0)
        tried = visits / len(self.rows)
        worth = self.worth[self.rows, self.player[self.rows]].mean()
        mean = np.where(visits > 0, mean, worth - UNTRIED)
        bonus = self.settings.explore * prior * np.sqrt(tried.sum() + 1) / (1 + tried)
        best = np.where(prior > 0, mean + bonus, -np.inf).argmax()
        return np.full(len(self.rows), best)

    def _select(self, node: Places) -> Places:
        score = self.prior.take(node, axis=0)
        score *= (self.settings.explore * np.sqrt(self.often.take(node)))[:, None]
        score /= 1 + self.visits.take(node, axis=0)
        score += self.mean.take(node, axis=0)
        best: Places = score.argmax(axis=1)
        return best

    def _count(self, path: Path) -> None:
        """Count a visit along a path that has not been judged yet. No step is there twice."""
        visits, total, mean = (part.reshape(-1) for part in (self.visits, self.total, self.mean))
        tried, brought = visits.take(path.steps) + 1, total.take(path.steps) - LOSS
        visits[path.steps], total[path.steps], mean[path.steps] = tried, brought, brought / tried
        self.often[path.steps // self.actions] += 1

    def _credit(self, paths: list[Path], places: Places) -> None:
        """Add what the leaves at these places are worth to the seats that acted on the ways there."""
        count = len(self.rows)
        steps = np.concatenate([path.steps for path in paths])
        leaf = places[np.concatenate([path.trees + at * count for at, path in enumerate(paths)])]
        visits, total, mean = (part.reshape(-1) for part in (self.visits, self.total, self.mean))
        np.add.at(total, steps, self.worth[leaf, self.player[steps // self.actions]] + np.float32(LOSS))
        mean[steps] = total.take(steps) / visits.take(steps)

    def votes(self) -> tuple[Floats, Floats]:
        """For every action how often the roots tried it, and what it brought on average."""
        visits: Floats = self.visits[self.rows].sum(axis=0)
        return visits, self.total[self.rows].sum(axis=0) / np.maximum(visits, 1)

    def promise(self) -> Floats:
        """For every action what it surely brings: its mean, less where few visits tell of it; -inf where none do.

        The most visited action is often only the one that the net liked best: one that has turned out better lags
        behind it for long.
        """
        visits, mean = self.votes()
        surely: Floats = np.where(visits > 0, mean - CAUTION / np.sqrt(np.maximum(visits, 1)), -np.inf)
        return surely


class TreeSearcher:
    """A bot that searches trees."""

    def __init__(self, settings: TreeSettings, many: TreeSettings | None = None) -> None:
        """With these settings; `many` are those for three and four players, if they differ."""
        self.settings = settings
        self.many = settings if many is None else many

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """See Bot."""
        action = plain(legal)
        if action is not None:
            return action
        view = simple(view)
        world = world_of(view)
        dice = np.random.default_rng(rng.getrandbits(64))
        forest = self.search(world, view, dice, stop)
        promise, prior = forest.promise(), forest.prior[forest.rows].mean(axis=0)

        def rank(action: Any) -> tuple[float, float]:
            number = world.encoding.id_of(view, action)
            return float(promise[number]), float(prior[number])

        return max(legal, key=rank)

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        """See Bot; what the trees did not try is judged by a short look."""
        if plain(legal) is not None:
            return look(view, legal, rng)
        given, view = view, simple(view)
        world = world_of(view)
        dice = np.random.default_rng(rng.getrandbits(64))
        forest = self.search(world, view, dice)
        (visits, means), promise = forest.votes(), forest.promise()
        short = after(world, view, legal, dice)
        rows = []
        for action, value in zip(legal, short, strict=True):
            number = world.encoding.id_of(view, action)
            tried = float(visits[number])
            rows.append((float(promise[number]), (action, float(means[number]) if tried else value, tried)))
        rows.sort(key=lambda row: (-row[0], -row[1][1]))
        return verdicts(given, world.encoding.players, [row for _, row in rows])

    def search(self, world: World, view: Any, dice: np.random.Generator, stop: Stop | None = None) -> Forest:
        """The forest after all simulations, or as many as there is time for."""
        start = time.perf_counter()
        settings = self.settings if world.encoding.players == 2 else self.many
        forest = Forest(world, world.imagine(view, settings.worlds, dice)[0], settings, dice)
        slowest = 0.0
        while forest.used < forest.size:
            before = time.perf_counter()
            if before - start + slowest > settings.seconds or (stop is not None and stop()):
                break
            forest.grow()
            slowest = max(slowest, time.perf_counter() - before)
        return forest
