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
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.library import mapped
from tavola.bots.bot import Stop, Verdict
from tavola.bots.nets.bot import plain, simple
from tavola.bots.nets.net import by_seat
from tavola.bots.search.look import after, look, verdicts
from tavola.bots.search.world import World, world_of

__all__ = ["Forest", "TreeSearcher", "TreeSettings"]

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]
Places = NDArray[np.int64]
Path = list[tuple[Places, Ints]]
"""A step of every tree: where it is, and what it tries there."""

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
        self.prior = np.zeros((count * size, actions), np.float32)
        self.visits = np.zeros((count * size, actions), np.int32)
        self.total = np.zeros((count * size, actions), np.float32)
        self.child = np.full((count * size, actions), -1, np.int32)
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

    def grow(self) -> None:
        """Some new leaves in every tree, judged all at once."""
        paths: list[Path] = []
        leaves: list[Places] = []
        nodes: list[Places] = []
        actions: list[Ints] = []
        places: list[Places] = []
        for _ in range(min(self.settings.leaves, self.size - self.used)):
            path = self._descend()
            node, action = path[-1]
            reached = self.child[node, action]
            at = self.rows + self.used
            self.used += 1
            fresh = reached < 0
            # Trees that came to an end they know already, or to a leaf that waits to be judged, waste a place.
            leaves.append(np.where(fresh, at, reached))
            self.child[node[fresh], action[fresh]] = at[fresh].astype(np.int32)
            self.closed[at[fresh]] = True
            nodes.append(node[fresh])
            actions.append(action[fresh])
            places.append(at[fresh])
            paths.append(path)
            self._pass(path, np.full((len(node), self.worth.shape[1]), -LOSS, np.float32), 1)
        self._expand(np.concatenate(nodes), np.concatenate(actions), np.concatenate(places))
        for path, leaf in zip(paths, leaves, strict=True):
            self._pass(path, self.worth[leaf] + LOSS, 0)

    def _expand(self, node: Places, action: Ints, at: Places) -> None:
        if len(node):
            engine = self.world.engine
            tables = mapped(lambda leaf: leaf[node], self.tables)
            luck = self.dice.integers(0, 1 << 32, (len(node), 2), dtype=np.uint32)
            self._add(engine.apply(tables, action, engine.draw(tables, action, luck)), at)

    def _descend(self) -> Path:
        """From the roots to where each tree leaves what it knows, or ends; trees that are there wait for the others."""
        node = self.rows.copy()
        path: Path = []
        waiting = np.zeros(len(node), np.bool_)
        while True:
            action = self._select(node) if path or not self.settings.together else self._choose_root()
            if path:
                action = np.where(waiting, path[-1][1], action).astype(np.int32)
                node = np.where(waiting, path[-1][0], node)
            path.append((node, action))
            below = self.child[node, action]
            waiting = waiting | (below < 0) | self.closed[np.maximum(below, 0)]
            if waiting.all():
                return path
            node = np.where(waiting, node, below).astype(np.int64)

    def _choose_root(self) -> Ints:
        visits, mean = self.votes()
        prior = self.prior[self.rows].mean(axis=0)
        tried = visits / len(self.rows)
        worth = self.worth[self.rows, self.player[self.rows]].mean()
        mean = np.where(visits > 0, mean, worth - 0.1)
        bonus = self.settings.explore * prior * np.sqrt(tried.sum() + 1) / (1 + tried)
        best = np.where(prior > 0, mean + bonus, -np.inf).argmax()
        return np.full(len(self.rows), best, np.int32)

    def _select(self, node: NDArray[np.int64]) -> Ints:
        visits, total, prior = self.visits[node], self.total[node], self.prior[node]
        all_visits = visits.sum(axis=1, keepdims=True)
        # An action not tried yet is taken to be a little worse than the position.
        worth = self.worth[node, self.player[node]][:, None]
        mean = np.where(visits > 0, total / np.maximum(visits, 1), worth - 0.1)
        bonus = self.settings.explore * prior * np.sqrt(all_visits + 1) / (1 + visits)
        best: Ints = np.where(prior > 0, mean + bonus, -np.inf).argmax(axis=1).astype(np.int32)
        return best

    def _pass(self, path: Path, gains: Floats, visits: int) -> None:
        """Count visits, and what they gained each seat, along a path."""
        last = np.full(len(gains), -1, np.int64)
        for node, action in path:
            # A tree that waits repeats its last step: it counts once.
            new = node != last
            last = node
            gain = gains[np.arange(len(gains)), self.player[node]]
            self.visits[node[new], action[new]] += visits
            self.total[node[new], action[new]] += gain[new]

    def votes(self) -> tuple[Floats, Floats]:
        """For every action how often the roots tried it, and what it brought on average."""
        visits = self.visits[self.rows].sum(axis=0).astype(np.float32)
        total = self.total[self.rows].sum(axis=0)
        return visits, (total / np.maximum(visits, 1)).astype(np.float32)


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
        visits, _ = forest.votes()
        return max(legal, key=lambda one: visits[world.encoding.id_of(view, one)])

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        """See Bot; what the trees did not try is judged by a short look."""
        if plain(legal) is not None:
            return look(view, legal, rng)
        given, view = view, simple(view)
        world = world_of(view)
        dice = np.random.default_rng(rng.getrandbits(64))
        visits, means = self.search(world, view, dice).votes()
        short = after(world, view, legal, dice)
        rows = []
        for action, value in zip(legal, short, strict=True):
            number = world.encoding.id_of(view, action)
            tried = float(visits[number])
            rows.append((action, float(means[number]) if tried else value, tried))
        rows.sort(key=lambda row: (-row[2], -row[1]))
        return verdicts(given, world.encoding.players, rows)

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
