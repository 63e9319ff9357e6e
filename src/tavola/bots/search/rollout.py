"""Every promising action tried in the same imagined worlds, each played on by the net.

The worst half of the candidates is dropped again and again and the others get new worlds, so that most of the
time goes to the close calls. What a candidate is worth is the mean of what its games brought, or what the net
thinks they will where they are not played to the end.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.library import mapped
from tavola.bots.bot import Stop, Verdict
from tavola.bots.nets.bot import plain
from tavola.bots.nets.net import by_seat
from tavola.bots.search.look import after, look, verdicts
from tavola.bots.search.world import World, simple, world_of

__all__ = ["Candidate", "Searcher", "Settings"]

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a searcher looks ahead."""

    worlds: int = 32
    """Worlds in each stage, the same for all candidates."""
    candidates: int = 8
    """Actions looked at, those the net likes best."""
    depth: int = 400
    """Actions played on before the net judges what is not over."""
    prior: float = 0.02
    """What ten times as likely by the net counts, beside the mean result."""
    seconds: float = 1.0
    stages: int = 3
    """Stages at most; after each the better half goes on."""


@dataclass(slots=True)
class Candidate:
    """An action and what was found of it."""

    action: Any
    number: int
    chance: float
    """The net's probability."""
    total: float = 0.0
    squares: float = 0.0
    games: int = 0

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.total / self.games if self.games else 0.0

    def rating(self, prior: float) -> float:
        """The mean and what the net thought of it before."""
        return self.mean + prior * float(np.log10(max(self.chance, 1e-6)))


class Searcher:
    """A bot that looks ahead."""

    def __init__(self, settings: Settings) -> None:
        """With these settings."""
        self.settings = settings

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """See Bot."""
        action = plain(legal)
        return self.rank(view, legal, rng, stop)[0].action if action is None else action

    def rank(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> list[Candidate]:
        """The actions, the best first; those never tried follow in the order of the net."""
        start = time.perf_counter()
        view = simple(view)
        world = world_of(view)
        everyone = self._candidates(world, view, legal)
        live = everyone[: self.settings.candidates]
        dice = np.random.default_rng(rng.getrandbits(64))
        slowest = 0.0
        for _ in range(self.settings.stages):
            spent = time.perf_counter() - start
            if len(live) < 2 or spent + slowest > self.settings.seconds or (stop is not None and stop()):
                break
            self._try(world, view, live, dice)
            slowest = max(slowest, time.perf_counter() - start - spent)
            live.sort(key=lambda one: -one.rating(self.settings.prior))
            live = live[: max(2, (len(live) + 1) // 2)]
        return sorted(everyone, key=lambda one: (not one.games, one not in live, -one.rating(self.settings.prior)))

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        """See Bot; what was not played on is judged by a short look."""
        if plain(legal) is not None:
            return look(view, legal, rng)
        found = self.rank(view, legal, rng)
        world = world_of(simple(view))
        dice = np.random.default_rng(rng.getrandbits(64))
        short = after(world, simple(view), [one.action for one in found], dice)
        rows = [
            (one.action, one.mean if one.games else value, float(one.games))
            for one, value in zip(found, short, strict=True)
        ]
        return verdicts(view, world.encoding.players, rows)

    def _candidates(self, world: World, view: Any, legal: Sequence[Any]) -> list[Candidate]:
        logits, _ = world.net.judge(world.encoding.observe(view)[None])
        numbers = [world.encoding.id_of(view, action) for action in legal]
        weights = np.exp(logits[0, numbers] - logits[0, numbers].max())
        chances = weights / weights.sum()
        found = [
            Candidate(action, number, float(chance))
            for action, number, chance in zip(legal, numbers, chances, strict=True)
        ]
        return sorted(found, key=lambda one: -one.chance)

    def _try(self, world: World, view: Any, live: list[Candidate], dice: np.random.Generator) -> None:
        count = self.settings.worlds
        tables = world.worlds(view, count, dice)
        tables = mapped(lambda leaf: np.concatenate([leaf] * len(live)), tables)
        actions = np.repeat(np.array([one.number for one in live], np.int32), count)
        results = self._play(world, tables, actions, view.seat, count, dice)
        for one, brought in zip(live, results.reshape(len(live), count), strict=True):
            one.total += float(brought.sum())
            one.squares += float((brought**2).sum())
            one.games += count

    def _play(
        self, world: World, tables: Any, actions: NDArray[np.int32], seat: int, count: int, dice: np.random.Generator
    ) -> Floats:
        """What each game brings the seat; games of the same world get the same luck."""
        engine, games = world.engine, len(actions)
        results = np.zeros(games, np.float32)
        lanes = np.arange(games)
        for depth in range(self.settings.depth):
            luck = dice.integers(0, 1 << 32, (count, 2), dtype=np.uint32)[lanes % count]
            tables = engine.apply(tables, actions, engine.draw(tables, actions, luck))
            over = engine.over(tables)
            if over.any():
                results[lanes[over]] = engine.rewards(tables)[over, seat]
                live = ~over
                tables, lanes = mapped(lambda leaf, live=live: leaf[live], tables), lanes[live]
            if not len(lanes):
                return results
            player = engine.to_play(tables)
            logits, values = world.net.judge(engine.observe(tables, player))
            # The last few, most of them stalling, would take as long as all the others: the net judges them.
            if depth == self.settings.depth - 1 or len(lanes) <= games // 32:
                break
            actions = np.where(engine.mask(tables), logits, -np.inf).argmax(axis=1).astype(np.int32)
        results[lanes] = by_seat(values, player, world.encoding.players)[:, seat]
        return results
