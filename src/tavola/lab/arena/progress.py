"""A match held with a line that shows how far it has come."""

from __future__ import annotations

import time
from typing import Final, TextIO

from tavola.lab.arena.keep import Keeper
from tavola.lab.arena.match import Plan, hold
from tavola.lab.arena.play import PlayedSet
from tavola.lab.arena.report import Report
from tavola.lab.arena.workers import runner

__all__ = ["Progress", "show"]

WIDTH: Final = 30
PAUSE: Final = 0.1
"""Seconds between two drawings."""


class Progress:
    """Draws a bar on a terminal, and nothing anywhere else."""

    def __init__(self, total: int, stream: TextIO) -> None:
        """So many sets in all."""
        self.total, self.stream = total, stream
        self.done = 0
        self._shown = stream.isatty()
        self._start = time.monotonic()
        self._drawn = self._start - PAUSE

    def step(self, note: str) -> None:
        """One more is done; the note says how things stand."""
        self.done += 1
        now = time.monotonic()
        if self._shown and (now - self._drawn >= PAUSE or self.done == self.total):
            self._drawn = now
            self.stream.write(f"\r\x1b[K{self._line(now)} {note}")
            self.stream.flush()

    def _line(self, now: float) -> str:
        full = WIDTH * self.done // self.total
        rate = self.done / max(now - self._start, 1e-9)
        left = round((self.total - self.done) / rate)
        return (
            f"[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} sets, {rate:.3g} a second, "
            f"{left // 60}:{left % 60:02} left at most;"
        )

    def close(self) -> None:
        """Leave a clean line."""
        if self._shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()


def show(plan: Plan, jobs: int | None, ray: str | None, records: str | None, stream: TextIO) -> Report:
    """Hold a match with a progress bar on the stream, and keep its records in a folder."""
    keeper = Keeper(records)
    sets = plan.pairs * len(plan.matches)
    progress = Progress(sets, stream)
    shares = [0.0] * len(plan.entrants)

    def watch(played: PlayedSet) -> PlayedSet:
        for game in played.games:
            for who, share in zip(game.seating, game.shares, strict=True):
                shares[who] += share
        best = max(shares)
        progress.step(f"{plan.entrants[shares.index(best)].text[:40]} won {best / sum(shares):.0%}")
        return keeper.keep(played)

    try:
        with runner(jobs, ray, sets) as workers:
            return hold(plan, workers, watch)
    finally:
        progress.close()
