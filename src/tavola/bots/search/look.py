"""A short look at every move: each is made in the same few worlds, and the net judges what it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

import numpy as np

from tavola.bots.arrays.library import mapped
from tavola.bots.bot import Verdict
from tavola.bots.nets.bot import simple
from tavola.bots.nets.net import by_seat
from tavola.bots.reasons import reason
from tavola.bots.search.world import World, world_of

__all__ = ["look", "verdicts"]

WORLDS: Final = 16


def verdicts(view: Any, players: int, rows: Iterable[tuple[Any, float, float]]) -> list[Verdict]:
    """Actions with their values, as engines reward, and their weights; in this order."""
    rows = list(rows)
    whole = sum(weight for _, _, weight in rows) or 1.0
    return [
        Verdict(action, expected(view, players, value), weight / whole, reason(view, action))
        for action, value, weight in rows
    ]


def expected(view: Any, players: int, value: float) -> float:
    """What an engine's reward means to a player: a margin in points, or a chance to win."""
    if hasattr(view, "expeditions"):
        return 100 * value
    return min(1.0, max(0.0, (value * (players - 1) + 1) / players))


def look(view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
    """All legal actions, the best first; payments are not told apart, the one with the fewest gold is listed first."""
    given, view = view, simple(view)
    world = world_of(view)
    players = world.encoding.players
    if hasattr(legal[0], "tokens"):
        worth = float(world.net.judge(world.encoding.observe(view)[None])[1][0, 0])
        return verdicts(given, players, [(action, worth, 1.0) for action in legal])
    values = after(world, view, legal, np.random.default_rng(rng.getrandbits(64)))
    rows = sorted(zip(legal, values, strict=True), key=lambda row: -row[1])
    return verdicts(given, players, [(action, value, 1.0) for action, value in rows])


def after(world: World, view: Any, legal: Sequence[Any], dice: np.random.Generator) -> list[float]:
    """What each action is worth to the one who acts, as the net sees it afterwards."""
    engine, count = world.engine, WORLDS
    tables, _ = world.imagine(view, count, dice)
    tables = mapped(lambda leaf: np.concatenate([leaf] * len(legal)), tables)
    numbers = np.array([world.encoding.id_of(view, action) for action in legal], np.int32)
    actions = np.repeat(numbers, count)
    luck = np.tile(dice.integers(0, 1 << 32, (count, 2), dtype=np.uint32), (len(legal), 1))
    tables = engine.apply(tables, actions, engine.draw(tables, actions, luck))
    player = engine.to_play(tables)
    worth = by_seat(world.net.judge(engine.observe(tables, player))[1], player, world.encoding.players)
    worth = np.where(engine.over(tables)[:, None], engine.rewards(tables), worth)[:, view.seat]
    return [float(part.mean()) for part in worth.reshape(len(legal), count)]
