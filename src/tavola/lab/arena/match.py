"""A match: which sets are played, in which order, and when it may stop."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tavola.lab.arena.entrant import Entrant, enter
from tavola.lab.arena.numbers import Look, looks
from tavola.lab.arena.play import CAP, PlayedSet, Seating, SetOfGames
from tavola.lab.arena.report import Report
from tavola.lab.arena.workers import Runner, WorkerDied
from tavola.rules import game as game_named
from tavola.rules.errors import BadOption
from tavola.rules.options import Options

__all__ = ["LIMIT", "MOST", "Plan", "hold", "plan", "schedule", "seatings"]

LIMIT: Final = 60.0
"""Seconds that an external program has for each answer, unless said otherwise."""
MOST: Final = 1_000_000
"""More pairs than anyone waits for."""
DAY: Final = 86400

Watch = Callable[[PlayedSet], PlayedSet]
"""Is shown each set as it comes in, and returns what is to be remembered of it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match or a pool as it was asked for."""

    game: str
    players: int
    options: Options
    entrants: tuple[Entrant, ...]
    pairs: int
    """Deals for each match; each is played with every seating."""
    seed: str = "1"
    stop: bool = True
    """Whether a match of two may stop when it is decided. Pools are played to the end."""
    cap: int = CAP
    limit: float = LIMIT
    records: bool = False
    near: int | None = None
    """In a pool each bot meets only so many of those named after it; None for all."""
    minutes: float | None = None
    """After so long no deal is begun, but for the first."""

    @property
    def matches(self) -> tuple[Seating, ...]:
        """Who meets whom."""
        return schedule(len(self.entrants), self.players, self.near)

    @property
    def looks(self) -> tuple[Look, ...]:
        """When to see whether it is decided."""
        return looks(self.pairs, self.stop and len(self.entrants) == 2)

    def sets(self, first: int, last: int) -> list[SetOfGames]:
        """The sets of all matches with these deals, the deals counted from 0."""
        return [
            SetOfGames(
                match, deal, seatings(base, deal), self.entrants, self.game, self.options, self.seed,
                self.cap, self.limit, self.records,
            )
            for deal in range(first, last)
            for match, base in enumerate(self.matches)
        ]  # fmt: skip


def plan(
    game: str,
    bots: Sequence[str],
    pairs: int,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    seed: str = "1",
    stop: bool = True,
    cap: int = CAP,
    limit: float = LIMIT,
    records: bool = False,
    near: int | None = None,
    minutes: float | None = None,
) -> Plan:
    """A plan from what a person wrote, checked."""
    rules = game_named(game)
    entrants = tuple(enter(text) for text in bots)
    if len(entrants) < 2:
        raise BadOption("A match needs two bots or more.")
    if not 1 <= pairs <= MOST or cap < 1 or not 0 < limit <= DAY:
        raise BadOption(f"Pairs go from 1 to {MOST}, the cap from 1, the limit up to {DAY} seconds.")
    if near is not None and near < 1:
        raise BadOption("Each bot meets 1 or more of those named after it.")
    if minutes is not None and not 0 < minutes <= DAY:
        raise BadOption(f"The minutes are more than 0 and at most {DAY}.")
    players = rules.seats[0] if players is None else players
    if players not in rules.seats:
        raise BadOption(f"{game} is played by {' or '.join(map(str, rules.seats))}, not by {players}.")
    for entrant in dict.fromkeys(entrants):
        entrant.check(rules)
    chosen = rules.options.of(options or {})
    return Plan(rules.name, players, chosen, entrants, pairs, seed, stop, cap, limit, records, near, minutes)


def schedule(entrants: int, players: int, near: int | None = None) -> tuple[Seating, ...]:
    """Who meets whom.

    As many bots as seats: one each. Otherwise two bots at a time: the two of a game for two, or one alone against
    copies of the other, both ways round in a pool; with `near`, only with so many of those that follow.
    """
    if entrants == players:
        return (tuple(range(players)),)
    met = [pair for pair in itertools.combinations(range(entrants), 2) if near is None or pair[1] - pair[0] <= near]
    if players == 2:
        return tuple(met)
    alone = met if entrants == 2 else sorted((*met, *((other, one) for one, other in met)))
    return tuple((one, *(other,) * (players - 1)) for one, other in alone)


def seatings(base: Seating, deal: int) -> tuple[Seating, ...]:
    """All rotations; who sits beside whom changes from deal to deal."""
    neighbours = list(itertools.permutations(base[1:]))
    order = (base[0], *neighbours[deal % len(neighbours)])
    return tuple(order[len(order) - turn :] + order[: len(order) - turn] for turn in range(len(order)))


def hold(plan: Plan, runner: Runner, watch: Watch = lambda played: played) -> Report:
    """Play until the plan is done, the match is decided, time is up, a worker dies, or somebody presses Ctrl-C.

    What was played till then counts, if there is a set of each match.
    """
    start = time.perf_counter()
    until = None if plan.minutes is None else start + 60 * plan.minutes
    played: list[PlayedSet] = []
    done = 0
    broken = None
    for look in plan.looks:
        try:
            for one in runner.run(plan.sets(done, look.sets), until):
                played.append(watch(one))  # noqa: PERF401  (one by one: those before an interruption stay)
        except (KeyboardInterrupt, WorkerDied) as error:
            if len({one.match for one in played}) < len(plan.matches):
                raise
            broken = str(error) if isinstance(error, WorkerDied) else None
        played.sort(key=lambda one: (one.match, one.deal))  # as if they had come in order: the report must not vary
        done = min(Counter(one.match for one in played).values())
        short = done < look.sets
        seen = replace(look, sets=done) if short else look
        report = Report(plan, tuple(played), seen, runner.workers, time.perf_counter() - start, broken)
        if report.decided or short:
            break
    return report
