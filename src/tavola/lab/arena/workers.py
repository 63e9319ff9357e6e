"""Where sets are played: here, on all cores of this machine, or over a Ray cluster. The same function everywhere."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from typing import Any, Final, Protocol

from tavola.bots.threads import ONE_THREAD, one_thread
from tavola.lab.arena.entrant import Cast
from tavola.lab.arena.play import PlayedSet, SetOfGames, play_set
from tavola.rules.errors import BadOption, TavolaError

__all__ = ["Cluster", "Cores", "Here", "Runner", "WorkerDied", "cores", "processes", "runner"]

AHEAD: Final = 4
"""Sets handed out for each worker, so that none has to wait for its next one; a match against time gives one."""
ONE_CORE: Final = (*ONE_THREAD, "NPROC")
"""Each worker has one core; libraries that would take all of them (the last is for XLA) are told so."""


class WorkerDied(TavolaError):
    """A process that played is no more, and its games with it."""


class Runner(Protocol):
    """One who has sets played; a context manager, as it may hold processes."""

    @property
    def workers(self) -> int:
        """How many sets are played at once."""

    def run(self, sets: Iterable[SetOfGames], until: float | None = None) -> Iterator[PlayedSet]:
        """The sets played, in whatever order they are done.

        Once time.perf_counter() is past `until`, none is begun, but for those of the first deal.
        """

    def __enter__(self) -> Runner:
        """Begin."""

    def __exit__(self, *exc: object) -> None:
        """Let go of everything."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(jobs: int | None) -> int:
    """So many as were asked for, checked; None for one on each core."""
    if jobs is not None and not 1 <= jobs <= 1024:
        raise BadOption("The jobs are a number from 1 to 1024.")
    return jobs or cores()


def runner(jobs: int | None, ray: str | None, sets: int) -> Runner:
    """So many processes here (None: one for each core, but not more than there are sets), or the Ray cluster."""
    if ray is not None:
        if jobs is not None:
            raise BadOption("With Ray the cluster decides how many workers there are: leave out --jobs.")
        return Cluster(ray)
    jobs = min(processes(jobs), sets)
    return Here() if jobs == 1 else Cores(jobs)


class Here:
    """Plays in this process, one set after the other."""

    workers = 1

    def __init__(self) -> None:
        """Bots are made when they are needed."""
        self._cast = Cast()

    def run(self, sets: Iterable[SetOfGames], until: float | None = None) -> Iterator[PlayedSet]:
        """Play them in order."""
        return (play_set(one, self._cast) for one in _in_time(sets, until))

    def __enter__(self) -> Here:
        """Begin."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Send the bots away."""
        self._cast.close()


class Cores:
    """Plays in processes of their own."""

    def __init__(self, workers: int) -> None:
        """So many at once."""
        self.workers = workers
        self._threads = one_thread(ONE_CORE)

    def __enter__(self) -> Cores:
        """Start them."""
        self._others = set(multiprocessing.active_children())
        self._threads.__enter__()
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self.workers, context, _deaf)
        return self

    def run(self, sets: Iterable[SetOfGames], until: float | None = None) -> Iterator[PlayedSet]:
        """Hand them out, a few ahead."""
        left = _in_time(sets, until)
        ahead = AHEAD if until is None else 1
        pending: set[Future[PlayedSet]] = set()
        try:
            while True:
                for one in islice(left, self.workers * ahead - len(pending)):
                    pending.add(self._pool.submit(play_set, one))
                if not pending:
                    return
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except KeyboardInterrupt:
            self._end()
            raise
        except BrokenProcessPool as error:
            raise WorkerDied(
                "A worker process died, perhaps for want of memory. "
                "Behind cmd: a program that dies only loses its game."
            ) from error

    def __exit__(self, *exc: object) -> None:
        """End them; at once if something went wrong."""
        if exc[0] is not None:
            self._end()
        self._pool.shutdown(cancel_futures=True)
        self._threads.__exit__(None, None, None)

    def _end(self) -> None:
        """At once, whatever they are at."""
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()


def _in_time(sets: Iterable[SetOfGames], until: float | None) -> Iterator[SetOfGames]:
    """The sets of the first deal, and the others as long as there is time."""
    return (one for one in sets if until is None or not one.deal or time.perf_counter() <= until)


def _deaf() -> None:
    """Ctrl-C is for the parent, who ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster:
    """Plays on the nodes of a Ray cluster; each needs this version of tavola."""

    def __init__(self, address: str) -> None:
        """The address of a cluster (HOST:PORT, ray://HOST:PORT, auto), or `local` for a new one on this machine."""
        try:
            self._ray: Any = import_module("ray")
        except ImportError as error:
            raise BadOption("A cluster needs Ray: pip install tavola[ray].") from error
        self._address = address
        self.workers = 1

    def __enter__(self) -> Cluster:
        """Join the cluster."""
        local = {"include_dashboard": False} if self._address == "local" else {}
        try:
            self._ray.init(address=self._address, log_to_driver=False, logging_level="ERROR", **local)
        except (ConnectionError, ValueError, RuntimeError) as error:
            why = str(error).strip().rstrip(".")
            raise BadOption(f"No Ray cluster at {self._address} lets us in (does it want a token?): {why}.") from error
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._play = self._ray.remote(num_cpus=1)(play_set)
        return self

    def run(self, sets: Iterable[SetOfGames], until: float | None = None) -> Iterator[PlayedSet]:
        """Hand them out, a few ahead."""
        left = _in_time(sets, until)
        pending: list[Any] = []
        while True:
            pending += [self._play.remote(one) for one in islice(left, self.workers * AHEAD - len(pending))]
            if not pending:
                return
            done, pending = self._ray.wait(pending)
            yield from self._ray.get(done)

    def __exit__(self, *exc: object) -> None:
        """Leave the cluster."""
        self._ray.shutdown()
