"""Every promising action tried in the same imagined worlds, each played to its end by the net.

The first actions of an imagined round are the net's own, what follows a small copy's: what an action brings depends
most on how it is followed up, and a copy that does so otherwise takes its own faults for those of the action.

Luck decides a round by fifty points, an action by one or two: what is measured is how much an action brings more than
the net's favourite in the same worlds, and it counts only as far as it outweighs what the net thought before. Actions
that are surely worse than the best are dropped, so that most of the time goes to the close calls.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.arrays.library import mapped
from tavola.bots.arrays.lost_cities_table import Chance
from tavola.bots.arrays.lost_cities_worlds import decks
from tavola.bots.bot import Stop, Verdict
from tavola.bots.nets.bot import considered, considered_of, plain, simple
from tavola.bots.nets.net import by_seat
from tavola.bots.nets.weights import Net
from tavola.bots.search.look import after, look, verdicts
from tavola.bots.search.world import World, world_of

__all__ = ["FEW", "LONGEST", "Candidate", "Searcher", "Settings", "weighed"]

Floats = NDArray[np.float32]

LONGEST: Final = 200
"""Actions after which an imagined game is judged as it stands: two who stall would never end it."""
FEW: Final = 64
"""Of so many games one may still be going on when it is judged: the last take as long as all the others."""
OVERHEAD: Final = 200
"""A look at any number of games takes as long as if there were so many more."""
FIRST: Final = 0.5
"""Of its time a decision's first look is to take this much: some rounds last twice as long as others..."""
LATER: Final = 0.9
"""...but those of the same decision much alike."""
ENDED: Final = 0.75
"""A look that runs out of time counts if so many of its games have ended; the others are judged as they stand."""
FEWEST: Final = 16
"""Worlds in a look, at least: fewer are not worth its time."""
RECOVERED: Final = 0.7
"""After a decision without any look the machine is thought to take only so much of the time that it took."""
SPREAD: Final = 0.15
"""How far apart two actions often end in the same world..."""
KNOWN: Final = 64
"""...which counts as much as what so many worlds tell of it."""
ALIKE: Final = 0.3
"""Of actions that the net likes as well it is no surer than of those where it is e to this power to one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a searcher looks ahead."""

    worlds: int = 4000
    """Worlds in all, at most."""
    seconds: float = 1.0
    candidates: int = 8
    """Actions looked at, those the net likes best..."""
    likely: float = 1e-4
    """...and thinks this likely, against its favourite."""
    lanes: int = 480
    """Games played side by side in the first look; twice as many in each that follows."""
    near: int = 8
    """Actions of each game that the net chooses, before its copy does."""
    prior: float = 0.003
    """What an action is expected to be worth less for being e times less likely by the net."""
    doubt: float = 0.006
    """The standard deviation of that expectation; it grows with the root of how many times e."""
    sure: float = 2.0
    """Standard errors behind the best after which an action is dropped."""


@dataclass(slots=True)
class Candidate:
    """An action and what was found of it."""

    action: Any
    number: int
    chance: float
    """The net's probability."""
    brought: list[Floats] = field(default_factory=list)
    """What its games brought, world by world."""
    lead: float = 0.0
    """What it is thought to bring more than the net's favourite..."""
    error: float = 0.0
    """...and the standard error of that."""

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(map(len, self.brought))

    @property
    def results(self) -> Floats:
        """What its games brought."""
        return np.concatenate(self.brought)


def weighed(gain: Any, wide: Any, worlds: int, less: Any, settings: Settings) -> tuple[Any, Any]:
    """What an action is thought to bring more than the net's favourite, and the standard error of that.

    From its gains in so many worlds, their mean and variance, and from how many times e it is less likely by the net.
    """
    # A few worlds may be alike by chance: at first the gains are thought to be as wide as they often are.
    found = (worlds + KNOWN) * worlds / (wide * worlds + KNOWN * SPREAD**2)
    # Two normal distributions, what was found and what was thought before, weighed by their sharpness.
    thought = 1 / (settings.doubt**2 * np.maximum(less, ALIKE))
    return (gain * found - settings.prior * less * thought) / (found + thought), (found + thought) ** -0.5


class Searcher:
    """A bot that looks ahead."""

    def __init__(self, settings: Settings) -> None:
        """With these settings."""
        self.settings = settings
        self.pace: float | None = None
        """Seconds that an action of a game takes, the last looks counting most: how fast this machine is."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """See Bot."""
        legal = considered(view, legal)
        action = plain(legal)
        return self.rank(view, legal, rng, stop)[0].action if action is None else action

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        """See Bot; unlikely actions are played on too, and what was not is judged by a short look."""
        if plain(legal) is not None:
            return look(view, legal, rng)
        thorough = Searcher(replace(self.settings, likely=0))
        thorough.pace = self.pace
        found = thorough.rank(view, legal, rng)
        base = max(found, key=lambda one: one.chance)
        worth = float(base.results.mean()) if base.games else 0.0
        world = world_of(simple(view))
        dice = np.random.default_rng(rng.getrandbits(64))
        short = after(world, simple(view), [one.action for one in found], dice)
        # Where there was no time for any game, the net's own opinion is all the thought there was.
        played = any(one.games for one in found)
        rows = [
            (one.action, worth + one.lead if one.games else value, float(one.games) if played else one.chance)
            for one, value in zip(found, short, strict=True)
        ]
        return verdicts(view, world.encoding.players, rows)

    def rank(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> list[Candidate]:
        """The actions, the best first; those never tried follow in the order of the net."""
        start, settings = time.perf_counter(), self.settings
        view = simple(view)
        world = world_of(view)
        everyone = self._candidates(world, view, legal)
        live = [one for one in everyone if one.chance >= settings.likely * everyone[0].chance][: settings.candidates]
        dice = np.random.default_rng(rng.getrandbits(64))
        used, lanes, effort = 0, settings.lanes, 2 * (view.deck_size + 2)
        pace = self.pace
        while len(live) > 1 and used < settings.worlds:
            spent = time.perf_counter() - start
            most = settings.worlds - used
            fewest = min(FEWEST, most)
            count = min(max(FEWEST, lanes // len(live)), most)
            if pace is None:  # a short look tells how fast the machine is
                count = fewest
            else:  # as much as there is time for
                room = (LATER if used else FIRST) * (settings.seconds - spent) / (pace * effort) - OVERHEAD
                count = min(count, int(room) // len(live))
                if count < fewest:
                    if not used:  # it may have been busy, or asleep, when it was slow
                        self.pace = pace * RECOVERED
                    break
            if stop is not None and stop():
                break
            done = self._try(world, view, live, count, dice, start + settings.seconds)
            # One that is cut short has had all the time there was; more than that the machine slept.
            taken = max(min(time.perf_counter() - start, settings.seconds) - spent, 1e-3)
            pace = taken / ((count * len(live) + OVERHEAD) * effort)
            if not done:
                self.pace = 1.5 * max(pace, self.pace or 0.0)
                break
            self.pace = (pace * (self.pace or pace)) ** 0.5
            used += count
            lanes *= 2
            live = self._close(live)
        return sorted(everyone, key=lambda one: (not one.games, -one.lead, -one.chance))

    def _close(self, live: list[Candidate]) -> list[Candidate]:
        """Those that may yet be the best, by how they fared in the same worlds; the net's favourite always stays."""
        settings, favourite = self.settings, live[0]
        base = favourite.results
        for one in live[1:]:
            gains = one.results - base
            less = float(np.log(favourite.chance / one.chance))
            one.lead, one.error = weighed(float(gains.mean()), float(gains.var()), len(gains), less, settings)
        best = max(live, key=lambda one: one.lead)
        if len(base) < 24:
            return live
        return [one for one in live if one is favourite or best.lead - one.lead <= settings.sure * one.error]

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

    def _try(
        self, world: World, view: Any, live: list[Candidate], count: int, dice: np.random.Generator, until: float
    ) -> bool:
        """Whether there was time for it."""
        tables, strange = world.imagine(view, count, dice)
        tables = mapped(lambda leaf: np.concatenate([leaf] * len(live)), tables)
        actions = np.repeat(np.array([one.number for one in live], np.int32), count)
        results = self.play(world, tables, actions, view.seat, strange, dice, until)
        if results is None:
            return False
        for one, brought in zip(live, results.reshape(len(live), count), strict=True):
            one.brought.append(brought)
        return True

    def play(
        self,
        world: World,
        tables: Any,
        actions: NDArray[np.int32],
        seat: int,
        strange: NDArray[np.bool_],
        dice: np.random.Generator,
        until: float,
    ) -> Floats | None:
        """What each game brings the seat; games of the same world have the same deck, and in some of them the other is
        of another school. None if time runs out too soon: a machine may be busier than it was."""
        engine, games, count = world.engine, len(actions), len(strange)
        results = np.zeros(games, np.float32)
        lanes = np.arange(games)
        deck = decks(mapped(lambda leaf: leaf[:count], tables), dice)
        ends = np.tile(np.array([0, deck.shape[1] - 1]), (games, 1))
        for done in range(LONGEST + 1):
            player = engine.to_play(tables)
            card = deck[lanes % count, ends[lanes, player]]
            ends[lanes, player] += np.where(actions == engine.drawing, 1 - 2 * player, 0)
            tables = engine.apply(tables, actions, Chance(card, None))
            over = engine.over(tables)
            if over.any():
                results[lanes[over]] = engine.rewards(tables)[over, seat]
                live = ~over
                tables, lanes = mapped(lambda leaf, live=live: leaf[live], tables), lanes[live]
            if not len(lanes):
                break
            player = engine.to_play(tables)
            late = time.perf_counter() > until
            if late and len(lanes) > (1 - ENDED) * games:
                return None
            if late or len(lanes) <= games // FEW or done == LONGEST:
                values = world.quick.judge(engine.observe(tables, player))[1]
                results[lanes] = by_seat(values, player, world.encoding.players)[:, seat]
                break
            theirs = strange[lanes % count] & (player != seat)
            actions = _actions(world, world.net if done < self.settings.near else world.quick, tables, theirs)
        return results


def _actions(world: World, net: Net, tables: Any, theirs: NDArray[np.bool_]) -> NDArray[np.int32]:
    """What is done at these tables: by the net, or by a stranger where it is their turn.

    Tables that look the same to the one who acts are thought of once. In imagined rounds that begin alike those are
    half of all at first, and a quarter later.
    """
    engine = world.engine
    words = engine.words(tables, engine.to_play(tables))
    first, same = _alike(np.column_stack([words, theirs]))
    few, theirs = mapped(lambda leaf: leaf[first], tables), theirs[first]
    actions = np.empty(len(first), np.int32)
    if world.stranger is not None and theirs.any():
        actions[theirs] = world.stranger(mapped(lambda leaf: leaf[theirs], few))
    own = ~theirs
    if own.any():
        logits, _ = net.judge(engine.spread(words[first[own]]))
        allowed = considered_of(engine.mask(few), few.quiet, engine.drawing)[own]
        actions[own] = np.where(allowed, logits, -np.inf).argmax(axis=1)
    return actions[same]


def _alike(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each different row comes first, and for every row which of those it is."""
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1])))[:, 0]
    _, first, same = np.unique(whole, return_index=True, return_inverse=True)
    return first, same
