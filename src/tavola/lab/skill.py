"""What the choices of players of Lost Cities were worth, with luck left out.

Luck decides a round by forty points, a choice by one or two: hundreds of rounds tell little. So wherever a player did
not do what the net would have done, both actions are played on from the true hands, over the same decks, by the net
and whoever sits opposite. What the player's own brought more, added up over a round, is on average just what the player
wins more than the net would have won in that seat: a change of policy is worth the sum of its advantages.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import numpy as np

from tavola.bots.arrays.library import mapped
from tavola.bots.arrays.lost_cities_worlds import table_of, words_of
from tavola.bots.nets.bot import NetBot, simple
from tavola.bots.search.rollout import FEW, LONGEST, Searcher, Settings
from tavola.bots.search.world import world_of
from tavola.bots.threads import one_thread
from tavola.lab.arena.numbers import Interval, margin_interval
from tavola.rules.core import Outcome, Seat
from tavola.rules.errors import BadOption, NotUnderstood
from tavola.rules.lost_cities import LOST_CITIES, LostCitiesOptions
from tavola.rules.lost_cities.state import State
from tavola.rules.record import OPEN, Record, parse, replay

__all__ = ["Skill", "Worth", "judge", "judge_files", "summed"]

DECKS: Final = FEW // 2 - 1
"""For each choice; with no more of them every imagined round is played to its end."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What the choices of one seat were worth in one game."""

    player: str
    deal: str
    """The same for games of the same deal, which are not independent."""
    rounds: int
    choices: int
    changed: int
    """Of them those in which the net would have done something else..."""
    points: float
    """...what these brought more in all..."""
    wins: float
    """...and how many rounds more they won, draws half."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What a player's choices bring more than the net's, a round, over many games."""

    player: str
    rounds: int
    choices: float
    """A round..."""
    changed: float
    """...and those of them in which the net would have done something else."""
    points: Interval
    wins: Interval

    def __str__(self) -> str:
        """A line for those who read it."""
        return (
            f"{self.player}: {self.rounds} rounds, {self.changed:.1f} of {self.choices:.1f} choices a round not the "
            f"net's; they bring {_between(self.points)} points and {_between(self.wins.scaled(100))}% wins a round"
        )


def judge(record: Record, seat: Seat) -> Worth:
    """The worth of a seat's choices; the other is taken to play as the net does, or as `steady` if so it is called."""
    options = record.options
    if not isinstance(options, LostCitiesOptions) or record.eyes is not OPEN or not isinstance(record.result, Outcome):
        raise NotUnderstood("Only a whole game of lost-cities in an open record can be judged.")
    net, steady = NetBot(), record.names[1 - seat] == "steady"
    choices, gains = 0, []
    for number, (state, _) in enumerate(replay(record)):
        if LOST_CITIES.to_play(state) == seat:
            legal = LOST_CITIES.legal_actions(state)
            choices += len(legal) > 1
            pair = record.plies[number], net.choose(LOST_CITIES.view(state, seat), legal, random.Random(0))
            if pair[0] != pair[1]:
                gains.append(_gain(state, seat, pair, steady, np.random.default_rng(number)))
    points, wins = (float(sum(part)) for part in zip(*gains, strict=True)) if gains else (0.0, 0.0)
    deal = dict(record.headers).get("Event", "").rsplit(", game", 1)[0]
    return Worth(record.names[seat], deal, options.rounds, choices, len(gains), points, wins)


def _gain(
    state: State, seat: Seat, pair: tuple[Any, Any], steady: bool, dice: np.random.Generator
) -> tuple[float, float]:
    """Points and wins that the first action brings more than the second."""
    view = simple(LOST_CITIES.view(state, seat))
    world = world_of(view)
    one, other = map(words_of, state.hands)
    table = table_of(view)._replace(hands=(one, other), deck=words_of(state.deck))
    tables = mapped(lambda leaf: np.full(2 * DECKS, leaf), table)
    actions = np.repeat(np.array([world.encoding.id_of(view, action) for action in pair], np.int32), DECKS)
    player = Searcher(Settings(near=LONGEST + 1))
    brought = player.play(world, tables, actions, seat, np.full(DECKS, steady), dice, np.inf)
    assert brought is not None, "there is no hurry"
    margins = np.rint(100 * brought.reshape(2, DECKS))
    return float((margins[0] - margins[1]).mean()), float((np.sign(margins[0]) - np.sign(margins[1])).mean() / 2)


def summed(worths: Iterable[Worth]) -> list[Skill]:
    """Player by player."""
    players: dict[str, dict[str, list[Worth]]] = {}
    for at, one in enumerate(worths):
        players.setdefault(one.player, {}).setdefault(one.deal or str(at), []).append(one)
    return [_skill(player, list(deals.values())) for player, deals in sorted(players.items())]


def _skill(player: str, deals: list[list[Worth]]) -> Skill:
    def each(name: str) -> list[float]:
        """A round, deal by deal."""
        return [sum(getattr(one, name) for one in deal) / sum(one.rounds for one in deal) for deal in deals]

    points, wins = margin_interval(each("points")), margin_interval(each("wins"))
    assert points is not None
    assert wins is not None
    rounds = sum(one.rounds for deal in deals for one in deal)
    return Skill(player, rounds, fmean(each("choices")), fmean(each("changed")), points, wins)


def judge_files(files: Sequence[Path], player: str, jobs: int, tell: Callable[[int, int], None]) -> list[Skill]:
    """The skill of all players in records whose name begins so, judged in so many processes.

    Games that did not end by the rules are left out.
    """
    tasks = [task for file in files for task in _tasks(file, player)]
    if not tasks:
        raise BadOption("There is no whole game of such a player in these records.")
    worths = []
    spawn = multiprocessing.get_context("spawn")
    with one_thread(), ProcessPoolExecutor(min(jobs, len(tasks)), spawn) as pool:
        for done in as_completed([pool.submit(_judged, *task) for task in tasks]):
            worths.append(done.result())
            tell(len(worths), len(tasks))
    return summed(worths)


def _tasks(file: Path, player: str) -> list[tuple[Path, Seat]]:
    record = _read(file)
    if record.game != LOST_CITIES.name or record.eyes is not OPEN:
        raise BadOption(f"{file} is no open record of {LOST_CITIES.name}.")
    whole = isinstance(record.result, Outcome)
    return [(file, seat) for seat, name in enumerate(record.names) if whole and name.startswith(player)]


def _read(file: Path) -> Record:
    try:
        return parse(file.read_bytes())
    except OSError as error:
        raise BadOption(f"{file} cannot be read: {error}.") from error


def _judged(file: Path, seat: Seat) -> Worth:
    return judge(_read(file), seat)


def _between(interval: Interval) -> str:
    mean = f"{interval.mean:+.2f}"
    return mean if interval.low is None else f"{mean} ({interval.low:+.2f} to {interval.high:+.2f})"
