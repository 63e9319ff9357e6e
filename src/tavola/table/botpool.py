"""Bots think in processes of their own, so that the table stays quick and a bot that fails harms nobody."""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import SystemRandom
from typing import Any, Final, Protocol

from tavola import bots
from tavola.rules import game as game_named
from tavola.rules.chance import Rng, pick
from tavola.table.worker import begin_worker, one_core_each

__all__ = ["BotPool", "Thinker"]

log: Final = logging.getLogger(__name__)


class Thinker(Protocol):
    """One who chooses for bots."""

    async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
        """One of the legal actions' texts."""

    async def close(self) -> None:
        """Stop thinking."""


class BotPool:
    """Processes that are started when the first bot has to think."""

    def __init__(self, workers: int | None = None, seconds: float = 5.0, patience: float = 30.0) -> None:
        """So many processes. A bot is asked to choose after `seconds`, and given up after `patience`."""
        self.workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.seconds, self.patience = seconds, patience
        self._pool: ProcessPoolExecutor | None = None
        # No more than the processes can take at once, so that patience does not run out in a queue.
        self._turns = asyncio.Semaphore(self.workers)

    async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
        """The bot's choice; if it fails, does not answer, or answers nonsense, any legal action."""
        if len(texts) == 1:
            return texts[0]
        async with self._turns:
            try:
                chosen = await self._asked(game, bot, view, texts)
                if chosen in texts:
                    return chosen
                log.error("The bot %s of %s chose %r, which is not legal: a random move is played.", bot, game, chosen)
            except TimeoutError:
                log.error("The bot %s of %s did not answer in time: a random move is played.", bot, game)
            except Exception:
                log.exception("The bot %s of %s failed: a random move is played.", bot, game)
        return pick(SystemRandom(), texts)

    async def _asked(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
        ask = functools.partial(_think, game, bot, view, tuple(texts), secrets.randbits(64), self.seconds)
        for last in (False, True):
            pool = self._pool = self._pool or self._started()
            try:
                return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, ask), self.patience)
            except TimeoutError:
                self._kill(pool)
                raise
            except BrokenProcessPool:  # perhaps another bot's fault
                self._kill(pool)
                if last:
                    raise
        raise AssertionError("not reached")

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, mp_context=one_core_each(), initializer=begin_worker)

    def _kill(self, pool: ProcessPoolExecutor) -> None:
        """A process that hangs can be stopped in no other way; the next one to think starts new ones."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Stop all processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


@functools.cache
def _bot(name: str, game: str) -> bots.Bot:
    return bots.make(name, game_named(game))


def _think(game: str, bot: str, view: Any, texts: Sequence[str], seed: int, seconds: float) -> str:
    """In the other process: choose from what the seat sees."""
    rules = game_named(game)
    until = time.monotonic() + seconds
    legal = [rules.from_text(text) for text in texts]
    chosen = _bot(bot, game).choose(view, legal, Rng(seed), lambda: time.monotonic() > until)
    return rules.to_text(chosen)
