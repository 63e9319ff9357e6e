"""Judges finished games for the table: in a process of its own, one after the other, and remembers the last ones."""

from __future__ import annotations

import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from tavola.bots.analysis import Analysis, analyse
from tavola.rules.record import Record
from tavola.table.errors import TooMany
from tavola.table.worker import begin_worker, one_core_each

__all__ = ["Analyst"]

REMEMBERED: Final = 32
WAITING: Final = 8
"""Games that may wait for their turn."""
KIND: Final = 10
"""How far bots and the table come first."""


class Analyst:
    """One process, started when the first game is to be judged."""

    def __init__(self) -> None:
        """Nothing to do yet."""
        self._context = one_core_each()
        self._part: Any = None
        """How much of the game at hand is judged; shared with the process."""
        self._pool: ProcessPoolExecutor | None = None
        self._jobs: dict[str, Future[Analysis]] = {}

    def of(self, code: str, record: Record) -> Analysis | float:
        """The analysis of a table's game, or which part of it is done, from 0 to 1: ask again soon.

        A TavolaError where the game cannot be judged, or too many wait.
        """
        job = self._jobs.get(code)
        if job is None:
            job = self._begun(code, record)
        if not job.done():
            return min(1.0, self._part.value) if self._first(job) else 0.0
        if job.exception() is not None:
            del self._jobs[code]
            if isinstance(job.exception(), BrokenProcessPool):
                self._pool = None
        return job.result()

    def _begun(self, code: str, record: Record) -> Future[Analysis]:
        if sum(not job.done() for job in self._jobs.values()) >= WAITING:
            raise TooMany("Many games are being analysed: try again in a minute.")
        if self._pool is None:
            self._part = self._context.Value("d", 0.0, lock=False)
            self._pool = ProcessPoolExecutor(1, self._context, _begin, (self._part,))
        self._jobs[code] = self._pool.submit(_judge, record)
        done = [code for code, job in self._jobs.items() if job.done()]
        for old in done[: max(0, len(self._jobs) - REMEMBERED)]:
            del self._jobs[old]
        return self._jobs[code]

    def _first(self, job: Future[Analysis]) -> bool:
        return next(one for one in self._jobs.values() if not one.done()) is job

    def close(self) -> None:
        """Stop at once."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


_part: Any = None


def _begin(part: Any) -> None:
    global _part
    _part = part
    begin_worker()
    if hasattr(os, "nice"):
        os.nice(KIND)


def _judge(record: Record) -> Analysis:
    """In the other process."""

    def tell(done: int, total: int) -> None:
        _part.value = done / total

    _part.value = 0.0
    return analyse(record, tell=tell)
